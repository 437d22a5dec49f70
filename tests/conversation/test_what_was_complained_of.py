"""A complaint is told from what it asks; statements get their verdicts in order."""

from __future__ import annotations

import numpy as np
import pytest

from evals.hint_ladder.recorded_learner import Classroom
from tests.sentences import says
from tutor_app.answering.course_names import only_names
from tutor_app.conversation.heard.asked_anew import behind_lead, in_place_of
from tutor_app.conversation.heard.said_parts import read_said
from tutor_app.domain.values import Event, Quote, Sentence
from tutor_app.exercises.decided.parts_in_order import align_in_order
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.understanding.claims import without_auxiliaries


def replies(demo_room: Classroom, *messages: str) -> list[tuple[Event, ...]]:
    with demo_room.learner() as learner:
        return [learner.say(message).events for message in messages]


def words(events: tuple[Event, ...]) -> str:
    return "\n".join(event.text for event in events if isinstance(event, Sentence))


def opened(events: tuple[Event, ...]) -> list[str]:
    quotes = (event for event in events if isinstance(event, Quote) and not event.quiet)
    return [mark.text for quote in quotes for mark in quote.marked]


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("That quotation is about lists, I was asking about trees.", ["complaint", "meant"]),
        ("so no answer. i say no, it runs out of memory. right?", ["complaint", "claim", "check"]),
        ("fine so i was right.", ["vindicated"]),
        ("Could you go through them one by one?", ["each"]),
    ],
)
def test_a_message_is_divided_into_what_it_does(
    demo_room: Classroom, message: str, kinds: list[str]
) -> None:
    said = read_said(message, demo_room.services.embedder)
    assert [part.kind for part in said.parts] == kinds
    assert said.without() == message


def test_what_was_meant_is_told_from_the_words_that_lead_to_it() -> None:
    assert behind_lead("I was asking about trees.") == "trees."
    assert behind_lead("i asked about its memory") == "memory"
    assert in_place_of("how does kruskal work?", ["kruskal"], ["prim"]) == "how does work prim"


def test_a_complaint_is_answered_anew_and_what_was_shown_is_struck_out(
    demo_room: Classroom,
) -> None:
    first, second = replies(demo_room, "how does prim work", "didnt ask that. why is it correct?")
    assert says(words(second), "conversation_heard.sorry")
    assert not set(opened(first)) & set(opened(second))
    assert opened(second)[0].startswith("Prim’s algorithm is correct because")


def test_an_objection_is_no_wish_for_practice(demo_room: Classroom) -> None:
    (_, objected) = replies(
        demo_room,
        "assignment 2 item 6. if a round changes nothing then the next one changes nothing",
        "i just said it. tests stay false because dists dont change. you misread me",
    )
    assert "Question 1" not in words(objected)
    assert says(words(objected), "exercises_answers.stands_as_sent")


def test_of_two_statements_each_is_told_with_the_things_that_it_names(
    demo_room: Classroom,
) -> None:
    (told,) = replies(
        demo_room,
        "i say merge sort is recursive and needs no extra list. also quicksort on an already "
        "sorted list with the last one as pivot is n squared. both true?",
    )
    first, second = (
        next(quote.headings[-1] for quote in events)
        for events in (
            [event for event in told if isinstance(event, Quote)][:1],
            [event for event in told if isinstance(event, Quote)][1:],
        )
    )
    assert "Merge sort" in first and "Quicksort" in second
    assert words(told).index("1: “") < words(told).index("2: “")


def test_sentences_of_an_explanation_are_named_by_one(demo_room: Classroom) -> None:
    _, second, each, anew = replies(
        demo_room,
        "My summary. Merge sort is stable. Quicksort needs a second list. Right?",
        "What about the second one?",
        "Could you go through them one by one?",
        "I would now write the second one like this: merge sort needs a second list. Correct?",
    )
    assert "2: “" in words(second) and "1: “" not in words(second)
    assert words(each).index("1: “") < words(each).index("2: “")
    assert "2: “merge sort needs a second list" in words(anew)


def test_who_was_told_yes_and_says_so_was_right(demo_room: Classroom) -> None:
    *_, told = replies(demo_room, "is insertion sort stable", "see, i was right")
    assert says(words(told), "conversation_heard.right_all_along")
    assert not opened(told)


def test_a_question_with_a_wish_for_few_words_gets_one_sentence(demo_room: Classroom) -> None:
    _, told = replies(demo_room, "what is prim", "why is prims algorithm correct? one line pls")
    (quote,) = (event for event in told if isinstance(event, Quote) and not event.quiet)
    assert quote.paragraph == quote.marked[0].text


def test_a_name_alone_claims_nothing(demo_room: Classroom) -> None:
    index = demo_room.services.courses(COURSE)
    assert only_names("and merge sort?", index)
    assert only_names(without_auxiliaries("and prim doesnt?"), index)
    assert not only_names("and merge sort is stable?", index)


def test_points_are_given_to_parts_in_their_order() -> None:
    scores = np.array([[0.9, 0.1], [0.8, 0.3], [0.7, 0.2]])
    assert align_in_order(scores) == [0, 1, 1] or align_in_order(scores) == [0, 0, 1]
    assert align_in_order(np.array([[0.5, 0.4], [0.6, 0.1]])) == [0, 1]


def test_the_part_that_asks_for_a_reason_is_asked_for_where_the_other_is_there(
    demo_room: Classroom,
) -> None:
    (told,) = replies(demo_room, "assignment 3 item 8: keep the last two numbers and a count")
    assert says(words(told), "exercises_answers.still_open", part="why this is enough.")


def test_who_was_wrong_hears_no_yes(demo_room: Classroom) -> None:
    claim = "quicksort takes n squared steps when the last element of a sorted list is the pivot"
    last = replies(demo_room, "how fast is quicksort", f"{claim}, right?", "so i was wrong, yes?")

    assert not says(words(last[-1]), "conversation_heard.right_all_along")
