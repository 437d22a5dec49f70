"""Graphs written as Python or JSON: dicts of lists, of dicts, of pairs; lists of edges; V and E."""

from __future__ import annotations

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.nested_brackets import Atom, Group, Literal_, read_literal
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Mark, Written
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.tokens import Cursor

_EDGE_KEYS = ("edges", "links", "e", "arcs")
_NODE_KEYS = ("nodes", "vertices", "v")
_SOURCE = ("from", "source", "src", "u", "start", "a", "node1", "tail")
_TARGET = ("to", "target", "dst", "dest", "v", "end", "b", "node2", "head")
_WEIGHT = ("weight", "cost", "w", "length", "distance", "dist", "value", "label")


def read_dicts(text: str) -> list[Draft]:
    """Return the graphs that stand in brackets, in reading order."""
    cursor = Cursor(text)
    names = Names(cursor)
    drafts: list[Draft] = []
    at = 0
    while at < len(cursor):
        read = _keyed_run(cursor, names, at) or read_literal(cursor, names, at)
        group = read[0] if read is not None else None
        if read is None or not isinstance(group, Group):
            at += 1
            continue
        end = read[1]
        draft = _indexed(group, cursor, at, end) or _graph(group, cursor, at, end)
        if draft is not None:
            drafts.append(draft)
        at = end
    return drafts


def _keyed_run(cursor: Cursor, names: Names, at: int) -> tuple[Group, int] | None:
    """Read "A = [B, C], B = [D]" and "V = {…}, E = {…}": a dict without its outer brackets."""
    keys: list[Literal_ | None] = []
    values: list[Literal_] = []
    end = at
    while cursor.kind(at) in ("name", "number") and cursor.kind(at + 2) == "open":
        if cursor.kind(at + 1) not in ("equals", "colon", "arrow") or cursor.word(at) in (
            "h",
            "heuristic",
        ):
            break
        read = read_literal(cursor, names, at + 2)
        if read is None or cursor[at + 2].text == "(":
            return None  # "A: (B, 4), (C, 2)" is a list of neighbours
        keys.append(Atom(cursor[at].text))
        values.append(read[0])
        at = end = read[1]
        while at < len(cursor) and (
            cursor.kind(at) in ("comma", "semi", "newline") or cursor.word(at) == "and"
        ):
            at += 1
    return (Group("{", tuple(keys), tuple(values)), end) if len(keys) > 1 else None


def _indexed(group: Group, cursor: Cursor, at: int, end: int) -> Draft | None:
    """Read "adj = [[1, 2], [0], [0]]": the place in the list is the node."""
    if not any(cursor.word(n).startswith("adj") for n in range(max(0, at - 5), at)):
        return None
    names = [str(n) for n in range(len(group.values))]
    rows = [value for value in group.values if isinstance(value, Group)]
    square = all(len(row.values) == len(rows) for row in rows)
    if not rows or len(rows) != len(names) or group.keyed or (square and len(rows) > 1):
        return None
    edges: list[Written] = []
    for source, row in zip(names, rows, strict=True):
        targets = _targets(row)
        if targets is None or any(target not in names for target, _ in targets):
            return None
        edges += [Written(source=source, target=t, weight=w, mark="open") for t, w in targets]
    return Draft(
        edges=tuple(edges), nodes=tuple(names), spans=(cursor.span(at, end),), listing=True
    )


def _graph(group: Group, cursor: Cursor, at: int, end: int) -> Draft | None:
    edges = group.get(*_EDGE_KEYS)
    named = group.get(*_NODE_KEYS)
    listed = _atoms(named) if isinstance(named, Group) else ()
    span = (cursor.span(at, end),)
    if isinstance(edges, Group) and (group.get(*_NODE_KEYS) or len(group.values) == 1):
        written = _edge_list(edges)
        return Draft(edges=tuple(written), nodes=listed, spans=span) if written else None
    if group.keyed and all(isinstance(key, Atom) for key in group.keys):
        return _by_node(group, span)
    if group.keyed:
        pairs = [
            _keyed_pair(key, value) for key, value in zip(group.keys, group.values, strict=True)
        ]
        if None not in pairs:
            return Draft(edges=tuple(pair for pair in pairs if pair), nodes=(), spans=span)
        return None
    written = _edge_list(group)
    return Draft(edges=tuple(written), nodes=(), spans=span) if len(written) > 1 else None


