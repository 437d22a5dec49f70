"""The rule of Python that answers a why: chosen by what goes on in the run, never by words alone.

A rule is told where the message is about a line, a variable or a value in which it goes on; of what
students seldom take for something else, only where they ask for a reason.
"""

from __future__ import annotations

from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_named, names_spoken, values_spoken

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_SHARING, _OWNING = _WORDS["sharing"], _WORDS["owning"]
_DENYING = _WORDS["denying"] | NEGATIONS
_NEAR = 3  # words before one that deny it


def rule_of_why(topic: Topic, facts: RunFacts) -> ShownCause | None:
    """Return what goes on that is seldom meant so, for who asks why:
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
