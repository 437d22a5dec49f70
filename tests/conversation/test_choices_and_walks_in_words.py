"""What a student says of a run in words of their own, over several turns: choices, walks, rows.

Graphs and voices are none of the readings'; facts and keys are pinned, not sentences.
"""

from __future__ import annotations

import pytest

from evals.hint_ladder.recorded_learner import Learner, Replied
from tests.conversation.talks_of_runs import after, left_by, text_of
from tests.sentences import says
from tutor_app.domain.values import TraceShown

ITEM = "assignment 1 item 3: my A* takes P, Q, T and G, is it good?"
ROOMS = "undirected edges K-L, K-M, L-N, L-O, M-O, N-R, O-R"
ROADS = "dijkstra from H, directed: H->I 3, H->J 9, I->J 4, I->N 8, J->N 2, N->R 1"
OWN_ROWS = f"{ROADS}\nmine:\ndone H, 0: I 3, J 9\ndone I, 3: J 7, N 8"


def shows_table(replied: Replied) -> bool:
    return any(isinstance(event, TraceShown) for event in replied.events)


# --- an item, told in words ----------------------------------------------------------------------


def test_a_choice_by_half_of_the_number_is_told_from_what_waits_rightly(learner: Learner) -> None:
    said = after(learner, ITEM, "once Q is out there are R and T. h(T) = 2 is smaller, so T")

    assert left_by(said).answered == "partly"
    assert says(text_of(said), "trace_claims.by_half", node="T", quantity="h")
    assert says(text_of(said), "trace_claims.ask_keys", quantity="f")


def test_sums_and_the_choice_they_lead_to_are_of_the_run_and_no_algebra(learner: Learner) -> None:
    learner.say(ITEM)
    learner.say("once Q is out there are R and T. h(T) = 2 is smaller, so T")
    said = learner.say("ah by f then: R has 3+4 = 7, T has 9+2 = 11 so R")

    assert left_by(said).answered == "right"
    assert "f(R) = 7" in text_of(said)
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.step == 4


def test_a_right_order_with_its_cost_leads_on_to_what_the_item_asks_beside(
    learner: Learner,
) -> None:
    learner.say(ITEM)
    learner.say("after Q there are R and T, so R")
    said = learner.say("after R it is T with 6+2 = 8, then G. order P Q R T G, cost 8")

    assert left_by(said).correct
    assert says(text_of(said), "exercises_answers.still_open") or "never expands U" in text_of(said)


def test_a_node_left_out_for_half_of_its_number_is_asked_for_the_whole(learner: Learner) -> None:
    learner.say(ITEM)
    learner.say("after Q there are R and T, so R")
    said = learner.say("U is never taken because h(U) = 5 is more than h(T) = 2")

    assert says(text_of(said), "trace_claims.half_decides_not")
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.node == "U"


def test_a_calculation_of_other_names_is_one_beside_a_run(learner: Learner) -> None:
    learner.say(ROADS)
    said = learner.say("other thing: 2x + 6 = 14, so 2x = 20 and x = 10. where is my slip?")

    assert said.record.work is not None
    assert said.record.work.kind == "calculation"


# --- rows that were read, and values said in words ----------------------------------------------


def test_rows_of_one_layout_with_one_wrong_value_are_judged(learner: Learner) -> None:
    said = after(learner, OWN_ROWS)

    assert left_by(said).wrong_step == 2
    assert left_by(said).awaited is not None


@pytest.mark.parametrize(
    "mended",
    ["N is 3+8 = 11, not 8", "row 2. J is 3+4=7 ok.. oh N should be 11", "N = 11 instead of 8"],
)
def test_a_value_mended_in_words_is_that_value_of_its_row(learner: Learner, mended: str) -> None:
    said = after(learner, OWN_ROWS, mended)

    assert left_by(said).answered in ("right", "so_far")
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.step == 3


def test_a_wrong_value_said_in_words_is_not_yet(learner: Learner) -> None:
    said = after(learner, OWN_ROWS, "N is 3+7 = 10")

    assert left_by(said).answered in ("not_yet", "partly")


