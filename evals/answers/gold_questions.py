"""Questions with gold pages, one JSON object a line."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
_SPACE_AND_HYPHENS = re.compile(r"[\s\u00ad‐-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldQuestion:
    """A question with the (file, page) pairs that answer it, and quotes; none: out of scope."""

    id: str
    text: str
    kind: str
    gold: frozenset[tuple[str, int]]
    answer: str
    evidence: tuple[str, ...]

    @property
    def answerable(self) -> bool:
        return bool(self.gold)


def read_questions(path: Path, limit: int | None = None) -> list[GoldQuestion]:
    """Read a file of questions.

    Raises:
        ValueError: a line is not a question.
    """
    lines = path.read_text(encoding="utf-8").splitlines()[:limit]
    return [_question(json.loads(line)) for line in lines if line.strip()]


def read_questions_on(folder: Path, path: Path) -> list[GoldQuestion]:
    """Read questions on the PDFs of a folder, also from a file that has them on other PDFs, too.

    Such a row names its document, whether that answers, the page and the sentences of evidence.

    Raises:
        ValueError: a line is not a question.
    """
    names = {pdf.name for pdf in folder.glob("*.pdf")}
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [
        _question(row if "document" not in row else _with_gold(row, number))
        for number, row in enumerate(rows)
        if row.get("document") in {None, *names}
    ]


def _with_gold(row: dict[str, Any], number: int) -> dict[str, Any]:
    file, page = row["document"], row["page"]
    return {
        **row,
        "id": f"{file}-{number}",
        "gold": [{"file": file, "pages": [page]}] if row["answerable"] else [],
        "answer": " ".join(row["evidence"]),
        "evidence_by_page": [{"quote": sentence} for sentence in row["evidence"]],
    }


def _question(row: dict[str, Any]) -> GoldQuestion:
    try:
        return GoldQuestion(
            id=row["id"],
            text=row["question"],
            kind=row["kind"],
            gold=frozenset((g["file"], page) for g in row["gold"] for page in g["pages"]),
            answer=row.get("answer", ""),
            evidence=tuple(e["quote"] for e in row.get("evidence_by_page", ())),
        )
    except (KeyError, TypeError) as exc:
        raise ValueError(f"Not a question with gold pages: {row!r:.200}") from exc


def comparable(text: str) -> str:
    """Return a text without what extraction varies: quotes' shapes, hyphens, spaces, case."""
    straight = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    return _SPACE_AND_HYPHENS.sub("", straight).lower()
