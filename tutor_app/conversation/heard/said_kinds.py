"""The parts that a message in talk about the course may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SaidKind = Literal[
    "complaint",
    "meant",
    "question",
    "claim",
    "check",
    "shorter",
    "simpler",
    "example",
    "each",
    "vindicated",
    "stop",
    "talk",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidPart:
    """A stretch of a message that does one thing; `likely` is how sure that is, 0 to 1."""

    text: str
    kind: SaidKind
    likely: float


@dataclass(frozen=True, slots=True)
class SaidParts:
    """The parts of a message, in their order, and the message."""

    parts: tuple[SaidPart, ...]
    text: str = ""

    def has(self, *kinds: SaidKind) -> bool:
        """Whether a part is of one of these kinds."""
        return any(part.kind in kinds for part in self.parts)

    def of(self, *kinds: SaidKind) -> list[str]:
        """Return the parts of these kinds, as they were written."""
        return [part.text for part in self.parts if part.kind in kinds]

    def without(self, *kinds: SaidKind) -> str:
        """Return the message without its parts of these kinds, with its own signs."""
        starts, at = list[int](), 0
        for part in self.parts:
            at = max(at, self.text.find(part.text, at))
            starts.append(at)
            at += len(part.text)
        ends = [*starts[1:], len(self.text)]
        kept = ""
        for part, start, end in zip(self.parts, starts, ends, strict=True):
            stretch = self.text[start:end]
            if part.kind not in kinds:
                kept += stretch
            elif kept.rstrip().endswith(",") and (sign := stretch.rstrip()[-1:]) in ".!?":
                kept = f"{kept.rstrip().removesuffix(',')}{sign} "  # what stands before has an end
        return kept.strip()
