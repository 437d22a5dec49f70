"""The items: written for the demo course, in pairs, and hard for anything but understanding."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from evals.answers.gold_questions import comparable
from evals.answers.planted_sentences import all_claims, passes_code
from tutor_app.answering.key_terms import terms
from tutor_app.domain.settings import Settings
from tutor_app.models.exams.exam_items import (
    Claim,
    read_claims,
    read_quote_sets,
    read_told_problems,
)
from tutor_app.models.exams.read_problem_exam import same_problem
from tutor_app.retrieval.minilm import MiniLmEmbedder
from tutor_app.retrieval.search_terms import tokens
from tutor_app.runtime.composition import build_embedder
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_json import problem_of
from tutor_app.tracing.reading.problem_reader import read_problem

SOURCES = Path(__file__).resolve().parents[3] / "demo_course" / "source"
HARDEST = 0.70


def best_balanced_accuracy(scores: npt.NDArray[np.float64], claims: list[Claim]) -> float:
    """At the best threshold, whichever side of it is called supported."""
    labels = np.array([claim.is_supported for claim in claims])
    best = 0.0
    for threshold in [*np.unique(scores), np.inf]:
        said = scores >= threshold
        right = (said[labels].mean() + (~said[~labels]).mean()) / 2
        best = max(best, right, 1 - right)
    return float(best)


def test_there_are_100_supported_and_100_unsupported_half_of_each_kept_from_tuning() -> None:
    claims = read_claims()
    assert Counter((c.label, c.split) for c in claims) == {
        ("supported", "kept"): 50,
        ("supported", "tune"): 50,
        ("unsupported", "kept"): 50,
        ("unsupported", "tune"): 50,
    }
    split_of = {claim.passage.text: claim.split for claim in claims}
    assert all(split_of[claim.passage.text] == claim.split for claim in claims)


def test_planted_and_exam_together_are_200_of_each_with_distinct_ids() -> None:
    claims = all_claims()
    assert Counter(claim.label for claim in claims) == {"supported": 200, "unsupported": 200}
    assert len({claim.id for claim in claims}) == 400
    assert len({claim.sentence for claim in claims}) == 400


def test_follow_ups_are_asked_about_40_sets_of_quotes() -> None:
    sets = read_quote_sets()
    assert Counter(item.split for item in sets) == {"tune": 20, "kept": 20}
    for item in sets:
        assert all(mark in quote.text for quote in item.quotes for mark in quote.marked)


def test_40_problems_are_told_half_of_them_kept_from_tuning_and_all_can_be_run() -> None:
    items = read_told_problems()
    assert Counter(item.split for item in items) == {"tune": 20, "kept": 20}
    assert len({item.message for item in items}) == 40
    for item in items:
        assert run(problem_of(item.instance)).steps, item.id


def test_what_the_parsers_make_of_told_problems_is_seldom_wrong_and_seldom_exact() -> None:
    """An exam of what code reads anyway would tell nothing of a model."""
    wrong, exact = 0, 0
    for item in read_told_problems():
        read = read_problem(item.message)
        if read is None or read.question is not None:
            continue
        if same_problem(read.problem, problem_of(item.instance)):
            exact += 1
        else:
            wrong += 1
    assert wrong <= 2
    assert exact <= len(read_told_problems()) / 3


def test_every_passage_stands_in_the_demo_course() -> None:
    source = {
        path.stem: comparable(path.read_text(encoding="utf-8").replace("\\", "").replace("*", ""))
        for path in SOURCES.glob("*.md")
    }
    for claim in all_claims():
        text = comparable(claim.passage.text.replace("*", "").replace("• ", ""))
        text = text.removeprefix("definition")
        name = "-".join(claim.passage.file.removesuffix(".pdf").split("-")[:2])
        assert text[20:] in source[name], claim.id


@pytest.mark.parametrize("measure", [tokens, terms])
def test_shared_words_do_not_tell_supported_from_unsupported(measure: object) -> None:
    assert callable(measure)
    claims = read_claims()
    scores = [
        len(set(measure(c.sentence)) & set(measure(c.passage.text)))
        / max(1, len(set(measure(c.sentence))))
        for c in claims
    ]
    assert best_balanced_accuracy(np.array(scores), claims) <= HARDEST


def test_embeddings_do_not_tell_supported_from_unsupported(
    settings: Settings, model_cache: Path
) -> None:
    embedder = build_embedder(settings.model_copy(update={"elenchus_cache": model_cache}))
    assert isinstance(embedder, MiniLmEmbedder)
    claims = read_claims()
    said = embedder.embed([claim.sentence for claim in claims])
    passages = embedder.embed([claim.passage.text for claim in claims])
    scores = np.asarray((said * passages).sum(axis=1), dtype=np.float64)
    assert best_balanced_accuracy(scores, claims) <= HARDEST


def test_code_stops_99_percent_of_wrong_numbers_names_and_quotations() -> None:
    planted = [
        claim
        for claim in all_claims()
        if claim.kind in ("wrong number", "wrong name", "false quotation")
    ]
    assert len(planted) > 100
    assert sum(not passes_code(claim) for claim in planted) >= 0.99 * len(planted)


def test_code_lets_nearly_all_supported_sentences_pass() -> None:
    supported = [claim for claim in all_claims() if claim.is_supported]
    assert sum(passes_code(claim) for claim in supported) >= 0.95 * len(supported)
