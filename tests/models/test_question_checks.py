"""What a model's question must pass before a student sees it."""

from __future__ import annotations

import pytest

from tests.models.given import quote
from tutor_app.answering.key_terms import terms
from tutor_app.models.duties.question_checks import check_question

ASKED = "why can't dijkstra handle edges with negative weight?"
QUOTES = (
    quote(
        "dijkstra",
        "Dijkstra's algorithm never looks at a vertex again once it is taken from the queue.",
        "With 3 vertices, a negative edge can make a finished distance too long.",
        paragraph="Bellman and Ford relax every edge again, two times or more.",
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "What would go wrong with a finished distance if a negative edge came later?",
        "Which vertices would Dijkstra's algorithm have to look at again?",
        "Why do Bellman and Ford relax every edge two times?",
        "With 3 vertices, which distance can become too long?",
        "Breadth-first search takes vertices from a queue: which order does the queue keep?",
    ],
)
def test_a_question_about_the_quotes_passes(text: str) -> None:
    assert check_question(text, ASKED, QUOTES) is None


@pytest.mark.parametrize(
    ("text", "check", "detail"),
    [
        ("A vertex is never looked at again.", "not one question", ""),
        ("Which vertex is taken? Which edge is relaxed?", "not one question", ""),
        ("The queue is empty. Which vertex was taken last?", "not one question", ""),
        ("?", "not one question", ""),
        ("Which vertex is taken from the queue?!", "not one question", ""),
        ("Which vertex " + "of the queue " * 12 + "is taken?", "too long", ""),
        ("What would happen then?", "names no term of the quotes", ""),
        ("Why is the sky blue?", "names no term of the quotes", ""),
        (
            "Which bucket does the hash function give a vertex with a colliding key?",
            "mostly about something else",
            "",
        ),
        (
            "Why can't Dijkstra handle edges with negative weight?",
            "the student's question again",
            "",
        ),
        (
            "Why can Dijkstra not handle edges of negative weight in a vertex?",
            "the student's question again",
            "",
        ),
        (
            "With 4 vertices, which distance is finished last?",
            "a number that is not in the quotes",
            "4",
        ),
        (
            "Which of the seven vertices is finished last?",
            "a number that is not in the quotes",
            "seven",
        ),
        (
            "Which vertex would Prim take from the queue?",
            "a name that is not in the quotes",
            "Prim",
        ),
        (
            "Kruskal takes which edge from the queue?",
            "a name that is not in the quotes",
            "Kruskal",
        ),
        (
            "What happens to the finished distance if the finished distance is long?",
            "something said twice",
            "the finished distance",
        ),
        ("Why is the the queue relaxed?", "something said twice", "the the"),
    ],
)
def test_a_question_that_fails_names_its_check(text: str, check: str, detail: str) -> None:
    failure = check_question(text, ASKED, QUOTES)
    assert failure is not None
    assert (failure.check, failure.detail) == (check, detail)


def test_three_and_3_are_the_same_number() -> None:
    assert check_question("Which of three vertices is finished last?", ASKED, QUOTES) is None


def test_terms_are_content_words_by_their_stem() -> None:
    assert terms("The recursions") == terms("a recursive")
    assert terms("What would change if this were so?") == frozenset()
    assert terms("BFS of G") == {"bf"}
