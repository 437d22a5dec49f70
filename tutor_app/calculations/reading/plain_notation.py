"""Unicode, LaTeX and typewriter signs become one plain notation, which the tokenizer reads."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tutor_app.calculations.reading.typed_forms import without_typed_forms
from tutor_app.domain.data_files import read_yaml

_MATRIX = re.compile(r"\\begin\{[pbv]?matrix\}(.*?)\\end\{([pbv]?)matrix\}", re.S)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[a-z]+\*?\}")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
UNKNOWN_SIGN = "¤"  # in place of a sign that is none we know: what it stands in is not read
_DOTTED = re.compile(r"\\(d?)dot\s*(?:\{\s*([a-zA-Z])\s*\}|([a-zA-Z]))(?![a-zA-Z])")
_BARRED = re.compile(
    r"\\(?:bar|overline|hat|tilde)\s*(?:\{\s*([a-zA-Z])\s*\}|([a-zA-Z])(?![a-zA-Z]))"
    r"|([a-zA-Z])[\u0304\u0305\u0302\u0303]"
)
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2009\u202f\u2002\u2003\u200b\u2062\t"), " ")


@cache
def symbols() -> dict[str, Any]:
    """Return the tables of symbols.yaml."""
    read = read_yaml(Path(__file__).with_name("symbols.yaml"))
    assert isinstance(read, dict)
    return read


def plain_notation(text: str) -> str:
    """Return the text in plain notation; its lines stay lines."""
    text = without_typed_forms(text.translate(_SPACES))
    text = "".join(
        unicodedata.normalize("NFKC", sign) if _is_styled(sign) else sign for sign in text
    )
    text = _without_latex(_without_accents(_closed_up(text)))
    text = re.sub(r"(\d)\s*([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])", _mixed, text)
    text = _shifted(text, symbols()["raised"], "^")
    text = _shifted(text, symbols()["lowered"], "_")
    text = re.sub(r"([α-ορ-ωΔ])(\d)(?!\d)", r"\1_\2", text)
    for sign, plain in symbols()["signs"].items():
        text = text.replace(sign, plain)
    text = re.sub(r"(?<=[a-z]) _(?=\w)", "_", text)
    return _with_bases(_spoken(_with_operators(text.replace("**", "^"))))


def _without_accents(text: str) -> str:
    """Return the text with dots as derivatives, and letters below a bar as names of their own; a
    letter that stands there without it, too, makes it a sign that may say anything of that."""
    text = _DOTTED.sub(lambda found: f"{found[2] or found[3]}'{chr(39) * len(found[1])}", text)

    def named(found: re.Match[str]) -> str:
        letter = found[1] or found[2] or found[3]
        beside = re.search(rf"(?<![a-zA-Z\\]){letter}(?![a-z\u0300-\u036f])", bare)
        return f" {UNKNOWN_SIGN} " if beside else f"{letter}_bar"

    bare = _BARRED.sub(" ", text)
    return _BARRED.sub(named, text)


_ARGUMENTS = re.compile(r"(?:gcd|lcm|hcf|max|min|nCr|nPr|binom) ?\([^()\n]*\)|\(-?\d+(?:,-?\d+)+\)")
_INDEX = re.compile(r"_([{(])([^{}()\n]{1,16})([})])")
_WIDE_MIXED = re.compile(r"(?<![\w.,/^*_-])(\d{1,4}) +(\d{1,4}) */ *(\d{1,4})(?!\w|\.\d|\s*[/^])")


def _closed_up(text: str) -> str:
    """Return the text without the blanks that stand within one sign, a_{n + 1}, 1 7 / 8, and with
    one between numbers in brackets, gcd(84, 126), whose comma parts no thousands."""
    text = _ARGUMENTS.sub(lambda found: re.sub(r",(?=\S)", ", ", found[0]), text)
    text = _INDEX.sub(lambda found: f"_{found[1]}{''.join(found[2].split())}{found[3]}", text)
    return _WIDE_MIXED.sub(r"\1 \2/\3", text)


@cache
def _spoken_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns of spoken_notation.yaml."""
    number = r"\d+(?:\.\d+)?"
    several = rf"-?{number}(?:(?:, ?| and |, and )-?{number}){{2,}}"
    rows = read_yaml(Path(__file__).with_name("spoken_notation.yaml"))
    named = {
        "{n}": number,
        "{list}": several,
        "{f}": _EXPRESSION,
        "{v}": _TENDED_TO,
        "{to}": _TENDS,
    }
    return tuple((re.compile(_filled(told, named)), signs) for told, signs in rows)


