"""A folder without course files is told in words, without a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evals.__main__ import main


def test_a_folder_without_material_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text("")
    given = ["--materials", str(tmp_path), "--questions", str(questions)]
    monkeypatch.setattr(sys, "argv", ["evals", "answers", *given])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 1
    assert "There is no file in" in capsys.readouterr().err.replace("\n", " ")
