"""A text in plain notation as tokens: those of expressions, relations, words and breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.calculations.reading.plain_notation import symbols

_BOUND = r"(?:\((?:[^()]|\([^()]*\))*\)|-?\w+(?:/\w+)?)"
_TOKEN = re.compile(
    rf"""(?x)
      (?P<NL>\n+)
    | (?P<MIXED>(?<![\w.,/^*_-])\d{{1,4}}[ ]+\d{{1,4}}/\d{{1,4}}(?!\w|\.\d))
    | (?P<ORDINAL>(?<![\w.])\d+(?:st|nd|rd|ths?)(?!\w)!*)
    | (?P<RADIX>0[bB][01]+\b|0[xX][0-9A-Fa-f]+\b)
    | (?P<BASED>(?:\d[0-9A-Fa-f]*|\([0-9A-F]+\)|[A-F][0-9A-F]+)
        _\(?(?:2|3|4|5|6|7|8|9|10|12|16)\)?(?![\w]))
    | (?P<NUMBER>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?![\d,])
        | (?<![\w.,])\d{{1,3}}(?:[ ]\d{{3}})+(?![\d.]|,\d) | (?<![\w.,(\[])0,\d+(?![,\d])
        | \d+(?:\.\d+)?(?:[eE][+-]\d+|(?<=\.\d)[eE]\d+(?![\w.]))? | (?<![\w.])\.\d+)
    | (?P<DIFF>\(?d(?:\^\d)?\s?/\s?d[a-z](?:\^\d)?\)?(?=[\s(\[|\\]))
    | (?P<DYDX>d(?:\^2)?[a-zA-Z]/d[a-z](?:\^2)?(?![a-z]))
    | (?P<INT>(?<![A-Za-z])(?:int|integral)(?![a-z])
        (?:\s*_\s*(?P<ilo>{_BOUND})\s*\^\s*(?P<ihi>{_BOUND}))?)
    | (?P<SUM>(?<![A-Za-z])(?:sum|Sum)\s*_\s*\(?\s*(?P<svar>[a-z])\s*=\s*(?P<slo>[^()^]+?)\)?
        \s*\^\s*(?P<shi>{_BOUND}))
    | (?P<LIM>(?<![A-Za-z])lim(?:it)?\s*_?\s*\(?\s*(?:as\s+)?
        (?P<lvar>[a-z]|theta|phi|alpha|[dD]elta)\s*
        (?:->|→|-->|to)\s*(?P<lto>-?(?:oo|infinity|inf|pi|\d+(?:/\d+)?|[a-z]\b))
        \s*(?P<side>\^?[+-](?=[\s)]))?\s*\)?(?:\s*of\b)?)
    | (?P<BETWEEN>(?<=[\])|])\s*_\s*(?P<blo>{_BOUND})\s*\^\s*(?P<bhi>{_BOUND}))
    | (?P<ELLIPSIS>\.\.\.+)
    | (?P<ARROW2>=+>|⇒|-->)
    | (?P<IFF><=>|<->|⇔)
    | (?P<TO>->|→)
    | (?P<REL><=|>=|=<|!=|==|~=|≈|≡|=|<|>)
    | (?P<WORD>[A-Za-z]+(?:_(?:\([A-Za-z0-9+-]+\)|[A-Za-z][+-]\d(?![\w.])|[A-Za-z0-9]+))?
        (?:'+(?=[\s(=,^)]|$))?|[^\W\d_]+)
    | (?P<SIGN>[-+*/÷^!%(){{}}\[\]|,;:.?±∧∨¬~&∪∩'\"])
    | (?P<STRANGE>¤|[^\W\d_](?=[\u0300-\u036f])|[\u0300-\u036f∂∇∈∉⊂⊆⊥∥∖⊕⊗∘∀∃∝])
    | (?P<OTHER>\S)
    """,
)
_SIGNS: Final = {
    "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "÷": "DIV", "^": "CARET", "!": "BANG",
    "%": "PERCENT", "(": "LPAR", ")": "RPAR", "{": "LPAR", "}": "RPAR", "[": "LSQ", "]": "RSQ",
    "|": "BAR", ",": "COMMA", ";": "SEP", ":": "SEP", ".": "SEP", "?": "SEP", "±": "PM", "∧": "AND",
    "∨": "OR", "¬": "NOT", "~": "NOT", "&": "AND", "'": "PRIME", "∪": "OR", "∩": "AND",
}  # fmt: skip
_WORD_SIGNS: Final = {
    "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "=": "REL", "mod": "MOD", "%": "PERCENT",
    "of": "OF", "and": "AND", "or": "OR", "not": "NOT", "→": "TO", "⇔": "IFF", "deg": "DEG",
    "xor": "XOR",
}  # fmt: skip
OPERANDS: Final = frozenset(
    {"NUMBER", "MIXED", "BASED", "RADIX", "NAME", "CONST", "UNIT", "OPAQUE", "APPLY", "DYDX"}
)
_ENDS: Final = OPERANDS | {
    "RPAR",
    "RSQ",
    "RBAR",
    "BANG",
    "PRIME",
    "PERCENT",
    "DEG",
    "BETWEEN",
    "DVAR",
}
PREFIXES: Final = frozenset({"DIFF", "INT", "SUM", "LIM"})


@dataclass(frozen=True, slots=True)
class MathToken:
    """One token. `start` and `end` are places in the plain text; `gap`: blanks stand before it."""

    kind: str
    text: str
    start: int
    end: int
    gap: bool = False


def tokenize(text: str) -> list[MathToken]:
    """Return the tokens of a text in plain notation."""
    found: list[MathToken] = []
    for each in _TOKEN.finditer(text):
        kind = each.lastgroup or "OTHER"
        kind = next(name for name in _TOKEN.groupindex if name.isupper() and each[name] is not None)
        gap = each.start() > 0 and text[each.start() - 1].isspace()
        token = MathToken(kind, each[0], each.start(), each.end(), gap)
        match kind:
            case "SIGN":
                found.append(replace(token, kind=_SIGNS.get(each[0], "OTHER")))
            case "WORD":
                found += _word(token)
            case "INT" | "SUM" | "LIM" | "BETWEEN":
                found.append(replace(token, text=_bounds(each, kind)))
            case "ARROW2":
                found.append(replace(token, kind="SEP", text="=>"))
            case "ORDINAL":
                found.append(replace(token, kind="WORD"))
            case "ELLIPSIS":
                found.append(replace(token, kind="DOTS"))
            case _:
                found.append(token)
    return _paired(_with_breaks(_called(_with_places(_with_bounds(found), text), text)))


def _with_bounds(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with a bare "lim" as the limit that was told before it."""
    out: list[MathToken] = []
    bound: MathToken | None = None
    for token in tokens:
        if token.kind == "LIM":
            bound = token
        elif token.kind == "WORD" and token.text == "lim" and bound is not None:
            token = replace(token, kind="LIM", text=bound.text)
        out.append(token)
    return out


def _bounds(each: re.Match[str], kind: str) -> str:
    """Return what an operator binds, its parts parted by blanks that no part has."""
    groups = {
        "INT": ("ilo", "ihi"),
        "BETWEEN": ("blo", "bhi"),
        "SUM": ("svar", "slo", "shi"),
        "LIM": ("lvar", "lto", "side"),
    }
    return "\x1f".join((each[group] or "").strip() for group in groups[kind])


def _word(token: MathToken) -> list[MathToken]:
    """Return what a run of letters is: a name, a function, a word sign, several names, a word."""
    table, word = symbols(), token.text
    bare = word.rstrip("'")
    primes = [
        replace(token, kind="PRIME", text="'", start=token.end - place, gap=False)
        for place in range(len(word) - len(bare), 0, -1)
    ]
    token = replace(token, text=bare, end=token.end - len(primes))
    sign = table["words"].get(bare) or table["words"].get(bare.lower() if len(bare) > 3 else bare)
    if bare in ("F", "T") or len(bare) == 1:
        return [replace(token, kind="NAME"), *primes]
    if sign is not None:
        return _signed(token, str(sign))
    if bare == "deg":
        return [replace(token, kind="DEG")]
    if bare.lower() in ("pi", "oo", "infinity", "inf", "true", "false"):
        return [replace(token, kind="CONST", text=bare.lower())]
    if bare.lower() in table["parting"] or bare in ("QED",):
        return [replace(token, kind="SEP")]
    kind = _kind_of_word(bare)
    if kind is not None:
        return [replace(token, kind=kind), *primes]
    return _letters(token) or [replace(token, kind="WORD"), *primes]


def _signed(token: MathToken, sign: str) -> list[MathToken]:
    if sign.startswith("^"):
        return [
            replace(token, kind="CARET", text=token.text),
            replace(token, kind="NUMBER", text=sign[1:], gap=False),
        ]
    return [replace(token, kind=_WORD_SIGNS[sign], text=sign)]


def _kind_of_word(word: str) -> str | None:
    table = symbols()
    head = word.partition("_")[0]
    if head in table["functions"] or (head.lower() in ("log", "ln", "sin", "cos", "tan")):
        return "FUNC"
    if head in table["greek"] or (len(head) == 1 and "_" in word):
        return "NAME"
    return "UNIT" if word in table["units"] else None


def _letters(token: MathToken) -> list[MathToken]:
    """Return a run of letters as names and functions: "xy", "sinx", "xe"; [] if it is a word."""
    table, word = symbols(), token.text
    parts: list[tuple[str, str]] = []
    if word in table["no_products"] or (len(word) > 2 and len(set(word)) == 1):  # "mmm"
        return []
    place = 0
    functions = sorted(
        (name for name in table["functions"] if len(name) > 1), key=len, reverse=True
    )
    while place < len(word):
        name = next((each for each in functions if word.startswith(each, place)), None)
        if name is not None and len(name) > 2 or name == "ln":
            parts.append(("FUNC", str(name)))
            place += len(str(name))
        else:
            parts.append(("NAME", word[place]))
            place += 1
    names = [text for kind, text in parts if kind == "NAME"]
    has_function = len(names) < len(parts)
    if len(names) > (2 if has_function else 3) or (has_function and parts[-1][0] == "FUNC"):
        return []
    if not has_function and not _is_product(word):
        return []
    tokens, start = [], token.start
    for place, (kind, text) in enumerate(parts):
        gap = token.gap if place == 0 else False
        tokens.append(MathToken(kind, text, start, start + len(text), gap))
        start += len(text)
    return tokens


def _is_product(word: str) -> bool:
    """Whether two or three letters are variables side by side, and no word."""
    if word.isupper():
        return len(word) == 2 and word not in ("AM", "PM", "OK", "IF", "SO", "IS", "IT", "NO", "TV")
    vowels = set("aeiou") & set(word.lower())
    return (
        word.islower() and not vowels or word in ("ab", "ax", "ac", "ad", "ay", "xe", "abc", "ae")
    )


def _with_places(  # noqa: C901  (one case for each sign whose place decides what it is)
    tokens: list[MathToken], text: str
) -> list[MathToken]:
    """Return the tokens with names told from prose, glued subscripts, units and ratios in place."""
    out: list[MathToken] = []
    for place, token in enumerate(tokens):
        before = out[-1] if out else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        glued = before is not None and not token.gap and before.end == token.start
        if token.kind == "NUMBER" and glued and before is not None and _takes_index(before, token):
            out[-1] = replace(before, text=f"{before.text}_{token.text}", end=token.end)
        elif token.text in ("squared", "cubed") and (before is None or before.kind not in _ENDS):
            out.append(replace(token, kind="WORD"))
        elif (
            before
            and before.kind == "WORD"
            and before.text in ("squared", "cubed")
            and (token.start == before.start)
        ):
            continue
        elif token.text == "at" and before is not None and before.kind in ("PLUS", "MINUS"):
            out.append(replace(token, kind="NAME", text="a", end=token.start + 1))
            out.append(MathToken("NAME", "t", token.start + 1, token.end))
        elif token.text == ":" and _is_ratio(before, token, after):
            out.append(replace(token, kind="DIV"))
        elif token.text == "min" and before is not None and before.kind in ("NUMBER", "SLASH"):
            out.append(replace(token, kind="UNIT"))
        elif token.kind != "NAME":
            out.append(token)
        elif (
            token.text == "x"
            and before
            and after
            and before.kind == after.kind == "NUMBER"
            and (token.gap and after.gap)
        ):
            out.append(replace(token, kind="TIMES", text="*"))
        elif token.text == "e":
            out.append(replace(token, kind="CONST"))
        else:
            out.append(token)
    return out


def _is_ratio(before: MathToken | None, colon: MathToken, after: MathToken | None) -> bool:
    """Whether a colon stands between numbers like a sign: 3:4 or 3 : 4, but not "n = 3: 4 + 1"."""
    if before is None or after is None:
        return False
    if before.kind == "NAME" and before.text in "xyz" and after.kind == "NUMBER":
        return colon.gap == after.gap and colon.gap
    return before.kind == after.kind == "NUMBER" and colon.gap == after.gap


def _takes_index(name: MathToken, number: MathToken) -> bool:
    """Whether a digit right behind a letter is its index: x1; the two of R2D2 are no powers."""
    return name.kind == "NAME" and len(name.text) == 1 and len(number.text) == 1


def _called(tokens: list[MathToken], text: str) -> list[MathToken]:
    """Return the tokens with calls of functions put together, opaque ones as one token."""
    table = symbols()
    calls = {*table["calls"], *_defined(tokens)}
    out: list[MathToken] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        opens = after is not None and after.kind == "LPAR" and not after.gap
        if opens and token.text in table["opaque_calls"]:
            end = closing(tokens, place + 1)
            if end is not None:
                inside = text[token.start : tokens[end].end]
                out.append(replace(token, kind="OPAQUE", text=inside, end=tokens[end].end))
                place = end + 1
                continue
        end = _inverse_end(tokens, place) if token.kind == "NAME" and token.text in calls else None
        if end is not None:
            inside = text[token.start : tokens[end].end]
            out.append(replace(token, kind="OPAQUE", text=inside, end=tokens[end].end))
            place = end + 1
            continue
        if (
            token.kind == "NAME"
            and _is_call(tokens, place)
            and (token.text in calls or _tells_value(tokens, place))
        ):
            token = replace(token, kind="NAME_CALL")
        if token.kind == "FUNC":
            token, place = _function(tokens, place)
            out.append(token)
            continue
        out.append(token)
        place += 1
    return out


def _inverse_end(tokens: Sequence[MathToken], place: int) -> int | None:
    """Return where the call of an inverse function ends, f^-1(x); None if there is none."""
    kinds = [each.kind for each in tokens[place + 1 : place + 6]]
    for power in (["CARET", "MINUS", "NUMBER"], ["CARET", "LPAR", "MINUS", "NUMBER", "RPAR"]):
        opening = place + 1 + len(power)
        if kinds[: len(power)] == power and tokens[opening : opening + 1]:
            return closing(tokens, opening) if tokens[opening].kind == "LPAR" else None
    return None


def _with_breaks(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with a sign where a function ends: cos x (2 sin x - 1) is a product."""
    out: list[MathToken] = []
    inside = False
    for token in tokens:
        before = out[-1] if out else None
        if (
            token.kind == "LPAR"
            and inside
            and before is not None
            and before.kind in ("NAME", "CONST")
        ):
            out.append(MathToken("TIMES", "*", token.start, token.start))
        inside = token.kind in ("FUNC", "ROOT") or (
            inside and token.kind in ("NUMBER", "NAME", "CONST", "CARET", "MINUS")
        )
        out.append(token)
    return out


def _is_call(tokens: Sequence[MathToken], place: int) -> bool:
    """Whether a name is followed by a bracket, primes apart: f(x), f'(2)."""
    following = place + 1
    while following < len(tokens) and tokens[following].kind == "PRIME":
        following += 1
    return (
        following < len(tokens) and tokens[following].kind == "LPAR" and not tokens[following].gap
    )


def _tells_value(tokens: Sequence[MathToken], place: int) -> bool:
    """Whether a bracket with a number follows a name, and a sign of equality: "y(4) = …",
    "y'(0) = …"."""
    begins = next(k for k in range(place + 1, len(tokens)) if tokens[k].kind != "PRIME")
    inside = tokens[begins : begins + 5]
    kinds = [each.kind for each in inside if each.kind != "MINUS"][:3]
    ends = begins + len(kinds) + any(each.kind == "MINUS" for each in inside[:2])
    equals = tokens[ends : ends + 1]
    told = kinds == ["LPAR", "NUMBER", "RPAR"] and bool(equals) and equals[0].text == "="
    return told and not tokens[begins].gap and tokens[place].text in ("y", "s", "v", "u", "p", "q")


def _defined(tokens: Sequence[MathToken]) -> set[str]:
    """Return the names that a text defines as functions: "p(x) = …" beside "p(2)"."""
    return {
        one.text
        for one, opens, of, closes, equals in zip(
            tokens, tokens[1:], tokens[2:], tokens[3:], tokens[4:], strict=False
        )
        if one.kind == "NAME"
        and (opens.kind, of.kind, closes.kind, equals.text) == ("LPAR", "NAME", "RPAR", "=")
        and not opens.gap
        and one.text != of.text
    } | _recurring(tokens)


def _recurring(tokens: Sequence[MathToken]) -> set[str]:
    """Return the names of sequences whose next term a text tells: "a(n+1) = …" beside "a(n)"."""
    shape = ["LPAR", "NAME", "NUMBER", "RPAR"]
    found = set()
    for place, token in enumerate(tokens[:-6]):
        inside = tokens[place + 1 : place + 6]
        kinds = [each.kind for each in inside]
        steps = kinds[2] in ("PLUS", "MINUS") and [*kinds[:2], *kinds[3:]] == shape
        equals = tokens[place + 6].text == "="
        if token.kind == "NAME" and steps and equals and inside[1].text in ("n", "k"):
            found.add(token.text)
    return found


def _function(tokens: Sequence[MathToken], place: int) -> tuple[MathToken, int]:
    """Return a function with its power, sin^2, and whether a bracket follows it directly."""
    token, following = tokens[place], place + 1
    rest = list(tokens[following : following + 5])
    kinds = [each.kind for each in rest]
    if kinds[:2] == ["CARET", "NUMBER"] and token.text not in ("sqrt", "exp"):
        token = replace(token, text=f"{token.text}^{rest[1].text}", end=rest[1].end)
        following += 2
    elif kinds[:2] == ["CARET", "MINUS"] and kinds[2:3] == ["NUMBER"]:
        token = replace(token, text=f"{token.text}^-{rest[2].text}", end=rest[2].end)
        following += 3
    elif kinds[:5] == ["CARET", "LPAR", "MINUS", "NUMBER", "RPAR"]:
        token = replace(token, text=f"{token.text}^-{rest[3].text}", end=rest[4].end)
        following += 5
    opens = following < len(tokens) and tokens[following].kind == "LPAR"
    glued = opens and (not tokens[following].gap or token.text in ("sqrt", "cbrt", "log", "ln"))
    if glued:
        return replace(token, kind="FCALL"), following
    return replace(token, kind="ROOT" if token.text in ("sqrt", "cbrt") else "FUNC"), following


def closing(tokens: Sequence[MathToken], opening: int) -> int | None:
    """Return the place of the bracket that closes the one at `opening`; None without one."""
    depth = 0
    for place in range(opening, len(tokens)):
        if tokens[place].kind in ("LPAR", "LSQ"):
            depth += 1
        elif tokens[place].kind in ("RPAR", "RSQ"):
            depth -= 1
            if depth == 0:
                return place
        elif tokens[place].kind == "NL":
            return None
    return None


def _paired(tokens: list[MathToken]) -> list[MathToken]:
    """Return the tokens with bars that open told from those that close, and d of integrals."""
    out: list[MathToken] = []
    bars = integrals = 0
    for place, token in enumerate(tokens):
        before = out[-1].kind if out else ""
        if token.kind == "NL":
            bars = integrals = 0
        elif token.kind == "INT":
            integrals += 1
        if token.kind == "BAR":
            closes = bars > 0 and before in _ENDS
            bars += -1 if closes else 1
            token = replace(token, kind="RBAR" if closes else "LBAR")
        elif integrals and token.text == "d" and token.kind == "NAME":
            after = tokens[place + 1] if place + 1 < len(tokens) else None
            if after is not None and after.kind == "NAME" and not after.gap:
                token = replace(token, kind="DVAR0")
        elif integrals and token.kind == "WORD" and len(token.text) == 2 and token.text[0] == "d":
            token = replace(token, kind="DVAR", text=token.text[1])
            integrals -= 1
        if out and out[-1].kind == "DVAR0" and token.kind == "NAME":
            out[-1] = replace(out[-1], kind="DVAR", text=token.text, end=token.end)
            integrals -= 1
            continue
        out.append(token)
    return out
