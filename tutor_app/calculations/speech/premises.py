"""What a message draws from what: "x < 3, because 3x < 9" begins with the second; "x² = 9 gives 3
and -3" tells values of x."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.calculations.speech.math_fragments import MathFragment
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("word_problems.yaml"))
_REASONS: Final = frozenset(_LISTS["reasons"])
_LEADS: Final = frozenset(_LISTS["leads_to_values"])
_FILLS: Final = frozenset(_LISTS["fills_before_values"])
_JOINTS: Final = frozenset({",", "and", "or", ", and", ", or"})
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


def values_named(plain: str, fragments: Sequence[MathFragment]) -> str | None:
    """Return a message with the values that it draws from an equation told as those of its
    unknown, "x^3 = 4x gives 0 and 2"; None where it draws none so."""
    for place, each in enumerate(fragments):
        values = _values_behind(plain, fragments, place)
        names = {one.text for one in each.tokens if one.kind == "NAME"}
        if not values or len(names) != 1 or not _is_line(each) or each.tells_value:
            continue
        (name,) = names
        told = " or ".join(f"{name} = {plain[one.start : one.end].strip()}" for one in values)
        return f"{plain[: each.end]} so {told}{plain[values[-1].end :]}"
    return None


def _values_behind(
    plain: str, fragments: Sequence[MathFragment], place: int
) -> Sequence[MathFragment]:
    """Return the bare values that end the clause behind a fragment and are drawn from it."""
    before = fragments[place]
    values: list[MathFragment] = []
    for each in fragments[place + 1 :]:
        between = plain[before.end : each.start].strip().casefold()
        words = {word.strip(",:") for word in between.split()} - {""}
        led = between in _JOINTS if values else bool(words & _LEADS) and words <= _LEADS | _FILLS
        if not each.is_value or not led:
            break
        values.append(each)
        before = each
    rest = plain[before.end :].lstrip(" ")
    return values if not rest or rest[0] in ".,;!?)\n" else ()
