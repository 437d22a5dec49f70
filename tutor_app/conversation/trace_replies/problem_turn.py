"""What a message says about an algorithm problem: a new one, the one at hand, or nothing."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass, replace
from typing import Final, Literal

from tutor_app.conversation.trace_replies.answer_turn import (
    AnswerTurn,
    begins_problem,
    goal_of_path,
    hear_answer,
    leaves_open,
    looks_like_answer,
    number_attempt,
    with_settled_choices,
)
from tutor_app.conversation.trace_replies.claim_turn import (
    awaits_claims,
    claims_told,
    rows_stand,
)
from tutor_app.conversation.trace_replies.continuation import goes_on
from tutor_app.conversation.trace_replies.other_algorithm import lack_of, on_other_algorithm
from tutor_app.conversation.trace_replies.row_questions import read_row_question
from tutor_app.conversation.trace_replies.trace_wishes import (
    GIVING,
    Wish,
    asks_for_reason,
    asks_question,
    asks_what_if,
    holds_floor,
    may_answer,
    row_meant,
    supposes,
    wish_by_act,
    wish_by_button,
    wish_in_short,
)
from tutor_app.conversation.trace_replies.what_if import (
    order_claimed,
    with_changes,
    with_other_rule,
)
from tutor_app.conversation.trace_replies.wish_behind import ActOf, answer_before_plea
from tutor_app.domain.hint_ladder import Ladder, replay_events
from tutor_app.domain.teaching import Expectation, RevealPolicy, TracingRecord
from tutor_app.domain.traces import Doubt, Problem, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.own_cells import OwnCell, name_own_cells
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.claims.claim_reader import asks_whether_done, says_more_than_rows
from tutor_app.tracing.claims.judge_claims import JudgedClaims
from tutor_app.tracing.claims.trace_claims import ClaimsRead
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_errors import ProblemInvalid
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Clarification, Extract, Reading, Span
from tutor_app.tracing.reading.student_rows.work_layout import read_again
from tutor_app.tracing.telling.told_work import read_told_work
from tutor_app.understanding.act_classifier import ActGuess

# Read from the message, or what a message wants of the problem at hand.
Wanted = (
    Literal["trace", "check", "next", "predicted", "unreadable", "row_named", "nothing_left"]
    | Literal["cells_named", "what_if", "state", "order", "claims", "claims_unsure"]
    | Wish
)
_SHORT: Final = frozenset(("why", "simpler", "stuck", "argue", "recheck", "go_on"))
_SHOWS_WORK: Final = frozenset(("work.submit", "work.mended", "tell.answer", "ask.check"))
# What a message that claims something may have been taken for.
_INSTEAD_OF_CLAIMS: Final = frozenset(("unreadable", "check", "predicted", "row_named"))
_WISHED_OF_CLAIMS: Final = frozenset(
    ("why", "reason", "recheck", "argue", "ack", "go_on", "state", "order", "nothing_left")
)
_JUDGED: Final = frozenset(("check", "predicted", "trace", "next"))
_RESULT: Final = Expectation(kind="result")
_FIRM: Final = frozenset(
    ("stuck", "all", "pressed", "simpler", "reason", "why", "example", "argue")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTurn:
    """One message about one problem, with the learner's place on its ladder.

    `problem` is as it was read: its conventions are those that the messages state and the course
    sets, `set_by_course` the names of the latter. `is_new` is true where the conversation was not
    about it, or not in this form. `question` is what must be asked before it can be run,
    `still_asked` what was asked already and not yet answered. `misconception` is that of the
    attempt before. `used` are the parts of the message that its data were read from, `row` is the
    number of the row that it asks about, `node` the node. `goes_on` is true where it adds rows to
    the attempt at hand. `awaited` is what was asked last, `heard` the answer to it as it was read;
    `spoken_of` is the row that was spoken of last; `named` are the cells of the attempt that the
    message names as wrong, `changed` is the problem as a "what if" would have it, `claimed` the
    order that the message expects of it. `beside` is what the message wishes for behind its answer.
    `claims` are what it claims of the run, `asks_end`: it asks if the run is over. `reasoned` are
    the nodes of which the learner has told why they are never taken.
    """

    problem: Problem
    key: str
    policy: RevealPolicy
    policy_is_courses: bool = False
    wanted: Wanted
    ladder: Ladder
    is_new: bool
    stated: frozenset[str] = frozenset()
    set_by_course: frozenset[str] = frozenset()
    student: StudentTrace | None = None
    question: Clarification | None = None
    still_asked: str | None = None
    misconception: str | None = None
    used: tuple[Span, ...] = ()
    row: int | None = None
    node: str | None = None
    goes_on: bool = False
    awaited: Expectation | None = None
    heard: HeardAnswer | None = None
    spoken_of: int | None = None
    named: tuple[OwnCell, ...] = ()
    changed: Problem | None = None
    claimed: tuple[str, ...] = ()
    beside: Wish | None = None
    claims: JudgedClaims | None = None
    asks_end: bool = False
    reasoned: tuple[str, ...] = ()

    @property
    def settled_conventions(self) -> frozenset[str]:
        """The conventions that are settled, by a message or by the course."""
        return self.stated | self.set_by_course

    @property
    def on_the_way(self) -> bool:
        """Whether rows are given one at a time and the end is still to come."""
        if self.wanted == "predicted":
            return True
        claims_the_end = self.student is not None and bool(self.student.final)
        short = self.wanted in _SHORT and not self.ladder.solved
        return (self.goes_on or short) and not claims_the_end


def understand_problem(
    text: str,
    session: Session,
    extract: Extract | None = None,
    act: ActGuess | None = None,
    act_of: ActOf | None = None,
) -> ProblemTurn | None:
    """Return what the message says about a problem; None if it is about something else.

    `act` tells what the message does, `act_of` what a part of it does; `extract` is a model's
    reading of prose, where a model holds that duty. An answer to what was asked counts before a
    wish, data of a problem before a wish that is not sure. Claims about the run count where no
    rows are read that are right.
    """
    turn = _understood(text, session, extract, act, act_of)
    known = session.tracing
    if known is None or known.question is not None or _is_wish(text, session):
        return turn
    relates = turn is not None and _drops_relation(text, turn)
    claimed = _claimed(text, known, session, None if relates else turn)
    if claimed is not None:
        return claimed
    if turn is not None and relates:
        return replace(turn, wanted="unreadable", student=known.attempt, heard=None)
    done = turn is not None and turn.wanted in _JUDGED and asks_whether_done(text, known.problem)
    return replace(turn, asks_end=True) if turn is not None and done else turn


def _drops_relation(text: str, turn: ProblemTurn) -> bool:
    """Whether nodes alone were read as rows of a message that says more: "B isn't next"."""
    said = turn.heard.student if turn.heard is not None else None
    if turn.wanted not in _JUDGED or said is None or not said.rows:
        return False
    bare = all(row.keys() <= {"step", "node"} for row in said.rows)
    return bare and says_more_than_rows(text, turn.problem)


def _is_wish(text: str, session: Session) -> bool:
    return _short_wish(text, session) is not None


def _claimed(
    text: str, known: TracingRecord, session: Session, turn: ProblemTurn | None
) -> ProblemTurn | None:
    """Return the turn of what a message claims of the run; None where what was read stands."""
    if turn is not None and turn.key != known.key and not _same_nodes(turn.problem, known.problem):
        return None
    own = _at_hand(known, session, "claims", known.attempt)
    told = claims_told(text, known, session, own.settled_conventions)
    if told is None:
        return None
    read, judged = told
    if not _may_be_claims(read, known, turn):
        return None
    if read.sure:
        return replace(own, claims=judged) if _counts(read, judged, turn, known) else None
    # Said in the form of a claim, and no row that is right: it is asked for, not judged.
    return replace(own, wanted="claims_unsure", claims=judged) if read.strong else None


def _same_nodes(found: Problem, known: Problem) -> bool:
    """Whether a problem that was read has no nodes and weights of its own: it may be a path."""
    if found.graph is None or known.graph is None or found.algorithm != known.algorithm:
        return False
    # The cost behind a path is the weight of all its edges to who reads a graph.
    weighed = len({edge.weight for edge in found.graph.edges} - {None}) > 1
    return not weighed and set(found.graph.nodes) <= set(known.graph.nodes)


def _may_be_claims(read: ClaimsRead, known: TracingRecord, turn: ProblemTurn | None) -> bool:
    """Whether what was read of the message leaves room for claims: rows, or a wish that is none."""
    if turn is None:
        return True
    if turn.key != known.key:  # nodes joined by dashes or arrows were taken for a graph
        return read.strong
    if awaits_claims(known.awaited):
        return turn.wanted in _INSTEAD_OF_CLAIMS | _WISHED_OF_CLAIMS
    if turn.wanted in _WISHED_OF_CLAIMS:
        return read.sure and read.strong and not read.asks
    if turn.wanted not in _INSTEAD_OF_CLAIMS:
        return False
    stands = rows_stand(turn.problem, turn.settled_conventions, turn.student)
    said = turn.heard.student if turn.heard is not None else turn.student
    several = said is not None and len(said.rows) > 1 and not said.doubts
    return read.sure or not (stands or several)


def _counts(
    read: ClaimsRead, judged: JudgedClaims, turn: ProblemTurn | None, known: TracingRecord
) -> bool:
    """Whether claims that are surely read count before what else was read of the message."""
    if turn is None or awaits_claims(known.awaited) or turn.wanted not in _JUDGED:
        return True
    if turn.key != known.key:
        return True
    if rows_stand(turn.problem, turn.settled_conventions, turn.student):
        missing = any(each.cause == "missing" for each in judged.claims)
        few = len(read.unread) <= 1
        return read.strong and few and bool(judged.of("wrong") or missing)
    return read.strong or turn.student is None or bool(turn.student.doubts)


def _understood(
    text: str,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
    act_of: ActOf | None,
) -> ProblemTurn | None:
    known = session.tracing
    if known is None:
        return _read(text, None, session, extract)
    wish = _short_wish(text, session)
    if wish is not None:
        return _wished(wish, known, session)
    if known.question is not None:
        return _completed(text, known, session, extract, act)
    if act_of is not None and (answer := _answer_before_wish(text, known, session, act_of)):
        return answer
    known = known if supposes(text) else with_settled_choices(text, known)
    said = (
        _changed(text, known, session, act)
        or _run_asked(text, known, session, act)
        or _own_cells_named(text, known, session, act)
        or _sure_steps(text, known, session)
        or _answered(text, known, session, act)
        or _reason_asked(text, known, session, act)
        or _sure_wish(text, known, session, act)
        or _told_steps(text, known, session, act)
    )
    if said is not None:
        return said
    read = _read(text, known, session, extract)
    brings_some = read is not None and (read.is_new or read.student is not None)
    instead = None if brings_some else _unsure_wish(text, known, session, act)
    return instead or read or _unreadable(text, known, session, act)


def _answer_before_wish(
    text: str, known: TracingRecord, session: Session, act_of: ActOf
) -> ProblemTurn | None:
    """Return the turn of the answer in a message that ends with a wish; None without one."""
    answer = answer_before_plea(text, known.problem, act_of)
    if answer is None:
        return None
    turn = understand_problem(answer, session, None, act_of(answer))
    gives = turn is not None and turn.student is not None and turn.wanted in _JUDGED
    return replace(turn, beside="pressed") if turn is not None and gives else None


def _short_wish(text: str, session: Session) -> Wish | None:
    if session.work_is_newer:
        return None
    return wish_by_button(text) or (wish_in_short(text) if holds_floor(session) else None)


def _wished(wish: Wish, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a wish; "ok" to a problem that is over asks for nothing."""
    if wish == "ack" and _is_over(known, session):
        return None
    return _at_hand(known, session, wish, known.attempt)


