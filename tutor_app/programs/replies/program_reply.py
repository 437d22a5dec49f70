"""What replies about programs are made of: sentences that were not said yet, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor_app.domain.teaching import AwaitedAnswer, IdeaJudged, LadderEvent
from tutor_app.domain.values import Sentence, SentenceRole
from tutor_app.programs.replies.format_code import with_calls, without_calls
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.wording.catalogue import Phrase

LATELY = 2  # replies


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply: its sentences, and what it leaves for the next one.

    `asked` names the question put and `awaited` what answers it; `topic` is what the course is
    searched with. `mended` says what a change that helps has made otherwise; `described` is the
    program with the change that the student told in words. `why` is the question for a reason that
    the course may answer.
    """

    sentences: tuple[Sentence, ...]
    event: LadderEvent | None = None
    focus: str | None = None
    asked: str | None = None
    awaited: AwaitedAnswer | None = None
    described: str | None = None
    topic: str | None = None
    mended: str | None = None
    why: str | None = None
    judged: IdeaJudged | None = None
    offers: bool = True


def put_question(told: Phrase, topic: Topic, key: str, **values: object) -> Reply:
    """Return a question, in words that were not used before."""
    texts = told.wordings(**values)
    text = first_new(texts, topic) or texts[0]
    return Reply(sentences=(as_sentence(text, "question"),), asked=key)


def open_question(key: str) -> AwaitedAnswer:
    """A question whose answer is taken as it comes: only the student knows it."""
    return AwaitedAnswer(key=key, kind="value", accepted=())


def whether_due(key: str, value: str) -> AwaitedAnswer:
    """A question whether what a call gives is right: yes, or the value itself, says that it is."""
    return AwaitedAnswer(key=key, kind="outcome", accepted=(value,))


def say_once(
    told: Phrase, topic: Topic, role: SentenceRole, **values: object
) -> tuple[Sentence, ...]:
    """Return a sentence in words that were not used before; none where all of them were."""
    text = first_new(told.wordings(**values), topic)
    return () if text is None else (as_sentence(text, role),)


def first_new(texts: Iterable[str], topic: Topic) -> str | None:
    """Return the first wording that was not said yet, of this call or of another."""
    new = (text for text in texts if not is_said(text, topic))
    return next((text for text in new if not is_said(without_calls(text), topic)), None)


def not_said(texts: Iterable[str], topic: Topic) -> list[str]:
    """Return the sentences that were not said before."""
    return [text for text in texts if not is_said(text, topic)]


def is_said(text: str, topic: Topic) -> bool:
    """Whether a sentence was said before, of the same call; it may begin a reply's sentence.

    Of "this call" it was said if that was lately: the talk has hardly turned to another one since.
    """
    plain, short = with_calls(text).rstrip(), without_calls(text).rstrip()
    begun = f"{plain[:1].upper()}{plain[1:]}"
    if any(plain in said or begun in said for said in topic.hints):
        return True
    return short != text.rstrip() and any(short in said for said in topic.hints[-LATELY:])


def as_sentence(text: str, role: SentenceRole) -> Sentence:
    """Return one sentence of a reply."""
    return Sentence(text=text, role=role)


def said_in(sentences: Sequence[Sentence]) -> str:
    """Return a reply's sentences as one text."""
    return " ".join(each.text for each in sentences)


def in_new_words(told: Phrase, topic: Topic, **values: object) -> str:
    """Return a sentence in words that were not used before, if there are any left."""
    wordings = told.wordings(**values)
    said = " ".join(topic.hints)
    return next((each for each in wordings if each not in said), wordings[-1])
