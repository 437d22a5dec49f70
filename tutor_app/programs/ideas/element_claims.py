"""What a message says of one element in a run, held against it: "par[d] gets overwritten by c",
"d is in q twice, b put it there and then c".

Of a dict's key, or a list's place: what is put there in turn. Of an item: how often a list has it,
and what a variable held each time that it was put in. A claim that a repaired program's run does
not bear out any more is part of what goes wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, ORDINALS, read_word_lists
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.element_history import (
    ABSENT,
    Containers,
    ElementChange,
    loop_variables,
)
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

SET_IN_TURN = phrase("programs_elements.set_in_turn", "element", "values", "call")
PUT_IN = phrase("programs_elements.put_in", "item", "name", "moments", "call")
AND_THEN = phrase("programs_elements.and_then")
HOLDS_AFTER = phrase("programs_elements.holds_after", "name", "value", "round", "call")
TO_VALUE = phrase("programs_elements.to_value", "value", "moment")
IN_ROUND = phrase("programs_elements.in_round", "round")
IN_ROUND_WITH = phrase("programs_elements.in_round_with", "round", "name", "value")
AT_LINE = phrase("programs_elements.at_line", "line")
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_COUNTS = {word: int(n) for word, n in (each.split(":") for each in _WORDS["count_words"])}
_AGAIN, _HOLDING = _WORDS["overwriting"], _WORDS["element_holding"]
_WRITTEN_OVER = frozenset(word for word in _AGAIN if word.startswith(("over", "replac")))
MOST_LISTED = 5  # changes that are told


@dataclass(frozen=True, slots=True)
class _SaidTokens:
    """A sentence as tokens, with the variable of a list that was named last before it."""

    tokens: tuple[str, ...]
    last: str

    def has(self, words: frozenset[str]) -> bool:
        """Whether one of some words is said."""
        return any(token.casefold() in words for token in self.tokens)

    @property
    def denies(self) -> bool:
        """Whether it denies something."""
        return self.has(NEGATIONS | _WORDS["denying"])


def claims_on_elements(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim of what an element is, or how often it is in."""
    if focus is None or not focus.trace:
        return
    run = Containers(source, focus)
    if not run.names:
        return
    last, told = "", set[str]()
    for sentence in sentences:
        said = _SaidTokens(tuple(token.text for token in tokens_of(sentence)), last)
        for claim in (*_of_parts(source, run, said, focus), *_of_items(source, run, said, focus)):
            if claim.shown not in told and not said.has(_WORDS["ought"]):
                told.add(claim.shown)
                yield claim
        lists = (token for token in said.tokens if token in run.names and run.items(token))
        last = next(lists, last)


def with_causes(
    claims: Sequence[RunClaim],
    sentences: Sequence[str],
    repaired: Sequence[tuple[str, CaseResult]],
    read: Callable[[str, Sequence[str], CaseResult | None], Iterator[RunClaim]],
) -> tuple[RunClaim, ...]:
    """Return claims on a failing call, those marked that are part of what goes wrong: they hold,
    and on none of the `repaired` programs with their runs of it do they hold any more. `read` has
    read them in the sentences."""
    still = [
        {each.about for each in read(source, sentences, result) if each.agrees}
        for source, result in repaired
    ]
    return tuple(
        replace(each, is_cause=bool(still) and all(each.about not in held for held in still))
        if each.agrees
        else each
        for each in claims
    )


# --- what is put at a key or a place --------------------------------------------------------------


def _of_parts(
    source: str, run: Containers, said: _SaidTokens, focus: CaseResult
) -> Iterator[RunClaim]:
    tokens = said.tokens
    for at in range(len(tokens) - 3):
        name, opens, key_text, closes = tokens[at : at + 4]
        if name not in run.names or (opens, closes) != ("[", "]"):
            continue
        key = _one_of(key_text, run.keys(name))
        changes = run.changes_at(name, key) if key is not ABSENT else []
        known = {*map(str, run.keys(name)), *map(str, run.parts(name))}
        agrees = _agrees_of_part(said, tokens[at + 4 :], changes, known)
        if agrees is None or not changes:
            continue
        shown = tell_changes(source, name, key, changes, focus)
        yield RunClaim(shown, agrees, is_whole=True, about=f"{name}[{key!r}]")


def tell_changes(
    source: str, name: str, key: object, changes: Sequence[ElementChange], focus: CaseResult
) -> str:
    """Say what is put at a key of a variable in turn, and when."""
    return SET_IN_TURN(
        element=as_code(f"{name}[{key!r}]"),
        values=_listed([_to_value(source, each) for each in changes]),
        call=name_call(focus.case),
    )


