"""With a model that decides, each thing that a message asks is put to it by itself, and told."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.conversation.test_the_course_decides import (
    Decides,
    is_said,
    replied,
)
from tutor_app.conversation.decided.tell_decisions import WHICH_ONE
from tutor_app.conversation.heard.earlier_verdict import YES_WAS_WRONG
from tutor_app.domain.values import Quote, Sentence
from tutor_app.models.course_decider import CourseDecision, SaidInCourse

MEMORY = "small memory"
FAST = "nearly sorted it is fast"


@pytest.mark.parametrize(
    "messages",
    [
        ("what do bfs and dfs need in memory?",),
        (
            "bfs vs dfs, which one finds the shallowest goal?",
            "and how much memory does each one need",
        ),
    ],
)
def test_what_is_asked_of_two_things_is_put_once_for_each(
    demo_room: Classroom, messages: tuple[str, ...]
) -> None:
    decides = Decides(MEMORY, "answer")
    reply = replied(demo_room, decides, *messages)
    put = [said.message for said in decides.read][-2:]
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]

    assert "readth-first" in put[0]
    assert "epth-first" in put[1]
    assert any("readth-first" in text for text in texts)
    assert any("epth-first" in text for text in texts)


def test_a_bare_name_asks_the_question_before_of_that_thing(demo_room: Classroom) -> None:
    decides = Decides(MEMORY, "answer")
    replied(demo_room, decides, "is merge sort stable? and quicksort?")

    assert [("stable" in said.message, "quicksort" in said.message) for said in decides.read] == [
        (True, False),
        (True, True),
    ]
    replied(demo_room, decides, "what if all weights are equal, would dfs do?", "dfs: yes or no?")

    assert "would dfs do" in decides.read[-1].message


def test_how_it_is_to_be_answered_is_no_claim_of_its_own(demo_room: Classroom) -> None:
    decides = Decides("It takes O(n²) steps when the pivot", "wrong")
    replied(
        demo_room,
        decides,
        "what does merge sort cost?",
        "is that so for reversed lists? Yes or no. And quicksort never becomes n squared.",
    )

    assert not any(said.message.startswith("Yes or no") for said in decides.read)
    assert any("quicksort never" in said.message for said in decides.read)


def test_a_follow_up_is_searched_in_the_sections_of_both_things_compared(
    demo_room: Classroom,
) -> None:
    decides = Decides("V − 1 times over", "answer")
    replied(
        demo_room,
        decides,
        "dijkstra vs bellman-ford, which one should i default to?",
        "why slower? it's the same relax step",
    )
    offered = " ".join(text for _, text in decides.read[-1].sentences)

    assert "V − 1 times over" in offered
    assert "relaxes all edges that leave it" in offered


def test_what_was_shown_last_is_not_offered_first_again(demo_room: Classroom) -> None:
    decides = Decides(MEMORY, "answer")
    replied(demo_room, decides, "how much memory does dfs need?", "ok and why is that")
    offered = [text for _, text in decides.read[-1].sentences]

    assert MEMORY in decides.read[-1].before
    assert all(MEMORY not in text for text in offered[:-1])


def test_which_one_is_answered_with_its_name_where_only_that_holds(demo_room: Classroom) -> None:
    class OfTwo(Decides):
        def __call__(self, said: SaidInCourse, stop: object) -> CourseDecision | None:
            if "? it's" in said.message:
                holds = "it's depth-first" in said.message
                return CourseDecision(kind="right" if holds else "wrong", places=(0,), share=0.9)
            return super().__call__(said, lambda: False)

    asked = "which one needs less memory, bfs or dfs?"
    named = replied(demo_room, OfTwo(MEMORY, "answer"), asked)
    unsure = replied(demo_room, Decides(MEMORY, "answer"), asked)

    begins = WHICH_ONE(name="depth-first search", place="")[:20]
    assert begins in _texts(named)
    assert begins not in _texts(unsure)


def test_a_model_that_is_late_once_is_asked_no_second_time(demo_room: Classroom) -> None:
    class Late(Decides):
        def __call__(self, said: SaidInCourse, stop: object) -> CourseDecision | None:
            self.read.append(said)
            return None

    late = Late(MEMORY, "answer")
    reply = replied(demo_room, late, "what do bfs and dfs need in memory?")

    assert len(late.read) == 1
    assert any(isinstance(event, Quote) for event in reply.events)


def test_a_yes_is_taken_back_where_the_sentence_was_read_otherwise(demo_room: Classroom) -> None:
    decides = Decides(FAST, "right")
    claim = "insertion sort is slow on a list that is almost sorted, right?"
    objection = "you said yes, but the sentence says it is fast. i said slow."
    beside = replied(demo_room, decides, claim, f"{objection} And is insertion sort stable?")
    agrees = replied(demo_room, decides, claim, "you said yes, so i was right about slow")

    assert "“fast”" in _texts(beside)
    assert is_said(beside, YES_WAS_WRONG)
    assert any("stable" in said.message for said in decides.read)
    assert not is_said(agrees, YES_WAS_WRONG)


def _texts(reply: Replied) -> str:
    return " ".join(event.text for event in reply.events if isinstance(event, Sentence))
