"""What a course's map holds. Everything is frozen, and refers to the index version it was made of.

`chunk_id` and `paragraph` are those of the index; a page is 1-based inside its file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.values import Box

FORMAT = 2  # raised when a map is made or stored otherwise: older ones are made anew

Role = Literal[
    "definition",
    "example",
    "rule",
    "proof",
    "warning",
    "summary",
    "exercise",
    "administration",
    "explanation",
]
ROLES: tuple[Role, ...] = (
    "definition",
    "example",
    "rule",
    "proof",
    "warning",
    "summary",
    "exercise",
    "administration",
    "explanation",
)
FigureKind = Literal["figure", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSentence:
    """A sentence of the course, word for word."""

    chunk_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageRole:
    """A paragraph with what it is for. `chunk_id` is where its first sentence stands."""

    document_id: str
    paragraph: int
    chunk_id: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFigure:
    """A figure or table: its number as printed, its caption, and its place with the caption."""

    document_id: str
    kind: FigureKind
    number: str
    caption: str
    paragraph: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A term of the course.

    `key` is its content words, cut to their stems, and tells it from others over all versions.
    `definition` is the first of `candidates`, the sentences that may define it, best first, until
    staff choose another. `uses` counts the chunks that have it. `explained`, `exemplified` and
    `exercised` are ids of chunks, `drawn` numbers of figures in `CourseMap.figures`. `mended` says
    that staff changed it.
    """

    key: str
    name: str
    article: str
    candidates: tuple[CourseSentence, ...]
    uses: int
    explained: tuple[str, ...] = ()
    exemplified: tuple[str, ...] = ()
    exercised: tuple[str, ...] = ()
    drawn: tuple[int, ...] = ()
    hidden: bool = False
    mended: bool = False

    @property
    def definition(self) -> CourseSentence:
        return self.candidates[0]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.key.split())

    @property
    def in_sentence(self) -> str:
        """The term as a sentence names it: "a heuristic"."""
        return f"{self.article} {self.name}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseMap:
    """The map: terms, the surest first, passages and figures in reading order."""

    format: int = FORMAT
    terms: tuple[Term, ...] = ()
    passages: tuple[PassageRole, ...] = ()
    figures: tuple[CourseFigure, ...] = ()

    @property
    def shown_terms(self) -> tuple[Term, ...]:
        """The terms that staff did not hide."""
        return tuple(term for term in self.terms if not term.hidden)
