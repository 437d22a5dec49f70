"""More sentences than are quoted may answer: read one by one, ordered by likelihood."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tutor_app.answering.candidate_sentences import candidate_sentences
from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.reranker import Relevance

QUESTION = "Why does a queue make the search go by levels?"
NEAR = "A queue makes the search go level by level because it is fair."
FAR = "Trees have no cycles at all."
BARE = "Their leaves hang at the bottom."
TEXT = f"{NEAR} {FAR} {BARE} {FAR}"


class Reads:
    """Gives one sentence a high logit, all others a low one."""

    def __init__(self, liked: str) -> None:
        self.liked = liked

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        return [
            Relevance(
                passage=0.0,
                sentences=tuple(4.0 if s.text == self.liked else -4.0 for s in one.sentences),
            )
            for one in passages
        ]


class Fails:
    """Breaks off."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        raise RerankFailed("broke off")


@pytest.fixture
def index(settings: Settings, tmp_path: Path) -> CourseIndex:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading("Search").text(TEXT).save(tmp_path / "a.pdf"))
    desk.index()
    return desk.loaded()


def offered(index: CourseIndex, reads: Reads | Fails | None) -> list[str]:
    query = read_query(QUESTION, BagOfWords(), index)
    found = candidate_sentences(query, index, PROFILES["default"], reads)
    return [one.sentence.text for one in found]


def test_what_was_read_comes_before_what_shares_the_words(index: CourseIndex) -> None:
    assert offered(index, None)[0] == NEAR
    assert offered(index, Reads(FAR))[0] == FAR


def test_a_reading_that_breaks_off_leaves_the_other_figures(index: CourseIndex) -> None:
    assert offered(index, Fails()) == offered(index, None)


def test_each_sentence_is_offered_once_whatever_the_course_is_sure_of(index: CourseIndex) -> None:
    found = offered(index, None)

    assert len(found) == len(set(found))
    assert {NEAR, FAR, BARE} <= set(found)