def _agrees_of_part(
    said: _SaidTokens, behind: Sequence[str], changes: Sequence[ElementChange], known: set[str]
) -> bool | None:
    """Whether what is put there is as a sentence says; None where it claims nothing of that.

    `known` are the values that the variable has anywhere: a word that is none of them says none.
    """
    values = [str(each.after) for each in changes]
    plain = [token.strip("'\"") for token in behind]
    named = [(at, word) for at, word in enumerate(plain) if word in known]
    again, holds = said.has(_AGAIN), said.has(_HOLDING)
    if said.denies:
        gone = bool(named) and named[0][1] in values[:-1] and values[-1] != named[0][1]
        return True if again and gone else None
    if not named:
        is_denied = (
            False if said.has(_WRITTEN_OVER) else None
        )  # "meets it again" puts nothing there
        return len(values) > 1 or is_denied if again else None
    at, value = named[0]
    if again and value in values[1:]:
        return True
    if again:  # "when e comes" need not say what is put there
        return False if plain[at - 1] in _WORDS["put_at"] | _WORDS["becoming"] else None
    return True if holds and values[-1] == value else None


def _listed(told: Sequence[str]) -> str:
    if len(told) > MOST_LISTED:
        return ", ".join([*told[: MOST_LISTED - 1], "…", told[-1]])
    return AND_THEN().join(filter(None, [", ".join(told[:-1]), told[-1]]))


def _to_value(source: str, change: ElementChange) -> str:
    return TO_VALUE(value=as_code(repr(change.after)), moment=_moment(source, change))


def _moment(source: str, change: ElementChange, by: str = "") -> str:
    """Return when a change was made: its round, with the variable that tells that apart."""
    when = change.when
    if when.round is None:
        return AT_LINE(line=when.line)
    names = [by] if by else [*loop_variables(source, when.line)]
    held = next((name for name in names if name in when.held), None)
    if held is None:
        return IN_ROUND(round=when.round)
    return IN_ROUND_WITH(round=when.round, name=as_code(held), value=as_code(when.held[held]))


# --- how often an item is in a list ---------------------------------------------------------------


def _of_items(
    source: str, run: Containers, said: _SaidTokens, focus: CaseResult
) -> Iterator[RunClaim]:
    lists = [t for t in said.tokens if t in run.names and run.items(t)]
    name = next(iter(lists), said.last)
    if not name or said.denies:
        return
    items = run.items(name)
    named = [item for t in said.tokens if t != name and (item := _one_of(t, items)) is not ABSENT]
    claimed = _times(said, named)
    if not named or claimed is None:
        return
    item, count = claimed
    changes = run.times_in(name, item)
    puts = [
        each
        for each in changes
        if isinstance(each.after, int)
        and each.after > (each.before if isinstance(each.before, int) else 0)
    ]
    number, about = _round_named(said.tokens), f"{name} {item!r}"
    if number is not None:
        held = run.at_end_of(name, number)
        if isinstance(held, list | tuple):
            shown = HOLDS_AFTER(
                name=as_code(name),
                value=as_code(repr(held)),
                round=number,
                call=name_call(focus.case),
            )
            agrees = list(held).count(item) == count
            yield RunClaim(shown, agrees, is_whole=True, about=f"{about} {number}")
    if not puts:
        return
    by = _writer(said, puts)
    shown = PUT_IN(
        item=as_code(repr(item)),
        name=as_code(name),
        moments=_listed([_moment(source, each, by) for each in puts]),
        call=name_call(focus.case),
    )
    had = {each.after for each in changes}
    if (number is None or by) and (count == len(puts) or count not in had):
        yield RunClaim(shown, count == len(puts), is_whole=True, about=about)


def _times(said: _SaidTokens, named: Sequence[object]) -> tuple[object, int] | None:
    """Return which item is said to be there how often: "d d", "d twice", "d again"."""
    counts = [_COUNTS[t.casefold()] for t in said.tokens if _COUNTS.get(t.casefold(), 0) > 1]
    for item in dict.fromkeys(named):
        beside = sum(1 for a, b in zip(named, named[1:], strict=False) if a == b == item)
        if beside:
            return item, beside + 1
    if named and counts:
        return named[0], counts[0]
    return None


def _writer(said: _SaidTokens, puts: Sequence[ElementChange]) -> str:
    """Return the variable whose values at these moments a sentence has in their order; "" if none:
    "b put it, then c put it again"."""
    for name in puts[0].when.held:
        values = [each.when.held.get(name, "").strip("'\"") for each in puts]
        places = [said.tokens.index(v) if v in said.tokens else -1 for v in values]
        if len(set(values)) > 1 and -1 not in places and places == sorted(places):
            return name
    return ""


def _round_named(tokens: Sequence[str]) -> int | None:
    for before, after in zip(tokens, tokens[1:], strict=False):
        if before.casefold() in _WORDS["rounds"] and after.isdecimal():
            return int(after)
        if after.casefold() in _WORDS["rounds"] and before.casefold() in ORDINALS:
            return ORDINALS.index(before.casefold()) + 1
    return None


def _one_of(token: str, values: Sequence[object] | set[object]) -> object:
    """Return the value that a token says, quoted or not; ABSENT where it says none of them."""
    plain = token.strip("'\"")
    return next((value for value in values if str(value) == plain), ABSENT)
