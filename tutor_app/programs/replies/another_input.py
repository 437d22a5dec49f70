"""Calls that nobody named, run to have something new to speak of."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import called_in, parse_expression, parse_program
from tutor_app.programs.generate_inputs import generate_calls
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult

MOST_CALLS = 20


def another_input(topic: Topic, facts: RunFacts) -> Sequence[CaseResult]:
    """Return what small new calls of the function give that is talked about."""
    tree = parse_program(topic.source)
    if facts.run is None or tree is None:
        return ()
    known = [result.case.call.text for result in facts.run.results]
    parsed = [node for call in known if (node := parse_expression(call)) is not None]
    name = next((name for node in parsed for name in called_in(node)), None)
    if name is None:
        return ()
    made = generate_calls(known, name, MOST_CALLS, seed=len(topic.hints))
    fitting = [call for call in made if (e := parse_expression(call)) and call_fits(e, tree)]
    cases = [Case(call=Call(text=call), origin="generated") for call in fitting]
    return run_program(topic.source, cases).of_status("ran", "raised", "timed_out")
