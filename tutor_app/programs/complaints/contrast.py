"""The one other value that stands beside what the only call gives: "off by one: 3, not 2"."""

from __future__ import annotations

from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.complaints.message_parts import MessageParts
from tutor_app.programs.complaints.reading_model import ChosenReading
from tutor_app.programs.complaints.readings import Reading

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CONTRAST = _WORDS["contrast"]
_PLAIN, _LIKELY = 1.0, 0.5  # with a word that sets the two against each other, and without


def value_beside_shown(parts: MessageParts) -> ChosenReading | None:
    """Return the value that the only call must give, where a first message names what it gives and
    close by one other that it may give; None elsewhere.

    What the call was given is no such value, nor is a name's.
    """
    is_first = parts.asked.call is None and parts.asked.focus is None
    if not is_first or len(parts.calls) != 1 or parts.calls[0].case.is_decided:
        return None
    if parts.calls[0].result.error is not None:
        return None  # what was printed before an error is not what it gives
    shown, given = parts.calls[0].shown, parts.calls[0].arguments
    told = [r for r in parts.readings if r.form in ("value", "word")]
    seen = [r for r in told if r.value == shown]
    others = [r for r in told if r.value != shown and r.value not in given]
    if not seen or len({r.value for r in others}) != 1:
        return None
    other = others[-1]
    near = min(seen, key=lambda one: abs(one.start - other.start))
    between = sorted((near, other), key=lambda one: one.start)
    start, end = parts.sentence(between[0])[0], parts.sentence(between[1])[1]
    apart = sum(start < place < end for place in parts.ends)
    if apart > 1 or parts.is_of_variable(other) or _overlap(near, other):
        return None
    is_plain = not _CONTRAST.isdisjoint(parts.words_between(start, end))
    return ChosenReading(reading=other, probability=_PLAIN if is_plain else _LIKELY)


def _overlap(one: Reading, other: Reading) -> bool:
    return one.start < other.end and other.start < one.end
