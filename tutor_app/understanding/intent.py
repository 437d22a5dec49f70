"""Which help a message asks for (K6): by what it does, what is on the table and what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.domain.lexicon import QUESTION_WORDS
from tutor_app.domain.values import (
    Intent,
    Message,
    Session,
    WorkRecord,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.understanding.feelings import Feeling, feeling_of
from tutor_app.understanding.message_features import MessageFeatures, read_shape
from tutor_app.understanding.turn_tokens import OnTable

ProblemKind = Literal["trace", "check", "next"]

# What each act asks for where nothing of the student's own is on the table.
_OPENING: Final[Mapping[DialogueAct, Intent]] = {
    "ask.fact": "direct",
    "ask.admin": "direct",
    "ask.why": "conceptual",
    "ask.run": "tracing",
    "ask.check": "validation",
    "work.submit": "validation",
    "work.bug": "debugging",
    "work.mended": "debugging",
    "tell.seen": "debugging",
    "ask.example": "conceptual",
    "ask.simpler": "conceptual",
    "ask.more": "conceptual",
    "ask.practice": "conceptual",
    "ask.reason": "conceptual",
    "tell.answer": "validation",
    "tell.idea": "validation",
    "tell.data": "tracing",
    "help.stuck": "conceptual",
    "help.solution": "direct",
    "react.ack": "direct",
    "react.disagree": "direct",
    "react.feeling": "direct",
    "chat.smalltalk": "direct",
    "chat.offsubject": "direct",
    "meta.use": "direct",
}
# These answer or take up something: where nothing is there, an unsure one gives way to the second.
_LEANS: Final[frozenset[DialogueAct]] = frozenset(
    {
        "ask.simpler",
        "ask.more",
        "ask.reason",
        "tell.answer",
        "tell.idea",
        "tell.data",
        "react.ack",
        "react.disagree",
        "work.mended",
    }
)
# Told beside a program or an error they tell of its fault.
_TOLD_OF_A_FAULT: Final[frozenset[DialogueAct]] = frozenset(
    {"tell.answer", "tell.idea", "tell.seen", "help.stuck", "react.feeling", "react.disagree"}
)
# What is understood, not judged or looked up: the course's own words tell it.
TOLD: Final[frozenset[Intent]] = frozenset({"direct", "conceptual"})
# They are about the course, the tutor or the student: never about the work on the table.
BESIDE_THE_WORK: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.admin", "chat.offsubject", "chat.smalltalk", "meta.use", "react.feeling"}
)
_REACTS: Final[frozenset[DialogueAct]] = frozenset({"react.ack", "react.feeling"})
_PERSON_FIRST: Final[frozenset[Feeling]] = frozenset({"distress", "low"})
# Of something that is on the table nobody asks this: "what do you mean?" is no question on the app.
_OF_NO_COURSE: Final[frozenset[DialogueAct]] = frozenset(
    {"meta.use", "chat.offsubject", "chat.smalltalk"}
)
# They take up work that waits while something else was asked.
_COMES_BACK: Final[frozenset[DialogueAct]] = frozenset(
    {"work.submit", "work.mended", "tell.answer", "tell.idea", "tell.seen", "tell.data"}
)
# They are about a program even where none was shown so far.
_BRINGS: Final[frozenset[DialogueAct]] = frozenset(
    {"work.bug", "work.mended", "work.submit", "tell.seen", "help.stuck", "help.solution"}
)
_WANTS_HELP: Final[frozenset[DialogueAct]] = frozenset({"help.stuck", "help.solution"})
_ASKS_TO_KNOW: Final[frozenset[DialogueAct]] = frozenset({"ask.fact", "ask.why", "ask.admin"})
# Beside data they ask for a run on these; a reason is no run, whatever numbers stand in it.
_RUNS_ON_DATA: Final[frozenset[DialogueAct]] = frozenset({"help.solution", "ask.fact"})
_BY_WORK: Final[Mapping[str, Intent]] = {
    "program": "debugging",
    "exercise": "validation",
    "answer": "evaluation",
    "calculation": "validation",
}
_OF_OPEN_WORK: Final[frozenset[Intent]] = frozenset({"validation", "evaluation"})
_BY_PROBLEM: Final[Mapping[ProblemKind, Intent]] = {
    "trace": "tracing",
    "next": "tracing",
    "check": "validation",
}
LONG: Final = 30  # words: a message that tells more than it asks
_SIGNS: Final = ".,:;!?()\"'"
_SHARED: Final = 2  # content words of the work that waits: a message with as many is about it


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpRequest:
    """Which help a message asks for, and what it holds.

    Where it is not `sure`, `others` are what else it may be, the likeliest first. `act` is what the
    message was taken to do.
    """

    intent: Intent
    sure: bool
    others: tuple[Intent, ...]
    shape: MessageFeatures
    act: DialogueAct


def understand(  # noqa: PLR0913  (a message, with all that it is read against)
    message: Message,
    guess: ActGuess,
    table: OnTable = "nothing",
    session: Session | None = None,
    problem_kind: ProblemKind | None = None,
    *,
    leaves: bool = False,
) -> HelpRequest:
    """Return which help a message asks for.

    What the student chose themselves always counts. Forms decide where they are exact:
    `problem_kind` is what is asked of an algorithm problem that was read in the message. The
    `session` has the student's own work, on the table or waiting; the message `leaves` it where it
    is clearly about something else.
    """
    shape = read_shape(message.text)
    act = settled_act(guess, table, message.text)
    if message.wanted is not None:
        return HelpRequest(intent=message.wanted, sure=True, others=(), shape=shape, act=act)
    if problem_kind is not None and not (shape.code is not None and _of_fault(act, shape)):
        read = _BY_PROBLEM[problem_kind]
        return HelpRequest(intent=read, sure=True, others=(), shape=shape, act=act)
    carried = None if leaves or session is None else _goes_on_with(session, act, table, shape)
    if carried is not None:
        return HelpRequest(intent=carried, sure=True, others=(), shape=shape, act=act)
    first = "tracing" if _may_want_run(guess, shape) else _intent_of(act, shape)
    rival = _intent_of(guess.second if act == guess.act else guess.act, shape)
    # A fact and a reason are both told by the course's own words: between these nobody is asked.
    sure = guess.sure or first == rival or {first, rival} <= TOLD
    return HelpRequest(
        intent=first, sure=sure, others=() if sure else (rival,), shape=shape, act=act
    )


def settled_act(guess: ActGuess, table: OnTable, text: str) -> DialogueAct:
    """Return the act that a message is taken for; where it is not sure, the safer of the two.

    Who shows a feeling and asks something is answered; nobody is sent away on a guess. A date or a
    mark that may be asked for is looked up: the quote tells whether it was meant.
    """
    asks_too = guess.second in _ASKS_TO_KNOW or guess.second == "ask.reason"
    if guess.act in _REACTS and _may_ask(text) and (asks_too or "?" in text):
        return guess.second if asks_too else _asked_with(text)
    if table != "nothing" and guess.act in _OF_NO_COURSE and guess.about_table:
        return "ask.simpler" if guess.second in BESIDE_THE_WORK else guess.second
    if table == "nothing" and guess.act == "ask.check" and guess.second == "work.submit":
        return guess.second  # nothing is there to be checked but what the message holds
    if table == "nothing" and guess.act == "ask.simpler":
        return "ask.why"  # nothing was said yet that could be said more simply
    return guess.act if guess.sure else _likelier_act(guess, table, text)


def _likelier_act(guess: ActGuess, table: OnTable, text: str) -> DialogueAct:
    """Return the act that a message which may be two is taken for."""
    asks_too = guess.second in _ASKS_TO_KNOW or guess.second == "ask.reason"
    if table == "nothing" and _tells_much(guess, text) and (asks_too or "?" in text):
        return guess.second if asks_too else "ask.fact"
    if table == "nothing" and _OPENING[guess.second] == "debugging" and _shows_fault(text):
        return guess.second
    if table == "nothing" and guess.act in _LEANS and guess.second not in _LEANS | BESIDE_THE_WORK:
        return guess.second
    if guess.act == "ask.admin":
        return guess.act
    if guess.act == "chat.smalltalk" and guess.second == "chat.offsubject" and "?" in text:
        return guess.second  # who asks wants more than a greeting
    return _beside_or_second(guess, text) if guess.act in BESIDE_THE_WORK else guess.act


def _beside_or_second(guess: ActGuess, text: str) -> DialogueAct:
    """Return the act of what may be beside all work: who shows a program, or asks, is answered."""
    if _shows_fault(text):
        return "work.bug" if guess.second in BESIDE_THE_WORK else guess.second
    asks = guess.second in _ASKS_TO_KNOW or guess.second == "ask.reason"
    return guess.second if asks else guess.act


def _tells_much(guess: ActGuess, text: str) -> bool:
    """Tell whether a long message may be about a program's fault, and shows neither: it asks."""
    long = len(text.split()) > LONG
    return long and _OPENING[guess.act] == "debugging" and not _shows_fault(text)


