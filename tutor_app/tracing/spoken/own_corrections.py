"""What a student puts right within what they tell: a number in place of another, rows told on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Row
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.rows_said import says_row, takes_back
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.spoken.words_at import WORDS

_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")


def without_replaced(judged: Sequence[JudgedStatement], text: str) -> tuple[JudgedStatement, ...]:
    """Return statements without what the message itself replaces by what is right.

    "So M stays at 10? Then it'd be 3 and 5, so M is 8": the last number is what is claimed. A node
    gives way to another one only behind a word that takes it back: "i take M, no, P".
    """
    return tuple(
        each
        for place, each in enumerate(judged)
        if not any(
            _replaces(other, each) or _takes_instead(other, each, text)
            for other in judged[place + 1 :]
        )
    )


def _takes_instead(other: JudgedStatement, each: JudgedStatement, text: str) -> bool:
    one, two = each.statement, other.statement
    if (one.kind, two.kind, each.verdict, other.verdict) != ("taken", "taken", "wrong", "right"):
        return False
    return one.row == two.row and takes_back(text, str(one.node), str(two.node))


def _replaces(other: JudgedStatement, each: JudgedStatement) -> bool:
    one, two = each.statement, other.statement
    if other.verdict != "right" or one.denied or two.denied:
        return False
    if one.kind == "unchanged" and two.kind == "value":
        return each.verdict == "wrong" and two.node in one.nodes
    if one.kind != "value" or two.kind not in ("value", "offer") or one.quantity != two.quantity:
        return False
    node = two.node if two.kind == "value" else two.nodes[-1]
    if node != one.node or one.number == two.number:
        return False
    if each.verdict == "right":  # "stays at 10?": said of no row, as what is told then is
        return one.row is None and two.row is None
    return one.row == two.row or None in (one.row, two.row)


def with_rows_retold(
    judged: Sequence[JudgedStatement], text: str, states: RunStates
) -> tuple[JudgedStatement, ...]:
    """Return statements with values that are so in a row which the message tells once more.

    A reader that counts rows may place "after D it was K 4" in a later one.
    """
    if says_row(text):
        return tuple(judged)
    retold = {
        each.statement.row
        for each in judged
        if (each.statement.kind, each.verdict) == ("taken", "right")
    } - {None}
    return tuple(_in_row_retold(each, sorted(filter(None, retold)), states) for each in judged)


def _in_row_retold(
    each: JudgedStatement, retold: Sequence[int], states: RunStates
) -> JudgedStatement:
    told, key = each.statement, states.quantity(each.statement.quantity)
    if each.cause not in ("before_row", "old_value") or told.row is None or key is None:
        return each
    for row in retold:
        value = states.value(str(told.node), key, row)
        if row < told.row and value is not None and same_value(value, told.number):
            return JudgedStatement(statement=replace(told, row=row), verdict="right")
    return each


def of_moments(judged: Sequence[JudgedStatement], text: str) -> tuple[JudgedStatement, ...]:
    """Return statements with values that are so in the earlier row which their sentence speaks of.

    "At the moment Bridge is closed Church has 4" and "it was still 4 then" are no claims of now.
    """
    told = [one for one in split_sentences(text) if _speaks_of_moment(one)]
    figures = {figure for one in told for figure in _FIGURE.findall(one)}
    return tuple(_at_its_moment(each, figures) for each in judged)


def _at_its_moment(each: JudgedStatement, figures: set[str]) -> JudgedStatement:
    told = each.statement
    held = each.row if each.cause == "old_value" else (told.row or 0) - 1
    of_before = each.cause in ("before_row", "old_value") and held is not None and held >= 0
    if not of_before or told.number is None or f"{told.number:g}" not in figures:
        return each
    return JudgedStatement(statement=replace(told, row=held), verdict="right")


def _speaks_of_moment(sentence: str) -> bool:
    words = {word.strip(",.?!:;()").casefold() for word in sentence.split()}
    was_still = bool(words & WORDS["was"]) and bool(words & WORDS["still"])
    return was_still or not WORDS["moments"].isdisjoint(words)


def placed_by_run(
    told: Sequence[RunStatement], text: str, facts: ExactFacts, own: Sequence[Row], seen: int
) -> tuple[RunStatement, ...]:
    """Return statements with their rows counted by the nodes that are said to be taken.

    Nodes that a run takes one after the other are those rows, told once more or told on: "D first,
    then L", and "then M is next" behind a row whose node is right and whose numbers are not. Where
    a message numbers its rows, these count.
    """
    if says_row(text):
        return tuple(told)
    last = seen
    for row in own:
        if row.get("step") == last + 1 and facts.row_of(str(row.get("node"))) == last + 1:
            last += 1
    placed: list[RunStatement] = []
    at: int | None = None
    shift = 0
    for each in told:
        if each.kind == "taken" and not each.denied and each.row is not None:
            held = facts.row_of(str(each.node))
            fits = held is not None and (held <= last + 1 if at is None else held == at + 1)
            shift = held - each.row if fits and held is not None else shift
            at = each.row + shift
        number = each.row if each.row is None or at is None else each.row + shift
        placed.append(replace(each, row=number))
    return tuple(placed)
