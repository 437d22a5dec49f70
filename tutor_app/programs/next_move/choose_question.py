"""Which question comes next about a program that goes wrong: one that the run can answer."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.teaching import LadderEvent
from tutor_app.programs.next_move.fitting_question import Asking
from tutor_app.programs.next_move.moves import (
    CHANGE,
    FEW_ASKED,
    LINES,
    MOST_ASKED_AGAIN,
    Move,
)
from tutor_app.programs.questions.fault_questions import questions_at_fault
from tutor_app.programs.questions.question_bank import bank_questions
from tutor_app.programs.questions.smaller_call import ask_of_smaller
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult

MOST_CHANGES_ASKED = 3


def ask_next(topic: Topic, heard: HeardMessage, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Ask what the run can answer: of the input on the table, else of the next that fails."""
    level = event.level if event is not None else topic.ladder.level
    focus = facts.focus
    assert focus is not None
    asking = Asking(topic, heard, level, facts.fault, focus.trace)
    may_ask = topic.record.asked[-1:] != (CHANGE,)
    may_ask = may_ask and topic.record.asked.count(CHANGE) < MOST_ASKED_AGAIN
    if may_ask and _tells_cause(topic, heard):
        return Move(kind="ask_change", event=event, result=focus)
    if heard.bearing.line is not None and LINES not in topic.record.asked:
        return Move(kind="ask_lines", event=event, result=focus)
    half = facts.tried is not None and facts.tried.outcome == "still_wrong"
    if half and heard.act == "proposes" and topic.record.asked[-1:] != (CHANGE,):
        return Move(kind="ask_change", event=event, result=focus)
    led = asking.first([heard.why.asks]) if heard.why.asks is not None else None
    probe = led or asking.first(questions_at_fault(facts.source, focus, facts.fault))
    if probe is not None:
        return Move(kind="ask", event=event, probe=probe, result=focus)
    smaller = asking.first(list(bank_questions(facts.source, focus, facts.fault)))
    has_begun = len(topic.record.asked) >= FEW_ASKED or smaller is None
    if topic.record.asked[-1:] != (CHANGE,) and has_begun:
        return Move(kind="ask_change", event=event, result=focus)
    if smaller is not None:
        return Move(kind="ask", event=event, probe=smaller, result=focus)
    return _of_other_calls(asking, facts, event)


def _of_other_calls(asking: Asking, facts: RunFacts, event: LadderEvent | None) -> Move:
    """Ask of another call that fails, then of a smaller one that nobody has named."""
    focus = facts.focus
    assert focus is not None
    for result in _others(facts, focus):
        traced = run_program(facts.source, [result.case], trace_case=0).results[0]
        probe = asking.first(
            [
                *questions_at_fault(facts.source, traced, facts.fault),
                *bank_questions(facts.source, traced, None),
            ]
        )
        if probe is not None:
            return Move(kind="ask_of_next", event=event, probe=probe, result=traced)
    easier = ask_of_smaller(facts.source, facts.run, focus, facts.fault)
    if easier is not None and easier.awaited.key not in asking.topic.record.asked:
        return Move(kind="ask", event=event, probe=easier, result=focus)
    is_asked_out = asking.topic.record.asked.count(CHANGE) >= MOST_CHANGES_ASKED
    return Move(kind="nothing_new" if is_asked_out else "ask_change", event=event, result=focus)


def _tells_cause(topic: Topic, heard: HeardMessage) -> bool:
    """Whether a message says where or why it goes wrong: then a change is what is left to tell.

    The open question is dropped for it, unless the message answers that wrong.
    """
    is_there = heard.idea.is_right or heard.bearing.line is not None
    if is_there or (heard.going_on is not None and heard.going_on.is_right):
        return True
    if heard.idea.place == "elsewhere" or heard.answered == "wrong" or heard.checks:
        return False
    is_led = len(topic.record.asked) >= FEW_ASKED or CHANGE in topic.record.asked
    return is_led and bool(heard.claims) and heard.act in ("says", "argues", "answers")


def ask_further(topic: Topic, heard: HeardMessage, facts: RunFacts, move: Move) -> Move:
    """Return the next question in place of a move that would say what was said before."""
    focus = facts.focus
    if focus is None or move.kind == "end":
        return move
    return ask_next(topic, heard, facts, move.event)


def _others(facts: RunFacts, focus: CaseResult) -> Iterator[CaseResult]:
    """Yield the other calls that were run: those that fail first."""
    results = facts.run.results if facts.run is not None else ()
    failing = facts.run.failing if facts.run is not None else ()
    yield from (result for result in failing if result.case != focus.case)
    yield from (r for r in results if r.case != focus.case and r not in failing)
