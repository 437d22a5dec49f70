"""What a message says that calls gave, where no word names the call as code: "now it gives -1".

What was seen is never what is due. It is held against the run of the version that it belongs to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tutor_app.programs.complaints.message_parts import MessageParts
from tutor_app.programs.complaints.readings import Reading
from tutor_app.understanding.act_classifier import DialogueAct

_REPORTS: tuple[DialogueAct, ...] = ("tell.seen", "work.mended")
_NAMING = ("call", "args", "arg", "place")


def seen_values(parts: MessageParts, due: Collection[Reading]) -> Iterator[tuple[int, str]]:
    """Yield calls with the value that the message says to have seen of them, in its order.

    Of a sentence that only reports: each value belongs to the call named before it; where none is
    named, the values are those of all the program's calls in order, or the one is of the call that
    was talked about. The pieces of readings that are `due` were not seen.
    """
    for each in parts.acts:
        if each.guess.act not in _REPORTS:
            continue
        here = [r for r in parts.readings if each.start <= r.start < each.end and not r.is_loose]
        told = [r for r in here if not parts.is_of_variable(r) and not _overlaps(r, due)]
        pieces = sorted({(r.start, r.end) for r in told})
        calls: Sequence[int | None] = [
            _named_before(parts, each.start, start) for start, _ in pieces
        ]
        if not any(call is not None for call in calls):
            calls = _in_order(parts, len(pieces))
        for piece, call in zip(pieces, calls, strict=False):
            values = (r.value for r in told if (r.start, r.end) == piece and r.call == call)
            for value in values:
                if call is not None:
                    yield call, value


def _overlaps(reading: Reading, due: Collection[Reading]) -> bool:
    return any(reading.start < each.end and each.start < reading.end for each in due)


def _named_before(parts: MessageParts, start: int, place: int) -> int | None:
    """Return the call that is named last between two places."""
    named = [p for p in parts.pointers if start <= p.start < place and p.kind in _NAMING]
    return named[-1].call if named else None


def _in_order(parts: MessageParts, count: int) -> Sequence[int | None]:
    """Return the calls that so many values without a name are of, as far as that is clear."""
    own = [n for n, each in enumerate(parts.calls) if each.is_in_program]
    if count > 1 and count == len(own):
        return own
    spoken_of = (parts.asked.call, parts.asked.focus)
    talked = [n for n, each in enumerate(parts.calls) if each.text in spoken_of]
    return talked[:1] if count == 1 and len(talked) == 1 else ()
