"""The exam's items, written by hand for the demo course, one JSON object per line."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.domain.values import Box, MarkedSentence, Quote

FOLDER = Path(__file__).resolve().parent
VERIFY = FOLDER / "verify.jsonl"
FOLLOW_UP = FOLDER / "follow_up.jsonl"
READ_PROBLEM = FOLDER / "read_problem.jsonl"
JUDGE = FOLDER / "judge.jsonl"

Split = Literal["tune", "kept"]
_NOWHERE = Box(page=1, x0=0, y0=0, x1=1, y1=1)


class _ItemShape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ItemPassage(_ItemShape):
    """A paragraph of the demo course, word for word."""

    file: str
    page: int
    text: str

    def as_quote(self, marked: tuple[str, ...] = ()) -> Quote:
        """The paragraph as a student would be shown it, without its place on the page."""
        return Quote(
            passage_id=f"{self.file}:{self.page}:{self.text[:40]}",
            document_id=self.file,
            document_name=self.file,
            kind="textbook",
            page=self.page,
            headings=(),
            paragraph=self.text,
            crops=(_NOWHERE,),
            marked=tuple(MarkedSentence(text=text, boxes=(_NOWHERE,)) for text in marked),
        )


class Claim(_ItemShape):
    """A sentence about a passage, and whether the passage supports it.

    Items come in pairs that differ in a few words, one supported and one not, so that neither
    length nor shared words tell which is which. `kind` says how the false one is false.
    """

    id: str
    passage: ItemPassage
    sentence: str
    label: Literal["supported", "unsupported"]
    kind: str
    split: Split = "kept"

    @property
    def is_supported(self) -> bool:
        return self.label == "supported"


class QuotedParagraph(ItemPassage):
    """A paragraph with the sentences that are marked in it."""

    marked: tuple[str, ...]


class QuoteSet(_ItemShape):
    """A student's question with the quotes that answer it."""

    id: str
    question: str
    quotes: tuple[QuotedParagraph, ...]
    split: Split

    def as_quotes(self) -> tuple[Quote, ...]:
        return tuple(quote.as_quote(quote.marked) for quote in self.quotes)


class ToldProblem(_ItemShape):
    """A problem told in prose, and its instance in the form of docs/tracing.md."""

    id: str
    split: Split
    message: str
    instance: dict[str, Any]

    @property
    def algorithm(self) -> str:
        return str(self.instance["algorithm"])


class OpenAnswer(_ItemShape):
    """An answer to an exercise, and the numbers of the `points` that it has, counted from 1.

    `kind` says what was planted: a gap, an error, an instruction to the judge, the words of the
    exercise or of another item, words without a sentence; or merely other or fewer words.
    """

    id: str
    split: Split
    kind: Literal[
        "whole",
        "paraphrase",
        "short",
        "gap",
        "error",
        "reason",
        "opposite",
        "vague",
        "copied",
        "salad",
        "other",
        "instruction",
    ]
    exercise: str
    points: tuple[str, ...]
    answer: str
    covered: frozenset[int]

    @property
    def missing(self) -> frozenset[int]:
        return frozenset(range(1, len(self.points) + 1)) - self.covered


def read_claims(path: Path = VERIFY) -> list[Claim]:
    """Return the claims of a file, in its order."""
    return [TypeAdapter(Claim).validate_json(line) for line in _lines(path)]


def read_quote_sets(path: Path = FOLLOW_UP) -> list[QuoteSet]:
    return [TypeAdapter(QuoteSet).validate_json(line) for line in _lines(path)]


def read_told_problems(path: Path = READ_PROBLEM) -> list[ToldProblem]:
    return [TypeAdapter(ToldProblem).validate_json(line) for line in _lines(path)]


def read_open_answers(path: Path = JUDGE) -> list[OpenAnswer]:
    return [TypeAdapter(OpenAnswer).validate_json(line) for line in _lines(path)]


def items_version(path: Path) -> str:
    """Names the items: a changed file has another version."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
