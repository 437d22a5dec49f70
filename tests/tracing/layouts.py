"""Ways in which students lay out the rows of a search: each renders any rows as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shown:
    """One row: the node taken, its value ("" without weights), OPEN as (node, value, path)."""

    node: str
    value: str
    open: tuple[tuple[str, str, str], ...]
    key: str = "g"  # what the value is


Layout = Callable[[Sequence[Shown]], str]


def _entries(row: Shown, form: str, between: str = ", ") -> str:
    """`form` holds N for the node, V for its value and P for its path."""
    if not row.value:
        form = "N"
    said = [form.replace("N", n).replace("V", v).replace("P", p) for n, v, p in row.open]
    return between.join(said)


def _lines(rows: Sequence[Shown], line: Callable[[int, Shown], str], *head: str) -> str:
    """Return the lines as a message has them: blanks and tabs at their ends are lost."""
    said = [*head, *(line(number, row) for number, row in enumerate(rows, start=1))]
    return "\n".join(each.rstrip() for each in said)


# --- tables ------------------------------------------------------------------------------------


def spreadsheet(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"{n}\t{r.node}\t{r.value}\t{_entries(r, 'N V')}",
        f"Step\tExpanded\t{rows[0].key}\tQueue",
    )


def spreadsheet_without_header(rows: Sequence[Shown]) -> str:
    value = (lambda r: f"\t{r.value}") if rows[0].value else (lambda r: "")
    return _lines(rows, lambda n, r: f"{n}\t{r.node}{value(r)}\t{_entries(r, 'N V')}")


def word_table_with_blanks_for_tabs(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"{n} {r.node} {r.value or '-'} {_entries(r, 'N V')}",
        f"Step Expanded {rows[0].key} Queue",
    )


def markdown_table(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"| {r.node} | {r.value} | {_entries(r, 'N(V)')} |",
        f"| Expanded | {rows[0].key.replace('g', 'cost')} | Frontier |",
        "|---|---|---|",
    )


def table_with_paths(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"{n} | {r.node} | {r.value} | {_entries(r, 'P V')}",
        f"# | node | {rows[0].key.replace('g', 'path cost')} | open",
    )


def table_with_pairs(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"{n} | {r.node} | {_entries(r, '(V, N)') or 'empty'}",
        "Iteration | Node | Priority queue",
    )


def comma_separated(rows: Sequence[Shown]) -> str:
    return _lines(
        rows,
        lambda n, r: f"{n},{r.node},{r.value},{_entries(r, 'N=V', ' ')}",
        f"step,node,{rows[0].key},open",
    )


# --- lines without header ------------------------------------------------------------------------


def bars(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"{r.node} | {_entries(r, 'N V')}")


def numbered_bars(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"{n}. {r.node} | {_entries(r, 'NV')}")


def arrows(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"{r.node} -> {_entries(r, 'N:V')}")


def colons(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"{n}) {r.node}: {_entries(r, 'N V')}")


def own_values_in_brackets(rows: Sequence[Shown]) -> str:
    own = (lambda r: f" ({r.value})") if rows[0].value else (lambda r: "")
    return _lines(rows, lambda n, r: f"{r.node}{own(r)} | {_entries(r, 'N(V)')}")


def words_and_lists(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"expand {r.node}, queue = [{_entries(r, 'N V')}]")


def steps_and_words(rows: Sequence[Shown]) -> str:
    return _lines(rows, lambda n, r: f"Step {n}: pop {r.node}, frontier: {_entries(r, 'N=V')}")


# --- only the queue -------------------------------------------------------------------------------


def queues(rows: Sequence[Shown]) -> str:
    first = f"{rows[0].node} {rows[0].value}"
    return _lines(rows, lambda n, r: _entries(r, "N V") or "empty", first)


def numbered_queues(rows: Sequence[Shown]) -> str:
    said = [f"{rows[0].node}{rows[0].value}", *(_entries(r, "NV", " ") or "-" for r in rows)]
    return "\n".join(f"{number}. {line}" for number, line in enumerate(said, start=1))


def queue_chain(rows: Sequence[Shown]) -> str:
    said = [f"{rows[0].node} {rows[0].value}".strip(), *(_entries(r, "N V") for r in rows)]
    return " -> ".join(f"[{each}]" for each in said)


# --- told -----------------------------------------------------------------------------------------


def then_and_then(rows: Sequence[Shown]) -> str:
    value = (lambda r: f" with {r.value}") if rows[0].value else (lambda r: "")
    first, *others = rows
    return f"First I took {first.node}, then " + ", then ".join(
        f"{r.node}{value(r)}" for r in others
    )


def expanded_one_by_one(rows: Sequence[Shown]) -> str:
    value = (lambda r: f" (cost {r.value})") if rows[0].value else (lambda r: "")
    return ". ".join(f"I expanded {row.node}{value(row)}" for row in rows) + "."


def popped_and_left(rows: Sequence[Shown]) -> str:
    return "; ".join(f"popped {r.node}, queue is [{_entries(r, 'N V')}]" for r in rows)


def listed_with_values(rows: Sequence[Shown]) -> str:
    value = (lambda r: f" ({r.value})") if rows[0].value else (lambda r: "")
    return "I took " + ", ".join(f"{row.node}{value(row)}" for row in rows)


TABLES: tuple[Layout, ...] = (
    spreadsheet,
    spreadsheet_without_header,
    word_table_with_blanks_for_tabs,
    markdown_table,
    table_with_paths,
    table_with_pairs,
    comma_separated,
)
LINES: tuple[Layout, ...] = (
    bars,
    numbered_bars,
    arrows,
    colons,
    own_values_in_brackets,
    words_and_lists,
    steps_and_words,
)
QUEUES: tuple[Layout, ...] = (queues, numbered_queues, queue_chain)
TOLD: tuple[Layout, ...] = (
    then_and_then,
    expanded_one_by_one,
    popped_and_left,
    listed_with_values,
)
