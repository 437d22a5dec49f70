"""A message that tells of the run on the table in sentences, as rows and as facts beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import step_of
from tutor_app.conversation.trace_replies.edge_replies.edge_turn import with_edges_told
from tutor_app.conversation.trace_replies.in_sentences.arrays_told import with_arrays_told
from tutor_app.conversation.trace_replies.in_sentences.held_to_words import said_before
from tutor_app.conversation.trace_replies.in_sentences.told_judged import ToldOfRun, told_of_run
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand, predicts
from tutor_app.conversation.trace_replies.reading_turns.claim_turn import rows_stand
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.spoken.statements import RunStatement

# What was read of a message that says less than what it tells.
_LESS: Final = frozenset(
    (
        *("claims_unsure", "unreadable", "reason", "why", "argue", "recheck", "ack", "go_on"),
        *("order", "trace", "state", "stuck", "row_named", "nothing_left", "sums"),
    )
)
_JUDGED: Final = frozenset(("check", "predicted", "next"))
# What no row holds, so that it is judged beside rows that are right.
BESIDE_ROWS: Final = frozenset(
    (
        *("path", "parent", "waits", "closed", "new", "adds", "unchanged", "sum", "blamed"),
        *("cost", "ended", "goal", "offer"),
    )
)
_OF_ROWS: Final = frozenset(("taken", "listed", "value"))
_OF_RESULT: Final = frozenset(("path", "ended", "goal"))
# Causes that name the state a node is in: a hint on top would say less.
_SAYS_WHERE: Final = frozenset(("waits_already", "closed_already"))
_SURE_CAUSES: Final = frozenset(
    ("before_row", "edge_alone", "another_way", "old_value", "old_number")
)
_VALUES: Final = frozenset(("value", "offer", "sum"))
LEAST_RIGHT = 2  # statements that outweigh another reading's "not so"


def with_what_is_told(
    text: str, known: TracingRecord | None, session: Session, turn: ProblemTurn | None
) -> ProblemTurn | None:
    """Return the turn with what its message tells in sentences, judged.

    Rows and claims that were read and stand keep their turn; what no row holds is judged beside
    them. A reading that says less than the sentences, or calls wrong what they tell rightly, gives
    way to them.
    """
    if "|" in text or (known is not None and known.question is not None):
        return turn
    if known is None or (turn is not None and turn.key != known.key):
        return _of_new_problem(text, turn)
    if session.work_is_newer:
        return turn
    own = at_hand(known, session, "told", known.attempt)
    own_text = without_data(text, turn) if turn is not None else text
    told = told_of_run(own_text, own, known, last_words=said_before(session))
    if told is None:
        return turn
    if turn is not None and not _gives_way(turn, told):
        return beside_rows(turn, told)
    return as_told(own, told, known, session)


def _of_new_problem(text: str, turn: ProblemTurn | None) -> ProblemTurn | None:
    """Return the turn of a problem whose message tells rows of it in sentences, too."""
    if turn is not None and turn.question is None and turn.problem.array is not None:
        return with_arrays_told(without_data(text, turn), turn)
    if turn is None or turn.question is not None or turn.problem.graph is None:
        return turn
    turn = with_edges_told(_without_first_edges(text, turn), turn)
    told = told_of_run(without_data(text, turn), turn, None)
    if told is None:
        return turn
    beside = tuple(each for each in told.judged if each.statement.kind in BESIDE_ROWS)
    stands = rows_stand(turn.problem, turn.settled_conventions, turn.student)
    names_state = any(each.cause in _SAYS_WHERE for each in told.wrong)
    unread = turn.student is None or bool(turn.student.doubts)
    if told.rows and not stands and (unread or names_state):
        rows = StudentTrace(rows=told.rows)
        if names_state:
            return replace(
                turn,
                wanted="told",
                problem=told.problem,
                student=rows,
                told=told.judged,
                is_whole=True,
            )
        return replace(turn, wanted="check", student=rows, told=beside)
    if told.rows and _drops_wrong_value(told) and (stands or _takes_others(turn, told)):
        return replace(turn, wanted="check", student=StudentTrace(rows=told.rows), told=beside)
    mends = not told.wrong and not told.left and len(told.right) > LEAST_RIGHT
    if told.rows and not stands and mends:
        return replace(turn, wanted="check", student=StudentTrace(rows=told.rows), told=beside)
    if stands and _takes_values_for_rows(turn, told):
        return replace(turn, student=StudentTrace(rows=told.rows), told=told.judged)
    if turn.student is None or not stands or not _gives_way(turn, told):
        return beside_rows(turn, told)
    return replace(turn, wanted="told", student=None, told=told.judged, is_whole=True)


def without_data(text: str, turn: ProblemTurn) -> str:
    """Return a message without the parts that its problem was read from."""
    for span in sorted(turn.used, key=lambda each: each.start, reverse=True):
        text = f"{text[: span.start]}. {text[span.end :]}"
    return text


def _without_first_edges(text: str, turn: ProblemTurn) -> str:
    """Return a message without its data, but with edges told again: those are the own rows."""
    nodes = turn.problem.graph.nodes if turn.problem.graph is not None else ()
    known: set[frozenset[str]] = set()
    data = []
    for span in sorted(turn.used, key=lambda each: each.start):
        said = frozenset(re.findall(r"\w+", text[span.start : span.end])) & {*nodes}
        if len(said) < 2 or said not in known:
            data.append(span)
        known.add(said)
    return without_data(text, replace(turn, used=tuple(data)))


def _gives_way(turn: ProblemTurn, told: ToldOfRun) -> bool:
    """Whether what was read of a message gives way to what its sentences tell."""
    if turn.wanted == "claims" and turn.claims is not None:
        # What was surely read counts, unless the sentences hold more and all of that is so.
        read = len(turn.claims.of("right", "so_far", "wrong"))
        return not told.wrong and not told.left and len(told.right) > max(read, LEAST_RIGHT - 1)
    if turn.wanted in _JUDGED:
        return _rows_give_way(turn, told)
    if turn.wanted == "what_if":  # "path S-A-G, cost 9" changes no edge
        return not told.wrong and len(told.right) >= LEAST_RIGHT * max(len(told.left), 1)
    if turn.wanted in ("row_named", "sums"):
        return any(each.cause == "edge_alone" for each in told.wrong) or (
            turn.wanted == "row_named" and len(told.right) + len(told.wrong) > LEAST_RIGHT
        )
    return turn.wanted in _LESS


def _rows_give_way(turn: ProblemTurn, told: ToldOfRun) -> bool:
    """Whether rows that were read of a message give way to what its sentences tell."""
    if turn.student is None or (told.rows and not (turn.student.rows or _claims_result(turn))):
        return True
    if rows_stand(turn.problem, turn.settled_conventions, turn.student):
        if told.rows and not told.wrong and _reads_no_row(turn):
            return True
        if _drops_wrong_value(told):
            return True
        if not told.wrong and not told.left and _reads_otherwise(turn, told):
            return True
        if _takes_values_for_rows(turn, told):
            return True
        beside = [each for each in told.wrong if each.statement.kind in BESIDE_ROWS]
        only_beside = bool(beside) and len(beside) == len(told.wrong)
        other = _only_by_another_reading(turn)
        return other and only_beside and len(told.right) >= LEAST_RIGHT
    if turn.student.doubts:
        return not told.left or (not told.wrong and len(told.right) > LEAST_RIGHT)
    if _stutters(turn) and not told.wrong and len(told.right) > LEAST_RIGHT:
        return True
    if told.rows and len(told.before) + len(told.rows) < len(turn.student.rows):
        return False  # rows beyond them were read
    only_sums = all(each.statement.kind == "sum" for each in told.wrong)
    return only_sums and len(told.right) >= LEAST_RIGHT and not told.left


def _stutters(turn: ProblemTurn) -> bool:
    """Whether rows were read that take one node twice in a row: they are one, misread."""
    rows = turn.student.rows if turn.student is not None else ()
    nodes = [row.get("node") for row in rows]
    return any(one == two is not None for one, two in zip(nodes, nodes[1:], strict=False))


def _claims_result(turn: ProblemTurn) -> bool:
    """Whether a path, a cost or the like was read, and not only values on the way."""
    return turn.student is not None and bool(turn.student.final.keys() - {"found", "dist"})


def _takes_values_for_rows(turn: ProblemTurn, told: ToldOfRun) -> bool:
    """Whether rows were read of nodes that a message gives a value: "S first. A has 7, B has 8".

    Beside a row that is told, only what a way brings is surely none: "R. S over R is 6".
    """
    taken = {each.statement.node for each in told.judged if each.statement.kind == "taken"}
    if not taken or told.wrong or told.left:
        return False
    rows = turn.student.rows if turn.student is not None else ()
    read = turn.heard.student if turn.heard is not None else None
    new = read.rows if read is not None else ()
    offered = {"offer", "sum"} if told.rows else _VALUES
    return (bool(told.rows) and _are_valued(rows, taken, told, {"value"})) or _are_valued(
        new, taken, told, offered
    )


def _are_valued(
    rows: Sequence[Row], taken: Set[str | None], told: ToldOfRun, kinds: Set[str]
) -> bool:
    valued = {each.statement.node for each in told.judged if each.statement.kind in kinds}
    others = {row.get("node") for row in rows} - taken
    return bool(others) and others <= valued


def _reads_no_row(turn: ProblemTurn) -> bool:
    """Whether only a result was read of an answer."""
    said = turn.heard.student if turn.heard is not None else turn.student
    return said is not None and not said.rows


def _drops_wrong_value(told: ToldOfRun) -> bool:
    """Whether sentences surely tell a value that is not so, which rows that stand leave out."""
    causes = {(each.statement.kind, each.cause) for each in told.wrong}
    known = {("value", cause) for cause in _SURE_CAUSES}
    old = causes <= {("value", "old_value"), ("value", "old_number")}
    sure = bool(causes) and causes <= known and (old or not told.left)
    return sure and len(told.right) > LEAST_RIGHT


def _takes_others(turn: ProblemTurn, told: ToldOfRun) -> bool:
    """Whether rows were read that take other nodes than sentences do: "P first, so Q has 7"."""
    rows = turn.student.rows if turn.student is not None else ()
    told_nodes = {step_of(row): row.get("node") for row in told.rows}
    return any(row.get("node") != told_nodes.get(step_of(row)) for row in rows)


def _reads_otherwise(turn: ProblemTurn, told: ToldOfRun) -> bool:
    """Whether sentences reach rows beyond those that were read, or tell none where nodes were."""
    said = turn.heard.student if turn.heard is not None else turn.student
    rows = said.rows if said is not None else ()
    if told.rows:
        own = turn.student.rows if turn.student is not None else ()
        return step_of(told.rows[-1]) > max(map(step_of, own), default=0)
    bare = bool(rows) and all(row.keys() <= {"step", "node"} for row in rows)
    return bare and len(told.right) >= LEAST_RIGHT


def _only_by_another_reading(turn: ProblemTurn) -> bool:
    """Whether the rows that were read are right only where ties or orders are read otherwise."""
    if turn.student is None:
        return False
    return bool(check(turn.problem, turn.settled_conventions, turn.student).reading)


def beside_rows(turn: ProblemTurn, told: ToldOfRun) -> ProblemTurn:
    """Return the turn with what its rows or claims don't hold of what is told."""
    if turn.wanted not in (*_JUDGED, "trace"):
        return turn
    read = turn.heard.student if turn.heard is not None else None
    lists = [row.get("open") for row in (read.rows if read is not None else ())]
    listed = {
        entry.get("node") for one in lists for entry in items_of(one) if isinstance(entry, Mapping)
    }
    kept = tuple(
        each
        for each in told.judged
        if each.statement.kind in BESIDE_ROWS and each.verdict != "open"
        if not _is_of_list(each.statement, listed)
    )
    return replace(turn, told=kept)


