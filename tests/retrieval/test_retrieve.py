"""From a question to passages: each profile's stages, with every score kept (K5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.domain.errors import RerankFailed, SettingsInvalid
from tutor_app.domain.values import Chunk, Passage, RetrievalResult
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.profiles import PROFILES, Profile, Weights, profile_named
from tutor_app.retrieval.reranker import Relevance
from tutor_app.retrieval.retrieve import RERANKER_MISSING, retrieve
from tutor_app.retrieval.score_fusion import Floats

KITE = PROFILES["kite"]
TEXTS = (
    "Queue search goes level after level.",
    "Queue search goes level after level again.",
    "Stack search goes deep.",
    "Heap keys shrink.",
    "Trees lack cycles.",
)
QUESTION = "queue search level"


class Judge:
    """A cross-encoder that has its verdicts by heart, and remembers what it was asked."""

    def __init__(self, **verdicts: float) -> None:
        self.verdicts = verdicts
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        texts = [passage.text for passage in passages]
        self.asked.append((question, tuple(texts)))
        verdicts = [self.verdicts.get(text.split()[0].lower(), 0.1) for text in texts]
        return [Relevance(passage=verdict, sentences=(verdict,)) for verdict in verdicts]


class BreaksOff:
    """A cross-encoder that cannot read."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        raise RerankFailed("it broke off")


@pytest.fixture
def index() -> CourseIndex:
    return small_index(*TEXTS)


@pytest.fixture
def query(index: CourseIndex) -> Query:
    return read_query(QUESTION, BagOfWords(), index)


def open_to_all(profile: Profile) -> Profile:
    return replace(profile, floor=-1.0, sure=None)


def texts(found: RetrievalResult) -> list[str]:
    return [passage.chunk.text for passage in found.kept]


