"""The demo course: PDFs that are the same each time, read well, and answer their own questions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pymupdf
import pytest
import yaml

from demo_course.build import ALGEBRA, PrintedFile, build
from demo_course.graph_figure import GraphFigure, parse_figure
from demo_course.pdf_layout import print_pdf
from tutor_app.tracing.exact_run import AlgorithmRun, run, scored_steps
from tutor_app.tracing.reading.problem_reader import read_problem

COURSE = Path(__file__).parents[2] / "demo_course"
QUESTIONS = [
    json.loads(line)
    for line in (COURSE / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
ANSWERABLE = [question for question in QUESTIONS if question["gold"]]


@pytest.fixture(scope="module")
def materials(tmp_path_factory: pytest.TempPathFactory) -> list[PrintedFile]:
    return build(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def pages(materials: list[PrintedFile]) -> dict[tuple[str, int], str]:
    """The text of each page by file and page, white space as single blanks."""
    return {
        (material.path.name, number): " ".join(page.get_text().split())
        for material in materials
        for number, page in enumerate(pymupdf.open(material.path), start=1)
    }


def test_every_file_of_course_yaml_is_built_as_its_kind(materials: list[PrintedFile]) -> None:
    listed = yaml.safe_load((COURSE / "course.yaml").read_text(encoding="utf-8"))["materials"]

    assert {material.path.name: material.kind for material in materials} == {
        entry["file"]: entry["kind"] for entry in listed
    }
    assert Counter(material.kind for material in materials) == {
        "textbook": 6,
        "assignment": 3,
        "solution": 3,
        "logistics": 1,
    }


def test_the_course_on_algebra_has_notes_and_an_assignment_with_solutions(tmp_path: Path) -> None:
    materials = build(tmp_path, ALGEBRA)

    kinds = Counter(material.kind for material in materials)
    assert kinds == {"textbook": 2, "assignment": 1, "solution": 1}


def test_building_again_in_another_process_gives_the_same_bytes(
    materials: list[PrintedFile], tmp_path: Path
) -> None:
    subprocess.run(
        [sys.executable, "-m", "demo_course.build", str(tmp_path)], check=True, cwd=COURSE.parent
    )

    for material in materials:
        assert (tmp_path / material.path.name).read_bytes() == material.path.read_bytes()


def test_an_unchanged_pdf_is_left_alone(tmp_path: Path) -> None:
    written = {material.path: material.path.stat().st_mtime_ns for material in build(tmp_path)}

    assert {m.path: m.path.stat().st_mtime_ns for m in build(tmp_path)} == written


def test_lectures_have_four_to_nine_pages_and_end_in_numbered_exercises(
    materials: list[PrintedFile],
) -> None:
    for lecture in (material for material in materials if material.kind == "textbook"):
        with pymupdf.open(lecture.path) as document:
            assert 4 <= document.page_count <= 9, lecture.title
            outline = [heading for _, heading, _ in document.get_toc()]
            text = "".join(page.get_text() for page in document)
        assert outline[0] == lecture.title
        assert outline[-1] == "Exercises"
        exercises = re.findall(r"^(\d)\. ", text[text.rindex("\nExercises\n") :], flags=re.M)
        assert exercises == [str(number) for number in range(1, len(exercises) + 1)]
        assert len(exercises) >= 7


def test_words_come_out_of_the_pdf_as_they_went_in(pages: dict[tuple[str, int], str]) -> None:
    for place, text in pages.items():
        assert not re.search("[ﬀ-ﬆ\ufffd\u00ad]", text), place
        assert not re.search(r"\w- \w", text), place


def test_each_paragraph_is_one_block_and_headings_are_larger_and_bold(
    materials: list[PrintedFile],
) -> None:
    lecture = next(m for m in materials if m.path.name.startswith("lecture-1"))
    blocks = [
        block
        for block in pymupdf.open(lecture.path)[0].get_text("dict")["blocks"]
        if block["type"] == 0
    ]
    styles = {
        " ".join("".join(s["text"] for s in line["spans"]) for line in b["lines"]): b["lines"][0][
            "spans"
        ][0]
        for b in blocks
    }
    title = styles["Lecture 1: Uninformed search"]
    section = styles["1.1 Search problems"]
    body = next(style for text, style in styles.items() if text.startswith("Many problems"))

    assert title["size"] > section["size"] > body["size"]
    assert "Bold" in title["font"] and "Bold" in section["font"] and "Bold" not in body["font"]
    whole = [text for text in styles if text.startswith("Many problems")]
    assert whole[0].endswith("iterative deepening and uniform-cost search.")


def test_no_block_of_text_is_cut_by_the_end_of_a_page() -> None:
    paragraph = " ".join(f"word{number}" for number in range(90))
    data = print_pdf(
        "# A title\n\n" + f"{paragraph}\n\n" * 12 + "## A heading\n\nIts text.\n",
        title="A title",
        running_head="A course",
    )

    texts = [page.get_text() for page in pymupdf.open("pdf", data)]
    assert len(texts) > 1
    assert all(
        text.count("word0\n") + text.count("word0 ") == text.count("word89") for text in texts
    )


def test_figures_are_drawn_not_pasted(materials: list[PrintedFile]) -> None:
    lecture = next(m for m in materials if m.path.name.startswith("lecture-2"))
    with pymupdf.open(lecture.path) as document:
        assert not any(page.get_images() for page in document)
        assert sum(item[0] == "c" for d in document[1].get_drawings() for item in d["items"]) >= 8


def test_an_edge_to_a_node_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="S-X 4"):
        parse_figure('{caption: "", height: 90, nodes: {S: [0, 0]}, edges: [S-X 4]}')


def test_questions_are_twelve_conceptual_eight_direct_four_out_of_scope() -> None:
    kinds = Counter(question["kind"] for question in QUESTIONS)

    assert kinds == {"conceptual": 12, "definition": 8, "out_of_scope": 4}
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda question: question["id"])
def test_the_evidence_stands_on_its_page(
    question: dict[str, list[dict[str, object]]], pages: dict[tuple[str, int], str]
) -> None:
    gold = {(g["file"], page) for g in question["gold"] for page in g["pages"]}  # type: ignore[attr-defined]
    for evidence in question["evidence_by_page"]:
        place = (str(evidence["file"]), int(str(evidence["page"])))
        assert place in gold
        assert str(evidence["quote"]) in pages[place]


def test_no_gold_page_is_a_solution(materials: list[PrintedFile]) -> None:
    solutions = {material.path.name for material in materials if material.kind == "solution"}

    assert not solutions & {g["file"] for question in QUESTIONS for g in question["gold"]}


# --- the worked examples are right: computed here, from the figures' own descriptions ----------


def figures(name: str) -> list[GraphFigure]:
    text = (COURSE / "source" / name).read_text(encoding="utf-8")
    return [parse_figure(found) for found in re.findall(r"```figure\n(.*?)```", text, flags=re.S)]


def neighbours(figure: GraphFigure) -> dict[str, dict[str, int]]:
    graph: dict[str, dict[str, int]] = {node: {} for node in figure.nodes}
    for edge in figure.edges:
        weight = int(edge.weight.replace("−", "-") or 1)
        graph[edge.tail][edge.head] = weight
        if not edge.arrow:
            graph[edge.head][edge.tail] = weight
    return graph


def best_first(figure: GraphFigure, start: str, *, cost: bool, estimate: bool) -> tuple[str, int]:
    """Nodes in the order of their expansion up to the goal G, and the cost of the path found."""
    graph = neighbours(figure)
    guess = {where.removeprefix("below "): int(h[2:]) for where, h in figure.marks.items()}

    def key(node: str) -> tuple[int, str]:
        return (best[node] if cost else 0) + (guess[node] if estimate else 0), node

    best, expanded = {start: 0}, ""
    while True:
        node = min((n for n in best if n not in expanded), key=key)
        expanded += node
        if node == "G":
            return expanded, best[node]
        for other, weight in graph[node].items():
            if other not in expanded:
                best[other] = min(best.get(other, 10**9), best[node] + weight)


def shortest(figure: GraphFigure, start: str) -> dict[str, int]:
    distance = {node: 10**9 for node in figure.nodes} | {start: 0}
    for _ in figure.nodes:
        for tail, heads in neighbours(figure).items():
            for head, weight in heads.items():
                distance[head] = min(distance[head], distance[tail] + weight)
    return distance


def spanning_weight(figure: GraphFigure) -> int:
    group = {node: node for node in figure.nodes}
    total = 0
    for edge in sorted(figure.edges, key=lambda edge: int(edge.weight)):
        old, new = group[edge.tail], group[edge.head]
        if old != new:
            total += int(edge.weight)
            group = {node: new if label == old else label for node, label in group.items()}
    return total


def test_the_searches_of_lectures_1_and_2_and_assignment_1_go_as_written() -> None:
    roads = figures("lecture-1.md")[1]
    trap = figures("lecture-2.md")[0]
    assigned = figures("assignment-1.md")[0]

    assert best_first(roads, "S", cost=True, estimate=False) == ("SABCG", 8)
    assert best_first(trap, "S", cost=False, estimate=True) == ("SCG", 11)
    assert best_first(trap, "S", cost=True, estimate=True) == ("SACBG", 8)
    assert best_first(trap, "S", cost=True, estimate=False) == ("SDAEFBCG", 8)
    assert best_first(assigned, "P", cost=True, estimate=False) == ("PQRUTG", 8)
    assert best_first(assigned, "P", cost=True, estimate=True) == ("PQRTG", 8)


def test_heuristics_are_admissible_and_consistent_where_the_text_says_so() -> None:
    for name, number, consistent in (
        ("lecture-2.md", 0, True),
        ("lecture-2.md", 1, False),
        ("assignment-1.md", 0, True),
    ):
        figure = figures(name)[number]
        guess = {where.removeprefix("below "): int(h[2:]) for where, h in figure.marks.items()}
        guess = {node: guess.get(node, 0) for node in figure.nodes}
        graph = neighbours(figure)

        assert all(guess[node] <= d for node, d in shortest(figure, "G").items())
        assert consistent == all(
            guess[tail] <= weight + guess[head]
            for tail, heads in graph.items()
            for head, weight in heads.items()
        )


def test_distances_and_spanning_trees_are_as_written() -> None:
    directed, negative, undirected = figures("lecture-3.md")
    assigned, cables = figures("assignment-2.md")

    assert shortest(directed, "s") == {"s": 0, "a": 3, "b": 1, "c": 4, "d": 7}
    assert shortest(negative, "s") == {"s": 0, "a": 2, "b": 5, "c": 4}
    assert shortest(assigned, "s") == {"s": 0, "a": 2, "b": 5, "c": 6, "d": 8}
    assert spanning_weight(undirected) == 9
    assert spanning_weight(cables) == 11


# --- problems in words are read as they stand, and run as the tables beside them say -----------


def worked(name: str, beginning: str) -> tuple[AlgorithmRun, list[list[str]]]:
    """The exact run of a problem that the source states in words, and the table below it."""
    text = (COURSE / "source" / name).read_text(encoding="utf-8").replace("\\*", "*")
    _, _, rest = text.partition(beginning)
    paragraph, _, below = (beginning + rest).partition("\n\n")
    reading = read_problem(f"Trace this: {paragraph}")
    assert reading is not None and reading.question is None, paragraph
    rows = re.findall(r"^\| *(\w.*)\|$", below.partition("\n\n")[0], flags=re.M)
    return run(reading.problem), [[cell.strip() for cell in row.split("|")] for row in rows][1:]


@pytest.mark.parametrize(
    ("name", "beginning", "column", "cell"),
    [
        ("lecture-4.md", "Breadth-first search from S", "node", 1),
        ("lecture-4.md", "Depth-first search with a stack", "node", 1),
        ("lecture-4.md", "Uniform-cost search from S", "node", 1),
        ("lecture-4.md", "A* from S to G", "node", 1),
        ("lecture-4.md", "Dijkstra's algorithm from s", "node", 1),
        ("lecture-4.md", "Kruskal's algorithm on the und", "total", 4),
        ("lecture-5.md", "Binary search for 23", "value", 4),
        ("lecture-5.md", "Insertion sort on the list", "key", 1),
    ],
)
def test_worked_examples_in_words_go_as_the_engine_runs_them(
    name: str, beginning: str, column: str, cell: int
) -> None:
    exact, rows = worked(name, beginning)

    assert [str(step.row[column]) for step in scored_steps(exact)] == [row[cell] for row in rows]


@pytest.mark.parametrize(
    ("item", "result"),
    [
        ("Run uniform-cost search from K", {"path": ("K", "M", "L", "N", "T"), "cost": 8}),
        ("Run Dijkstra's algorithm from p", {"dist": dict(p=0, q=5, r=2, t=6, u=6, v=8)}),
        ("Run binary search for 41", {"index": 6}),
        ("Sort the list 14, 3, 9", {"array": (3, 6, 9, 11, 14, 21)}),
    ],
)
def test_the_traces_of_assignment_3_can_be_run(item: str, result: dict[str, object]) -> None:
    exact, _ = worked("assignment-3.md", item)

    assert {key: exact.final[key] for key in result} == result
