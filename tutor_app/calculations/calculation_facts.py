"""All that a reply about a calculation rests on, found before a word of it is chosen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tutor_app.calculations.check_calculation import ReadAndChecked, check_message
from tutor_app.calculations.checking.calculation_verdicts import (
    CHECKED,
    WRONG,
    LineVerdict,
    Outcome,
    Sense,
)
from tutor_app.calculations.reading.calculation_lines import WrittenLine
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import Node, names_in, walk
from tutor_app.calculations.reading.show_expression import show
from tutor_app.calculations.slips.made_examples import number_of
from tutor_app.calculations.wrong_lines import WrongLine, wrong_line

_LETTER = re.compile(r"[^\W\d_⁰¹²³⁴-⁹]")
_FUNCTION = re.compile(r"[a-zA-Z]'*\(\w+\) = ")
_NUMBERS = re.compile(r"\d+|[⁰¹²³⁴-⁹]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationFacts:
    """What was read in a message, and what was found of it.

    `lines` are the lines as read; `checked` counts the relations that were borne out;
    `right_lines` are the lines borne out whole before the first wrong one, `last_right` the last of
    them, `begun` those that
    something begins with. `apart` are the right lines where each is a sum by itself, the wrong one
    too; `is_list`: it is so of all lines. `key` names the problem by its first line; `senses` are
    those of the verdicts. `readings` are the ways in which a doubtful place may be read, each with
    whether it is right then. `value` is what the last line comes to, where that is a number, and
    `places` the digits behind the point to which it is rounded.
    """

    outcome: Outcome
    lines: tuple[str, ...]
    key: str
    senses: tuple[Sense, ...] = ()
    conventions: tuple[str, ...] = ()
    checked: int = 0
    right_lines: int = 0
    last_right: str = ""
    begun: frozenset[int] = frozenset()
    has_work: bool = False
    has_value: bool = False
    wrong: WrongLine | None = None
    apart: tuple[str, ...] = ()
    is_list: bool = False
    readings: tuple[tuple[str, Outcome], ...] = ()
    unread: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    prose: int = 0
    value: Fraction | None = None
    places: int | None = None

    @property
    def has_function(self) -> bool:
        """Whether a function is worked with, into which numbers are put."""
        return any(_FUNCTION.match(line) for line in self.lines)

    @property
    def is_calculation(self) -> bool:
        """Whether there is something to check, and not only data or a definition."""
        return self.has_work and self.outcome != "nothing"


def find_facts(message: str) -> CalculationFacts:
    """Return what is found of the calculation in a message."""
    found = check_message(message)
    written, checked = found.written, found.checked
    lines = tuple(_shown_line(line, found.reading) for line in written.lines)
    first = checked.first_wrong if found.outcome == "wrong" else None
    right = _right_lines(checked.verdicts)
    judged = first is not None or found.outcome == "right"
    is_list = judged and _are_apart(lines)
    apart = tuple(lines[place] for place in right) if is_list else ()
    exprs = [expr for line in written.lines for chain in line.chains for expr in chain.exprs]
    return CalculationFacts(
        outcome=found.outcome,
        lines=lines,
        key=_key(lines),
        senses=tuple(each.sense for each in checked.verdicts),
        conventions=tuple(sorted(found.reading)),
        checked=sum(each.sense in CHECKED for each in checked.verdicts),
        right_lines=len(right),
        last_right=lines[right[-1]] if right else "",
        begun=frozenset(v.line for v in checked.verdicts if v.sense in ("given", "unverified")),
        has_work=any(_operates(expr) for expr in exprs),
        has_value=any(chain.rels for line in written.lines for chain in line.chains),
        wrong=wrong_line(found, first, lines, is_list=is_list) if first is not None else None,
        apart=apart,
        is_list=is_list,
        readings=_readings(found) if found.outcome == "ask" else (),
        unread=written.unread,
        names=tuple(sorted(set().union(*map(names_in, exprs)))) if exprs else (),
        prose=len(written.words),
        **(_last_value(settle(exprs[-1], found.reading)) if exprs else {}),
    )


def _last_value(node: Node) -> dict[str, Any]:
    """Return the number that an expression is, with the places to which it is rounded."""
    found = number_of(node) if not names_in(node) else None
    if found is None:
        return {}
    digits = [each.text for each in walk(node) if each.op == "num" and "." in each.text]
    shift = 2 * any(each.op == "percent" for each in walk(node))
    places = max((len(each.partition(".")[2]) for each in digits), default=None)
    if places is None and shift:
        places = 0
    return {"value": _as_fraction(found), "places": None if places is None else places + shift}


def _as_fraction(node: Node) -> Fraction:
    if node.op == "neg":
        return -_as_fraction(node.nodes[0])
    if node.op == "div":
        return Fraction(node.nodes[0].text) / Fraction(node.nodes[1].text)
    return Fraction(node.text)


def _right_lines(verdicts: tuple[LineVerdict, ...]) -> list[int]:
    wrong = {each.line for each in verdicts if each.sense in WRONG}
    return sorted({each.line for each in verdicts if each.sense in CHECKED} - wrong)


def _are_apart(lines: tuple[str, ...]) -> bool:
    """Whether no line works with what another comes to."""
    sums = [line.split(" = ") for line in lines]
    if len(lines) < 2 or any(len(each) < 2 or _LETTER.search(each[0]) for each in sums):
        return False
    if any(len(_NUMBERS.findall(each[0])) < 2 for each in sums):
        return False  # a value alone is no sum
    for place, sides in enumerate(sums[1:], 1):
        results = {side for before in sums[:place] for side in before}
        if any(_stands_in(result, side) for result in results for side in sides):
            return False
    return True


def _stands_in(part: str, text: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(part)}(?![\d.⁰¹²³⁴-⁹])", text) is not None


def _operates(node: Node) -> bool:
    return bool(node.nodes) and node.op not in (
        "opaque",
        "called",
        "primed",
        "unit",
        "group",
        "tuple",
    )


def _key(lines: tuple[str, ...]) -> str:
    first = lines[0].split(" = ")[0] if lines and " = " in lines[0] and len(lines) == 1 else ""
    return f"calculation:{first or (lines[0] if lines else '')}"


def _shown_line(line: WrittenLine, reading: Reading) -> str:
    groups = []
    for group in line.groups:
        chains = []
        for chain in group:
            shown = [show(settle(each, reading)) for each in chain.exprs]
            signs = [{"<=": "≤", ">=": "≥", "!=": "≠", "~=": "≈"}.get(r, r) for r in chain.rels]
            if chain.continues and len(signs) == len(shown):
                text = " ".join(f"{sign} {each}" for sign, each in zip(signs, shown, strict=True))
            else:
                text = shown[0] + "".join(
                    f" {sign} {each}" for sign, each in zip(signs, shown[1:], strict=False)
                )
            chains.append(text)
        groups.append(", ".join(chains))
    return " or ".join(groups)


def _readings(found: ReadAndChecked) -> tuple[tuple[str, Outcome], ...]:
    """Return how the first doubtful line may be read, with what it comes to."""
    ways = [(found.reading, found.checked.outcome), *found.others]
    told: dict[str, Outcome] = {}
    for reading, outcome in ways:
        texts = [_shown_line(line, reading) for line in found.written.lines]
        plain = [_shown_line(line, found.reading) for line in found.written.lines]
        others = [[_shown_line(line, one) for line in found.written.lines] for one, _ in ways]
        place = next((k for k in range(len(plain)) if any(o[k] != plain[k] for o in others)), 0)
        told.setdefault(texts[place], outcome)
    return tuple(told.items())
