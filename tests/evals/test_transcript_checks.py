"""The script that reads replies: each thing that docs/teaching.md forbids is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.hint_ladder.ladder_scripts import STUDENTS
from evals.hint_ladder.ladder_steps import LadderStep
from evals.hint_ladder.ladder_transitions import _problems
from evals.hint_ladder.recorded_learner import Replied
from evals.hint_ladder.transcript_checks import faults
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.web.given import quote
from tutor_app.domain.teaching import LadderEvent, WorkRecord
from tutor_app.domain.values import (
    AnswerDone,
    Cloze,
    Event,
    Intent,
    Offers,
    Sentence,
    SentenceRole,
    Session,
    TurnRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.locked_words import Guard

SESSION = Session(conversation_id="c", course_id="c", course_name="Graphs")
SECRET = "the path is K and M and L with cost eight"
BOOK = AssignmentBook(
    index=small_index("A queue is a list."), embedder=BagOfWords(), guard=Guard.of([SECRET], [])
)
GAP = Cloze(
    id="g",
    before="A ",
    answer="queue",
    after=" is a list.",
    passage_id="p",
    document_id="d",
    document_name="d.pdf",
    page=1,
    headings=(),
)


def said(text: str, role: SentenceRole = "hint", passage_id: str | None = None) -> Sentence:
    return Sentence(text=text, role=role, passage_id=passage_id)


def replied(*events: Event, intent: Intent = "direct", text: str = "help") -> Replied:
    done = AnswerDone(record=TurnRecord(intent=intent, found=None))
    return Replied(text=text, session=SESSION, events=(*events, done))


GOOD = replied(quote(), said("Look at it.", passage_id="d1-1"), said("What is next?", "question"))


def test_a_good_reply_passes() -> None:
    assert faults(GOOD, [], BOOK) == []


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (replied(said("word " * 121)), "121 words"),
        (replied(said("Why? And how?", "question")), "2 questions"),
        (replied(said("Why?", "question"), GAP), "2 questions"),
        (replied(said("So it is.", passage_id="elsewhere")), "not shown"),
        (
            replied(said("Write this:\n\nfor n in numbers:\n    total += n"), intent="debugging"),
            "code",
        ),
        (replied(said("Change it to `best = numbers[0]`."), intent="debugging"), "code"),
        (replied(said("Then the path is K and M and L.")), "locked"),
        (replied(said("Look."), said("Look.")), "twice"),
    ],
)
def test_what_a_reply_must_not_do_is_found(bad: Replied, fault: str) -> None:
    (found,) = faults(bad, [], BOOK)

    assert fault in found


def test_quoted_words_exercises_and_waiting_gaps_are_no_questions_of_its_own() -> None:
    reply = replied(
        said("You say “why?”: look.", "lead_in"),
        said("Try this: what is a queue?", "exercise"),
        said("Which row?", "question"),
        replace(GAP, quiet=True),
    )

    assert faults(reply, [], BOOK) == []


def test_the_students_own_words_and_code_may_be_said_back() -> None:
    reply = replied(
        said(f"You found that {SECRET}: `best = 0`."), intent="debugging", text=f"{SECRET} best = 0"
    )

    assert faults(reply, [], BOOK) == []


def test_a_hint_said_before_is_found_and_a_lead_in_is_not() -> None:
    first = replied(said("Well asked.", "lead_in"), said("Look at the queue."))

    assert faults(replied(said("Well asked.", "lead_in"), quote()), [first], BOOK) == []
    (found,) = faults(replied(said("Look at the queue."), quote()), [first], BOOK)
    assert "said before" in found


def test_two_replies_in_a_row_without_anything_new_stall() -> None:
    empty = replied(said("I cannot say.", "notice"))

    assert faults(empty, [GOOD], BOOK) == []
    assert faults(empty, [GOOD, empty], BOOK) == ["stalls"]
    offering = replied(said("I cannot say.", "notice"), Offers(messages=("I'm stuck",)))
    assert faults(offering, [GOOD, empty], BOOK) == []


# --- the ladder's rows -----------------------------------------------------------------------


def on_ladder(level: int, *events: Event) -> Replied:
    moved = LadderEvent(problem_key="k", level=level, cause="stuck")
    work = WorkRecord(kind="program", key="k", text="", ladder=(moved,))
    done = AnswerDone(record=TurnRecord(intent="debugging", found=None, work=work))
    return Replied(text="I'm stuck", session=SESSION, events=(*events, done))


def test_another_level_another_cause_and_a_missing_sign_are_reported() -> None:
    step = LadderStep(what="", says="", level=2, cause="stuck", signs=("one question",))
    asked = said("What is next?", "question")

    assert not list(_problems(step, on_ladder(2, asked), []))
    assert list(_problems(step, on_ladder(3, asked), []))
    assert list(_problems(step, on_ladder(2), []))
    assert list(_problems(replace(step, cause="first"), on_ladder(2, asked), []))
    assert list(_problems(replace(step, level=None, cause=None), on_ladder(2, asked), []))


def test_the_scripted_students_drive_every_cause_and_every_level() -> None:
    steps = [step for student in STUDENTS for step in student.steps]

    assert {step.level for step in steps} == {None, 0, 1, 2, 3, 4, 5}
    causes = {"first", "stuck", "attempt", "right", "why", "pressed", "row", "all"}
    assert {step.cause for step in steps} - {None} == causes
