"""How students word an answer: styles from data, filled with the facts of one row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

import yaml

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.exact_run import AlgorithmRun

FILE = Path(__file__).parents[2] / "questions" / "trace_answers.yaml"
Style = Mapping[str, str]
Split = Literal["looked", "held", "all"]
_DECISIONS = ("accept", "reject")
_WAITING = ("open", "queue")


def read_styles(split: Split) -> list[Style]:
    """Return the styles that were looked at while the reader grew, those kept out, or all."""
    styles = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return [
        each for each in styles if split == "all" or bool(each.get("held")) == (split == "held")
    ]


def write_row(style: Style, run: AlgorithmRun, row: Row) -> str | None:
    """Return a row, or a part of it, as this style words it; None where the style can't."""
    shape, facts = _shape(style, run, row)
    return None if shape is None or shape not in style else fill(style, shape, facts, run)


def fill(style: Style, shape: str, facts: Mapping[str, str], run: AlgorithmRun) -> str | None:
    """Return the style's sentence of this shape with the facts, None where it has none."""
    if shape not in style:
        return None
    nodes = run.problem.graph.nodes if run.problem.graph else ()
    can_be_lowered = all(len(node) == 1 for node in nodes) and "a" not in {n.lower() for n in nodes}
    text = style[shape].format(**facts)
    return text.lower() if style.get("lower") and can_be_lowered else text


def _shape(style: Style, run: AlgorithmRun, row: Row) -> tuple[str | None, dict[str, str]]:
    waiting = next((name for name in _WAITING if name in row), None)
    if "edge" in row:
        return _edge(style, row)
    if "visited" in row:
        return "visited", {"nodes": _joined(style, row["visited"])}
    if "node" in row and waiting is not None:
        nodes = _joined(style, row[waiting])
        return "node_list", {"node": str(row["node"]), "nodes": nodes}
    if "node" in row and "dist" in row:
        return "node_map", {"node": str(row["node"]), "pairs": _pairs(style, row["dist"])}
    if "node" in row:
        return "node", {"node": str(row["node"])}
    if "dist" in row:
        return "map", {"pairs": _pairs(style, row["dist"])}
    return _of_numbers(style, row)


def _of_numbers(style: Style, row: Row) -> tuple[str | None, dict[str, str]]:
    if "leaf" in row and "alpha" in row:
        facts = {name: write_value(style, row[name]) for name in ("leaf", "alpha", "beta")}
        return "leaf", facts
    if "mid" in row:
        shape = "mid_action" if "action" in row else "mid"
        return shape, {"number": str(row["mid"]), "direction": str(row.get("action"))}
    if "left" in row:
        names = {"left": "left", "right": "right", "result": "merged"}
        return "merged", {slot: _numbers(style, row[name]) for slot, name in names.items()}
    column = next((name for name in ("array", "values") if name in row), None)
    if column is None:
        return None, {}
    numbers = _numbers(style, row[column])
    name = next((name for name in ("key", "pivot") if name in row), None)
    if name is None:
        return "array", {"list": numbers}
    number = write_value(style, row[name])
    return "key_array", {"number": number, "name": name, "list": numbers}


def _edge(style: Style, row: Row) -> tuple[str, dict[str, str]]:
    a, b = cast(tuple[str, str], row["edge"])
    if len(a) > 1 and "{a}{b}" in style["edge"]:
        a = f"{a}-"
    if row.get("action") in _DECISIONS:
        return "edge_action", {"a": a, "b": b, "decision": style[str(row["action"])]}
    return "edge", {"a": a, "b": b}


def write_path(style: Style, path: Sequence[str]) -> dict[str, str]:
    """Return a path as the style writes it."""
    return {"path": style["nodes"].join(path), "path_arrows": " -> ".join(path)}


def write_value(style: Style, value: Value) -> str:
    """Return a number as the style writes it."""
    if isinstance(value, float) and math.isinf(value):
        return style["infinite"] if value > 0 else f"-{style['infinite']}"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _pairs(style: Style, table: Value) -> str:
    entries = cast(Mapping[str, Value], table)
    said = [style["pair"].format(n=n, v=write_value(style, v)) for n, v in entries.items()]
    return style["pairs"].join(said)


def _joined(style: Style, entries: Value) -> str:
    names = [
        str(each["node"]) if isinstance(each, Mapping) else str(each)
        for each in cast(Sequence[Value], entries)
    ]
    return style["nodes"].join(names) or style["empty"]


def _numbers(style: Style, values: Value) -> str:
    said = [write_value(style, each) for each in cast(Sequence[Value], values)]
    return style["numbers"].join(said)
