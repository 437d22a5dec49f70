"""A message finds the item that it is about, by the number that it says or by its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from demo_course.build import build
from tests.doubles.course import CourseDesk
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Document
from tutor_app.exercises import item_matching
from tutor_app.exercises.assignment_book import AssignmentBook, AssignmentBooks
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.heard.item_names import with_names_written_out
from tutor_app.exercises.item_matching import differs, match_by_number, read_data
from tutor_app.retrieval.embedder import Vectors


def item(sheet: int, number: int, statement: str = "Explain.") -> AssignmentItem:
    document = Document(
        id=str(sheet), course_id="c", name=f"assignment-{sheet}.pdf", kind="assignment", sha256="0"
    )
    return AssignmentItem(
        number=str(number), statement=statement, document=document, pages=(1,), sheet=sheet
    )


ITEMS = tuple(item(sheet, number) for sheet in (1, 2) for number in range(1, 7))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("exercise 2 of assignment 1", "assignment-1.pdf#2"),
        ("Übungsblatt 1, Aufgabe 2: ich hänge fest", "assignment-1.pdf#2"),
        ("hey blatt 1 aufg 2a. ok so?", "assignment-1.pdf#2"),
        ("Frage zu 3b von Blatt 2", "assignment-2.pdf#3"),
        ("hw1 q3", "assignment-1.pdf#3"),
        ("HW 2, Q5: why does the order stay?", "assignment-2.pdf#5"),
        ("help with homework two, question 4 please", "assignment-2.pdf#4"),
        ("the third problem of the second assignment", "assignment-2.pdf#3"),
        ("Assignment 1.6", "assignment-1.pdf#6"),
        ("a1 q2", "assignment-1.pdf#2"),
        ("in problem set 2 item #1", "assignment-2.pdf#1"),
        ("pset 1 problem 5(b)", "assignment-1.pdf#5"),
        ("assign 2 q3", "assignment-2.pdf#3"),
        ("asg 1 item 4", "assignment-1.pdf#4"),
        ("ass 1 item 4", "assignment-1.pdf#4"),
        ("question 3: in the loop i assign 2 to x", None),
        ("exercise 2", None),
        ("assignment 1 is hard", None),
        ("exercise 9 of assignment 1", None),
        ("exercise 2 of assignment 7", None),
        ("exercise 3 of lecture 2", None),
    ],
)
def test_an_item_is_found_by_its_number_with_its_assignment(text: str, found: str | None) -> None:
    match = match_by_number(text, ITEMS)

    assert (match.item.id if match else None) == found


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("nodes for b = 2 and d = 4?", "How many nodes for b = 3 and d = 3?"),
        ("Run breadth-first search from G to S", "Run breadth-first search from P to G"),
        ("Dijkstra with source b", "Run Dijkstra with the source s"),
        ("Prim started at E", "Run Prim, started at A"),
        ("Run A* on the graph", "Run Dijkstra's algorithm on the graph"),
    ],
)
def test_the_same_exercise_with_other_data_is_another_one(text: str, statement: str) -> None:
    assert differs(read_data(text), read_data(statement))
    assert not differs(read_data(statement), read_data(statement))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> AssignmentBook:
    settings = Settings(_env_file=None, elenchus_home=tmp_path_factory.mktemp("home"))
    desk = CourseDesk(settings)
    for material in build(tmp_path_factory.mktemp("course")):
        desk.add(material.path, material.kind)
    desk.index()
    return AssignmentBooks(settings, desk.embedder)(desk.id, desk.loaded())


def test_every_item_of_the_demo_course_has_its_solution(demo: AssignmentBook) -> None:
    twelve = [f"assignment-{sheet}.pdf#{number}" for sheet in (1, 2) for number in range(1, 7)]

    assert [item.id for item in demo.items][:12] == twelve
    # The solution of that one is the rows of a run, which nobody says in words.
    assert [item.id for item in demo.items if not item.solution] == ["assignment-1.pdf#2"]
    assert sum(item.points or 0 for item in demo.items[:12]) == 80


def test_an_item_is_found_by_its_text(demo: AssignmentBook) -> None:
    match = demo.match("Why can Bellman–Ford stop early when a round has changed nothing?")

    assert match is not None
    assert (match.item.id, match.by) == ("assignment-2.pdf#6", "text")


def test_a_question_about_the_course_is_no_item(demo: AssignmentBook) -> None:
    assert demo.match("What is a priority queue?") is None


def test_the_number_said_counts_more_than_the_text(demo: AssignmentBook) -> None:
    match = demo.match("hw1 q4: why can Bellman–Ford stop early when a round changed nothing?")

    assert match is not None and match.item.id == "assignment-1.pdf#4"


class NoEmbedder:
    name = "none"

    def embed(self, texts: Sequence[str]) -> Vectors:
        raise AssertionError(f"embedded: {texts}")


@pytest.mark.parametrize(
    ("text", "found"),
    [("hw1 q4: why so early?", "assignment-1.pdf#4"), ("What is a priority queue?", None)],
)
def test_no_text_is_embedded_where_only_a_number_counts(
    demo: AssignmentBook, text: str, found: str | None
) -> None:
    named = replace(demo, embedder=NoEmbedder()).named(text)

    assert (named.id if named is not None else None) == found


def test_what_an_item_says_is_read_once_when_its_course_is_loaded(
    demo: AssignmentBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts_read: list[str] = []
    really_name = item_matching.name_algorithm

    def name_algorithm(text: str) -> str | None:
        texts_read.append(text)
        return really_name(text)

    monkeypatch.setattr(item_matching, "name_algorithm", name_algorithm)
    matches = [demo.match(text) for text in ("What is a priority queue", "Is A* complete")]

    assert matches == [None, None]
    # Each message as a whole and its one part; no statement again.
    assert texts_read == ["What is a priority queue"] * 2 + ["Is A* complete"] * 2


def test_the_same_exercise_on_another_graph_is_another_one() -> None:
    asked = read_data("Run Dijkstra's algorithm from p on p->q 6, p->r 2, r->q 3, q->t 1.")

    other = read_data("Run Dijkstra's algorithm from p on p->q 3, p->r 1, r->q 1, q->t 4")
    assert differs(other, asked)
    assert not differs(read_data("dijkstra from p please: Q-P 6; p-r 2; r-q 3; q-t 1"), asked)


@pytest.mark.parametrize(
    ("text", "at_hand", "written"),
    [
        ("A2/2: b c d b = -1", "", "assignment 2 item 2: b c d b = -1"),
        ("3 of the third: lo 0", "", "assignment 3 item 3: lo 0"),
        ("practice sheet first task, K", "", "assignment 3 item 1, K"),
        ("L5 ex.1 I guess 2", "", "lecture 5 exercise 1, I guess 2"),
        ("for 7: count", "assignment 3 item 6", "for item 7: count"),
        ("A1/2 = 4 and A2/2 = 7", "", "A1/2 = 4 and A2/2 = 7"),
        ("1 first, then 3, then 6", "", "1 first, then 3, then 6"),
        ("5 questions from lecture 1", "", "5 questions from lecture 1"),
    ],
)
def test_an_item_named_in_short_is_written_out(
    demo: AssignmentBook, text: str, at_hand: str, written: str
) -> None:
    here = demo.named(at_hand) if at_hand else None

    assert with_names_written_out(text, demo, here.id if here else None) == written
