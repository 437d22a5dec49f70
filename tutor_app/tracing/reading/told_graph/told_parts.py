"""Where a graph told in prose ends and the student's own steps begin."""

from __future__ import annotations

import re
from dataclasses import replace

from tutor_app.tracing.reading.message_parts import Parts
from tutor_app.tracing.reading.told_graph.read_told_graph import read_told_graph


def keep_graph_whole(message: Parts, *, weighted: bool | None) -> Parts:
    """Return the parts of a message with the whole graph that it tells in the first of them.

    "I have six nodes, …" may look like work where it begins to tell the graph. `weighted`: edges
    must have weights; None where they may.
    """
    begin = len(message.work) - len(message.work.lstrip())
    opens_line = not message.text[:begin].rpartition("\n")[2].strip()
    if not message.work.strip() or opens_line:
        return message
    told = read_told_graph(message.text, weighted=weighted)
    if told is None or not told.worded or told.end <= begin:
        return message
    cut = len(message.text) if told.steps is None else told.steps
    before, behind = message.text[:cut], message.text[cut:]
    return replace(
        message,
        problem_text=before + re.sub(r"[^\n]", " ", behind),
        work=re.sub(r"[^\n]", " ", before) + behind if behind.strip() else "",
    )
