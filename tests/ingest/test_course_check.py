"""Before a course opens: what could not be read, what looks like solutions, three questions."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from ingest.course_check_report import CourseCheck, read_check
from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import MaterialKind
from tutor_app.runtime.commands.course_check_command import print_check
from tutor_app.runtime.jobs.course_check_job import index_and_check

ITEMS = (
    "1. (8 points) Run breadth-first search from P to G on the graph of the figure. Say why.",
    "2. (8 points) Explain why Dijkstra's algorithm fails on a graph with a negative edge.",
)
ANSWERS = (
    "1. Breadth-first search expands P, then Q and R, then T and U; the queue of the search holds "
    "Q, R, then R, T, then T, U, then U, G on this graph, and the path found costs eleven in all.",
    "2. Dijkstra's algorithm settles a vertex for good when it leaves the queue, but a negative "
    "edge found later can make its distance smaller, so that it fails on this graph and reports "
    "a path that costs too much.",
)
LECTURE = "A frontier is the set of open vertices."


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    add(
        desk,
        tmp_path,
        "homework.pdf",
        "assignment",
        Sheet().heading("Assignment 1").text(ITEMS[0]).text(ITEMS[1]),
    )
    add(desk, tmp_path, "lecture.pdf", "slides", Sheet().heading("The frontier").text(LECTURE))
    return desk


def add(desk: CourseDesk, folder: Path, name: str, kind: MaterialKind, sheet: Sheet) -> None:
    desk.add(sheet.save(folder / name), kind)


def check(desk: CourseDesk) -> CourseCheck:
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())
    found = read_check(desk.settings.course_dir(desk.id))
    assert found is not None
    return found


def test_a_file_says_how_much_of_it_stands_in_no_paragraph(
    desk: CourseDesk, tmp_path: Path
) -> None:
    table = Sheet().text(LECTURE)
    for row in range(6):
        table.lines(f"v{row} 14 88 20 71 93 15")
    add(desk, tmp_path, "table.pdf", "slides", table)

    said = {note.name: note.said for note in check(desk).files}

    assert "of its text stands in tables" in said["table.pdf"]
    assert "tables" not in said.get("lecture.pdf", "")


def test_assignments_and_lectures_do_not_look_like_solutions(
    desk: CourseDesk, tmp_path: Path
) -> None:
    alike = "Given is the undirected graph with the nodes and the weighted edges that follow: "
    asks = "Run the search from the first node and give the table after each step, with the queue"
    for sheet, edges in (("2", ("A-B 3, B-C 4", "P-Q 5, Q-R 8")), ("3", ("K-L 2", "S-T 9, T-U 6"))):
        made = Sheet().heading(f"Assignment {sheet}")
        for number, more in enumerate(edges, 1):
            rest = f"and name the vertices {', '.join(f'v{sheet}{i}' for i in range(number * 9))}."
            made = made.text(f"{number}. (6 points) {alike}{more}. {asks} {rest}")
        add(desk, tmp_path, f"assignment-{sheet}.pdf", "assignment", made)

    assert check(desk).suspects == ()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("titled.pdf", "Assignment 1: Solutions"),
        ("labelled.pdf", "begin like “Solution"),
        ("answered.pdf", "answers items 1, 2 of homework.pdf"),
        ("hw1-solutions.pdf", "its name says so"),
    ],
)
def test_solutions_that_nobody_marked_are_kept_from_students(
    name: str, why: str, desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet()
    if name == "titled.pdf":
        sheet.heading("Assignment 1: Solutions").text(LECTURE)
    elif name == "labelled.pdf":
        sheet.text("Solution: the path is P, Q, T, G.").text(
            "Solution 2. It is not the shortest path."
        )
    elif name == "answered.pdf":
        sheet.text(ANSWERS[0]).text(ANSWERS[1])
    else:
        sheet.text(LECTURE)
    add(desk, tmp_path, name, "textbook", sheet)

    (suspect,) = check(desk).suspects

    assert suspect.name == name
    assert why in suspect.why
    assert name not in {chunk.document.name for chunk in desk.loaded().chunks}
    (row,) = [row for row in desk.courses.documents(desk.id) if row.name == name]
    assert row.kind == "solution"
    assert check(desk).suspects == (suspect,)  # indexing again changes nothing


def test_staff_open_what_was_kept_by_choosing_its_kind_again(
    desk: CourseDesk, tmp_path: Path
) -> None:
    add(desk, tmp_path, "key-terms.pdf", "slides", Sheet().heading("Answer key").text(LECTURE))
    assert check(desk).suspects

    desk.add(tmp_path / "key-terms.pdf", "slides")

    assert check(desk).suspects == ()
    assert "key-terms.pdf" in {chunk.document.name for chunk in desk.loaded().chunks}
    assert check(desk).suspects == ()


def test_answers_that_came_before_their_assignment_are_closed_when_it_comes(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    add(desk, tmp_path, "notes.pdf", "textbook", Sheet().text(ANSWERS[0]).text(ANSWERS[1]))
    assert check(desk).suspects == ()

    sheet = Sheet().heading("Assignment 1").text(ITEMS[0]).text(ITEMS[1])
    add(desk, tmp_path, "homework.pdf", "assignment", sheet)

    assert [suspect.name for suspect in check(desk).suspects] == ["notes.pdf"]
    assert {chunk.document.name for chunk in desk.loaded().chunks} == {"homework.pdf"}


def test_a_marked_solution_is_no_suspect(desk: CourseDesk, tmp_path: Path) -> None:
    add(desk, tmp_path, "key.pdf", "solution", Sheet().heading("Answer key").text(ANSWERS[0]))

    found = check(desk)

    assert found.suspects == ()
    assert "key.pdf" not in {note.name for note in found.files}


def test_a_definition_is_asked_for_and_its_quote_is_told(desk: CourseDesk) -> None:
    probe = check(desk).probes[0]

    assert probe.question == "What is a frontier?"
    assert probe.said == LECTURE
    assert (probe.document_name, probe.page) == ("lecture.pdf", 1)


def test_pages_that_could_not_be_read_are_counted(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().text(LECTURE)
    picture = sheet.page.get_pixmap(dpi=60)
    sheet.new_page().page.insert_image(sheet.page.rect, pixmap=picture)
    add(desk, tmp_path, "half.pdf", "textbook", sheet)

    found = check(desk)

    assert (found.pages, found.without_text) == (4, 1)
    assert [note.name for note in found.files if note.said] == ["half.pdf"]


def test_the_command_line_prints_the_report_and_its_status_warns(
    desk: CourseDesk, tmp_path: Path
) -> None:
    add(desk, tmp_path, "key.pdf", "textbook", Sheet().heading("Answer key").text(LECTURE))
    check(desk)
    out = io.StringIO()

    status = print_check(desk.settings, desk.id, Console(file=out, width=200))

    assert status == 1
    for said in ("2 files, 2 pages", "key.pdf: it says “Answer key”", "What is a frontier?"):
        assert said in out.getvalue()


def test_without_an_index_the_command_line_says_how_to_get_the_report(
    settings: Settings,
) -> None:
    desk = CourseDesk(settings)
    out = io.StringIO()

    assert print_check(settings, desk.id, Console(file=out, width=200)) == 0
    assert "elenchus ingest" in out.getvalue()
