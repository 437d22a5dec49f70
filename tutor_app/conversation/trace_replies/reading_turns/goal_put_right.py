"""A goal that was misread, put right by the student: "the goal is G", once a run has another."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.trace_wishes import asks_question
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.lexicon import SUPPOSING
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.start_and_goal import find_ends, names_goal


def goal_put_right(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that says another node of the student's own graph is the goal.

    What was sent before is checked again on that run. None where it only asks or supposes so, and
    for problems of the course, whose goal stands.
    """
    problem = known.problem
    if not known.policy_is_courses or problem.goal is None or problem.graph is None:
        return None
    told = [each for each in split_sentences(text) if names_goal(each) and not _is_open(each)]
    goals = {goal for each in told for goal in find_ends(each, problem.graph.nodes).goals}
    if len(goals) != 1 or goals <= {problem.goal, problem.start}:
        return None
    changed = replace(problem, goal=goals.pop())
    key = problem_key(changed)
    turn = at_hand(known, session, "check" if known.attempt else "trace", known.attempt)
    ladder = replay_events(key, session.ladder.of(key))
    return replace(turn, problem=changed, key=key, ladder=ladder, is_new=True, awaited=None)


def _is_open(sentence: str) -> bool:
    words = {word.strip(",.?!:;") for word in sentence.casefold().split()}
    asks = sentence.rstrip().endswith("?") or asks_question(sentence)
    return asks or not SUPPOSING.isdisjoint(words)
