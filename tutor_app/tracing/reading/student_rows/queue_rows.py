"""Rows that are nothing but the queue: "S", "A B", "B C D"; also in one line, "S -> A B -> B"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tutor_app.domain.traces import Row, StudentTrace, Value
from tutor_app.tracing.reading.student_rows.doubtful_lines import nodes_said
from tutor_app.tracing.reading.student_rows.line_labels import label_lines
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    is_empty,
    numbers_in,
    read_entries,
)
from tutor_app.tracing.reading.student_rows.open_entry_forms import plain_entries
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_SEARCHES = frozenset(("bfs", "dfs", "ucs", "greedy", "astar"))
_ARROW = re.compile(r"\s*(?:->|→|=>|⇒|>)\s*")
_SLASH = re.compile(r"\s+/\s+|\s*;\s*")
# "… pq: [S 0] -> [A 1, B 4] -> [B 3]": a chain that needs no words around it.
_BRACKETED = re.compile(
    r"(?:[\[{][^\]}\n]*[\]}]\s*(?:->|→|=>|⇒|,|;|/|then)\s*){2,}[\[{][^\]}\n]*[\]}]"
)
_LEAD = re.compile(
    r"(?i)^\W*(?:(?:my|the|then|now|after|so|open|frontier|fringe|queue|stack|pq|list|is|was)\W+)*"
)
_NAMED = re.compile(r"(?i)\b(?:open|frontier|fringe|queues?|stack)\b(?:\s+\w+){0,3}?\s*[:=]")
_ENDED = re.compile(r"(?i)(?:and\s+)?(?:then\s+)?(?:done|empty|end|finished|nothing|\[\s*\]|∅)")
_WORD = re.compile(r"[^\W\d_]+")
_VALUE_WORDS = frozenset("g h f via from empty and with cost none".split())


def read_queue_rows(text: str, about: Context) -> StudentTrace | None:
    """Return the states of OPEN that lines, or the parts of a chain, list one after the other.

    None where other words stand among them, or where no state has two nodes: then the lines may
    as well be the nodes in the order in which they are taken. The first state is numbered 1.
    """
    if about.algorithm not in _SEARCHES or not about.nodes.spelled:
        return None
    for states in (_lines(text), *_chains(text)):
        rows = _states(states, about)
        if rows:
            return StudentTrace(rows=rows)
    return None


def queue_states(text: str, about: Context) -> tuple[Row, ...]:
    """Return the states of one chain, "B C D -> C D", without numbers; none for other text."""
    if about.algorithm not in _SEARCHES or not about.nodes.spelled:
        return ()
    parts = [part for part in _ARROW.split(text.strip()) if part.strip()]
    states = [_state(part, about) for part in parts]
    if len(parts) < 2 or any(state is None for state in states):
        return ()
    return tuple({"open": state} for state in states)


def states_between_commas(text: str, about: Context) -> tuple[Row, ...]:
    """Return the states of "queue: Q R, R T, T U, done": their nodes stand without commas.

    None where each part is a single node: that is one list. A word for the end is an empty state.
    """
    if about.algorithm not in ("bfs", "dfs") or not about.nodes.spelled or "|" in text:
        return ()
    named = _NAMED.search(text)
    if named is None:
        return ()
    body = re.split(r"[.?!](?:\s|$)", text[named.end() :], maxsplit=1)[0]
    parts = [part.strip() for part in body.split(",") if part.strip()]
    states = [() if _ENDED.fullmatch(part) else _state(part, about) for part in parts]
    while states and states[-1] is None:
        states.pop()  # words behind the queue
    lengths = [len(state) for state in states if isinstance(state, tuple)]
    if len(lengths) < len(states) or len(lengths) < 2 or max(lengths) < 2:
        return ()
    return tuple({"open": state} for state in states)


def _lines(text: str) -> list[str]:
    empty = r"∅|\[\s*\]|\{\s*\}|\(\s*\)|^\s*[-–—]+\s*$"
    lines = [line for line in text.splitlines() if re.search(rf"\w|{empty}", line)]
    return [line.rest for line in label_lines(lines)]


def _chains(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        bracketed = _BRACKETED.search(line)
        if bracketed:
            yield re.findall(r"[\[{][^\]}]*[\]}]", bracketed[0])
            continue
        line = line.strip(" .")
        for mark in (_ARROW, _SLASH):
            parts = [part for part in mark.split(line) if part.strip()]
            if len(parts) > 2:
                yield parts


def _states(parts: Sequence[str], about: Context) -> tuple[Row, ...]:
    states = [_state(part, about) for part in parts]
    if len(states) < 2 or any(state is None for state in states):
        return ()
    if max(len(state) for state in states if isinstance(state, tuple)) < 2:
        return ()
    return tuple({"step": number, "open": state} for number, state in enumerate(states, start=1))


def _state(part: str, about: Context) -> Value:
    """Return the entries of a part that lists only nodes and their values; None for any other."""
    lead = _LEAD.match(part)
    body = part[lead.end() :] if lead and re.search(r"(?i)[a-z]{2}", lead[0]) else part
    if is_empty(body):
        return ()
    if about.algorithm not in ("bfs", "dfs"):
        body = plain_entries(body, about.nodes)
    if "|" in body or ":" in re.sub(rf":\s*{NUMBER}", "", body):
        return None  # a node in front, and a list behind it
    words = {word for word in _WORD.findall(body) if word.casefold() not in _VALUE_WORDS}
    names = list(nodes_said(body, about)) or list(about.nodes.read(body))
    if not names or not all(word in about.nodes or _is_glued(word, about) for word in words):
        return None
    if any(_is_glued(word, about) for word in words):  # "AB": two nodes, and no values
        plain = about.algorithm in ("bfs", "dfs") and not numbers_in(body)
        return tuple({"node": node} for node in about.nodes.read(body)) if plain else None
    entries = read_entries(body, about.algorithm, about.nodes)
    numbers = [f"{number:g}" for number in numbers_in(body)]
    counted = about.algorithm in ("bfs", "dfs") and any(n not in about.nodes for n in numbers)
    return entries if len(entries) == len(names) and not counted else None


def _is_glued(word: str, about: Context) -> bool:
    return word not in about.nodes and all(letter in about.nodes for letter in word)