# An expression in one letter, without a word in it but the name of a function.
_EXPRESSION = (
    r"(?:[\d(-]|\b(?:[a-z]|sin|cos|tan|ln|log|exp|sqrt)\b)"
    r"(?:[\d().^*/+ -]|\b(?:[a-z]|sin|cos|tan|ln|log|exp|sqrt)\b|(?<=\d)[a-z]\b){0,80}?"
)
_TENDED_TO = r"-?(?:\d+(?:\.\d+|/\d+)?|oo|inf(?:inity|ty)?|pi|e)[+-]?(?!\w)"
_TENDS = r"(?:->|→|goes to|go to|approaches|tends to|gets close to)"


def _filled(told: str, named: Mapping[str, str]) -> str:
    for name, pattern in named.items():
        told = told.replace(name, pattern)
    return told


_JOINS_STATEMENTS = re.compile(r"[~¬∧∨]|->|→|=>|\b(?:not|xor)\b")
_SAME_STATEMENT = re.compile(
    r"(?<=[a-z)]) (?:is |are )?(?:logically )?(?:equivalent to|the same as) (?=[a-z(~¬])"
)


def _spoken(text: str) -> str:
    """Return the text with operations told in words as signs; "p v q" beside "~" is p ∨ q, and
    "!(a && b)", which programs write, ¬(a ∧ b)."""
    for pattern, signs in _spoken_patterns():
        text = pattern.sub(signs, text)
    if "&&" in text or "||" in text:
        text = re.sub(r"!(?=[a-zA-Z(!])", "¬", text.replace("&&", " ∧ ").replace("||", " ∨ "))
        text = text.replace("==", " ≡ ")
    if _JOINS_STATEMENTS.search(text):
        text = _SAME_STATEMENT.sub(" ≡ ", text)
    if re.search(r"[~¬]|->|→", text):
        text = re.sub(r"(?<=[pqrst)]) v (?=[pqrst(~¬])", " ∨ ", text)
        text = re.sub(r"(?<=[pqrst)]) \^ (?=[pqrst(~¬])", " ∧ ", text)
    return text


_SUM_OF = re.compile(
    r"\b[Ss]um of ([\d()^*/+ a-z-]{1,40}?) (?:from|for) ([knij]) ?(?:=|from) ?(-?\w+) to (-?\w+)"
)
_SUM_WITHOUT = re.compile(
    r"\b[Ss]um of (?=[\d()^*/+ -]*\b\d*[kij]\b)([\d()^*/+ kij-]{1,40}?) from (-?\d+) to (\w+)"
)
_INTEGRAL_OF = re.compile(
    r"\b(?:int|[Ii]ntegral) +(?:of )?([^=,;:?\n]*?x[^=,;:?\n]*?)(?: dx)?,?"
    r" from (-?[\w./]+(?: pi\b)?) to (-?[\w./]+(?: pi\b)?)"
    r"(?=\s*(?:=|is\b)\s*-?[\d./]+(?: pi)?\s*(?:[^\d\s(*/^+-]|$))"
)
_INTEGRAL_OVER = re.compile(
    r"\b[Ii]ntegral from (-?[\w/]+) to (-?[\w/]+) (?:of|over) ((?:(?! d[a-z]\b)[^=,;:?\n.]|\.\d)*?x"
    r"(?:(?! d[a-z]\b)[^=,;:?\n.]|\.\d)*)(?=[,;:?\n.]|$)"
)
_FROM_TO = r"from\s+(?:([a-z])\s*=\s*)?(-?\w+)\s+to\s+(-?\w+)\s+(?:of|over)\b"


