"""A model numbers the sentences that decide: they come first, yes or no only with care."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from evals.answers.course_decisions import DecisionRow
from evals.answers.course_verdicts import measure_verdicts
from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.conversation.decided.tell_decisions import (
    ANSWERED_ABOVE,
    BORNE_OUT_ABOVE,
    BORNE_OUT_BEFORE,
    DENIED_BEFORE,
    LEFT_OPEN,
)
from tutor_app.conversation.heard.earlier_verdict import TAKEN_BACK, YOU_WERE_RIGHT
from tutor_app.conversation.heard.no_anew import NO_AFTER_ALL, STAYS_NO
from tutor_app.conversation.services import DecidesByCourse
from tutor_app.conversation.subject.claim_reply import ASKED, BORNE_OUT, DENIED, DOUBTED
from tutor_app.conversation.subject.explanation_verdicts import ALL_RIGHT, RIGHT
from tutor_app.conversation.subject.explanation_verdicts import DENIED as PART_DENIED
from tutor_app.conversation.subject.explanation_verdicts import DOUBTED as PART_DOUBTED
from tutor_app.domain.values import Quote, Sentence
from tutor_app.exercises.exercise_questions import TOLD_NO
from tutor_app.models.course_decider import CourseDecision, Kind, SaidInCourse
from tutor_app.wording.catalogue import Phrase
from tutor_app.wording.quote_sentences import ANSWERED_IN

WHY_FEWER = "why does a* with the manhattan distance look at fewer squares than without?"
BFS_OPTIMAL = "is bfs optimal whatever the edges cost?"
EQUAL_COSTS = "optimal only if all edges have the same cost"


@dataclass
class Decides:
    """Chooses the sentence with the given words, alone or among others, and keeps what it read.

    Alone it may be of another kind; of what has a word of `other` it says that instead.
    """

    words: str
    kind: Kind
    share: float = 0.99
    alone: float = 0.99
    alone_kind: Kind | None = None
    other: tuple[str, Kind] | None = None
    read: list[SaidInCourse] = field(default_factory=list)

    def __call__(self, said: SaidInCourse, stop: Callable[[], bool]) -> CourseDecision | None:
        self.read.append(said)
        at = next((n for n, one in enumerate(said.sentences) if self.words in one[1]), None)
        alone = len(said.sentences) == 1
        kind = (self.alone_kind or self.kind) if alone else self.kind
        if self.other is not None and self.other[0] in said.message:
            kind = self.other[1]
        if at is None or kind == "open":
            return CourseDecision(kind="open", places=(), share=0.9)
        return CourseDecision(kind=kind, places=(at,), share=self.alone if alone else self.share)


def replied(room: Classroom, decides: DecidesByCourse, *messages: str) -> Replied:
    with Classroom(room.course, decides=decides).learner() as learner:
        return [learner.say(message) for message in messages][-1]


def first_marked(reply: Replied) -> str:
    quote = next(event for event in reply.events if isinstance(event, Quote))
    return " ".join(mark.text for mark in quote.marked)


def all_marked(reply: Replied) -> list[str]:
    quotes = (event for event in reply.events if isinstance(event, Quote) and not event.quiet)
    return [" ".join(mark.text for mark in quote.marked) for quote in quotes]


def is_said(reply: Replied, lead_in: Phrase) -> bool:
    begins = [way.split("{")[0] for way in lead_in.plain]
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]
    return any(text.startswith(begin) for text in texts for begin in begins)


def test_the_sentence_that_answers_comes_first_and_its_neighbours_are_folded(
    demo_room: Classroom,
) -> None:
    reply = replied(
        demo_room, Decides(EQUAL_COSTS, "answer"), "when does bfs give the cheapest path"
    )

    assert EQUAL_COSTS in first_marked(reply)
    opened = [event for event in reply.events if isinstance(event, Quote) and not event.quiet]
    assert len(opened) == 1


def test_it_is_put_what_was_quoted_last(demo_room: Classroom) -> None:
    decides = Decides(EQUAL_COSTS, "answer")
    replied(demo_room, decides, "when is bfs optimal?", "and why is that so?")

    assert decides.read[0].before == ""
    assert EQUAL_COSTS in decides.read[-1].before


@pytest.mark.parametrize(
    ("kind", "share", "alone", "lead_in"),
    [
        ("right", 0.9, 0.9, BORNE_OUT),
        ("right", 0.6, 0.97, BORNE_OUT),
        ("right", 0.6, 0.8, ASKED),  # unsure among the others, and not sure alone
        ("right", 0.4, 0.97, ASKED),
        ("wrong", 0.6, 0.9, DOUBTED),
        ("wrong", 0.9, 0.99, DOUBTED),
        ("wrong", 0.9, 0.7, ASKED),  # unsure of the sentence alone
    ],
)
def test_a_verdict_needs_two_readings_and_a_no_is_said_as_an_opinion(
    demo_room: Classroom, kind: Kind, share: float, alone: float, lead_in: Phrase
) -> None:
    asked = BFS_OPTIMAL if kind == "wrong" else "is bfs optimal if all edges have the same cost?"
    reply = replied(demo_room, Decides(EQUAL_COSTS, kind, share, alone), asked)

    assert is_said(reply, lead_in)
    assert EQUAL_COSTS in first_marked(reply)
    assert not is_said(reply, DENIED)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (BFS_OPTIMAL, EQUAL_COSTS),  # small graphs tell that it is not
        ("can A* stop as soon as the goal is generated?", "It stops when the goal is"),
    ],
)
def test_a_yes_that_something_else_denies_is_not_said(
    demo_room: Classroom, message: str, sentence: str
) -> None:
    reply = replied(demo_room, Decides(sentence, "right", 0.95, 0.99), message)

    assert not is_said(reply, BORNE_OUT)
    assert all_marked(reply)


def test_a_yes_that_is_asked_about_is_read_beside_what_stands_around_it(
    demo_room: Classroom,
) -> None:
    stops = Decides("It stops when the goal is removed", "right")
    denies = Decides("does not stop when", "wrong")

    def decides(said: SaidInCourse, stop: Callable[[], bool]) -> CourseDecision | None:
        return (stops if any(stops.words in one for _, one in said.sentences) else denies)(
            said, stop
        )

    said = "A* stops when the goal is removed from the queue, right?"
    doubt = "wait yes? which is it?"
    back, kept = (replied(demo_room, one, said, doubt) for one in (decides, stops))

    assert is_said(back, NO_AFTER_ALL) and "does not stop" in first_marked(back)
    assert not is_said(kept, NO_AFTER_ALL)


@pytest.mark.parametrize(
    ("message", "alone", "lead_in"),
    [
        ("can bfs be optimal whatever the edges cost", "wrong", DOUBTED),
        ("so it is optimal if all edges have the same cost??", "right", BORNE_OUT),
        ("is bfs optimal whatever the edges cost", "open", ASKED),
        ("is bfs optimal whatever the edges cost", "answer", ANSWERED_IN),
        ("when is bfs optimal?", "right", ANSWERED_IN),  # asks for no yes
        ("is bfs optimal or only complete?", "right", ANSWERED_IN),
    ],
)
def test_what_asks_for_yes_or_no_gets_it_from_the_sentence_that_answers(
    demo_room: Classroom, message: str, alone: Kind, lead_in: Phrase
) -> None:
    reply = replied(demo_room, Decides(EQUAL_COSTS, "answer", alone_kind=alone), message)

    assert is_said(reply, lead_in)
    assert EQUAL_COSTS in first_marked(reply)


def test_the_question_asked_last_is_answered_first(demo_room: Classroom) -> None:
    decides = Decides("last in, first out", "right")
    said = "what is the frontier of dfs? dfs takes the oldest node first. is its frontier a stack?"
    reply = replied(demo_room, decides, said)
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]

    assert texts[0].startswith(("Yes", "Right"))
    assert any("takes the oldest node" in text and BORNE_OUT_ABOVE() in text for text in texts[1:])


def test_what_was_quoted_is_not_quoted_again(demo_room: Classroom) -> None:
    decides = Decides("last in, first out", "answer", other=("so", "right"))
    ask = "which node does dfs take next?"
    again = replied(demo_room, decides, ask, "so the frontier of dfs is a stack??")
    denied = Decides("last in, first out", "answer", other=("so", "wrong"))
    no = replied(demo_room, denied, ask, "so the frontier of dfs is a queue??")

    assert [e.text for e in again.events if isinstance(e, Sentence)][:1] == [BORNE_OUT_BEFORE()]
    assert is_said(no, DENIED_BEFORE)
    assert not all_marked(again) and not all_marked(no)


def test_a_no_that_is_asked_about_is_read_anew(demo_room: Classroom) -> None:
    claim = "bfs is optimal whatever the edges cost, right?"
    why = "why is that a no? i said it is optimal with any cost of the edges, did i get it wrong"
    kept = replied(demo_room, Decides(EQUAL_COSTS, "wrong"), claim, why)
    unsure = Decides(EQUAL_COSTS, "wrong", other=("any cost", "open"))
    taken = replied(demo_room, unsure, claim, why)
    sure = Decides(EQUAL_COSTS, "wrong", other=("any cost", "right"))
    right = replied(demo_room, sure, claim, why)
    beside = (
        "why is that a no? i thought it counts edges"  # another thing, and no word on the first
    )
    aside = Decides(EQUAL_COSTS, "wrong", other=("counts", "right"))
    other = replied(demo_room, aside, claim, beside)

    assert is_said(kept, STAYS_NO) and EQUAL_COSTS in first_marked(kept)
    assert is_said(taken, TAKEN_BACK) and not all_marked(taken)
    assert is_said(right, YOU_WERE_RIGHT) and EQUAL_COSTS in first_marked(right)
    assert is_said(other, STAYS_NO) and not is_said(other, YOU_WERE_RIGHT)


def test_nearly_the_courses_own_words_are_right_whatever_it_says(demo_room: Classroom) -> None:
    said = "breadth-first search is optimal only if all edges have the same cost, right?"
    reply = replied(demo_room, Decides(EQUAL_COSTS, "wrong"), said)

    assert not is_said(reply, DOUBTED)
    assert is_said(reply, BORNE_OUT)
    assert EQUAL_COSTS in first_marked(reply)


def test_what_is_left_open_is_answered_as_without_it(demo_room: Classroom) -> None:
    decides = Decides(EQUAL_COSTS, "open")
    reply = replied(demo_room, decides, WHY_FEWER)
    with demo_room.learner() as learner:
        alone = learner.say(WHY_FEWER)

    assert decides.read
    assert first_marked(reply) == first_marked(alone)


@pytest.mark.parametrize(
    "message",
    [
        "hello!",
        "S-A 1, S-B 4, A-C 2, B-C 1: run bfs from S",
        "def f(n):\n    return f(n - 1)\nwhy does it crash",
        "assignment 1 item 2",
        "quiz me on dijkstra",
    ],
)
def test_it_is_not_asked_of_what_asks_nothing_of_the_subject(
    demo_room: Classroom, message: str
) -> None:
    decides = Decides(EQUAL_COSTS, "answer")
    replied(demo_room, decides, message)

    assert not decides.read


def test_a_sentence_of_an_explanation_that_its_words_leave_open_is_read_by_it(
    demo_room: Classroom,
) -> None:
    explained = (
        "BFS takes nodes in the order they were generated and its frontier is a FIFO queue. "
        "The way that it finds is the cheapest one as long as every step has one price."
    )
    reply = replied(demo_room, Decides(EQUAL_COSTS, "right"), explained)
    doubtful = replied(demo_room, Decides(EQUAL_COSTS, "wrong"), explained)

    assert any(EQUAL_COSTS in marks for marks in all_marked(reply))
    assert is_said(reply, ALL_RIGHT)
    assert not is_said(doubtful, RIGHT)
    assert not is_said(doubtful, ALL_RIGHT)
    assert any(EQUAL_COSTS in marks for marks in all_marked(doubtful))
    assert is_said(doubtful, PART_DOUBTED)
    assert not is_said(doubtful, PART_DENIED)


def test_what_words_deny_of_an_explanation_is_right_where_it_says_so(demo_room: Classroom) -> None:
    explained = (
        "could you check my summary? Dijkstra keeps a number for every node and in every step it "
        "settles the node whose number is smallest. When a node is settled, the edges leading out "
        "of it are relaxed. That is why no weight may be negative."
    )
    reply = replied(demo_room, Decides("relaxes all edges that leave it", "right"), explained)

    assert is_said(reply, RIGHT)
    assert not is_said(reply, PART_DENIED)


def test_what_leans_on_the_claim_before_it_is_read_of_the_same_thing(demo_room: Classroom) -> None:
    decides = Decides("first in, first out", "right")
    reply = replied(
        demo_room,
        decides,
        "what does bfs cost?",
        "bfs has a first in, first out queue. its frontier is a queue.",
    )
    put = [said.message for said in decides.read]
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]

    assert any("frontier is a queue" in text and "readth-first" in text for text in put)
    assert any("its frontier is a queue" in text for text in texts)
    # both are decided by one sentence, which is shown once
    assert any("its frontier is a queue" in text and BORNE_OUT_ABOVE() in text for text in texts)
    assert sum("first in, first out" in marks for marks in all_marked(reply)) == 1


def test_what_is_left_open_beside_what_is_decided_is_said_to_be(demo_room: Classroom) -> None:
    decides = Decides("last in, first out", "right")
    said = "is the frontier of dfs a stack? and does kruskal sort the edges?"
    reply = replied(demo_room, decides, said)
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]

    assert any("kruskal" in text and LEFT_OPEN() in text for text in texts)


def test_no_part_leads_to_a_sentence_that_is_not_shown(demo_room: Classroom) -> None:
    decides = Decides("last in, first out", "answer")
    said = "what is the frontier of dfs? and in which order does dfs leave it?"
    reply = replied(demo_room, decides, said)
    shown = [event for event in reply.events if isinstance(event, Sentence | Quote)]
    leads = [event for event in shown if isinstance(event, Sentence) and event.text.endswith(":")]

    assert leads
    for lead in leads:
        behind = shown[shown.index(lead) + 1]
        assert isinstance(behind, Quote) and not behind.quiet


def test_a_sentence_near_to_two_claims_is_no_answer_to_the_second(demo_room: Classroom) -> None:
    decides = Decides("last in, first out", "wrong", alone=0.5)
    said = "the frontier of dfs is a queue? and dfs takes the oldest node first?"
    reply = replied(demo_room, decides, said)
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]

    assert sum("last in, first out" in marks for marks in all_marked(reply)) == 1
    assert not any(ANSWERED_ABOVE() in text for text in texts)


# --- an answer to an item ---------------------------------------------------------------------


def test_a_doubt_beside_an_answer_gets_its_no_and_is_no_part_of_the_answer(
    demo_room: Classroom,
) -> None:
    decides = Decides("all later rounds change nothing", "wrong")
    reply = replied(
        demo_room,
        decides,
        "Assignment 2 item 6: no distance got lower, so nothing was left to improve there.",
        "Couldn't something drop in the next round after all, in another order?",
    )

    assert is_said(reply, TOLD_NO)
    assert reply.record.work is not None and not reply.record.work.covered
    points = [said.message for said in decides.read if "dist at its beginning" in said.message]
    assert points, "the points of the item were put to it"
    texts = [event.text for event in reply.events if isinstance(event, Sentence)]
    assert not any(point in text for point in points for text in texts)


# --- how yes and no are measured --------------------------------------------------------------


def test_yes_and_no_to_labelled_questions_are_counted(demo_room: Classroom) -> None:
    rows = [
        DecisionRow(
            sentences=(
                ("1.3", f"Breadth-first search is {EQUAL_COSTS}, because it counts edges."),
            ),
            before="",
            message=BFS_OPTIMAL,
            verdict=verdict,
            decided_by=(0,),
        )
        for verdict in ("wrong", "open")
    ]
    services = replace(demo_room.services, decides=Decides(EQUAL_COSTS, "wrong"))
    counted = measure_verdicts(rows, [services])

    assert (counted["no to wrong"], counted["no to open"], counted["rows"]) == (1, 1, 2)
