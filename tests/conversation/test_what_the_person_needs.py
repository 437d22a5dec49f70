"""Who is worn out, asks of the tutor, or wants an example of nothing named gets what fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.conversation.about_the_tutor import FACTS
from tutor_app.domain.values import AnswerDone, Event, Quote, Sentence


def last_reply(room: Classroom, *messages: str) -> Replied:
    with room.learner() as learner:
        return [learner.say(message) for message in messages][-1]


def opened(events: Sequence[Event]) -> Iterator[Quote]:
    return (event for event in events if isinstance(event, Quote) and not event.quiet)


def marked(reply: Replied) -> str:
    return " ".join(mark.text for quote in opened(reply.events) for mark in quote.marked)


def said(reply: Replied) -> list[str]:
    return [event.text for event in reply.events if isinstance(event, Sentence)]


def test_an_example_asked_for_without_a_subject_is_one_of_what_is_discussed(
    demo_room: Classroom,
) -> None:
    reply = last_reply(
        demo_room, "what is a consistent heuristic", "give me an example with numbers"
    )
    assert "Figure 2" in marked(reply)


@pytest.mark.parametrize("tired", ["my head is foggy today, i cant focus", "i'm so tired lol"])
def test_who_is_worn_out_gets_one_sentence_of_what_is_discussed(
    demo_room: Classroom, tired: str
) -> None:
    reply = last_reply(demo_room, "how does binary search work?", tired)
    (only,) = opened(reply.events)
    assert only.headings[-1] == "5.2 Binary search"
    assert only.paragraph == only.marked[0].text


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("can you read a photo?", "pictures"),
        ("do you remember me?", "memory"),
        ("can i upload my own notes", "files"),
    ],
)
def test_a_question_about_the_tutor_is_answered_by_what_is_so(
    demo_room: Classroom, question: str, fact: str
) -> None:
    told = FACTS[fact]
    slots = {"course": "Search and Graph Algorithms"} if fact == "files" else {}
    assert told(**slots) in said(last_reply(demo_room, question))


def test_what_the_rules_of_the_course_say_is_no_question_about_the_tutor(
    demo_room: Classroom,
) -> None:
    assert "one PDF" in marked(last_reply(demo_room, "do i hand in code or a pdf"))


@pytest.mark.parametrize(
    ("then", "doubts"),
    [
        ("that's wrong", True),
        ("are you sure?", True),
        ("but my lecturer said the opposite of that!!", True),
        ("thanks!", False),
        ("why?", False),
    ],
)
def test_that_the_last_answer_is_doubted_is_noted_for_staff(
    demo_room: Classroom, then: str, doubts: bool
) -> None:
    reply = last_reply(demo_room, "what is a consistent heuristic", then)
    (done,) = (event for event in reply.events if isinstance(event, AnswerDone))
    assert done.record.doubts == doubts