def leaves_table(act: DialogueAct, guess: ActGuess, *, new_terms: bool) -> bool:
    """Tell whether a message is clearly about something else than the work on the table.

    `new_terms`: it names something that neither the work nor what was said about it does.
    """
    if act in BESIDE_THE_WORK:
        return True
    return new_terms and (act in _ASKS_TO_KNOW or (guess.sure and not guess.about_table))


def _asked_with(text: str) -> DialogueAct:
    """Return what is asked beside a feeling; nobody in distress is answered by a search."""
    return "react.feeling" if feeling_of(text) in _PERSON_FIRST else "ask.fact"


def _may_ask(text: str) -> bool:
    """Tell whether a message has the mark or a word of a question."""
    words = {word.strip(_SIGNS) for word in text.casefold().split()}
    return "?" in text or not words.isdisjoint(QUESTION_WORDS)


def _intent_of(act: DialogueAct, shape: MessageFeatures) -> Intent:
    if shape.traceback is not None or _of_fault(act, shape):
        return "debugging"
    if act in _RUNS_ON_DATA and shape.has_data:
        return "tracing"
    return _OPENING[act]


def _may_want_run(guess: ActGuess, shape: MessageFeatures) -> bool:
    """Tell whether data stand beside what may ask for a run: "how does the queue look after …?"."""
    in_doubt = guess.act == "ask.why" or not guess.sure
    return shape.has_data and in_doubt and guess.second == "ask.run"


