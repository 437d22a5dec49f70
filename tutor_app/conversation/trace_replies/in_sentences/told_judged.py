"""What a message tells of a run in sentences, judged by the open reading that suits it best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import standing_rows, step_of
from tutor_app.conversation.trace_replies.in_sentences.held_to_words import only_said
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.traces import Problem, ProblemInvalid, Row, Value
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.checking.ambiguous_readings import other_runs
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import MOST_READINGS
from tutor_app.tracing.exact_run import run, scored_steps
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.own_corrections import (
    of_moments,
    placed_by_run,
    with_rows_retold,
    without_replaced,
)
from tutor_app.tracing.spoken.read_statements import READ_OF, read_statements
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement, StatementsRead
from tutor_app.tracing.spoken.tree_edges import led_outward, with_edges
from tutor_app.tracing.waiting_entries import list_waiting

_OF_END: Final = frozenset(("ended", "goal"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOfRun:
    """What is told, judged; `rows` are those beyond the ones that stand, `left` what is unplaced.

    `facts` are those of its run by the reading that suits what is told best.
    """

    judged: tuple[JudgedStatement, ...]
    rows: tuple[Row, ...]
    before: tuple[Row, ...]
    left: tuple[str, ...]
    facts: ExactFacts

    @property
    def problem(self) -> Problem:
        """The problem by the reading that suits what is told best."""
        return self.facts.run.problem

    @property
    def wrong(self) -> tuple[JudgedStatement, ...]:
        return tuple(each for each in self.judged if each.verdict == "wrong")

    @property
    def right(self) -> tuple[JudgedStatement, ...]:
        return tuple(each for each in self.judged if each.verdict == "right")


def told_of_run(
    text: str,
    turn: ProblemTurn,
    known: TracingRecord | None,
    statements: Sequence[RunStatement] | None = None,
    last_words: str = "",
) -> ToldOfRun | None:
    """Return what a message tells of a run; None where hardly anything of it is decided.

    `statements` are its own where they are known, `last_words` those of the tutor.
    """
    if turn.problem.algorithm not in READ_OF:
        return None
    try:
        facts = ExactFacts(run(turn.problem))
        own, standing, wrong_step = (
            ((), (), None) if known is None else standing_rows(known, turn.settled_conventions)
        )
    except ProblemInvalid:
        return None
    seen = last_seen(facts, standing, turn)
    subject = known.awaited.node if known is not None and known.awaited is not None else None
    if statements is None:
        read = read_statements(text, turn.problem, facts, seen, subject)
    else:
        told, standing = _of_list_asked_for(text, statements, facts, standing, known)
        seen = last_seen(facts, standing, turn)
        read = StatementsRead(statements=led_outward(told, facts))
    taken = [each.row or 0 for each in read.statements if each.kind == "taken"]
    until = max((step_of(own[-1]) if own else 0, *(taken if statements is not None else ())))
    placed = placed_by_run(read.statements, text, facts, own, seen)
    read = replace(read, statements=placed)
    judged, facts = _by_best_reading(
        read.statements,
        facts,
        lambda told, held: judge_statements(told, held, seen, wrong_step, until),
        turn.settled_conventions,
    )
    spoken_of = {node for each in read.statements for node in (each.node, *each.nodes)}
    given = {f"{each.number:g}" for each in read.statements if each.number is not None}
    roles = {turn.problem.start, turn.problem.goal} if known is None else set()  # "from S"
    left = tuple(each for each in read.left if each not in spoken_of | given | roles)
    judged = _up_to_other_node(judged) if statements is not None else judged
    if statements is not None:
        judged = with_rows_retold(judged, text, RunStates(facts))
    judged = of_moments(judged, text)
    kept = only_said(without_replaced(judged, text), last_words, text)
    told = tuple(
        statement
        for statement, each in zip(read.statements, judged, strict=True)
        if any(each is other for other in kept)
    )
    read, judged = replace(read, statements=told), kept
    quiet = "edge" if statements is None else None
    decided = [each for each in judged if each.verdict != "open" and each.statement.kind != quiet]
    if not decided or len(read.left) > len(decided):
        return None
    rows = with_edges(_rows(read.statements, facts, seen), read.statements, facts)
    before = tuple(row for row in standing if not rows or step_of(row) < step_of(rows[0]))
    return ToldOfRun(judged=judged, rows=rows, before=before, left=left, facts=facts)


def borne_out_whole(
    statements: Sequence[RunStatement],
    rows_told: Sequence[RunStatement],
    own: ProblemTurn,
    known: TracingRecord,
    facts: ExactFacts,
) -> ToldOfRun:
    """Return statements that a run bears out, with the rows that `rows_told` are of."""
    _, standing, _ = standing_rows(known, own.settled_conventions)
    rows = _rows(rows_told, facts, last_seen(facts, standing, own))
    return ToldOfRun(
        judged=tuple(JudgedStatement(statement=each, verdict="right") for each in statements),
        rows=rows,
        before=tuple(row for row in standing if not rows or step_of(row) < step_of(rows[0])),
        left=(),
        facts=facts,
    )


def _of_list_asked_for(
    text: str,
    told: Sequence[RunStatement],
    facts: ExactFacts,
    standing: tuple[Row, ...],
    known: TracingRecord | None,
) -> tuple[tuple[RunStatement, ...], tuple[Row, ...]]:
    """Return statements, and the rows that stand before the one that they are of.

    Where a row is asked for again of which only the node is right, what waits after it is told, if
    just that is named: "ok, P R" takes no P.
    """
    awaited = known.awaited if known is not None else None
    last = standing[-1] if standing else {}
    asked = awaited is not None and awaited.kind == "row" and awaited.step == last.get("step")
    graph = facts.run.problem.graph
    if not asked or graph is None or last.keys() != {"step", "node"}:
        return tuple(told), standing
    items = AnswerItems(text, graph.nodes).items
    named = dict.fromkeys(each.name for each in items if each.kind == "node")
    nodes = tuple(name for name in named if name != last["node"])
    waits = {each.node for each in list_waiting(facts.run, step_of(last))}
    of_row = [each for each in told if each.kind in ("taken", "listed") and not each.denied]
    meant = {node for each in of_row for node in (each.node, *each.nodes) if node is not None}
    if not meant or set(nodes) != waits or not meant <= waits | {last["node"]}:
        return tuple(told), standing
    if any(each.is_word("chosen", "row") for each in items) and last["node"] not in named:
        return tuple(told), standing
    row, node = step_of(last), str(last["node"])
    listed = [each for each in of_row if each.kind == "listed" and {*each.nodes} == waits]
    waiting = listed[0] if listed else RunStatement(kind="listed", nodes=nodes)
    first = RunStatement(kind="taken", node=node, row=row, spoken=node in named)
    others = (each for each in told if each not in of_row)
    return (first, replace(waiting, row=row), *others), standing[:-1]


def _up_to_other_node(judged: Sequence[JudgedStatement]) -> tuple[JudgedStatement, ...]:
    """Return statements; what follows a node that the run does not take there is left open.

    The rows behind it are those of another run.
    """
    wrong = next((each for each in judged if _takes_other(each)), None)
    if wrong is None:
        return tuple(judged)
    row = wrong.statement.row or 0
    return tuple(
        replace(each, verdict="open")
        if each is not wrong and (each.statement.kind in _OF_END or (each.statement.row or 0) > row)
        else each
        for each in judged
    )


def _takes_other(each: JudgedStatement) -> bool:
    return (each.statement.kind, each.verdict) == ("taken", "wrong") and not each.statement.denied


def _by_best_reading(
    statements: Sequence[RunStatement],
    facts: ExactFacts,
    judge: Callable[[Sequence[RunStatement], ExactFacts], tuple[JudgedStatement, ...]],
    settled: frozenset[str],
) -> tuple[tuple[JudgedStatement, ...], ExactFacts]:
    """Return the statements as the open reading judges them that suits them best, and its facts.

    What is right by another reading that suits them as well is left open.
    """
    runs = (other for changes, other in other_runs(facts.run, settled) if "directed" not in changes)
    all_facts = [facts, *(ExactFacts(other) for other in islice(runs, MOST_READINGS))]
    judged = [judge(statements, held) for held in all_facts]
    scores = [_score(each) for each in judged]
    best = scores.index(max(scores))
    alike = [each for each, score in zip(judged, scores, strict=True) if score == scores[best]]
    kept = tuple(
        replace(each, verdict="open")
        if each.verdict == "wrong" and any(other[n].verdict == "right" for other in alike)
        else each
        for n, each in enumerate(judged[best])
    )
    return kept, all_facts[best]


def _score(judged: Sequence[JudgedStatement]) -> int:
    return sum({"right": 1, "wrong": -1, "open": 0}[each.verdict] for each in judged)


def last_seen(facts: ExactFacts, standing: Sequence[Row], turn: ProblemTurn) -> int:
    """Return the number of the last row that the student has right or was shown."""
    first = facts.run.algorithm.first_step
    last = scored_steps(facts.run)[-1].number
    ladder = turn.ladder
    if ladder.shown_all or (ladder.solved and ladder.place is None):
        return last
    own = step_of(standing[-1]) if standing else first - 1
    return min(max(own, ladder.rows or 0, first - 1), last)


def _rows(statements: Sequence[RunStatement], facts: ExactFacts, seen: int) -> tuple[Row, ...]:
    """Return the rows beyond `seen` that statements tell, one after the other."""
    rows: list[dict[str, Value]] = []
    passes = "node" not in facts.run.columns
    number = seen + 1
    for each in statements:
        if each.kind == "taken" and each.row == number:
            rows.append({"step": number, "node": each.node})
            number += 1
        elif rows and each.row == rows[-1]["step"]:
            _add_cells(rows[-1], each, facts)
        elif passes and each.kind in ("value", "unchanged") and each.row == number:
            rows.append({"step": number})
            _add_cells(rows[-1], each, facts)
            number += 1
    return tuple(rows)


def _add_cells(row: dict[str, Value], each: RunStatement, facts: ExactFacts) -> None:
    """Add what a statement tells of a row's list or distances."""
    if each.kind == "listed" and "open" in facts.run.columns:
        row["open"] = tuple(
            {"node": node} | ({facts.key: value} if value is not None and facts.key else {})
            for node, value in zip(
                each.nodes, each.values or (None,) * len(each.nodes), strict=True
            )
        )
    if each.kind != "value" or facts.key != "dist" or each.before or each.number is None:
        return
    held = row.get("dist")
    row["dist"] = {**(held if isinstance(held, Mapping) else {}), str(each.node): each.number}
