"""What fills tables: two strings (LCS), items (knapsack), operations on heaps and search trees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import KnapsackItem, Number, Operation
from tutor_app.tracing.reading.nested_brackets import Atom, Group, read_literal
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.problem_data.array_reader import find_array
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.tokens import Cursor


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundStrings:
    """The two strings of a longest common subsequence, in reading order."""

    strings: tuple[str, str]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundItems:
    """The items of a knapsack; `capacity` is None where the text gives none."""

    items: tuple[KnapsackItem, ...]
    capacity: int | None
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundOperations:
    """Operations in their order; `array` is the heap or the keys that stand there before them."""

    operations: tuple[Operation, ...]
    array: tuple[Number, ...] | None
    spans: tuple[Span, ...]


# --- strings -----------------------------------------------------------------------------------

_QUOTED = re.compile(r"(?<!\w)[\"'\u201c\u2018`](\w{1,40})[\"'\u201d\u2019`](?!\w)")
_ASSIGNED = re.compile(
    r"""(?ix) (?<!\w)
    (?: [a-z] | [st]_?\{?[12]\}? | (?:first|second)(?:\s+(?:string|word|sequence))?
      | (?:string|word|text|seq\w*)\s*_?[12ab]? )
    \s* (?: := | = | : | \bis\b ) \s* [$\\]* \s*
    (?: \\?langle\s* | [<\u27e8(\[{]\s* )?
    ( [a-z0-9](?:\s*,\s*[a-z0-9])+ | (?!(?:and|of|the)\b)[a-z0-9]{1,40} )\b"""
)
_BETWEEN = re.compile(
    r"""(?x) (?i:\b(?:of|between|strings?|words|sequences|for|compare|lcs)) \W+ (?i:the\s+)?
    (?i:(?:two\s+)?(?:strings|words|sequences)\s+)? :?\s*
    (\w{2,40}) \s*(?:,|&|/|(?i:and|with|vs\.?))\s* (?i:and\s+)? (\w{2,40})\b"""
)
_CAPITALS = re.compile(r"\b([A-Z0-9]{2,40})\b\s*(?:,|&|/|and|with|vs\.?|\n)\s*\b([A-Z0-9]{2,40})\b")
_NO_STRING = frozenset(
    """the of and two strings string words sequences sequence lcs a an with them this these
    following longest common""".split()
)


def find_strings(text: str) -> FoundStrings | None:
    """Return the two strings that the text gives: quoted, assigned, or "LCS of X and Y"."""
    for pattern in (_QUOTED, _ASSIGNED):
        found = [(re.sub(r"[\s,]", "", said[1]), said) for said in pattern.finditer(text)]
        if len(found) >= 2:
            return _strings([found[0][0], found[1][0]], [found[0][1].span(), found[1][1].span()])
    for said in _BETWEEN.finditer(text):
        if not {said[1].lower(), said[2].lower()} & _NO_STRING:
            return _strings([said[1], said[2]], [said.span()])
    pair = _CAPITALS.search(text)
    if pair and pair[1] != "LCS":
        return _strings([pair[1], pair[2]], [pair.span()])
    return None


def _strings(words: Sequence[str], parts: Sequence[tuple[int, int]]) -> FoundStrings:
    spans = tuple(Span(start=start, end=end) for start, end in parts)
    return FoundStrings(strings=(words[0], words[1]), spans=spans)


# --- items ---------------------------------------------------------------------------------------

_WEIGHT = r"(?:weights?|wts?|w|size|kg)"
_VALUE = r"(?:values?|vals?|v|profits?|p|prices?|worth|benefits?|b)"
_CAPACITY = re.compile(
    r"""(?ix)
    (?: \b(?:capacity|max(?:imum)?\s+(?:total\s+)?weight|weight\s+limit|limit
          |(?:knapsack|bag)\s+size|(?:holds?|carry)(?:\s+(?:up\s+to|at\s+most))?|can\s+take)\b
        (?:\s+(?:of|is|for|the|knapsack|bag|backpack|at\s+most|up\s+to|w|c|to|my))*
      | (?-i:\bW|\bC)\s*(?==) )
    \s*\(?[A-Za-z]?\)?\s* (?:=|:|is)? \s*\$?\s* (\d+)
    | \b(?:size|capacity)\s+(\d+)\s+(?:knapsack|bag)
    | \b(\d+)\s*[- ]?(?:kg|lb|unit)s?\s+(?:knapsack|bag|backpack|capacity)"""
)
_IS = r"\s*(?:=|:|of|is)?\s*"
_AND = r"\W{0,4}(?:and\s+|with\s+)?(?:a\s+)?"
_ITEM = re.compile(
    rf"""(?ix) (?:\bitem\s*)? ["']? \b([a-z]\w*|\d+)\b ["']? \s*[:(=,\u2013-]*\s*\(?\s* (?:
      \b{_WEIGHT}\b{_IS}(?P<w1>\d+)\s*(?:kg|lb)?{_AND}\b{_VALUE}\b{_IS}\$?(?P<v1>\d+(?:\.\d+)?)
    | \b{_VALUE}\b{_IS}\$?(?P<v2>\d+(?:\.\d+)?){_AND}\b{_WEIGHT}\b{_IS}(?P<w2>\d+)
    | (?P<w3>\d+)\s*(?:kg|lbs?)\W{{1,4}}(?:and\s+|worth\s+)?\$?\s*(?P<v3>\d+(?:\.\d+)?)
    | weighs\s+(?P<w4>\d+)\s*(?:kg|lbs?)?\W{{0,3}}(?:and\s+)?(?:is\s+)?
      (?:worth|has\s+(?:a\s+)?value)\s*(?:of\s*)?\$?(?P<v4>\d+(?:\.\d+)?) )"""
)


def find_items(text: str) -> FoundItems | None:
    """Return items and capacity, or None: from a table, lists, pairs or sentences."""
    # "0/1" and "0-1" name the kind of knapsack.
    text = re.sub(r"\b0\s?[/-]\s?1\b", lambda said: " " * len(said[0]), text)
    said = _CAPACITY.search(text)
    capacity = int(next(group for group in said.groups() if group)) if said else None
    rest = text if said is None else text[: said.start()] + " " * len(said[0]) + text[said.end() :]
    for reader in (_table, _two_lists, _described, _pairs):
        read = reader(rest)
        if read is not None:
            items, part = read
            spans = [Span(start=part[0], end=part[1])]
            if said is not None:
                spans.append(Span(start=said.start(), end=said.end()))
            return FoundItems(items=items, capacity=capacity, spans=tuple(spans))
    return None


_Items = tuple[tuple[KnapsackItem, ...], tuple[int, int]]


def _items(
    weights: Sequence[Number], values: Sequence[Number], names: Sequence[str] = ()
) -> tuple[KnapsackItem, ...] | None:
    """Pair weights with values; items without names are called 1, 2, 3."""
    if (
        not weights
        or len(weights) != len(values)
        or any(weight != int(weight) for weight in weights)
    ):
        return None
    called = names if len(names) == len(weights) else [str(n) for n in range(1, len(weights) + 1)]
    rows = zip(called, weights, values, strict=True)
    return tuple(
        KnapsackItem(name=name, weight=int(weight), value=value) for name, weight, value in rows
    )


_NUMBERS = r"(\d+(?:\.\d+)?(?:(?:\s*[,;|&]\s*(?:and\s+)?|\s+and\s+|[ \t]+)\d+(?:\.\d+)?)*)"


def _two_lists(text: str) -> _Items | None:
    """Read "weights = [2, 3], values = [3, 4]", and table rows "weight | 2 | 3"."""
    lead = r"(?:\s+(?:are|is|of\s+the\s+items)\b)*\s*[:=|&]*\s*[$\\]*(?:langle|[\[({<\u27e8])?\s*"
    weights = re.search(rf"(?im)\b{_WEIGHT}(?:\[\]|\s*\(\w+\))?{lead}{_NUMBERS}", text)
    values = re.search(rf"(?im)\b{_VALUE}(?:\[\]|\s*\(\w+\))?{lead}{_NUMBERS}", text)
    if weights is None or values is None:
        return None
    columns = [
        [_number(n) for n in re.findall(r"\d+(?:\.\d+)?", said[1])] for said in (weights, values)
    ]
    if len(columns[0]) < 2:
        return None
    names = re.search(r"(?im)^\W*items?\s*[:=|&]*\s*((?:\w+[ \t]*[,|&]?[ \t]*){2,})$", text)
    items = _items(columns[0], columns[1], re.findall(r"\w+", names[1]) if names else ())
    ends = (min(weights.start(), values.start()), max(weights.end(), values.end()))
    return None if items is None else (items, ends)


def _described(text: str) -> _Items | None:
    """Read "item 1: weight 2, value 3", "A (w=2, v=3)", "the lamp weighs 2 kg and is worth 30"."""
    found = [
        said
        for said in _ITEM.finditer(text)
        if said[1].lower() not in ("w", "v", "and", "has", "item")
    ]
    if len(found) < 2:
        return None
    weights = [next(int(said[f"w{n}"]) for n in (1, 2, 3, 4) if said[f"w{n}"]) for said in found]
    values = [next(_number(said[f"v{n}"]) for n in (1, 2, 3, 4) if said[f"v{n}"]) for said in found]
    items = _items(weights, values, [said[1] for said in found])
    return None if items is None else (items, (found[0].start(), found[-1].end()))


def _table(text: str) -> _Items | None:
    """Read rows under a header that names a weight and a value."""
    header = re.search(
        rf"(?im)^[^\n]*\b(?:{_WEIGHT}\b[^\n]*\b{_VALUE}|{_VALUE}\b[^\n]*\b{_WEIGHT})\b[^\n]*$", text
    )
    if header is None:
        return None
    columns = [cell for cell in re.findall(r"[A-Za-z#]+", re.sub(r"\([^)]*\)", "", header[0]))]
    kinds = [_column_kind(cell) for cell in columns]
    kinds = [kind for kind in kinds if kind]
    weights: list[Number] = []
    values: list[Number] = []
    names: list[str] = []
    end = header.end()
    for line in re.finditer(r"[^\n]*\n?", text[header.end() + 1 :]):
        cells = re.findall(r"[^\W_][\w.]*", line[0])
        if not cells and line[0].strip(" |-+:\n\\"):
            break
        if not cells:
            if weights and not line[0].strip():
                break
            continue
        row = cells if len(cells) == len(kinds) else []
        numbers = {kind: cell for kind, cell in zip(kinds, row, strict=False)}
        if not row or not all(
            re.fullmatch(r"\d+(?:\.\d+)?", numbers.get(kind, "")) for kind in ("weight", "value")
        ):
            break
        weights.append(_number(numbers["weight"]))
        values.append(_number(numbers["value"]))
        names.append(numbers.get("name", str(len(weights))))
        end = header.end() + 1 + line.end()
    items = _items(weights, values, names)
    return None if items is None else (items, (header.start(), end))


def _column_kind(word: str) -> str:
    if re.fullmatch(rf"(?i){_WEIGHT}", word):
        return "weight"
    if re.fullmatch(rf"(?i){_VALUE}", word):
        return "value"
    return "name" if re.fullmatch(r"(?i)items?|names?|i|objects?|no|nr|#|id", word) else ""


def _pairs(text: str) -> _Items | None:
    """Read "(2, 3), (3, 4)" or "A (2, 3)": weight and value, in the order that the text names."""
    cursor = Cursor(text)
    names = Names(cursor)
    weights: list[Number] = []
    values: list[Number] = []
    called: list[str] = []
    begin = end = at = 0
    while at < len(cursor):
        read = read_literal(cursor, names, at)
        group = read[0] if read is not None else None
        if read is None or not isinstance(group, Group):
            at += 1
            continue
        after = read[1]
        atoms = [value for value in group.values if isinstance(value, Atom)]
        numbers = [atom.number for atom in atoms if atom.number is not None]
        if len(numbers) != 2 or len(atoms) > 3 or len(atoms) != len(group.values):
            at += 1
            continue
        begin = begin if weights else cursor[at].start
        end = cursor[after - 1].end
        weights.append(numbers[0])
        values.append(numbers[1])
        before = cursor[at - 2] if cursor.kind(at - 1) in ("colon", "equals") else cursor[at - 1]
        named = (
            atoms[0].name
            if len(atoms) == 3
            else before.text
            if before.kind in ("name", "number")
            else ""
        )
        called.append(named)
        at = after
    value_first = re.search(rf"(?i)\b{_VALUE}\b\W{{1,4}}(?:and\s+)?\b{_WEIGHT}\b", text)
    if value_first:
        weights, values = values, weights
    items = _items(
        weights, values, called if all(called) and len(set(called)) == len(called) else ()
    )
    return (items, (begin, end)) if items is not None and len(items) > 1 else None


def _number(text: str) -> Number:
    return float(text) if "." in text else int(text)


# --- operations ----------------------------------------------------------------------------------

_TOP = r"(?:\s*[-_ ]?\s*(?:max|min)(?:imum)?\b)?"
_VERBS = {
    "heap_operations": (
        ("insert", r"insert\w*|add\w*|push\w*|enqueue\w*"),
        ("extract", rf"(?:extract\w*|delet\w*|remov\w*|pop\w*|dequeue\w*|poll\w*){_TOP}"),
        ("extract", r"(?:del|get)[-_ ]?(?:max|min)"),
        ("build", r"(?:build\w*|construct\w*|heapify\w*)(?:\s+(?:a\s+)?(?:max|min)?[-_ ]?heap)?"),
    ),
    "bst": (
        ("insert", r"insert\w*|add\w*"),
        ("delete", r"delet\w*|remov\w*"),
        ("search", r"search(?:es)?\s+for|search\w*|look\s+(?:up|for)|find\w*|lookup"),
        ("preorder", r"pre[- ]?order"),
        ("inorder", r"in[- ]?order(?!\s+(?:to|of)\b)"),
        ("postorder", r"post[- ]?order"),
        ("levelorder", r"level[- ]?order"),
    ),
}
_NO_VALUE = frozenset({"extract", "build", "preorder", "inorder", "postorder", "levelorder"})
_AFTER = re.compile(
    r"""(?x) [ \t]*
    (?:(?:the|these|following|keys?|values?|numbers?|elements?|nodes?|for|root)\s+
       |in\s+this\s+order\s*)*
    [:=(\[{\s]*
    ( -?\d+(?:\.\d+)?
      (?: (?: \s*[,;]\s*(?:and\s+|then\s+)? | \s+and\s+ | \s*(?:->|\u2192)\s* | [ \t]+ )
          -?\d+(?:\.\d+)? )* )"""
)
_TIMES = re.compile(
    r"(?i)\W{0,3}(?:\(\)\s*)?(?:it\s+)?(?:(twice|two|three|four|\d+)\s*(?:times|x\b)?|x\s*(\d+))"
)
_COUNTS = {"twice": 2, "two": 2, "three": 3, "four": 4}


def find_operations(text: str, algorithm_id: str) -> FoundOperations | None:
    """Return the operations on a heap ("heap_operations") or search tree ("bst"), or None.

    `array` holds numbers that no operation takes: the heap as it stands, or keys "in this order".
    """
    verbs = _VERBS.get(algorithm_id, ())
    found: list[tuple[int, int, list[Operation]]] = []
    for kind, words in verbs:
        for said in re.finditer(rf"(?i)(?<![\w-])(?:{words})(?!\w)", text):
            done = _operations(kind, text, said.end())
            if done is not None:
                found.append((said.start(), done[1], done[0]))
    found = _apart(found)
    rest = text
    for start, end, _ in found:
        rest = rest[:start] + re.sub(r"[^\n]", ";", rest[start:end]) + rest[end:]
    array = find_array(rest)
    # "Build the heap bottom-up", said after other operations, is how, not what.
    every = [operation for _, _, each in found for operation in each]
    operations = tuple(op for place, op in enumerate(every) if op.kind != "build" or not place)
    if not operations and array is None:
        return None
    spans = [Span(start=start, end=end) for start, end, _ in found]
    spans.extend(array.spans if array is not None else ())
    return FoundOperations(
        operations=operations, array=array.values if array is not None else None, spans=tuple(spans)
    )


def _operations(kind: str, text: str, at: int) -> tuple[list[Operation], int] | None:
    """Return the operations that a verb names, and where they end; None where it is only a word."""
    if kind in _NO_VALUE:
        times = _TIMES.match(text, at) if kind == "extract" else None
        said = (times[1] or times[2]) if times else None
        count = 1 if said is None else _COUNTS.get(said.lower(), 0) or int(said)
        # "extract 3 times", but not "delete 30": a bare number names no count.
        if times and said and said.isdecimal() and not re.search(r"(?i)times|x", times[0]):
            count, times = 1, None
        return [Operation(kind=kind)] * count, times.end() if times else at
    values = _AFTER.match(text, at)
    if values is None:
        return None
    numbers = [_number(number) for number in re.findall(r"-?\d+(?:\.\d+)?", values[1])]
    return [Operation(kind=kind, value=number) for number in numbers], values.end()


def _apart(found: list[tuple[int, int, list[Operation]]]) -> list[tuple[int, int, list[Operation]]]:
    """Return them in reading order, without those that lie in another."""
    kept: list[tuple[int, int, list[Operation]]] = []
    for one in sorted(found, key=lambda part: (part[0], -part[1])):
        if not kept or one[0] >= kept[-1][1]:
            kept.append(one)
    return kept
