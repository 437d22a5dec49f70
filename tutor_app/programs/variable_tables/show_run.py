"""When a student is shown what the variables of their own program hold while it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.domain.values import (
    Event,
    LadderEvent,
    Sentence,
    VariablesShown,
    VariableTable,
)
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import name_call, with_calls
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.variable_tables.variable_table import variable_table
from tutor_app.wording.catalogue import Phrase, phrase

SHOW_VALUES = phrase("programs_values.button")()  # what the button beside "I'm stuck" says
LEAD_IN = phrase("programs_values.lead_in", "call")
FIND_IT = phrase("programs_values.find_it")
STILL_OPEN = phrase("programs_values.still_open")

SECOND_HINT = 2
# What the student does is worth more than how they ask for it.
_OWN_WORK = ("shows", "changes", "proposes", "answers", "works", "thanks")
_FAILING = ("failed", "raised", "timed_out")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunShown:
    """The table of one call's run, of the student's program as it is."""

    result: CaseResult
    table: VariableTable

    def introduce(self, said: Sequence[str]) -> tuple[Event, ...]:
        """Return the table with the sentence before it, in words that were not `said` yet."""
        words = _new(LEAD_IN, said, call=name_call(self.result.case))
        return Sentence(text=with_calls(words), role="lead_in"), VariablesShown(table=self.table)


def is_for_values(words: str) -> bool:
    """Whether a message is what the button says."""
    return words.strip(" .!").casefold() == SHOW_VALUES.casefold()


def run_asked_for(
    topic: Topic, heard: HeardMessage, facts: RunFacts, wants_run: bool
) -> RunShown | None:
    """Return the run to show where a message asks for it and brings no work of its own.

    It is that of the call that the message names, else of the one that is talked about, else of
    the first that is known. `wants_run`: the message was understood to ask for a run.
    """
    brings_work = heard.act in _OWN_WORK or bool(heard.observed)
    asks = is_for_values(topic.words) or (wants_run and not brings_work)
    if not asks or facts.run is None:
        return None
    named = (facts.result_of(call) for call in topic.new_calls)
    return _show(facts, next(filter(None, named), _first_known(facts)))


def run_beside_hint(
    topic: Topic, facts: RunFacts, event: LadderEvent | None, wants_run: bool
) -> RunShown | None:
    """Return the run to show with a hint: with the second one, or where a message asks for it."""
    is_second = event is not None and event.cause == "stuck" and event.level == SECOND_HINT
    if wants_run:
        return _show(facts, _first_known(facts))
    shown = failing_run(facts) if is_second else None
    return shown if shown is not None and not is_shown_before(topic, shown) else None


def failing_run(facts: RunFacts) -> RunShown | None:
    """Return the run of the failing call that is talked about; None where it shows nothing."""
    fails = facts.focus is not None and facts.focus.status in _FAILING
    return _show(facts, facts.focus) if fails else None


def is_shown_before(topic: Topic, shown: RunShown) -> bool:
    """Whether the student has seen this run, of the program as it is."""
    return not topic.is_changed and topic.record.values_shown == shown.result.case.call.text


def with_run(
    sentences: Sequence[Sentence], shown: RunShown | None, said: Sequence[str]
) -> Iterator[Event]:
    """Yield the sentences of a reply; a run comes before the question at their end."""
    at_end = len(sentences) - (bool(sentences) and sentences[-1].role == "question")
    yield from sentences[:at_end]
    if shown is not None:
        yield from shown.introduce(said)
    yield from sentences[at_end:]


def ask_of_run(topic: Topic, shown: RunShown) -> Sentence:
    """Return what is asked below a run that was asked for: the open question, where it answers."""
    awaited = topic.record.awaited
    is_of_call = shown.result.case.call.text == topic.record.focus
    has_answer = awaited is not None and awaited.accepted and awaited.kind != "outcome"
    asked = STILL_OPEN if is_of_call and has_answer else FIND_IT
    return Sentence(text=_new(asked, topic.hints), role="question")


def _first_known(facts: RunFacts) -> CaseResult | None:
    """Return the case that is talked about, else the first one that was run."""
    return facts.focus or next(iter(facts.run.results if facts.run is not None else ()), None)


def _show(facts: RunFacts, result: CaseResult | None) -> RunShown | None:
    if result is None:
        return None
    around = None
    if result is facts.focus:
        unexpected = facts.fault.unexpected if facts.fault is not None else None
        around = unexpected.at if unexpected is not None else None
    else:
        result = run_program(facts.source, [result.case], trace_case=0).results[0]
    table = variable_table(facts.source, result, around=around)
    return RunShown(result=result, table=table) if table is not None else None


def _new(words: Phrase, said: Sequence[str], **values: object) -> str:
    """Return the first wording that was not said yet, else the last."""
    texts = words.wordings(**values)
    before = " ".join(said)
    return next((text for text in texts if with_calls(text) not in before), texts[-1])
