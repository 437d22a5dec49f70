"""Of a hundred bad files (`python -m evals bad-material`), every sixth: none silent, none hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.bad_material import measure_bad_material
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tutor_app.settings import Settings

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
