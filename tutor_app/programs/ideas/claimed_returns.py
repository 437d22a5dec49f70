"""What a message says a line hands back, where the run bears it out: "when n is 0 it returns 0"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.line_facts import tell_line
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.run_values import CaseResult

_RETURNS = re.compile(r"(?i)\breturn(?:s|ed|ing)\b")
_OTHER = re.compile(r"(?i)\bwhy\b|\bhow\b|\bshould\b|\bmust\b|\binstead\b|\b(?:not|never|n't)\b")


def claimed_return(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> RunClaim | None:
    """Return the yes to who says what comes back; None where no such thing is said, or the run
    shows another value, which may have been said of another call."""
    backs = [step for step in focus.trace if step.event == "return"] if focus is not None else []
    for sentence in sentences:
        if _RETURNS.search(sentence) is None or _OTHER.search(sentence) is not None:
            continue
        said = [each.text for each in values_in(sentence)]
        for step in backs:
            if step.detail is not None and any(is_same(each, step.detail) for each in said):
                told = tell_line(source, focus, step.line) if focus is not None else None
                return RunClaim(told, True, step.line) if told is not None else None
    return None