def _sure_wish(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a wish that is sure enough to count before a problem's data."""
    wish = wish_by_act(text, act, session)
    if wish not in _FIRM or act is None or not act.sure:
        return None
    if begins_problem(text, known.problem) or looks_like_answer(text, known.problem):
        return None
    return _wished(wish, known, session)


def _unsure_wish(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    wish = wish_by_act(text, act, session)
    if wish is None or looks_like_answer(text, known.problem):
        return None
    return _wished(wish, known, session)


def _read(
    text: str, known: TracingRecord | None, session: Session, extract: Extract | None
) -> ProblemTurn | None:
    """Return the turn of a message that holds a problem, or goes on with the one at hand."""
    at_hand = known.problem if known is not None else None
    reading = read_problem(text, session.settings.trace_conventions, at_hand, extract)
    return None if reading is None else _as_read(reading, known, session)


def _told_steps(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that tells several steps of the problem in a layout of its own.

    What the readers of layouts read surely is theirs.
    """
    turn = _at_hand(known, session, "check", None)
    reading = read_problem(text, session.settings.trace_conventions, known.problem)
    read = reading.student if reading is not None else None
    if (read is not None and not read.doubts) or begins_problem(text, known.problem):
        return None
    asked = act is not None and act.act in _SHOWS_WORK
    told = read_told_work(text, known.problem, turn.settled_conventions, read, asked=asked)
    return None if told is None else replace(turn, student=told.student)


def _sure_steps(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that surely tells several rows from the first on.

    Where one row was asked for, "A out, B 2 and C 5 wait" is that row, no order of three.
    """
    if name_algorithm(text) not in (None, known.problem.algorithm):
        return None
    turn = _at_hand(known, session, "check", None)
    told = read_told_work(
        text, known.problem, turn.settled_conventions, None, asked=False, orders=True
    )
    if told is None:
        return None
    answer = _answered(text, known, session, None)
    if answer is not None and _is_the_row_asked_for(answer, told.student):
        return answer
    return replace(turn, student=told.student)


def _is_the_row_asked_for(answer: ProblemTurn, told: StudentTrace | None) -> bool:
    """Whether one row, read without a rest, holds what is else an order of nodes."""
    if answer.heard is None or answer.heard.unread or answer.student is None or told is None:
        return False
    if answer.heard.goes_on:
        return True
    rows = answer.student.rows
    entries = rows[0].get("open", rows[0].get("dist", ())) if len(rows) == 1 else None
    is_order = not any({"open", "dist", "children"} & row.keys() for row in told.rows)
    holds = len(entries) + 1 if isinstance(entries, Sized) else 0
    return is_order and holds >= len(told.rows)


def _completed(
    text: str,
    known: TracingRecord,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
) -> ProblemTurn | None:
    """Return the turn of a message after one that lacked something; a path says where it ends."""
    completed = goal_of_path(text, known.problem)
    if completed is not None:
        key = problem_key(completed)
        record = replace(known, problem=completed, key=key, question=None, awaited=_RESULT)
        answer = _answered(text, record, session, act)
        if answer is not None:
            return replace(answer, is_new=True)
    reading = _read(text, known, session, extract)
    corrected = with_changes(text, known.problem)
    if corrected is not None and lack_of(corrected) is not None:
        corrected = None
    other = corrected or on_other_algorithm(text, known.problem)
    if other is not None and (reading is None or reading.question is not None):
        return _as_read(Reading(problem=other, kind="trace"), None, session)
    wish = wish_by_act(text, act, session)
    if reading is not None or wish is None:
        return reading
    return _at_hand(known, session, wish, known.attempt)


def _answered(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that answers what was asked, or adds rows to the attempt."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    turn = _at_hand(known, session, "check", None)
    settled = turn.settled_conventions
    asked = known.awaited is not None or known.attempt is not None or _predicts(known, session)
    answer = hear_answer(text, known, ladder, settled, act) if asked else None
    if answer is None:
        if begins_problem(text, known.problem) or not may_answer(act, asks_question(text), 0):
            return None
        if asked and leaves_open(text, known.problem):
            return replace(turn, wanted="unreadable", student=known.attempt)
        student = goes_on(text, known, settled, ladder.rows)
        return None if student is None else replace(turn, student=student, goes_on=True)
    turn = replace(turn, awaited=answer.expected, heard=answer.heard, student=answer.student)
    if answer.heard.unsure:
        return replace(turn, wanted="unreadable", student=known.attempt)
    if answer.heard.says_nothing_left:
        return replace(turn, wanted="nothing_left", student=known.attempt)
    later = _later_row(answer)
    if answer.heard.row_numbers or later:
        heard = replace(answer.heard, row_numbers=answer.heard.row_numbers or later)
        return replace(turn, wanted="row_named", student=known.attempt, heard=heard)
    shown = known.attempt is not None and len(known.attempt.rows) > 1
    has_rows = answer.student is not None and bool(answer.student.rows)
    if has_rows and not shown and _predicts(known, session):
        return replace(turn, wanted="predicted")
    return replace(turn, goes_on=True)


def _later_row(answer: AnswerTurn) -> tuple[int, ...]:
    """Return the number of a row that is mended where an earlier one is wrong already."""
    heard, wrong = answer.heard.student, answer.expected.step
    if answer.expected.kind != "which_row" or heard is None or wrong is None:
        return ()
    steps = [step for row in heard.rows if isinstance(step := row.get("step"), int)]
    return tuple(steps[:1]) if steps and min(steps) > wrong else ()


def _own_cells_named(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that names what is wrong in the student's own rows."""
    graph, asked = known.problem.graph, known.awaited
    if graph is None or asks_for_reason(act) or known.attempt is None:
        return None
    turn = _at_hand(known, session, "cells_named", known.attempt)
    try:
        rows = number_attempt(known, turn.settled_conventions)
    except ProblemInvalid:
        return None
    named = name_own_cells(text, graph.nodes, rows)
    asks = act is not None and "ask.check" in (act.act, act.second)
    asks_which = asked is not None and asked.kind == "which_row"
    if named is None or not (named.of_mistake or (named.in_rows and (asks or asks_which))):
        return None
    return replace(turn, named=named.cells)


def _run_asked(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a question about what the rows so far show: "is A still in there?"."""
    if session.work_is_newer or not holds_floor(session) or begins_problem(text, known.problem):
        return None
    try:
        asked = read_row_question(text, run(known.problem), act)
    except ProblemInvalid:
        return None
    if asked is None:
        return None
    return replace(_at_hand(known, session, asked.about, known.attempt), node=asked.node)


def _reason_asked(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a question about a row of the run: "why U?", "explain row 4"."""
    if not asks_for_reason(act) or session.work_is_newer or not holds_floor(session):
        return None
    if begins_problem(text, known.problem):
        return None
    try:
        exact = run(known.problem)
    except ProblemInvalid:
        return None
    row, node = row_meant(text, exact)
    if row is None and node is None:
        return None
    turn = _at_hand(known, session, "reason", known.attempt)
    return replace(turn, row=row, node=node)


def _changed(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a message that corrects the problem: "no, S-A is 5"; or asks "what if"."""
    try:
        may_change = asks_what_if(text, act) and "edge" not in run(known.problem).columns
        changed = with_changes(text, known.problem) if may_change else None
        other = with_other_rule(text, known.problem) if changed is None and supposes(text) else None
    except ProblemInvalid:
        return None
    if changed is None and other is None:
        return None
    turn = _at_hand(known, session, "trace", None)
    if changed is None or asks_question(text):
        return replace(
            turn,
            wanted="what_if",
            student=known.attempt,
            changed=changed or other,
            claimed=order_claimed(text, known.problem),
        )
    key = problem_key(changed)
    ladder = replay_events(key, session.ladder.of(key))
    return replace(turn, problem=changed, key=key, ladder=ladder, is_new=True, awaited=None)


def _unreadable(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of an answer that cannot be read: it is asked for in a form that can."""
    if session.work_is_newer or not holds_floor(session):
        return None
    gives = act is not None and act.act in GIVING and act.about_table
    asked = known.awaited is not None or _predicts(known, session)
    if not asked or not (gives or looks_like_answer(text, known.problem)):
        return None
    return _at_hand(known, session, "unreadable", known.attempt)


def _is_over(known: TracingRecord, session: Session) -> bool:
    """Whether all of the problem is right or shown: "ok" then asks for nothing."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    return (ladder.solved or ladder.shown_all) and ladder.place is None


def _predicts(known: TracingRecord, session: Session) -> bool:
    """Return whether the tutor has asked for the next row."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    asked = _policy(known, session) == "predict" and known.question is None
    return asked and not (ladder.solved or ladder.shown_all)


def _policy(known: TracingRecord | None, session: Session) -> RevealPolicy:
    """Return the problem's policy; if it is the course's, the one that staff have set by now."""
    if known is None or known.policy_is_courses:
        return session.settings.reveal_policy
    return known.policy


def _at_hand(
    known: TracingRecord, session: Session, wanted: Wanted, student: StudentTrace | None
) -> ProblemTurn:
    return ProblemTurn(
        problem=known.problem,
        key=known.key,
        policy=_policy(known, session),
        policy_is_courses=known.policy_is_courses,
        wanted=wanted,
        ladder=replay_events(known.key, session.ladder.of(known.key)),
        is_new=False,
        stated=known.stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=student,
        still_asked=known.question,
        misconception=known.misconception,
        awaited=known.awaited,
        spoken_of=known.spoken_of,
        reasoned=known.reasoned,
    )


def _as_read(reading: Reading, known: TracingRecord | None, session: Session) -> ProblemTurn:
    problem = reading.problem
    key = problem_key(problem)
    asked_back = known is not None and known.question is not None
    same = known is not None and (asked_back or key == known.key)
    stated = reading.stated | (known.stated if known is not None and same else frozenset())
    turn = ProblemTurn(
        problem=problem,
        key=key,
        policy=_policy(known if same else None, session),
        policy_is_courses=not same or (known is not None and known.policy_is_courses),
        wanted=reading.kind,
        ladder=replay_events(key, session.ladder.of(key)),
        is_new=known is None or asked_back or problem != known.problem,
        stated=stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=reading.student,
        question=reading.question,
        misconception=known.misconception if known is not None and same else None,
        used=reading.used,
        reasoned=known.reasoned if known is not None and same else (),
    )
    if known is None or not asked_back or reading.student is not None or reading.question:
        return turn
    # The answer to our question completes a message whose own work still waits to be judged.
    waiting = _waiting_work(turn, known, session)
    return turn if waiting is None else replace(turn, student=waiting, wanted="check")


def _waiting_work(turn: ProblemTurn, known: TracingRecord, session: Session) -> StudentTrace | None:
    """Return the student's work from the message before, read with the problem known now.

    Without the problem's nodes or array it may have been read as anything.
    """
    looked_back = session.before[-3:] if known.attempt is not None else session.before[-1:]
    for exchange in reversed(looked_back):
        again = read_again(exchange.question, turn.problem, turn.settled_conventions)
        if again is not None:
            return again
    if known.attempt is None or known.problem.graph is not None or turn.problem.graph is None:
        return known.attempt
    rows = known.attempt.rows
    return replace(known.attempt, doubts=tuple(Doubt(row=n, line="") for n in range(len(rows))))
