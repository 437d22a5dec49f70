"""The tokens of a message made ready, and its runs of mathematics between words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tutor_app.calculations.reading.math_tokens import (
    OPERANDS,
    PREFIXES,
    MathToken,
    closing,
    tokenize,
)
from tutor_app.calculations.reading.plain_notation import symbols

BEGINS: Final = OPERANDS | PREFIXES | {"LPAR", "LSQ", "LBAR", "FUNC", "FCALL", "ROOT", "NAME_CALL"}
_NOT_FIRST: Final = frozenset(
    {"AND", "OR", "XOR", "OF", "COMMA", "TIMES", "SLASH", "DIV", "CARET", "PERCENT", "RPAR", "RSQ",
     "BANG", "PRIME", "TO", "IFF", "MOD", "PLUS", "DOTS", "DEG", "BETWEEN", "DVAR"}
)  # fmt: skip
_NOT_LAST: Final = frozenset(
    {"AND", "OR", "XOR", "OF", "COMMA", "TIMES", "SLASH", "DIV", "CARET", "PLUS", "MINUS", "REL",
     "LPAR", "LSQ", "NOT", "TO", "IFF", "MOD", "PM", "DOTS", "FUNC", "FCALL", "ROOT", "DIFF"}
)  # fmt: skip
ENDS: Final = OPERANDS | frozenset(
    {"RPAR", "RSQ", "RBAR", "BANG", "PERCENT", "DEG", "PRIME", "DVAR"}
)
_OPERATORS: Final = frozenset({"PLUS", "MINUS", "TIMES", "SLASH", "DIV", "CARET"})
_BREAKS: Final = frozenset({"WORD", "NL", "SEP", "OTHER"})
_LOGICAL: Final = frozenset({"AND", "OR", "NOT", "TO", "IFF", "XOR"})
_JOINED_NAMES: Final = tuple(["NAME", joint, "NAME"] for joint in ("AND", "OR", "TO"))
_LOGICAL_SIGNS: Final = frozenset({"∧", "∨", "¬", "~", "⇔", "xor", "∪", "∩"})
_OF_NUMBERS: Final = frozenset({"NUMBER", "MINUS", "REL"})
_NEW_LINE: Final = MathToken("NL", "\n", 0, 0)
_LONGEST_SIGN: Final = 2  # letters of a unit's sign: km; longer ones are words
CLOSER: Final = {"LPAR": "RPAR", "LSQ": "RSQ"}


# Figures of data: told as a number alone, "median = 8", they are held to the data.
FIGURES: Final = frozenset({"mean", "average", "median", "mode", "range"})
CUT: Final = "…"  # in place of a label: what stands before the run belongs to it


def ready_tokens(plain: str) -> list[MathToken]:
    """Return the tokens of a message in plain notation, letters of its prose as words."""
    tokens = _with_asides(_without_lone_units(tokenize(plain)))
    return _with_limits(_with_units(_without_marks(_with_is(tokens))))


def _without_lone_units(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with words such as "second" as units only where something is measured."""
    out: list[MathToken] = []
    for token in tokens:
        measures = out and out[-1].kind in ENDS | {"SLASH", "TIMES", "LPAR"}
        if token.kind == "UNIT" and not measures and len(token.text) > _LONGEST_SIGN:
            token = replace(token, kind="WORD")
        out.append(token)
    return out


def is_logical(tokens: Sequence[MathToken]) -> bool:
    """Whether a message is about statements, so that "or" and arrows belong to its formulas."""
    kinds = {each.kind for each in tokens}
    if _joins_in_brackets(tokens) and "OPAQUE" not in kinds:
        return True
    signs = any(each.text in _LOGICAL_SIGNS for each in tokens)
    figures = any(_is_figure(tokens, place) for place in range(len(tokens)))
    if "REL" in kinds and figures and not kinds & {"AND", "OR", "NOT", "XOR"}:
        return False  # arrows between relations of numbers part lines
    if not kinds & _LOGICAL or kinds & {"FUNC", "FCALL", "CARET", "INT", "DIFF", "OPAQUE"}:
        return signs and "OPAQUE" not in kinds
    return signs or (
        not figures
        and any(
            one.kind in ("AND", "OR", "NOT", "TO")
            and other.kind in ("NAME", "NOT", "LPAR", "CONST")
            for one, other in zip(tokens, tokens[1:], strict=False)
        )
        and "REL" in kinds
        and not kinds & {"PLUS", "TIMES", "SLASH"}
    )


