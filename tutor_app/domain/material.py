"""The course's material as values: documents, chunks, passages. Everything is frozen.

Pages are counted from 1 inside each file. Lengths on a page are PDF points (1/72 inch) from the
top left corner of the page as it is displayed. In every score higher is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MaterialKind = Literal["textbook", "slides", "assignment", "solution", "logistics"]
MATERIAL_KINDS: tuple[MaterialKind, ...] = (
    "textbook",
    "slides",
    "assignment",
    "solution",
    "logistics",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on one page."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSentence:
    """One sentence of the material, word for word, and where it stands.

    `boxes` are its lines on the page (or pages, where it continues on the next one).
    `paragraph` numbers the block of the page it begins in, unique within the document.
    `is_point` is true for a point of a list on a slide, which needs no full stop. `prose` is the
    sentence without the displays in it (code, formulas); None where it has none.
    """

    text: str
    boxes: tuple[Box, ...]
    paragraph: int
    is_point: bool = False
    prose: str | None = None

    @property
    def without_displays(self) -> str:
        """What is embedded of the sentence: code means nothing to an embedder of sentences."""
        return self.prose or self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One version of one file of a course. `sha256` names its bytes under files/."""

    id: str
    course_id: str
    name: str
    kind: MaterialKind
    sha256: str
    pages: int = 0

    @property
    def title(self) -> str:
        return title_of_file(self.name)


def title_of_file(name: str) -> str:
    """Return a file's name as people say it: without its ending."""
    return name[: -len(".pdf")] if name.lower().endswith(".pdf") else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Text of about 500 characters that stands on one page, or continues on the next.

    `lead` is the two sentences before it: embedded with it, never cited or shown as its text.
    `exercise` is the number of the exercise it belongs to, as printed ("3" or "3(b)"), if any.
    `by_ocr` is true where its words were read from a picture of the page.
    """

    id: str
    document: Document
    sentences: tuple[SourceSentence, ...]
    headings: tuple[str, ...] = ()
    lead: str = ""
    exercise: str | None = None
    by_ocr: bool = False

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def pages(self) -> tuple[int, ...]:
        """Pages it stands on, first to last."""
        return tuple(sorted({b.page for s in self.sentences for b in s.boxes}))

    @property
    def page(self) -> int:
        return self.pages[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What each retrieval stage gave a passage; None if a stage did not run.

    `dense` is the cosine of the chunk, `sentence` that of its best sentence; `reference` is 1 for
    what the message names by number.
    """

    reference: float | None = None
    dense: float | None = None
    sentence: float | None = None
    bm25: float | None = None
    fused: float | None = None
    mmr: float | None = None
    rerank: float | None = None
    boosted: float | None = None
    final: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A chunk found for one query.

    `sentence_logits` has one number for each of its sentences where a cross-encoder weighed them.
    """

    chunk: Chunk
    scores: Scores
    sentence_logits: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalResult:
    """The outcome of one retrieval.

    `kept` are the passages an answer may use, best first; empty if nothing clears the relevance
    floor. `nearest` is the best passage even then. `skipped` names stages that could not run, each
    with its reason.
    """

    query: str
    profile: str
    kept: tuple[Passage, ...]
    nearest: Passage | None
    relevance: float
    skipped: tuple[str, ...] = ()
