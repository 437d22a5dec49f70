"""Every citation shown resolves to a passage of its turn, and every quote stands on its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pymupdf

from evals.answers.gold_questions import comparable
from evals.answers.measure_answers import Answered
from ingest.readers.pdf import clean_text
from tutor_app.domain.values import Quote


def check_citations(materials: Path, answered: Sequence[Answered]) -> dict[str, Any]:
    """Compare what was shown with the pages as PyMuPDF reads them by itself."""
    pages = PageTexts(materials)
    problems = [problem for a in answered for problem in _problems(a, pages)]
    return {
        "questions": len(answered),
        "quotes": sum(len(a.quotes) for a in answered),
        "sentences": sum(len(q.marked) for a in answered for q in a.quotes),
        "problems": problems,
    }


class PageTexts:
    """Page texts, each file opened once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, list[str]] = {}

    def text(self, name: str, page: int) -> str:
        """Return a page's text in comparable form; empty beyond the last page."""
        if name not in self._files:
            with pymupdf.open(self._folder / name) as document:
                self._files[name] = [_words(page) for page in document]
        texts = self._files[name]
        return texts[page - 1] if 0 < page <= len(texts) else ""


def _words(page: pymupdf.Page) -> str:
    return comparable("".join(clean_text(word[4]) for word in page.get_text("words")))


def _problems(answered: Answered, pages: PageTexts) -> Iterator[str]:
    found = answered.record.found
    known = {passage.chunk.id for passage in found.kept} if found else set()
    for quote in answered.quotes:
        if quote.passage_id not in known:
            yield f"{answered.question.id}: cites a passage that was not retrieved"
        for mark in quote.marked:
            if not _stands(mark.text, quote, {box.page for box in mark.boxes}, pages):
                place = f"{quote.document_name} {quote.page}"
                yield f"{answered.question.id}: not on {place}: {mark.text}"


def _stands(text: str, quote: Quote, on: set[int], pages: PageTexts) -> bool:
    """True where the sentence stands on its page, or on its two pages, half on each.

    Between the halves the page may hold footnotes and running heads: the first half must be on
    the first page and the rest on the next.
    """
    wanted = comparable(text)
    first = pages.text(quote.document_name, min(on))
    if wanted in first:
        return True
    second = pages.text(quote.document_name, max(on))
    return any(wanted[:cut] in first and wanted[cut:] in second for cut in range(1, len(wanted)))