def _by_node(group: Group, spans: tuple[Span, ...]) -> Draft | None:
    """Read a dict whose keys are nodes and whose values list their neighbours."""
    edges: list[Written] = []
    keys = [key.name for key in group.keys if isinstance(key, Atom)]
    for source, value in zip(keys, group.values, strict=True):
        targets = _targets(value) if isinstance(value, Group) else _only_target(value)
        if targets is None:
            return None  # {'A': 5}: a heuristic
        edges += [Written(source=source, target=t, weight=w, mark="open") for t, w in targets]
    single = len(keys) == 1 and isinstance(group.values[0], Atom)  # "w(A -> B)" is no dict
    if not edges or single:
        return None
    return Draft(edges=tuple(edges), nodes=tuple(keys), spans=spans, listing=True)


_Targets = list[tuple[str, Number | None]]


def _only_target(value: Atom) -> _Targets | None:
    if value.number is not None:
        return None
    return [] if value.unknown else [(value.name, None)]


def _targets(value: Group) -> _Targets | None:
    """Read the neighbours of one node: {'B': 4}, ['B', 'C'], [('B', 4)], [{'to': 'B', 'w': 4}]."""
    if value.bracket == "(" and len(value.values) == 2:
        name, weight = value.values
        if isinstance(name, Atom) and isinstance(weight, Atom) and weight.number is not None:
            return [(name.name, weight.number)] if name.number is None else None  # 'A': ('B', 4)
    found: _Targets = []
    for key, entry in zip(value.keys, value.values, strict=True):
        target = _target(key, entry)
        if target is None:
            return None
        found.append(target)
    return found


def _target(key: Literal_ | None, entry: Literal_) -> tuple[str, Number | None] | None:
    if isinstance(key, Atom):
        weight = entry.get(*_WEIGHT) if isinstance(entry, Group) else entry
        return (key.name, weight.number) if isinstance(weight, Atom) else None
    return (entry.name, None) if isinstance(entry, Atom) else _weighted_target(entry)


def _weighted_target(entry: Group) -> tuple[str, Number | None] | None:
    target, weight = entry.get(*_TARGET, "node", "name", "id"), entry.get(*_WEIGHT)
    if isinstance(target, Atom):
        return target.name, weight.number if isinstance(weight, Atom) else None
    atoms = [value for value in entry.values if isinstance(value, Atom)]
    if len(atoms) != len(entry.values) or not 1 <= len(atoms) <= 2:
        return None
    if entry.keyed and isinstance(entry.keys[0], Atom):
        return entry.keys[0].name, atoms[0].number
    return atoms[0].name, atoms[1].number if len(atoms) > 1 else None


def _edge_list(group: Group) -> list[Written]:
    """Read [('A', 'B', 4), …] and [{"from": "A", "to": "B"}, …]; [] where it is none."""
    edges: list[Written] = []
    for key, value in zip(group.keys, group.values, strict=True):
        edge = _keyed_pair(key, value) if key is not None else _edge(value)
        if edge is None:
            return []
        edges.append(edge)
    return edges


def _edge(value: Literal_) -> Written | None:
    if not isinstance(value, Group):
        return None
    source, target = value.get(*_SOURCE), value.get(*_TARGET)
    if isinstance(source, Atom) and isinstance(target, Atom):
        weight = value.get(*_WEIGHT)
        number = weight.number if isinstance(weight, Atom) else None
        return Written(source=source.name, target=target.name, weight=number, mark="open")
    atoms = [entry for entry in value.values if isinstance(entry, Atom)]
    last = value.values[-1] if value.values else None
    if isinstance(last, Group) and len(atoms) == 2:  # ("A", "B", {"weight": 4})
        inner = last.get(*_WEIGHT)
        atoms = [*atoms, inner] if isinstance(inner, Atom) else atoms
    elif len(atoms) != len(value.values):
        return None
    if not 2 <= len(atoms) <= 3 or atoms[0].unknown or atoms[1].unknown:
        return None
    mark: Mark = "dash" if value.bracket == "{" and len(atoms) == 2 else "open"
    weight_ = atoms[2].number if len(atoms) == 3 else None
    return Written(source=atoms[0].name, target=atoms[1].name, weight=weight_, mark=mark)


def _keyed_pair(key: Literal_ | None, value: Literal_) -> Written | None:
    """Read ("A", "B"): 4 of a dict of edges."""
    edge = _edge(key) if key is not None else None
    if edge is None or not isinstance(value, Atom):
        return None
    return Written(source=edge.source, target=edge.target, weight=value.number, mark=edge.mark)


def _atoms(group: Group) -> tuple[str, ...]:
    return tuple(value.name for value in group.values if isinstance(value, Atom))
