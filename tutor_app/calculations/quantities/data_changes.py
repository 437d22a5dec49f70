"""Which figure of data changes more where one of them is left out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tutor_app.calculations.quantities.data_stories import FIGURES, data_in, figure_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.told_numbers import WORDS, told_tokens

_ALIKE = frozenset({"same", "equal", "equally", "neither", "both"})
_CLAIMS = frozenset({"think", "say", "guess", "believe", "so"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureOfChange:
    """`figures` are those asked about, before and after one of the data, `dropped`, is left out, or
    `added` put in its place; `most` names the one that changes more, "same" where none does,
    `claimed` what is said of it. Of one figure alone these are "changes" and "stays".
    """

    dropped: Fraction
    added: Fraction | None
    figures: tuple[tuple[str, Fraction, Fraction], ...]
    most: str
    claimed: str = ""


def figure_of_change(message: str, story: QuantityStory) -> FigureOfChange | None:
    """Return what a message asks of a change of data; None where it asks no such thing."""
    if story.kind != "statistics":
        return None
    tokens = told_tokens(message)
    words = [each.text for each in tokens]
    named = list(dict.fromkeys(name for word in words if (name := figure_named(word))))
    drops, asks = WORDS["dropped"] & set(words), WORDS["changes"] & set(words)
    replaces = bool({"if", "instead"} & set(words)) and bool(
        {"were", "was", "is", "instead"} & set(words)
    )
    if not asks or not named or not (drops or replaces) or (drops and len(named) < 2):
        return None
    data = [Fraction(each) for each in str(story.told["data"]).split(", ")]
    row = {each.start for each in data_in(tokens)} if len(data_in(tokens)) > 2 else set()
    told = [each.number for each in tokens if each.number is not None and each.start not in row]
    known = [each for each in told if each in data]
    others = [each for each in told if each not in data]
    if not known or (not drops and len(others) != 1):
        return None
    left = list(data)
    left.remove(known[0])
    added = None if drops else others[0]
    left += [] if added is None else [added]
    if not left:
        return None
    figures = tuple((name, FIGURES[name](data), FIGURES[name](left)) for name in named[:2])
    changes = [abs(one - other) for _, one, other in figures]
    if len(figures) == 1:
        most = "changes" if changes[0] else "stays"
        claimed = _claims_change(words)
    else:
        most = "same" if changes[0] == changes[1] else named[changes.index(max(changes))]
        claimed = _claimed(words)
    return FigureOfChange(
        dropped=known[0], added=added, figures=figures, most=most, claimed=claimed
    )


def _claims_change(words: list[str]) -> str:
    """Return what is said of one figure: that it stays, or changes; "" where nothing is said."""
    start = max((k for k, word in enumerate(words) if word in _CLAIMS), default=None)
    behind = set(words[start:]) if start is not None else set()
    if behind & {"no", "not", "stay", "same", "wont", "won't", "doesnt", "doesn't", "nothing"}:
        return "stays"
    return "changes" if behind & ({"yes", "it"} | WORDS["changes"]) else ""


def _claimed(words: list[str]) -> str:
    start = max((k for k, word in enumerate(words) if word in _CLAIMS), default=None)
    if start is None:
        return ""
    behind = words[max(0, start - 6) :] if start > len(words) - 3 else words[start:]
    named = [figure_named(word) for word in behind if figure_named(word)]
    if _ALIKE & set(behind):
        return "same"
    return named[0] if len(set(named)) == 1 else ""
