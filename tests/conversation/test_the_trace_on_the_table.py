"""What holds the floor is a trace: each thing that a message may do with it, through `respond`."""

from __future__ import annotations

import pytest

from tests.conversation.test_tracing_replies import Learner, shown, words
from tests.doubles.index import small_index
from tests.sentences import says
from tutor_app.domain.teaching import Expectation, RevealPolicy
from tutor_app.domain.values import Event, ProblemRead, Quote, Sentence
from tutor_app.understanding.dialogue_acts import NEXT_HINT

DIJKSTRA = "Run dijkstra from S on the undirected graph S-A 4, S-B 1, B-A 2, A-C 1, B-C 5"
UCS = (
    "Run uniform cost search from P to G on the undirected graph "
    "P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
)
WRONG = f"{DIJKSTRA}\nMy steps:\n1 | S\n2 | A\n3 | B\n4 | C\nIs it right?"


def begun(policy: RevealPolicy, *messages: str) -> Learner:
    learner = Learner(policy)
    for message in messages:
        learner.say(message)
    return learner


def reaction(events: list[Event]) -> str:
    return next(event.text for event in events if isinstance(event, Sentence))


def questions(events: list[Event]) -> int:
    return sum(
        event.text.count("?")
        for event in events
        if isinstance(event, Sentence) and event.role != "exercise"
    )


# --- answers ------------------------------------------------------------------------------------


def test_every_question_leaves_what_would_answer_it() -> None:
    learner = begun("predict", DIJKSTRA)
    assert learner.left.awaited == Expectation(kind="row", step=1)

    learner = begun("hints", WRONG)
    assert learner.left.awaited == Expectation(kind="which_row", step=2)

    learner.say(NEXT_HINT)
    assert learner.left.awaited == Expectation(kind="row", step=2)


@pytest.mark.parametrize("policy", ["predict", "hints"])
def test_a_right_row_is_confirmed_in_terms_of_what_was_said(policy: RevealPolicy) -> None:
    learner = begun(policy, DIJKSTRA)
    events = learner.say("S, distances S=0, A=4, B=1")

    assert learner.left.answered == "right"
    assert "A = 4" in reaction(events)
    assert learner.left.awaited == Expectation(kind="row", step=2)
    assert questions(events) == 1


def test_what_is_right_of_a_row_is_said_and_the_right_value_is_not() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    events = learner.say("B, A=3, C=7")

    assert learner.left.answered == "partly"
    assert "C = 7" in reaction(events)
    assert "6" not in words(events)


def test_rows_past_the_question_are_judged_too() -> None:
    learner = begun("hints", UCS, "1: P 0, queue Q 2 R 5", "then Q 2, queue R 3 T 9")
    learner.say("then R 3, queue T 6 U 5 and next T 6")
    assert (learner.left.answered, learner.left.wrong_step) == ("partly", 4)

    learner.say("ok U 5, queue T 6 G 11. then T 6 queue G 8. then G")
    assert learner.left.correct is True


def test_the_number_of_a_row_answers_which_row() -> None:
    learner = begun("hints", WRONG)
    events = learner.say("row 3?")
    first = learner.left.answered
    assert first == "not_yet"
    assert questions(events) == 1

    learner.say("row 2")
    then = learner.left.answered
    assert then == "right"
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_a_right_cost_is_kept_apart_from_a_wrong_path_whose_edges_are_added_up() -> None:
    learner = begun("hints", UCS, "P", "Q", "R", "U", "T", "G")
    events = learner.say("so the path is P R T G with 8?")

    assert learner.left.answered == "partly"
    assert says(words(events), "trace_reactions.cost_right_path_not")
    assert "add up to 10" in words(events)


def test_a_path_says_which_goal_was_meant() -> None:
    learner = begun("predict", DIJKSTRA, "now do the same with A* if h(S)=3 h(A)=1 h(B)=2 h(C)=1")
    assert learner.left.question is not None

    learner.say("my answer: S f=3, B f=3, A f=4, C f=5 path S B A C cost 4")
    assert learner.left.problem.goal == "C"
    assert learner.left.correct is True


def test_the_goal_is_not_asked_for_where_one_node_is_estimated_to_be_it() -> None:
    learner = begun("predict", DIJKSTRA, "now do the same with A* if h(S)=3 h(A)=1 h(B)=2 h(C)=0")
    assert learner.left.question is None
    assert learner.left.problem.goal == "C"


def test_an_answer_that_cannot_be_read_is_asked_for_in_a_form_that_can() -> None:
    learner = begun("hints", WRONG)
    learner.say("A or B")
    assert learner.left.answered == "cannot_tell"
    assert learner.left.awaited == Expectation(kind="which_row", step=2)


# --- questions ------------------------------------------------------------------------------------


def test_why_a_node_that_was_taken_gets_the_reason_of_its_row() -> None:
    learner = begun("predict", DIJKSTRA, "S", "B, A=3, C=6")
    assert "smallest distance of all open nodes, 1" in words(learner.say("why B?"))


def test_why_a_node_whose_row_is_still_to_be_found_gets_what_waits_beside_it() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    events = learner.say("why B?")

    assert says(words(events), "trace_reactions.waits_with")
    assert learner.left.awaited == Expectation(kind="row", step=2)


