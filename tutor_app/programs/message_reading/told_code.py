"""Whether a student's words tell a change that a model has read in them.

A model fills in what words leave open, at worst the repair itself. What a change puts in has to be
said: its names, numbers and signs, or words for them; of one that only takes something out, that.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, SMALL_NUMBERS, read_word_lists
from tutor_app.programs.code_in_text import tokens_of, with_plain_signs
from tutor_app.programs.message_reading.reading import Does, LineEdit, ProgramReading

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_SIGN_WORDS = [
    (tuple(said.split("_")), sign)
    for said, _, sign in (each.rpartition(":") for each in sorted(_WORDS["operator_words"]))
]
_LOOSE_SIGNS = {
    word: sign
    for word, _, sign in (each.rpartition(":") for each in sorted(_WORDS["loose_sign_words"]))
}
_TAKING_OUT = _WORDS["taking_away"] | _WORDS["taking_out"] | _WORDS["replacing"]
_TAKING_OUT |= _WORDS["without_words"]
_LEAVING = _WORDS["taking_away"] | _WORDS["leaving_out"] - {"take", "took", "taken"}
_DENYING = (_WORDS["denying"] | NEGATIONS) - {"no"}  # with which an answer begins
_PRINTS = frozenset({"print", "prints", "printed"})
_COMPARING = frozenset("< <= > >= == !=".split())
_FORM = frozenset("( ) [ ] { } , : . = ' \"".split())  # how lines are written, which nobody says
MOST_MEANT = 1  # names of the program that "it" or "the list" may stand for


def is_told(source: str, edits: Sequence[LineEdit], words: str) -> bool:
    """Return whether words tell what a change of a program puts in, or that it takes something out.

    One name that the program has may be meant by a word for it, where something else is said. A
    line that is put in once more need not be written out.
    """
    rows = {row.strip() for row in source.split("\n")}
    again = [each for each in edits if each.kind == "after" and each.code.strip() in rows]
    if again and len(again) == len(edits):
        return True
    put_in, lost = _tokens_of(source, edits)
    added, removed = set(put_in - lost), set(lost - put_in)
    spoken = set(_spoken(words))
    if put_in.keys() <= spoken:
        return True  # the line is written out
    if not added:  # moved, or something is taken out
        said = {token.text.casefold() for token in tokens_of(words)}
        return not (removed and spoken.isdisjoint(removed) and said.isdisjoint(_TAKING_OUT))
    unsaid = added - spoken
    own = {token.text for token in tokens_of(source)}
    meant = {each for each in unsaid if each.isidentifier() and each in own}
    return unsaid == meant and len(meant) <= MOST_MEANT + (len(added) > len(meant) + 1)


def as_told(source: str, reading: ProgramReading, words: str) -> ProgramReading:
    """Return a reading without a change that it takes for made where words tell another thing: that
    a print was put in, which is none, or that it was not made."""
    if not (reading.edits and reading.is_any("made")):
        return reading
    clauses = _clauses(words)
    denied = [clause for clause in clauses if not clause.isdisjoint(_DENYING)]
    is_other = bool(denied) or any(clause & _PRINTS for clause in clauses)
    if _only_supposes(words):
        return replace(reading, does=_without_made(reading))
    is_unchanged = any(clause & _WORDS["changing"] for clause in denied)
    if not is_unchanged and (not is_other or is_told(source, reading.edits, words)):
        return reading
    does = tuple(each for each in reading.does if each not in ("made", "change"))
    return replace(reading, does=does, edits=())


def _without_made(reading: ProgramReading) -> tuple[Does, ...]:
    does = tuple(each for each in reading.does if each != "made")
    return does if "change" in does else (*does, "change")


def _only_supposes(words: str) -> bool:
    """Whether a change is supposed alone: "would that also give 3?"."""
    clauses = _clauses(words)
    made = [c for c in clauses if c & (_WORDS["made_words"] | {"did", "ran"}) and not c & _DENYING]
    return not made and any(clause & _WORDS["supposing"] for clause in clauses)


def is_denied(source: str, changed: str, words: str) -> bool:
    """Whether words do without a change that was told before: "so not the >="; or tell of a print
    that was put in."""
    old, new = (Counter(_content(each)) for each in (source, changed))
    parts = {*(new - old), *(old - new)}
    return any(
        not clause.isdisjoint(_PRINTS) or (not clause.isdisjoint(_DENYING) and parts & clause)
        for clause in _clauses(words)
    )


def leaves_out(source: str, without: str, words: str) -> bool:
    """Whether words leave out what a version has beyond the one before: "leave the max out"."""
    new = {*(Counter(_content(source)) - Counter(_content(without)))}
    new = {each for each in new if each.isidentifier()}
    return any(clause & new and clause & _LEAVING for clause in _clauses(words))


def _clauses(words: str) -> list[set[str]]:
    plain = with_plain_signs(words)
    return [
        {token.text.casefold().replace("'", "") for token in tokens_of(clause)}
        for clause in re.split(r"[,.;!?\n]", plain)
    ]


def with_comparison_meant(
    source: str, edits: Sequence[LineEdit], words: str
) -> tuple[LineEdit, ...]:
    """Return a change of one comparison sign at the comparison that the words write out nearest to
    the new sign: "the < 0 check should be <= 0" is not about `== 0`, which stands in them as well.
    """
    put_in, lost = _tokens_of(source, edits)
    signs, replaced = set(put_in - lost), set(lost - put_in)
    is_one = [each.kind for each in edits] == ["line"] and len(signs) == len(replaced) == 1
    if not is_one or not signs | replaced <= _COMPARING:
        return tuple(edits)
    (sign,) = signs
    said = [token.text for token in tokens_of(with_plain_signs(words))]
    at = [place for place, text in enumerate(said) if text == sign]
    found: list[tuple[int, LineEdit]] = []
    for number, row in enumerate(source.rstrip("\n").split("\n"), 1):
        for here, after in pairwise(tokens_of(row)):
            pair = (here.text, after.text)
            if here.text not in _COMPARING - {sign} or pair not in pairwise(said):
                continue
            away = min(
                (abs(n - m) for n, p in enumerate(pairwise(said)) if p == pair for m in at),
                default=0,
            )
            code = row[: here.start] + sign + row[here.end :]
            found.append((away, LineEdit("line", number, code)))
    if all(each.line != edits[0].line for _, each in found):
        return tuple(edits)
    return (min(found, key=lambda each: each[0])[1],)


def _tokens_of(source: str, edits: Sequence[LineEdit]) -> tuple[Counter[str], Counter[str]]:
    """Return the tokens that a change writes and those that it overwrites, without mere form."""
    lines = source.rstrip("\n").split("\n")
    lost = {each.line for each in edits if each.kind in ("line", "cut")}
    old = Counter(_content(" ".join(lines[n - 1] for n in lost if n <= len(lines))))
    new = Counter(_content(" ".join(each.code for each in edits if each.kind != "cut")))
    return new, old


def _content(code: str) -> Iterator[str]:
    for token in tokens_of(code):
        if token.text not in _FORM and not keyword.iskeyword(token.text):
            yield token.text.strip("'\"") or "''"


def _spoken(words: str) -> Iterator[str]:
    """Yield the tokens of words, and the signs and numbers that they say in words."""
    plain = with_plain_signs(words)
    tokens = [token.text for token in tokens_of(plain)]
    low = [each.casefold() for each in tokens]
    yield from tokens
    for each in tokens:
        yield from (part.text for part in tokens_of(each.strip("'\"")))
    yield from (str(SMALL_NUMBERS.index(each)) for each in low if each in SMALL_NUMBERS)
    yield from (_LOOSE_SIGNS[each] for each in low if each in _LOOSE_SIGNS)
    if any(_LOOSE_SIGNS.get(each) == "==" for each in low):
        yield from ("<=", ">=")  # "also the equal ones"
    for said, sign in _SIGN_WORDS:
        if any(tuple(low[at : at + len(said)]) == said for at in range(len(low))):
            yield sign
