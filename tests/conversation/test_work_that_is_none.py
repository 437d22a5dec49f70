"""What the tutor takes for work, and is none, is left in one turn; remarks are no claims."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.conversation.heard.said_at_work import read_at_work, without_remarks
from tutor_app.domain.values import Quote, Sentence

WRONG = "3 + 4 = 7, 7 * 2 = 15. right?"


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def marked(reply: Replied) -> str:
    return " ".join(m.text for e in reply.events if isinstance(e, Quote) for m in e.marked)


def test_a_denied_calculation_is_put_away_and_comes_back_where_it_is_named(
    learner: Learner,
) -> None:
    learner.say(WRONG)
    asked = learner.say("i am not calculating anything. does prim work with negative weights?")
    goes_on = learner.say("and what is a cut?")
    back = learner.say("back to my calculation. 7 * 2 = 14")

    assert says(said(asked), "conversation_heard.misread")
    assert "Negative weights do no harm" in marked(asked)
    for reply in (asked, goes_on):
        assert "15" not in said(reply)
        assert not says(said(reply), "conversation_small_talk.back_to_question")
    assert asked.record.work is not None and asked.record.work.stopped
    assert back.record.work is not None and back.record.work.verdict == "right"


def test_a_question_on_another_subject_is_answered_beside_work(learner: Learner) -> None:
    learner.say(WRONG)
    beside = learner.say("so every admissible heuristic is consistent, did i get that right?")
    assert "Not every admissible heuristic is consistent." in marked(beside)
    assert says(said(learner.say("ah, 7 * 2 = 14")), "calculations_replies.right_now")

    learner.say("assignment 2 item 5: every tree has V-1 edges, so all grow by 10(V-1)")
    beside = learner.say("so every admissible heuristic is consistent, did i get that right?")
    assert "Not every admissible heuristic is consistent." in marked(beside)
    assert beside.record.work is None


def test_a_run_that_nobody_wanted_is_put_away(learner: Learner) -> None:
    learner.say("run dijkstra from S: S-A 4, S-B 1, B-A 2, A-C 5, B-C 8")
    asked = learner.say("no i didnt want to run it. i asked why dijkstra fails with negative edges")
    row = learner.say("B, with A 3 and C 9")

    assert says(said(asked), "conversation_heard.misread")
    assert "never changes a settled node" in marked(asked)
    assert asked.record.tracing is not None and asked.record.tracing.stopped
    assert row.record.tracing is not None and not row.record.tracing.stopped


@pytest.mark.parametrize(
    "goes_on",
    ["no, i mean 3 instead of 2", "that's not right, row 3 is C"],
)
def test_what_goes_on_with_the_work_denies_nothing(demo_room: Classroom, goes_on: str) -> None:
    embedder = demo_room.services.embedder
    assert not any(one.leaves for one in read_at_work(goes_on, embedder))
    assert without_remarks(f"k whatever. {goes_on}", embedder) == goes_on
    assert without_remarks("k whatever.", embedder) == "k whatever."
