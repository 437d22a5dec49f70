"""What is typed in haste on a phone, written out: "wats", "u", "exampel"."""

from __future__ import annotations

import re
from pathlib import Path

from tutor_app.domain.data_files import read_yaml

# Single letters are written out where no name of a node or a variable can stand: see `_LETTERS`.
_FILE = Path(__file__).with_name("hasty_typing.yaml")
_WRITTEN_OUT: dict[str, str] = {
    short: word for word, spellings in read_yaml(_FILE).items() for short in spellings
}


def word_meant(word: str) -> str:
    """Return the word that a single one in small letters stands for; itself where it is none."""
    return _WRITTEN_OUT.get(word, word)


_WORDS = re.compile(rf"(?<![\w'’])(?:{'|'.join(_WRITTEN_OUT)})(?![\w'’])", re.IGNORECASE)
_BEFORE_YOU = r"can|could|do|did|would|will|should|are|have|if|when|what|how|why|where|because|that"
_AFTER_YOU = r"can|could|do|mean|said|say|tell|show|have|think|know|are"
_NOT_OF_N = r"log|is|times|and|or|nodes|squared|elements"  # there it is a number
# Between words of a sentence a letter is one; beside signs and numbers it is a name.
_LETTERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"(?i)\b({_BEFORE_YOU}) u\b"), r"\1 you"),
    (
        re.compile(rf"(?i)\bu ({_AFTER_YOU})\b"),
        r"you \1",
    ),
    (re.compile(r"(?i)\b(what|who|where|how|they|we|you|these|those) r\b"), r"\1 are"),
    (
        re.compile(rf"(?i)^\W*n (?!(?:{_NOT_OF_N})\b)(?=[a-z]{{2}})"),
        "and ",
    ),
    (re.compile(r"(?i)^y (?=(?:is|are|does|do|did|can|not|would|should|isn|aren|don)\b)"), "why "),
    (re.compile(r"(?i)\bwhich 1\b"), "which one"),
    (re.compile(r"(?i)\bw/ ?(?=\w)"), "with "),
)


def written_out(text: str) -> str:
    """Return the text with the shorthand of its sentences written out, and nothing else changed.

    Used by the rules that recognise what is wanted, and for searching. A student's work, with its
    names of nodes and variables, is read as it was typed.
    """
    text = _WORDS.sub(lambda found: _WRITTEN_OUT[found[0].casefold()], text)
    for pattern, words in _LETTERS:
        text = pattern.sub(words, text)
    return text
