"""Changes told in words, to learn and to judge by: labelled messages, and known edits told by
templates."""

from __future__ import annotations

import ast
import difflib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from evals.programs.told_rows import Json, read_json_lines
from tutor_app.programs.code_in_text import parse_program, values_in
from tutor_app.programs.small_edits.one_edits import one_edits
from tutor_app.programs.student_changes.candidate_edits import candidate_edits
from tutor_app.programs.student_changes.code_fragments import read_code
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import ProgramParts

SENTENCES = Path(__file__).with_name("change_sentences.yaml")
_OF_A_KIND = 3  # edits of a program that are told in one way


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """A message about a program; `after` is what it makes of it, None where it changes nothing."""

    program_id: str
    program: str
    text: str
    after: str | None
    values: frozenset[str] = frozenset()


def read_changes(file: Path, writer: str) -> Iterator[ChangeRow]:
    """Yield one writer's messages; a proposal that is no change of the program is left out."""
    for row in read_json_lines(file):
        if row["writer"] != writer:
            continue
        for message in row["messages"]:
            after = message.get("after")
            after = None if after is None or same(after, row["program"]) else after
            if after is None and "proposes" in message["does"]:
                continue
            yield ChangeRow(
                program_id=row["id"],
                program=row["program"],
                text=message["text"],
                after=after,
                values=_values(row),
            )


def read_untold(file: Path, programs: Path) -> Iterator[ChangeRow]:
    """Yield messages that only say what calls must give, on the programs of another file."""
    known = {row["id"]: row for row in read_json_lines(programs)}
    for told in read_json_lines(file):
        row = known[told["program"]]
        yield ChangeRow(
            program_id=row["id"],
            program=row["program"],
            text=told["text"],
            after=None,
            values=_values(row),
        )


def _values(row: Json) -> frozenset[str]:
    return values_of((c["call"], str(c["wanted"]), str(c["gives"])) for c in row["calls"])


