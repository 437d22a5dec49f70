"""The points of a solution held against an answer by a model that decides what sentences bear out.

A point is put to it as a claim, the sentences of the answer as what decides it: an answer has a
point if it bears it out. What bears a point out is put the other way round as well, as a sentence
beside the points: words of a point in other roles pass one of the two readings, not both. The model
writes a word and numbers, so that nothing of the solution can be said by it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

# Chosen on the tuning part of answers to questions (docs/benchmarks.md, "Points of a solution").
SURE_OF_POINT: Final = 0.7
SURE_BACK: Final = 0.2
SURE_OF_SENTENCE: Final = 0.9
SURE_AGAINST: Final = 0.95
MOST_POINTS: Final = 5  # that are put to it: each takes some seconds
MOST_SENTENCES: Final = 2  # of a message, beside those that bear out a point
LONGEST: Final = 12  # sentences of an answer: the last ones


class Decision(Protocol):
    """What the model makes of a statement beside sentences, as `models.course_decider` tells it."""

    @property
    def kind(self) -> Literal["answer", "right", "wrong", "open"]: ...
    @property
    def places(self) -> tuple[int, ...]: ...
    @property
    def share(self) -> float: ...
    @property
    def right(self) -> float: ...


# Holds a statement against sentences; None where the model is late or fails.
Decides = Callable[[str, Sequence[str]], Decision | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedAnswer:
    """An answer beside the points of a solution, as the model holds them.

    `points` has the sentences that bear a point out, by its place; `lacks` the places of those that
    the answer surely has not. `holds` are sentences that the points bear out without being one;
    `fails` those that go against a point, with its place.
    """

    points: Mapping[int, str] = field(default_factory=dict)
    lacks: frozenset[int] = frozenset()
    holds: tuple[str, ...] = ()
    fails: Mapping[str, int] = field(default_factory=dict)


def decide_points(  # noqa: PLR0913  (all that is held against each other)
    points: Sequence[str],
    answer: Sequence[str],
    claims: Sequence[str],
    wanted: Collection[int],
    by_words: Mapping[int, str],
    decides: Decides,
) -> DecidedAnswer | None:
    """Return which of the `wanted` points an answer has; None where the model is not to be had.

    `answer` has the sentences of all of it, `claims` what the message claims, `by_words` the
    sentences that code has found for a point.
    """
    reading = _PointsBeside(points=points, decides=decides)
    found: dict[int, str] = {}
    lacks: set[int] = set()
    answer = [*answer][-LONGEST:]
    for place in sorted(wanted)[:MOST_POINTS]:
        forth = decides(points[place], answer) if answer else None
        if forth is None:
            return None
        carrying = [answer[at] for at in forth.places if at < len(answer)]
        said = _bearing_out(reading, forth, carrying, place, by_words.get(place))
        if said is not None:
            found[place] = said
            continue
        lacks.add(place)
    carry = found.values()
    left = [one for one in claims if not any(one in said or said in one for said in carry)]
    left = left[:MOST_SENTENCES]
    opposed = {one: reading.goes_against(one) for one in left}
    fails = {one: at for one, at in opposed.items() if at is not None}
    holds = [one for one in left if reading.bears_out(one)]
    return DecidedAnswer(points=found, lacks=frozenset(lacks), holds=tuple(holds), fails=fails)


def bears_out_all(sentence: str, points: Sequence[str], decides: Decides) -> bool:
    """Whether points surely bear out all that a sentence says."""
    return _PointsBeside(points=points, decides=decides).bears_out(sentence)


def goes_against_one(sentence: str, points: Sequence[str], decides: Decides) -> int | None:
    """Return the place of the point that a sentence surely contradicts; None where it does not."""
    return _PointsBeside(points=points, decides=decides).goes_against(sentence)


@dataclass(frozen=True, slots=True)
class _PointsBeside:
    """Sentences of an answer held against all the points, each once."""

    points: Sequence[str]
    decides: Decides
    known: dict[str, Decision | None] = field(default_factory=dict)

    def of(self, sentence: str) -> Decision | None:
        if sentence not in self.known:
            self.known[sentence] = self.decides(sentence, self.points)
        return self.known[sentence]

    def bears_out(self, sentence: str) -> bool:
        """Whether the points bear out all that a sentence says."""
        back = self.of(sentence)
        return back is not None and back.kind == "right" and back.share >= SURE_OF_SENTENCE

    def goes_against(self, sentence: str) -> int | None:
        """Return the place of the point that a sentence surely contradicts, either way round."""
        back = self.of(sentence)
        if not _surely_wrong(back) or back is None:
            return None
        place = back.places[0]
        return place if _surely_wrong(self.decides(self.points[place], [sentence])) else None


def _bearing_out(
    reading: _PointsBeside,
    forth: Decision,
    carrying: Sequence[str],
    place: int,
    by_words: str | None,
) -> str | None:
    """Return the sentences that bear a point out, both ways; None where they surely do not."""
    if forth.kind == "right" and forth.share >= SURE_OF_POINT:
        if any(_right(reading.of(one)) >= SURE_BACK for one in carrying):
            return " ".join(carrying)
        return None
    if forth.kind == "open":
        return None  # it only names what the point is about
    back = reading.of(by_words) if by_words is not None else None
    if back is None or by_words is None or place not in back.places:
        return None
    return by_words if back.right >= SURE_BACK else None


def _surely_wrong(decision: Decision | None) -> bool:
    return (
        decision is not None
        and decision.kind == "wrong"
        and bool(decision.places)
        and decision.share >= SURE_AGAINST
    )


def _right(decision: Decision | None) -> float:
    return decision.right if decision is not None else 0.0
