"""Lists of English words that several readers need (lexicon.yaml), and how others are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml

_WORDS: dict[str, list[str]] = read_yaml(Path(__file__).with_name("lexicon.yaml"))

SMALL_NUMBERS: Final = tuple(_WORDS["small_numbers"])  # zero to nineteen, each at its own place
TENS: Final = tuple(_WORDS["tens"])  # twenty to ninety
ORDINALS: Final = tuple(_WORDS["ordinals"])  # first to tenth
NEGATIONS: Final = frozenset(_WORDS["negations"])
YES_WORDS: Final = frozenset(_WORDS["yes"])
NO_WORDS: Final = frozenset(_WORDS["no"])
SUPPOSING: Final = frozenset(_WORDS["supposing"])
QUESTION_WORDS: Final = tuple(_WORDS["question_words"])
LIST_JOINS: Final = frozenset(_WORDS["list_joins"])  # "b to c and back to b"
TASK_VERBS: Final = frozenset(_WORDS["task_verbs"])  # "explain …", "give …"
SMALL_WORDS: Final = frozenset(_WORDS["small_words"])  # those that hold sentences together

# What a number in words is worth, up to "twenty" and the round ones.
NUMBER_WORDS: Final = {word: value for value, word in enumerate(SMALL_NUMBERS)} | {
    word: 10 * value for value, word in enumerate(TENS, 2)
}


def read_number(text: str) -> int:
    """Return the whole number that figures, a word of NUMBER_WORDS or an ordinal say.

    Raises:
        ValueError: the text is none of these.
    """
    word = text.casefold()
    if word in ORDINALS:
        return ORDINALS.index(word) + 1
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def read_word_lists(file: Path) -> Mapping[str, frozenset[str]]:
    """Return the word lists of a YAML file by name; each is one text of words with spaces."""
    lists = read_yaml(file)
    return {name: frozenset(words.split()) for name, words in lists.items()}
