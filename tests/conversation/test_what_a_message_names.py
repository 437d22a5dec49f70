"""What a message names itself is what it is about; who names nothing gets a place to begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.answering.question_features import asks_when
from tutor_app.domain.values import Event, Offers, Quote, Sentence
from tutor_app.understanding.claims import claim_of


def last_reply(demo_room: Classroom, *messages: str) -> Replied:
    with demo_room.learner() as learner:
        return [learner.say(message) for message in messages][-1]


def opened(events: Sequence[Event]) -> Iterator[Quote]:
    return (event for event in events if isinstance(event, Quote) and not event.quiet)


def marked(events: Sequence[Event]) -> str:
    return " ".join(mark.text for quote in opened(events) for mark in quote.marked)


def test_a_date_asked_for_beside_a_topic_is_found_with_what_the_test_covers(
    demo_room: Classroom,
) -> None:
    reply = last_reply(
        demo_room,
        "why does dijkstra fail with negative weights?",
        "ah, because of settled. wait, is this even in the midterm? and when is that",
    )
    assert "9 October" in marked(reply.events)
    assert "covers Lectures 1 and 2" in marked(reply.events)


def test_a_date_in_between_is_no_topic_to_go_on_with(demo_room: Classroom) -> None:
    reply = last_reply(
        demo_room,
        "why does dijkstra fail with negative weights?",
        "when is the midterm?",
        "9 October, fine. back to Dijkstra: why can't it take a out again when b turns up?",
    )
    assert {quote.kind for quote in opened(reply.events)} == {"textbook"}
    assert "settled" in marked(reply.events)


def test_a_page_that_several_files_have_is_that_of_the_file_spoken_of(demo_room: Classroom) -> None:
    reply = last_reply(
        demo_room,
        "why is A* optimal with an admissible heuristic?",
        "page 5 says something about reopening, what is that good for?",
    )
    assert {quote.document_name for quote in opened(reply.events)} == {
        "lecture-2-informed-search.pdf"
    }
    assert "reopen" in marked(reply.events)


def test_when_inside_a_why_asks_for_no_day() -> None:
    assert asks_when("and when is that")
    assert not asks_when("why is it kept when b turns up with the shorter way?")


def test_what_is_asked_counts_before_what_is_told_beside_it() -> None:
    text = "the notes say it is optimal if h is admissible. so is admissible enough for graphs too?"
    assert claim_of(text) == "so is admissible enough for graphs too?"


BEHIND = ("ugh. two weeks behind and the midterm is", "where do i even start?")


@pytest.mark.parametrize("message", BEHIND)
def test_who_cannot_begin_gets_the_first_section_and_a_question_that_anybody_can_answer(
    demo_room: Classroom, message: str
) -> None:
    events = last_reply(demo_room, message).events
    assert list(opened(events))[-1].headings[-1] == "1.1 Search problems"
    assert any(isinstance(event, Offers) for event in events)
    assert sum(isinstance(one, Sentence) and one.role == "question" for one in events) == 1


def test_who_names_a_test_is_shown_what_the_course_says_of_it(demo_room: Classroom) -> None:
    events = last_reply(demo_room, BEHIND[0]).events
    assert "9 October" in marked(events)
    assert "covers Lectures 1 and 2" in marked(events)


def test_who_still_cannot_begin_gets_the_next_piece_of_the_same_lecture(
    demo_room: Classroom,
) -> None:
    first = last_reply(demo_room, BEHIND[0]).events
    again = last_reply(demo_room, BEHIND[0], "no, its everything. i am lost").events
    assert [quote.document_name for quote in opened(again)] == ["lecture-1-uninformed-search.pdf"]
    assert marked(again) not in marked(first)


def test_feeling_low_over_nothing_in_particular_brings_no_dates(demo_room: Classroom) -> None:
    assert "October" not in marked(last_reply(demo_room, "this is so annoying").events)
