"""Things told of a run as plain sentences, for the network that tells whether they are said."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.traces import Number
from tutor_app.tracing.answers.own_cells import OwnCell
from tutor_app.tracing.claims.trace_claims import TraceClaim
from tutor_app.tracing.spoken.statements import RunStatement

_TEXTS: Final = read_yaml(Path(__file__).with_suffix(".yaml"))
_LAST: Final = -1  # the place of what is taken last


def statement_text(told: RunStatement) -> str | None:
    """Return a statement, as it would be if it were not denied; None for one that has no text."""
    if told.kind == "value":
        return _value(told.node, told.number, told.quantity)
    nodes = [*filter(None, (told.node,)), *told.nodes]
    kind = "wait" if told.kind == "listed" else told.kind
    if kind == "edge" and told.number is None:
        return None
    return _text(kind, nodes, told.number)


def claim_text(claim: TraceClaim) -> str | None:
    """Return a claim, as it would be if it were not denied; None for one that has no text."""
    if claim.kind == "value":
        return _value(claim.node, claim.number, claim.quantity)
    nodes = [*filter(None, (claim.node,)), *claim.nodes]
    if claim.kind == "waiting":
        return _text("wait", list(claim.nodes), None)
    if claim.kind == "place":
        return _text("last" if claim.number == _LAST else "taken_at", nodes, claim.number)
    if claim.kind == "next" and claim.nodes:
        return _text("follows", nodes, None)
    if claim.kind == "taken":
        return _text("order" if len(nodes) > 1 else "taken", nodes, None)
    return _text("ended" if claim.kind == "over" else claim.kind, nodes, claim.number)


def cell_text(cell: OwnCell) -> str | None:
    """Return what a cell of a row says of its node; None for one that has no text."""
    if cell.field == "node":
        return _text("taken", [cell.node], None)
    if isinstance(cell.value, int | float):
        return _value(cell.node, cell.value, cell.field)
    return _text("waits", [cell.node], None) if cell.value is None else None


def _value(node: str | None, number: Number | None, quantity: str | None) -> str | None:
    if node is None or number is None:
        return None
    if math.isinf(number):
        return _text("unreached", [node], None)
    if quantity in ("f", "g", "h"):
        return str(_TEXTS["value_of"]).format(quantity=quantity, node=node, number=f"{number:g}")
    return _text("value", [node], number)


def _text(kind: str, nodes: list[str], number: Number | None) -> str | None:
    text = _TEXTS.get(kind)
    needs = sum(f"{{{name}}}" in text for name in ("node", "other")) if text else 0
    if text is None or len(nodes) < needs or ("{number}" in text and number is None):
        return None
    return str(text).format(
        node=nodes[0] if nodes else "",
        other=nodes[1] if len(nodes) > 1 else "",
        nodes=", ".join(nodes),
        number="" if number is None else f"{number:g}",
    )
