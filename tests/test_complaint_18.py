"""Complaint 18: hybrid search and reranking are fragile; embedding swaps break indexes silently.

What the materials page tells the staff is in tests/web/test_complaint_18_staff_are_told.py.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from tests.doubles.course import CourseDesk, record
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.pdf import Sheet
from tests.sentences import says
from tutor_app.domain.errors import IndexOutdated, RerankFailed
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk, Quote
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.profiles import PROFILES, Profile
from tutor_app.retrieval.reranker import Relevance, Reranker
from tutor_app.retrieval.retrieve import RERANKER_MISSING, retrieve
from tutor_app.runtime.embedded.doctor import check_installation

SAID = "A queue hands out the oldest vertex first, so the search goes by levels."
QUESTION = "Why does the search go by levels with a queue?"


@dataclass
class Model:
    """Another embedding model: every text has a direction of its own, told by the `seed`."""

    name: str
    seed: str
    size: int = 512

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = [
            np.random.default_rng(zlib.crc32(f"{self.seed} {text}".encode())).normal(size=self.size)
            for text in texts
        ]
        vectors = np.array(rows, dtype=np.float32).reshape(len(texts), self.size)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


SWAPS = {
    "another dimension": Model("bigger", "b", size=768),
    "the same dimension, another model": Model("other", "o"),
    "another model behind the same name": Model("words", "w"),
    "another dimension behind the same name": Model("words", "w", size=768),
}


@pytest.fixture(params=SWAPS.values(), ids=SWAPS.keys())
def other(request: pytest.FixtureRequest) -> Model:
    return request.param


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings.model_copy(update={"embedding_model": "words"}))
    desk.add(Sheet().text(SAID).text("Trees have no cycles.").save(tmp_path / "a.pdf"))
    desk.index()
    return desk


# --- the embedder is another one ---------------------------------------------------------------


def test_18_after_a_swap_a_question_is_not_answered_from_vectors_that_do_not_fit(
    desk: CourseDesk, other: Model
) -> None:
    desk.embedder = other

    with pytest.raises(IndexOutdated) as told:
        desk.ask(QUESTION)

    said = str(told.value)
    reasons = ("index_of_another_embedder", "embedder_changed")
    assert any(says(said, f"errors_retrieval.{reason}") for reason in reasons)


def test_18_re_indexing_repairs_it_without_a_vector_of_the_old_model(
    desk: CourseDesk, other: Model
) -> None:
    desk.embedder = other

    desk.index()

    index = desk.loaded()
    fresh = other.embed([f"{chunk.lead} {chunk.text}".strip() for chunk in index.chunks])
    assert index.vectors(range(len(index.chunks))) == pytest.approx(fresh, abs=1e-6)
    sentences = [s.text for chunk in index.chunks for s in chunk.sentences]
    kept = np.concatenate([index.sentence_vectors(chunk) for chunk in index.chunks])
    assert kept == pytest.approx(other.embed(sentences), abs=1e-6)
    assert record(desk.ask(SAID)).found is not None


def test_18_a_swap_that_was_broken_off_leaves_no_mixture(desk: CourseDesk, tmp_path: Path) -> None:
    """The indexer ends while it embeds with the new model; the next run goes on with it."""

    class BreaksOff(Model):
        def embed(self, texts: Sequence[str]) -> Vectors:
            if any("heap" in text for text in texts):
                raise KeyboardInterrupt
            return super().embed(texts)

    desk.add(Sheet().text("A heap hands out the smallest key.").save(tmp_path / "b.pdf"))
    desk.embedder = BreaksOff("words", "w")
    with pytest.raises(KeyboardInterrupt):
        desk.index()
    desk.embedder = Model("words", "w")

    desk.index()

    index = desk.loaded()
    fresh = desk.embedder.embed([chunk.text for chunk in index.chunks])
    assert index.vectors(range(len(index.chunks))) == pytest.approx(fresh, abs=1e-6)


def test_18_going_back_to_the_model_before_answers_again(desk: CourseDesk) -> None:
    before = desk.embedder
    desk.embedder = Model("other", "o")
    with pytest.raises(IndexOutdated, match="EMBEDDING_MODEL=words"):
        desk.ask(QUESTION)

    desk.embedder = before

    assert [e for e in desk.ask(QUESTION) if isinstance(e, Quote)]


def test_18_doctor_names_both_models_and_what_to_do(desk: CourseDesk) -> None:
    part = f"index {desk.id}"
    (before,) = [check for check in check_installation(desk.settings) if check.part == part]

    swapped = desk.settings.model_copy(update={"embedding_model": "other"})
    (after,) = [check for check in check_installation(swapped) if check.part == part]

    assert (before.ok, after.ok) == (True, False)
    assert "made with words, but EMBEDDING_MODEL is other" in after.detail
    assert "files and conversations are safe" in after.detail
    assert "Re-index" in after.remedy
    assert "EMBEDDING_MODEL=words" in after.remedy


# --- hybrid search without a reranker, and with one that breaks --------------------------------


class Synonyms(BagOfWords):
    """Knows that two words mean the same: as a real model, finds what shares no word."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        return super().embed([text.lower().replace("automobile", "car") for text in texts])


