"""Which help a message asks for (K6), by rules: its words, and the shape of what it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Intent, Message, Session
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.plain_spelling import plain
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS, split_message
from tutor_app.understanding.dialogue_acts import Aside, aside
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.understanding.intent_clues import CLUES, OWN_PROGRAM, Weights
from tutor_app.understanding.message_features import MessageFeatures, read_shape

ProblemKind = Literal["trace", "check", "next"]

SURE_BY = 1.0  # points that the likeliest help must lead by; with less the student is asked
# At equal points the first counts: a clue says more than the lack of one.
_CLASSES: tuple[Intent, ...] = ("validation", "debugging", "tracing", "conceptual", "direct")
_TOLD: frozenset[Intent] = frozenset({"direct", "conceptual"})
_GOES_ON = frozenset({"tracing", "validation", "debugging", "evaluation"})
_BY_PROBLEM: dict[ProblemKind, Intent] = {
    "trace": "tracing",
    "next": "tracing",
    "check": "validation",
}
_LONG = 25  # words: a fact is asked for with fewer, a difficulty is told with more
_OF_ONE = re.compile(r"\b(?:my|our|this|it|its|i|i'm|me|the)\b")  # something of the student's own
# "why do we …", "explain this code": of a program that is shown, its meaning and not its fault.
_OF_MEANING = re.compile(r"\b(?:we|you|explain|purpose|point|idea|mean|means|how (?:does|do))\b")
_BESIDE_A_FAULT = 0.4  # what other clues count where a program is said to misbehave
_BESIDE_A_RUN = 0.4  # what "how does …?" counts where a run on given data is asked for
_WHY = re.compile(r"(?i)\bwhy\b")
_CLEAR = 2.5  # points of one wording that leaves little doubt
_DEFINITION = 3.5  # points of "what is …?" and nothing else
_POINTS_BACK = re.compile(
    r"\b(?:it|its|this|that|these|those|here|my|mine|they|them"
    r"|(?:should|do|am|did|must) i)\b"
)
_SHARED = 2  # content words of the work at hand: a sentence with as many is about it
_BLANK_LINES = re.compile(r"\n{3,}")
_SPACES = re.compile(r"[ \t]+")
_OF_PROGRAMS = frozenset(
    tokens(
        "code program function loop list line variable value print return output input test error"
        " run change fix condition index statement call array string number element case"
    )
)
_READ_EXACTLY = 6.0  # points of a problem that the tracing engine has read in the message
_READ_IN_A_PROGRAM = 1.5  # the same, where it may be what the student's program is run on
_BY_WORK: dict[str, Intent] = {
    "program": "debugging",
    "exercise": "validation",
    "answer": "evaluation",
}
# What begins like this is the next sentence of an answer, also where it ends in a question mark.
_CLAIMS = re.compile(
    r"(?i)\W*(?:(?:ah|oh|ok|hm+|wait|maybe),? )*"
    r"(?:so|then|because|since|thus|hence|therefore|cause|(?:it'?s|that'?s|is it|is that) because"
    r"|i (?:think|guess|would|could|should|add|append|change|set|put|move|return|need))\b"
    r"(?! (?:what|why|how|when|where|who|which|can|should|do|does)\b)"
)
# A question is one without its mark as well.
_OPENS_A_QUESTION = re.compile(
    r"\W*(?:(?:ok|and|but|so|hey|hi|wait|btw|also|sorry|by the way),? )*"
    r"(?:who|whom|when|where|what|which|why|how|(?:can|could|may|am|do|must) (?:i|we)|are we"
    r"|is (?:it|there)|are there|does)\b"
)
# How the course is run, and not what an exercise asks.
_OF_THE_COURSE = re.compile(
    r"\b(?:deadlines?|due(?! to)|hand(?:ed|ing)? (?:\w+ )?in|submit\w*|submission|late|extension"
    r"|e ?mail|contact|office hours?|exams?|midterm|grad(?:es?|ed|ing)|cop(?:y|ied|ying) from"
    r"|plagiar\w+|cheat\w*|chatgpt|gpt|llm|syllabus|allowed|partner|team|sick|ill|credits?)\b"
)
_FOR_A_HINT = re.compile(r"(?i)\bstuck\b|\bhints?\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which help a message asks for, and what it holds.

    Where it is not `sure`, `others` are what else it may be, the likeliest first.
    """

    intent: Intent
    sure: bool
    others: tuple[Intent, ...]
    shape: MessageFeatures


