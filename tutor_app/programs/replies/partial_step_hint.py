"""The last hint: what the place must achieve, in words; the line only where it is certain."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.traced_call import read_traced_call
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.wording.catalogue import phrase, phrases_of

IT_IS_LINE = phrase("programs_moves.it_is_line", "line")
IT_IS_IN = phrase("programs_moves.it_is_in", "function")
FIRST_WAY = phrase("programs_moves.first_way", "line", "call")
FIRST_VALUE = phrase("programs_moves.first_value", "name", "value", "line", "call")
MUST = phrases_of("programs_must")  # what a place must achieve, by the kind of its fault


def partial_step(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """Yield where it goes wrong, as far as that is certain, and what the place must achieve."""
    fault = facts.fault
    if fault is None:
        yield MUST["unknown"]()
        return
    frame = read_traced_call(topic.source, facts.focus) if facts.focus is not None else None
    name = getattr(frame.node, "name", None) if frame is not None else None
    if fault.certain or fault.ground == "load":
        yield IT_IS_LINE(line=fault.lines[0])
    elif name is not None:
        yield IT_IS_IN(function=as_code(name))
        yield from _first_value(fault, facts)
    is_one = fault.certain or len(fault.repairs) <= 1  # else several kinds of edits mend it
    yield MUST[fault.kind if is_one else "unknown"]()


def _first_value(fault: Fault, facts: RunFacts) -> Iterator[str]:
    unexpected = fault.unexpected
    if unexpected is None or facts.focus is None:
        return
    if unexpected.variable is None:
        yield FIRST_WAY(line=unexpected.line, call=name_call(facts.focus.case))
        return
    yield FIRST_VALUE(
        name=as_code(unexpected.variable),
        value=as_code(unexpected.value or ""),
        line=unexpected.line,
        call=name_call(facts.focus.case),
    )
