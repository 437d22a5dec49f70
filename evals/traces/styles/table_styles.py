"""How students write down the tables of dynamic programming."""

from __future__ import annotations

from collections.abc import Callable

from evals.traces.styles.written_work import Work, WrittenWork, listed, shown, style
from tutor_app.domain.traces import Row, Value

BOTH = ("lcs", "knapsack")


def _filled(work: Work) -> list[Row]:
    return [row for row in [work.start, *work.rows] if row.get("phase") == "fill"]


def _side(row: Row) -> str:
    """What stands in front of a row: the symbol, or the item."""
    return str(row.get("symbol") or row.get("item") or "-")


def _head(work: Work) -> list[str]:
    if work.problem.strings is not None:
        return ["-", *work.problem.strings[1]]
    return [str(room) for room in range((work.problem.capacity or 0) + 1)]


def _table(work: Work, line: Callable[[Row], str], *head: str) -> WrittenWork:
    rows = _filled(work)
    return WrittenWork(text="\n".join([*head, *map(line, rows)]), trace=shown(rows, "values"))


@style(*BOTH)
def table_in_excel(work: Work) -> WrittenWork:
    head = "\t" + "\t".join(_head(work))
    return _table(work, lambda r: f"{_side(r)}\t{listed(r['values'], chr(9))}", head)


@style(*BOTH)
def table_in_markdown(work: Work) -> WrittenWork:
    head = "|   | " + " | ".join(_head(work)) + " |"
    rule = "|---" * (len(_head(work)) + 1) + "|"
    return _table(work, lambda r: f"| {_side(r)} | {listed(r['values'], ' | ')} |", head, rule)


@style(*BOTH)
def lists_of_values(work: Work) -> WrittenWork:
    return _table(work, lambda r: f"[{listed(r['values'])}]")


@style(*BOTH)
def values_with_blanks(work: Work) -> WrittenWork:
    head = "  " + " ".join(_head(work))
    return _table(work, lambda r: f"{_side(r)} {listed(r['values'], ' ')}", head)


@style(*BOTH)
def numbered_rows(work: Work) -> WrittenWork:
    return _table(work, lambda r: f"i={r['i']}: {listed(r['values'])}")


@style(*BOTH)
def without_row_of_zeros(work: Work) -> WrittenWork:
    rows = _filled(work)[1:]
    lines = [f"row {r['i']}: {listed(r['values'], ' ')}" for r in rows]
    return WrittenWork(text="\n".join(lines), trace=shown(rows, "values"))


@style("lcs")
def letters_of_both(work: Work) -> WrittenWork:
    one, two = work.problem.strings or ("", "")
    head = "      " + "  ".join(two)
    sides = ["ø", *one]
    lines = [
        f"{side}  {listed(row['values'], '  ')}"
        for side, row in zip(sides, _filled(work), strict=True)
    ]
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(_filled(work), "values"))


@style("lcs")
def length_and_sequence(work: Work) -> WrittenWork:
    final = {"length": work.final["length"], "sequence": work.final["sequence"]}
    text = f"LCS = {final['sequence']}, length {final['length']}"
    return WrittenWork(text=text, trace=shown((), final=final))


@style("lcs")
def length_only(work: Work) -> WrittenWork:
    final = {"length": work.final["length"]}
    return WrittenWork(text=f"the length is {final['length']}", trace=shown((), final=final))


@style("knapsack")
def items_and_value(work: Work) -> WrittenWork:
    final: dict[str, Value] = {"items": work.final["items"], "value": work.final["value"]}
    text = f"items: {listed(final['items'])}, value {final['value']}"
    return WrittenWork(text=text, trace=shown((), final=final))


@style("knapsack")
def best_value(work: Work) -> WrittenWork:
    final = {"value": work.final["value"]}
    return WrittenWork(text=f"best value = {final['value']}", trace=shown((), final=final))
