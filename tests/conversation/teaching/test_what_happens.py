"""The table "what happens": what moves a learner on the hint ladder, and what does not."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import Classroom
from tests.conversation.teaching.subjects import (
    ANSWER,
    DEBUGGING,
    DECIDED,
    EXERCISE,
    PRESSES,
    STUCK,
    SUBJECTS,
    TRACING,
    UNRUN,
    WHY,
    Subject,
)
from tests.sentences import says
from tutor_app.understanding.act_classifier import ActClassifier, ActGuess, DialogueAct
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.turn_tokens import OnTable

every = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
decided = pytest.mark.parametrize("subject", DECIDED, ids=str)


class TakesFor(ActClassifier):
    """Takes some words for one act, which begins something else, and is sure of it."""

    def __init__(self, words: str, act: DialogueAct) -> None:
        super().__init__()
        self.words, self.act = words, act

    def classify(self, table: OnTable, last_words: str, message: str) -> ActGuess:
        if message != self.words:
            return super().classify(table, last_words, message)
        return ActGuess(
            act=self.act, confidence=0.9, second="react.ack", sure=True, about_table=False
        )


# --- the first message on a problem ------------------------------------------------------------


@every
def test_the_first_message_gives_the_first_level(room: Classroom, subject: Subject) -> None:
    assert subject.student(room).asks(subject.shows, subject.wanted).level == 1


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        (TRACING, "You have begun well"),
        (DEBUGGING, "`largest([-4, -2])` gives `0`"),
        (ANSWER, "your answer has 1: “merge sort always splits in the middle"),
    ],
    ids=str,
)
def test_what_is_right_in_own_work_or_was_seen_of_it_is_said_before_anything_is_asked(
    room: Classroom, subject: Subject, said: str
) -> None:
    reply = subject.student(room).asks(subject.shows, subject.wanted)

    assert said in reply.text
    assert reply.text.index(said) < reply.text.index("?")


def test_what_open_work_takes_up_is_said_and_nothing_is_asked_that_nobody_could_judge(
    room: Classroom,
) -> None:
    work = "assignment 1 item 3: a chain of calls may pass the base case by"  # it has no solution
    reply = room.student().asks(work, "validation")

    assert says(reply.text, "exercises_answers.course_says_so")
    assert "by the base" in reply.text or "“" in reply.text
    assert "?" not in reply.text


def test_words_of_the_exercise_itself_are_not_praised_as_the_students(room: Classroom) -> None:
    reply = room.student().asks("assignment 1 item 2: merge sort takes few steps", "validation")

    assert "takes up" not in reply.text


# --- "I'm stuck" --------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("words", [STUCK, "I don't know", NEXT_HINT])
def test_being_stuck_goes_one_up(room: Classroom, subject: Subject, words: str) -> None:
    assert subject.begun(room).asks(words).level == 2


@every
@pytest.mark.parametrize("taken_for", ["chat.smalltalk", "ask.fact", "help.solution"])
def test_the_button_is_heard_whatever_its_words_could_be_taken_for(
    room: Classroom, subject: Subject, taken_for: DialogueAct
) -> None:
    student = subject.begun(room, acts=TakesFor(NEXT_HINT, taken_for))

    assert student.asks(NEXT_HINT).level == 2


@pytest.mark.parametrize("subject", [DEBUGGING, UNRUN], ids=str)
@pytest.mark.parametrize("taken_for", ["ask.fact", "react.disagree", "tell.answer"])
def test_a_bare_why_beside_a_program_holds_the_level_whatever_it_is_taken_for(
    room: Classroom, subject: Subject, taken_for: DialogueAct
) -> None:
    student = subject.begun(room, acts=TakesFor("why?", taken_for))

    assert student.asks("why?").level == 1


@pytest.mark.parametrize("subject", [TRACING, DEBUGGING, UNRUN, EXERCISE], ids=str)
def test_the_partial_step_waits_once_for_an_attempt_and_is_then_given_to_who_presses(
    room: Classroom, subject: Subject
) -> None:
    student = subject.student(room)
    student.asks(subject.asks, subject.wanted)
    replies = [student.asks(STUCK) for _ in range(4)]

    assert [reply.level for reply in replies] == [2, 3, 3, 4]
    asked = ["I can say more." in reply.text for reply in replies]
    assert asked == [False, False, True, False]


@pytest.mark.parametrize("subject", [TRACING, DEBUGGING, UNRUN, EXERCISE], ids=str)
def test_the_partial_step_comes_after_an_attempt_however_wrong(
    room: Classroom, subject: Subject
) -> None:
    student = subject.student(room)
    student.asks(subject.asks, subject.wanted)
    for message in (STUCK, STUCK, subject.wrong[0]):
        student.asks(message)

    assert student.asks(STUCK).level == 4


# --- a new attempt ------------------------------------------------------------------------------


@decided
def test_wrong_at_the_same_place_stays_and_the_second_time_goes_one_up(
    room: Classroom, subject: Subject
) -> None:
    student = subject.begun(room)

    assert [student.asks(wrong).level for wrong in subject.wrong] == [1, 2]


@pytest.mark.parametrize("subject", [UNRUN], ids=str)
def test_an_attempt_that_nothing_can_decide_stays(room: Classroom, subject: Subject) -> None:
    student = subject.begun(room)

    assert [student.asks(another).level for another in subject.wrong] == [1, 1]


@decided
def test_right_further_than_before_is_praised_in_one_clause_and_begins_at_the_first_level(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 3)
    reply = student.asks(subject.further)

    assert reply.level == 1
    assert reply.text.startswith(
        ("You got further than before.", "It gets further than before.", "New in it")
    )


@pytest.mark.parametrize("subject", [TRACING, DEBUGGING, ANSWER, UNRUN], ids=str)
def test_a_right_attempt_is_said_plainly_and_ends_the_ladder(
    room: Classroom, subject: Subject
) -> None:
    student = subject.begun(room)
    student.asks(subject.wrong[0])
    reply = student.asks(subject.right)

    assert reply.level == 0
    assert any(
        plain in reply.text
        for plain in (
            "right",
            "as they should",
            "you want",
            "as it should",
            "nothing to add",
            "Good",
        )
    )
    assert reply.questions <= (subject is DEBUGGING)  # one more call, to foretell
    assert not reply.offers


# --- other words --------------------------------------------------------------------------------


@every
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_why_stays_and_says_the_hint_in_other_words_each_time(
    room: Classroom, subject: Subject, level: int
) -> None:
    student, hint = subject.at_level(room, level)
    replies = [student.asks(words) for words in (WHY, "why?", WHY)]

    assert [reply.level for reply in replies] == [level] * 3
    texts = [hint.text, *(reply.text for reply in replies)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("subject", [TRACING, EXERCISE], ids=str)
def test_where_no_other_words_are_left_the_way_on_is_said(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 4)
    for _ in range(2 if subject is TRACING else 5):
        reply = student.asks("why?")

    assert reply.level == 4
    assert "This hint is all said" in reply.text or "no other words" in reply.text
    assert NEXT_HINT in reply.offers


# --- the answer is asked for --------------------------------------------------------------------


@every
def test_pressing_stays_and_says_what_is_done_instead_and_offers_the_next_hint(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 2)
    replies = [student.asks(PRESSES) for _ in range(3)]

    assert [reply.level for reply in replies] == [2, 2, 2]
    assert all(NEXT_HINT in reply.offers and NEXT_HINT in reply.text for reply in replies)
    assert all(reply.questions <= 1 for reply in replies)
    assert len({reply.text for reply in replies}) == 3


# --- something else, and another problem --------------------------------------------------------


@every
def test_a_question_about_something_else_has_its_own_reply_and_the_ladder_waits(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 2)
    reply = student.asks("what does a queue hand out?")

    assert "oldest node" in reply.quoted
    assert reply.level is None
    assert student.asks(subject.asks, subject.wanted).level in (2, None)


@every
def test_another_problem_has_its_own_ladder_and_coming_back_finds_the_level(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 3)

    assert student.asks(subject.other, subject.wanted).level == 1
    back = student.asks(subject.shows if subject is ANSWER else subject.asks, subject.wanted)
    assert back.level == 3


@every
def test_the_level_is_found_on_another_day_too(room: Classroom, subject: Subject) -> None:
    student, _ = subject.at_level(room, 3)
    student.begin_again()
    back = student.asks(subject.shows if subject is ANSWER else subject.asks, subject.wanted)

    assert back.level == 3


@pytest.mark.parametrize("subject", [EXERCISE, ANSWER], ids=str)
def test_asking_for_the_solution_of_another_item_begins_that_items_ladder(
    room: Classroom, subject: Subject
) -> None:
    student, _ = subject.at_level(room, 3)
    reply = student.asks("what is the solution of item 3 of assignment 1?")

    assert reply.level == 1
    assert "item 3 of assignment 1" in reply.text
    assert says(reply.text, "exercises_open_work.instead_of_answer")
    assert student.asks("back to assignment 1 item 2", "validation").level == 3


def test_a_number_alone_is_an_item_of_the_sheet_at_hand(room: Classroom) -> None:
    student, _ = EXERCISE.at_level(room, 3)
    reply = student.asks("and item 3?")

    assert reply.level == 1
    assert "The idea behind item 3 of assignment 1" in reply.text


def test_asking_for_the_code_after_being_told_of_an_item_begins_its_hints(room: Classroom) -> None:
    student = room.student()
    student.asks("what does item 3 of assignment 1 want from me?")
    reply = student.asks("give me the proof")

    assert reply.level == 1
    assert says(reply.text, "exercises_open_work.instead_of_answer")


def test_doubt_about_a_complete_answer_is_not_told_that_there_was_no_verdict(
    room: Classroom,
) -> None:
    student = ANSWER.begun(room)
    student.asks(ANSWER.right)
    reply = student.asks("are you sure?")

    assert "every point is there" in reply.text
    assert reply.level is None
