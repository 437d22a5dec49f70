"""Whether the last verdict was a yes: "is that a yes?", "so that's right?". It is told again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.lexicon import NO_WORDS, SMALL_WORDS, YES_WORDS, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.teaching import IdeaJudged
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.ideas.place_verdicts import PLACE_NOT_THERE, PLACE_THERE
from tutor_app.programs.ideas.words_on_run import PLACE_MAY_BE, PLACE_PART
from tutor_app.programs.replies.format_code import with_calls
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.wording.catalogue import phrase

STANDS = phrase("programs_ideas.verdict_stands", "shown")
NO_STANDS = phrase("programs_ideas.verdict_no_stands", "shown")
_OF_PLACE = {
    "there": PLACE_THERE,
    "may_be": PLACE_MAY_BE,
    "part": PLACE_PART,
    "elsewhere": PLACE_NOT_THERE,
}
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_YES_OR_NO = YES_WORDS | NO_WORDS
_ALONE = frozenset({"yes", "no"})  # no other verdict says by itself that it is the tutor's
_AROUND = SMALL_WORDS | _WORDS["asking_again"] | _WORDS["pointing"] | _WORDS["verdicts"]


def asks_for_verdict_again(words: str) -> bool:
    """Whether a sentence asks for a yes or no to what was said before, and names nothing."""
    return any(map(_asks, split_sentences(words)))


def _asks(sentence: str) -> bool:
    words = {token.text.casefold() for token in tokens_of(sentence) if token.text[0].isalpha()}
    points = bool(words & _WORDS["pointing"]) and bool(words & (_YES_OR_NO | _WORDS["verdicts"]))
    return "?" in sentence and (points or bool(words & _ALONE)) and words <= _YES_OR_NO | _AROUND


def tell_verdict_again(topic: Topic) -> Iterator[str]:
    """Yield the last verdict on what the student said, for who asks whether it was one."""
    judged: IdeaJudged | None = topic.record.judged
    if judged is None or topic.is_changed or not asks_for_verdict_again(topic.words):
        return
    if judged.is_so is None:
        yield judged.shown
        return
    told = STANDS if judged.is_so else NO_STANDS
    wordings = told.wordings(shown=judged.shown)
    said = " ".join(topic.hints)
    yield next((each for each in wordings if each not in said), wordings[-1])


def verdict_given(topic: Topic, heard: HeardMessage) -> IdeaJudged | None:
    """Return the verdict that a reply gives on what the message says of the program, for later."""
    decided = [each for each in heard.on_run if each.agrees is not None]
    if decided:
        is_so = all(each.agrees for each in decided)
        told = next(each for each in reversed(decided) if each.agrees == is_so)
        return IdeaJudged(is_so=is_so, shown=with_calls(told.shown))
    line, place = heard.idea.line, heard.idea.place
    if line is not None and place in _OF_PLACE:
        is_there = True if place == "there" else None  # the others begin with their no or maybe
        return IdeaJudged(is_so=is_there, shown=_OF_PLACE[place].wordings(line=line)[-1])
    return topic.record.judged if asks_for_verdict_again(topic.words) else None
