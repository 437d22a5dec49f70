"""Code as it is pasted, written so that it stands alone: fences, sessions, words on its lines."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator

_FENCED = re.compile(r"(?s)(?<!`)```(?!`)(.*?)(?:```|\Z)")
_TICKED = re.compile(r"(?s)(?<!`)`(?!`)([^`]*\n[^`]*)`(?!`)")
_LANGUAGE = re.compile(r"[\w+#-]*[ \t]*(?=\n)")
_PROMPTED = re.compile(r"(?m)(?:^[ \t]*>>>[^\n]*(?:\n[ \t]*\.\.\.[^\n]*)*\n?)+")
_PROMPT = re.compile(r"(?m)^[ \t]*>>> ?")
_GOES_ON = re.compile(r"(?m)^[ \t]*\.\.\. ?")
_QUOTED = re.compile(r"(?m)(?:^> ?(?!>>)[^\n]*(?:\n|\Z)){2,}")
_GUTTER = re.compile(r"(?m)(?:^[ \t]*\d{1,4} ?\|[^\n]*(?:\n|\Z)){2,}")
_BEFORE_LINE = re.compile(r"(?m)^[ \t]*(?:\d{1,4} ?\| ?|> ?)")
_ARROW = re.compile(r"\s(?:<-{1,3}|←|-{2,}>|—|–|=>|→)(?=\s)")
_WORDS = re.compile(r"[^\W_][\w'’]*")
_ENDS = re.compile(r"[.:,;?!–—-]\s*$")
_BARE = ("return", "pass", "break", "continue", "raise", "assert")  # words of a plan, too
_FEWEST = 2  # words behind a line, or lines of a program


def set_apart(text: str) -> str:
    """Return a message whose code stands on lines of its own, without marks of a session.

    What is no code keeps its words and its place.
    """
    text = _FENCED.sub(_fence, text)
    text = _TICKED.sub(lambda found: _fenced(found[1]) if _parses(found[1]) else found[0], text)
    text = _PROMPTED.sub(_session, text)
    for marked in (_QUOTED, _GUTTER):
        text = marked.sub(_without_marks, text)
    lines = text.split("\n")
    return "\n".join(part for at in range(len(lines)) for part in _parted(lines, at))


def _fence(found: re.Match[str]) -> str:
    return _fenced(found[1], found) if "\n" in found[1] else found[0]


def _fenced(body: str, found: re.Match[str] | None = None) -> str:
    """Return a block between fences that stand on lines of their own."""
    named = _LANGUAGE.match(body)
    language = named[0] if named is not None else ""
    inside = body[len(language) :].strip("\n")
    if found is None:
        return f"\n```\n{inside}\n```\n"
    before = found.string[: found.start()].rpartition("\n")[2]
    behind = found.string[found.end() :].partition("\n")[0]
    opens = "\n" if before.strip() else ""
    closes = "\n" if behind.strip() else ""
    return f"{opens}```{language}\n{inside}\n```{closes}"


def _session(found: re.Match[str]) -> str:
    """Return a session's statements as a program; what it only asks for keeps its prompt."""
    rows: list[str] = []
    for entry in re.split(r"(?m)^(?=[ \t]*>>>)", found[0].rstrip("\n")):
        code = _GOES_ON.sub("", _PROMPT.sub("", entry)).rstrip()
        tree = _read(code)
        acts = tree is not None and any(map(_is_done, tree.body))
        rows += [code] if acts else [entry.rstrip("\n")] if entry.strip() else []
    return "\n".join(rows) + ("\n" if found[0].endswith("\n") else "")


def _is_done(node: ast.stmt) -> bool:
    """Whether a statement of a session is more than a question for a value."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case _:
            return not isinstance(node, ast.Expr)


def _without_marks(found: re.Match[str]) -> str:
    plain = _BEFORE_LINE.sub("", found[0])
    return plain if _acts(plain) else found[0]


def _parted(lines: list[str], at: int) -> Iterator[str]:
    """Yield a line, or the words before or behind its code and that code apart."""
    line = lines[at]
    is_whole = all(line.count(one) == line.count(other) for one, other in ("()", "[]", "{}"))
    if not is_whole or len(line.split()) < _FEWEST or _parses(line.strip()):
        yield line
        return
    for cut in _behind(lines, at):
        yield line[:cut].rstrip()
        yield line[cut:].strip()
        return
    for cut in _before(lines, at):
        yield line[:cut].rstrip()
        yield line[cut:]
        return
    yield line


def _behind(lines: list[str], at: int) -> Iterator[int]:
    """Yield where words begin behind the code of a line: "return out   want 2, get 3"."""
    line = lines[at]
    above = next((row for row in reversed(lines[:at]) if row.strip()), None)
    if above is None or not (_is_statement(above.strip()) or _opens(above)):
        return
    arrow = _ARROW.search(line)
    last = arrow.start() if arrow is not None else len(line)
    spaces = [found.start() for found in re.finditer(r"\s+", line[: last + 1]) if found.start()]
    for cut in reversed(spaces):
        if len(_WORDS.findall(line[cut:])) >= _FEWEST and "=" not in line[cut:].strip()[2:]:
            if _is_statement(line[:cut]) and not _is_example(line[:cut]):
                yield cut


def _before(lines: list[str], at: int) -> Iterator[int]:
    """Yield where code begins behind the words of a line: "my loop - n = 4"."""
    line = lines[at]
    below = next((row for row in lines[at + 1 :] if row.strip()), None)
    if below is None or line != line.lstrip() or _opens(line):
        return
    inside = below != below.lstrip()
    for found in re.finditer(r"\s+", line):
        code = line[found.end() :]
        if inside and _opens(code) and not _is_statement(line[: found.start()]):
            yield found.end()
        elif not inside and _ENDS.search(line[: found.start()]):
            does = _is_statement(code) and code.split()[0] not in _BARE
            if does and (_is_statement(below) or _opens(below)):
                yield found.end()


def _opens(line: str) -> bool:
    """Whether a line opens a block."""
    line = line.strip()
    return line.endswith(":") and (_parses(line + "\n    pass") or line in ("else:", "try:"))


def _is_statement(line: str) -> bool:
    """Whether a line does something by itself: no name, no value alone."""
    line = line.strip().removeprefix("else:").strip()
    tree = _read(line) or _read(f"def f():\n    {line}")
    if tree is None or not tree.body:
        return False
    match tree.body[0]:
        case ast.FunctionDef(name="f", body=[ast.Expr(value=value), *_]) | ast.Expr(value=value):
            calls = any(isinstance(each, ast.Call) for each in ast.walk(value))
            return calls and isinstance(value, ast.Call | ast.BinOp)
        case ast.FunctionDef(name="f", body=[ast.AnnAssign()]) | ast.AnnAssign():
            return False  # "Theory: x = []"
        case _:
            return True


def _is_example(line: str) -> bool:
    """Whether a line only calls a function: words behind that tell what comes out."""
    tree = _read(line.strip())
    match tree.body if tree is not None else []:
        case [ast.Expr(value=ast.Call(func=ast.Name(id=name)))]:
            return name != "print"
        case _:
            return False


def _acts(text: str) -> bool:
    tree = _read(textwrap.dedent(text))
    return tree is not None and sum(isinstance(each, ast.stmt) for each in ast.walk(tree)) > 1


def _parses(text: str) -> bool:
    return _read(textwrap.dedent(text)) is not None


def _read(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
