"""What is said in a round of practice: a question, what an answer was worth, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.practice.questions.judge_answer import LETTERS
from tutor_app.answering.quote_display import show_sentences
from tutor_app.domain.practice import PracticeQuestion, PracticeRound, QuestionKind
from tutor_app.domain.values import (
    Chunk,
    Event,
    Offers,
    ProblemRead,
    Quote,
    Sentence,
    Session,
    TraceShown,
    VariablesShown,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.wording.catalogue import Phrase, phrase, unsaid, was_said
from tutor_app.wording.quote_sentences import PLACE

ASKED = phrase("conversation_practice.asked", "number", "count", "question")
OPTION = phrase("conversation_practice.option", "letter", "text")
RIGHT = phrase("conversation_practice.right", "answer")
RIGHT_ROW = phrase("conversation_practice.right_row", "answer")
WRONG_OPTION = phrase("conversation_practice.wrong_option", "answer")
WRONG_SHOWN = phrase("conversation_practice.wrong_shown", "answer")
WRONG_ROW = phrase("conversation_practice.wrong_row", "answer")
ONCE_MORE = phrase("conversation_practice.once_more", "count", "letter")
ROW_ONCE_MORE = phrase("conversation_practice.row_once_more", "rule")
VALUE_ONCE_MORE = phrase("conversation_practice.value_once_more", "hint")
SLIP_ONCE_MORE = phrase("conversation_practice.slip_once_more", "rule")
HINT_VALUE = phrase("conversation_practice.hint_value", "hint")
WRONG_RESULT = phrase("conversation_practice.wrong_result", "answer")
HINT_WORD = phrase("conversation_practice.hint_word", "count", "letter")
HINT_ROW = phrase("conversation_practice.hint_row", "rule")
SHOWN = phrase("conversation_practice.shown", "answer")
COURSE_SAYS = phrase("conversation_practice.course_says", "sentence", "place")
BACK_TO = phrase("conversation_practice.back_to", "question")
DONE = phrase("conversation_practice.done", "right", "count")
DONE_HINTED = phrase("conversation_practice.done_hinted", "count")
DONE_MISSED = phrase("conversation_practice.done_missed", "count")
DONE_LEFT = phrase("conversation_practice.done_left", "count")
NONE_SETTLED = phrase("conversation_practice.none_settled")
STOPPED_BEFORE = phrase("conversation_practice.stopped_before")
READ_AGAIN = phrase("conversation_practice.read_again", "items")
ITEM_AT = phrase("conversation_practice.item_at", "name", "place")
MISSED_COME_BACK = phrase("conversation_practice.missed_come_back")
ALL_COME_BACK = phrase("conversation_practice.all_come_back")
SAY_UNKNOWN = phrase("conversation_practice.say_unknown")
SAY_STOP = phrase("conversation_practice.say_stop")
ONE_MORE = phrase("conversation_practice.one_more")
SAY_ANOTHER = phrase("conversation_practice.say_another")
SAY_AGAIN = phrase("conversation_practice.say_again")
SAY_HARDER = phrase("conversation_practice.say_harder")
SAY_EASIER = phrase("conversation_practice.say_easier")
_TERM = phrase("conversation_practice.wants_term")
_CHOICE = phrase("conversation_practice.wants_choice")
WANTED: Final[Mapping[QuestionKind, Phrase]] = {
    "definition": _TERM,
    "gap": _TERM,
    "which": _CHOICE,
    "meaning": _CHOICE,
    "reason": _CHOICE,
    "row": phrase("conversation_practice.wants_row"),
    "calculation": phrase("conversation_practice.wants_result"),
    "program": phrase("conversation_practice.wants_value"),
}
_SHORT_OPTION: Final = 40  # characters that a button holds on a phone


def notice(text: str) -> Sentence:
    """Return a sentence about the round itself."""
    return Sentence(text=text, role="notice")


def ask_question(practice: PracticeRound) -> list[Event]:
    """Return the open question with its number, and the buttons that may answer it."""
    question = practice.open_question
    assert question is not None
    asked = words_of(question)
    if practice.length > 1:
        asked = ASKED(number=practice.number, count=practice.length, question=asked)
    return [Sentence(text=asked, role="question"), *_data_of(question), offer_answers(question)]


def _data_of(question: PracticeQuestion) -> list[Event]:
    """Return the problem of a run with the rows before the one that is asked for."""
    if question.problem is None or question.step is None:
        return []
    return [
        ProblemRead(problem=question.problem),
        TraceShown(problem=question.problem, upto=question.step - 1),
    ]


def words_of(question: PracticeQuestion) -> str:
    """Return a question with its options, one a line."""
    lines = [
        OPTION(letter=letter, text=option)
        for letter, option in zip(LETTERS, question.options, strict=False)
        if option in question.open_options
    ]
    return "\n".join((question.text, *lines))


def offer_answers(question: PracticeQuestion) -> Offers:
    """Return the buttons: the options where they are short, their letters where not."""
    left = question.open_options
    short = all(len(option) <= _SHORT_OPTION for option in left)
    options = left if short else tuple(LETTERS[question.options.index(one)] for one in left)
    return Offers(messages=(*options, SAY_UNKNOWN(), SAY_STOP()))


def lead_back_to(question: PracticeQuestion, session: Session) -> list[Event]:
    """Return the open question once more, after a reply about something else."""
    said = unsaid(BACK_TO, session, question=words_of(question))
    return [Sentence(text=said, role="pointer"), *_data_of(question), offer_answers(question)]


def confirm(question: PracticeQuestion, session: Session, index: CourseIndex) -> list[Event]:
    """Say that an answer is right, and what the course says."""
    said = RIGHT_ROW if question.kind == "row" else RIGHT
    return [_verdict(said, question, session), *_sources_of(question, index, session)]


def show_answer(
    question: PracticeQuestion, session: Session, index: CourseIndex, *, wrong: bool
) -> list[Event]:
    """Say what is right, after a wrong answer or where it was asked for."""
    said = SHOWN
    if wrong:
        said = WRONG_OPTION if question.options else WRONG_SHOWN
        said = WRONG_ROW if question.kind in ("row", "program") else said
        said = WRONG_RESULT if question.kind == "calculation" else said
    shown: list[Event] = []
    if question.problem is not None:
        shown = [TraceShown(problem=question.problem, upto=question.step)]
    return [_verdict(said, question, session), *shown, *_sources_of(question, index, session)]


def hint_at(
    question: PracticeQuestion, session: Session, *, wrong: bool, slip: str = "", steps: str = ""
) -> list[Event]:
    """Return the hint that comes before the answer; `wrong`: after a wrong one, else asked for.

    `slip` is the rule that a known slip breaks, where one explains the wrong answer, `steps` what
    a wrong step of it did.
    """
    if slip:
        said = unsaid(SLIP_ONCE_MORE, session, rule=slip)
    elif steps:
        said = unsaid(VALUE_ONCE_MORE, session, hint=steps)
    elif question.problem is not None:
        rule = algorithm_named(question.problem.algorithm).rule
        said = unsaid(ROW_ONCE_MORE if wrong else HINT_ROW, session, rule=rule)
    elif question.is_computed:
        said = unsaid(VALUE_ONCE_MORE if wrong else HINT_VALUE, session, hint=question.hint)
    else:
        answer = question.accepted[0]
        count = sum(sign.isalnum() for sign in answer)
        said = unsaid(ONCE_MORE if wrong else HINT_WORD, session, count=count, letter=answer[0])
    return [Sentence(text=said, role="hint")]


def _sources_of(question: PracticeQuestion, index: CourseIndex, session: Session) -> list[Event]:
    """Return how an answer was worked out, and the course's sentence on it.

    What the last replies have of the course is behind its button, and is not said again.
    """
    worked: list[Event] = []
    if question.working:
        worked.append(Sentence(text=question.working, role="result"))
    if question.table is not None:
        worked.append(VariablesShown(table=question.table))
    sources = course_says(question.chunk_id, question.sentence, index)
    known = was_said(" ".join(question.sentence.split()), session)
    return [*worked, *(each for each in sources if not (known and isinstance(each, Sentence)))]


def course_says(
    chunk_id: str, sentence: str, index: CourseIndex, *, quiet: bool = True
) -> list[Event]:
    """Return the course's sentence with its place, and its picture behind a button.

    Where it is not `quiet`, the paragraph around it is shown at once.
    """
    quote = _quote_of(chunk_id, sentence, index)
    if quote is None:
        return []
    if not quiet:
        return [replace(quote, quiet=False)]
    said = COURSE_SAYS(sentence=" ".join(sentence.split()), place=place_of(chunk_id, index))
    return [Sentence(text=said, role="result", passage_id=chunk_id), quote]


def sum_up(practice: PracticeRound, places: Sequence[tuple[str, str]]) -> list[Event]:
    """Return the round's summary; `places` are what was missed, with where it stands."""
    counted = [result for result in practice.results if result.outcome != "left"]
    if not counted and not practice.results:
        return [Sentence(text=STOPPED_BEFORE(), role="notice"), Offers(messages=(SAY_AGAIN(),))]
    if practice.length == 1:  # what it was worth has just been said
        return [
            Sentence(text=ONE_MORE(), role="notice"),
            Offers(messages=(SAY_ANOTHER(), SAY_HARDER(), SAY_EASIER())),
        ]
    done = DONE(right=practice.right, count=len(counted)) if counted else NONE_SETTLED()
    said = [done, *not_at_once(practice)]
    if not counted:
        return [Sentence(text=" ".join(said), role="notice"), Offers(messages=(SAY_AGAIN(),))]
    if places:
        items = "; ".join(ITEM_AT(name=name, place=place) for name, place in places)
        said.append(READ_AGAIN(items=items))
    said.append(MISSED_COME_BACK() if places else ALL_COME_BACK())
    return [
        Sentence(text=" ".join(said), role="notice"),
        Offers(messages=(SAY_AGAIN(), SAY_HARDER(), SAY_EASIER())),
    ]


