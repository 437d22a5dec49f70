"""Whether a message asks where the student's answer stands: told by the nearest example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.nearest_example import nearest_groups
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.understanding.claims import asks_verdict

_EXAMPLES: Final[Mapping[str, Sequence[str]]] = read_yaml(Path(__file__).with_name("standing.yaml"))
MOST_WORDS: Final = 10  # who says more says something of the exercise
_OF_ITEM: Final = read_word_lists(Path(__file__).with_name("coming_words.yaml"))["things"]
Standing = Literal["stands", "why_wrong"]
_STANDINGS: Final[tuple[Standing, ...]] = ("stands", "why_wrong")


def asks_of_standing(text: str, embedder: Embedder) -> frozenset[Standing]:
    """Return whether a message asks what of the answer is there and missing, or why it is wrong.

    "which part is missing?", "am I done?" ask the one, "but why is that wrong?" the other; "give me
    the solution", "more" neither. Of a longer message its short questions tell.
    """
    asked = [one for one in split_sentences(text) if one.rstrip().endswith("?")]
    if len(asked) < len(split_sentences(text)):  # "…. Right?" asks of what is said before it
        asked = [one for one in asked if not asks_verdict(one)] or [""]
    short = [one for one in asked or [text] if one.strip() and len(one.split()) <= MOST_WORDS]
    if not short:
        return frozenset()
    groups = nearest_groups(short, _EXAMPLES, embedder)
    return frozenset(one for one in _STANDINGS if one in groups)


def doubts_item(text: str, embedder: Embedder) -> bool:
    """Return whether a sentence of a message says that the exercise itself is wrong."""
    short = [one for one in split_sentences(text) if len(one.split()) <= MOST_WORDS]
    told = [one for one in short if not _OF_ITEM.isdisjoint(plain_words(one))]
    return bool(told) and "item_wrong" in nearest_groups(told, _EXAMPLES, embedder)
