"""Lists of neighbours written in one line of text: "S: A B, A: C D, B: D"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Mark, Written
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.words_around_data import NEVER_NAMES

# Short names only: in running text a longer word is hardly ever a node.
_NODE = r"(?:[A-Z][a-z]+\d*|[A-Z]{1,2}\d{0,2}|[a-z]\d{0,2}|\d{1,2})(?![\w'])"
_ALPHA = r"(?:[A-Z]|[a-z]|[A-Z][a-z]+)"
_WEIGHT = r"\d+(?:\.\d+)?"
# "A", "A 1", "A(1)", "A:1", "A=1", "A1" where a list gives weights.
_TARGET = re.compile(
    rf"(?P<glued>{_ALPHA}(?P<near>\d+))(?!\w)"
    rf"|(?P<name>{_NODE})(?:\s*[(\[:=/]\s*(?P<w>{_WEIGHT})\s*[)\]]?|\s+(?P<v>{_WEIGHT})(?![\w.]))?"
)
_HEAD = re.compile(
    rf"(?<![\w'])(?:(?:neighbou?rs?|successors?|children|adj(?:acent)?)\s*(?:of|to|\(|\[)?\s*)?"
    rf"(?P<head>{_NODE})[)\]]?"
    r"(?:(?P<colon>\s*:\s*)|(?P<arrow>\s*(?:--?>|→|=>)\s*)|(?P<equals>\s*=\s*)"
    r"|(?P<words>\s+(?:has|have|are|is\s+(?:connected|linked|adjacent|joined)\s+to|goes\s+to)\s+"
    r"(?:(?:the\s+)?neighbou?rs?\s+)?|(?:'s|’s)\s+neighbou?rs?\s+(?:are|is)\s+)|(?P<open>\s*\((?=\s*[A-Za-z])))"
)
_BETWEEN = re.compile(r"(?i)(?:[\s,;|.)\]}]|\band\b)*")
_LISTED = re.compile(r"(?i)(?:[\s,;&([{]|\band\b|\bto\b)*")


def read_one_line(text: str) -> list[Draft]:
    """Return the lists of neighbours that running text holds."""
    return [*_listings(text)]


def _listings(text: str) -> Iterator[Draft]:
    heads = [head for head in _HEAD.finditer(text) if _may_be(head["head"])]
    run: list[tuple[str, list[Written], Span]] = []
    for place, head in enumerate(heads):
        stop = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        read = _targets(text, head, stop)
        if read is None:
            yield from _draft(run)
            run = []
            continue
        edges, end = read
        run.append((head["head"], edges, Span(start=head.start(), end=end)))
        follows = _BETWEEN.match(text, end)
        if follows is None or follows.end() < stop or "\n" in follows[0]:
            yield from _draft(run)
            run = []
    yield from _draft(run)


def _targets(text: str, head: re.Match[str], stop: int) -> tuple[list[Written], int] | None:
    """Return the edges to the nodes listed behind a head, and where the list ends."""
    mark: Mark = "arrow" if head["arrow"] else "open"
    found: list[Written] = []
    at = head.end()
    while at < stop:
        lead = _LISTED.match(text, at, stop)
        begin = lead.end() if lead else at
        if lead and "\n" in lead[0]:
            break
        said = _TARGET.match(text, begin, stop)
        name = said and (said["name"] or said["glued"].rstrip("0123456789"))
        if not said or not name or not _alike(head["head"], name):
            break
        weight = said["w"] or said["v"] or said["near"]
        if weight is not None and head["head"].isdecimal() and said["v"]:
            weight, end = None, said.end("name")  # "1: 2 3": another node
        else:
            end = said.end()
        found.append(Written(source=head["head"], target=name, weight=_number(weight), mark=mark))
        at = end
    if not found:
        return None
    closing = re.match(r"\s*[)\]}]", text[at:])
    return found, at + (closing.end() if closing else 0)


def _draft(run: list[tuple[str, list[Written], Span]]) -> Iterator[Draft]:
    """Yield the run as a graph if it is one: its heads differ, and are each other's neighbours."""
    heads = {head.casefold() for head, *_ in run}
    edges = [edge for _, listed, _ in run for edge in listed]
    targets = {edge.target.casefold() for edge in edges}
    several = any(len(listed) > 1 for _, listed, _ in run)
    weights = {edge.weight is None for edge in edges}
    if len(run) < 2 or len(heads) < len(run) or not several or len(weights) > 1:
        return
    if len(heads & targets) * 3 < len(targets):
        return
    yield Draft(
        edges=tuple(edges),
        nodes=tuple(head for head, *_ in run),
        spans=(Span(start=run[0][2].start, end=run[-1][2].end),),
        listing=True,
    )


def _alike(one: str, two: str) -> bool:
    """Tell whether two names are of one kind: "h" is no node beside "A", nor a number."""
    if not _may_be(one) or not _may_be(two):
        return False
    return one.isdecimal() == two.isdecimal() and one.islower() == two.islower()


def _may_be(name: str) -> bool:
    return name.casefold() not in NEVER_NAMES


def _number(text: str | None) -> Number | None:
    if text is None:
        return None
    return float(text) if "." in text else int(text)
