"""Among posts that say about the same, staff's newest word comes first, and alone can answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.material import offered, opened
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.retrieve import retrieve

OLD = "The second homework is due on Friday at noon."
NEW = "The second homework is due on Monday at noon."
OTHER = "Recordings of lectures are on the page."
ASKED = "Until when is the second homework due?"
ANYTHING = replace(PROFILES["default"], floor=0.0)


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    return CourseDesk(settings)


def found(desk: CourseDesk, tmp_path: Path, *posts: tuple[str, str, str], **how: Any) -> list[str]:
    """What is found for the question in a forum of these posts: role, day, text."""
    made = [{"role": role, "created_at": day, "text": text} for role, day, text in posts]
    for name, content in opened(offered(a={"title": "Dates", "posts": made}))[0].items():
        (tmp_path / name).write_bytes(content)
        desk.add(tmp_path / name, "forum")
    desk.index()
    index = desk.loaded()
    result = retrieve(
        read_query(ASKED, desk.embedder, index), index, replace(ANYTHING, **how), None
    )
    return [passage.chunk.text for passage in result.kept]


@pytest.mark.parametrize("turned", [False, True])
def test_the_newer_word_alone_answers(desk: CourseDesk, tmp_path: Path, turned: bool) -> None:
    posts = [("staff", "2025-01-02", OLD), ("staff", "2025-01-09", NEW)]
    assert found(desk, tmp_path, *(posts[::-1] if turned else posts)) == [NEW]


def test_a_student_who_repeats_the_old_word_later_does_not_win(
    desk: CourseDesk, tmp_path: Path
) -> None:
    posts = [("staff", "2025-01-02", NEW), ("student", "2025-02-09", OLD)]
    assert found(desk, tmp_path, *posts) == [NEW]


def test_documents_are_found_by_older_words_too(desk: CourseDesk, tmp_path: Path) -> None:
    posts = [("staff", "2025-01-02", OLD), ("staff", "2025-01-09", NEW)]
    assert found(desk, tmp_path, *posts, answers=False) == [NEW, OLD]


def test_a_students_question_answers_nobody(desk: CourseDesk, tmp_path: Path) -> None:
    posts = [("student", "2025-01-01", ASKED), ("staff", "2025-01-02", OLD)]
    assert found(desk, tmp_path, *posts) == [OLD]


def test_what_says_something_else_stays(desk: CourseDesk, tmp_path: Path) -> None:
    posts = [("staff", "2025-01-02", OLD), ("staff", "2025-01-09", OTHER)]
    assert set(found(desk, tmp_path, *posts)) == {OLD, OTHER}
