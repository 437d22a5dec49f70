"""Work holds the floor: what is asked beside it is answered shortly, and the work comes back."""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.sentences import says
from tutor_app.conversation.beside.column_meaning import MEANINGS
from tutor_app.domain.values import MaterialKind, Quote, Sentence

UCS = (
    "run uniform cost search from K to N on the undirected graph "
    "K-L 2, K-M 6, L-M 1, M-N 3, L-N 9. i'll do it myself"
)
PROGRAM = """find([1, 3, 5], 5) gives -1, it should be 2
def find(a, x):
    lo, hi = 0, len(a) - 1
    while lo < hi:
        m = (lo + hi) // 2
        if a[m] == x:
            return m
        if a[m] < x:
            lo = m + 1
        else:
            hi = m - 1
    return -1"""
ITEM = "assignment 1 item 4"


def quoted(reply: Replied) -> list[Quote]:
    return [event for event in reply.events if isinstance(event, Quote)]


def marked(reply: Replied) -> str:
    return " ".join(mark.text for quote in quoted(reply) for mark in quote.marked)


def said(reply: Replied) -> str:
    return "\n".join(event.text for event in reply.events if isinstance(event, Sentence))


def leads_back(reply: Replied) -> bool:
    return says(said(reply), "conversation_small_talk.back_to_question")


@pytest.mark.parametrize("work", [UCS, PROGRAM])
@pytest.mark.parametrize(
    ("asked", "kind", "word"),
    [
        ("hm wait, when is assignment 2 due", "assignment", "23 October"),
        ("when are the office hours", "logistics", "Tuesdays"),
        ("what is an admissible heuristic", "textbook", "overestimates"),
        ("why do we need a heuristic at all", "textbook", "estimate"),
    ],
)
def test_one_quote_answers_and_leads_back_once(
    learner: Learner, work: str, asked: str, kind: MaterialKind, word: str
) -> None:
    learner.say(work)
    reply = learner.say(asked)
    assert [quote.kind in (kind, "slides") for quote in quoted(reply)] == [True]
    assert word in marked(reply)
    assert leads_back(reply)
    assert not leads_back(learner.say("and what is a spanning tree?"))


def test_of_a_rule_with_two_parts_both_are_quoted(learner: Learner) -> None:
    learner.say(UCS)
    reply = learner.say("when is assignment 1 due, and can i hand it in late?")
    assert "25 September" in marked(reply)
    assert "late" in marked(reply)


@pytest.mark.parametrize(
    ("asked", "column"),
    [
        ("what does closed mean here?", "closed"),
        ("what is OPEN supposed to be", "open"),
        ("why do you want closed in the table", "closed"),
    ],
)
def test_a_column_is_explained_by_what_it_holds(learner: Learner, asked: str, column: str) -> None:
    learner.say(UCS)
    reply = learner.say(asked)
    assert MEANINGS[column]() in said(reply)
    assert leads_back(reply)
    assert not quoted(reply)


def test_the_date_of_the_item_at_hand_needs_no_name(learner: Learner) -> None:
    learner.say("assignment 1 item 3")
    assert "25 September" in marked(learner.say("when is this due?"))


def test_a_row_after_a_side_question_is_judged(learner: Learner) -> None:
    learner.say(UCS)
    learner.say("what does admissible mean?")
    left = learner.say("K, OPEN L 2, M 6").record.tracing
    assert left is not None
    assert left.answered == "right"


def test_a_question_of_a_node_is_about_the_run_also_after_a_quote(learner: Learner) -> None:
    learner.say(UCS)
    learner.say("K, OPEN L 2, M 6")
    learner.say("what does admissible mean?")
    assert learner.say("why K first").record.tracing is not None


@pytest.mark.parametrize(
    "back", ["ok", "back to my trace", "where were we", "hm let me get back to the table"]
)
def test_the_trace_comes_back_with_its_question(learner: Learner, back: str) -> None:
    learner.say(UCS)
    learner.say("what does admissible mean?")
    reply = learner.say(back)
    assert reply.record.tracing is not None
    assert "step 1" in said(reply)


def test_who_thanks_for_a_side_answer_is_not_led_back_again(learner: Learner) -> None:
    learner.say(UCS)
    learner.say("when are the office hours?")
    assert not leads_back(learner.say("ok thanks"))


def test_of_two_works_the_named_one_comes_back(learner: Learner) -> None:
    learner.say(PROGRAM)
    learner.say(UCS)
    assert learner.say("back to my code").record.work is not None
    assert learner.say("and now back to the trace").record.tracing is not None
    left = learner.say("K, OPEN L 2, M 6").record.tracing
    assert left is not None
    assert left.answered == "right"


def test_an_item_with_a_run_comes_back_as_its_run(learner: Learner) -> None:
    learner.say("assignment 1 item 3")
    learner.say("what does admissible mean?")
    assert learner.say("ok back to the item").record.tracing is not None


def test_a_message_about_the_tutor_leads_back(learner: Learner) -> None:
    learner.say(ITEM)
    assert leads_back(learner.say("hey btw who made you"))


def test_from_distress_nobody_is_led_back(learner: Learner) -> None:
    learner.say(UCS)
    assert not leads_back(learner.say("i cant sleep and im crying over this"))


def test_after_quotes_the_side_is_the_talk(learner: Learner) -> None:
    learner.say(UCS)
    learner.say("what is a spanning tree?")
    reply = learner.say("can you show me an example?")
    assert "Prim" in marked(reply)  # it grows the tree of a figure


def test_a_question_beside_rows_that_end_the_trace_is_answered(learner: Learner) -> None:
    learner.say(
        "doing ucs by hand from P to T, undirected edges P-Q 2, P-R 5, Q-R 1, Q-S 7, R-S 3, S-T 1\n"
        "1 P g0 open Q2 R5\n2 Q g2 open R5 S9\n3 R g5 open S8\nok so far?"
    )

    reply = learner.say("can R go down from 5 to 3 when its already in open, yes or no")

    assert reply.text
