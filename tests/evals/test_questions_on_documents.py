"""Questions on several documents are read for the folder that holds some of them."""

from __future__ import annotations

import json
from pathlib import Path

from evals.answers.gold_questions import read_questions_on


def test_of_questions_on_many_documents_those_of_the_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").touch()
    row = {"document": "a.pdf", "question": "why?", "kind": "why", "answerable": True, "page": 3}
    rows = [
        row | {"evidence": ["Because."]},
        row | {"evidence": [], "answerable": False, "page": None},
        row | {"evidence": ["So."], "document": "b.pdf"},
    ]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    answerable, other = read_questions_on(tmp_path, file)

    assert (answerable.gold, answerable.evidence) == (frozenset({("a.pdf", 3)}), ("Because.",))
    assert not other.answerable
