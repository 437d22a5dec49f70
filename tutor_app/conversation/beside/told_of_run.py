"""Whose message it is where a run is at hand: "R has f = 3 + 4" is of the run, "x + 3 = 4" is not.

What is on the table reads a message best, unless it plainly brings a calculation of its own: a
relation between names that the run does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from tutor_app.conversation.problem_by_name import problem_of_named_item
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, Problem, Sentence
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.tracing.claims.claim_parts import QUANTITIES
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.understanding.read_as_english import word_by_word
from tutor_app.wording.catalogue import LANGUAGE, spoken_language

# A name of one letter right beside a sign of a calculation, with a factor or an index if any.
_IN_RELATION: Final = re.compile(
    r"(?<![\w.])(?:\d+(?:\.\d+)?)?([^\W\d_])(?:_?\d)?(?=\s*[=+*/^²³≤≥])"
    r"|(?<=[=+*/^≤≥])\s*(?:\d+(?:\.\d+)?)?([^\W\d_])(?:_?\d)?(?![\w(])"
)
_FACTOR: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?([^\W\d_])(?!\w)")
_QUOTED: Final = re.compile(r"„([^“]+)“")
_FEW, _SAME = 3, 0.75  # words of a quote, and the share of them that its line has
_APART: Final = 2  # nodes that tell of a run after a calculation has come in between


def tells_of_run(turn: TurnContext) -> bool:
    """Whether a message tells of the run at hand, or of that which the item it names sets."""
    text = turn.message.text
    named = problem_of_named_item(turn)
    known = turn.session.tracing.problem if turn.session.tracing is not None else None
    at_hand = _problem_at_hand(turn) if turn.session.work_is_newer or known is None else None
    problem = named or at_hand or known
    if problem is None or problem.graph is None:
        return False
    symbols = symbols_of(text, problem)
    nodes = {symbol.node for symbol in symbols if symbol.kind == "node"}
    valued = any(symbol.kind in QUANTITIES for symbol in symbols)
    if _names_in_relations(text) - _letters_of(problem):
        return False
    if named is not None:
        return bool(nodes) or valued
    work = turn.session.work
    if work is not None and work.kind == "calculation" and turn.session.work_is_newer:
        return len(nodes) >= _APART
    return bool(nodes)


def brings_other_names(turn: TurnContext) -> bool:
    """Whether a message relates names that the run on the table does not have: "2x + 6 = 14"."""
    tracing = turn.session.tracing
    if turn.on_table != "trace" or tracing is None:
        return False
    return bool(_names_in_relations(turn.message.text) - _letters_of(tracing.problem))


def at_run(turn: TurnContext) -> TurnContext:
    """Return the turn at the run, where its message tells of that after a calculation."""
    work = turn.session.work
    waits = turn.session.tracing is not None and turn.session.work_is_newer
    if not waits or work is None or work.kind != "calculation" or not tells_of_run(turn):
        return turn
    return replace(turn, session=replace(turn.session, work_is_newer=False))


def problem_told_of(turn: TurnContext) -> Problem | None:
    """Return the problem that the item at hand sets, where a message tells of its run.

    None where that run is on the table already, or where another one is.
    """
    tracing = turn.session.tracing
    problem = _problem_at_hand(turn)
    if problem is None or (tracing is not None and not turn.session.work_is_newer):
        return None
    return problem if tells_of_run(turn) else None


def in_words_of_run(turn: TurnContext) -> TurnContext:
    """Return the turn in English words where a run is at hand in a course of another language.

    Rows, reasons and questions of a run are read in English; the course is searched as it is typed.
    """
    if spoken_language() == LANGUAGE or turn.session.settings.language == LANGUAGE:
        return turn
    run = turn.session.tracing
    if run is None and problem_of_named_item(turn) is None and _problem_at_hand(turn) is None:
        return turn
    message, session = word_by_word(turn.message, turn.session)
    return replace(turn, message=message, session=session)


def in_own_words(reply: Iterator[Event], read: str, typed: str) -> Iterator[Event]:
    """Yield a reply that repeats lines of a message as they were typed, not as they were read."""
    pairs = zip(read.splitlines(), typed.splitlines(), strict=False)
    lines = [
        (set(english.casefold().split()), english.strip(), own.strip()) for english, own in pairs
    ]
    for event in reply:
        if isinstance(event, Sentence) and read != typed:
            text = event.text
            for _, english, own in lines:
                text = text.replace(english, own) if english else text
            event = replace(event, text=_QUOTED.sub(partial(_as_typed, typed, lines), text))
        yield event


def _as_typed(typed: str, lines: Sequence[tuple[set[str], str, str]], quoted: re.Match[str]) -> str:
    """Return what is quoted of a message as it was typed, where it is a line of what was read."""
    words = set(quoted[1].casefold().split())
    if quoted[1] in typed or len(words) < _FEW:
        return quoted[0]
    shared = [(len(words & line) / len(words), own) for line, _, own in lines]
    share, own = max(shared, default=(0.0, ""))
    return f"„{own}“" if share >= _SAME else quoted[0]


def sets_run_at_hand(turn: TurnContext) -> bool:
    """Whether the item at hand sets the problem whose run is at hand."""
    tracing, problem = turn.session.tracing, _problem_at_hand(turn)
    return tracing is not None and problem is not None and problem_key(problem) == tracing.key


def _problem_at_hand(turn: TurnContext) -> Problem | None:
    """Return the problem that the item sets which the conversation is at."""
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    return None if item is None or book is None else problem_of_item(item, book.index.chunks)


def _names_in_relations(text: str) -> set[str]:
    """Return the names of one letter that stand beside signs of a calculation, or have a factor."""
    found = {one or other for one, other in _IN_RELATION.findall(text)}
    return {name.casefold() for name in found | set(_FACTOR.findall(text))}


def _letters_of(problem: Problem) -> set[str]:
    """Return what may stand beside an equals sign in words on a run: nodes and quantities."""
    nodes = problem.graph.nodes if problem.graph is not None else ()
    return {node.casefold() for node in nodes} | {"f", "g", "h", "d"}
