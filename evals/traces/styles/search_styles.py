"""How students write down searches with a list of open nodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast

from evals.traces.styles.written_work import Work, WrittenWork, listed, number, shown, style
from tutor_app.domain.traces import Row, Value

BLIND = ("bfs", "dfs")
COSTED = ("ucs", "greedy", "astar")
ALL = (*BLIND, *COSTED)
KEYS = {"ucs": "g", "greedy": "h", "astar": "f"}


def _key(work: Work) -> str | None:
    return KEYS.get(work.problem.algorithm)


def _open(work: Work, row: Row, form: str = "N(V)", between: str = ", ") -> str:
    """`form` holds N for the node, V for its value and P for its parent."""
    key = _key(work)
    said = []
    for entry in cast(Sequence[Row], row["open"]):
        text = form if key else form.split("V")[0].rstrip("(=: ") if "V" in form else form
        name, parent = str(entry["node"]), str(entry.get("parent") or "-")
        value = number(entry[key]) if key else ""
        said.append("".join({"N": name, "V": value, "P": parent}.get(sign, sign) for sign in text))
    return between.join(said)


def _lines(work: Work, line: Callable[[Row], str], *head: str) -> str:
    return "\n".join([*head, *(line(row).rstrip() for row in work.rows)])


def _of(work: Work, text: str, *fields: str, rows: Sequence[Row] | None = None) -> WrittenWork:
    key = _key(work)
    form = {key: key} if key else {}
    rows = list(rows or work.rows)
    said = "empty" in text or re.search(r"[-\]}]\W*\Z", text)
    if rows[-1].get("open") == () and not said:
        rows[-1] = {**rows[-1], "open": None}  # a last cell left empty shows nothing
    return WrittenWork(text=text, trace=shown(rows, *fields, form=form))


@style(*ALL)
def excel(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"{r['step']}\t{r['node']}\t{_open(work, r)}\t{listed(r['closed'])}",
        "Step\tNode\tOPEN\tCLOSED",
    )
    return _of(work, text, "node", "open", "closed")


@style(*ALL)
def markdown_in_another_order(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"| {listed(r['closed'])} | {_open(work, r, 'N:V')} | {r['node']} |",
        "| Closed | Open | Expanded |",
        "| :--- | :---: | ---: |",
    )
    return _of(work, text, "node", "open", "closed")


@style(*ALL)
def semicolons(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"{r['step']};{r['node']};{_open(work, r, 'N V', ', ')}",
        "Step;Node;Frontier",
    )
    return _of(work, text, "node", "open")


@style(*ALL)
def open_and_closed_lines(work: Work) -> WrittenWork:
    states = [work.start, *work.rows]
    said = [
        f"OPEN: {_open(work, row) or 'empty'}\nCLOSED: {listed(row['closed']) or 'empty'}"
        for row in states
    ]
    return _of(work, "\n".join(said), "open", "closed", rows=states)


@style(*ALL)
def open_and_closed_blocks(work: Work) -> WrittenWork:
    said = [
        f"Step {row['step']}\nOpen = {{{_open(work, row, 'N:V')}}}\n"
        f"Closed = {{{listed(row['closed'])}}}"
        for row in work.rows
    ]
    return _of(work, "\n\n".join(said), "open", "closed")


@style(*ALL)
def assigned(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: (
            f"Iteration {r['step']}: current={r['node']}, frontier={{{_open(work, r, 'N:V')}}}, "
            f"explored={{{listed(r['closed'])}}}"
        ),
    )
    return _of(work, text, "node", "open", "closed")


@style(*ALL)
def prose(work: Work) -> WrittenWork:
    first, *others = work.rows
    said = [f"First I expand {first['node']} and the frontier is [{_open(work, first, 'N V')}]."]
    said += [
        f"Then I expand {row['node']} and the frontier is [{_open(work, row, 'N V')}]."
        for row in others
    ]
    return _of(work, " ".join(said), "node", "open")


@style(*ALL)
def final_path(work: Work) -> WrittenWork | None:
    path = work.final.get("path")
    if not path:
        return None
    final: dict[str, Value] = {"path": path}
    cost = ""
    if _key(work) and work.problem.algorithm != "greedy":
        final["cost"] = work.final["cost"]
        cost = f", cost {number(final['cost'])}"
    return WrittenWork(text=f"path {listed(path, ' -> ')}{cost}", trace=shown((), final=final))


@style(*ALL)
def box_table(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"│ {r['step']} │ {r['node']} │ {_open(work, r, 'N:V', ' ')} │",
        "│ Step │ Node │ Queue │",
    )
    return _of(work, text, "node", "open")


@style(*ALL)
def counted_from_0(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"{int(cast(int, r['step'])) - 1}\t{r['node']}\t{_open(work, r, 'N=V')}",
        "i\texpanded\tfrontier",
    )
    return _of(work, text, "node", "open")


@style(*ALL)
def with_initial_row(work: Work) -> WrittenWork:
    text = _lines(
        work,
        lambda r: f"| {r['step']} | {r['node']} | {_open(work, r)} |",
        "| # | node | open |",
        "|---|---|---|",
        f"| 0 | - | {_open(work, work.start)} |",
    )
    return _of(work, text, "node", "open", rows=[work.start, *work.rows])


@style(*ALL)
def short_lines(work: Work) -> WrittenWork:
    text = _lines(work, lambda r: f"{r['node']}: {_open(work, r, 'NV', ' ')}")
    return _of(work, text, "node", "open")


@style(*ALL)
def mistyped(work: Work) -> WrittenWork:
    text = _lines(
        work, lambda r: f"step {r['step']}: expaned {r['node']}, fronteir = [{_open(work, r)}]"
    )
    return _of(work, text, "node", "open")


@style(*ALL)
def order_only(work: Work) -> WrittenWork:
    text = "expansion order: " + " -> ".join(str(row["node"]) for row in work.rows)
    return _of(work, text, "node")


@style(*ALL)
def order_with_commas(work: Work) -> WrittenWork:
    text = "I visited the nodes in this order: " + ", ".join(str(row["node"]) for row in work.rows)
    return _of(work, text, "node")


@style(*ALL)
def a_step_left_out(work: Work) -> WrittenWork | None:
    if len(work.rows) < 4:
        return None
    rows = [*work.rows[:1], *work.rows[2:]]
    text = "\n".join(
        [
            "step | node | open",
            *(f"{row['step']} | {row['node']} | {_open(work, row)}" for row in rows),
        ]
    )
    return _of(work, text, "node", "open", rows=rows)


@style(*ALL)
def after_expanding(work: Work) -> WrittenWork:
    text = _lines(work, lambda r: f"after expanding {r['node']}: {_open(work, r) or 'empty'}")
    return _of(work, text, "node", "open")


@style(*ALL)
def arrows_and_braces(work: Work) -> WrittenWork:
    text = _lines(work, lambda r: f"{r['node']} → {{{_open(work, r)}}}")
    return _of(work, text, "node", "open")


@style(*BLIND)
def open_a_line(work: Work) -> WrittenWork:
    states = [work.start, *work.rows]
    text = "\n".join(_open(work, row) or "-" for row in states)
    return _of(work, text, "open", rows=states)


@style("dfs")
def stack_with_its_top_right(work: Work) -> WrittenWork:
    said = [", ".join(reversed(_open(work, row).split(", "))) or "-" for row in work.rows]
    lines = [f"{row['node']} | {text}" for row, text in zip(work.rows, said, strict=True)]
    text = "\n".join(["popped | stack (top on the right)", *lines])
    return _of(work, text, "node", "open")