def understand(
    message: Message, session: Session, problem_kind: ProblemKind | None = None
) -> Asked:
    """Return which help a message asks for.

    What the student chose themselves always counts. `problem_kind` is what is asked of an algorithm
    problem, where the message was read as one.
    """
    shape = read_shape(message.text)
    if message.wanted is not None:
        return Asked(intent=message.wanted, sure=True, others=(), shape=shape)
    carried = _carried_on(message.text, shape, session)
    if carried is not None and (problem_kind is None or shape.code is not None):
        return Asked(intent=carried, sure=True, others=(), shape=shape)
    weights = weigh(message.text, shape)
    if problem_kind is not None:
        read = _READ_EXACTLY if shape.code is None else _READ_IN_A_PROGRAM
        weights[_BY_PROBLEM[problem_kind]] += read
    ranked = sorted(_CLASSES, key=lambda intent: -weights[intent])
    first = ranked[0]
    # A fact and a reason are both told by the course's own words: between these nobody is asked.
    rival = next(other for other in ranked[1:] if not {first, other} <= _TOLD)
    sure = weights[first] - weights[rival] >= SURE_BY
    return Asked(intent=first, sure=sure, others=() if sure else (rival,), shape=shape)


def weigh(text: str, shape: MessageFeatures) -> Weights:
    """Return the points of each help: the sum of all clues in the words and the shape."""
    weights: Weights = dict.fromkeys(_CLASSES, 0.0)
    words = _SPACES.sub(" ", plain(written_out(shape.prose)))
    for clue in CLUES:
        if clue.pattern.search(words):
            weights[clue.intent] += clue.points
    if len(words.split()) >= _LONG and not shape.has_data:
        weights["conceptual"] += 1.0
    _weigh_misbehaviour(weights, words, shape)
    _weigh_program(weights, shape)
    _weigh_own_work(weights, text, shape)
    _weigh_data(weights, text, shape)
    return weights


def _weigh_misbehaviour(weights: Weights, words: str, shape: MessageFeatures) -> None:
    """Of a program that misbehaves, "why?" and "is that right?" ask for the fault."""
    shown = shape.code is not None or shape.error is not None or shape.traceback is not None
    blames = weights["debugging"] > 0 and (shown or OWN_PROGRAM.search(words))
    if blames or (shape.code is not None and not _OF_MEANING.search(words)):
        weights["conceptual"] *= _BESIDE_A_FAULT
        weights["validation"] *= _BESIDE_A_FAULT if blames else 1.0
    elif weights["conceptual"] >= 2.0 and not shown and not _OF_ONE.search(words):
        weights["debugging"] *= _BESIDE_A_FAULT  # of programs in general: "why do servers crash?"


def _weigh_program(weights: Weights, shape: MessageFeatures) -> None:
    if shape.traceback is not None:
        weights["debugging"] += 3.0
    if shape.error is not None:
        weights["debugging"] += 2.0
    if shape.code is not None:
        weights["debugging"] += 2.0
        weights["direct"] -= 1.0
        weights["validation"] += 0.5
        weights["tracing"] += 0.5


def _weigh_own_work(weights: Weights, text: str, shape: MessageFeatures) -> None:
    checks = CHECKS.search(shape.prose) is not None
    _, work = split_message(_BLANK_LINES.sub("\n\n", text))
    if checks:
        weights["validation"] += 2.0
    if work.strip():
        weights["validation"] += 1.5 if checks else 1.0


