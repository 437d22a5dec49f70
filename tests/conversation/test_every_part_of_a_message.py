"""Each part of a message about a run is judged or answered: steps, values, ways, states.

What a message asks beside a row gets its answer behind the verdict, and starts no other run.
"""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner
from tests.conversation.talks_of_runs import after, left_by, text_of
from tests.sentences import says
from tutor_app.domain.values import ProblemRead, Quote

ROADS = "dijkstra, undirected, start E: E-F 4, E-G 1, F-G 2, F-I 5, G-I 8, I-J 3."
HALLS = "bfs from C, undirected: C-D, C-F, D-H, F-H, F-I, H-J, I-J."
SHAFTS = "uniform-cost search from M to T, undirected: M-N 2, M-P 5, N-P 2, N-T 9, P-T 3."
STALLS = "dfs from C, undirected: C-D, C-F, D-H, F-H, F-I, H-J, I-J."


def test_a_step_told_with_its_reason_is_the_next_row(learner: Learner) -> None:
    said = after(
        learner,
        f"{ROADS} E first: F=4, G=1. then G is closed with 1, F drops to 3 and I gets 9. ok?",
        "F is smallest now with 3, so i settle F. from F to I is 5, so I = 8, which is better "
        "than 9. is I=8 final now?",
    )

    assert left_by(said).answered == "right"
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.step == 4
    assert says(text_of(said), "trace_spoken.final_not", node="I", value="8")


def test_a_value_that_is_asked_about_is_judged_with_its_cause(learner: Learner) -> None:
    said = after(
        learner,
        SHAFTS,
        "M first, OPEN has N 2 and P 5",
        "Then N. and T is 9 because the edge N-T is 9. is that right?",
    )

    assert left_by(said).answered in ("partly", "not_yet")
    assert says(text_of(said), "trace_claims.edge_alone", number="9", source="N")
    assert "11" not in text_of(said)


def test_a_way_that_is_told_follows_the_parents_of_the_run(learner: Learner) -> None:
    said = after(
        learner,
        f"{HALLS} C out, D and F in the queue. D out, H in. F out, I in.",
        "H out, J in. I adds nothing, J waits already. then J. so the way to J is C, F, I, J",
    )

    assert says(text_of(said), "trace_spoken.way_of_parents", path="C → F → I → J")
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.kind == "path"

    mended = learner.say("J was put in by H, and H by D. So C, D, H, J. why not C, F, I, J?")
    assert left_by(mended).answered == "right"
    assert says(text_of(mended), "trace_spoken.as_long_too", node="J", parent="H", other="I")


def test_a_node_that_is_added_twice_is_told_since_when_it_waits(learner: Learner) -> None:
    said = after(
        learner,
        f"{HALLS} First I take C, D and F go in the queue. Then I take D, it puts H. "
        "Then I take F, it puts H and I. Is that good?",
    )

    assert says(text_of(said), "trace_spoken.waits_already", node="H", row="step 2")
    assert not says(text_of(said), "trace_checks.expanded_closed_node")
    assert left_by(said).awaited is not None
    assert left_by(said).awaited.step == 3


def test_what_is_asked_of_another_algorithm_starts_no_run_of_it(learner: Learner) -> None:
    said = after(
        learner,
        f"{HALLS} C out, D and F in the queue.",
        "D adds H, so F, H wait. But with DFS, is a node also marked when it goes on the stack?",
    )

    assert not [event for event in said.events if isinstance(event, ProblemRead)]
    assert left_by(said).problem.algorithm == "bfs"
    assert left_by(said).answered in ("right", "so_far")
    assert says(text_of(said), "trace_spoken.marked_taken")


def test_an_order_under_another_algorithm_is_judged_as_the_course_writes_that(
    learner: Learner,
) -> None:
    asked = after(
        learner,
        f"{HALLS} C out, D and F in the queue.",
        "I think DFS goes C, D, H, J because it goes deep. when does DFS mark a node?",
    )
    assert says(text_of(asked), "trace_pairs.walk_right_up_to", nodes="C, D, H", node="J")
    assert left_by(asked).problem.algorithm == "bfs"

    taken_up = learner.say("ah, in DFS from H it must go to F, not J")
    assert says(text_of(taken_up), "trace_claims.next_after", node="F", after="H")


def test_rows_that_part_from_the_courses_own_search_are_right_with_a_word_on_it(
    learner: Learner,
) -> None:
    said = after(learner, f"{STALLS} I push without duplicates: C, then D, then H, then J. right?")

    assert says(text_of(said), "trace_spoken.course_marks", node="J", nodes="C, D, H")


def test_a_worry_at_the_end_is_answered_by_the_run_and_the_course(learner: Learner) -> None:
    said = after(
        learner,
        f"{ROADS} E first: F=4, G=1. then G, F drops to 3 and I gets 9. then F, I = 8. ok?",
        "then I with 8, J gets 11. then J, nothing changes. the way to J is E-G-F-I-J. "
        "could a closed node like G get smaller later, when I goes back to it?",
    )

    assert left_by(said).correct is True
    assert says(text_of(said), "trace_spoken.done_all")
    assert says(text_of(said), "trace_spoken.through", via="I", total="16", node="G")
    assert [event for event in said.events if isinstance(event, Quote)]


def test_why_it_must_be_so_is_told_by_the_course_and_how_it_came_about_by_the_run(
    learner: Learner,
) -> None:
    told = f"{ROADS} E first: F=4, G=1. then G is closed with 1, F drops to 3 and I gets 9. ok?"
    said = after(learner, told, "so why am I allowed to say G is finished with 1 forever?")
    (quote,) = [event for event in said.events if isinstance(event, Quote)]
    assert quote.headings[-1].startswith("Why Dijkstra")
    assert any("Any other path" in mark.text for mark in quote.marked)

    said = after(learner, told, "why did F change from 4 to 3?")
    assert not [event for event in said.events if isinstance(event, Quote)]


def test_what_a_letter_of_the_rows_means_is_told_beside_a_node_of_that_name(
    learner: Learner,
) -> None:
    said = after(learner, "ucs from S to G, undirected: S-A 1, A-G 2, S-G 4", "what does g mean?")

    assert says(text_of(said), "trace_columns.g")


def test_a_question_that_nothing_answers_is_said_to_be_open(learner: Learner) -> None:
    said = after(
        learner,
        f"{HALLS} C out, D and F in the queue.",
        "D out, H in. and why does my professor wear purple sandals on every Tuesday?",
    )

    assert left_by(said).answered in ("right", "so_far")
    assert says(text_of(said), "trace_spoken.nothing_found")


def test_a_node_that_comes_after_that_is_taken_as_well(learner: Learner) -> None:
    halls = f"{HALLS} Neighbours in alphabetical order."
    said = after(learner, halls, "so i went C first, after that i took F, n then D")

    assert left_by(said).answered == "partly"
    assert "F is not" in text_of(said)
