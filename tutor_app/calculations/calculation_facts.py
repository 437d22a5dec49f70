"""All that a reply about a calculation rests on, found before a word of it is chosen."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath import mp

from tutor_app.calculations.check_calculation import ReadAndChecked, check_message
from tutor_app.calculations.checking.calculation_verdicts import (
    CHECKED,
    WRONG,
    LineVerdict,
    Outcome,
    Sense,
)
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.parting_points import parting_point
from tutor_app.calculations.reading.calculation_lines import WrittenLine
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import Node, names_in, walk
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.differing_terms import (
    differing_term,
    kept_terms,
    rule_of_term,
)
from tutor_app.calculations.slips.find_slip import FoundSlip, find_slip
from tutor_app.calculations.slips.made_examples import (
    MadeExample,
    make_example,
    number_of,
    tidy_tree,
    worked_out,
)
from tutor_app.calculations.slips.slip_book import known_slips
from tutor_app.calculations.slips.value_rules import rule_of_value, topic_of

_LETTER = re.compile(r"[^\W\d_⁰¹²³⁴-⁹]")
_NUMBERS = re.compile(r"\d+|[⁰¹²³⁴-⁹]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongLine:
    """The first line that does not follow.

    `before` is the last thing that is right, `line` what does not follow from it. `values` are what
    both sides are worth where that is a number, and `is_more` whether the line is worth more;
    `tried` is a number put in for `name`, at which both sides part, or one that solves the line and
    not the equation before; `prefix` is the message up to there. `mended` is the
    line as it would be right, "" where no slip explains it. `is_only`: nothing else was checked.
    `rule` is the slip's, else that of the first thing to be done in `before`; "" if none is known.
    `term` is the only part of `before` whose value was changed, with what it became, and `kept`
    are those that are written otherwise and keep it. `stands_for` is what the line would be the
    value of, as its slip makes it: (−5)² of −5² = 25; "" where no slip tells.
    """

    number: int
    sense: Sense
    before: str
    line: str
    place: int
    prefix: str
    values: tuple[str, str] | None = None
    is_more: bool = False
    name: str = ""
    tried: str = ""
    at_tried: tuple[str, str] | None = None
    is_equation: bool = False
    is_only: bool = False
    slip: str | None = None
    rule: str = ""
    topic: str = ""
    mended: str = ""
    example: MadeExample | None = None
    term: tuple[str, str] | None = None
    kept: tuple[tuple[str, str], ...] = ()
    stands_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationFacts:
    """What was read in a message, and what was found of it.

    `lines` are the lines as read; `checked` counts the relations that were borne out;
    `right_lines` are the lines borne out whole before the first wrong one, `begun` those that
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
        begun=frozenset(v.line for v in checked.verdicts if v.sense in ("given", "unverified")),
        has_work=any(_operates(expr) for expr in exprs),
        has_value=any(chain.rels for line in written.lines for chain in line.chains),
        wrong=_wrong_line(found, first, lines, is_list=is_list) if first is not None else None,
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


def _wrong_line(
    found: ReadAndChecked, first: LineVerdict, lines: tuple[str, ...], *, is_list: bool
) -> WrongLine:
    is_equation = len(first.before) == 2
    before, after = _shown_sides(first, lines)
    slip = find_slip(first, first.before, first.relations[0] if first.relations else "")
    rule = (
        slip.name
        if slip is not None
        else rule_of_value(first.before[0])
        if len(first.before) == 1
        else ""
    )
    term: tuple[Node, Node] | None = None
    kept: tuple[tuple[Node, Node], ...] = ()
    if slip is None and len(first.before) == 1 == len(first.after):
        term = differing_term(first.before[0], first.after[0])
        kept = kept_terms(first.before[0], first.after[0])
        rule = rule_of_term(*term) if term is not None else rule
    name, tried, at_tried = parting_point(first)
    values = _values(first)
    example = _example_of(slip, found.written.plain)
    return WrongLine(
        number=first.line,
        sense=first.sense,
        before=before,
        line=after,
        place=first.place[0],
        prefix=_prefix(found, first),
        values=values,
        is_more=values is not None and _is_more(first),
        name=name,
        tried=tried,
        at_tried=at_tried,
        is_equation=is_equation,
        is_only=len(first.before) == 1 and (len(found.checked.verdicts) == 1 or is_list),
        slip=slip.name if slip is not None else None,
        rule=rule,
        topic=slip.topic if slip is not None else topic_of(rule),
        mended=_mended(slip, first),
        example=example,
        term=(show(term[0]), show(term[1])) if term is not None else None,
        kept=tuple((show(one), show(other)) for one, other in kept),
        stands_for=_stands_for(slip, after),
    )


