"""The sentences of a message about a graph, and what is left without those that put it right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.domain.lexicon import SUPPOSING
from tutor_app.tracing.reading.reading_results import Span

SENTENCE: Final = re.compile(r"[^.!?\n;]+(?:\.(?=\d)[^.!?\n;]*)*[.!?\n;]*\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldSentence:
    """One sentence; `start` is its place in the message."""

    start: int
    text: str
    words: frozenset[str]

    @property
    def asks(self) -> bool:
        """Whether it asks or supposes."""
        return "?" in self.text or bool(self.words & SUPPOSING)


def sentences_of_graph(text: str) -> Iterator[ToldSentence]:
    """Yield the sentences of a text; a dot in a number ends none."""
    for found in SENTENCE.finditer(text):
        words = frozenset(re.findall(r"[\w'’]+", found[0].casefold().replace("’", "'")))
        yield ToldSentence(start=found.start(), text=found[0], words=words)


def without_corrections(text: str, spans: Sequence[Span]) -> str:
    """Return a message without its sentences that put the graph right, but for what follows."""
    kept: list[str] = []
    for sentence in SENTENCE.finditer(text):
        ends = [span.end for span in spans if sentence.start() <= span.start < sentence.end()]
        if not ends:
            kept.append(sentence[0])
            continue
        behind = text[max(ends) : sentence.end()].lstrip(" ,.!;")
        if re.search(r"\d|(?<!\w)[A-Za-z](?!\w)", behind):
            kept.append(behind)
    rest = "".join(kept)
    return rest if re.search(r"\d|\?|(?<!\w)[A-Za-z](?!\w)", rest) else ""
