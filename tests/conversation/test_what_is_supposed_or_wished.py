"""Beside a trace: what would be if a rule were another, and what is wished for behind an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conversation.test_the_trace_on_the_table import begun
from tests.conversation.test_tracing_replies import shown, words
from tests.sentences import says
from tutor_app.conversation.trace_replies.on_claims.copy_claims import words_on_copy
from tutor_app.conversation.trace_replies.trace_wishes import supposes
from tutor_app.conversation.trace_replies.what_if import with_other_rule
from tutor_app.conversation.trace_replies.wish_behind import answer_before_plea
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.told_graph.supposed_graph import supposed_graph
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

UCS = (
    "Run uniform cost search from P to G on the undirected graph "
    "P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
)
DFS = (
    "Run DFS from M to Q on the undirected graph M-N, M-O, N-P, O-P, O-Q."
    " Push neighbours in alphabetical order."
)
STACK = Problem(
    algorithm="dfs",
    start="M",
    goal="Q",
    graph=Graph(
        nodes=("M", "N", "O", "Q"),
        edges=(Edge(source="M", target="N"), Edge(source="M", target="O")),
        directed=False,
        weighted=False,
    ),
)


def acts(act: DialogueAct) -> ActGuess:
    return ActGuess(act=act, confidence=0.9, second="tell.answer", sure=True, about_table=True)


FEELING = acts("react.feeling")


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("N. stack O. just give me the path", "N. stack O."),
        ("N, stack O, now tell me the rest", "N, stack O"),
        ("just give me the path", None),  # nothing is answered
        ("N. then Q ends the path", None),  # the last sentence names a node
    ],
)
def test_a_wish_behind_an_answer_names_nothing_of_the_run(message: str, answer: str | None) -> None:
    told = answer_before_plea(message, STACK, lambda _: acts("help.solution"))
    assert told == (None if answer is None else (answer, "help.solution"))


def test_a_feeling_behind_an_answer_leaves_the_answer() -> None:
    told = answer_before_plea("M, stack N O? i am too slow for this", STACK, lambda _: FEELING)
    assert told == ("M, stack N O?", "react.feeling")


def test_what_is_told_last_is_no_wish() -> None:
    message = "N. stack O. that is all there"
    assert answer_before_plea(message, STACK, lambda _: acts("tell.answer")) is None


def test_a_right_row_stays_right_when_the_path_is_wished_for_behind_it() -> None:
    learner = begun("predict", UCS)
    events = learner.say("P. Q 2, R 5. just tell me the path now")

    assert learner.left.answered == "right"
    assert learner.left.awaited == Expectation(kind="row", step=2)
    assert "2 more rows" in words(events)


def test_what_was_promised_for_the_third_row_is_shown() -> None:
    learner = begun("predict", UCS, "P. Q 2, R 5", "Q. R 3, T 9")
    events = learner.say("R. U 5, T 6. just tell me the path now")

    assert shown(events)[-1].upto is None
    assert learner.left.ladder[-1].cause == "all"


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        ("what if i push O before N?", "reverse_alphabetical"),
        ("and if neighbours are pushed in reverse alphabetical order?", "reverse_alphabetical"),
        ("what if i push N before O?", None),  # that is so already
        ("what if it is monday?", None),
    ],
)
def test_the_rule_supposed_is_stated_or_turns_two_nodes_round(
    message: str, rule: str | None
) -> None:
    other = with_other_rule(message, STACK)
    assert (None if other is None else other.conventions["neighbor_order"]) == rule


@pytest.mark.parametrize(
    ("message", "so"),
    [
        ("what if i push O before N?", True),
        ("do i push O before N?", False),
        ("if O comes before N it is M, O", False),  # told, not asked
    ],
)
def test_what_is_asked_under_an_if_is_supposed(message: str, so: bool) -> None:
    assert supposes(message) is so


def test_what_if_runs_a_copy_and_the_row_asked_for_stays() -> None:
    learner = begun("predict", DFS, "pop M, stack N O")
    said = words(learner.say("what if i push O before N? i think then M, N, P, O, Q"))

    assert "Yes: in the copy it is M, N, P, O, Q" in said
    assert learner.left.awaited == Expectation(kind="row", step=2)
    assert learner.left.problem.conventions.get("neighbor_order") == "alphabetical"


def test_an_order_that_does_not_come_out_is_not_confirmed() -> None:
    learner = begun("predict", DFS, "pop M, stack N O")
    said = words(learner.say("what if i push O before N? i think then M, P, O, Q"))
    assert "not M, P, O, Q" in said and "Yes" not in said


def test_what_is_claimed_of_another_graph_is_judged_on_its_run() -> None:
    learner = begun("predict", UCS, "P, Q 2 and R 5")
    known = learner.left.problem
    told = words(learner.say("what if Q-T is 1 and not 7? i think then T gets 3 and U stays 6"))

    assert says(told, "trace_reactions.copy_run") and says(told, "trace_copies.outcome_changes")
    assert "g(T) = 3" in told and learner.left.problem == known


def problem_of(message: str) -> Problem:
    reading = read_problem(message)
    assert reading is not None
    return reading.problem


ASTAR = (
    "A* from S to G, undirected: S-A 1, S-B 4, A-B 2, A-C 5, B-C 2, C-G 3, B-G 7. "
    "h(S)=7, h(A)=6, h(B)=4, h(C)=2, h(G)=0."
)
PRIM = "Run Prim from P, undirected: P-Q 4, P-R 3, Q-R 2, Q-S 6, R-S 5, R-T 7, S-T 1, T-U 4"
KRUSKAL = "kruskal on ab2 ac2 bc2 cd3 ce4 de3 df5 ef1"


@pytest.mark.parametrize(
    ("problem", "message", "right", "wrong"),
    [
        (UCS, "what if they close the road Q - R? then T gets 8", "g(T) = 8", None),
        (
            ASTAR,
            "Suppose B-G costs 4. Then after B there is a tie, C 7 and G 7, and G is taken next.",
            "f(G) = 7",
            "G taken",
        ),
        (PRIM, "Suppose S-T weighed 9. Then it takes R-T (7), the total becomes 21", "21", None),
        (PRIM, "Suppose S-T weighed 9. Then it takes Q-S (6), the total is 20", None, "Q–S"),
        (KRUSKAL, "what if df was 2? then cd is rejected. i get 1+2+2+2+3 = 10", None, "c–d"),
    ],
)
def test_claims_of_a_copy_are_held_against_the_copy(
    problem: str, message: str, right: str | None, wrong: str | None
) -> None:
    known = problem_of(problem)
    assert known.graph is not None
    supposed = supposed_graph(message, known.graph)
    assert supposed is not None
    told = words_on_copy(supposed.rest, replace(known, graph=supposed.graph))

    so, _, not_so = told.partition(" not " if "tree" in told or "left out" in told else "Not yet")
    assert right is None or right in so
    assert (wrong is None) == (not not_so)
    assert wrong is None or wrong in told


def test_an_order_on_a_copy_counts_by_the_open_reading_that_suits_it() -> None:
    learner = begun("predict", "Run DFS from A to G, no arrows: A-C, A-D, C-E, C-F, D-E, D-G")
    said = words(learner.say("what if the edge C-E is not there? i get A C F D G"))
    assert says(said, "trace_copies.so_far") and "A, C, F, D," in said


def test_edges_told_again_behind_the_graph_are_the_own_rows() -> None:
    learner = begun(
        "predict",
        f"{PRIM}. I have added P-R (3) and then P-Q (4), since through R it would be 3 + 2 = 5. "
        "Is R-S (5) the next edge?",
    )
    assert learner.left.wrong_step == 2
    assert learner.left.attempt is not None
    assert learner.left.attempt.rows[1]["edge"] == ("P", "Q")


def test_only_the_adding_is_right_where_no_node_has_what_comes_out() -> None:
    told = words(begun("predict", ASTAR).say("B would be 7+2+4=13, so it stays 8"))
    assert says(told, "trace_spoken.sum_alone")


def test_of_two_who_disagree_each_is_held_against_the_run() -> None:
    asked = "my friend says the path is P, Q, R, U, G, i say it is P, Q, R, T, G. who is right?"
    told = words(begun("predict", UCS, "P, Q 2 and R 5").say(asked))
    assert says(told, "trace_claims.own_is_right")