def _with_operators(text: str) -> str:
    """Return the text with sums and integrals told in words as their signs."""

    def summed(found: re.Match[str]) -> str:
        after = re.search(r"(?<![a-z])([knij])(?![a-z])", text[found.end() : found.end() + 40])
        variable = found[1] or (after[1] if after else "k")
        return f"sum_({variable}={found[2]})^({found[3]})"

    text = _SUM_OF.sub(r"sum from \2=\3 to \4 of (\1)", text)
    text = _SUM_WITHOUT.sub(r"sum from \2 to \3 of (\1)", text)
    text = re.sub(rf"\b[Ss]um\s+{_FROM_TO}", summed, text)
    text = _INTEGRAL_OF.sub(r"int_(\2)^(\3) (\1) dx", text)
    text = _INTEGRAL_OVER.sub(r"int_(\1)^(\2) (\3) dx ", text)
    text = re.sub(r"\blog(\d+)(?=\s*\()|\blog(2|10)(?=\s+(?:\d|[a-z]\b))", _log_base, text)
    text = re.sub(r"\[([^\[\]=]*;[^\[\]=]*)\]", _rows, text)
    text = re.sub(r"\(((?:[-\d./ ,]+;)+[-\d./ ,]+)\)", _rows, text)
    return re.sub(rf"\b[Ii]nt(?:egral)?\s+{_FROM_TO}", r"int_(\2)^(\3)", text)


def _adds_bits(line: str) -> bool:
    """Whether all numbers of a line that has an operator are written with 0 and 1."""
    numbers = re.findall(r"\d+", line)
    return bool(re.search(r"\d\s*[-+*]\s*\d", line)) and not set("".join(numbers)) - set("01")


def _log_base(found: re.Match[str]) -> str:
    return f"log_{found[1] or found[2]}"


def _rows(found: re.Match[str]) -> str:
    """Return the matrix [1 2; 3 4] with its rows in brackets of their own."""
    rows = [re.split(r"[,\s]+", row.strip()) for row in found[1].split(";") if row.strip()]
    return "[" + ",".join("[" + ",".join(row) + "]" for row in rows) + "]"


def _with_bases(text: str) -> str:
    """Return the text with "64 in hex" as 64_16, and "1011 + 110 = 10001 (base 2)" likewise."""
    bases = {
        "binary": "2",
        "hex": "16",
        "hexadecimal": "16",
        "octal": "8",
        "decimal": "10",
        "denary": "10",
    }
    named = r"(?:(?P<name>binary|hex|hexadecimal|octal|decimal|denary)|base[ ](?P<base>\d+))\b"

    def marked(found: re.Match[str]) -> str:
        return f"{found[1]}_{bases.get(found['name'] or '', found['base'])}"

    text = re.sub(r"°\s*[CF]\b| deg\s+[CF]\b", " degrees-scale ", text)
    lines = []
    for line in text.split("\n"):
        if _adds_bits(line):
            line = re.sub(r"(?<=[\s\d])in\s+binary\b", "(base 2)", line)
            line = re.sub(
                r"^(\W*)(?:in )?binary:?\s+(?=[01])(.*?\d)(?!.*\d)", r"\1\2 (base 2)", line
            )
        whole = re.search(r"\(\s*(?:in\s+)?base\s+(\d+)\s*\)", line)
        if whole is not None and re.search(r"\d\s*[-+*]\s*\d", line[: whole.start()]):
            told = re.sub(
                r"(?<![\w.])(\d[0-9A-F]*)(?![\w.])", rf"\1_{whole[1]}", line[: whole.start()]
            )
            line = told + line[whole.end() :]
        line = re.sub(r"(?<![\w.])([0-9A-F]*\d[0-9A-F]*)\s*\(\s*base\s+(\d+)\s*\)", r"\1_\2", line)
        line = re.sub(r"(?<![\w.])([0-9A-F]*\d[0-9A-F]*)\s+base\s+(\d+)\b", r"\1_\2", line)
        ends = r"(?=\s*(?:=|is\b|$|[.,?!]|am|right))"
        told = rf"(?<![\w.])([0-9A-F]*\d[0-9A-F]*|[A-F]{{2,}})\s+in\s+{named}{ends}"
        lines.append(re.sub(told, marked, line))
    return "\n".join(lines)


def _is_styled(sign: str) -> bool:
    """Whether a sign is a letter or digit in another style or width: 𝑥, ４."""
    return ord(sign) >= 0x1D400 or 0xFF00 <= ord(sign) <= 0xFF5E


def _mixed(found: re.Match[str]) -> str:
    part = unicodedata.normalize("NFKC", found[2]).replace("⁄", "/")
    return f"{found[1]} {part}"


