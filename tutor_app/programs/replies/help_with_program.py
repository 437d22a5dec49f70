"""A program that misbehaves: run before it is discussed, then one step towards the fault.

read_topic   what is on the table: the program, the calls that are known, what was asked
examine      what running it shows, and what a change does that the student tells
hear         what the message does: it shows, changes, proposes, answers, asks for help
decide       one move, by the facts and the hint ladder
say          the reaction first, then the move, in sentences of the catalogue
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from tutor_app.domain.teaching import ProgramRecord, WorkRecord
from tutor_app.domain.values import Event, Offers, Quote, Sentence, Session
from tutor_app.programs.replies.choose_move import decide
from tutor_app.programs.replies.examine_program import RunFacts, examine
from tutor_app.programs.replies.kept_cases import write_cases
from tutor_app.programs.replies.message_act import hear
from tutor_app.programs.replies.program_topic import Topic, read_topic
from tutor_app.programs.replies.write_reply import Reply, said_in, say
from tutor_app.programs.runs_at_once import Runner
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.message_features import MessageFeatures
from tutor_app.wording.catalogue import phrase

PASTE_IT = phrase("programs_moves.paste_it")
Cite = Callable[[str], Sequence[Quote]]
MOST_HINTS = 60  # replies remembered, so that nothing is said twice
MOST_ASKED = 200


def help_with_program(
    shape: MessageFeatures, session: Session, cite: Cite, runner: Runner | None
) -> Generator[Event, None, WorkRecord | None]:
    """Yield the reply to a message about a program; return what it leaves for the next one.

    Without a `runner`, or where it is off, nothing is said of what the program does.
    """
    topic = read_topic(shape, session)
    if topic is None:
        return (yield from _no_program(session))
    facts = examine(topic, runner)
    heard = hear(topic, facts)
    move = decide(topic, heard, facts)
    reply = say(topic, heard, facts, move, session.contact)
    yield from reply.sentences
    if reply.topic is not None:
        yield from list(cite(reply.topic))[:1]
    if reply.offers:
        yield Offers(messages=(NEXT_HINT,))
    return _left(topic, facts, reply)


def _no_program(session: Session) -> Generator[Event, None, WorkRecord]:
    before = session.work.hints if session.work is not None else ()
    texts = PASTE_IT.wordings()
    text = next((text for text in texts if not any(text in said for said in before)), texts[-1])
    yield Sentence(text=text, role="question")
    return WorkRecord(kind="program", key="program:", text="", hints=(*before, text))


def _left(topic: Topic, facts: RunFacts, reply: Reply) -> WorkRecord:
    asked = (*topic.record.asked, reply.asked) if reply.asked is not None else topic.record.asked
    record = ProgramRecord(
        cases=write_cases(facts.cases or topic.cases),
        focus=reply.focus if reply.focus is not None else topic.record.focus,
        asked=asked[-MOST_ASKED:],
        described=reply.described,
        awaited=reply.awaited,
        mended=reply.mended or (None if topic.is_changed else topic.record.mended),
        fault=facts.fault.kind if facts.fault is not None else topic.record.fault,
    )
    return WorkRecord(
        kind="program",
        key=topic.key,
        text=topic.source,
        attempt=topic.source if topic.is_changed else None,
        hints=(*topic.hints, said_in(reply.sentences))[-MOST_HINTS:],
        program=record,
        ladder=() if reply.event is None else (reply.event,),
    )
