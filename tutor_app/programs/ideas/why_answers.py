"""Answers to "why?" about a program: from the step of the run that made what is asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.programs.complaints.complaint import find_call_named
from tutor_app.programs.questions.line_facts import tell_line
from tutor_app.programs.questions.moment_questions import which_set
from tutor_app.programs.questions.provenance import Provenance, ValueOrigin
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.step_facts import (
    is_same,
    tell_difference,
    tell_guard,
    tell_test,
    tell_unreached,
)
from tutor_app.programs.replies.accepted_answers import HELD, SET, SHOULD, WANTED
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import with_calls
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import (
    denies,
    lines_named,
    names_at_values,
    names_of_lines,
    names_spoken,
    values_spoken,
)
from tutor_app.programs.run_values import CaseResult

Named = tuple[str, str | None]  # a variable, and the value that is spoken of


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyAnswer:
    """What the run shows of a reason that is asked for, and what leads one step further back."""

    shown: str | None = None
    asks: RunQuestion | None = None
    line: int | None = None


NOT_ASKED = WhyAnswer()


def answer_why(topic: Topic, facts: RunFacts, observed: tuple[tuple[str, str], ...]) -> WhyAnswer:
    """Return what the run shows of the reason that a message asks for last."""
    whys = [each.text for each in topic.said if each.asks_why]
    if not whys or facts.focus is None or facts.run is None:
        return NOT_ASKED
    about = (*observed, *_asked_last(topic))
    words = _with_what_it_is_about(whys[-1], topic, facts.focus)
    return _answer(facts, words, " ".join(topic.hints), about)


def lead_to_origin(topic: Topic, facts: RunFacts) -> WhyAnswer:
    """Ask which line has made the value that the open question asked for."""
    awaited, focus = topic.record.awaited, facts.focus
    name = next((name for name, _ in _asked_last(topic)), None)
    if awaited is None or focus is None or name is None or not awaited.key.startswith(HELD):
        return NOT_ASKED
    origin = Provenance(topic.source, focus).of_name(name, awaited.accepted[0])
    if origin is None or origin.line is None:
        return NOT_ASKED
    at = awaited.key.removeprefix(f"{HELD}:")
    return WhyAnswer(asks=which_set(name, awaited.accepted[0], origin.line, _at_fault(facts), at))


def _asked_last(topic: Topic) -> Iterator[Named]:
    """Yield the variable that the open question is about."""
    awaited = topic.record.awaited
    kind, _, asked = awaited.key.partition(":") if awaited is not None else ("", "", "")
    if kind in (HELD, SHOULD, SET, WANTED) and asked.split():
        yield asked.split()[0].split(",")[0], None


def _with_what_it_is_about(sentence: str, topic: Topic, focus: CaseResult) -> str:
    """Return a question with the sentences beside it, where it names nothing itself: "why?"."""
    names = names_spoken(topic.source, sentence) or lines_named(topic.source, sentence)
    values = values_spoken(sentence)
    return sentence if names or names_result(focus, values) else topic.words


def _answer(facts: RunFacts, words: str, said: str, about: Sequence[Named]) -> WhyAnswer:
    """Return the fact of a traced run that words ask the reason of, NOT_ASKED where none shows it.

    In this order: why another call goes otherwise, what an expression gave, what is one object,
    where a value comes from, what a line does, what a variable holds, what was spoken of before
    (`about`), and else how the call came to its result. The repair is never in it. What was `said`
    before is not said again.
    """
    focus = facts.focus
    if focus is None:
        return NOT_ASKED
    provenance = Provenance(facts.source, focus)
    found = _answers(facts, words, focus, provenance, about)
    new = (origin for origin in found if with_calls(origin.text) not in said)
    origin = next(new, None)
    if origin is None:
        return NOT_ASKED
    return WhyAnswer(
        shown=origin.text,
        line=origin.line,
        asks=_one_step_back(origin, provenance, facts.plain_focus, _at_fault(facts)),
    )


def _at_fault(facts: RunFacts) -> frozenset[int]:
    return frozenset(facts.fault.lines) if facts.fault is not None else frozenset()


def _one_step_back(
    origin: ValueOrigin, provenance: Provenance, call: str, lines: frozenset[int]
) -> RunQuestion | None:
    """Ask which line made what the value was made of, unless it is here that it goes wrong."""
    if origin.line is None or origin.line in lines:
        return None
    for name, value in origin.made_of:
        before = provenance.of_name(name, value)
        if before is not None and before.sets and before.line != origin.line:
            at = f"{name} {value} {call}"
            return which_set(name, value, before.line or 0, lines, at)
    return None


def _answers(
    facts: RunFacts,
    words: str,
    focus: CaseResult,
    provenance: Provenance,
    about: Sequence[Named],
) -> Iterator[ValueOrigin]:
    source, results = facts.source, facts.run.results if facts.run is not None else ()
    lines = lines_named(source, words)
    values = values_spoken(words)
    names = list(dict.fromkeys((*names_spoken(source, words), *names_at_values(source, words))))
    other = find_call_named(words, results, source)
    if other is not None and other.status == "passed" and focus.status != "passed":
        yield from _told(tell_difference(other, focus))
    traps = (each for each in facts.going_on if each.is_trap)
    yield from (ValueOrigin(text=each.fact) for each in traps if each.is_in(names, values))
    for each in facts.written:
        if each.text in words:
            yield ValueOrigin(text=each.shown, line=each.line)
    for line in lines:
        yield from _if_any(provenance.of_shared(line=line))
    for name in names:
        yield from _if_any(provenance.of_shared(name))
    for line in lines:
        yield from _told(tell_test(source, focus, line, values))
    yield from _of_values(values, focus, names, provenance)
    for line in lines:
        if denies(words):  # "why is line 4 not reached?"
            yield from _told(tell_guard(source, focus, line, values))
        did = _if_any(provenance.of_line(line)) or _told(tell_line(source, focus, line))
        yield from (*did, *_told(tell_guard(source, focus, line, values)))
    named = [(name, None) for name in names]
    for name, value in (*named, *(about if not (names or lines) else ())):
        yield from _if_any(provenance.of_shared(name)) if name not in names else []
        yield from _if_any(provenance.of_name(name, value))
    yield from _if_any(provenance.of_result())
    yield from _told(tell_unreached(source, focus, values))


def _told(text: str | None) -> list[ValueOrigin]:
    return [ValueOrigin(text=text)] if text is not None else []


def _if_any(origin: ValueOrigin | None) -> list[ValueOrigin]:
    return [origin] if origin is not None else []


def _of_values(
    values: Sequence[str], focus: CaseResult, names: Sequence[str], provenance: Provenance
) -> Iterator[ValueOrigin]:
    """Yield where values come from: that of the result first, then those of variables named."""
    if names_result(focus, values) and not names:
        yield from _if_any(provenance.of_result())
    for value in values:
        for name in names:
            yield from _if_any(provenance.of_name(name, value))


def names_result(focus: CaseResult, values: Sequence[str]) -> bool:
    """Whether what a call gave or printed is among some values."""
    shown = focus.value if focus.value not in (None, "None") else focus.printed.strip()
    return shown is not None and any(is_same(value, shown) for value in values)


def lines_setting(facts: RunFacts, words: str) -> Iterator[int]:
    """Yield the line that sets what words say a line to be of: "the line of `amount`"."""
    for name in names_of_lines(facts.source, words):
        origin = Provenance(facts.source, facts.focus).of_name(name) if facts.focus else None
        yield from [origin.line] if origin is not None and origin.line is not None else []


def makes_one_object(facts: RunFacts, line: int | None) -> bool:
    """Whether a line makes one object of several parts: "does it take the same list three times?"
    may be said of that."""
    if line is None or facts.focus is None:
        return False
    return Provenance(facts.source, facts.focus).of_shared(line=line) is not None