KEYWORD_HITS = [f"The car of owner {n} is listed in row {n} of appendix {n}." for n in range(120)]
BY_MEANING = "The automobile burns petrol."  # shares no word with the question but by meaning


def passages(profile: Profile, question: str, reranker: Reranker | None = None) -> list[str]:
    embedder = Synonyms()
    index = small_index(*KEYWORD_HITS, BY_MEANING, embedder=embedder)
    query = read_query(question, embedder, index)
    found = retrieve(query, index, replace(profile, floor=-1.0), reranker)
    return [passage.chunk.text for passage in found.kept]


@pytest.mark.parametrize("name", ["default", "kite"])
def test_18_many_keyword_hits_do_not_hide_what_only_vectors_find(name: str) -> None:
    assert BY_MEANING in passages(PROFILES[name], "car")


@pytest.mark.parametrize("name", ["default", "kite"])
def test_18_keywords_decide_where_vectors_cannot_tell(name: str) -> None:
    class Blind(BagOfWords):
        """Has never seen these serial numbers."""

        def embed(self, texts: Sequence[str]) -> Vectors:
            return super().embed([re.sub(r"QX7|ZZ9", "", text) for text in texts])

    embedder = Blind()
    others = [f"Tree {n} lacks cycles." for n in range(5)]
    cars = ("Serial ZZ9 is a car.", "Serial QX7 is a car.")
    index = small_index(*cars, *others, embedder=embedder)
    query = read_query("Which car is QX7?", embedder, index)

    found = retrieve(query, index, replace(PROFILES[name], floor=-1.0), None)

    assert found.kept[0].chunk.text == "Serial QX7 is a car."


def test_18_each_passage_has_the_scores_of_both_rankings() -> None:
    embedder = Synonyms()
    index = small_index(*KEYWORD_HITS, BY_MEANING, embedder=embedder)
    query = read_query("car", embedder, index)

    found = retrieve(query, index, replace(PROFILES["default"], floor=-1.0), None)

    by_text = {passage.chunk.text: passage.scores for passage in found.kept}
    assert by_text[BY_MEANING].bm25 == 0
    assert by_text[BY_MEANING].dense == max(s.dense or 0.0 for s in by_text.values())
    assert any((scores.bm25 or 0.0) > 0 for scores in by_text.values())


class Breaks:
    """A cross-encoder that runs out of memory on its way."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        raise RerankFailed("The cross-encoder broke off (MemoryError).")


class Forgets:
    """A cross-encoder that gives fewer scores than there are passages."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        return [Relevance(passage=0.9)] * (len(passages) - 1)


class Infinite:
    """A cross-encoder whose numbers have run over."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        return [Relevance(passage=float("nan"))] * len(passages)


KITE = replace(PROFILES["kite"], floor=0.0)


def test_18_without_a_reranker_the_answer_comes_and_the_skipped_stage_is_recorded(
    desk: CourseDesk,
) -> None:
    events = desk.ask(QUESTION, desk.services(KITE))

    assert SAID in [m.text for e in events if isinstance(e, Quote) for m in e.marked]
    found = record(events).found
    assert found is not None
    assert found.skipped == (RERANKER_MISSING(),)


@pytest.mark.parametrize("reranker", [Breaks(), Forgets(), Infinite()])
def test_18_a_reranker_that_breaks_leaves_the_order_before_it_and_is_recorded(
    reranker: Reranker, desk: CourseDesk
) -> None:
    events = desk.ask(QUESTION, desk.services(KITE, reranker=reranker))

    assert SAID in [m.text for e in events if isinstance(e, Quote) for m in e.marked]
    found = record(events).found
    assert found is not None
    (said,) = found.skipped
    assert said.startswith("rerank: ")
    assert "cross-encoder" in said
    assert all(passage.scores.rerank is None for passage in found.kept)
    assert all(passage.scores.final == passage.scores.mmr for passage in found.kept)


@pytest.mark.parametrize("reranker", [None, Breaks()])
def test_18_both_rankings_are_used_whatever_became_of_the_reranker(
    reranker: Reranker | None,
) -> None:
    assert BY_MEANING in passages(PROFILES["kite"], "car", reranker)
