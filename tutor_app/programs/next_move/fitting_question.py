"""The question of several that fits a message: what it speaks of, and nothing asked or told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.next_move.moves import FEW_ASKED
from tutor_app.programs.questions.moment_questions import SHOWN_DECIDES
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.accepted_answers import (
    OF_VARIABLE,
    is_accepted,
    is_let_be,
)
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_reply import is_said
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import calls_fine
from tutor_app.programs.run_values import Step

POINTED = 2  # the level from which a line may be named that the student did not name


@dataclass(frozen=True, slots=True)
class Asking:
    """Chooses among questions for one message."""

    topic: Topic
    heard: HeardMessage
    level: int
    fault: Fault | None
    trace: Sequence[Step] = ()

    def first(self, probes: Sequence[RunQuestion]) -> RunQuestion | None:
        """Return the nearest question that was not asked, and whose answer was not told.

        What the student speaks of comes first; only they name the line at fault.
        """
        asked = self.topic.record.asked
        probes = [p for p in probes if not self._is_shown(p) and not self._is_argument(p)]
        if self.heard.says_what_should_be:
            probes = [p for p in probes if not p.awaited.key.startswith(OF_VARIABLE)]
        awaited = self.topic.record.awaited
        refused = awaited.key if awaited is not None and self.heard.answered == "wrong" else None
        probes = [p for p in probes if not is_let_be(p.awaited.key, asked, refused)]
        new = [p for p in probes if p.awaited.key not in asked and not self._is_told(p)]
        spoken = set(self.heard.lines)
        of_lines = [probe for probe in new if spoken & probe.lines]
        if of_lines and self.heard.act not in ("stuck", "shows"):
            return of_lines[0]
        return next((probe for probe in new if self._may_be_asked(probe)), None)

    def _is_shown(self, probe: RunQuestion) -> bool:
        """Whether the tutor has told, or tells now, what answers a question."""
        shown = probe.awaited.shown
        told_now = any(claim.shown == shown for claim in self.heard.on_run)
        told_now = told_now or self._is_in_words_told(probe)
        return bool(shown) and (told_now or is_said(shown, self.topic))

    def _is_in_words_told(self, probe: RunQuestion) -> bool:
        """Whether a sentence of the tutor's has the variable beside the value that is asked for."""
        if probe.awaited.kind != "value" or probe.name is None:
            return False
        fact = self.heard.bearing.fact
        told = (*self.topic.hints, *((fact.text,) if fact is not None else ()))
        values = [as_code(value) for value in probe.awaited.accepted[:1]]
        sentences = (each for text in told for each in re.split(r"(?<=[.;:?!]) ", text))
        return any(
            as_code(probe.name) in each and all(value in each for value in values)
            for each in sentences
        )

    def _is_told(self, probe: RunQuestion) -> bool:
        """Whether the message itself says what a question would ask for."""
        if probe.awaited.kind == "wish":  # what is there was said: it may be called fine, too
            said = {each.text for each in values_in(self.topic.words)}
            is_named = any(is_accepted(each, probe.awaited) for each in said)
            return is_named and calls_fine(self.topic.words)
        accepted = probe.awaited.accepted
        if probe.awaited.kind == "line":
            return any(str(line) in accepted for line in self.heard.lines)
        return any(
            name == probe.name and any(is_same(value, each) for each in accepted)
            for name, value in self.heard.observed
        )

    def _is_argument(self, probe: RunQuestion) -> bool:
        """Whether it asks for an argument that stands in the call and that nothing changes."""
        held = [value for s in self.trace for name, value in s.variables if name == probe.name]
        begun = [dict(s.variables).get(probe.name or "") for s in self.trace[:1]]
        return probe.awaited.kind == "value" and bool(held) and {*held} == {*begun}

    def _may_be_asked(self, probe: RunQuestion) -> bool:
        """Whether the ladder lets a question name its line: the one at fault only once it was told
        that the run is decided there."""
        if not probe.names_line:
            return True
        if probe.tells_line is not None and self._is_line_told(probe.tells_line):
            return True
        at_fault = self.fault is not None and probe.tells_line in self.fault.lines
        is_pointed = self.level >= POINTED or len(self.topic.record.asked) >= FEW_ASKED
        return is_pointed and not at_fault

    def _is_line_told(self, line: int) -> bool:
        """Whether the tutor has told, or tells now, that the run is decided in a line."""
        told, awaited = SHOWN_DECIDES(line=line), self.topic.record.awaited
        now = self.heard.act == "stuck" or self.heard.answered == "right"
        return is_said(told, self.topic) or (now and awaited is not None and awaited.shown == told)