def _shows_fault(text: str) -> bool:
    """Tell whether a message shows a program, or what it stopped with."""
    shape = read_shape(text)
    return shape.code is not None or shape.error is not None or shape.traceback is not None


def _of_fault(act: DialogueAct, shape: MessageFeatures) -> bool:
    """Tell whether a message beside a program, or an error, is about what goes wrong there."""
    shown = shape.code is not None or shape.error is not None
    return shown and (act in _TOLD_OF_A_FAULT or _OPENING[act] == "debugging")


def _goes_on_with(
    session: Session, act: DialogueAct, table: OnTable, shape: MessageFeatures
) -> Intent | None:
    """Return the help with the student's own work, where a message goes on with that."""
    work = session.work
    if work is None or work.kind == "calculation":
        return None  # what goes on with a calculation is told by its own lines
    own = _BY_WORK[work.kind]
    if shape.code is not None and work.kind != "program":
        return None  # a program is no answer to an exercise: it is looked at as one
    if own == "debugging" and not work.text and shape.code is None and act not in _BRINGS:
        return None  # a program was asked for, and none is there: the person speaks of other things
    if table == work.kind:
        last = session.before[-1].intent if session.before else None
        return last if last in _OF_OPEN_WORK and own != "debugging" else own
    if act in _WANTS_HELP:
        return own
    return own if act in _COMES_BACK and _speaks_of(work, shape) else None


def _speaks_of(work: WorkRecord, shape: MessageFeatures) -> bool:
    """Tell whether a message has words of the work that waits."""
    if shape.has_data and shape.code is None:
        return False
    own = set(tokens(f"{work.text} {work.attempt or ''}"))
    return len(own & set(tokens(shape.prose))) >= _SHARED
