"""Pages read by OCR, kept: reading one takes seconds, and the same page gives the same words."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ingest.readers.ocr import DPI
from ingest.readers.pdf import Page

# Raised when OCR is done or cleaned up otherwise.
_VERSION = 2
_PAGE: TypeAdapter[Page] = TypeAdapter(Page)


@dataclass(frozen=True, slots=True, kw_only=True)
class OcrCache:
    """A file beside the database; deleting it costs time and nothing else."""

    path: Path

    def get(self, sha256: str, number: int) -> Page | None:
        """Return a page of the file with these bytes, if it has been read before."""
        with closing(self._open()) as cache:
            row = cache.execute(
                "SELECT page FROM pages WHERE key = ?", (_key(sha256, number),)
            ).fetchone()
        try:
            return _PAGE.validate_json(row[0]) if row else None
        except ValidationError:
            return None

    def put(self, sha256: str, page: Page) -> None:
        with closing(self._open()) as cache, cache:
            cache.execute(
                "INSERT OR REPLACE INTO pages VALUES (?, ?)",
                (_key(sha256, page.number), _PAGE.dump_json(page)),
            )

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        cache = sqlite3.connect(self.path, timeout=30)
        cache.execute("PRAGMA journal_mode=WAL")
        cache.execute("CREATE TABLE IF NOT EXISTS pages (key TEXT PRIMARY KEY, page BLOB)")
        return cache


def _key(sha256: str, number: int) -> str:
    return f"{sha256} {number} {DPI} {_VERSION}"
