"""What a student says of a wrong step, taken up: "18 - 3 is 15", "I took 4x from both sides"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_process import CalculationTooLong, examine_changes
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.slips.side_changes import SideChange, TermChange
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import Phrase, phrase

SIDES: Final = {name: phrase(f"calculations_thoughts.{name}") for name in ("left", "right")}
ALIKE: Final = {
    False: phrase("calculations_thoughts.alike_taken", "amount"),
    True: phrase("calculations_thoughts.alike_added", "amount"),
}
SUM: Final = {
    False: phrase("calculations_thoughts.sum_taken", "before", "amount", "after", "side"),
    True: phrase("calculations_thoughts.sum_added", "before", "amount", "after", "side"),
}
WAS: Final = {
    False: phrase("calculations_thoughts.was_taken", "before", "amount", "after", "side"),
    True: phrase("calculations_thoughts.was_added", "before", "amount", "after", "side"),
}
ASK_GONE = phrase("calculations_thoughts.ask_gone", "before", "side")
ASK_BECAME = phrase("calculations_thoughts.ask_became", "before", "after", "side")
ASK_SAME = phrase("calculations_thoughts.ask_same")
NEXT: Final = {
    False: phrase("calculations_thoughts.numbers_next", "first", "line"),
    True: phrase("calculations_thoughts.names_next", "first", "line"),
}
_SPEAKS: Final = 4  # words: with fewer a term alone is no thought
_TERM: Final = re.compile(r"\d+(?:\.\d+)?\s?[a-z]?(?![a-z])")


def thought_replies(turn: CalculationTurn, text: str, wrong: WrongLine) -> Iterator[Event]:
    """Yield what the wrong step of the work in `text` did to the terms that a message speaks of;
    nothing where it speaks of none, or the step is none of an equation.
    """
    told = _terms_told(turn.text)
    changes = _changes(text, wrong) if told else ()
    unlike = next((each for each in changes if not each.is_alike), None)
    if unlike is None:
        return
    if told & _terms(unlike):
        yield from _of_unlike(unlike, told)
        return
    for each in changes:
        if each.is_alike and each.left.amount in told:
            yield say_as(ALIKE[each.left.added](amount=each.left.amount), "verdict")
            nearer = NEXT[unlike.has_name](first=wrong.before, line=wrong.line)
            yield say_as(nearer, "question")
            return


def sum_taken_up(turn: CalculationTurn, text: str, wrong: WrongLine) -> Iterator[Event]:
    """Yield a sum of the wrong step that a message works out, "19 - 5 is 14 though", or a term with
    its letter that it speaks of, taken up; nothing where it tells neither."""
    told = _terms_told(turn.text)
    for each in _changes(text, wrong) if told else ():
        if not each.is_alike:
            sides = {_whole(side) for side in (each.left, each.right)}
            named = {term for term in _terms(each) & told if term[-1:].isalpha()}
            speaks = named and len(turn.text.split()) >= _SPEAKS
            if speaks or any("0" not in side and side <= told for side in sides):
                yield from _of_unlike(each, told)


def _changes(text: str, wrong: WrongLine) -> tuple[TermChange, ...]:
    with suppress(CalculationTooLong):
        return examine_changes(text) if wrong.is_equation else ()
    return ()


def _whole(change: SideChange) -> frozenset[str]:
    return frozenset(_bare(part) for part in (change.before, change.amount, change.after))


def _of_unlike(unlike: TermChange, told: frozenset[str]) -> Iterator[Event]:
    sides = {"left": unlike.left, "right": unlike.right}
    for (name, each), (other_name, other) in zip(
        sides.items(), list(sides.items())[::-1], strict=True
    ):
        whole = _whole(each)
        if "0" not in whole and whole <= told:
            yield say_as(_told_of(each, name, SUM[each.added]), "verdict")
            asked = ASK_GONE if other.after == "0" else ASK_BECAME
            parts = {} if other.after == "0" else {"after": other.after}
            yield say_as(asked(before=other.before, side=SIDES[other_name](), **parts), "question")
            return
    for told_of_side in told_of_sides(unlike):
        yield say_as(told_of_side, "hint")
    yield say_as(ASK_SAME(), "question")


def told_of_sides(change: TermChange) -> Iterator[str]:
    """Yield what a step did to the terms of one kind on the left, and what on the right."""
    for name, each in (("left", change.left), ("right", change.right)):
        yield _told_of(each, name, WAS[each.added])


def _told_of(change: SideChange, side: str, sentence: Phrase) -> str:
    return sentence(
        before=change.before, amount=change.amount, after=change.after, side=SIDES[side]()
    )


def _terms(change: TermChange) -> frozenset[str]:
    """Return the terms of a change as a message may name them, without sign."""
    sides = (change.left, change.right)
    parts = {part for each in sides for part in (each.before, each.amount, each.after)}
    return frozenset(_bare(part) for part in parts) - {"0"}


def _bare(term: str) -> str:
    return term.lstrip("−-")


def _terms_told(message: str) -> frozenset[str]:
    return frozenset(each.replace(" ", "") for each in _TERM.findall(message.casefold()))
