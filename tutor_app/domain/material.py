"""The course's material as values: documents, chunks, passages. Everything is frozen.

Pages are counted from 1 inside each file. Lengths on a page are PDF points (1/72 inch) from the
top left corner of the page as it is displayed. In every score higher is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MaterialKind = Literal["textbook", "slides", "assignment", "solution", "logistics", "forum"]
MATERIAL_KINDS: tuple[MaterialKind, ...] = (
    "textbook",
    "slides",
    "assignment",
    "solution",
    "logistics",
    "forum",
)
# Endings that a file's title goes without; "main.py" is called by its whole name.
_UNSAID_ENDINGS = frozenset(
    (".pdf", ".md", ".markdown", ".html", ".htm", ".ipynb", ".pptx", ".docx", ".txt", ".json")
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
class Origin:
    """Where a piece of material is at home outside its file: a web page, or a post of the forum.

    `url` opens it; `date` is the day it was written, as "2025-01-31". Of a post, `role` says who
    wrote it (no name is kept), `accepted` that the thread's asker or staff marked it as the answer.
    `asked` are the first words of the post that it answers; `asks` says that it is a student's
    question itself, which is no answer to anybody's. What is not known is empty.
    """

    url: str = ""
    title: str = ""
    date: str = ""
    role: Literal["", "staff", "student"] = ""
    accepted: bool = False
    asked: str = ""
    asks: bool = False


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
    """One version of one file of a course. `sha256` names its bytes under files/.

    `language` is that of its text, as "de".
    """

    id: str
    course_id: str
    name: str
    kind: MaterialKind
    sha256: str
    pages: int = 0
    language: str = "en"

    @property
    def title(self) -> str:
        return title_of_file(self.name)


def title_of_file(name: str) -> str:
    """Return a file's name as people say it: without the folders of a ZIP, and its ending."""
    base = name.rsplit("/", 1)[-1]
    stem, dot, ending = base.rpartition(".")
    return stem if stem and f"{dot}{ending}".lower() in _UNSAID_ENDINGS else base


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """Text of about 500 characters that stands on one page, or continues on the next.

    `lead` is the two sentences before it: embedded with it, never cited or shown as its text.
    `exercise` is the number of the exercise it belongs to, as printed ("3" or "3(b)"), if any.
    `by_ocr` is true where its words were read from a picture of the page; `origin` says where the
    text is at home, if that is not its file.
    """

    id: str
    document: Document
    sentences: tuple[SourceSentence, ...]
    headings: tuple[str, ...] = ()
    lead: str = ""
    exercise: str | None = None
    by_ocr: bool = False
    origin: Origin | None = None

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
class TreePath:
    """How a search in the tree of summaries came to a block: titles from the top, with scores.

    `passage_ids` are the passages of the block that were kept.
    """

    titles: tuple[str, ...]
    scores: tuple[float, ...]
    passage_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalCall:
    """A retrieval function that was called: its arguments, who chose it, and what it found."""

    function: str
    query: str
    top_k: int | None
    by: str
    passage_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalResult:
    """The outcome of one retrieval.

    `kept` are the passages an answer may use, best first; empty if nothing clears the relevance
    floor. `nearest` is the best passage even then. `skipped` names stages that could not run, each
    with its reason. `paths` tell the way to each passage where the profile searches a tree,
    `calls` the functions that were called where sources were chosen.
    """

    query: str
    profile: str
    kept: tuple[Passage, ...]
    nearest: Passage | None
    relevance: float
    skipped: tuple[str, ...] = ()
    paths: tuple[TreePath, ...] = ()
    calls: tuple[RetrievalCall, ...] = ()
