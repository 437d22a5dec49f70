"""One grammar for what students claim of a run: quantities, orders, paths, counts, comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.domain.lexicon import NO_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.choice_forms import ChoiceForms
from tutor_app.tracing.claims.claim_parts import SILENT, ClaimParts
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.claims.claims_so_far import ClaimsSoFar
from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.claims.node_forms import NodeForms
from tutor_app.tracing.claims.trace_claims import ClaimsRead
from tutor_app.tracing.claims.value_forms import ValueForms

LONGEST = 300  # characters
MOST_LINES = 2
MOST_UNREAD = 3  # words
SHORT_QUESTION = 4  # words
_BLOCKING: Final = frozenset(("either", "supposing"))
# What says nothing where no claim is made with it.
_IDLE: Final = SILENT | {
    *("of", "break", "then", "reason", "nodes", "steps", "dash", "out", "reach", "list"),
    *("possessive", "open_bracket", "close_bracket", "cell", "equals", "than", "come"),
}
_COMPARING: Final = frozenset(("more", "less", "least", "most"))
_RELATING: Final = frozenset(("before", "after", "parent", "back", "skip", "cost", "path"))
_STRONG: Final = frozenset(
    ("left_out", "path", "cost", "count", "comparison", "before", "rule", "parent")
)


def read_claims(text: str, problem: Problem, expected: Expectation | None) -> ClaimsRead | None:
    """Return what a message claims of the run of a problem; None where it asks or supposes.

    `expected` is what would answer the question asked last.
    """
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if problem.graph is None or len(text) > LONGEST or len(lines) > MOST_LINES or "|" in text:
        return None
    symbols = symbols_of(_without_questions_beside(_without_short_question(text), problem), problem)
    if any(symbol.kind in _BLOCKING for symbol in symbols) or _asks(symbols):
        return None
    told = ClaimsSoFar(parts=ClaimParts(symbols), expected=expected)
    unread, left = _go_through(symbols, told)
    if len(unread) > MOST_UNREAD or not told.claims:
        return None
    return ClaimsRead(
        claims=tuple(told.claims),
        strong=told.strong or any(claim.kind in _STRONG for claim in told.claims),
        unread=unread,
        left=_without_said_again(left, told),
        asks=any(symbol.kind == "question" for symbol in symbols),
        row=told.row,
        own_denied=told.own_denied,
    )


def has_words_unread(text: str, problem: Problem) -> bool:
    """Whether a message that names several nodes has words, up to "because", that nothing reads."""
    if problem.graph is None:
        return False
    symbols = symbols_of(text, problem)
    reason = next((n for n, each in enumerate(symbols) if each.kind == "reason"), len(symbols))
    told = symbols[:reason]
    nodes = {each.node for each in told if each.kind == "node"}
    unread = any(each.kind == "unread" and each.text.isalpha() for each in told)
    return len(nodes) > 1 and unread


def _without_said_again(left: Sequence[str], told: ClaimsSoFar) -> tuple[str, ...]:
    """Return what is left without numbers that a claim gives, too: "8, because f(E) = 8"."""
    given = {f"{claim.number:g}" for claim in told.claims if claim.kind == "value"}
    return tuple(each for each in left if each not in given)


def _go_through(
    symbols: Sequence[Symbol], told: ClaimsSoFar
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read the first form that fits at each place; return the words unread, and what is left."""
    values, nodes, choices = ValueForms(told), NodeForms(told), ChoiceForms(told)
    forms = (*choices.first, *values.first, *nodes.first, *values.last, *nodes.last)
    place = 0
    unread: list[str] = []
    left: list[str] = []
    while place < len(symbols):
        behind = next((end for form in forms if (end := form(place)) is not None), None)
        if behind is not None:
            place = behind
            continue
        symbol = symbols[place]
        ends = all(each.kind == "question" for each in symbols[place + 1 :])
        if symbol.kind in _COMPARING and told.claims:
            place += 1  # "T has 2, which is smaller": than what else was told
            continue
        answers_no = (place == 0 or ends) and symbol.text.casefold() in NO_WORDS
        if symbol.kind in ("node", "number", "not", "ordinal") and not answers_no:
            left.append(symbol.text)
        elif not answers_no and symbol.kind not in _IDLE and symbol.kind != "ask":
            unread.append(symbol.text)
        place += 1
    return tuple(unread), tuple(left)


def _without_short_question(text: str) -> str:
    """Return the text without a short question at its end: "…, cost 8. who is right?"."""
    sentences = split_sentences(text)
    short = len(sentences) > 1 and len(sentences[-1].split()) <= SHORT_QUESTION
    return text[: text.rindex(sentences[-1])] + "?" if short and "?" in sentences[-1] else text


def _without_questions_beside(text: str, problem: Problem) -> str:
    """Return the text without sentences that ask and name no node: "both sides of what? …"."""
    sentences = split_sentences(text)
    asking = [each for each in sentences if each.endswith("?") and _asks_only(each, problem)]
    if len(asking) == len(sentences):
        return text
    for each in asking:
        text = text.replace(each, " ", 1)
    return text


def _asks_only(sentence: str, problem: Problem) -> bool:
    symbols = symbols_of(sentence, problem)
    return _asks(symbols) and all(each.kind not in ("node", "number") for each in symbols)


def _asks(symbols: Sequence[Symbol]) -> bool:
    """Whether "what", "why" or the like asks, and does not lead on: "8, which is the goal"."""
    for place, symbol in enumerate(symbols):
        before = symbols[place - 1].kind if place else ""
        behind = symbols[place + 1].kind if place + 1 < len(symbols) else ""
        word = symbol.text.casefold()
        leads_on = before in ("number", "node") and (
            word == "which" or (word == "what" and behind == "stay")
        )
        if symbol.kind == "ask" and not leads_on:
            return True
    return False


def asks_whether_done(text: str, problem: Problem) -> bool:
    """Whether a message asks if the run is at its end: "C 4, D 6. done?"."""
    if problem.graph is None or "?" not in text:
        return False
    symbols = symbols_of(text, problem)
    kinds = [symbol.kind for symbol in symbols]
    return "end" in kinds and "ask" not in kinds and kinds[-2:].count("question") > 0


def says_more_than_rows(text: str, problem: Problem) -> bool:
    """Whether a message relates or denies, as no row does: "B isn't next", "B before C".

    What stands behind "because" is no part of it, and "B, not C" names B.
    """
    if problem.graph is None:
        return False
    symbols = [each for each in symbols_of(text, problem) if each.text.casefold() not in NO_WORDS]
    reason = next((n for n, each in enumerate(symbols) if each.kind == "reason"), len(symbols))
    told = symbols[: max(reason, 1)]
    pairs = zip(told, (*told[1:], Symbol("")), strict=True)
    denies = any(one.kind == "not" and other.kind != "node" for one, other in pairs)
    return denies or any(symbol.kind in _RELATING for symbol in told)
