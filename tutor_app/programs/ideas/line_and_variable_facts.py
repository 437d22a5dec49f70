"""What the run shows of single lines and variables, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.questions.line_facts import tell_line
from tutor_app.programs.questions.provenance import Provenance
from tutor_app.programs.questions.step_facts import is_same, tell_test
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

HOLDS_AS_SAID = phrase("programs_ideas.holds_as_said", "name", "value", "call")
HOLDS_OTHER = phrase("programs_ideas.holds_other", "name", "values", "call")
HOLDS = phrase("programs_ideas.holds", "name", "values", "call")
HOLDS_NOTHING = phrase("programs_ideas.holds_nothing", "name", "call")
MOST_LISTED = 5  # values of a variable
LONGEST_LISTED = 40  # characters of one


def facts_of_lines(facts: RunFacts) -> Iterator[str]:
    """Yield what the run shows of each line in turn, but of those that may be at fault."""
    if facts.focus is None:
        return
    at_fault = facts.fault.lines if facts.fault is not None else frozenset()
    for line in dict.fromkeys(step.line for step in facts.focus.trace):
        if line not in at_fault:
            yield from of_line(facts.source, facts.focus, line)


def of_line(source: str, focus: CaseResult, line: int) -> Iterator[str]:
    """Yield how a test in a line went, how often it is run, or where its value comes from."""
    call = focus.in_call()
    told = tell_test(source, call, line) or tell_line(source, call, line)
    origin = Provenance(source, focus).of_line(line) if told is None else None
    if told is not None or origin is not None:
        yield told or (origin.text if origin is not None else "")


def of_observed(heard: HeardMessage, focus: CaseResult) -> Iterator[str]:
    """Yield whether what a message says variables to hold is what the run shows."""
    call = name_run(focus)
    for name, value in heard.observed:
        held = values_of(focus, name)
        if any(is_same(value, each) for each in held):
            yield HOLDS_AS_SAID(name=as_code(name), value=as_code(value), call=call)
        elif held:
            yield HOLDS_OTHER(name=as_code(name), values=_listed(held), call=call)


def of_name(heard: HeardMessage, focus: CaseResult) -> Iterator[str]:
    """Yield what the variables hold in turn that a message names."""
    call = name_run(focus)
    for name in heard.names:
        held = values_of(focus, name)
        if held:
            yield HOLDS(name=as_code(name), values=_listed(held), call=call)
        elif focus.trace:
            yield HOLDS_NOTHING(name=as_code(name), call=call)


def values_of(result: CaseResult, name: str) -> list[str]:
    """Return the values that a variable takes in a traced run, one after the other."""
    found: list[str] = []
    for step in result.in_call().trace:
        value = dict(step.variables).get(name)
        if value is not None and found[-1:] != [value]:
            found.append(value)
    return found


def _listed(values: list[str]) -> str:
    shown = [as_code(value, LONGEST_LISTED) for value in values[:MOST_LISTED]]
    return ", ".join(shown) + (", …" if len(values) > MOST_LISTED else "")