def _weigh_data(weights: Weights, text: str, shape: MessageFeatures) -> None:
    """Data alone beside a named algorithm ask for a run; without data there is nothing to run."""
    if not shape.has_data:
        weights["tracing"] -= 0.5 if shape.numbers or shape.edges else 1.5
        return
    weights["tracing"] += 0.5
    if weights["tracing"] > _CLEAR and not _WHY.search(shape.prose):
        weights["conceptual"] *= _BESIDE_A_RUN  # "how does the queue look after each step?"
    if name_algorithm(text) is not None and (shape.numbers >= 3 or shape.edges >= 2):
        weights["tracing"] += 1.0


def _carried_on(text: str, shape: MessageFeatures, session: Session) -> Intent | None:
    """Return the help that goes on: "I'm stuck", or a remark on the work, asks for no other."""
    last = session.before[-1].intent if session.before else None
    wanted = aside(text)
    if wanted is not None:
        if last in _GOES_ON:
            return last
        if session.work is not None and _wants_its_hint(text, wanted, session.work, session):
            return _BY_WORK[session.work.kind]
        return "conceptual" if wanted == "why" and last is not None else None
    if session.work is None or last == "tracing":
        return None
    if _asks_of_the_course(shape):
        return "direct"
    if last not in _GOES_ON:
        return _BY_WORK[session.work.kind] if _comes_back(text, shape, session) else None
    return None if _asks_its_own(text, shape, session) else last


def _asks(shape: MessageFeatures) -> bool:
    """Tell whether a message is a question, with its mark or without."""
    words = plain(written_out(shape.prose))
    return "?" in words or _OPENS_A_QUESTION.match(words) is not None


def _asks_of_the_course(shape: MessageFeatures) -> bool:
    """Tell whether a question is about how the course is run: its days, marks and people."""
    return _asks(shape) and _OF_THE_COURSE.search(plain(shape.prose)) is not None


def _comes_back(text: str, shape: MessageFeatures, session: Session) -> bool:
    """Tell whether a message goes on with the work at hand after something else was asked."""
    work = session.work
    if work is None or _asks(shape) or shape.code is not None:
        return False
    if work.kind == "program":
        return _CLAIMS.match(text) is not None
    own = set(tokens(f"{work.text} {work.attempt or ''}"))
    return len(own & set(tokens(shape.prose))) >= _SHARED and not shape.has_data


def _wants_its_hint(text: str, wanted: Aside, work: WorkRecord, session: Session) -> bool:
    """Tell whether a short message is about the work, though the last turn is not labelled so.

    An exercise may have been asked for directly; or something else was asked in between, and the
    work's ladder waits: then "I don't get it" is about what was said last.
    """
    said = session.before[-1].said if session.before else ()
    if any(hint in one for hint in work.hints for one in said):
        return True
    return wanted in ("pressed", "all") or _FOR_A_HINT.search(text) is not None


def _asks_its_own(text: str, shape: MessageFeatures, session: Session) -> bool:
    """Tell whether a message asks something that is not about the work at hand."""
    weights = weigh(text, shape)
    likeliest = max(_CLASSES, key=lambda intent: weights[intent])
    if shape.code is not None:
        return session.work is not None and session.work.kind != "program"
    if likeliest in ("validation", "debugging") or shape.lines:
        return False
    if _CLAIMS.match(text):
        return False
    if likeliest == "tracing" and shape.has_data:
        return True
    asks = _asks(shape) or weights["conceptual"] >= _CLEAR or weights["direct"] > _CLEAR
    own = set(tokens(shape.prose)) - _known(session)
    if weights["direct"] >= _DEFINITION:
        return bool(own)
    points_back = _POINTS_BACK.search(plain(shape.prose)) is not None
    return asks and not points_back and len(own) > 1


def _known(session: Session) -> set[str]:
    """Return the content words of the work at hand and of what was last said about it."""
    work, last = session.work, session.before[-1]
    texts = [last.question, *last.said]
    if work is not None:
        texts += [work.text, work.attempt or "", *work.hints]
    return {word for each in texts for word in tokens(each)} | _OF_PROGRAMS
