"""Whole messages: a problem, a question about what is missing, or no problem at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tutor_app.domain.traces import Problem, Value
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Reading

_GRAPH = "S-A 1, S-B 4, A-G 5, B-G 1"
_H = "h(S)=4, h(A)=4, h(B)=1, h(G)=0"


def test_a_problem_with_everything() -> None:
    read = _read(
        f"Hi, use a* serach to get from S to G on the undirected graph {_GRAPH}. {_H}. Break ties "
        "alphabetically, and stop when the goal is expanded."
    )
    assert read.problem.algorithm == "astar"
    assert (read.problem.start, read.problem.goal) == ("S", "G")
    assert read.problem.graph is not None
    assert len(read.problem.graph.edges) == 4
    assert read.problem.graph.heuristic == {"S": 4, "A": 4, "B": 1, "G": 0}
    assert read.problem.conventions == {"tie_break": "alphabetical", "goal_test": "expansion"}
    assert read.stated == {"tie_break", "goal_test", "directed"}
    assert (read.kind, read.student, read.question) == ("trace", None, None)


def test_what_the_message_states_wins_over_the_course() -> None:
    course = {"tie_break": "fifo", "goal_test": "generation", "pivot": "first"}
    read = _read(f"UCS from S to G: {_GRAPH}. Break ties alphabetically.", course)
    assert read.problem.conventions == {"tie_break": "alphabetical", "goal_test": "generation"}
    assert read.stated == {"tie_break"}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (f"Run UCS on {_GRAPH}. Find G.", "missing_start"),
        (f"Run UCS from S on {_GRAPH}.", "missing_goal"),
        (f"Run BFS from S on {_GRAPH}. Stop when the goal is popped.", "missing_goal"),
        (f"Run UCS from Q to G on {_GRAPH}.", "unknown_start"),
        (f"Run UCS from S to Q on {_GRAPH}.", "unknown_goal"),
        (f"Start node is S. Run UCS on {_GRAPH}. Start at A and find G.", "conflicting_start"),
        (f"Start S, goal G, use UCS: {_GRAPH}. How do I reach B?", "conflicting_goal"),
        ("Run Dijkstra from S: S-A 1, S-B ?, A-B 5", "missing_weight"),
        (
            "Run Dijkstra from S: S-A 1, S-B 4, B-S 5. The graph is undirected.",
            "contradictory_weight",
        ),
        ("Run Dijkstra from S: S->A 1, S->B -4, A->B 5", "negative_edge"),
        ("Run uniform cost search from S to B: S->A 1, S->B -4, A->B 5", "negative_edge"),
        (f"Run A* from S to G on {_GRAPH}.", "missing_heuristic"),
        (f"Run A* from S to G on {_GRAPH}. h(S)=4, h(A)=4, h(G)=0", "missing_heuristic_value"),
        ("Run BFS from S to G on the graph of the worksheet.", "missing_graph"),
        ("Run BFS from S to G.", "missing_graph"),
        ("Here is a picture of the graph. Build the MST with Prim, please.", "missing_graph"),
        ("Sort the array from the worksheet with quicksort.", "missing_array"),
        (
            "Quicksort\nMy trace:\n1. pivot 3: 1 2 3 5 4\n2. pivot 4: 1 2 3 4 5\nIs it correct?",
            "missing_array",
        ),
        ("Do a binary search for 4 in [5, 1, 4].", "unsorted_array"),
        ("Do a binary search in [1, 4, 5].", "missing_target"),
        ("Run alpha-beta on [[3, ?], [2, 9]]. MAX moves first.", "missing_leaf"),
        ("Find the LCS of the two strings above.", "missing_data"),
    ],
)
def test_what_is_missing_is_asked(message: str, reason: str) -> None:
    question = _read(message).question
    assert question is not None
    assert question.reason == reason


@pytest.mark.parametrize(
    "message",
    [
        "Run Bellman-Ford from S: S->A 1, S->B -4, A->B 5",
        f"Run BFS from S on {_GRAPH}.",
        "Sort 5 2 8 with insertion sort.",
        f"Kruskal: {_GRAPH}",
        "Topologically sort: A->B, B->C, A->C",
        f"How do I run Dijkstra from S on this graph: {_GRAPH}",
        "Can you explain alpha-beta on the tree [[3, 5], [2, 9]]? MAX moves first.",
        f"Visit every node with BFS from S (there is no goal node). {_GRAPH}. Stop when every node "
        "has been expanded.",
        f"DFS from S on {_GRAPH}. It ends when all nodes are popped.",
    ],
)
def test_nothing_is_asked_that_is_not_needed(message: str) -> None:
    assert _read(message).question is None


@pytest.mark.parametrize(
    "message",
    [
        "why does A* need an admissible heuristic?",
        "what is Dijkstra?",
        "How does BFS find a path from A to B?",
        "Is Dijkstra ok with negative edges, e.g. A->B -2?",
        "In A*, if A has f=5 and B has f=5, which one is expanded first?",
        "What is the running time of merge sort on n elements, T(n) = 2T(n/2) + n?",
        "How would I sort an array with quicksort?",
        "I have the array [3, 1, 2]. Why does bubble sort need 2 passes?",
        "Explain the difference between Prim and Kruskal",
        "When running Prim from A, can we choose any edge?",
        "In order to pass the exam, which chapters matter?",
        "thanks, that helped!",
        "Does binary search work on linked lists?",
        "What is a heap? Is it the same as a priority queue?",
        "can you explain alpha beta pruning to me",
    ],
)
def test_a_question_about_the_course_is_no_problem(message: str) -> None:
    assert read_problem(message) is None


@pytest.mark.parametrize(
    "file",
    ["../shared/data/algorithms/dev.jsonl", "demo_course/questions.jsonl"],
)
def test_course_questions_are_no_problems(file: str) -> None:
    path = Path(file)
    if not path.exists():
        pytest.skip(f"{file} is not on this machine")
    questions = [json.loads(line)["question"] for line in path.read_text("utf-8").splitlines()]
    taken = [question for question in questions if read_problem(question) is not None]
    assert len(taken) <= len(questions) / 100, taken


def test_own_work_is_read_with_the_problem() -> None:
    read = _read(f"BFS from S to G: {_GRAPH}. I got this:\nS, A, B, G\nPath: S-B-G\nIs it right?")
    assert read.kind == "check"
    assert read.student is not None
    assert [row["node"] for row in read.student.rows] == ["S", "A", "B", "G"]
    assert read.student.final == {"path": ("S", "B", "G")}


def test_a_claim_inside_the_question_is_own_work() -> None:
    read = _read(f"Is the path S, A, G with cost 6 right for UCS? {_GRAPH}. start S goal G")
    assert read.kind == "check"
    assert read.student is not None
    assert read.student.final == {"path": ("S", "A", "G"), "cost": 6}


# --- a conversation that goes on ----------------------------------------------------------------


def test_what_comes_next_is_about_the_problem_so_far() -> None:
    before = _read(f"UCS from S to G: {_GRAPH}. Break ties FIFO.").problem
    read = _read("What comes next?", known=before)
    assert read.kind == "next"
    assert read.problem == before
    assert read.stated == {"tie_break"}


@pytest.mark.parametrize(
    "message",
    [
        "Here is my new attempt:\n1) S -> [A(1), B(4)]\n2) A -> [B(4), G(6)]",
        "I tried again: S, A, B, G",
        "1) S -> [A(1), B(4)]\n2) A -> [B(4), G(6)]\nIs that right now?",
        "1 | S\n2 | A\n3 | B\n4 | G\nPath: S -> A -> G, cost 6",
        "S, A, B, G",
        "my new order: S A B G",
        "1 S\n2 A\n3 B",
        "no, it is S -> A -> B",
    ],
)
def test_a_new_attempt_needs_no_graph(message: str) -> None:
    before = _read(f"UCS from S to G: {_GRAPH}.").problem
    read = _read(message, known=before)
    assert read.kind == "check"
    assert read.problem == before
    assert read.student is not None
    assert [row["node"] for row in read.student.rows][:2] == ["S", "A"]


@pytest.mark.parametrize("answer", ["S", "start at S", "It starts from S.", "the start node is S"])
def test_the_answer_to_a_question_completes_the_problem(answer: str) -> None:
    asked = _read(f"Run UCS on {_GRAPH}. Find G.")
    assert asked.question is not None
    read = _read(answer, known=asked.problem)
    assert read.question is None
    assert (read.problem.start, read.problem.goal) == ("S", "G")


def test_a_new_attempt_at_a_merge_sort() -> None:
    before = _read("Sort [2, 1] with merge sort.").problem
    read = _read("I got this:\n1. merge [2] and [1] -> [1, 2]", known=before)
    assert read.student is not None
    assert read.student.rows == ({"step": 1, "left": (2,), "right": (1,), "merged": (1, 2)},)


def test_a_weight_that_was_missing_is_told() -> None:
    asked = _read("Run Dijkstra from S: S-A 1, S-B ?, A-B 5")
    for answer in ("7", "S-B 7", "the edge from S to B has weight 7"):
        graph = _read(answer, known=asked.problem).problem.graph
        assert graph is not None
        assert [edge.weight for edge in graph.edges] == [1, 7, 5]


def test_a_heuristic_value_that_was_missing_is_told() -> None:
    asked = _read(f"Run A* from S to G on {_GRAPH}. h(S)=4, h(A)=4, h(G)=0")
    read = _read("use h(B)=1", known=asked.problem)
    assert read.question is None
    assert read.problem.graph is not None
    assert read.problem.graph.heuristic == {"S": 4, "A": 4, "B": 1, "G": 0}


def test_a_leaf_that_was_missing_is_told() -> None:
    asked = _read("Run alpha-beta on [[3, ?], [2, 9]]. MAX moves first.")
    read = _read("5", known=asked.problem)
    assert read.question is None
    assert read.problem.tree == ((3, 5), (2, 9))


def test_an_array_out_of_order_is_sorted_first() -> None:
    asked = _read("Do a binary search for 4 in [5, 1, 4].")
    read = _read("yes, sort it first", known=asked.problem)
    assert read.question is None
    assert (read.problem.array, read.problem.target) == ((1, 4, 5), 4)


def test_a_number_answers_what_to_search_for() -> None:
    asked = _read("Do a binary search in [1, 4, 5].")
    assert _read("4", known=asked.problem).problem.target == 4


def test_the_missing_graph_is_taken_from_the_next_message() -> None:
    asked = _read("Run UCS from S to G on the graph of the worksheet.")
    read = _read(f"Sorry, it is {_GRAPH}", known=asked.problem)
    assert read.question is None
    assert read.problem.algorithm == "ucs"
    assert (read.problem.start, read.problem.goal) == ("S", "G")


def test_another_algorithm_on_the_same_graph() -> None:
    before = _read(f"UCS from S to G: {_GRAPH}.").problem
    read = _read("Now do the same with BFS.", known=before)
    assert read.problem.algorithm == "bfs"
    assert read.problem.graph == before.graph
    assert (read.problem.start, read.problem.goal) == ("S", "G")


def test_another_convention_on_the_same_problem() -> None:
    before = _read(f"UCS from S to G: {_GRAPH}. Break ties FIFO.").problem
    read = _read("What if ties are broken alphabetically instead?", known=before)
    assert read.problem.conventions["tie_break"] == "alphabetical"


@pytest.mark.parametrize(
    "message", ["why does A* need an admissible heuristic?", "ok thanks", "What is a queue?"]
)
def test_other_questions_leave_the_problem(message: str) -> None:
    before = _read(f"UCS from S to G: {_GRAPH}.").problem
    assert read_problem(message, known=before) is None


def test_a_new_problem_replaces_the_old_one() -> None:
    before = _read(f"UCS from S to G: {_GRAPH}. Break ties FIFO.").problem
    read = _read("Sort [3, 1, 2] with bubble sort.", known=before)
    assert read.problem == Problem(algorithm="bubble_sort", array=(3, 1, 2), conventions={})


def _read(
    message: str, defaults: Mapping[str, Value] | None = None, known: Problem | None = None
) -> Reading:
    read = read_problem(message, defaults or {}, known)
    assert read is not None, message
    return read


@pytest.mark.parametrize(
    "asked",
    [
        "Is my insertion sort of 14, 3, 9, 21 right?",
        "Check my insertion sort of 14, 3, 9, 21:",
        "Did I do insertion sort of [14, 3, 9, 21] correctly?",
    ],
)
def test_arrays_below_the_one_to_sort_are_the_students_steps(asked: str) -> None:
    reading = read_problem(f"{asked}\n3, 14, 9, 21\n3, 9, 14, 21\n3, 9, 14, 21")

    assert reading is not None
    assert reading.problem.array == (14, 3, 9, 21)
    assert reading.student is not None
    assert [row["array"] for row in reading.student.rows] == [
        (3, 14, 9, 21),
        (3, 9, 14, 21),
        (3, 9, 14, 21),
    ]


def test_edges_written_anew_keep_the_start_and_a_node_may_be_called_h() -> None:
    before = _read("Run Dijkstra from H: H-D 6, H-E 1, E-D 2, D-F 4.").problem
    again = (
        "You lost some of my roads, all of them: H-D 6, H-E 1, E-D 2, D-F 4, E-F 9. I took H, so D "
        "is 6 and E is 1. Then I took E, so D is 3, and F has its 10 from E. Now D. Is it ok?"
    )
    read = _read(again, known=before)

    assert read.problem.start == "H"
    assert read.problem.graph is not None
    assert len(read.problem.graph.edges) == 5
    assert read.problem.graph.heuristic is None