def _shifted(text: str, table: dict[str, str], mark: str) -> str:
    """Return the text with runs of raised or lowered signs written out: x² is x^2."""
    signs = "".join(map(re.escape, table))

    def written(run: re.Match[str]) -> str:
        inside = "".join(table[sign] for sign in run[0])
        return f"{mark}{inside}" if len(inside) == 1 or inside.isdecimal() else f"{mark}({inside})"

    return re.sub(f"[{signs}]+", written, text)


def _without_latex(text: str) -> str:
    text = text.replace("$$", " ; ").replace(r"\[", " ").replace(r"\]", " ")
    text = text.replace(r"\(", " ").replace(r"\)", " ")
    text = re.sub(r"\$(?=\s*\d[\d.,]*(?:\s+[a-z]{2,}|[.,?!]?\s*$))(?![^$\n]*\$)", " ", text)
    text = re.sub(r"\$\s+\$", " ; ", text)
    text = text.replace("$", " ")
    if "\\" not in text:
        return _without_braces(text)
    text = _MATRIX.sub(_matrix, text)
    text = _ENVIRONMENT.sub(" ", text)
    text = text.replace("\\\\", "\n").replace("&", " ").replace(r"\%", "%")
    for space in (r"\,", r"\;", r"\:", r"\!", r"\ "):
        text = text.replace(space, " ")
    text = text.replace(r"\{", "(").replace(r"\}", ")").replace(r"\|", "|")
    text = re.sub(r"\^\s*\{?\s*\\circ\s*\}?", " deg ", text)
    text = re.sub(r"\\pmod\s*(?:\{([^{}]*)\}|(\w))", r" (mod \1\2)", text)
    for _ in range(60):
        changed = _one_group(text)
        if changed == text:
            break
        text = changed
    commands = symbols()["commands"]
    return _COMMAND.sub(lambda found: str(commands.get(found[1], f" {UNKNOWN_SIGN} ")), text)


def _one_group(text: str) -> str:
    r"""Return the text with its innermost \frac, \sqrt and \binom written out."""
    inner = r"\{([^{}]*)\}"
    text = re.sub(r"\\[dt]?frac\s*(\d)\s*(\d)", r"((\1)/(\2))", text)
    text = re.sub(r"(\d)\s*\\[dt]?frac\s*\{(\d+)\}\s*\{(\d+)\}", r"\1 \2/\3", text)
    text = re.sub(r"\\[dt]?frac\s*\{\s*d\s*\}\s*\{\s*d([a-z])\s*\}", r" d/d\1 ", text)
    text = re.sub(r"\\[dt]?frac\s*\{\s*d([a-zA-Z])\s*\}\s*\{\s*d([a-z])\s*\}", r" d\1/d\2 ", text)
    text = re.sub(rf"\\[dt]?frac\s*{inner}\s*{inner}", r"((\1)/(\2))", text)
    text = re.sub(rf"\\sqrt\s*\[([^\[\]]*)\]\s*{inner}", r" root(\1, \2)", text)
    text = re.sub(rf"\\sqrt\s*{inner}", r" sqrt(\1)", text)
    text = re.sub(r"\\sqrt\s*(\w)", r" sqrt(\1)", text)
    text = re.sub(rf"\\binom\s*{inner}\s*{inner}", r" binom(\1, \2)", text)
    text = re.sub(rf"\\(?:text|mathrm|mathbf|operatorname|textbf|boxed)\s*{inner}", r" \1 ", text)
    return _without_braces(text)


def _without_braces(text: str) -> str:
    """Return the text with the braces of powers and indices written out."""
    inner = r"\{([^{}]*)\}"
    return re.sub(rf"_\s*{inner}", _subscript, re.sub(rf"\^\s*{inner}", r"^(\1)", text))


def _subscript(found: re.Match[str]) -> str:
    inside = found[1].strip()
    return f"_{inside}" if inside.isalnum() else f"_({inside})"


def _matrix(found: re.Match[str]) -> str:
    rows = [row for row in re.split(r"\\\\", found[1]) if row.strip()]
    inside = ",".join("[" + ",".join(cell.strip() for cell in row.split("&")) + "]" for row in rows)
    return f" det([{inside}])" if found[2] == "v" else f" [{inside}]"
