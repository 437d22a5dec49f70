"""A small course with a source of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.material import markdown_page, offered, opened
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.routing.retrieval_functions import CourseSearch

BOOK = "A queue makes the search go level by level."
TASK = "Write a search that visits a graph with a queue."
RULE = "The search homework with the queue is due on Friday."
POST = "The search with a queue hangs on graphs with cycles."
SOLUTION = "Put the start into the queue and search until the goal comes out."


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    made = CourseDesk(settings)
    made.add(markdown_page(tmp_path / "book.md", BOOK))
    made.add(markdown_page(tmp_path / "hw1.md", f"1. {TASK}"), "assignment")
    made.add(markdown_page(tmp_path / "syllabus.md", RULE), "logistics")
    made.add(markdown_page(tmp_path / "hw1-solution.md", SOLUTION), "solution")
    posts = [{"role": "staff", "text": POST, "created_at": "2025-01-02"}]
    for name, content in opened(offered(forum={"title": "Cycles", "posts": posts}))[0].items():
        (tmp_path / name).write_bytes(content)
        made.add(tmp_path / name, "forum")
    made.index()
    return made


@pytest.fixture
def search(desk: CourseDesk) -> CourseSearch:
    return CourseSearch(index=desk.loaded(), embedder=desk.embedder, profile=PROFILES["default"])
