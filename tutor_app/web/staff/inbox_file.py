"""The inbox as a CSV file, for a spreadsheet: no names, not even those made up for the pages."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tutor_app.storage.records.row_values import INBOX_KINDS, INBOX_OUTCOMES
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records import InboxRow

KINDS = {kind: phrase(f"page_inbox.kind_{kind}") for kind in INBOX_KINDS}
OUTCOMES = {outcome: phrase(f"page_inbox.outcome_{outcome}") for outcome in INBOX_OUTCOMES}
_HEADS = tuple(
    phrase(f"page_inbox.head_{name}")
    for name in ("asked", "kinds", "topic", "question", "doubt", "reason", "outcome")
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would carry out
_BYTE_ORDER = "\ufeff"  # without it Excel takes UTF-8 for something else


def inbox_csv(rows: Sequence[InboxRow], topics: Mapping[str, str]) -> bytes:
    """Return the messages, one a line, times in UTC; `topics` by turn."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head() for head in _HEADS)
    for row in rows:
        cells = (
            f"{row.asked_at:%Y-%m-%d %H:%M}",
            ", ".join(KINDS[kind]() for kind in row.kinds),
            topics[row.turn_id],
            row.question,
            row.doubt,
            row.reason,
            OUTCOMES[row.outcome]() if row.outcome else "",
        )
        writer.writerow(map(_as_text, cells))
    return (_BYTE_ORDER + out.getvalue()).encode()


def _as_text(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
