"""Replies to what is told and asked of a spanning tree's edges: react, answer, ask one thing."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.edge_replies.edge_answers import EdgeAnswers
from tutor_app.conversation.trace_replies.edge_replies.edge_phrases import (
    ASK_CROSSING,
    DONE_ALL,
    SO_WHICH,
)
from tutor_app.conversation.trace_replies.edge_replies.edge_words import EdgeWords
from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.work_replies import judge_work
from tutor_app.domain.hint_ladder import record_right_attempt
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row


def judge_edges(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """React to each thing told, answer what is asked; right rows are confirmed as rows are."""
    edges = turn.edges
    assert edges is not None
    wrong_step = turn.edges_wrong_step
    said = EdgeWords(edges, wrong_step).react()
    answers = EdgeAnswers(edges, wrong_step).answers()
    if said:
        yield Sentence(text=" ".join(said), role="verdict")
    if answers:
        yield Sentence(text=" ".join(answers), role="result")
    silent = not said and not answers and edges.right_until >= edges.tree.last
    if silent or (edges.tells_rows and not edges.has_wrong_row):
        return (yield from judge_work(replace(turn, wanted="check"), exact, course))
    rows = turn.student is not None and bool(turn.student.rows)
    verdict = judge_turn(turn) if rows else None
    asked = _ask(turn, edges, undecided=bool(answers))
    answered = _answered(edges)
    if asked is None:
        solved = edges.given is not None and verdict is not None and verdict.correct
        if solved:
            yield Sentence(text=DONE_ALL(), role="verdict")
        event = record_right_attempt(turn.ladder) if solved else None
        return ReplyOutcome(event=event, answered=answered, verdict=verdict)
    yield Sentence(text=asked[0], role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=asked[1], answered=answered, verdict=verdict)


def _ask(
    turn: ProblemTurn, edges: EdgesJudged, *, undecided: bool
) -> tuple[str, Expectation] | None:
    """Return the question for the row that is open, and what would answer it."""
    tree, row = edges.tree, edges.right_until + 1
    if row > tree.last:
        return None
    awaited = Expectation(kind="row", step=row)
    which = any(each.kind == "which" for each in edges.read.asked)
    if which and undecided and edges.given is None and edges.pair_has_due_edge:
        return SO_WHICH(), awaited
    if edges.has_wrong_row and tree.grows and not edges.again:
        nodes = ", ".join(sorted(tree.tree_after(row - 1)))
        return ASK_CROSSING(nodes=nodes), awaited
    return ask_for_row(tree.run, row), awaited


def _answered(edges: EdgesJudged) -> AnswerOutcome:
    right, wrong = edges.of("right"), edges.of("wrong")
    if wrong:
        return "partly" if right else "not_yet"
    return "right" if right else "cannot_tell"
