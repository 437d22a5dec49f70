"""Back from a side question: a message that goes on with the work is read as if none was asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import yaml

from tutor_app.conversation.beside.lead_back import OF_WORK
from tutor_app.conversation.beside.told_of_run import sets_run_at_hand
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Intent, Session
from tutor_app.exercises.standing import asks_of_standing
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.outright import plain_words_of, small_talk

Kind = str
_NAMES: Final[Mapping[Kind, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("work_names.yaml").read_text(encoding="utf-8")
)
_INTENTS: Final[Mapping[Kind, frozenset[Intent]]] = {
    "trace": frozenset({"tracing", "validation"}),
    "program": frozenset({"debugging"}),
    "exercise": frozenset({"validation", "evaluation"}),
    "answer": frozenset({"validation", "evaluation"}),
    "calculation": frozenset({"validation"}),
}
_LEAD: Final = re.compile(
    r"([^:.;\n]*\bback\b[^:.;\n]*)[:.;\n]\s*(\S.*)", re.DOTALL | re.IGNORECASE
)
_SHORT: Final = 9  # words: who says more about the work says what is wanted of it
# After the student was led back, these answer the question that waits, or ask for help with it.
_OF_THE_QUESTION: Final[frozenset[DialogueAct]] = frozenset(
    {
        "react.ack",
        "help.stuck",
        "help.solution",
        "ask.run",
        "tell.answer",
        "tell.idea",
        "tell.seen",
        "work.submit",
        "work.mended",
    }
)
# "I don't understand anything": who has lost the thread is led to the work, in a smaller step.
_LOST: Final[frozenset[DialogueAct]] = frozenset({"ask.simpler", "help.stuck", "react.feeling"})
_AT_ALL: Final = frozenset({"anything", "everything", "nothing", "all", "completely", "totally"})
_REASONS: Final[frozenset[DialogueAct]] = frozenset({"ask.reason", "ask.why"})
_CHECK: Final = ActGuess(
    act="ask.check", confidence=1.0, second="ask.fact", sure=True, about_table=True
)
_GO_ON: Final = ActGuess(
    act="react.ack", confidence=1.0, second="ask.run", sure=True, about_table=True
)


def come_back(turn: TurnContext) -> TurnContext:
    """Return the turn at the work that waits, where its message goes on with that."""
    session = turn.session
    waits = session.work is not None or session.tracing is not None
    may_come = waits or session.ended_work is not None
    if not may_come or not session.before or turn.message.wanted is not None:
        return turn
    if session.round_is_newest:
        return turn  # what waits is a question of practice
    if _asks_of_answer(turn):
        return replace(turn, session=_at(session, _newest(session)), settled=_CHECK)
    last = session.before[-1].intent
    named = _kind_named(turn)
    if named is not None and (last not in _INTENTS[named] or named != _newest(session)):
        return replace(turn, session=_at(session, named), settled=_GO_ON)
    if (led := _led_to_work(turn)) is not None:
        return led
    if not waits or last in OF_WORK:
        return turn
    newest = _newest(session)
    back = replace(turn, session=_at(session, newest))
    if _asks_where_we_were(turn):
        return replace(back, settled=_GO_ON)
    if newest == "trace" and (_asks_of_a_node(back) or _is_lost(back)):
        return back
    chats = small_talk(turn.message.text) not in (None, "fine")
    goes_on = back.act.act in _OF_THE_QUESTION and not chats
    return back if goes_on and _was_led_back(session) else turn


def _asks_of_answer(turn: TurnContext) -> bool:
    """Whether a short message asks where the answer at hand stands: "do I have everything now?"."""
    work, text = turn.session.work, turn.message.text
    at_answer = work is not None and work.attempt is not None and work.item is not None
    if not at_answer or _newest(turn.session) not in ("exercise", "answer"):
        return False
    embedder = turn.services.embedder
    return len(text.split()) <= _SHORT and "stands" in asks_of_standing(text, embedder)


def _kind_named(turn: TurnContext) -> Kind | None:
    """Return the work that a short message names and says nothing else of: "back to my code"."""
    text, guess = turn.message.text, turn.act
    words = plain_words_of(text).split()
    if len(words) > _SHORT or turn.shape.has_data or "?" in text:
        return None
    if guess.sure and not guess.act.startswith(("chat.", "react.", "meta.")):
        return None
    session = turn.session
    waiting = ["trace"] * (session.tracing is not None)
    waiting += [work.kind for work in (session.work, session.ended_work) if work is not None]
    named = next((kind for kind in waiting if set(words) & set(_NAMES[kind])), None)
    return "trace" if named == "exercise" and sets_run_at_hand(turn) else named


def _led_to_work(turn: TurnContext) -> TurnContext | None:
    """Return the turn at the work that the lead of a message names, with what follows the lead:
    "back to the item: every tree has n − 1 edges".
    """
    found, session = _LEAD.fullmatch(turn.message.text), turn.session
    if found is None:
        return None
    named = _kind_named(replace(turn, message=replace(turn.message, text=found[1])))
    if named is None or session.before[-1].intent in _INTENTS[named]:
        return None
    message = replace(turn.message, text=found[2])
    return replace(turn, session=_at(session, named), message=message)


def _newest(session: Session) -> Kind:
    if session.work is not None and (session.work_is_newer or session.tracing is None):
        return session.work.kind
    return "trace"


def _at(session: Session, kind: Kind) -> Session:
    """Return the session as it was when the work was last spoken of."""
    before, ended = session.before, session.ended_work
    if ended is not None and ended.kind == kind:
        session = replace(session, work=replace(ended, stopped=False), ended_work=None)
    while before and before[-1].intent not in _INTENTS[kind]:
        before = before[:-1]
    return replace(session, before=before or session.before, work_is_newer=kind != "trace")


def _asks_where_we_were(turn: TurnContext) -> bool:
    """Whether a message that greets nobody is talk about the talk: "ok where were we"."""
    text = turn.message.text
    return turn.act.act == "chat.smalltalk" and "?" not in text and small_talk(text) is None


def _is_lost(turn: TurnContext) -> bool:
    """Whether a message says that nothing at all is understood: it names no subject of its own."""
    words = set(plain_words_of(turn.message.text).split())
    return turn.act.act in _LOST and bool(words & _AT_ALL) and len(words) <= _SHORT


def _asks_of_a_node(turn: TurnContext) -> bool:
    """Whether a question of why names a node of the run that waits."""
    tracing = turn.session.tracing
    assert tracing is not None
    graph = tracing.problem.graph
    if graph is None or turn.act.act not in _REASONS or not turn.act.about_table:
        return False
    items = AnswerItems(turn.message.text, graph.nodes).items
    return any(item.kind == "node" for item in items)


def _was_led_back(session: Session) -> bool:
    """Whether the last reply ended with the question that waits."""
    said = session.before[-1].said
    return bool(said) and said[-1].rstrip().endswith("?")
