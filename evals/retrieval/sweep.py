"""Configurations of retrieval and quoting on the same questions, each compared with the default."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from evals.answers.gold_questions import GoldQuestion
from evals.answers.measure_answers import Answered, answer, similarities
from evals.retrieval.course_cuts import CourseCuts
from evals.retrieval.measure_retrieval import deepened, page_measures, ranked_pages
from ingest.chunk import TARGET
from tutor_app.answering.choose_quotes import DEFAULT_LIMITS, QuoteLimits
from tutor_app.conversation.services import Services
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.index_files import FORMAT
from tutor_app.retrieval.profiles import PROFILES, Profile, Weights
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.runtime.evaluation_course import IndexedFolder, console

MEASURES = ("hit@1", "hit@5", "mrr", "cited", "shown", "marked", "similarity")
DEFAULT = "default"
FUSION = "dense / sentence / BM25"
CHUNK, MMR, PASSAGES = "chunk, characters", "MMR λ", "passages looked at"
PARAGRAPHS, SENTENCES = "paragraphs quoted", "sentences marked"
SHARES = ((0.0, 0.5, 1.0, 2.0), (0.0, 0.25, 0.5, 1.0))  # of sentences and BM25, dense being 1
RESULTS = "sweep.jsonl"
_ROUNDS = 2000
_SEED = 7
# What decides an answer: where it changes, results kept before are no longer comparable.
_CODE = ("tutor_app/*.py", "tutor_app/retrieval/*", "ingest/**/*.py", "evals/**/*.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """One row of the table. `factor` and `value` name what differs from the default.

    `chunk` is the size that text is cut to, in characters.
    """

    factor: str = DEFAULT
    value: str = ""
    chunk: int = TARGET
    profile: Profile = PROFILES["default"]
    limits: QuoteLimits = DEFAULT_LIMITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What came of a configuration: each measure by question, in the questions' order.

    `seconds` is the median of finding and choosing, without embedding the question.
    """

    configuration: Configuration
    figures: dict[str, tuple[float, ...]]
    seconds: float


def configurations() -> list[Configuration]:
    """Return the default, then one factor at a time, then a grid of the fusion's weights."""
    profile = PROFILES["default"]
    rows = [Configuration()]
    rows += [Configuration(factor=CHUNK, value=str(n), chunk=n) for n in (300, 750, 1000)]
    rows += [
        Configuration(factor=MMR, value=str(x), profile=replace(profile, mmr_lambda=x))
        for x in (0.9, 0.7, 0.5, 0.3)
    ]
    rows += [
        Configuration(factor=PASSAGES, value=str(n), profile=replace(profile, top_k=n))
        for n in (4, 8, 16, 20, 30)
    ]
    rows += [
        Configuration(
            factor=PARAGRAPHS, value=str(n), limits=QuoteLimits(paragraphs=n, sentences=n + 1)
        )
        for n in (1, 2, 4, 5)
    ]
    rows += [
        Configuration(factor=SENTENCES, value=str(n), limits=QuoteLimits(sentences=n))
        for n in (3, 5, 6, 8)
    ]
    return rows + list(_fusions(profile))


def _fusions(profile: Profile) -> Iterator[Configuration]:
    grid = [Weights(dense=1.0, sentence=s, bm25=b) for s in SHARES[0] for b in SHARES[1]]
    for shares in (*grid, Weights(sentence=1.0), Weights(bm25=1.0)):
        if shares != profile.weights:
            value = f"{shares.dense:g} / {shares.sentence:g} / {shares.bm25:g}"
            yield Configuration(
                factor=FUSION, value=value, profile=replace(profile, weights=shares)
            )


def sweep(
    course: IndexedFolder,
    questions: Sequence[GoldQuestion],
    rows: Sequence[Configuration],
) -> list[Measured]:
    """Measure every configuration on the answerable questions; what is known is not done again."""
    asked = [question for question in questions if question.answerable]
    kept = _Kept(course, asked)
    cuts = CourseCuts(course)
    embedder = _Remembering(course.embedder)
    measured = []
    with Progress(console=console, transient=True) as bars:
        task = bars.add_task("Configurations", total=len(rows))
        # By chunk size, so that one index is in memory at a time.
        for row in sorted(rows, key=lambda row: row.chunk):
            bars.update(task, description=f"{row.factor} {row.value}".strip())
            known = kept.find(row)
            if known is None:
                known = _measure(row, asked, cuts.index(row.chunk, bars), embedder)
                kept.add(known)
            measured.append(known)
            bars.advance(task)
    return sorted(measured, key=lambda one: list(rows).index(one.configuration))