def not_at_once(practice: PracticeRound) -> Iterator[str]:
    """Yield how many were right after a hint or another try, were missed, or left for another."""
    for outcome, told in (("hinted", DONE_HINTED), ("missed", DONE_MISSED), ("left", DONE_LEFT)):
        if count := sum(result.outcome == outcome for result in practice.results):
            yield told(count=count)


def place_of(chunk_id: str, index: CourseIndex) -> str:
    """Return where a passage stands, "" where it is gone."""
    chunk = _chunk(chunk_id, index)
    return PLACE(file=chunk.document.title, page=chunk.page) if chunk is not None else ""


def _verdict(said: Phrase, question: PracticeQuestion, session: Session) -> Sentence:
    text = unsaid(said, session, answer=question.accepted[0])
    return Sentence(text=text.replace("..", "."), role="verdict", passage_id=question.chunk_id)


def _quote_of(chunk_id: str, sentence: str, index: CourseIndex) -> Quote | None:
    chunk = _chunk(chunk_id, index)
    said = chunk.sentences if chunk is not None else ()
    found = next((each for each in said if each.text == sentence), None)
    if chunk is None or found is None:
        return None
    return replace(show_sentences([(chunk, found)], index)[0], quiet=True)


def _chunk(chunk_id: str, index: CourseIndex) -> Chunk | None:
    try:
        return index.chunk(chunk_id)
    except KeyError:
        return None
