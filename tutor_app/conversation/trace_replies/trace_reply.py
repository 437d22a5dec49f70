"""A message about an algorithm problem, answered by running it: no model, no guess.

What is said of the run is decided by the reveal policy and the hint ladder (docs/teaching.md).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.answer_replies import (
    ask_for_readable,
    judge_nothing_left,
    judge_row_named,
)
from tutor_app.conversation.trace_replies.edge_replies.edge_reply import judge_edges
from tutor_app.conversation.trace_replies.hint_replies import (
    give_hint,
    help_stuck,
    is_solved,
    read_as_worked,
)
from tutor_app.conversation.trace_replies.in_sentences.every_part import (
    with_parts,
)
from tutor_app.conversation.trace_replies.in_sentences.told_reply import judge_told
from tutor_app.conversation.trace_replies.on_claims.claim_replies import (
    ask_what_is_claimed,
    judge_what_is_claimed,
)
from tutor_app.conversation.trace_replies.on_claims.claim_smaller import (
    step_smaller,
)
from tutor_app.conversation.trace_replies.on_claims.sum_replies import judge_sums
from tutor_app.conversation.trace_replies.other_algorithm import (
    ALLOWS_NEGATIVE,
    has_negative_weight,
)
from tutor_app.conversation.trace_replies.own_mistakes import judge_cells_named
from tutor_app.conversation.trace_replies.pair_replies import compare_pair
from tutor_app.conversation.trace_replies.policy_replies import (
    answer_all,
    answer_pressed,
    ask_next,
    show_table,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    CiteRule,
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    Wanted,
)
from tutor_app.conversation.trace_replies.row_reasons import (
    REASON_IS_RULE,
    explain_rows,
    give_reason,
    last_row_seen,
)
from tutor_app.conversation.trace_replies.table_replies import (
    back_to_row,
    compare_with_copy,
    go_on_with_row,
    say_it_smaller,
    show_example,
    tell_order,
    tell_state,
)
from tutor_app.conversation.trace_replies.work_replies import check_again, judge_work
from tutor_app.domain.hint_ladder import (
    record_first_message,
    record_same_level,
)
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import Event, ProblemRead, Sentence
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults
from tutor_app.tracing.narration.convention_texts import ask_for_lack
from tutor_app.tracing.narration.run_sentences import ask_for_row

_PRESSES = frozenset(("stuck", "pressed", "all", "simpler"))


def teach_problem(turn: ProblemTurn, course: Course) -> Generator[Event, None, TracingRecord]:
    """Yield what is said of the problem; return what the turn leaves for the next one."""
    question = turn.still_asked
    name = algorithm_named(turn.problem.algorithm).name
    if question is not None:
        yield Sentence(text=words.STILL_ASKED(), role="notice")
    elif turn.question is not None:
        question = ask_for_lack(turn.question.reason, turn.question.detail, name)
    else:
        try:
            exact = run(turn.problem)
        except ProblemInvalid as exc:
            question = ask_for_lack(exc.lack, exc.detail, name)
    if turn.is_new or (question is not None and not turn.still_asked):
        read = turn.problem if question is not None else read_as_worked(turn)
        problem = with_defaults(read, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=words.list_assumed_conventions(turn))
    if question is not None:
        if turn.is_new and has_negative_weight(turn.problem):
            question = yield from _offer_other(name, question, course.cite)
        yield Sentence(text=question, role="question")
        return _record(turn, ReplyOutcome(), question)
    outcome = yield from with_parts(_reply(turn, exact, course), turn, exact, course)
    return _record(replace(turn, problem=read_as_worked(turn)), outcome)


def _offer_other(name: str, question: str, cite: CiteRule) -> Generator[Event, None, str]:
    """Quote what the course says of negative weights; return the offer of what allows them.

    A course that has no such algorithm leaves the question as it is.
    """
    other = algorithm_named(ALLOWS_NEGATIVE)
    if not cite(other):
        return question
    yield from cite(other)
    return words.NEGATIVE_OFFER(algorithm=name, other=other.name)


def _record(turn: ProblemTurn, outcome: ReplyOutcome, question: str | None = None) -> TracingRecord:
    verdict = outcome.verdict
    return TracingRecord(
        problem=turn.problem,
        key=turn.key,
        policy=turn.policy,
        policy_is_courses=turn.policy_is_courses,
        stated=turn.stated | _adopted(verdict),
        attempt=turn.student,
        correct=_has_wrong_result(turn) if verdict is None else verdict.correct,
        wrong_step=None if verdict is None else verdict.first_error_step,
        misconception=None if verdict is None else verdict.misconception,
        question=question,
        awaited=_still_awaited(turn, outcome) if question is None else None,
        answered=outcome.answered,
        spoken_of=outcome.spoken_of,
        reasoned=(*turn.reasoned, *((outcome.reasoned,) if outcome.reasoned else ())),
        ladder=() if outcome.event is None else (outcome.event,),
    )


def _adopted(verdict: Verdict | None) -> frozenset[str]:
    """Return the conventions that right work has shown to be meant: they hold from then on."""
    if verdict is None or not (verdict.correct or verdict.missing):
        return frozenset()
    return frozenset(verdict.reading) - {"directed"}


def _has_wrong_result(turn: ProblemTurn) -> bool | None:
    """Return False where the path or the cost that is claimed is wrong; None elsewhere."""
    told = turn.claims is not None and turn.wanted == "claims"
    wrong = turn.claims.of("wrong") if turn.claims is not None and told else ()
    return False if any(each.claim.kind in ("path", "cost") for each in wrong) else None


def _still_awaited(turn: ProblemTurn, outcome: ReplyOutcome) -> Expectation | None:
    """Return what is asked now; a question of before stays open until it is answered."""
    if outcome.awaited is not None or turn.is_new or turn.heard is not None:
        return outcome.awaited
    return turn.awaited


def _reply(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    smaller = step_smaller(turn, exact) if turn.wanted in _PRESSES else None
    return (yield from (smaller or _REPLIES[turn.wanted](turn, exact, course)))


def _unreadable(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    place_is_said = turn.ladder.place is None or turn.ladder.level > 1
    if turn.policy == "predict" and place_is_said:
        return (yield from ask_next(turn, exact, words.ask_for_form(exact)))
    return (yield from ask_for_readable(turn, exact))


def _simpler(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    smaller = None if is_solved(turn) else say_it_smaller(turn, exact)
    return (yield from (smaller or _why(turn, exact, course)))


def _whole(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if turn.student is not None and turn.student.rows:
        return (yield from judge_work(turn, exact, course))
    if turn.policy == "open":
        return (yield from show_table(turn, exact, course))
    if turn.policy == "hints":
        return (yield from give_hint(turn, record_first_message(turn.ladder), course))
    if turn.ladder.rows:
        return (yield from ask_next(turn, exact, words.WHERE_YOU_WERE(), again=True))
    outcome = yield from ask_next(turn, exact, words.GO_FIRST())
    yield from course.cite(exact.algorithm)
    return outcome


def _go_on(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """The next row is wanted: by the policy it is shown, or the next hint for it is given."""
    if turn.policy == "open":
        return (yield from show_table(turn, exact, course))
    return (yield from help_stuck(turn, course))


def _why(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if is_solved(turn) or (turn.ladder.shown_all and turn.student is None):
        return (yield from explain_rows(turn, exact, course))
    seen = last_row_seen(turn)
    on_the_way = turn.ladder.place is None and not turn.ladder.asked_why
    left = None if not on_the_way else words.describe_disorder(exact, seen)
    if left is not None:
        yield Sentence(text=left, role="result")
        number = int(seen) + 1
        yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
        yield Sentence(text=ask_for_row(exact, number), role="question")
        event = record_same_level(turn.ladder, "why")
        return ReplyOutcome(event=event, awaited=Expectation(kind="row", step=number))
    return (yield from give_hint(turn, record_same_level(turn.ladder, "why"), course))


def _reason(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    return (yield from (compare_pair(turn, exact) or give_reason(turn, exact, course)))


_REPLIES: Mapping[Wanted, Callable[[ProblemTurn, AlgorithmRun, Course], Reply]] = {
    "check": judge_work,
    "predicted": judge_work,
    "trace": _whole,
    "next": _whole,
    "unreadable": _unreadable,
    "claims": judge_what_is_claimed,
    "claims_unsure": ask_what_is_claimed,
    "row_named": lambda turn, exact, _: judge_row_named(turn, exact),
    "cells_named": lambda turn, exact, _: judge_cells_named(turn, exact),
    "what_if": lambda turn, exact, _: compare_with_copy(turn, exact),
    "sums": lambda turn, exact, _: judge_sums(turn, exact),
    "nothing_left": lambda turn, exact, _: judge_nothing_left(turn, exact),
    "simpler": _simpler,
    "example": show_example,
    "ack": lambda turn, exact, _: go_on_with_row(turn, exact),
    "go_on": _go_on,
    "all": answer_all,
    "pressed": answer_pressed,
    "why": _why,
    "argue": lambda turn, _, course: check_again(turn, course),
    "recheck": lambda turn, _, course: check_again(turn, course),
    "reason": _reason,
    "state": lambda turn, exact, _: tell_state(turn, exact),
    "order": lambda turn, exact, _: tell_order(turn, exact),
    "stuck": lambda turn, _, course: help_stuck(turn, course),
    "edges": judge_edges,
    "told": lambda turn, exact, _: judge_told(turn, exact),
    "asked": lambda turn, exact, _: back_to_row(turn, exact),
}
