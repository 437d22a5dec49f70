"""The clause of a message that asks for a reason beside its calculation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.calculations.speech.clauses import CLAUSE, WORD, plain_words
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("questions_beside.yaml"))
_FEWEST: Final = 2  # words that say what is asked for


def why_clause(message: str) -> str | None:
    """Return the clause by which a message asks for a reason; None where it asks for none, or only
    for that of the verdict.
    """
    plain, _ = math_fragments(message)
    for found in CLAUSE.finditer(plain):
        words = plain_words(found[0])
        start = next((k for k, word in enumerate(words) if word in _LISTS["why"]), None)
        if start is None or (words[start] == "how" and words[start + 1 : start + 2] != ["come"]):
            continue
        about = [word for word in words[start + 1 :] if word not in _LISTS["of_verdict"]]
        if len(about) + len(re.findall(r"\d+", found[0])) >= _FEWEST:
            at = re.search(rf"\b{re.escape(words[start])}\b", found[0].casefold())
            return found[0][at.start() if at else 0 :].strip(" .;,!?\n")
    return None


def gives_reason(sentence: str) -> bool:
    """Whether a sentence gives a reason for what it says."""
    return not _LISTS["gives"].isdisjoint(plain_words(sentence))


def asks_reason(message: str) -> bool:
    """Whether a message begins by asking for a reason: "why 6?", "but how come …"."""
    first = [word.casefold() for word in WORD.findall(message)[:3]]
    return "why" in first or first[:2] == ["how", "come"] or first[1:] == ["how", "come"]
