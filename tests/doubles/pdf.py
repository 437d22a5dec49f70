"""Small PDFs whose every line a test puts where it wants it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pymupdf

from ingest.readers.pdf import Page, read_page

LEFT = 72.0
LEADING = 1.25  # of the size
COLUMNS = 76  # characters of a line of running text


class Sheet:
    """Pages written from top to bottom. `save` gives the file's path."""

    def __init__(self, top: float = 110.0) -> None:
        self.pdf = pymupdf.open()
        self.new_page(top)

    def new_page(self, top: float = 110.0) -> Sheet:
        self.page = self.pdf.new_page(width=595, height=842)
        self.y = top
        return self

    def heading(self, text: str, size: float = 16) -> Sheet:
        self.y += size
        self.page.insert_text((LEFT, self.y), text, fontsize=size, fontname="hebo")
        self.y += size + 8
        return self

    def lines(self, *lines: str, size: float = 11, font: str = "helv") -> Sheet:
        """One paragraph, broken into just these lines."""
        for line in lines:
            self.page.insert_text((LEFT, self.y), line, fontsize=size, fontname=font)
            self.y += LEADING * size
        self.y += 14
        return self

    def text(self, text: str, size: float = 11) -> Sheet:
        """One paragraph of running text."""
        return self.lines(*textwrap.wrap(text, COLUMNS), size=size)

    def at(self, y: float, text: str, size: float = 11, x: float = LEFT) -> Sheet:
        """A line at this height; what is written next stays where it was."""
        self.page.insert_text((x, y), text, fontsize=size)
        return self

    def save(self, path: Path, **options: object) -> Path:
        self.pdf.save(path, **options)
        return path


def read_pages(document: pymupdf.Document) -> Iterator[Page]:
    """The pages in order, as the indexer reads them one by one."""
    for number in range(1, document.page_count + 1):
        yield read_page(document, number)
