"""What a message draws from what: "x < 3, because 3x < 9" begins with the second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.calculations.speech.math_fragments import MathFragment
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("word_problems.yaml"))
_REASONS: Final = frozenset(_LISTS["reasons"])
_FOLLOWS: Final = "so"


def premises_first(plain: str, fragments: Sequence[MathFragment]) -> str | None:
    """Return a message with its lines in the order in which they are drawn from each other; None
    where they stand in it.

    Of two relations in one sentence the second is the premise where a word of reason leads it in;
    they change places, and the word becomes "so".
    """
    for one, other in zip(fragments, fragments[1:], strict=False):
        between = plain[one.end : other.start]
        word = between.strip(" ,").casefold()
        if "…" in one.before:  # it belongs to what stands before it in its sentence
            continue
        if word in _REASONS and _is_line(one) and _is_line(other) and "\n" not in between:
            joint = between.lower().replace(word, _FOLLOWS)
            first, second = plain[one.start : one.end], plain[other.start : other.end]
            return f"{plain[: one.start]}{second}{joint}{first}{plain[other.end :]}"
    return None


def _is_line(fragment: MathFragment) -> bool:
    return fragment.relates and not fragment.is_value
