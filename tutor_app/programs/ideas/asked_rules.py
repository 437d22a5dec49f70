"""The rule of Python that answers a why: chosen by what goes on in the run, never by words alone.

A rule is told where the message is about a line, a variable or a value in which it goes on; of what
students seldom take for something else, only where they ask for a reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import names_in, parse_expression, tokens_of
from tutor_app.programs.message_reading.reading import ProgramReading
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_named, names_spoken, values_spoken

_ALONE = frozenset(("range_end", "whole_division"))  # that the run alone does not make strange
_LAST = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["at_the_edge"]
_SAID_AS = {"range_end": ("range", "slice"), "whole_division": ("//",)}


def rule_asked(topic: Topic, reading: ProgramReading, facts: RunFacts) -> ShownCause | None:
    """Return what goes on that a message asks the reason of; None where nothing computed is it."""
    asks = reading.is_any("why", "how")
    if not asks and not reading.is_any("whether", "what"):
        return None
    lines = set(_lines_meant(topic, reading))
    names = {*_names_looked_at(reading), *names_spoken(topic.source, topic.words)}
    names |= {token.text for token in tokens_of(topic.words)} - SMALL_WORDS
    values = values_spoken(topic.words)
    for cause in (*facts.going_on, *facts.unused):
        is_meant = not lines.isdisjoint(cause.lines) or cause.is_in(names, values)
        if cause.cause == "never_looked_at":
            is_meant = is_meant or not _LAST.isdisjoint(topic.words.casefold().split())
        elif cause.cause in _ALONE:
            is_meant = asks and _is_spoken_of(cause, topic, reading, lines)
        if is_meant:
            return cause
    return None


def _is_spoken_of(
    cause: ShownCause, topic: Topic, reading: ProgramReading, lines: set[int]
) -> bool:
    """Whether a message names the range or the division, or the line with it."""
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
