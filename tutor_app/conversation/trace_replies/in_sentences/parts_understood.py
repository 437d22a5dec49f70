"""A message about the run on the table, understood part by part: what it tells, what it asks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.conversation.trace_replies.edge_replies.edge_turn import edges_understood
from tutor_app.conversation.trace_replies.in_sentences.parted_message import PartedMessage
from tutor_app.conversation.trace_replies.in_sentences.questions_parted import (
    chooses,
    part_questions,
)
from tutor_app.conversation.trace_replies.in_sentences.run_answers import RunAnswers
from tutor_app.conversation.trace_replies.in_sentences.sentences_told import (
    with_what_is_told,
    without_data,
)
from tutor_app.conversation.trace_replies.in_sentences.told_judged import told_of_run
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.trace_reply_sentences import describe_disorder
from tutor_app.conversation.trace_replies.trace_wishes import (
    holds_floor,
    wish_by_button,
    wish_in_short,
)
from tutor_app.conversation.trace_replies.wish_behind import ActOf
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.pair_reasons import reason_of_pair
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.spoken.read_statements import READ_OF, read_statements
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

Understood = Callable[[str, ActGuess | None], ProblemTurn | None]
# A question that wishes for something of the tutor's is none beside what is told.
_WISHES: Final[frozenset[DialogueAct]] = frozenset(
    (
        *("ask.run", "ask.practice", "ask.example", "ask.simpler", "ask.more", "ask.admin"),
        *("help.stuck", "help.solution", "chat.smalltalk", "chat.offsubject", "meta.use"),
    )
)
# What a question is read as where nothing else was found in it.
_BROAD: Final = frozenset(
    ("why", "state", "argue", "recheck", "claims_unsure", "unreadable", "go_on", "ack", "order")
)
_OF_WHOLE_RUNS: Final = frozenset(("order", "follows", "path"))
_OF_ROWS: Final = frozenset(("state", "order"))


def understood_in_parts(
    text: str,
    session: Session,
    act: ActGuess | None,
    act_of: ActOf | None,
    understood: Understood,
) -> ProblemTurn | None:
    """Return the turn of what a message tells, with what it asks beside it.

    `understood` reads a text whole. A message that only asks gets the answer to its question where
    the run or the course may have one, and nothing of it is read as rows.
    """
    known = session.tracing
    if known is None or not _is_at_hand(text, known, session):
        return _with_choices(text, with_what_is_told(text, known, session, understood(text, act)))
    edges = edges_understood(text, part_questions(text, known.problem).asked, known, session)
    if edges is not None:
        return edges
    parted = _without_wishes(part_questions(text, known.problem), text, act_of, known, session)
    other = _of_other_algorithm(parted, known, text, act)
    if other is not None:
        own_part, beside = other
        turn = understood_in_parts(own_part, session, act, act_of, understood) if own_part else None
        judged = turn is not None and bool(turn.told or turn.heard or turn.claims)
        if turn is None or not judged:
            turn = at_hand(known, session, "asked", known.attempt)
        return replace(
            turn, asked=beside.asked, beside_problem=beside.problem, beside_text=beside.text
        )
    if not parted.asked:
        turn = with_what_is_told(text, known, session, understood(text, act))
        return _owning_mistakes(turn, known, session)
    if not parted.told.strip():
        return _asked_alone(text, parted, known, session, understood(text, act))
    told_act = act_of(parted.told) if act_of is not None else act
    turn = with_what_is_told(parted.told, known, session, understood(parted.told, told_act))
    if turn is None or (turn.wanted in _BROAD and not turn.told):
        whole = understood(text, act)
        names = any(
            each.kind == "node"
            for asked in parted.asked
            for each in symbols_in(asked, known.problem)
        )
        if names and whole is not None and whole.wanted == "reason" and not _is_unmet(whole):
            return whole
        turn = at_hand(known, session, "asked", known.attempt)
    turn = _owning_mistakes(turn, known, session)
    return None if turn is None else replace(turn, asked=parted.asked)


def _with_choices(text: str, turn: ProblemTurn | None) -> ProblemTurn | None:
    """Return the turn of a new problem with the questions beside it that its run answers."""
    if turn is None or not turn.is_new or turn.question is not None:
        return turn
    asked = part_questions(without_data(text, turn), turn.problem).asked
    answered = tuple(
        each for each in asked if _answers(turn, PartedMessage(told="", asked=(each,)))
    )
    return replace(turn, asked=answered) if answered else turn


@dataclass(frozen=True, slots=True)
class _OfOther:
    """What is told of the problem at hand under another algorithm."""

    text: str
    problem: Problem
    asked: tuple[str, ...]


def _of_other_algorithm(
    parted: PartedMessage, known: TracingRecord, text: str, act: ActGuess | None
) -> tuple[str, _OfOther] | None:
    """Return what is told of the run at hand, and what of another algorithm.

    None where it names no other one, brings data of its own, or wishes for that run.
    """
    named = [each for each in name_algorithms(text) if each != known.problem.algorithm]
    other = next((each for each in named if each in READ_OF), None)
    if other is None or (act is not None and act.act in _WISHES and act.sure):
        return None
    if gather(text, algorithm_named(other)).whole:
        return None
    problem = replace(known.problem, algorithm=other, conventions={})
    try:
        facts = ExactFacts(run(problem))
    except ProblemInvalid:
        return None
    sentences = split_sentences(parted.told)
    first = next((n for n, one in enumerate(sentences) if other in name_algorithms(one)), None)
    last = facts.run.steps[-1].number

    def claims_order(text: str) -> bool:
        read = read_statements(text, problem, facts, last)
        return any(told.kind in _OF_WHOLE_RUNS for told in read.statements)

    claims = tuple(
        each for each in parted.asked if other in name_algorithms(each) and claims_order(each)
    )
    if first is None and not claims:
        return None
    beside = " ".join((*sentences[len(sentences) if first is None else first :], *claims))
    read = read_statements(beside, problem, facts, last)
    if not read.statements and not parted.asked:
        return None
    own = " ".join(sentences[:first])
    asked = tuple(each for each in parted.asked if each not in claims)
    return own, _OfOther(beside, problem, asked)


def _is_at_hand(text: str, known: TracingRecord, session: Session) -> bool:
    if known.question is not None or session.work_is_newer or "|" in text:
        return False
    if not holds_floor(session):
        return False
    return wish_by_button(text) is None and wish_in_short(text) is None


def _without_wishes(
    parted: PartedMessage,
    text: str,
    act_of: ActOf | None,
    known: TracingRecord,
    session: Session,
) -> PartedMessage:
    """Return the message unparted where a question wishes for something that no run answers."""
    if act_of is None or not parted.asked:
        return parted
    wishes = any((guess := act_of(each)).act in _WISHES and guess.sure for each in parted.asked)
    if wishes and not _answers(at_hand(known, session, "asked", known.attempt), parted):
        return PartedMessage(told=text)
    return parted


def _asked_alone(
    text: str,
    parted: PartedMessage,
    known: TracingRecord,
    session: Session,
    turn: ProblemTurn | None,
) -> ProblemTurn | None:
    """Return the turn of a message that only asks; of its question where nothing answers it."""
    own = at_hand(known, session, "asked", known.attempt)
    told = _answers(own, parted)
    if turn is None:
        return replace(own, asked=parted.asked) if told else None
    chosen = any(chooses(each, known.problem) for each in parted.asked)
    if chosen and (told or turn.heard is not None):
        return replace(own, asked=parted.asked)  # "B or D?" is no two rows
    if turn.wanted == "reason" and not _is_unmet(turn):
        return replace(own, asked=parted.asked) if told and turn.pair is None else turn
    if turn.wanted == "why" and not told and _row_tells_why(turn):
        return turn
    other = turn.problem.algorithm != known.problem.algorithm
    begins = turn.is_new and other and turn.student is None and turn.wanted == "trace"
    doubted = turn.student is not None and bool(turn.student.doubts)
    if turn.wanted in _OF_ROWS and not told:
        ends = any(each.kind == "end" for each in symbols_in(text, known.problem))
        return replace(own, asked=parted.asked) if ends else turn
    if turn.wanted in _BROAD or begins or _is_unmet(turn) or doubted:
        return replace(own, asked=parted.asked)
    return turn


def _row_tells_why(turn: ProblemTurn) -> bool:
    """Whether the row seen last shows why the run goes on: something in it is out of order."""
    try:
        return describe_disorder(run(turn.problem), last_row_seen(turn)) is not None
    except ProblemInvalid:
        return False


def _is_unmet(turn: ProblemTurn) -> bool:
    """Whether a reason is asked for between two nodes of which one is not met yet: that is none."""
    if turn.pair is None:
        return False
    try:
        reason = reason_of_pair(run(turn.problem), *turn.pair)
    except ProblemInvalid:
        return True
    return reason is None or reason.cause == "unmet"


def _answers(turn: ProblemTurn, parted: PartedMessage) -> bool:
    """Whether the run itself answers one of the questions."""
    try:
        exact = run(turn.problem)
    except ProblemInvalid:
        return False
    seen = last_row_seen(turn)
    last = exact.steps[-1].number
    rows = last if math.isinf(seen) else max(int(seen), exact.algorithm.first_step - 1)
    answers = RunAnswers(ExactFacts(exact), rows, marks_when_taken=lambda: False)
    told = [answers.answer(each) for each in parted.asked]
    return any(each is not None and each.sentences for each in told)


def _owning_mistakes(
    turn: ProblemTurn | None, known: TracingRecord, session: Session
) -> ProblemTurn | None:
    """Return the turn; it owns up where a way that was called right is corrected by the student."""
    if turn is None or not turn.told or not session.before:
        return turn
    right = known.answered in ("right", "so_far")
    called_right = right or (known.answered is None and bool(known.correct))
    before = session.before[-1].question
    own = at_hand(known, session, "told", known.attempt)
    earlier = told_of_run(before, own, known) if called_right else None
    if earlier is None:
        return turn
    wrong = {each.statement.nodes[-1:] for each in earlier.wrong if each.statement.kind == "path"}
    mended = any(
        each.verdict == "right"
        and each.statement.kind == "path"
        and each.statement.nodes[-1:] in wrong
        for each in turn.told
    )
    return replace(turn, own_mistake=mended)
