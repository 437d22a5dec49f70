"""Reasons, rows and lists of a run as students put them among words: read for what they are.

A reason names edges of the graph on the table and brings none; rows stand in one line, behind a
problem or between sentences; what is right in another reading is not called wrong.
"""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner
from tests.conversation.talks_of_runs import after, left_by, text_of
from tests.sentences import says
from tutor_app.conversation.trace_replies.in_sentences.held_to_words import denies_some
from tutor_app.domain.values import ProblemRead, Quote

MOORS = "UCS from K to N, undirected, edges K-L 4, K-M 1, L-M 2, L-N 5, M-O 6, O-N 2, L-O 1."
STALE = f"{MOORS}\nmy rows:\nK 0 | M 1, L 4\nM 1 | L 4, O 7\nL 4 | O 5, N 9\nok so far?"
CANALS = (
    "dijkstra from p, directed: p>q 3, p>r 7, q>r 2, q>t 9, r>t 1, t>u 4. mine: i settle p with 0, "
    "then q is 3 and r is 7. then i settle q, r becomes 5 and t 12. then i settle t with 12 "
    "because it is new, and u gets 16. right?"
)
STREETS = "bfs from A to F, undirected: A-B, A-C, B-D, C-D, D-E, C-E, E-F"


# --- a reason that adds up edges ------------------------------------------------------------------


def test_edges_in_a_reason_are_no_new_graph_and_their_sum_is_judged(learner: Learner) -> None:
    said = after(learner, STALE, "hm the third row? since K-L is 4 and L-N is 5 thats 9. is 9 bad?")

    assert left_by(said).problem.graph == left_by(learner.say("?")).problem.graph
    assert says(text_of(said), "trace_reactions.sum_right")
    assert says(text_of(said), "trace_reactions.rests_on")
    assert says(text_of(said), "trace_reactions.row_is_later")
    assert says(text_of(said), "trace_reactions.still_least")


def test_the_value_that_the_sum_rested_on_mends_the_row(learner: Learner) -> None:
    said = after(learner, STALE, "row 3? because K-L is 4 and L-N is 5 so 9", "no, L is 3 then")

    mended = left_by(said).attempt
    assert mended is not None
    assert {"node": "L", "g": 3} in tuple(mended.rows[1]["open"])  # type: ignore[arg-type]


def test_a_weight_that_is_told_wrong_in_a_reason_is_named(learner: Learner) -> None:
    said = after(learner, STALE, "but K-L is 4 and L-N is 7, so thats 11")

    assert says(text_of(said), "trace_reactions.other_weight")
    assert not [event for event in said.events if isinstance(event, ProblemRead)]


def test_whether_a_row_is_the_wrong_one_is_answered(learner: Learner) -> None:
    later = after(learner, STALE, "its still the same graph. i mean row 3. is row 3 the mistake?")
    assert says(text_of(later), "trace_reactions.row_is_later")

    assert says(text_of(learner.say("is the second row wrong?")), "trace_reactions.row_named_right")


def test_another_graph_is_still_another_problem(learner: Learner) -> None:
    said = after(learner, STALE, "ucs from K to N: K-L 1, L-M 2, M-N 3, K-N 9")

    graph = left_by(said).problem.graph
    assert graph is not None
    assert len(graph.edges) == 4


# --- rows among words -----------------------------------------------------------------------------


def test_rows_right_behind_the_problem_need_no_word_that_announces_them(learner: Learner) -> None:
    said = learner.say(f"{MOORS}\nK 0 | M 1, L 4\nM 1 | L 3, O 7\nL 3 | O 4, N 8\nlike this?")

    assert says(text_of(said), "trace_replies.right_rows_so_far")


def test_rows_in_one_line_go_on_from_the_row_that_is_named(learner: Learner) -> None:
    rows = f"{MOORS} rows: K 0 | M 1, L 4 ; M 1 | L 3, O 7 ; M 1 | L 3, O 7. ok?"
    said = after(learner, rows, "row 3, L 3 goes first: L 3 | O 4, N 8 ; O 4 | N 6 ; N 6. now?")

    assert left_by(said).correct is True


def test_states_of_a_queue_may_stand_between_commas(learner: Learner) -> None:
    said = after(learner, STREETS, "queue: B C, C D, D E, E, F, done")

    assert left_by(said).correct is True


def test_a_state_that_lost_a_node_is_placed_at_its_step(learner: Learner) -> None:
    said = after(learner, STREETS, "queue: B C, C D, D, E, F. finished?")

    assert says(text_of(said), "trace_reactions.rows_then_not")
    assert left_by(said).wrong_step == 3


def test_a_node_called_as_a_question_is_no_item(learner: Learner) -> None:
    said = learner.say("item 2 of assignment 1. P 0 | Q 2, R 5 ; Q 2 | R 3, T 9. ok so far?")

    assert says(text_of(said), "trace_replies.right_rows_so_far")


# --- what is right in another reading -------------------------------------------------------------


def test_a_row_told_twice_is_one_row(learner: Learner) -> None:
    said = after(
        learner,
        CANALS,
        "oh r, 5 is less. then r makes t 6 and then t settled 6 and u gets 10 and then u 10. good?",
    )

    assert left_by(said).correct is True


def test_what_is_wrong_with_a_right_node_is_answered_with_that_nothing_is(learner: Learner) -> None:
    said = after(
        learner,
        CANALS,
        "ah r, 5 is less. then r makes t 6 and then t settled 6 and u gets 10 and then u 10. ok?",
        "whats wrong with r? from r to t is 1 so 6. why not?",
    )

    assert says(text_of(said), "trace_reactions.cells_right")
    assert says(text_of(said), "trace_reactions.sum_right")


def test_of_a_right_node_that_no_reply_blamed_nothing_is_taken_back(learner: Learner) -> None:
    said = after(learner, CANALS, "step 2", "whats wrong with p?")

    assert says(text_of(said), "trace_reactions.cells_right")
    assert not says(text_of(said), "trace_reactions.taken_back")


# --- beside an open trace -------------------------------------------------------------------------


def test_two_algorithms_are_compared_beside_a_trace_and_it_leads_back(learner: Learner) -> None:
    said = after(learner, f"{STREETS}. my order: A, C", "compare BFS and A*")

    assert [event for event in said.events if isinstance(event, Quote)]
    assert not says(text_of(said), "trace_reactions.cannot_tell")


def test_who_understands_nothing_at_all_gets_a_smaller_step_of_the_trace(learner: Learner) -> None:
    said = after(
        learner, STALE, "whats the difference between bfs and dfs", "i dont understand ANYTHING"
    )

    assert left_by(said).key
    assert "step 2" in text_of(said)


def test_a_node_that_must_not_be_taken_is_no_row() -> None:
    row = [{"step": 2, "node": "B"}]
    assert denies_some(row, "Which row would you look at again?", "You can't take B before A.")
    assert not denies_some(row, "Which node is selected in step 2?", "then i take B")
