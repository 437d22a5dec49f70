"""Lists as students write them: nodes, OPEN entries with their values, distances, numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.reading.student_rows.open_entry_forms import plain_entries

NUMBER = r"(?:(?<![\w.)])[-−+])?(?:\d+(?:\.\d+)?|∞|\binf(?:inity|ty|\.)?(?!\w)|\boo\b)"
_EMPTY = re.compile(
    r"(?i)^\W*(?:empty|none|nothing|nil|null|∅|ø|-|–|—|\[\s*\]|\{\s*\}|\(\s*\))?\W*$"
)
_NOT_NODES = frozenset(
    "and then or empty none top first front with from goal start stop nil null i is ok so to we it "
    "my in at on of no if do go an as by be he me up us hi".split()
)
_PAIRS = {"[": "]", "{": "}", "(": ")", "<": ">", "⟨": "⟩"}
# The value that a bare number in OPEN is, by algorithm.
_KEYS = {"ucs": "g", "dijkstra": "g", "greedy": "h", "astar": "f"}
_LABELLED = re.compile(
    rf"(?i)\b(?P<label>g|h|f|d|cost|dist|c|total"
    rf"|priority)\s*(?:\([^)]*\))?\s*[=:]\s*(?P<value>{NUMBER})"
)
_LABELS = {"g": "g", "h": "h", "f": "f", "d": "g", "c": "g", "cost": "g", "dist": "g"}


class Nodes:
    """The nodes of one graph; reads their names whatever the case."""

    def __init__(self, nodes: Sequence[str] = ()) -> None:
        self.spelled = {node.casefold(): node for node in nodes}
        known = [re.escape(node) for node in sorted(nodes, key=len, reverse=True)]
        anything = [r"[^\W\d_]\w*'?", r"\d+"]
        self.name = "(?:" + "|".join([*known, *anything]) + r")(?!\w)"  # of any node
        self.known = "(?:" + "|".join(known or anything) + r")(?!\w)"  # of one of the graph
        self._pattern = re.compile(rf"(?<!\w){self.name}", re.IGNORECASE)
        self._letters = bool(nodes) and all(len(node) == 1 for node in nodes)

    def __contains__(self, said: object) -> bool:
        return isinstance(said, str) and said.casefold() in self.spelled

    def spell(self, said: str) -> str:
        """Return a name in the graph's spelling; one that the graph lacks stays as typed."""
        said = said.strip()
        return self.spelled.get(said.casefold(), said)

    def read(self, text: str) -> tuple[str, ...]:
        """Return the nodes that a list, a chain or a run of letters ("SABG") names, in order."""
        said = [found.group() for found in self._pattern.finditer(text)]
        names: list[str] = []
        for word in said:
            if word in self or not self._letters or len(word) == 1:
                names.append(word)
            elif all(letter in self for letter in word):
                names.extend(word)
        return tuple(
            self.spell(word) for word in names if word in self or self._may_be(word.casefold())
        )

    def first(self, text: str) -> str | None:
        """Return the first known node that a text names."""
        return next((name for name in self.read(text) if name in self or not self.spelled), None)

    def _may_be(self, word: str) -> bool:
        """Tell whether a word that is no node of the graph may be meant as one."""
        if word in _NOT_NODES:
            return False
        return not self.spelled or len(word) <= 2


def is_empty(text: str) -> bool:
    """Tell whether a cell or list says that nothing is in it."""
    return bool(_EMPTY.match(text))


def to_number(text: str) -> Number:
    """Return the number that a text spells; "∞" and "inf" are infinite."""
    text = text.strip().replace("−", "-").lstrip("+")
    sign = -1 if text.startswith("-") else 1
    if not re.search(r"\d", text):
        return sign * math.inf
    value = float(text)
    return int(value) if value.is_integer() else value


def numbers_in(text: str) -> tuple[Number, ...]:
    """Return the numbers of a text in order."""
    return tuple(to_number(found.group()) for found in re.finditer(NUMBER, text, re.IGNORECASE))


def inside(text: str) -> str:
    """Return a list's text without the brackets around the whole of it."""
    text = text.strip().rstrip(".;,").strip()
    while len(text) >= 2 and _PAIRS.get(text[0]) == text[-1] and _closes_last(text):
        text = text[1:-1].strip()
    return text


def groups(text: str) -> list[str]:
    """Return what stands inside each outermost pair of square, curly, angle or round brackets."""
    found, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "[{⟨(":
            depth += 1
            begin = place + 1 if depth == 1 else begin
        elif letter in "]}⟩)" and depth:
            depth -= 1
            if depth == 0:
                found.append(text[begin:place])
    return found


def read_entries(text: str, algorithm: str, nodes: Nodes) -> tuple[Row, ...]:
    """Return OPEN as rows: "A(g=7, from 2), B:3" gives node, g (h, f) and parent as shown."""
    if is_empty(text):
        return ()
    text = text.strip().rstrip(".;,").strip()
    if algorithm in _KEYS:
        text = plain_entries(text, nodes)
    whole = inside(text)
    if algorithm in _KEYS and text[:1] in "(<" and whole != text and _is_pair(whole, nodes):
        whole = text  # one entry "(A, 7)", not a list
    return tuple(_entry(name, rest, algorithm, nodes) for name, rest in _split(whole, nodes))


