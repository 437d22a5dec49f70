"""Entries of OPEN as students write them, brought into the one form that is read: "A:1 via S"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor_app.tracing.reading.student_rows.list_entries import Nodes

# Infinity is no cost that an entry has.
_VALUE = r"\d+(?:\.\d+)?"
_DRAWN = r"\s*(?:-+>?|–|—|→|>)\s*"


def plain_entries(text: str, nodes: Nodes) -> str:
    """Return a list of entries with each value behind its node.

    "A 1", "A1", "A - 1", "A with 1" and "A cost 1" become "A:1"; "(1, A)" and "1:A" too; the paths
    "S-A 1" and "SAB 3", where every entry is one, become "A via S:1" and "B via A:3". Where names
    of nodes are numbers only "2 9, 5 12" is changed: else they cannot be told apart.
    """
    if not nodes.spelled:
        return text
    if any(node[:1].isdecimal() for node in nodes.spelled):
        return _pairs_of_numbers(text, nodes)
    name = nodes.known
    text = _ends_of_paths(text, nodes)
    text = re.sub(
        rf"(?i)(?<!\w)({name})\s+(?:(?:with|at|has|costs?|for|of|is|now|becomes?|became|gets?|got|to|drops|goes|down"
        r"|updated|improves|improved|changes|changed)\s+)+"
        rf"(?:(?:an?\s+)?(?:path\s+)?(?:cost|g|f|h|distance|value)\s+)?(?:of\s+)?({_VALUE})(?!\w)",
        r"\1:\2",
        text,
    )
    bare = name.removesuffix(r"(?!\w)")
    text = re.sub(rf"(?i)(?<!\w)({bare})({_VALUE})(?![\w.]\w)", _glued(nodes), text)
    text = re.sub(rf"(?i)(?<!\w)({name})(?:\s+|\s+[-–]\s*)({_VALUE})(?![\w.]*\w)", r"\1:\2", text)
    if re.fullmatch(rf"(?i)\W*(?:{_VALUE}\s*[,:]?\s*['\"]?{name}\W*)+", text):
        text = re.sub(rf"(?i)({_VALUE})\s*[,:]?\s*['\"]?({name})['\"]?", r"\2:\1", text)
    return text


def _pairs_of_numbers(text: str, nodes: Nodes) -> str:
    """Return "2 9, 5 12" as "2:9, 5:12" where each part is a node and a number behind it."""
    inner = text.strip().strip("[]{}()")
    parts = [part.strip() for part in re.split(r"[,;]", inner)]
    found = [re.fullmatch(rf"({nodes.known})\s+({_VALUE})", part) for part in parts]
    pairs = [f"{each[1]}:{each[2]}" for each in found if each]
    return ", ".join(pairs) if len(pairs) == len(parts) else text


def _glued(nodes: Nodes) -> Callable[[re.Match[str]], str]:
    def split(found: re.Match[str]) -> str:
        return found[0] if found[0] in nodes else f"{found[1]}:{found[2]}"

    return split


def _ends_of_paths(text: str, nodes: Nodes) -> str:
    """Return the text with "S-A-B 3" as "B via A 3", where each entry is such a path."""
    drawn = rf"(?i)(?<!\w){nodes.known}(?:{_DRAWN}{nodes.known})+(?=\s*[:=(]?\s*{_VALUE})"
    letters = all(len(node) == 1 for node in nodes.spelled)
    glued = rf"(?<!\w)[^\W\d_]{{2,}}(?=\s*[:=(]?\s*{_VALUE})"
    found = [each for each in re.finditer(drawn, text)]
    if not found and letters:
        found = [each for each in re.finditer(glued, text) if _is_path(each[0], nodes)]
    paths = [nodes.read(each[0]) for each in found]
    # Whole paths all begin at the start; "B-G 0" alone is a node behind its parent.
    starts = {path[0] for path in paths} if any(len(path) > 2 for path in paths) else {""}
    values = len(re.findall(rf"(?<![\w.]){_VALUE}", text))
    if not found or len(starts) > 1 or values != len(found):
        return text
    for each in reversed(found):
        path = nodes.read(each[0])
        end = f"{path[-1]} via {path[-2]}"
        text = text[: each.start()] + end + text[each.end() :]
    return text


def _is_path(word: str, nodes: Nodes) -> bool:
    return word not in nodes and all(letter in nodes for letter in word)