def _measure(
    row: Configuration, asked: Sequence[GoldQuestion], index: CourseIndex, embedder: Embedder
) -> Measured:
    services = Services(
        courses=lambda _: index, embedder=embedder, profile=row.profile, limits=row.limits
    )
    ranks: list[dict[str, float]] = []
    answers: list[Answered] = []
    for question in asked:
        query = read_query(question.text, embedder, index)
        found = retrieve(query, index, deepened(row.profile, None), None)
        ranks.append(page_measures([(question.gold, ranked_pages(found.kept))]))
        answers.append(answer(question, services))
    figures = {name: tuple(one[name] for one in ranks) for name in ("hit@1", "hit@5", "mrr")}
    figures["cited"] = tuple(float(a.cites_gold) for a in answers)
    figures["shown"] = tuple(float(a.shows_evidence) for a in answers)
    figures["marked"] = tuple(float(a.marks_evidence) for a in answers)
    figures["similarity"] = tuple(similarities(embedder, answers))
    seconds = [
        a.record.timings["retrieve"] + a.record.timings["quote"]
        for a in answers
        if "quote" in a.record.timings
    ]
    return Measured(
        configuration=row, figures=figures, seconds=float(np.median(seconds)) if seconds else 0.0
    )


class _Remembering:
    """An embedder that embeds a text once: all configurations are asked the same questions."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    @property
    def name(self) -> str:
        return self._embedder.name

    def embed(self, texts: Sequence[str]) -> Vectors:
        unknown = [text for text in dict.fromkeys(texts) if text not in self._known]
        if unknown:
            self._known.update(zip(unknown, self._embedder.embed(unknown), strict=True))
        return np.array([self._known[text] for text in texts], dtype=np.float32)


class _Kept:
    """Results beside the course's index, one JSON object a line, so that a sweep can go on.

    The key of a line says what it holds for: configuration, index format, embedder, files,
    questions and the code that answers.
    """

    def __init__(self, course: IndexedFolder, asked: Sequence[GoldQuestion]) -> None:
        self._path = course.settings.elenchus_home / RESULTS
        self._ground = {
            "format": FORMAT,
            "embedder": course.embedder.name,
            "files": CourseCuts(course).files(),
            "questions": [
                [q.text, q.answer, *q.evidence, *map(str, sorted(q.gold))] for q in asked
            ],
            "code": _code_digest(),
        }
        self._rows = {row["key"]: row for row in self._read()}

    def find(self, configuration: Configuration) -> Measured | None:
        row = self._rows.get(self._key(configuration))
        if row is None:
            return None
        figures = {name: tuple(row["figures"][name]) for name in MEASURES}
        return Measured(configuration=configuration, figures=figures, seconds=row["seconds"])

    def add(self, measured: Measured) -> None:
        figures = {name: [round(v, 4) for v in values] for name, values in measured.figures.items()}
        row = {
            "key": self._key(measured.configuration),
            "factor": measured.configuration.factor,
            "value": measured.configuration.value,
            "figures": figures,
            "seconds": round(measured.seconds, 4),
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def _read(self) -> Iterator[dict[str, Any]]:
        if not self._path.exists():
            return
        for line in self._path.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:  # the line that was being written when a sweep was ended
                continue

    def _key(self, configuration: Configuration) -> str:
        what = {**asdict(configuration), "factor": "", "value": "", "ground": self._ground}
        return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def _code_digest() -> str:
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for pattern in _CODE:
        for path in sorted(path for path in root.glob(pattern) if path.is_file()):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def compare(measured: Sequence[Measured]) -> dict[str, Any]:
    """Return the means with their 95% bootstrap intervals over the questions, and those of the
    paired differences to the first one, which is the default."""
    default = measured[0]
    return {
        "questions": len(default.figures["mrr"]),
        "configurations": [_compared(one, default) for one in measured],
    }


def _compared(one: Measured, default: Measured) -> dict[str, Any]:
    row = one.configuration
    figures = {}
    for name in MEASURES:
        values, before = np.array(one.figures[name]), np.array(default.figures[name])
        figures[name] = {
            "mean": _rounded(values.mean()),
            "interval": _interval(values),
            "difference": _rounded((values - before).mean()),
            "difference_interval": _interval(values - before),
        }
    return {
        "factor": row.factor,
        "value": row.value,
        "chunk": row.chunk,
        "weights": asdict(row.profile.weights),
        "mmr_lambda": row.profile.mmr_lambda,
        "passages": row.profile.top_k,
        "paragraphs": row.limits.paragraphs,
        "sentences": row.limits.sentences,
        "figures": figures,
        "seconds": round(one.seconds, 4),
    }


def _interval(values: Any) -> list[float]:
    """Percentile bootstrap of the mean; every configuration is resampled alike."""
    rows = np.random.default_rng(_SEED).integers(0, len(values), size=(_ROUNDS, len(values)))
    low, high = np.percentile(values[rows].mean(axis=1), [2.5, 97.5])
    return [_rounded(low), _rounded(high)]


def _rounded(value: float) -> float:
    return round(float(value), 4)
