"""Messages that open a conversation, as if they came in the middle of another one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from evals.understanding.act_rows import ActRow


def move_openings(rows: Sequence[ActRow], share: float, chance: random.Random) -> list[ActRow]:
    """Return the rows, `share` of those with an empty table on a table of another subject.

    What opened a conversation there begins something else: few writers think of such messages, and
    a network that has seen few takes every message to be about what is on the table.
    """
    tables = [row for row in rows if row.on_table != "nothing"]
    return [
        _moved(row, chance.choice(tables))
        if row.on_table == "nothing" and tables and chance.random() < share
        else row
        for row in rows
    ]


def _moved(row: ActRow, onto: ActRow) -> ActRow:
    if onto.subject == row.subject:
        return row
    return replace(row, on_table=onto.on_table, last_words=onto.last_words, about_table=False)