TIE = "dijkstra from S on S-A 3, S-B 3, A-C 4, B-C 2, C-D 1"


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        (("S",), "both have 3, why not B?"),
        (("S",), "why A and not B?"),
        (("S", "A, C=7"), "why A and not B?"),
    ],
)
def test_two_that_wait_with_the_same_number_get_the_rule_that_decides(
    rows: tuple[str, ...], asked: str
) -> None:
    said = words(begun("predict", TIE, *rows).say(asked))

    assert "A and B wait with 3 each" in said
    assert "ties are broken alphabetically" in said


def test_no_tie_is_told_where_one_waits_with_the_smallest_number() -> None:
    said = words(begun("predict", TIE, "S", "A, C=7").say("why not C?"))

    assert not says(said, "trace_reactions.tie_rule")


ASTAR = "A* from S to G: S-A 2, S-B 3, A-G 6, B-G 5. h(S)=6 h(A)=6 h(B)=5 h(G)=0"


@pytest.mark.parametrize("asked", ["what if B had h = 4?", "what would h(B) = 4 change"])
def test_what_if_runs_a_copy_and_the_problem_stays(asked: str) -> None:
    learner = begun("predict", ASTAR, "S, A 8 and B 8")
    known = learner.left.problem
    events = learner.say(asked)

    assert "h(B) = 4 instead of 5" in words(events)
    (copy,) = shown(events)
    assert copy.problem.graph is not None and copy.problem.graph.heuristic is not None
    assert copy.problem.graph.heuristic["B"] == 4
    assert copy.upto == 1  # where the two part
    assert learner.left.problem == known
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_of_a_copy_that_parts_later_no_row_of_the_students_is_shown() -> None:
    learner = begun("predict", DIJKSTRA)
    events = learner.say("what if A-C was 9")

    assert says(words(events), "trace_reactions.copy_run")
    assert not shown(events)


def test_a_number_that_is_not_of_h_changes_no_heuristic() -> None:
    events = begun("predict", ASTAR, "S, A 8 and B 8").say("why does B wait with 8 if h is 5?")

    assert not says(words(events), "trace_reactions.copy_run")


def test_simpler_names_the_two_entries_that_matter() -> None:
    events = begun("predict", DIJKSTRA, "S").say("simpler")

    assert says(words(events), "trace_reactions.two_wait")
    assert questions(events) == 1


def test_an_example_is_a_small_instance_worked_and_leads_back() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    known = learner.left.problem
    events = learner.say("example?")

    assert [table.problem.algorithm for table in shown(events)] == ["dijkstra"]
    assert all(table.problem.graph != known.graph for table in shown(events))
    assert learner.left.problem == known
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_a_check_gives_the_verdict_on_the_last_claim_and_asked_again_its_reason() -> None:
    learner = begun("predict", DIJKSTRA, "S, A=4, B=1")
    first, second = (words(learner.say(doubt)) for doubt in ("is that right?", "are you sure?"))

    assert "right" in first
    assert "smallest distance" in second
    assert first != second


def test_a_question_about_the_course_is_answered_there_and_the_trace_waits() -> None:
    learner = Learner("predict", small_index("A binary heap is a complete tree with a heap order."))
    learner.say(DIJKSTRA)
    learner.say("S")
    events = learner.say("what is the definition of a binary heap in general?")
    assert any(isinstance(event, Quote) for event in events)

    learner.say("B, A=3, C=6")
    assert learner.left.answered == "right"


# --- wishes and reactions ---------------------------------------------------------------------


def test_pressed_for_the_ladder_comes_to_its_end() -> None:
    learner = begun("hints", DIJKSTRA)
    levels = []
    for _ in range(5):
        learner.say(NEXT_HINT)
        levels.append(learner.left.ladder[-1].level)

    assert levels == [2, 3, 3, 4, 5]


def test_a_small_push_is_a_wish_for_a_hint_and_gives_no_row_away() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    events = learner.say("Don't tell me the solution, just a small push")

    assert [event.cause for event in learner.left.ladder] == ["stuck"]
    assert all(table.upto is not None and table.upto <= 1 for table in shown(events))


def test_the_solution_is_not_handed_over_but_what_is_done_instead_is_said() -> None:
    learner = begun("hints", WRONG)
    events = learner.say("just tell me the answer")

    assert says(words(events), "trace_replies.instead")
    assert not shown(events)


def test_taking_note_leads_on_to_the_open_row() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    events = learner.say("ok")

    assert says(words(events), "trace_reactions.go_on_with")
    assert learner.left.awaited == Expectation(kind="row", step=2)


def test_a_corrected_weight_makes_another_problem_shown_as_read() -> None:
    learner = begun("predict", DIJKSTRA, "S")
    events = learner.say("no, the edge S-A is 5")

    graph = learner.left.problem.graph
    assert graph is not None
    assert {e.weight for e in graph.edges if {e.source, e.target} == {"S", "A"}} == {5}
    assert any(isinstance(event, ProblemRead) for event in events)


def test_who_disagrees_has_it_run_again() -> None:
    events = begun("hints", WRONG).say("you are wrong")
    assert says(words(events), "trace_replies.checked_again_under")


def test_no_reply_says_a_sentence_of_the_one_before() -> None:
    learner = Learner("predict")
    before: set[str] = set()
    for message in (DIJKSTRA, "S", "A", "why?", "B, A=3, C=7", "simpler", "B", "A, C=4", "C"):
        events = learner.say(message)
        said = {
            event.text
            for event in events
            if isinstance(event, Sentence) and event.role in ("verdict", "hint", "question")
        }
        assert not said & before, message
        before = said
