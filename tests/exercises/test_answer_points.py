"""An answer and the points of a solution: those found are named, one more is asked for."""

from __future__ import annotations

from tests.doubles.assignments import (
    EARLY,
    LEVELS,
    SECTION,
    Talk,
    queue_book,
    queue_item,
    roles,
    words,
)
from tests.sentences import says
from tutor_app.domain.values import Quote, Sentence
from tutor_app.understanding.act_classifier import DialogueAct

HALF = "A queue keeps the nodes of each level together."
REST = "Nodes of deeper levels are appended behind the others."
FIRST_PART = "Explain why the search goes level by level."
SECOND_PART = "Show it on a graph of your own."
OWN_GRAPH = "Any graph of your own will do in which the root has two children."
PLEAS: tuple[tuple[str, DialogueAct], ...] = (
    ("just give me the solution", "help.solution"),
    ("simpler please", "ask.simpler"),
    ("ok", "react.ack"),
    ("now?", "react.ack"),
)
PRAISE = "Your answer has all 2 points of the solution to item 1 of assignment 1."


def talk() -> Talk:
    return Talk(wanted="evaluation")


def test_all_points_found_is_said_plainly_and_nothing_is_asked() -> None:
    said = talk().say(f"hw1 q1: {HALF} {REST}")

    assert roles(said) == ["verdict"]
    assert words(said).startswith(PRAISE)


def test_what_is_found_is_named_in_the_students_own_words() -> None:
    said = words(talk().say(f"My answer to hw1 q1: {HALF}"))

    assert f"your answer has 1: “{HALF[:-1]}”" in said
    assert LEVELS not in said


def test_one_missing_point_is_asked_for_by_its_part_and_never_by_its_content() -> None:
    events = talk().say(f"hw1 q1: {HALF}")

    assert roles(events).count("question") == 1
    assert says(words(events), "exercises_answers.part_goes_on", part=FIRST_PART)
    assert not any(word in words(events) for word in ("deeper", "appended", EARLY))
    assert not any(isinstance(event, Quote) for event in events)


def test_what_is_not_found_is_not_called_wrong() -> None:
    said = words(talk().say("hw1 q1: Something else altogether about trees and forests."))

    assert says(said, "exercises_answers.may_miss")
    assert "I can't find the points of the solution" in said
    assert not any(
        word in said.casefold() for word in ("incorrect", "mistake", "is wrong", "false")
    )


def test_the_same_question_is_not_asked_twice() -> None:
    conversation = talk()
    first = conversation.say(f"hw1 q1: {HALF}")

    second = conversation.say(f"{HALF} That is what I have.")

    asked = [
        event.text
        for event in (*first, *second)
        if isinstance(event, Sentence) and event.role == "question"
    ]
    assert len(asked) == 2 == len(set(asked))


def test_where_no_point_is_found_the_courses_sentence_on_the_claim_stands_beside_it() -> None:
    said = talk().say("hw1 q1: A queue hands its nodes back in any order it likes.")

    (quote,) = (event for event in said if isinstance(event, Quote))
    assert quote.marked[0].text == SECTION
    assert says(words(said), "exercises_answers.beside_claim", section="“a” (a, page 1)")
    assert roles(said)[-1] == "question"


def test_who_wants_the_solution_when_every_point_is_there_is_told_so() -> None:
    conversation = talk()
    conversation.say(f"hw1 q1: {HALF}")

    said = conversation.say(f"{REST} Come on, tell me the full solution.", "help.solution")
    again = conversation.say("tell me the full solution", "help.solution")

    assert says(words(said), "exercises_answers.now_complete")
    assert says(words(again), "exercises_open_work.nothing_left")
    assert "question" not in roles(said) + roles(again)


def test_a_part_that_has_all_its_points_is_not_asked_for_again() -> None:
    book = queue_book(queue_item(solution=(LEVELS, OWN_GRAPH)))
    conversation = Talk(book, wanted="evaluation")
    conversation.say(f"hw1 q1: {HALF}")

    later = [conversation.say(text, act) for text, act in PLEAS]

    assert any(SECOND_PART in words(said) for said in later)
    assert not any(FIRST_PART in words(said) for said in later)


def test_an_answer_that_grows_complete_ends_the_ladder() -> None:
    conversation = talk()
    conversation.say(f"hw1 q1: {HALF}")

    said = conversation.say(f"{HALF} {REST}")

    assert "“Nodes of deeper levels" in words(said) and PRAISE in words(said)
    assert conversation.ladder[-1].cause == "right"


def test_an_answer_without_its_exercise_is_kept_until_that_is_named() -> None:
    conversation = Talk(queue_book(queue_item()), wanted="evaluation", cites=False)
    conversation.say(f"Bananas grow slowly.\n{HALF} {REST}")

    said = words(conversation.say("exercise 1 of assignment 1"))

    assert "2 points of the solution to item 1 of assignment 1" in said


def test_an_exercise_without_an_answer_asks_for_it() -> None:
    said = talk().say("hw1 q1")

    assert roles(said) == ["question"]
    assert "Send your answer to item 1 of assignment 1" in words(said)


def test_without_a_solution_the_passage_is_what_counts() -> None:
    said = words(talk().say("hw1 q2: The queue hands nodes back in the order in which they came."))

    assert "section “a” (a, page 1)" in said


def test_asking_for_the_solution_gets_an_offer_and_no_word_of_it() -> None:
    conversation = talk()
    conversation.say(f"hw1 q1: {HALF}")

    said = words(conversation.say("just tell me the solution", "help.solution"))

    assert says(said, "exercises_open_work.instead_of_answer")
    assert "appended" not in said