def scaled(values: Floats | list[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / (high - low) for value in values]


def by_row(found: RetrievalResult) -> dict[int, Passage]:
    return {TEXTS.index(passage.chunk.text): passage for passage in found.kept}


def test_kite_worked_out_by_hand(index: CourseIndex, query: Query) -> None:
    """Dense 50 → BM25 over the same, min–max, 0.7/0.3 → MMR 0.7 → cross-encoder → +0.3 → top k."""
    judge = Judge(queue=0.7, stack=0.65, heap=0.5)
    profile = replace(open_to_all(KITE), candidates=3, rerank_pairs=2, top_k=2)

    found = retrieve(query, index, profile, judge)

    dense, bm25 = index.dense(query), index.bm25(query)
    pool = sorted(range(5), key=lambda row: -dense[row])[:3]
    fused = [
        0.7 * d + 0.3 * b for d, b in zip(scaled(dense[pool]), scaled(bm25[pool]), strict=True)
    ]
    vectors = index.vectors(range(5))
    left = dict(zip(pool, fused, strict=True))
    taken: list[int] = []
    values: dict[int, float] = {}
    while left:
        mmr = {
            row: 0.7 * score - 0.3 * max((vectors[row] @ vectors[t] for t in taken), default=0)
            for row, score in left.items()
        }
        row = max(mmr, key=mmr.__getitem__)
        taken.append(row)
        values[row] = mmr[row]
        del left[row]
    assert judge.asked == [(QUESTION, tuple(TEXTS[row] for row in taken[:2]))]
    assert len(found.kept) == 2
    for row, passage in by_row(found).items():
        scores = passage.scores
        assert scores.dense == pytest.approx(dense[row])
        assert scores.bm25 == pytest.approx(bm25[row])
        assert scores.fused == pytest.approx(fused[pool.index(row)])
        assert scores.mmr == pytest.approx(values[row])
        assert scores.rerank == judge.verdicts[TEXTS[row].split()[0].lower()]
        assert scores.boosted == scores.final == pytest.approx(scores.rerank + 0.3)
    assert texts(found)[0].startswith("Queue")


def test_a_share_of_the_logits_is_added_and_sentences_keep_their_own(
    index: CourseIndex, query: Query
) -> None:
    profile = replace(open_to_all(PROFILES["read"]), rerank_pairs=2, rerank_share=0.5, top_k=5)
    first, second = texts(retrieve(query, index, replace(profile, rerank=None), None))[:2]

    found = retrieve(query, index, profile, Judge(queue=-1.5, stack=2.0))

    read = [p for p in found.kept if p.scores.rerank is not None]
    assert {p.chunk.text for p in read} == {first, second}
    assert texts(found)[:2] == [p.chunk.text for p in read]  # what was not read stays behind
    for passage in read:
        scores = passage.scores
        assert passage.sentence_logits == (scores.rerank,)
        below = (scores.rerank or 0.0) - max(p.scores.rerank or 0.0 for p in read)
        assert scores.final == pytest.approx((scores.fused or 0.0) + 0.5 * below)


def test_what_is_read_is_ordered_by_it_and_german_is_not_read(
    index: CourseIndex, query: Query
) -> None:
    profile = replace(open_to_all(PROFILES["read"]), rerank_share=1.0)
    german = replace(query, language="de")
    judge = Judge(queue=-4.0, stack=4.0)

    found = retrieve(query, index, profile, judge)

    assert texts(found)[0] == TEXTS[2]
    retrieve(german, index, profile, judge)
    assert len(judge.asked) == 1


def test_what_leans_on_the_talk_before_is_read_with_it(index: CourseIndex, query: Query) -> None:
    judge = Judge()
    joined = replace(query, text="queue search level and with weights")

    for share in (1.0, 0.5):
        asked = replace(query, text="and with weights?", around=(joined,), share=share)
        retrieve(asked, index, PROFILES["read"], judge)

    assert [question for question, _ in judge.asked] == [joined.text, "and with weights?"]


def doubted(nearness: float, query: Query, index: CourseIndex) -> Profile:
    """The default with the line of what is surely answered just above or below a query's own."""
    profile = open_to_all(PROFILES["default"])
    found = retrieve(query, index, profile, None)
    return replace(profile, sure=found.relevance + nearness, floor=1.0)


@pytest.mark.parametrize(("logit", "answers"), [(6.0, True), (-6.0, False)])
def test_in_doubt_the_cross_encoder_decides_whether_the_course_answers(
    logit: float, answers: bool, index: CourseIndex, query: Query
) -> None:
    profile = doubted(0.01, query, index)
    order = texts(retrieve(query, index, open_to_all(profile), None))
    judge = Judge(**{text.split()[0].lower(): logit for text in TEXTS})

    found = retrieve(query, index, profile, judge)

    assert texts(found) == (order if answers else [])


def test_what_is_surely_answered_is_not_read(index: CourseIndex, query: Query) -> None:
    judge = Judge()

    retrieve(query, index, doubted(0.0, query, index), judge)

    assert judge.asked == []


@pytest.mark.parametrize(("floor", "answers"), [(0.0, True), (1.0, False)])
def test_in_doubt_the_floor_decides_where_nothing_can_be_read(
    floor: float, answers: bool, index: CourseIndex, query: Query
) -> None:
    profile = replace(doubted(0.01, query, index), floor=floor)

    for reranker in (None, BreaksOff()):
        assert bool(retrieve(query, index, profile, reranker).kept) == answers


def test_mmr_shows_something_new_before_a_double(index: CourseIndex, query: Query) -> None:
    profile = replace(open_to_all(PROFILES["fused_mmr"]), mmr_lambda=0.3)

    found = retrieve(query, index, profile, None)

    assert texts(found)[0] == TEXTS[0]
    assert texts(found)[1] != TEXTS[1]
    assert [p.scores.final for p in found.kept] == [p.scores.mmr for p in found.kept]


def test_the_boost_lifts_only_what_the_cross_encoder_finds_good(
    index: CourseIndex, query: Query
) -> None:
    judge = Judge(queue=0.59, stack=0.61, heap=0.6)

    found = retrieve(query, index, replace(open_to_all(KITE), top_k=3), judge)

    assert [p.scores.boosted for p in found.kept] == pytest.approx([0.91, 0.6, 0.59])
    assert texts(found)[0] == TEXTS[2]


def test_without_a_cross_encoder_the_stage_is_skipped_and_said(
    index: CourseIndex, query: Query
) -> None:
    found = retrieve(query, index, open_to_all(KITE), None)

    assert found.skipped == (RERANKER_MISSING(),)
    assert "doctor" in found.skipped[0]
    assert texts(found)[0] == TEXTS[0]
    assert all(p.scores.rerank is None and p.scores.boosted is None for p in found.kept)
    assert all(p.scores.final == p.scores.mmr for p in found.kept)


def test_a_profile_without_reranking_skips_nothing_and_asks_no_cross_encoder(
    index: CourseIndex, query: Query
) -> None:
    judge = Judge()

    found = retrieve(query, index, open_to_all(PROFILES["default"]), judge)

    assert (found.skipped, judge.asked) == ((), [])


@pytest.mark.parametrize("name", ["bm25", "dense"])
def test_a_single_ranking_orders_by_its_own_score(
    name: str, index: CourseIndex, query: Query
) -> None:
    found = retrieve(query, index, open_to_all(PROFILES[name]), None)

    expected = scaled(list(index.bm25(query) if name == "bm25" else index.dense(query)))
    assert [p.scores.final for p in found.kept] == pytest.approx(sorted(expected, reverse=True))
    assert {row: p.scores.fused for row, p in by_row(found).items()} == pytest.approx(
        dict(enumerate(expected))
    )


def test_the_whole_course_is_fused_where_the_profile_says_so(
    index: CourseIndex, query: Query
) -> None:
    profile = Profile(
        name="t", weights=Weights(dense=1, sentence=1, bm25=0.5), candidates=2, floor=-1
    )

    found = retrieve(query, index, profile, None)

    dense, bm25 = index.dense(query), index.bm25(query)
    sentence = index.best_sentence(query)
    fused = [
        d + s + 0.5 * b
        for d, s, b in zip(scaled(dense), scaled(sentence), scaled(bm25), strict=True)
    ]
    assert len(found.kept) == 2
    assert [p.scores.fused for p in found.kept] == pytest.approx(sorted(fused, reverse=True)[:2])


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_every_profile_keeps_at_most_its_k_best_first_with_their_scores(
    profile: Profile, index: CourseIndex, query: Query
) -> None:
    found = retrieve(query, index, replace(open_to_all(profile), top_k=3), Judge(queue=0.9))

    finals = [p.scores.final or 0.0 for p in found.kept]
    assert len(finals) == 3
    assert finals == sorted(finals, reverse=True)
    assert found.nearest == found.kept[0]
    for passage in found.kept:
        scores = passage.scores
        always = (scores.dense, scores.sentence, scores.bm25, scores.fused, scores.final)
        assert None not in always
        assert (scores.mmr is not None) == (profile.mmr_lambda is not None)
        assert (scores.rerank is not None) == (profile.rerank is not None)


def test_below_the_floor_nothing_is_passed_on_but_the_nearest_is_known(
    index: CourseIndex, query: Query
) -> None:
    default = PROFILES["default"]
    relevance = (max(index.dense(query)) + max(index.best_sentence(query))) / 2

    at = retrieve(query, index, replace(default, floor=relevance), None)
    above = retrieve(query, index, replace(default, floor=relevance + 1e-6), None)

    assert at.relevance == above.relevance == pytest.approx(relevance)
    assert len(at.kept) == 5
    assert above.kept == ()
    assert above.nearest is not None
    assert above.nearest.chunk.text == TEXTS[0]


def test_a_course_with_nothing_in_it_gives_nothing(query: Query) -> None:
    for profile in PROFILES.values():
        found = retrieve(query, small_index(), profile, Judge())

        assert (found.kept, found.nearest, found.relevance) == ((), None, 0.0)


def test_an_unknown_profile_names_those_there_are() -> None:
    with pytest.raises(SettingsInvalid, match=r"RETRIEVAL_PROFILE=best .*default, kite"):
        profile_named("best")


def test_what_was_spoken_of_is_added_to_the_score_of_the_question_by_its_share() -> None:
    index = small_index("Stable sorts keep order.", "Heaps grow.", "Merge sort is stable.")
    own = read_query("stable", BagOfWords(), index)
    before = read_query("merge sort stable", BagOfWords(), index)
    profile = PROFILES["default"]

    def scores(query: Query) -> dict[str, float]:
        kept = retrieve(query, index, replace(profile, floor=-1), None).kept
        return {passage.chunk.id: passage.scores.final or 0.0 for passage in kept}

    fused = scores(replace(own, around=(before,), share=0.5))

    alone, joined = scores(own), scores(before)
    assert fused == pytest.approx({chunk: alone[chunk] + 0.5 * joined[chunk] for chunk in alone})