def _joins_in_brackets(tokens: Sequence[MathToken]) -> bool:
    """Whether names are joined by "and" or "or" within brackets: p or (p and q)."""
    return any(
        one.kind == "LPAR" and [each.kind for each in (name, joint, other)] in _JOINED_NAMES
        for one, name, joint, other in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
    )


def _is_figure(tokens: Sequence[MathToken], place: int) -> bool:
    """Whether a number other than 0 and 1 stands in a formula, and not between words."""
    if tokens[place].kind != "NUMBER" or tokens[place].text in "01":
        return False
    around = [tokens[k].kind for k in (place - 1, place + 1) if 0 <= k < len(tokens)]
    return any(kind not in {"WORD", "NL", "SEP", "COMMA", "OTHER"} for kind in around)


def _with_is(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with "is" between numbers as a relation: "15% of 80 is 12"."""
    out: list[MathToken] = []
    for place, token in enumerate(tokens):
        after = tokens[place + 1 : place + 2]
        between = (
            out
            and out[-1].kind in ENDS - {"NAME"}
            and after
            and after[0].kind in ("NUMBER", "MIXED")
        )
        named = (bool(out) and _is_named(out)) or _is_share_of_one(out, tokens[place + 1 :])
        said = token.kind == "WORD" and token.text.casefold() in ("is", "are", "makes")
        if said and between and not named:
            token = replace(token, kind="REL", text="=")
        out.append(token)
    return out


def _is_share_of_one(before: Sequence[MathToken], after: Sequence[MathToken]) -> bool:
    """Whether one side is a percentage alone that is not worth the number on the other: "68 is 85%"
    says which share it is, "25% is 1/4" what it is worth."""
    shares = [len(before) > 1 and before[-1].kind == "PERCENT",
              len(after) > 1 and after[1].kind == "PERCENT"]  # fmt: skip
    if (
        shares[0] is shares[1]
        or not before
        or not after
        or (shares[0] and before[-2].kind != "NUMBER")
    ):
        return False
    one, other = (before[-2] if shares[0] else before[-1]), after[0]
    if other.kind != "NUMBER" or one.kind not in ("NUMBER", "UNIT", "PERCENT"):
        return other.kind == "NUMBER" and one.kind != "RPAR"
    if one.kind != "NUMBER":
        return True
    left, right = (Fraction(each.text.replace(",", "")) for each in (one, other))
    follows = shares[1] and any(each.kind in ("OF", "TIMES") for each in before[-3:])
    return not follows and left / (100 if shares[0] else 1) != right / (100 if shares[1] else 1)


def _is_named(tokens: Sequence[MathToken]) -> bool:
    """Whether a number alone stands behind a word that says what it is the number of: the 7 of
    "the chance that the sum is 7 is 1/6", the 5 of "that one is a 5 is 11/36"."""
    if tokens[-1].kind not in ("NUMBER", "MIXED") or len(tokens) < 2:
        return False
    word = tokens[-2].text.casefold()
    if word in ("a", "an", "or"):
        return True
    if word == "of":  # "a sum of 8"
        return len(tokens) > 2 and tokens[-3].text.casefold() in ("sum", "total")
    if tokens[-2].kind != "WORD":
        return False
    return word in ("is", "are", "than") or word not in symbols()["leading"]


def _with_limits(tokens: list[MathToken]) -> list[MathToken]:
    """Return the tokens with "f → 2 as x → 0" as a limit."""
    for place, token in enumerate(tokens[:-3]):
        kinds = [each.kind for each in tokens[place + 1 : place + 4]]
        if (
            token.text.casefold() == "as"
            and kinds[:2] == ["NAME", "TO"]
            and kinds[2] in ("CONST", "NUMBER")
        ):
            name, _, to = tokens[place + 1 : place + 4]
            rest = [*tokens[:place], replace(token, kind="SEP"), *tokens[place + 4 :]]
            return _arrows_as_limits(rest, f"{name.text}\x1f{to.text}\x1f")
    return tokens


def _arrows_as_limits(tokens: list[MathToken], bound: str) -> list[MathToken]:
    """Return "f → 2" as "lim f = 2"; what is f in "… = g → 2" is told once more as a line."""
    out: list[MathToken] = []
    for token in tokens:
        end = len(out)
        while end and out[end - 1].kind in ("NL", "SEP"):
            end -= 1
        if token.kind == "TO" and end and out[end - 1].kind in ENDS:
            start = end
            while start and out[start - 1].kind not in _BREAKS | {"REL", "COMMA", "AND"}:
                start -= 1
            first = out[start]
            limit = MathToken("LIM", bound, first.start, first.start)
            if start and out[start - 1].kind == "REL":
                out += [MathToken("SEP", ";", token.start, token.start), limit, *out[start:end]]
            else:
                out = [*out[:start], limit, *out[start:end]]
            token = replace(token, kind="REL", text="=")
        out.append(token)
    return out


def _with_units(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with single letters as units, where a unit stands in the message."""
    has_units = any(each.kind == "UNIT" for each in tokens) or any(
        (one.text, other.kind, last.text) in (("m", "SLASH", "s"), ("m", "SLASH", "h"))
        for one, other, last in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )
    if not has_units and not (has_units := _measures_only(tokens)):
        return list(tokens)
    solved = _solved_names(tokens)
    out: list[MathToken] = []
    for token in tokens:
        before = out[-1].kind if out else ""
        if (
            token.kind == "NAME"
            and token.text in symbols()["short_units"]
            and token.text not in solved
        ):
            measured = before in ("NUMBER", "MIXED") or (
                before == "SLASH" and len(out) > 1 and out[-2].kind == "UNIT"
            )
            token = replace(token, kind="UNIT") if measured else token
        out.append(token)
    return out


def _solved_names(tokens: Sequence[MathToken]) -> frozenset[str]:
    """Return the names that a relation begins with: the m of "6 = 0.04m, m = 150" is no metre."""
    return frozenset(
        name.text
        for before, name, sign in zip([_NEW_LINE, *tokens], tokens, tokens[1:], strict=False)
        if name.kind == "NAME" and sign.kind == "REL" and before.kind in _BREAKS | {"COMMA"}
    )


def _measures_only(tokens: Sequence[MathToken]) -> bool:
    """Whether a letter that is a unit stands behind numbers alone, with a blank before it: the m of
    "31.4 m of edging", of "78.46 m²"."""
    behind: dict[str, bool] = {}
    for one, other in pairwise(tokens):
        if other.kind == "NAME" and other.text in symbols()["short_units"]:
            told = one.kind == "NUMBER" and other.gap
            behind[other.text] = behind.get(other.text, True) and told
    return any(behind.values())


def _without_marks(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens without bullets and numbers of lines, letters of prose being words."""
    out: list[MathToken] = []
    letters = set(symbols()["letter_words"])
    for place, token in enumerate(tokens):
        before = out[-1].kind if out else "NL"
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        kind = after.kind if after is not None else "NL"
        if before == "NL" and token.kind == "MINUS" and after is not None and after.gap:
            token = replace(token, kind="SEP")
        elif token.text in ("I", "a", "i") and kind == "WORD" and (token.gap or token.text == "I"):
            token = replace(token, kind="WORD")
        elif (
            token.kind == "NAME"
            and token.text in letters
            and before in _BREAKS | {"COMMA", "AND", "OR"}
            and not (out and out[-1].text in _LOGICAL_SIGNS)
        ):
            if kind in _BREAKS or (kind == "NUMBER" and after is not None and after.gap):
                token = replace(token, kind="WORD")
        elif token.kind == "DOTS" and before in ("COMMA", "WORD", "NL", "SEP"):
            token = replace(token, kind="SEP")
        elif before == "NL" and token.kind == "LPAR" and _is_mark(tokens[place : place + 4]):
            token = replace(token, kind="SEP")
        elif token.kind == "LPAR" and token.gap and before in ENDS and _is_label(tokens, place):
            token = replace(token, kind="SEP")
        out.append(token)
    return out


def _with_asides(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with brackets around a relation as breaks."""
    out = list(tokens)
    for place, token in enumerate(tokens):
        end = _end_of_aside(tokens, place) if token.kind == "LPAR" else None
        if end is not None:
            numbers = {each.kind for each in tokens[place + 1 : end]} <= _OF_NUMBERS
            for at in range(place, end + 1) if numbers else (place, end):  # "(3 = 3)" is no line
                out[at] = replace(tokens[at], kind="SEP")
    return out


def _end_of_aside(tokens: Sequence[MathToken], place: int) -> int | None:
    """Return where a bracket ends that holds a relation of its own, and a blank or a word before
    it: "2 doesn't (2 ≠ −2)"; None where it is no such one."""
    before = tokens[place - 1].kind if place else "NL"
    if not tokens[place].gap or before not in _BREAKS | {"COMMA", "NUMBER", "RPAR"}:
        return None
    end = closing(tokens, place)
    inside = [each.kind for each in tokens[place + 1 : end]]
    plain = end is not None and not {"LPAR", "COMMA", "MOD", "TO"} & set(inside)
    relations = inside.count("REL")
    return end if plain and relations and inside[0] != "REL" else None


def bracketed_prose(tokens: Sequence[MathToken]) -> Iterator[tuple[int, int]]:
    """Yield where brackets with words begin and end: "(I threw out x = −2)"."""
    opened: list[tuple[int, bool]] = []  # with whether words stand inside
    for token in tokens:
        if token.text == "(":
            opened.append((token.start, False))
        elif token.kind == "WORD" and opened:
            opened[-1] = (opened[-1][0], True)
        elif token.text == ")" and opened:
            start, is_prose = opened.pop()
            if is_prose:
                yield start, token.start
        elif token.kind == "NL":
            opened.clear()


def unread_sums(tokens: Sequence[MathToken]) -> Iterator[int]:
    """Yield where a sum is told whose bounds are not read: Σ (3k − 1)."""
    for one, other in pairwise(tokens):
        if one.text == "sum" and one.kind == "WORD" and other.kind in OPERANDS | {"LPAR"}:
            yield one.start


def _is_label(tokens: Sequence[MathToken], place: int) -> bool:
    """Whether "(1)" stands at the end of a line with a relation: it names the equation."""
    kinds = [each.kind for each in tokens[place + 1 : place + 4]]
    ends = kinds[:2] == ["NUMBER", "RPAR"] and kinds[2:3] in (
        [],
        ["NL"],
        ["SEP"],
        ["COMMA"],
        ["WORD"],
    )
    if not ends:
        return False
    line = []
    for token in reversed(tokens[:place]):
        if token.kind == "NL":
            break
        line.append(token.kind)
    return "REL" in line and len(tokens[place + 1].text) == 1


def _is_mark(tokens: Sequence[MathToken]) -> bool:
    kinds = [each.kind for each in tokens]
    return (
        len(kinds) == 4 and kinds[1] in ("NAME", "NUMBER") and kinds[2] == "RPAR" and tokens[3].gap
    )


def spans(
    tokens: Sequence[MathToken], *, logical: bool
) -> Iterator[tuple[list[MathToken], bool, bool, str]]:
    """Yield the runs of tokens between words and breaks.

    Beside each: does it begin a line, does it follow from what stands before, and the word whose
    value it tells.
    """
    span: list[MathToken] = []
    new_line, behind_word, derived, behind_arrow = True, False, False, False
    word, word_token = "", MathToken("NL", "", 0, 0)
    for token in [*tokens, MathToken("NL", "\n", 0, 0)]:
        arrow = token.kind in ("TO", "IFF") and not logical
        if token.kind not in _BREAKS and not arrow:
            span.append(token)
            continue
        if token.kind == "WORD" and token.text.casefold() in symbols()["rejecting"]:
            span = []
        label = ""
        if span and behind_word and span[0].kind == "REL" and _is_told(word, span[0].text):
            span, label = span[1:], word  # "mean = (3 + 5)/2": the word before it is what is told
        if span:
            for part in _balanced(span):
                cut = _is_cut(part) or (behind_word and _is_called(word_token, part))
                ends = part[-1].kind if part else ""
                cut = cut or (token.kind == "WORD" and ends in _OPERATORS)
                cut = cut or (behind_word and _is_operand(word, part))
                trimmed = _trimmed(part, behind_word=behind_word and not label)
                bare = [each.kind for each in part] in (["NUMBER"], ["MINUS", "NUMBER"])
                if bare and (label in FIGURES or behind_arrow):  # "18 - 16 -> 2"
                    trimmed = part
                if trimmed:
                    yield trimmed, new_line, derived, label or (CUT if cut else "")
                    new_line = derived = False
                    label = ""
        behind_arrow = arrow
        new_line = new_line or token.kind == "NL"
        if span and token.kind != "NL":
            new_line = False
        behind_word = token.kind == "WORD"
        word, word_token = token.text.casefold(), token
        derived = derived or arrow or token.text.casefold() in symbols()["deriving"]
        span = []


def _is_told(word: str, sign: str) -> bool:
    """Whether what stands behind a word and a sign is the value of the word: "interest ≈ 5.45"."""
    return sign == "=" or (sign in ("≈", "~=") and word not in symbols()["leading"])


def _is_cut(span: Sequence[MathToken]) -> bool:
    """Whether a run begins with an operator whose left side is a word: "twice of 3", "six + 2"."""
    kinds = [each.kind for each in span[:1]]
    return bool(kinds) and kinds[0] in _NOT_FIRST - {"AND", "OR", "COMMA", "TO", "IFF"}


def _is_called(word: MathToken, span: Sequence[MathToken]) -> bool:
    """Whether a run is what a word is applied to, or counts: "rank([[1, 2]])", "twice 5"."""
    if not span:
        return False
    glued = span[0].kind in ("LPAR", "LSQ") and not span[0].gap
    return glued or word.text.casefold() in symbols()["amounts"]


def _is_operand(word: str, span: Sequence[MathToken]) -> bool:
    """Whether a run begins with a number that a word of prose may do something to: "by 4 = 20"."""
    sides = [place for place, each in enumerate(span) if each.kind == "REL"]
    first = [each.kind for each in span[: sides[0]]] if sides else []
    bare = bool(first) and set(first) <= {"NUMBER", "MIXED", "SLASH", "PERCENT", "UNIT"}
    return bare and word not in symbols()["leading"]


def _balanced(span: list[MathToken]) -> Iterator[list[MathToken]]:
    """Yield the parts of a run between brackets that have no other half."""
    opened: list[int] = []
    lonely: set[int] = set()
    for place, token in enumerate(span):
        if token.kind in CLOSER:
            opened.append(place)
        elif token.kind in ("RPAR", "RSQ"):
            if opened:
                opened.pop()
            else:
                lonely.add(place)
    lonely |= set(opened)
    part: list[MathToken] = []
    for place, token in enumerate(span):
        if place in lonely:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _trimmed(span: list[MathToken], *, behind_word: bool) -> list[MathToken]:
    """Return a run without the signs that are prose at its ends; [] if nothing is left to check."""
    while span and span[0].kind in _NOT_FIRST:
        span = span[1:]
    while span and span[-1].kind in _NOT_LAST:
        span = span[:-1]
    if len(span) > 2 and behind_word and span[0].kind == "NAME" and span[1].gap:
        if span[1].kind in BEGINS:
            span = span[1:]
    has_relation = any(each.kind == "REL" for each in span)
    operators = sum(each.kind not in OPERANDS | {"COMMA"} for each in span)
    worth = (
        has_relation or (operators and len(span) > 2) or any(each.kind in PREFIXES for each in span)
    )
    return span if worth else []


def data_in(tokens: Sequence[MathToken]) -> tuple[str, ...]:
    """Return the list of three numbers or more, "2, 4, 9 and 11"; () where there are several."""
    lists: list[tuple[str, ...]] = []
    run: list[str] = []
    joined = True
    for token in [*tokens, MathToken("NL", "", 0, 0)]:
        if token.kind == "NUMBER" and joined:
            run.append(token.text)
            joined = False
        elif (token.kind in ("COMMA", "AND") or token.text == ";") and run:
            joined = True
        else:
            if len(run) > 2:
                lists.append(tuple(run))
            run, joined = ([token.text], False) if token.kind == "NUMBER" else ([], True)
    known = {tuple(sorted(each)) for each in lists}  # the same numbers put in order are one list
    return lists[0] if len(known) == 1 else ()
