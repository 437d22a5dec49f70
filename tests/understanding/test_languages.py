"""A question in a language that the course does not use is told so, in its own language."""

from __future__ import annotations

import pytest

from tutor_app.understanding.languages import in_another_language

GERMAN = frozenset({"ist", "eine", "was", "heuristik"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Was ist eine zulässige Heuristik?", "Der Kurs"),
        ("¿Qué es la búsqueda en anchura?", "El curso"),
        ("Pourquoi A* est optimal et comment ?", "Le cours"),
        ("什么是广度优先搜索", "本课程"),
        ("幅優先探索とは何ですか", "この講義"),
        ("Что такое поиск в ширину?", "Курс"),
    ],
)
def test_an_english_course_says_so(text: str, said: str) -> None:
    line = in_another_language(text, lambda word: False)

    assert line is not None
    assert line.startswith(said)
    assert "course's language" in line


def test_a_course_in_that_language_is_searched_as_ever() -> None:
    assert in_another_language("Was ist eine Heuristik?", GERMAN.__contains__) is None


@pytest.mark.parametrize(
    "text",
    [
        "who won the world cup?",
        "what was the die roll in the con game",
        "is de Morgan's law in the exam?",
        "A-B 4, A-C 2",
        "without de: ab makes 5, ce makes 8, next le 4, thats all edges checked",
        "",
    ],
)
def test_english_is_not_taken_for_another_language(text: str) -> None:
    assert in_another_language(text, lambda word: False) is None