def _is_of_list(told: RunStatement, listed: Set[object]) -> bool:
    """Whether a statement says of nodes that they wait, which a row's list says already."""
    nodes = {*told.nodes, *filter(None, (told.node,))}
    return told.kind in ("waits", "new") and not told.denied and nodes <= listed


def _up_to_wrong(told: ToldOfRun) -> StudentTrace:
    """Return the rows that stand, and of the first with a wrong cell the node if that is right."""
    wrong = {each.statement.row: each.statement.kind for each in told.wrong}
    rows = list(told.before)
    for row in told.rows:
        number = step_of(row)
        if wrong.get(number) == "taken":
            break
        rows.append({"step": number, "node": row.get("node")} if number in wrong else row)
        if number in wrong:
            break
    return StudentTrace(rows=tuple(rows))


def as_told(
    own: ProblemTurn, told: ToldOfRun, known: TracingRecord, session: Session
) -> ProblemTurn | None:
    """Return the turn of the sentences: of their rows where nothing in these is wrong."""
    in_rows = "dist" in told.facts.run.columns
    beside = tuple(
        each
        for each in told.judged
        if each.statement.kind in BESIDE_ROWS or (each.statement.kind == "value" and not in_rows)
    )
    values_wrong = [each for each in told.wrong if each.statement.kind in _OF_ROWS]
    if not told.rows or values_wrong:
        student = own.student if not told.rows else _up_to_wrong(told)
        return replace(own, student=student, told=told.judged, is_whole=True)
    told_paths = [each for each in (*told.right, *told.wrong) if each.statement.kind == "path"]
    paths = [each.statement.nodes for each in told_paths]
    final: Row = {"path": paths[0]} if paths and "path" in told.facts.run.final else {}
    # What the reply to the result says anyway.
    of_result = _OF_RESULT if final and not told.wrong else frozenset[str]()
    beside = tuple(each for each in beside if each.statement.kind not in of_result)
    student = StudentTrace(rows=(*told.before, *told.rows), final=final)
    shown = known.attempt is not None and len(known.attempt.rows) > 1
    return replace(
        own,
        wanted="predicted" if predicts(known, session) and not shown else "check",
        student=student,
        heard=HeardAnswer(student=StudentTrace(rows=told.rows)),
        awaited=Expectation(kind="row", step=step_of(told.rows[0])),
        goes_on=True,
        told=beside,
        is_whole=True,
    )
