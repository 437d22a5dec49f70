"""The problem that a task sets: its order, with the data and conventions of its sheet."""

from __future__ import annotations

from tutor_app.domain.values import Document
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_facts import ItemFacts
from tutor_app.exercises.task_problems import (
    part_named,
    problem_of_item,
    problem_of_part,
    read_task_problem,
)

FIGURE_1 = (
    "In words: the undirected graph of Figure 1 has the edges K-L 3, K-M 1, L-M 1, L-T 4, M-T 9."
)
FIGURE_2 = "In words: the directed graph has the edges p->q 6, p->r 2, r->q 3, q->t 1, r->t 7."
SHEET = (
    "Sheet 4 is due on Monday and covers all of Lecture 2.",
    "In all items neighbours are taken in alphabetical order.",
    "Figure 1. An undirected graph with edge costs.",
    FIGURE_1,
    "Figure 2. A directed graph with weights.",
    FIGURE_2,
)


def test_the_data_is_that_of_the_figure_which_the_task_names() -> None:
    first = read_task_problem("Run uniform-cost search from K to T on Figure 1.", SHEET)
    assert first is not None
    assert first.graph is not None
    assert len(first.graph.edges) == 5
    assert (first.start, first.goal) == ("K", "T")
    second = read_task_problem("Run Dijkstra's algorithm from p on the graph of Figure 2.", SHEET)
    assert second is not None
    assert second.graph is not None
    assert second.graph.directed


def test_the_figure_of_a_sentence_is_the_caption_above_it() -> None:
    problem = read_task_problem("Run Prim's algorithm on the graph of Figure 1 from K.", SHEET)
    assert problem is not None
    assert problem.graph is not None
    assert set(problem.graph.nodes) == {"K", "L", "M", "T"}


def test_conventions_of_the_sheet_hold_for_its_tasks() -> None:
    problem = read_task_problem("Run breadth-first search from K to T on Figure 1.", SHEET)
    assert problem is not None
    assert problem.conventions["neighbor_order"] == "alphabetical"


def test_a_task_with_its_own_data_needs_none_from_the_sheet() -> None:
    problem = read_task_problem("Sort the list 14, 3, 9, 21, 6, 11 with insertion sort.", SHEET)
    assert problem is not None
    assert problem.array == (14, 3, 9, 21, 6, 11)


def test_a_task_that_asks_for_a_reason_is_no_problem_to_run() -> None:
    for statement in (
        "Explain why the Bellman–Ford algorithm finds negative cycles.",
        "Explain with a graph of your own why A* may return a path that is too expensive.",
        "Is the heuristic of Figure 1 consistent?",
    ):
        assert read_task_problem(statement, SHEET) is None


def test_where_two_figures_fit_and_none_is_named_nothing_is_guessed() -> None:
    other = "In words: the undirected graph has the edges K-L 2, L-T 5, K-T 9, L-M 4."
    statement = "Run uniform-cost search from K to T on the graph above."
    assert read_task_problem(statement, (FIGURE_1, other)) is None


def test_data_that_staff_give_stand_for_a_figure_that_cannot_be_read() -> None:
    sheet = Document(id="d", course_id="c", name="sheet-4.pdf", kind="assignment", sha256="0")
    asked = "Run Dijkstra's algorithm from p on the graph of Figure 7."
    item = AssignmentItem(number="1", statement=asked, document=sheet, pages=(1,))
    assert problem_of_item(item, ()) is None
    given = item.with_attached(ItemFacts(data="The directed graph has the edges p->q 6, p->r 2."))
    problem = problem_of_item(given, ())
    assert problem is not None and problem.graph is not None
    assert problem.start == "p" and len(problem.graph.edges) == 2


def sheet_item(statement: str, language: str = "en") -> AssignmentItem:
    sheet = Document(
        id="d", course_id="c", name="blatt2.pdf", kind="assignment", sha256="", language=language
    )
    return AssignmentItem(number="1", statement=statement, document=sheet, pages=(1,))


def test_a_sheet_in_german_sets_its_problem_with_the_data_of_its_own_sentences() -> None:
    item = sheet_item(
        "Gegeben ist der gerichtete Graph mit S → A 3, S → B 7, A → B 2, A → C 8, B → C 4. "
        "1 a) Führen Sie Dijkstra ab S durch und geben Sie die Tabelle nach jedem Schritt an. "
        "1 b) Das Gewicht von S → B sinkt von 7 auf 4. Was ändert sich?",
        "de",
    )
    problem, changed = problem_of_item(item, ()), problem_of_part(item, (), "b")
    assert problem is not None and problem.graph is not None
    assert (problem.algorithm, problem.start, len(problem.graph.edges)) == ("dijkstra", "S", 5)
    assert problem_of_part(item, (), "a") == problem
    assert changed is not None and changed.graph is not None
    assert [edge.weight for edge in changed.graph.edges] == [3, 4, 2, 8, 4]


def test_a_part_that_names_another_algorithm_sets_its_run() -> None:
    item = sheet_item(
        "Given is the undirected graph with the nodes 1 to 5 and the edges 12, 13, 24, 35. "
        "1 a) Run BFS from node 1. 1 b) In which order does DFS from node 1 find the nodes?"
    )
    first, second = (problem_of_part(item, (), label) for label in "ab")
    assert first is not None and first.graph is not None and second is not None
    assert (first.algorithm, second.algorithm, first.goal) == ("bfs", "dfs", None)
    edges = {(edge.source, edge.target) for edge in first.graph.edges}
    assert edges == {("1", "2"), ("1", "3"), ("2", "4"), ("3", "5")}
    assert part_named("sheet 1, 1b") == part_named("item 1 (b)") == "b"
    assert part_named("I have 3 apples") is None


def test_an_edge_ac_with_its_weight_is_no_algorithm_and_starts_elsewhere_no_single_run() -> None:
    weights = "Given the graph with AB 6, AC 3, BC 5, BD 4. Run Kruskal's algorithm."
    problem = read_task_problem(weights)
    assert problem is not None and problem.algorithm == "kruskal"
    again = "Given A → B, A → D, G → D. (a) Run DFS (start A, further starts alphabetically)."
    assert read_task_problem(again) is None
