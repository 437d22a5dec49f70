"""The rule of Python that answers a why: chosen by what goes on in the run, never by words alone.

A rule is told where the message is about a line, a variable or a value in which it goes on; of what
students seldom take for something else, only where they ask for a reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, SMALL_WORDS, read_word_lists
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import names_in, parse_expression, tokens_of
from tutor_app.programs.message_reading.reading import ProgramReading
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_named, names_spoken, values_spoken

# That the run alone does not make strange: the words that name it, or its line, have to be there.
_SAID_AS = {
    "range_end": ("range", "slice"),
    "whole_division": ("//",),
    "put_in_whole": ("append", "extend"),
}
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_LAST, _BETWEEN_CALLS = _WORDS["at_the_edge"], _WORDS["between_calls"]
_SHARING, _OWNING = _WORDS["sharing"], _WORDS["owning"]
_DENYING = _WORDS["denying"] | NEGATIONS
_NEAR = 3  # words before one that deny it


def rule_asked(topic: Topic, reading: ProgramReading, facts: RunFacts) -> ShownCause | None:
    """Return what goes on that a message asks the reason of; None where nothing computed is it.

    After a change, who asks why may mean what it has done away with.
    """
    asks = reading.is_any("why", "how")
    if not asks and not reading.is_any("whether", "what", "cause"):
        return None
    only_claims = not asks and not reading.is_any("whether", "what")
    lines = set(_lines_meant(topic, reading))
    names = {*_names_looked_at(reading), *names_spoken(topic.source, topic.words)}
    tokens = {token.text for token in tokens_of(topic.words)}
    names |= tokens - SMALL_WORDS
    values = values_spoken(topic.words)
    said = {token.casefold() for token in tokens}
    for cause in (*facts.gone, *facts.going_on, *facts.further):
        if only_claims and cause.cause != "own_variables":
            continue  # what a claim says of the others is judged by its words
        is_meant = not lines.isdisjoint(cause.lines) or cause.is_in(names, values)
        if cause.cause == "never_looked_at":
            is_meant = is_meant or not _LAST.isdisjoint(topic.words.casefold().split())
        elif cause.cause == "own_variables":
            is_meant = cause.is_in(tokens, ()) and not _BETWEEN_CALLS.isdisjoint(said)
        elif cause in facts.gone:
            is_meant = asks
        elif cause.cause in _SAID_AS:
            is_meant = asks and _is_spoken_of(cause, topic, reading, lines)
        if is_meant:
            return cause
    return None


def rule_of_why(topic: Topic, facts: RunFacts) -> ShownCause | None:
    """Return what goes on that is seldom meant so, for who asks why without a model to read it:
    what the message names a line, a variable or a value of, else the only one there is."""
    of_class = (each for each in facts.further if each.cause == "made_by_class")
    traps = [each for each in (*facts.going_on, *of_class) if each.is_trap]
    lines = set(lines_named(topic.source, topic.words))
    names, values = names_spoken(topic.source, topic.words), values_spoken(topic.words)
    meant = (e for e in traps if not lines.isdisjoint(e.lines) or e.is_in(names, values))
    if not topic.asks_why:  # "because it belongs to the class?" names what it is about
        return next((each for each in traps if each.is_in(names, ())), None)
    only = traps[0] if len({each.cause for each in traps}) == 1 and not lines else None
    return next(meant, only)


def takes_for_shared(words: str) -> bool | None:
    """Whether words take variables of several calls for one and the same; None where they don't
    say, or say both."""
    said = [token.text.casefold() for token in tokens_of(words)]
    ways = set()
    for at, word in enumerate(said):
        if word in _SHARING | _OWNING:
            is_denied = not _DENYING.isdisjoint(said[max(0, at - _NEAR) : at])
            ways.add((word in _SHARING) != is_denied)
    return ways.pop() if len(ways) == 1 else None


def _is_spoken_of(
    cause: ShownCause, topic: Topic, reading: ProgramReading, lines: set[int]
) -> bool:
    """Whether a message names the range, the division or the method, or the line with it."""
    written = " ".join((topic.words, *(look.code for look in reading.looks)))
    said = {token.text for token in tokens_of(written)}
    is_named = not said.isdisjoint(_SAID_AS[cause.cause])
    return is_named or not lines.isdisjoint(cause.lines)


def _lines_meant(topic: Topic, reading: ProgramReading) -> Iterator[int]:
    yield from lines_named(topic.source, topic.words)
    yield from reading.blamed
    yield from (look.line for look in reading.looks)


def _names_looked_at(reading: ProgramReading) -> Iterator[str]:
    for look in reading.looks:
        tree = parse_expression(look.code)
        yield from names_in(tree) if tree is not None else ()