def test_words_beside_a_typed_row_are_no_result(learner: Learner) -> None:
    said = after(
        learner, OWN_ROWS, "N is 11", "N 11 is fine, i did not take N. next one:\n3 | J | N 9"
    )

    assert left_by(said).wrong_step is None or left_by(said).wrong_step > 3
    assert left_by(said).correct is not True
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.step == 4


# --- walks, and two nodes side by side ----------------------------------------------------------


def test_a_walk_told_in_sentences_is_judged_and_no_table_is_shown(learner: Learner) -> None:
    said = after(
        learner,
        f"{ROOMS}. with bfs from K to R i take K, then L and M go in the queue, "
        "then i take M because it looks nearer, then i take L, then O",
    )

    assert not shows_table(said)
    assert left_by(said).wrong_step == 2
    assert says(text_of(said), "trace_pairs.walk_all_waits", node="K")


def test_why_not_the_other_one_gets_who_entered_first(learner: Learner) -> None:
    said = after(
        learner,
        f"{ROOMS}. with bfs from K to R i take K, then L and M go in the queue, "
        "then i take M because it looks nearer, then i take L, then O",
        "but why is it wrong to take M before L?",
    )

    assert "L in front of M" in text_of(said)
    assert says(text_of(said), "trace_pairs.so_which")
    assert not shows_table(said)


def test_a_right_walk_is_right(learner: Learner) -> None:
    said = after(learner, f"{ROOMS}. bfs from K to R: i start at K, then i take L, then i take M")

    assert left_by(said).wrong_step == 4  # the first row that is still to come
    assert says(text_of(said), "trace_replies.right_rows_so_far")


def test_a_jump_where_no_edge_is_gets_told_in_depth_first_search(learner: Learner) -> None:
    said = after(
        learner,
        f"{ROOMS}. dfs from K to R: i start with K, then i take L, from L i go to M, then i take R",
    )

    assert left_by(said).wrong_step is not None
    assert says(text_of(said), "trace_pairs.walk_no_edge", source="L", target="M")


def test_the_same_graph_from_other_ends_is_no_graph_of_one_edge(learner: Learner) -> None:
    said = after(
        learner,
        f"run dfs from R to K, {ROOMS}",
        "and bfs on the same edges, from K to R. is it K L M N O R?",
    )

    problem = left_by(said).problem
    assert problem.graph is not None
    assert (problem.algorithm, len(problem.graph.edges)) == ("bfs", 7)
    assert left_by(said).correct


def test_two_values_decide_between_two_nodes(learner: Learner) -> None:
    said = after(learner, ROADS, "I, J 7, N 11", "why J and not N?")

    assert says(text_of(said), "trace_pairs.both_wait")
    assert "7" in text_of(said)
    assert "11" in text_of(said)


def test_a_walk_on_a_figure_that_is_not_told_gets_asked_for_its_edges(learner: Learner) -> None:
    said = after(
        learner,
        "dfs on the figure 1 of lecture 1 from G to S: i start with G, then i take D, then A. ok?",
    )

    assert left_by(said).question is not None


# --- feelings beside a row, and short names of items --------------------------------------------


def test_a_row_with_a_feeling_behind_it_is_judged_as_the_row(learner: Learner) -> None:
    said = after(
        learner,
        "help me with assignment 1 item 2",
        "ok, P first and then Q 5 R 2? i am too slow for this",
    )

    assert left_by(said).answered == "partly"
    assert left_by(said).awaited is not None


def test_a_node_with_its_number_is_no_question_of_the_sheet(learner: Learner) -> None:
    said = after(
        learner, "help me with assignment 1 item 2", "i wrote it already: P first, then Q 5, R 2"
    )

    assert left_by(said).problem.algorithm == "ucs"
    assert left_by(said).answered == "partly"


def test_a_short_name_of_an_assignment_is_its_name(learner: Learner) -> None:
    said = after(
        learner, "asgn 2 item 1, dijkstra from s:\ns, 0: a 2, b 7\na, 2: b 5, c 10\ngood so far?"
    )

    assert left_by(said).wrong_step == 3
    assert says(text_of(said), "trace_replies.right_rows_so_far")
