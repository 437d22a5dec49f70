"""What students say of a run in plain words: a reaction, then one question that can be answered.

The students' turns are those of two model conversations; facts and keys are pinned, not sentences.
"""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.conversation.talks_of_runs import after, left_by, text_of
from tests.sentences import says
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import TraceShown

ITEM = "can u help me w assignment 1 item 3"
OWN_TRACE = (
    "dijkstra from S, edges S-A 4, S-B 1, B-A 2, B-C 6, A-C 1, A-D 5, C-D 2. "
    "mine: S 0: A=4 B=1 / B 1: A=3 C=7 / C 7: D=9 / A 3: D=8 / D 8. ok?"
)


def asks_for(replied: Replied) -> tuple[str, str | None, str | None]:
    """Return what the reply leaves as the answer to its question."""
    awaited = left_by(replied).awaited
    assert awaited is not None
    return awaited.kind, awaited.node, awaited.quantity


# --- an assignment's item -----------------------------------------------------------------------


def test_of_the_nodes_expanded_the_right_ones_are_named_and_the_one_too_many(
    learner: Learner,
) -> None:
    said = after(learner, ITEM, "i think A* expands P Q R T G and also U")

    assert left_by(said).answered == "partly"
    assert says(text_of(said), "trace_claims.nodes_right")
    assert "P, Q, R, T and G" in text_of(said)
    assert says(text_of(said), "trace_claims.extra")
    assert asks_for(said) == ("value", "U", "f")


def test_half_of_a_value_is_told_as_that_and_the_other_half_is_asked_for(learner: Learner) -> None:
    said = after(learner, ITEM, "i think A* expands P Q R T G and also U", "5, cause h(U)=5")

    assert "h(U) = 5" in text_of(said)
    assert says(text_of(said), "trace_claims.h_alone")
    assert "10" not in text_of(said)
    assert asks_for(said) == ("value", "U", "g")


def test_pressed_for_the_solution_the_step_gets_smaller(learner: Learner) -> None:
    said = after(
        learner,
        ITEM,
        "i think A* expands P Q R T G and also U",
        "5, cause h(U)=5",
        "PLEASE just give me the solution its due tonight",
    )

    assert not [event for event in said.events if isinstance(event, TraceShown)]
    assert says(text_of(said), "trace_claims.not_handed_over")
    assert asks_for(said) == ("value", "R", "g")


def test_an_answer_that_runs_further_is_right_in_all_it_says(learner: Learner) -> None:
    learner.say(ITEM)
    plea = "PLEASE just give me the solution its due tonight"
    said = after(learner, "it expands P Q R T G and U", "5", plea, "3. so g(U)=5 and f is 10")

    assert left_by(said).answered == "right"
    for part in ("g(U) = 5", "f(U) = 10"):
        assert part in text_of(said)
    assert asks_for(said)[:2] == ("reason", "U")


def test_a_reason_is_complete_when_both_numbers_and_the_order_are_told(learner: Learner) -> None:
    first = after(
        learner, ITEM, "it expands P Q R T G and U", "f(U) is 10", "bc 10 is bigger than 8"
    )
    awaited = left_by(first).awaited
    assert awaited is not None
    assert awaited.covered == ("value", "other")
    assert says(text_of(first), "trace_claims.ask_reason_order")

    done = learner.say("smallest f comes out first, so G with 8 leaves before U and then its over")
    assert says(text_of(done), "trace_claims.reason_complete")
    assert left_by(done).reasoned == ("U",)

    rows = learner.say("ok f: P 6, Q 7, R 7, T 8, G 8. am i right or not")
    assert left_by(rows).correct
    assert "never expands U" not in text_of(rows)  # it was told


# --- an own trace --------------------------------------------------------------------------------


def test_done_is_answered_where_no_value_changes_any_more(learner: Learner) -> None:
    said = after(learner, OWN_TRACE, "A. then C is 4 and D 8", "then C 4, D 6. done?")

    assert left_by(said).answered == "right"
    assert says(text_of(said), "trace_claims.values_final")
    assert asks_for(said) == ("path", "D", None)


def test_a_right_cost_and_a_wrong_path_are_told_apart_and_the_sum_decides(learner: Learner) -> None:
    said = after(
        learner, OWN_TRACE, "A. then C is 4 and D 8", "then C 4, D 6. done?", "S B C D with 6?"
    )

    assert left_by(said).answered == "partly"
    assert says(text_of(said), "trace_reactions.cost_right_path_not")
    assert "9" in text_of(said)
    assert asks_for(said) == ("parent", "C", None)

    last = learner.say("oh A. S B A C D")
    assert left_by(last).answered == "right"
    assert says(text_of(last), "trace_claims.all_there")


def test_done_too_early_is_answered_by_what_still_waits(learner: Learner) -> None:
    said = after(learner, OWN_TRACE, "A. then C is 4 and D 8. done?")

    assert says(text_of(said), "trace_claims.nodes_wait")
    assert asks_for(said)[0] == "row"


# --- what a claim may not do ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "awaited"),
    [
        ("g(R) is 3", "right"),
        ("f(U) = 12", "not_yet"),
        ("it never expands U", "right"),
        ("U isn't expanded since 10 > 8", "right"),
        ("T leaves before R", "not_yet"),
        ("P Q R T get expanded, then it stops at G", "right"),
        ("7 nodes are expanded", "not_yet"),
        ("path P-Q-R-T-G costs 9", "partly"),
    ],
)
def test_each_claim_has_its_verdict(learner: Learner, claim: str, awaited: str) -> None:
    assert left_by(after(learner, ITEM, claim)).answered == awaited


def test_a_question_is_no_claim(learner: Learner) -> None:
    said = after(learner, ITEM, "what is f(U)?")
    assert left_by(said).answered is None or left_by(said).awaited == Expectation(
        kind="row", step=1
    )


def test_where_words_are_left_over_nothing_is_judged_and_what_was_read_is_named(
    learner: Learner,
) -> None:
    said = after(learner, ITEM, "f(U)=10 impossible")
    assert left_by(said).answered == "cannot_tell"
    assert "f(U) = 10" in text_of(said)
    assert asks_for(said)[0] == "row"