def read_assignments(text: str, nodes: Nodes) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return distances and parents of "A=0, B:4 (A), d(C)=∞", each by node."""
    pattern = re.compile(
        rf"(?:\b(?:dist|d|distance|cost)\s*[\[(]\s*)?(?<!\w)(?P<node>{nodes.name})\s*[\])]?['\"]?"
        rf"(?:\s*(?:=|:|→|->)\s*|(?<=[^\W\d])\s+)(?P<value>{NUMBER}|-(?!\w)|–)"
        r"\s*(?P<rest>\([^)]*\)|/\s*\w+|from \w+)?",
        re.IGNORECASE,
    )
    values: dict[str, Value] = {}
    parents: dict[str, Value] = {}
    for found in pattern.finditer(text):
        if nodes.spelled and found["node"] not in nodes:
            continue
        node = nodes.spell(found["node"])
        said = found["value"]
        values[node] = math.inf if said in "-–" else to_number(said)
        parent = nodes.first(re.sub(r"(?i)\b(?:from|via)\b", " ", found["rest"] or ""))
        if parent is not None:
            parents[node] = parent
    return values, parents


def _closes_last(text: str) -> bool:
    """Tell whether the bracket that opens the text is closed by its last character only."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == text[0]) - (letter == _PAIRS[text[0]])
        if depth == 0:
            return place == len(text) - 1
    return False


def _is_pair(text: str, nodes: Nodes) -> bool:
    parts = [part.strip() for part in text.split(",")]
    return len(parts) > 1 and parts[0] in nodes and all(p not in nodes for p in parts[1:2])


def _split(text: str, nodes: Nodes) -> Iterator[tuple[str, str]]:
    """Yield each entry's name and what stands with it."""
    if re.match(r"\s*[(<\[⟨]", text):
        for group in re.findall(r"[(<\[⟨]([^()<>\[\]⟨⟩]*(?:\([^()]*\)[^()<>\[\]]*)?)[)>\]⟩]", text):
            found = re.match(rf"\s*['\"]?(?P<name>{nodes.name})['\"]?", group, re.IGNORECASE)
            if found:
                yield nodes.spell(found["name"]), group[found.end() :]
        return
    # Of "C=6 G=12" the second is a node, not the value g of the first.
    taken = any(label in nodes for label in "ghf")
    label = (
        "(?-i:[ghf])"
        if taken and not any(one in nodes.spelled.values() for one in "ghf")
        else ("(?!)" if taken else "[ghf]")
    )
    entry = re.compile(
        rf"(?<!\w)['\"]?(?P<name>{nodes.name})['\"]?(?P<rest>(?:\s*[\[(<{{][^\])>}}]*[\])>}}]"
        rf"|\s*(?::|=|/|@|\|)\s*{NUMBER}|\^\w+|_\w+"
        rf"|[\s,]*\b{label}\s*=\s*{NUMBER}|\s+(?:from|via|parent)\s*=?\s*\w+|\s*(?:←|<-)\s*\w+)*)",
        re.IGNORECASE,
    )
    for found in entry.finditer(text):
        name = found["name"]
        if name.casefold() in _NOT_NODES and name not in nodes:
            continue
        yield nodes.spell(name), found["rest"]


def _entry(name: str, rest: str, algorithm: str, nodes: Nodes) -> Row:
    entry: dict[str, Value] = {"node": name}
    for found in _LABELLED.finditer(rest):
        label = _LABELS.get(found["label"].casefold())
        if label and label not in entry:
            entry[label] = to_number(found["value"])
    left = _LABELLED.sub(" ", rest)
    parent = re.search(
        rf"(?i)(?:\b(?:from|via|parent|prev|pred|by|p)\b|←|<-)\s*[=:]?\s*(?P<name>{nodes.name})",
        left,
    )
    if parent:
        entry["parent"] = nodes.spell(parent["name"])
        left = left[: parent.start()] + left[parent.end() :]
    bare = [(found.group(), to_number(found.group())) for found in re.finditer(NUMBER, left)]
    names = [said for said in nodes.read(re.sub(NUMBER, " ", left)) if said in nodes]
    key = _KEYS.get(algorithm)
    if key and not entry.keys() & {"g", "h", "f"} and bare:
        entry.update(_values([value for _, value in bare], key))
        bare = bare[1:] if key in ("g", "h") else []
    if "parent" not in entry:
        others = [*names, *(nodes.spell(said) for said, _ in bare if said in nodes)]
        if others:
            entry["parent"] = others[0]
    return entry


def _values(numbers: list[Number], key: str) -> dict[str, Value]:
    """Return what bare numbers mean: for A* "2+3=5" or (2, 3, 5) is g, h and f."""
    if key != "f" or len(numbers) == 1:
        return {key: numbers[0]}
    if len(numbers) >= 3:
        one, two, three = numbers[:3]
        if math.isclose(one, two + three) and not math.isclose(one + two, three):
            return {"f": one, "g": two, "h": three}
        return {"g": one, "h": two, "f": three}
    return {}  # two of the three, and nothing says which
