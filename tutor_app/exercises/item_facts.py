"""What staff attach to an item of an assignment: data, tests, accepted and common wrong answers.

It is kept beside all index versions, as the mended terms of the map are: it outlives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tutor_app.storage.kept_by_key import KeptByKey

ATTACHED = "items_attached.json"  # in the course's folder


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswer:
    """An answer that students often give, and what is said to it: what it is, not what is right."""

    answer: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """What staff attached to an item; empty where they attached nothing.

    `data` are words that give the data of its figure, as "In words: the edges are A-B 3, …";
    `tests` are lines of Python that a program for it must pass, which no student sees; each of
    `accepted` is a whole right answer; `wrong` are common wrong ones.
    """

    data: str = ""
    tests: str = ""
    accepted: tuple[str, ...] = ()
    wrong: tuple[WrongAnswer, ...] = ()

    @property
    def locked_text(self) -> str:
        """What no student may be shown of it."""
        return "\n".join((*self.accepted, self.tests)).strip()


NOTHING = ItemFacts()
_KEPT = KeptByKey(ATTACHED, NOTHING)


def read_attached(course_dir: Path) -> dict[str, ItemFacts]:
    """Return what staff attached, by the id of the item; raises as `KeptByKey.read`."""
    return _KEPT.read(course_dir)


def when_attached(course_dir: Path) -> int:
    """Return when staff attached something last, in nanoseconds; 0 where there is no such file."""
    try:
        return (course_dir / ATTACHED).stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def attach_facts(course_dir: Path, item_id: str, facts: ItemFacts) -> None:
    """Keep what staff attach to an item; raises as `KeptByKey.keep`."""
    _KEPT.keep(course_dir, item_id, facts)


def facts_of(attached: Mapping[str, ItemFacts], item_id: str) -> ItemFacts:
    """Return what is attached to an item."""
    return attached.get(item_id, NOTHING)


def read_wrong_answers(text: str) -> tuple[WrongAnswer, ...]:
    """Return common wrong answers as staff type them, one a line: the answer, a bar, what to say.

    A line without a bar has nothing to be said and is left out.
    """
    lines = (line.partition("|") for line in text.splitlines())
    return tuple(
        WrongAnswer(answer=answer.strip(), told=told.strip())
        for answer, _, told in lines
        if answer.strip() and told.strip()
    )


def write_wrong_answers(wrong: tuple[WrongAnswer, ...]) -> str:
    """Return common wrong answers as staff type them."""
    return "\n".join(f"{one.answer} | {one.told}" for one in wrong)
