"""Of a hundred bad files (`python -m evals bad-material`), every sixth: none silent, none hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.material.bad_files import BadFile
from evals.material.bad_material import judge_files, measure_bad_material
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tutor_app.domain.settings import Settings

TEXT = (
    "A search keeps a frontier of vertices and takes one vertex out of it at a time. "
    "Each neighbour that has not been seen before is put into the frontier then. "
)


@pytest.mark.timeout(300)
def test_bad_files_are_indexed_with_a_report_or_refused_with_a_reason(
    settings: Settings, tmp_path: Path
) -> None:
    sheet = Sheet().heading("Search").text(TEXT * 4)
    for n in range(3):
        sheet.new_page().heading(f"Part {n}").text(TEXT * 4)
    sheet.save(tmp_path / "good.pdf")

    outcomes = measure_bad_material([tmp_path / "good.pdf"], settings, BagOfWords(), limit=15)

    assert len(outcomes) == 15
    assert {o.file: o.problem for o in outcomes if o.problem} == {}
    assert {o.verdict for o in outcomes} == {"indexed", "indexed in part", "refused"}


def test_a_file_that_lost_words_without_a_word_is_a_problem(settings: Settings) -> None:
    half = Sheet().heading("Search").text(TEXT * 2).pdf.tobytes()
    other = Sheet().heading("Trees").text("Leaves hang from every branch of it. " * 8).pdf.tobytes()
    whole = Sheet().heading("Search").text(TEXT * 4).pdf.tobytes()
    files = [
        BadFile(name="whole.pdf", fault="none", data=whole, good=whole),
        BadFile(name="half.pdf", fault="half lost", data=half, good=whole),
        BadFile(name="cropped.pdf", fault="half hidden", data=half, good=whole, hides=True),
        BadFile(name="other.pdf", fault="not its text", data=other, good=whole, hides=True),
    ]
    settings.elenchus_home.mkdir(parents=True)

    outcomes = {o.file: o for o in judge_files(files, settings, BagOfWords())}

    assert outcomes["whole.pdf"].kept == 1.0
    assert outcomes["half.pdf"].kept == pytest.approx(0.5, abs=0.05)
    assert "of its words are indexed, without a word" in outcomes["half.pdf"].problem
    assert "stands nowhere in it" in outcomes["other.pdf"].problem
    assert not outcomes["whole.pdf"].problem
    assert not outcomes["cropped.pdf"].problem
