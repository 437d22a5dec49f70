"""Neighbouring sentences of a text that as a whole tells no graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tutor_app.tracing.reading.numbers_in_words import told_numbers
from tutor_app.tracing.reading.told_graph.told_sentences import SENTENCE, sentences_of_graph

_MOST: Final = 60  # parts


def parts_of_text(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text with all but some neighbouring sentences blank, the most sentences first, and
    where they begin."""
    sentences = [found.span() for found in SENTENCE.finditer(text)]
    count = len(sentences)
    spans = [(at, at + size) for size in range(count - 1, 0, -1) for at in range(count - size + 1)]
    for begin, end in spans[:_MOST]:
        start, stop = sentences[begin][0], sentences[end - 1][1]
        yield start, " " * start + text[start:stop] + " " * (len(text) - stop)


def tells_numbers_of(nodes: Collection[str], text: str) -> bool:
    """Whether a sentence of a text has a number beside one of these nodes."""
    names = {node.casefold() for node in nodes}
    return any(
        told_numbers(sentence.text) and not names.isdisjoint(sentence.words)
        for sentence in sentences_of_graph(text)
    )
