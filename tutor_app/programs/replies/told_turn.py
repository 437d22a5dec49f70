"""Where the model's words stand in a reply: in place of the question that code would ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.domain.values import Sentence
from tutor_app.programs.message_reading.ask_for_reading import list_calls
from tutor_app.programs.message_reading.tutor_turn import (
    Teller,
    checked,
    parse_turn,
    write_facts,
)
from tutor_app.programs.replies.accepted_answers import TOLD
from tutor_app.programs.replies.choose_move import Move, MoveKind
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.message_act import HeardMessage
from tutor_app.programs.replies.program_reply import (
    Reply,
    as_sentence,
    is_said,
    open_question,
)
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.programs.run_values import ProgramRun

# Moves that lead nearer to the fault: what calls must give, confirmations and the upper levels of
# the ladder stay code's.
LEADS: frozenset[MoveKind] = frozenset(
    ("ask", "ask_of_next", "ask_change", "nothing", "nothing_new", "instead")
)
OUTCOME = "outcome"  # how the key of a question for a prediction begins
MOST_TOLD = 3  # calls that a change leaves wrong


def is_led(topic: Topic, move: Move, teller: Teller | None) -> bool:
    """Whether the model may lead on: it has read the message, and the move asks for the cause or
    for a prediction that was asked for before."""
    if teller is None or topic.reading is None or topic.reading.exchange is None:
        return False
    again = move.kind == "predict" and topic.record.asked[-1:] != ()
    return move.kind in LEADS or (again and topic.record.asked[-1].startswith(OUTCOME))


def reaction_of(reply: Reply) -> tuple[Sentence, ...]:
    """Return what a reply tells of the run, which stands above the model's words."""
    return tuple(each for each in reply.sentences if each.role in ("verdict", "hint"))


def with_turn(
    reply: Reply, topic: Topic, heard: HeardMessage, facts: RunFacts, teller: Teller | None
) -> Reply | None:
    """Return a reply whose question, and the sentence before it, are the model's; None where it has
    no words in time, or none that may be shown."""
    exchange = topic.reading.exchange if topic.reading is not None else None
    if exchange is None or teller is None:
        return None
    repaired = _repaired(topic, facts)
    reaction = reaction_of(reply)
    put = write_facts(list(_facts(topic, facts)), topic.source, repaired)
    written = teller(exchange, put)
    turn = parse_turn(written) if written is not None else None
    if turn is None:
        return None
    visible = [exchange[0], topic.source, topic.words, put.partition("Repair:")[0], *topic.hints]
    known = "\n".join([*visible, *(each.text for each in reaction)])
    turn = checked(turn, known, topic.source, repaired)
    say = turn.say if turn.verdict in _agreeing(heard) and not is_said(turn.say, topic) else ""
    ask = turn.ask if not is_said(turn.ask, topic) else ""
    if not ask and not say:
        return None
    added = [as_sentence(say, "hint")] if say else []
    added += [as_sentence(ask, "question")] if ask else []
    return replace(
        reply,
        sentences=(*reaction, *added),
        asked=f"{TOLD}{ask}" if ask else None,
        awaited=open_question(f"{TOLD}{ask}") if ask else None,
    )


def _agreeing(heard: HeardMessage) -> tuple[str, ...]:
    """Return the verdicts that do not speak against what the run has said of the same message."""
    if heard.answered == "right":
        return ("right", "partly", "none")
    if heard.answered == "wrong":
        return ("no", "partly", "none")
    return ("right", "partly", "no", "none")


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
    elif reading.edits and topic.is_changed and facts.run is not None:
        yield from _of_change(facts.run)


def _of_change(after: ProgramRun) -> Iterator[str]:
    decided = [each for each in after.results if each.case.is_decided]
    wrong = [each for each in decided if each.status != "passed"]
    if decided and not wrong:
        yield f"With the change all {len(decided)} known calls come out right."
    for line in list_calls((wrong or after.results)[:MOST_TOLD]):
        if wrong or not decided:
            yield f"With the change {line}"
