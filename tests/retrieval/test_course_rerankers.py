"""A course that has a cross-encoder of its own is read by it, the others by the common one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.doubles.index import DOCUMENT, small_index
from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.retrieval import course_rerankers
from tutor_app.retrieval.course_rerankers import CourseRerankers, course_reranker_folder
from tutor_app.retrieval.reranker import Relevance
from tutor_app.retrieval.sentence_reranker import NETWORK

PASSAGES = small_index("A queue is fair.").chunks


class NamedReranker:
    """Scores a passage with the number that its network's file holds."""

    def __init__(self, folder: Path) -> None:
        text = (folder / NETWORK).read_text()
        if not text:
            raise ModelFileInvalid("it is empty")
        self._score = float(text)

    def score(self, question: str, passages: object) -> list[Relevance]:
        return [Relevance(passage=self._score)]


@pytest.fixture
def rerankers(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CourseRerankers:
    monkeypatch.setattr(course_rerankers, "SentenceReranker", NamedReranker)
    (tmp_path / NETWORK).write_text("1")
    return CourseRerankers(settings, tmp_path)


def own(settings: Settings, text: str, course: str = DOCUMENT.course_id, *, at: int = 1) -> None:
    folder = course_reranker_folder(settings, course)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NETWORK).write_text(text)
    os.utime(folder / NETWORK, (at, at))


def passage_score(rerankers: CourseRerankers) -> float:
    return rerankers.score("?", PASSAGES)[0].passage


def test_without_one_of_its_own_a_course_has_the_common_one(
    rerankers: CourseRerankers, settings: Settings
) -> None:
    own(settings, "2", course="another")

    assert passage_score(rerankers) == 1


def test_its_own_is_taken_up_and_taken_up_again_when_it_changes(
    rerankers: CourseRerankers, settings: Settings
) -> None:
    own(settings, "2")
    first = passage_score(rerankers)
    own(settings, "3", at=2)

    assert (first, passage_score(rerankers)) == (2, 3)


def test_a_damaged_one_of_its_own_leaves_the_common_one(
    rerankers: CourseRerankers, settings: Settings
) -> None:
    own(settings, "")

    assert passage_score(rerankers) == 1


def test_no_passages_have_no_scores(rerankers: CourseRerankers) -> None:
    assert rerankers.score("?", ()) == []
