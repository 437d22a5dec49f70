"""What a message holds besides its prose: a program, a traceback, rows of a table, data."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from tutor_app.domain.pasted_code import set_apart

_FENCE = re.compile(r"(?ms)^[ \t]*(```|~~~)[ \t]*([\w+#-]*)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)")
_CODE_TAG = re.compile(r"(?is)<(code|pre)>\n?(.*?)(?:</\1>|\Z)")
_NO_PROGRAM = frozenset({"text", "txt", "output", "console", "log", "out", "plain", "traceback"})
_NUMBERED = re.compile(r"^\s*(\d{1,4})(?:[.:)|] ?|\t| |$)(.*)$")

# A line that hardly anything but a program has.
_SURE = re.compile(
    r"""(?x)^\s*(?:
      (?:async\s+)?def\s+\w+\s*\( | class\s+\w+\s*[:({] | @\w+(?:\.\w+)*(?:\(.*\))?$
    | (?:for|while|if|elif|with|except|else|try|finally|match|case)\b.*:\s*(?:\#.*)?$
    | (?:for\s+\w+\s+in\s+.+|while\s+.+|if\s+.*(?:[=!<>]=|[<>]|\sin\s).*):\s*\S.*
    | (?:for|while|if|else\s+if|switch|catch)\s*\(.*\)\s*(?:\{.*|\S.*;)?$ | \}\s*(?:else\b.*)?;?$
    # the colon forgotten
    | (?:for\s+\w+\s+in\s+\S+|(?:while|if|elif)\s+[^?]*(?:[=!<]|(?<!-)>)=?[^?]*|else)$
    | (?:for|if|while)\b[^?]*(?<!and)\s(?:do|then)\b.*$ | for\s+\w+\s*(?:=|:=|<-|←)\s*.+\bto\b.+$
    | (?:import|using|package|require)\s+[\w.{*"'<]+.*$ | from\s+\S+\s+import\b.*
    | \#\s*include\s*[<"].* | return\b(?!\ to\b)(?:\s+\S.*)?$
    | (?:break|continue|pass|end)\s*;?$ | raise\s+\w+.*
    | (?:print|printf|println|console\.log|System\.out\.\w+|cout|puts|echo)\s*(?:\(|<<|").*
    | (?:public|private|protected|static|final|template|typedef|struct|enum|interface)\b.*[{;(>]\s*$
    | (?:const|let|var|auto)\s+[\w{\[].*=.* | (?:export\s+)?(?:async\s+)?function\b\s*\w*\s*\(.*
    | (?:fn|func|fun|sub|proc)\s+\w+.*[{(].* | (?:unsigned\s+|long\s+)*
      (?:int|float|double|char|bool|boolean|void|String|size_t|long|short)\b[\s*&<>\[\]]*\w+.*[;{,)]\s*
    | (?:SELECT|select)\b.+ | (?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|CREATE\s+TABLE|ALTER)\b.+
    | </?[a-zA-Z][\w-]*(?:\s+[\w-]+\s*=.*)?/?>.* | \S.*[;{]\s*(?://.*)?$ | assert\s+\S.*
    | \w+\s*::\s*\S.* | \w+\s+.*\(\w+:\w+\).*=.* | .*=>\s*\{.*
    )"""
)
# A line that a program may have, and a formula too.
_LIKELY = re.compile(
    r"""(?x)^\s*(?:
      [A-Za-z_][\w.]*(?:\[[^\]]*\])*(?:\s*,\s*[\w.]+(?:\[[^\]]*\])*)*\s*
      (?:\+|-|\*|/|//|%|\||&|:)?=(?!=)\s*\S.*
    | [A-Za-z_][\w.]*\(.*\)\s*;?$ | \#.* | //.* | [\])}]+[,;)]*$ | \w+(?:\+\+|--);?$
    | (?:FROM|WHERE|GROUP|ORDER|HAVING|JOIN|LEFT|INNER)\b.+
    )"""
)
# "graph = {…}", "h = [1, 2]", "A=3": data told as an assignment, no program.
_LITERAL = re.compile(r"^\s*[A-Za-z_]\w*\s*=\s*(?:[\[({<\\$'\"]|-?[\d.]+|inf|∞|True|False|None|$)")
_CALLS = re.compile(r"[)\]]\s*\.\w+\s*\(|\w\.\w+\(|\bfor\b.+\bin\b|\w\(\w*\)\s*$")
_STRINGS = re.compile(r"\"[^\"\n]*\"|'[^'\n]{2,}'|(?<!\w)'[^'\n]'|`[^`\n]*`|#.*|//.*")
_EXAMPLE = re.compile(r"^\s*\w+\(.*\)\s*(?:=+>|-+>|→|➞|returns\b|should\b)\s*[^\s{]")
_SAYS = re.compile(r"\)[ ]+(?:should|must|gives?|returns?|prints?)[ ]+[\w'\"\[({-]")  # no code does
_BRACKETS = re.compile(r"(?<=\w)\([^()]*\)|\[[^\[\]]*\]")
_PROSE = re.compile(
    r"\b[A-Za-z][a-z'’]{0,40}(?:,?[ ]+[A-Za-z][a-z'’]{0,40}){3,}|\?\s*$|[a-z][.!]\s*$"
)
_SQL = re.compile(
    r"(?i)^\s*(?:select|insert|update|delete|create|from|where|group|order|left|join)\b"
)
_CODE_WORDS = re.compile(
    r"\b(?:for|in|if|not|and|or|is|else|return|import|from|as|public|private|protected|static"
    r"|final|void|int|new|class|do|then|to|def|lambda|with|print|case|let|const)\b"
)

_DEFINED = re.compile(r"(?m)^\s*def\s+(\w+)")
_SESSION = re.compile(r"(?m)^>>>[^\n]*(?:\n(?![ \t]*(?:>>>|def |class |\Z))[ \t]*\S[^\n]*)*")
_TRACEBACK = re.compile(
    r"(?m)^[^\n]*Traceback \(most recent call last\)(?:.*\n(?:[ \t]+.*\n|\n)*)?(?:^\w[\w.]*.*$)?"
    r"|^[^\n]*Exception in thread[^\n]*(?:\n\s*(?:at|Caused by)\b[^\n]*)*"
)
_ERROR = re.compile(
    r"\b(?:[A-Z]\w*)?(?:[a-z](?:Error|Exception|Warning)|Exception)\b(?::[^\n]*)?"
    r"|(?i:\bseg(?:mentation)?[ -]?faults?\b(?:[^\n]*core dumped\)?)?|\bcore dumped\b"
    r"|\bundefined reference\b[^\n]*|\b(?:fatal |compil\w+ |linker |syntax )error\b(?::[^\n]*)?"
    r"|\berror:[^\n]*|\bsegfault\w*|\bstack overflow\b|\bnull pointer\b"
    r"|\b(?:recursion depth|index|list index) (?:exceeded|out of (?:range|bounds))"
    r"|\bis not (?:defined|a function|callable|iterable|subscriptable)\b"
    r"|\bexit(?:s|ed)?(?: with)? (?:code|status) \d+"
    r"|\baddress already in use\b|\bcannot find symbol\b|\bmissing \d+ required\b)"
)
_LINE_NUMBER = re.compile(r"(?i)\blines?\s+#?(\d+)(?:\s*(?:-|–|and|to|,)\s*(\d+))?|\.\w+:(\d+)\b")
_ROW = re.compile(
    r"(?i)^\s*+(?:(?:after\s+)?(?:step|pass|iteration|round|limit|depth|level|inserting)\s*[=#]?\s*"
    r"\w+\s*[:.)|-]|\d+\s*[.):|]\s*\S|[^|\n]+\|[^|\n]+|[^\t\n]+\t[^\t\n]+)"
)
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?![\w]|\.\d)")
# "A-B", "S -> A", and "A: B C" of an adjacency list.
_EDGE = re.compile(
    r"(?<!\w)\w{1,12}\s*(?:->|→|↔|=>|>|--|-|–|—)\s*\w{1,12}(?!\w)|(?<!\w)\w{1,2}: ?\w{1,2}(?!\w)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageFeatures:
    """What stands in a message.

    `code` is the program without prose, fences and line numbers, None if there is none; `language`
    is the word behind the opening of its first fence ("sql"), None without one. `prose` is what is
    left of the message. `traceback` is the one pasted; `error` the words of an error,
    "IndexError: list index out of range" or "segmentation fault". `rows` are the lines of a table
    of states; `lines` the numbers of program lines that the message names. `numbers` and `edges`
    count the data in the prose.
    """

    prose: str
    code: str | None = None
    language: str | None = None
    traceback: str | None = None
    error: str | None = None
    rows: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    numbers: int = 0
    edges: int = 0

    @property
    def has_data(self) -> bool:
        """Whether the message gives anything that an algorithm can be run on."""
        return self.code is not None or self.numbers >= 3 or self.edges >= 2 or len(self.rows) >= 2


def read_shape(text: str) -> MessageFeatures:
    """Return what a message holds beside its prose."""
    text = text.replace("\r\n", "\n").replace("\xa0", " ")
    found = _TRACEBACK.search(text)
    traceback = found[0].strip("\n") if found else None
    rest = text.replace(found[0], "\n") if found else text
    rest = set_apart(rest)
    programs, tags, rest = _marked_programs(rest)
    bare, rest = _bare_programs(rest)
    programs, lists = _without_lists([*programs, *bare])
    rest = "\n".join([*lists, rest])
    error = _ERROR.search(traceback.splitlines()[-1] if traceback else rest)
    error = error or (_ERROR.search(traceback) if traceback else None)
    rows = tuple(line for line in rest.splitlines() if _ROW.match(line))
    return MessageFeatures(
        prose=rest.strip(),
        code="\n".join(programs) or None,
        language=next((tag for tag in tags if tag), None),
        traceback=traceback,
        error=error[0].strip().rstrip("`") if error else None,
        rows=rows if len(rows) > 1 else (),
        lines=tuple(_line_numbers(text)),
        numbers=len(_NUMBER.findall(rest)),
        edges=len(_EDGE.findall(rest)),
    )


def _marked_programs(text: str) -> tuple[list[str], list[str], str]:
    """Return the programs between fences or tags, their languages, and the text without them."""
    programs: list[str] = []
    languages: list[str] = []

    def take(language: str, body: str) -> str:
        if language.lower() in _NO_PROGRAM or not (language or _is_program(body)):
            return body
        if _is_examples(body):
            return body
        sessions = _SESSION.findall(body) if not _parses(body) else []
        body = _SESSION.sub("", body) if sessions else body
        if _is_program(body) or not sessions:
            programs.append(_without_numbers(body).strip("\n"))
        languages.append(language.lower())
        return "\n".join(["", *sessions, ""])

    text = _FENCE.sub(lambda found: take(found[2], found[3]), text)
    text = _CODE_TAG.sub(lambda found: take("", found[2]), text)
    return programs, languages, text


def _without_lists(programs: list[str]) -> tuple[list[str], list[str]]:
    """Return the programs without pieces that Python doesn't read beside one that defines a
    function: "1. outer loop 2. inner loop 3. return" is a plan; and these."""
    defines = [each for each in programs if re.search(r"(?m)^\s*def ", each) and _parses(each)]
    names = {name for each in defines for name in _DEFINED.findall(each)}
    plans = [
        each for each in programs if not _parses(each) and names.issuperset(_DEFINED.findall(each))
    ]
    plans = plans if defines and not _parses("\n".join(programs)) else []
    return [each for each in programs if each not in plans], plans


def _is_examples(block: str) -> bool:
    """Whether every line of a block is a call with an arrow to what it must give."""
    lines = [line for line in block.splitlines() if line.strip()]
    for line in lines:
        call, arrow, _ = line.partition("=>")
        call, arrow = (call, arrow) if arrow else line.partition("->")[:2]
        if not arrow or not call.rstrip().endswith(")") or not _parses(call.strip()):
            return False
    return bool(lines)


def _bare_programs(text: str) -> tuple[list[str], str]:
    """Return the programs that stand in the text as they are, and the text without them."""
    lines = text.split("\n")
    programs: list[str] = []
    rest: list[str] = []
    place = 0
    while place < len(lines):
        end, body = _listing(lines, place)
        if not body:
            end = _end_of_block(lines, place)
            body = lines[place:end]
        if _is_program("\n".join(body)):
            programs.append("\n".join(body).strip("\n"))
            rest.append("")
        else:
            end = max(end, place + 1)
            rest += lines[place:end]
        place = end
    return programs, "\n".join(rest)


def _end_of_block(lines: list[str], start: int) -> int:
    """Return where lines that may be one program end; `start` if none begins there."""
    end = start
    if not lines[start].strip():
        return start
    for place in range(start, len(lines)):
        line = lines[place]
        if not line.strip():
            continue
        inside = place > start and _indent(line) > _indent(lines[start])
        if not (_is_line(line) or (inside and not _is_prose(line))):
            break
        end = place + 1
    return end


def _is_line(line: str) -> bool:
    sure = _SURE.match(line)
    if _is_examples(line):
        return False
    return bool((sure or _LIKELY.match(line)) and not _is_prose(line))


def _is_program(block: str) -> bool:
    """Tell a program from data and formulas: it does something besides naming values."""
    lines = [line for line in block.splitlines() if line.strip()]
    told = [line for line in lines if _SURE.match(line) and not _is_prose(line)]
    told = [line for line in told if not _LITERAL.match(line) or line.rstrip().endswith(";")]
    if told:
        return True
    likely = [line for line in lines if _LIKELY.match(line) and not _is_prose(line)]
    acts = [line for line in likely if _CALLS.search(line) or not _LITERAL.match(line)]
    return len(acts) > 1 and any(_CALLS.search(line) for line in acts)


def _is_prose(line: str) -> bool:
    """Tell a sentence, or an example "f(2) => 4", from a line of a program."""
    if _EXAMPLE.match(line) or _SAYS.search(_STRINGS.sub("_", line)):
        return True
    if _SQL.match(line) and re.search(r"(?i)\b(?:from|set|into|table|by|where|on)\b.*;?\s*$", line):
        return bool(re.search(r"[?!]\s*$|;\s*\w+\s+\w+", line))
    bare = _CODE_WORDS.sub("_", _BRACKETS.sub("_", _STRINGS.sub("_", line)))
    return bool(_PROSE.search(bare))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_numbers(block: str) -> str:
    """Return a block without the numbers in front of its lines, if they count up."""
    lines = block.strip("\n").split("\n")
    end, stripped = _listing(lines, 0)
    return "\n".join(stripped) if end == len(lines) else block


def _listing(lines: list[str], start: int) -> tuple[int, list[str]]:
    """Return where consecutively numbered lines end, and what they hold."""
    stripped: list[str] = []
    placed: list[str] = []
    expected: int | None = None
    end = start
    if not _NUMBERED.match(lines[start]):
        return start, []
    for place in range(start, len(lines)):
        found = _NUMBERED.match(lines[place])
        if found is None and lines[place].strip():
            break
        if found is not None:
            if expected is not None and int(found[1]) != expected:
                break
            expected = int(found[1]) + 1
            end = place + 1
        stripped.append(found[2] if found else "")
        placed.append(" " * found.start(2) + found[2] if found else "")
    stripped = _aligned(stripped[: end - start], placed[: end - start])
    return (end, stripped) if len(stripped) > 1 else (start, [])


def _aligned(stripped: list[str], placed: list[str]) -> list[str]:
    """Return a listing's lines aligned one below the other, if only that makes a program.

    "9. elif" above "10. elif" has its code in one column, whatever the width of the numbers.
    """
    below = textwrap.dedent("\n".join(placed))
    return below.split("\n") if not _parses("\n".join(stripped)) and _parses(below) else stripped


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _line_numbers(text: str) -> Iterator[int]:
    seen: set[int] = set()
    for found in _LINE_NUMBER.finditer(text):
        for number in found.groups():
            if number and int(number) not in seen:
                seen.add(int(number))
                yield int(number)