def _stands_for(slip: FoundSlip | None, line: str) -> str:
    """Return the expression that has the value of a wrong line; "" where the line shows it."""
    made = slip.made if slip is not None else None
    if made is None or names_in(made):
        return ""
    shown = show(tidy_tree(made))
    return shown if shown != line else ""


def _prefix(found: ReadAndChecked, first: LineVerdict) -> str:
    """Return the message up to the sign before the wrong side, or up to the wrong line."""
    plain = found.written.plain
    line = found.written.lines[first.line]
    if len(first.before) == 2 or first.sense != "different":
        return plain[: line.start].rstrip()
    return plain[: first.place[0]].rstrip(" =\n")


def _shown_sides(first: LineVerdict, lines: tuple[str, ...]) -> tuple[str, str]:
    if len(first.before) == 2 and first.relations:
        before = show_relation(first.before[0], first.relations[0], first.before[1])
        return before, lines[first.line]
    if len(first.before) == 1 and len(first.after) == 1:
        shown = lines[first.line] if first.sense == "off_task" else show(first.after[0])
        return show(first.before[0]), shown
    before = lines[first.line - 1] if first.line else lines[0]
    return before, lines[first.line]


def _values(first: LineVerdict) -> tuple[str, str] | None:
    """Return what both sides are worth, where they hold no names."""
    if len(first.before) != 1 or len(first.after) != 1:
        return None
    if names_in(first.before[0]) | names_in(first.after[0]):
        return None
    shown = [_number(each) for each in (first.before[0], first.after[0])]
    return (shown[0], shown[1]) if all(shown) and shown[0] != shown[1] else None


def _is_more(first: LineVerdict) -> bool:
    """Whether the line is worth more than what stands before it."""
    try:
        one, other = (value_at(each, {}) for each in (first.before[0], first.after[0]))
        return bool(mp.re(other) > mp.re(one))
    except ValueUnknown:
        return False


def _number(node: Node) -> str:
    whole = number_of(node)
    if whole is not None and len(show(whole)) < 12:
        return show(whole)
    try:
        value = value_at(node, {})
        return mp.nstr(value, 6) if not isinstance(value, bool) and mp.im(value) == 0 else ""
    except (ValueUnknown, TypeError, ValueError, AttributeError):
        return ""


def _mended(slip: FoundSlip | None, first: LineVerdict) -> str:
    if slip is None:
        return ""
    nodes = [tidy_tree(worked_out(each)) for each in slip.mended]
    if not slip.signs:
        worked = number_of(nodes[0]) if not names_in(nodes[0]) else None
        shown = show(nodes[0])
        return (
            f"{shown} = {show(worked)}" if worked is not None and show(worked) != shown else shown
        )
    pairs = list(zip(nodes[::2], nodes[1::2], strict=False))
    signs = [*slip.signs] + ["="] * len(pairs)
    return " or ".join(show_relation(a, signs[k], b) for k, (a, b) in enumerate(pairs))


def _example_of(slip: FoundSlip | None, plain: str) -> MadeExample | None:
    if slip is None:
        return None
    book = next(each for each in known_slips() if each.name == slip.name)
    for seed in range(zlib.crc32(plain.encode()) % 97, zlib.crc32(plain.encode()) % 97 + 4):
        example = make_example(book, seed)
        if example is not None and example.source not in plain:
            return example
    return None
