"""The rankings of an index give the values that brute force gives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.search_terms import stem, tokens

TEXTS = (
    ("A queue makes the search go level by level.", "Levels are layers of the graph."),
    ("A stack makes the search go deep first.",),
    ("A heap gives the smallest key.", "Dijkstra's search uses a heap.", "Keys are distances."),
    ("Trees have no cycles.",),
)
QUESTION = "Why does the search with a queue go by levels?"


@pytest.fixture
def index() -> CourseIndex:
    return small_index(*TEXTS)


@pytest.mark.parametrize("question", [QUESTION, "Dijkstra's heap", "trees without cycles"])
def test_dense_scores_are_cosines_in_the_order_of_the_chunks(
    question: str, index: CourseIndex
) -> None:
    query = read_query(question, BagOfWords(), index)

    expected = [float(BagOfWords().embed([" ".join(texts)])[0] @ query.vector) for texts in TEXTS]

    assert index.dense(query) == pytest.approx(expected, abs=1e-6)


def test_the_best_sentence_is_the_largest_cosine_of_each_chunks_own(index: CourseIndex) -> None:
    query = read_query(QUESTION, BagOfWords(), index)

    each = [[float(v @ query.vector) for v in BagOfWords().embed(texts)] for texts in TEXTS]

    assert index.best_sentence(query) == pytest.approx([max(row) for row in each], abs=1e-6)


def test_a_sentence_is_scored_with_a_fifth_of_its_neighbours(index: CourseIndex) -> None:
    query = read_query(QUESTION, BagOfWords(), index)

    for chunk, texts in zip(index.chunks, TEXTS, strict=True):
        own = BagOfWords().embed(texts)
        mixed = [
            own[n]
            + 0.2 * (own[n - 1] if n > 0 else 0 * own[n])
            + 0.2 * (own[n + 1] if n + 1 < len(own) else 0 * own[n])
            for n in range(len(own))
        ]
        expected = [float(v @ query.vector / np.linalg.norm(v)) for v in mixed]
        assert index.scores_in_context(chunk, query) == pytest.approx(expected, abs=1e-6)


def test_bm25_is_that_of_rank_bm25_over_the_content_words(index: CourseIndex) -> None:
    query = read_query(QUESTION, BagOfWords(), index)

    plain = BM25Okapi([tokens(" ".join(texts)) for texts in TEXTS])

    assert index.bm25(query) == pytest.approx(plain.get_scores(tokens(QUESTION)))
    assert index.bm25(query)[0] == max(index.bm25(query))


def test_vectors_are_those_of_the_rows_asked_for(index: CourseIndex) -> None:
    expected = BagOfWords().embed([" ".join(TEXTS[2]), " ".join(TEXTS[0])])

    assert index.vectors([2, 0]) == pytest.approx(expected)


def test_a_word_in_every_chunk_is_worth_less_than_a_rare_one(index: CourseIndex) -> None:
    n = len(TEXTS)

    assert index.rarity("search") == pytest.approx(math.log(1 + (n - 3 + 0.5) / 3.5))
    assert index.rarity(stem("queue")) == pytest.approx(math.log(1 + (n - 1 + 0.5) / 1.5))
    assert index.rarity("search") < index.rarity(stem("queue")) < index.rarity("unheard")


def test_an_empty_index_answers_with_nothing() -> None:
    index = small_index()
    query = read_query(QUESTION, BagOfWords(), index)

    assert [r(query).size for r in (index.dense, index.best_sentence)] == [0, 0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What are the graphs?", ["graph"]),
        ("sorting sorted sorts", ["sort", "sort", "sort"]),
        ("queries", ["query"]),
        ("O(n log n)", ["o", "n", "log", "n"]),
        ("Erdős and Rényi", ["erdo", "renyi"]),
        ("ﬁnite ﬂow", ["finite", "flow"]),
        ("Что такое граф?", ["что", "такое", "граф"]),
        ("_two_words_", ["two", "word"]),
        ("the of and", []),
    ],
)
def test_content_words_lose_case_endings_and_accents(text: str, words: list[str]) -> None:
    assert tokens(text) == words


def test_a_course_without_latin_letters_is_searched_by_its_words_too() -> None:
    index = small_index("Граф состоит из вершин и рёбер.", "Дерево не имеет циклов.", "A tree.")

    scores = index.bm25(read_query("Из чего состоит граф?", BagOfWords(), index))

    assert int(np.argmax(scores)) == 0
    assert scores[0] > scores[1]
