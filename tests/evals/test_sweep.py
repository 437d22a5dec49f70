"""Configurations are compared on the same questions, each with the default, and kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from evals.answers.gold_questions import GoldQuestion
from evals.retrieval.measure_retrieval import measure_retrieval
from evals.retrieval.sweep import (
    CHUNK,
    DEFAULT,
    FUSION,
    MEASURES,
    PARAGRAPHS,
    RESULTS,
    SENTENCES,
    Configuration,
    Measured,
    compare,
    configurations,
    sweep,
)
from evals.retrieval.sweep_plot import draw_sweep
from ingest.ingest import IndexReport
from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tutor_app.answering.choose_quotes import QuoteLimits
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.profiles import PROFILES, Weights
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder

FACTS = (
    "A queue hands out the oldest vertex first, so the search goes by levels.",
    "A heap hands out the smallest key at once, so Dijkstra never looks back.",
    "Kruskal sorts the edges by weight and joins two trees of the forest each time.",
)
QUESTIONS = (
    "Why does the search go by levels with a queue?",
    "Why does Dijkstra never look back with a heap?",
    "What does Kruskal join in the forest each time?",
)


@pytest.fixture
def course(settings: Settings, tmp_path: Path) -> IndexedFolder:
    """A file with a fact a page, as `index_folder` leaves it."""
    desk = CourseDesk(settings)
    desk.id = desk.courses.create(COURSE).id
    sheet = Sheet()
    for title, fact in zip(("Queues", "Heaps", "Forests"), FACTS, strict=True):
        sheet.heading(title).text(f"Now to the point. {fact} That is the point.").new_page()
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    report = IndexReport(indexed=("a.pdf",), failed=(), pages=4, chunks=3, seconds=0)
    return IndexedFolder(settings=settings, embedder=BagOfWords(), report=report)


def questions(count: int = 3) -> list[GoldQuestion]:
    asked = [
        GoldQuestion(
            id=f"q{n}",
            text=text,
            kind="conceptual",
            gold=frozenset({("a.pdf", n + 1)}),
            answer=FACTS[n],
            evidence=(FACTS[n],),
        )
        for n, text in enumerate(QUESTIONS[:count])
    ]
    outside = GoldQuestion(
        id="x", text="Who won?", kind="other", gold=frozenset(), answer="", evidence=()
    )
    return [*asked, outside]


def kept_lines(course: IndexedFolder) -> list[str]:
    return (course.settings.elenchus_home / RESULTS).read_text().splitlines()


BAD = Configuration(
    factor=FUSION,
    value="upside down",
    profile=replace(PROFILES["default"], weights=Weights(dense=-1.0), top_k=1),
)


# --- what is compared --------------------------------------------------------------------------


def test_the_default_comes_first_and_every_other_row_differs_from_it_in_its_factor_only() -> None:
    default, *others = configurations()

    assert default == Configuration()
    assert default.factor == DEFAULT
    for row in others:
        differs = {
            name
            for name in ("chunk", "profile", "limits")
            if getattr(row, name) != getattr(default, name)
        }
        expected = {CHUNK: "chunk", PARAGRAPHS: "limits", SENTENCES: "limits"}
        assert differs == {expected.get(row.factor, "profile")}
    assert len({(row.factor, row.value) for row in others}) == len(others)


def test_the_measures_of_a_course_that_answers_everything(course: IndexedFolder) -> None:
    (measured,) = sweep(course, questions(), [Configuration()])

    assert {name: set(measured.figures[name]) for name in MEASURES[:-1]} == {
        name: {1.0} for name in MEASURES[:-1]
    }
    assert min(measured.figures["similarity"]) > 0.8
    assert 0 < measured.seconds < 60


def test_each_row_is_measured_with_its_own_configuration(course: IndexedFolder) -> None:
    short = Configuration(factor=CHUNK, value="30", chunk=30)
    few = Configuration(factor=SENTENCES, value="1", limits=QuoteLimits(paragraphs=1, sentences=1))

    default, bad, cut, one = sweep(course, questions(), [Configuration(), BAD, short, few])

    assert [m.configuration for m in (default, bad, cut, one)] == [
        Configuration(), BAD, short, few
    ]  # fmt: skip
    assert sum(bad.figures["hit@1"]) < sum(default.figures["hit@1"])
    assert bad.figures["similarity"] != default.figures["similarity"]
    assert cut.figures["marked"] == default.figures["marked"]


def test_every_profile_is_measured_on_the_same_questions(course: IndexedFolder) -> None:
    measured = measure_retrieval(course, questions(), list(PROFILES))

    arms = measured["arms"]
    assert (measured["questions"], set(arms)) == (3, set(PROFILES))
    assert {name for name, arm in arms.items() if arm["skipped"]} == {"vector_gen"}  # no model
    # Whether they would be answered is measured elsewhere: what is in doubt is found here, too.
    assert {name for name, arm in arms.items() if arm["hit@5"] < 1} == set()
    assert arms["default"]["hit@1"] == 1


def test_another_chunk_size_leaves_the_index_in_force_as_it_is(course: IndexedFolder) -> None:
    version = (course.settings.course_dir(COURSE) / "index" / "CURRENT").read_text()

    sweep(course, questions(), [Configuration(factor=CHUNK, value="30", chunk=30)])

    assert (course.settings.course_dir(COURSE) / "index" / "CURRENT").read_text() == version


# --- going on ----------------------------------------------------------------------------------


class NeverAsked:
    """Stands for the same embedder, and must not be needed."""

    name = "words"

    def embed(self, texts: Sequence[str]) -> None:
        raise AssertionError("asked again")


def test_what_was_measured_is_not_measured_again(course: IndexedFolder) -> None:
    first = sweep(course, questions(), [Configuration(), BAD])
    again = replace(course, embedder=NeverAsked())

    second = sweep(again, questions(), [Configuration(), BAD])

    assert [m.figures.keys() for m in second] == [m.figures.keys() for m in first]
    for one, other in zip(first, second, strict=True):
        for name in MEASURES:
            assert other.figures[name] == pytest.approx(one.figures[name], abs=1e-4)
    assert len(kept_lines(course)) == 2


def test_a_sweep_that_was_ended_while_it_wrote_goes_on(course: IndexedFolder) -> None:
    sweep(course, questions(), [Configuration(), BAD])
    path = course.settings.elenchus_home / RESULTS
    whole = path.read_text().splitlines(keepends=True)
    path.write_text(whole[0] + whole[1][:40] + "\n")

    sweep(course, questions(), [Configuration(), BAD])

    assert [json.loads(line)["key"] for line in (kept_lines(course)[0], kept_lines(course)[2])] == [
        json.loads(line)["key"] for line in whole
    ]


@pytest.mark.parametrize("change", ["questions", "embedder"])
def test_what_was_measured_on_other_ground_does_not_count(
    change: str, course: IndexedFolder
) -> None:
    sweep(course, questions(), [Configuration()])
    asked = questions(2) if change == "questions" else questions()
    other = replace(course, embedder=BagOfWords("other")) if change == "embedder" else course

    (measured,) = sweep(other, asked, [Configuration()])

    assert len(kept_lines(course)) == 2
    assert len(measured.figures["mrr"]) == len(asked) - 1


# --- figures -----------------------------------------------------------------------------------


def measured(*hits: float, value: str = "") -> Measured:
    factor = CHUNK if value else DEFAULT
    row = Configuration(factor=factor, value=value, chunk=int(value or 500))
    return Measured(configuration=row, figures=dict.fromkeys(MEASURES, hits), seconds=0.1)


def test_differences_are_paired_by_question() -> None:
    default = measured(*[1.0, 0.0] * 50)
    same = measured(*[1.0, 0.0] * 50, value="300")
    better = measured(*[1.0, 0.0] * 45, *[1.0, 1.0] * 5, value="750")

    result = compare([default, same, better])

    first, second, third = (row["figures"]["hit@1"] for row in result["configurations"])
    assert (first["mean"], result["questions"]) == (0.5, 100)
    assert first["interval"] == pytest.approx([0.4, 0.6], abs=0.02)  # ±1.96 · √(0.25/100)
    assert second["difference_interval"] == [0.0, 0.0]
    assert third["difference"] == 0.05
    low, high = third["difference_interval"]
    assert 0 < low < 0.05 < high < 0.11  # an unpaired one would hold 0


def test_the_plot_shows_every_factor_and_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    rows = [
        Measured(configuration=row, figures=dict.fromkeys(MEASURES, (1.0, 0.0, 1.0)), seconds=0.01)
        for row in configurations()
    ]

    draw_sweep(compare(rows), tmp_path / "new" / "sweep.svg")
    draw_sweep(compare(rows), tmp_path / "again.svg")

    drawn = (tmp_path / "new" / "sweep.svg").read_text()
    for factor in {row.factor for row in configurations()} - {DEFAULT, FUSION}:
        assert f">{factor}<" in drawn
    assert drawn == (tmp_path / "again.svg").read_text()
    assert len(drawn) < 200_000
