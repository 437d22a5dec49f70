"""Where a graph told in prose ends and the student's own steps begin."""

from __future__ import annotations

import re
from dataclasses import replace

from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.reading.message_parts import Parts
from tutor_app.tracing.reading.told_graph.read_told_graph import read_told_graph


def keep_graph_whole(message: Parts, algorithm: Algorithm) -> Parts:
    """Return the parts of a message with the whole graph that it tells in the first of them.

    "I have six nodes, …" and "I tried one: …" may look like work where they begin to tell the
    graph.
    """
    if not message.work.strip():
        return message
    if not gather(message.problem_text, algorithm).whole:
        written = gather(message.work, algorithm)
        if written.whole and not (written.told or written.lacks):
            return _cut(message, max(span.end for span in written.spans))
    begin = len(message.work) - len(message.work.lstrip())
    opens_line = not message.text[:begin].rpartition("\n")[2].strip()
    if opens_line:
        return message
    weighted = True if "weights" in algorithm.needs else None
    told = read_told_graph(message.text, weighted=weighted)
    if told is None or not told.worded or told.end <= begin:
        return message
    return _cut(message, len(message.text) if told.steps is None else told.steps)


def _cut(message: Parts, cut: int) -> Parts:
    """Return the message with its work behind a place, and the problem before it."""
    before, behind = message.text[:cut], message.text[cut:]
    return replace(
        message,
        problem_text=before + re.sub(r"[^\n]", " ", behind),
        work=re.sub(r"[^\n]", " ", before) + behind if behind.strip() else "",
    )
