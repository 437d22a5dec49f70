"""What the model makes of a message once its run is known: a verdict, a question that leads on.

It was judged on messages of writers that it has not seen (docs/benchmarks.md): its verdicts were
right in 0.83, its "no" in 0.70; its questions helped in 0.62 where nothing was claimed, and in 0.35
beside a claim; its explanations held in 0.44. So a claim that it finds right is told so, its
question is put where nothing is claimed, and the rest is not shown. A verdict is told only where
the run says the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.programs.message_reading.ask_for_reading import Teller, list_calls
from tutor_app.programs.message_reading.tutor_turn import (
    TutorTurn,
    keep_showable,
    parse_turn,
    write_facts,
)
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.replies.accepted_answers import TOLD
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.message_act import Act, HeardMessage
from tutor_app.programs.replies.program_reply import is_said, open_question
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_values import ProgramRun

# What code decides by a run alone, or has no question for, is not put to the model.
PUT_TO_MODEL: frozenset[Act] = frozenset(("says", "why", "answers", "argues", "tells", "pressed"))
MOST_TOLD = 3  # calls that a change leaves wrong


def hear_turn(
    topic: Topic, heard: HeardMessage, facts: RunFacts, teller: Teller | None
) -> HeardMessage:
    """Return what a message does with what the model makes of it, where it is asked and answers."""
    exchange = topic.reading.exchange if topic.reading is not None else None
    is_open = facts.run is not None and facts.run.loads and not facts.is_right
    if teller is None or exchange is None or not is_open or heard.act not in PUT_TO_MODEL:
        return heard
    repaired = _repaired(topic, facts)
    put = write_facts(list(_facts(topic, facts)), topic.source, repaired)
    written = teller(exchange, put)
    turn = parse_turn(written) if written is not None else None
    if turn is None:
        return heard
    if turn.verdict in ("right", "partly") and not is_borne_out(topic, heard, facts):
        return heard
    visible = [exchange[0], topic.source, topic.words, put.partition("Repair:")[0], *topic.hints]
    return replace(heard, turn=keep_showable(turn, "\n".join(visible), topic.source, repaired))


def is_borne_out(topic: Topic, heard: HeardMessage, facts: RunFacts) -> bool:
    """Return whether something computed says that a claim is right: its place is where it goes
    wrong, or an expression that it asks about is true, or a value is as it says.

    Who has just answered wrong is not told that they are right.
    """
    if heard.answered == "wrong":
        return False
    if any(claim.agrees for claim in heard.on_run):
        return True
    if any(each.is_asked and set(each.seen) == {"True"} for each in facts.looked):
        return True
    fault, reading = facts.fault, topic.reading
    blamed = {*lines_named(topic.source, topic.words), *(reading.blamed if reading else ())}
    is_sure = fault is not None and (fault.certain or fault.ground == "sequence")
    return fault is not None and is_sure and not blamed.isdisjoint(fault.lines)


def told_question(topic: Topic, turn: TutorTurn | None) -> RunQuestion | None:
    """Return the model's question, where it says nothing beside it and it was not put before."""
    if turn is None or turn.verdict != "none" or not turn.ask or is_said(turn.ask, topic):
        return None
    return RunQuestion(
        wordings=(turn.ask,), awaited=open_question(f"{TOLD}{turn.ask}"), lines=frozenset()
    )


def _repaired(topic: Topic, facts: RunFacts) -> str | None:
    """Return a program that passes every call, where one is known."""
    fault, known = facts.fault, topic.record.passing
    if facts.tried is not None and facts.tried.outcome == "passes_all":
        return facts.tried.change.source
    if known is not None and not topic.is_changed:
        return known
    return fault.repairs[0] if fault is not None and fault.repairs else None


def _facts(topic: Topic, facts: RunFacts) -> Iterator[str]:
    """Yield what was run for the message, a line each, as the model was taught to be told it."""
    reading = topic.reading
    assert reading is not None
    yield from (each.claim.shown for each in facts.looked)
    for run in reading.runs:
        result = facts.result_of(run.call)
        if result is not None:
            yield from list_calls([result])
    if reading.edits and facts.tried is not None:
        yield from _of_change(facts.tried.after)


def _of_change(after: ProgramRun) -> Iterator[str]:
    decided = [each for each in after.results if each.case.is_decided]
    wrong = [each for each in decided if each.status != "passed"]
    if decided and not wrong:
        yield f"With the change all {len(decided)} known calls come out right."
    for line in list_calls((wrong or after.results)[:MOST_TOLD]):
        if wrong or not decided:
            yield f"With the change {line}"
