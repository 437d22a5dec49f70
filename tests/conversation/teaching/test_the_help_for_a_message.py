"""The table "which help, for which message": what a good reply to each kind of message is."""

from __future__ import annotations

import re

import pytest

from tests.conversation.teaching.course import (
    LEVELS,
    MAXIMUM,
    MERGE,
    POINTS,
    TASK_GRAPH,
    UCS_RULE,
    Classroom,
    Reply,
)
from tests.conversation.teaching.subjects import (
    ANSWER,
    DEBUGGING,
    PROGRAM,
    RIGHT_TRACE,
    SUBJECTS,
    TOLD,
    TRACE,
    TRACING,
    UNRUN,
    Subject,
)
from tests.sentences import says
from tutor_app.domain.values import Cloze, Intent, IntentRecognised

MOST_WORDS = 120
MOST_PLACES = 2


def help_of(reply: Reply) -> Intent:
    return next(event.intent for event in reply.events if isinstance(event, IntentRecognised))


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("which node does a queue hand out?", "direct"),
        ("why does a queue make breadth-first search go by levels?", "conceptual"),
        (f"is this right? {TRACE}\n{RIGHT_TRACE}", "validation"),
        (TOLD + PROGRAM, "debugging"),
        (TRACE, "tracing"),
    ],
    ids=["direct", "conceptual", "validation", "debugging", "tracing"],
)
def test_the_help_is_known_from_the_message(room: Classroom, message: str, intent: Intent) -> None:
    assert help_of(room.student().asks(message)) == intent


def test_answer_evaluation_is_chosen_and_never_guessed(room: Classroom) -> None:
    message = f"my answer to assignment 1 item 2: {POINTS[0]}"

    assert help_of(room.student().asks(message)) != "evaluation"
    assert help_of(room.student().asks(message, "evaluation")) == "evaluation"


# --- direct, conceptual ------------------------------------------------------------------------


def test_a_direct_question_gets_one_to_four_cited_sentences_and_no_question_back(
    room: Classroom,
) -> None:
    reply = room.student().asks("which node does a queue hand out?")
    marked = [mark.text for quote in reply.quotes for mark in quote.marked]

    assert LEVELS in marked
    assert 1 <= len(marked) <= 4
    assert reply.questions == 0
    assert not any(isinstance(event, Cloze) and not event.quiet for event in reply.events)


def test_a_conceptual_question_gets_the_explanation_first_and_then_one_use_of_it(
    room: Classroom,
) -> None:
    reply = room.student().asks("why does merge sort take few steps?")
    used = [
        isinstance(event, Cloze) or getattr(event, "role", "") in ("exercise", "question")
        for event in reply.events
    ]

    assert MERGE in reply.quoted
    assert any(used)
    assert used.index(True) > reply.events.index(reply.quotes[-1])


# --- validation --------------------------------------------------------------------------------


def test_validation_of_right_work_says_so_and_stops(room: Classroom) -> None:
    reply = room.student().asks(f"is this right? {TRACE}\n{RIGHT_TRACE}")

    assert says(reply.text, "trace_replies.right_steps_and_answer")
    assert not reply.offers
    assert not reply.quotes


def test_validation_of_wrong_work_says_what_is_right_and_gives_the_hint_of_the_level(
    room: Classroom,
) -> None:
    reply = TRACING.student(room).asks(f"is this right? {TRACING.shows}")

    assert help_of(reply) == "validation"
    assert "You have begun well" in reply.text
    assert reply.level == 1


def test_own_work_on_an_item_that_is_named_is_looked_at_and_not_looked_up(room: Classroom) -> None:
    reply = room.student().asks(
        "is this right? assignment 1 item 3: a chain of calls may pass the base case by"
    )

    assert help_of(reply) == "validation"
    assert "a chain of calls may pass the base case by" in reply.text
    assert reply.quotes[0].headings[-1] == "4 Recursion"


# --- debugging ---------------------------------------------------------------------------------


def test_debugging_says_what_the_program_was_seen_to_do_and_gives_the_hint_of_the_level(
    room: Classroom,
) -> None:
    reply = DEBUGGING.begun(room).asks("I'm stuck")

    assert "gives `0`, and it should give `-2`" in reply.text
    assert reply.level == 2


@pytest.mark.parametrize("subject", [DEBUGGING, UNRUN], ids=str)
def test_debugging_never_shows_corrected_code(room: Classroom, subject: Subject) -> None:
    student = subject.student(room)
    student.asks(subject.shows)
    for message in ("just give me the right code", "hint", "hint", subject.wrong[0], "hint"):
        assert "numbers[0]" not in student.asks(message).text


@pytest.mark.parametrize("subject", [DEBUGGING, UNRUN], ids=str)
def test_once_mended_one_cited_sentence_ties_the_bug_to_its_concept(
    room: Classroom, subject: Subject
) -> None:
    student = subject.begun(room)
    mended = PROGRAM.replace("best = 0", "best = numbers[0]")
    reply = student.asks(mended if subject is DEBUGGING else f"it works now\n\n{mended}")

    assert [quote.marked[0].text for quote in reply.quotes] == [MAXIMUM]
    assert reply.questions <= 1  # one more call, to foretell


# --- tracing -----------------------------------------------------------------------------------


def test_tracing_gives_the_exact_table_its_assumptions_the_rule_and_the_result(
    room: Classroom,
) -> None:
    reply = room.student("open").asks(TRACE)

    assert [table.upto for table in reply.tables] == [None]
    assert UCS_RULE in reply.quoted
    assert "Path: P → Q → R → T → U. Cost: 8." in reply.said("result")


# --- answer evaluation -------------------------------------------------------------------------


def test_evaluation_names_the_points_that_code_finds_and_asks_about_one_that_is_missing(
    room: Classroom,
) -> None:
    reply = ANSWER.begun(room).replies[0]

    assert "“merge sort always splits in the middle" in reply.text
    assert reply.questions == 1
    assert not any(point in reply.text for point in POINTS[1:])


def test_evaluation_calls_nothing_wrong_that_it_does_not_find(room: Classroom) -> None:
    said = ANSWER.begun(room).replies[0].text.replace("not wrong for that", "")

    assert not any(word in said for word in ("wrong", "incorrect", "mistake", "false"))


def test_without_a_solution_the_passage_is_what_an_answer_is_held_against(room: Classroom) -> None:
    answer = "assignment 1 item 3: a recursive procedure ends if every chain reaches its base case"
    reply = room.student().asks(answer, "evaluation")

    assert "section “4 Recursion”" in reply.text


# --- of every reply ----------------------------------------------------------------------------


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_one_question_at_a_time_and_few_words_of_the_tutors_own(
    room: Classroom, subject: Subject
) -> None:
    student = subject.begun(room)
    for message in ("I'm stuck", "why?", "hint", "hint", "just tell me", "hint", "hint"):
        student.asks(message)

    for reply in student.replies:
        told = re.sub(r"(?s)```.*?```", " ", reply.text).split()
        own = [text for text in told if "exercise" not in reply.roles]
        assert reply.questions <= 1
        assert len(own) <= MOST_WORDS
        assert len(reply.quotes) <= MOST_PLACES


def test_a_problem_that_lacks_something_is_asked_about_once(room: Classroom) -> None:
    lacking = f"Run uniform-cost search to T on the undirected graph with the edges {TASK_GRAPH}."
    student = room.student("open")
    asked = student.asks(lacking)

    assert asked.questions == 1
    assert not asked.tables
    assert "start" in asked.text
