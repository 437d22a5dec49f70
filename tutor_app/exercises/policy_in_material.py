"""Which reveal policy holds for a problem: the course's, unless it stands in the material."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import Chunk, MaterialKind
from tutor_app.tracing.reading.reading_results import Span

# The data of a problem, cut into runs of this many words and numbers; so much of them must stand
# in one passage for the problem to be that passage's. Shorter data prove nothing.
RUN = 5
SHARE = 0.8
LEAST = 8
_WORD = re.compile(r"\w+")
_KINDS: dict[MaterialKind, RevealPolicy] = {
    "assignment": "hints",
    "textbook": "open",
    "slides": "open",
}


def policy_in_material(
    text: str, used: Sequence[Span], chunks: Iterable[Chunk]
) -> RevealPolicy | None:
    """Return "hints" for a problem of an assignment, "open" for a worked example of the material.

    `used` are the parts of the message that hold the problem's data; None if the material does
    not have them: the course's own policy holds.
    """
    data = [word for span in used for word in _words(text[span.start : span.end])]
    if len(data) < LEAST:
        return None
    runs = set(zip(*(data[place:] for place in range(RUN)), strict=False))
    found = {
        _KINDS[chunk.document.kind]
        for chunk in chunks
        if chunk.document.kind in _KINDS and _stands_in(runs, chunk)
    }
    # What an assignment asks stays locked also where a lecture shows it too.
    return "hints" if "hints" in found else "open" if "open" in found else None


def _stands_in(runs: set[tuple[str, ...]], chunk: Chunk) -> bool:
    return len(runs & _runs_of(chunk.text)) >= SHARE * len(runs)


@lru_cache(maxsize=20_000)
def _runs_of(text: str) -> frozenset[tuple[str, ...]]:
    words = _words(text)
    return frozenset(zip(*(words[place:] for place in range(RUN)), strict=False))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