def values_of(calls: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """Return the values in calls and in what they give."""
    return frozenset(span.text for call in calls for text in call for span in values_in(text)) | {
        text for call in calls for text in call[1:]
    }


def same(one: str, other: str) -> bool:
    """Whether two programs are the same but for their layout."""
    mine, theirs = parse_program(one), parse_program(other)
    return mine is not None and theirs is not None and ast.dump(mine) == ast.dump(theirs)


@dataclass(frozen=True, slots=True)
class ProgramWithCalls:
    """A program, and what its calls give, for words around a change."""

    id: str
    program: str
    calls: tuple[tuple[str, str], ...]


def read_programs(file: Path, writer: str) -> tuple[ProgramWithCalls, ...]:
    """Return one writer's programs."""
    return tuple(
        ProgramWithCalls(
            row["id"],
            row["program"],
            tuple((c["call"], str(c["wanted"])) for c in row["calls"]),
        )
        for row in read_json_lines(file)
        if row["writer"] == writer
    )


def told_by_templates(programs: Sequence[ProgramWithCalls], seed: int = 0) -> Iterator[ChangeRow]:
    """Yield edits of programs, each told by one template."""
    chance = random.Random(seed)
    for each in programs:
        before = ast.unparse(ast.parse(each.program))
        tree = ast.parse(before)
        edits = {e.source for e in one_edits(tree)} - {before}
        edits |= set(_seldom(each.program))
        own = ProgramParts.of(before, tree)
        named = {
            edit.source: (edit.kind, {**_around_of(own, edit), "line": edit.old_line})
            for edit in candidate_edits(own, read_code("", tree))
            if edit.kind in _NAMED_KINDS and not same(edit.source, before)
        }
        edits |= set(named)
        chosen = chance.sample(sorted(edits), len(edits))
        told: Counter[str] = Counter()
        for after in chosen:
            fields = fields_of(before, after) or {}
            if after in named and named[after][0] in _sentences():
                fields[named[after][0]] = named[after][1]
            kinds = [kind for kind in sorted(fields or ()) if told[kind] < _OF_A_KIND]
            if not kinds:
                continue
            kind = chance.choice(kinds)
            told[kind] += 1
            text = _told(kind, fields[kind], each, chance)
            yield ChangeRow(
                program_id=each.id,
                program=before,
                text=text,
                after=after,
                values=values_of(each.calls),
            )


_NAMED_KINDS = ("exchange", "unwrap", "into else", "without else")


def _around_of(program: ProgramParts, edit: MessageEdit) -> Json:
    row = program.rows[edit.old_line - 1]
    return {"old": edit.old, "new": edit.new, "oldline": row.strip(), "part": _part(row)}


def _seldom(program: str) -> Iterator[str]:
    """Yield the program with two neighbouring lines exchanged, a line out, a word for another."""
    rows = ast.unparse(ast.parse(program)).split("\n")
    for number, row in enumerate(rows):
        other = rows[number + 1] if number + 1 < len(rows) else ""
        versions = [[*rows[:number], *rows[number + 1 :]]]
        if len(row) - len(row.lstrip()) == len(other) - len(other.lstrip()) > 0:
            versions.append([*rows[:number], other, row, *rows[number + 2 :]])
        for old, new in (("if ", "while "), ("while ", "if "), ("elif ", "if ")):
            if row.lstrip().startswith(old):
                versions.append([*rows[:number], row.replace(old, new, 1), *rows[number + 1 :]])
        for version in versions:
            text = "\n".join(version)
            if row.startswith(" ") and parse_program(text) is not None:
                yield ast.unparse(ast.parse(text))


@cache
def _sentences() -> dict[str, list[str]]:
    found: dict[str, list[str]] = yaml.safe_load(SENTENCES.read_text(encoding="utf-8"))
    return found


def _told(kind: str, fields: Json, program: ProgramWithCalls, chance: random.Random) -> str:
    call, value = chance.choice(program.calls)
    usable = [t for t in _sentences()["part" if kind == "wide" else kind] if _fits(t, fields)]
    plain = chance.choice(usable or ["{newline}"]) if usable else "{newline}"
    text = plain.format_map({"newline": fields.get("new", ""), **fields})
    if chance.random() < 0.3:
        text = text.replace(" - ", "-").replace(" + ", "+")
    if chance.random() < 0.2:
        text = text.replace(" = ", "=")
    around = {"call": call, "value": value}
    lead = chance.choice(_sentences()["before"]).format_map(around)
    rest = chance.choice(_sentences()["behind"]).format_map(around)
    return f"{lead}{text}{rest}"


def _fits(template: str, fields: Json) -> bool:
    wanted = (part.partition("}")[0] for part in template.split("{")[1:])
    return all(fields.get(name) for name in wanted)


def fields_of(before: str, after: str) -> dict[str, Json] | None:
    """Return the ways in which a change can be told, each with what its templates need."""
    old, new = before.split("\n"), after.split("\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    if len(steps) == 1:
        _, first, last, start, end = steps[0]
        if last - first == end - start == 1:
            return _of_line(old, new, first, start)
        if last == first and end - start == 1:
            return {"inserted": _insertion(new, start)}
        if end == start and last - first == 1:
            line = {"oldline": old[first].strip(), "line": first + 1, "part": _part(old[first])}
            return {"removed": line}
        return _of_move([old[first:last]], [new[start:end]], old, first)
    if len(steps) == 2:
        gone = [n for _, first, last, _, _ in steps for n in range(first, last)]
        come = [n for _, _, _, start, end in steps for n in range(start, end)]
        if len(gone) == len(come) == 1 and old[gone[0]].strip() == new[come[0]].strip():
            return _moved(old, new, gone[0], come[0])
    return None


def _of_move(
    gone: Sequence[list[str]], come: Sequence[list[str]], old: Sequence[str], first: int
) -> dict[str, Json] | None:
    if len(gone[0]) == len(come[0]) == 2 and gone[0] == come[0][::-1]:
        return {
            "swapped": {
                "line": first + 1,
                "next": first + 2,
                "oldline": gone[0][0].strip(),
                "other": gone[0][1].strip(),
                "frame": _frame(old, first),
            }
        }
    return None


def _moved(old: list[str], new: list[str], gone: int, come: int) -> dict[str, Json]:
    depth = len(old[gone]) - len(old[gone].lstrip())
    there = len(new[come]) - len(new[come].lstrip())
    fields = {
        "oldline": old[gone].strip(),
        "line": gone + 1,
        "part": _part(old[gone]),
        "where": _where(new, come),
        "frame": _frame(old, gone) if there < depth else _frame(new, come),
    }
    found = {"moved": fields}
    if there < depth:
        found["outdented"] = fields
    elif there > depth:
        found["indented"] = fields
    return found


def _insertion(new: list[str], place: int) -> Json:
    return {"newline": new[place].strip(), "where": _where(new, place), "line": place + 1}


def _where(rows: list[str], place: int) -> str:
    before = rows[place - 1].strip() if place else ""
    behind = rows[place + 1].strip() if place + 1 < len(rows) else ""
    options = [f"after {before}", f"below line {place}"] if not before.endswith(":") else []
    if before.endswith(":"):
        word = _part(rows[place - 1])
        options = [f"inside the {word}", f"in the {word}", f"at the top of the {word}"]
        if before.startswith("def "):
            options = ["at the top", "on top", "first thing in the function", "as first line"]
    deeper = len(rows[place]) - len(rows[place].lstrip())
    if behind.startswith(("for ", "while ")) and len(rows[place + 1]) - len(behind) == deeper:
        options += ["before the loop", "above the loop"]
    if behind:
        options.append(f"before {behind}")
    return options[len(rows[place]) % len(options)] if options else "there"


def _frame(rows: Sequence[str], place: int) -> str:
    depth = len(rows[place]) - len(rows[place].lstrip())
    above = (row for row in reversed(rows[:place]) if len(row) - len(row.lstrip()) < depth)
    return _part(next(above, "loop"))


def _part(row: str) -> str:
    word = row.split()[0].rstrip(":") if row.split() else "line"
    known = {"for": "loop", "while": "while", "if": "if", "elif": "elif", "else": "else"}
    return known.get(word, "return" if word == "return" else "line")


def _of_line(old: list[str], new: list[str], first: int, start: int) -> dict[str, Json]:
    one, two = old[first].strip(), new[start].strip()
    base = {"line": first + 1, "part": _part(one), "newline": two, "oldline": one}
    if one == two:
        where = _where(new, start)
        deeper = len(new[start]) > len(old[first])
        fields = {**base, "where": where, "frame": _frame(old, first)}
        return {"indented" if deeper else "outdented": fields}
    found: dict[str, Json] = {"line": base}
    words = one.split()[0], two.split()[0]
    if one.split()[1:] == two.split()[1:] and {"if", "while", "elif"} & {*words}:
        return {"word": {**base, "from": words[0], "to": words[1]}, "line": base}
    pairs = _differing(_statement(one), _statement(two))
    if not pairs:
        return found
    wide = pairs[len(one) % len(pairs)]
    found["wide"] = {**base, "new": ast.unparse(wide[1]), "old": ast.unparse(wide[0])}
    return found | _of_parts(base, pairs[-1]) | _of_side(base, pairs[-1], old[:first])


def _of_parts(base: Json, pair: tuple[ast.expr, ast.expr]) -> dict[str, Json]:
    """Return the ways to tell one expression for another one."""
    mine, theirs = pair
    old, new = ast.unparse(mine), ast.unparse(theirs)
    whole = {**base, "new": new, "old": old}
    found = {"part": whole}
    signed = (ast.Compare, ast.BinOp, ast.BoolOp)
    signs = _signs(old, new) if isinstance(mine, signed) and isinstance(theirs, signed) else None
    if signs is not None:
        found = {"operator": {**whole, "from": signs[0], "to": signs[1], "newpart": new}}
    if new.startswith(old):
        found["longer"] = {**whole, "added": new[len(old) :].strip()}
    if old.startswith(new):
        found["shorter"] = {**whole, "gone": old[len(new) :].strip()}
    match mine, theirs:
        case _, ast.Call(func=ast.Name(id=wrapper), args=[only]) if ast.unparse(only) == old:
            found["wrapped"] = {**whole, "wrapper": wrapper}
        case ast.Call(func=ast.Attribute(attr=a)), ast.Call(func=ast.Attribute(attr=b)) if a != b:
            found["callee"] = {**whole, "old": a, "new": b}
        case ast.Attribute(attr=a), ast.Attribute(attr=b) if a != b:
            found["callee"] = {**whole, "old": a, "new": b}
        case _:
            pass
    return found


def _of_side(base: Json, pair: tuple[ast.expr, ast.expr], above: Sequence[str]) -> dict[str, Json]:
    """Return the ways to tell what a line sets, returns or begins at."""
    mine, theirs = pair
    whole = {**base, "new": ast.unparse(theirs), "old": ast.unparse(mine)}
    found: dict[str, Json] = {}
    match _statement(base["oldline"]):
        case ast.Assign(targets=[target], value=value) if ast.dump(value) == ast.dump(mine):
            found["setting"] = {**whole, "name": ast.unparse(target)}
            if not any(row.lstrip().startswith(("for ", "while ")) for row in above):
                found["start"] = found["setting"]
        case ast.Return(value=ast.expr() as value) if ast.dump(value) == ast.dump(mine):
            found["returned"] = whole
        case _:
            pass
    if f"range({whole['new']}," in base["newline"]:
        found["begins"] = whole
    return found


def _signs(one: str, two: str) -> tuple[str, str] | None:
    mine, theirs = one.split(), two.split()
    differ = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b]
    if len(mine) != len(theirs) or len(differ) != 1:
        return None
    is_sign = differ[0][0] in ("and", "or") or not differ[0][0][0].isalnum()
    return differ[0] if is_sign else None


def _statement(row: str) -> ast.stmt | None:
    for text in (
        row,
        f"{row}\n    pass",
        f"{row[2:]}\n    pass" if row.startswith("elif") else row,
    ):
        tree = parse_program(text)
        if tree is not None and tree.body:
            return tree.body[0]
    return None


def _differing(one: ast.AST | None, two: ast.AST | None) -> list[tuple[ast.expr, ast.expr]]:
    """Return the expressions in which two lines differ, each inside the one before."""
    if one is None or two is None or type(one) is not type(two):
        return []
    differing: list[tuple[Any, Any]] = []
    for (_, mine), (_, theirs) in zip(ast.iter_fields(one), ast.iter_fields(two), strict=True):
        pairs = zip(mine, theirs, strict=False) if isinstance(mine, list) else ((mine, theirs),)
        if isinstance(mine, list) and len(mine) != len(theirs):
            return []
        differing += [(a, b) for a, b in pairs if _dumped(a) != _dumped(b)]
    if len(differing) != 1:
        return []
    a, b = differing[0]
    here = [(a, b)] if isinstance(a, ast.expr) and isinstance(b, ast.expr) else []
    inner = _differing(a, b) if isinstance(a, ast.AST) and isinstance(b, ast.AST) else []
    return here + inner


def _dumped(value: object) -> str:
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)
