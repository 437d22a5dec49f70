"""A program that was run: the hint of its level, by what running it has shown."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from tutor_app.strategies import debugging_words as words
from tutor_app.strategies.ladder import ENDED, TOP, first, got_further, wrong_attempt
from tutor_app.strategies.place_questions import region_questions, whole_questions
from tutor_app.strategies.program_replies import Reply, ended, mended, walk, with_question, worked
from tutor_app.strategies.program_turn import ProgramFacts, ProgramTurn
from tutor_app.teaching import LadderEvent
from tutor_app.values import Sentence, Session


def by_facts(turn: ProgramTurn, facts: ProgramFacts, session: Session) -> Reply:
    """Judge by what running it has shown."""
    if facts.seen == facts.expected:
        reply = mended(turn)
        right = Sentence(text=words.right(facts), role="verdict")
        return replace(reply, sentences=(right,))
    if turn.said == "first":
        return hint_by_facts(turn, facts, first(turn.ladder, facts.line or 0))
    place = facts.line or 0
    event = wrong_attempt(turn.ladder, place)
    if event.level >= ENDED:
        return ended(turn, event, session, facts)
    lead = words.FURTHER if got_further(turn.ladder, place) else None
    return hint_by_facts(turn, facts, event, lead)


def hint_by_facts(
    turn: ProgramTurn, facts: ProgramFacts, event: LadderEvent, lead: str | None = None
) -> Reply:
    """Return the hint of the event's level, after the `lead`."""
    leads = () if lead is None else (lead,)
    if event.level == TOP - 1:
        return worked(turn, event, facts)
    if event.level == TOP:
        text = words.must_achieve_here(facts)
        if not any(text in said for said in turn.hints):
            sentence = Sentence(text=" ".join((*leads, text)), role="hint")
            return Reply(sentences=(sentence,), event=event)
        return with_question(turn, leads, words.its_purpose(facts), event)
    if event.level > 1:
        return with_question(turn, leads, chain(words.seen(facts), walk(turn, 2)), event)
    # The behaviour, and a prediction: no line is named on the first level.
    scene = turn.scene
    asked = chain(words.seen_once(facts), whole_questions(scene), region_questions(scene))
    return with_question(turn, leads, asked, event)
