"""What is said of rows that were sent before: that they were read as meant, or that a value is new.

Both stand for rows: a "yes" to "I took it as …" is these rows, "D is 9, not 8" the row with a 9.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import begins_problem, number_attempt
from tutor_app.conversation.trace_replies.continuation import goes_on
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.trace_wishes import holds_floor
from tutor_app.domain.lexicon import NO_WORDS, YES_WORDS
from tutor_app.domain.traces import ProblemInvalid, Row, StudentTrace, Value
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.claims.claim_reader import read_claims
from tutor_app.tracing.claims.trace_claims import ClaimsRead, TraceClaim
from tutor_app.understanding.act_classifier import ActGuess

_CONFIRMS: Final = frozenset(("react.ack", "tell.seen", "tell.answer", "tell.idea"))
_NUMBERS_OF_ROWS: Final = 2  # with so many a message brings rows of its own
_VALUES: Final = frozenset(("value", "sum"))
_TYPED: Final = re.compile(r"\W*\d+\s*\|")
_MAPS: Final = ("dist", "indegree")


def reading_confirmed(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn in which rows read in doubt count, where a message confirms them."""
    if known.in_doubt is None or session.work_is_newer or not holds_floor(session):
        return None
    words = [word.strip(".,!?;:").casefold() for word in text.split()]
    numbers = sum(word.replace(".", "").isdecimal() for word in words)
    if not words or words[0] in NO_WORDS or "|" in text or numbers >= _NUMBERS_OF_ROWS:
        return None
    says_yes = words[0] in YES_WORDS
    meant = act is not None and act.act in _CONFIRMS and act.sure and {"mean", "meant"} & {*words}
    if not says_yes and not meant:
        return None
    return at_hand(known, session, "check", replace(known.in_doubt, doubts=()))


def stands_by_it(text: str, known: TracingRecord, session: Session, act: ActGuess | None) -> bool:
    """Whether a message says once more what the last reply did not take for right."""
    disagrees = act is not None and "react.disagree" in (act.act, act.second)
    if known.answered not in ("not_yet", "partly") or not disagrees or not session.before:
        return False
    nodes = known.problem.graph.nodes if known.problem.graph is not None else ()
    said, before = (_cells(each, nodes) for each in (text, session.before[-1].question))
    rows = known.attempt.rows if known.attempt is not None else ()
    if rows and rows[-1].keys() == {"step", "node"} and known.answered == "partly":
        # What was wrong may be just what is left out now: then it is mended.
        return said in (before, before - Counter({str(rows[-1]["node"]): 1}))
    return bool(said) and not said - before


def _cells(text: str, nodes: tuple[str, ...]) -> Counter[str]:
    """Return the nodes and numbers of a text, counted."""
    items = AnswerItems(text, nodes, whole=True).items
    return Counter(
        item.name or f"{item.value:g}" for item in items if item.kind in ("node", "number")
    )


def rows_beside_prose(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of typed rows, "3 | B | D 8", with words on lines of their own beside them.

    The words tell no rows and no result: "E is 13, that's right. next row:".
    """
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [line for line in lines if _TYPED.match(line)]
    if not rows or len(rows) == len(lines) or session.work_is_newer:
        return None
    if any("|" in line for line in lines if line not in rows) or begins_problem(
        text, known.problem
    ):
        return None
    turn = at_hand(known, session, "check", None)
    shown = turn.ladder.rows
    student = goes_on("\n".join(rows), known, turn.settled_conventions, shown)
    return None if student is None else replace(turn, student=student, goes_on=True)


def value_mended(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that gives values of one row of the attempt in other words.

    The row is the one it names, else the one that was asked about: the first that is wrong.
    """
    if known.attempt is None or not known.attempt.rows or session.work_is_newer:
        return None
    if known.wrong_step is None or not holds_floor(session):
        return None
    own = at_hand(known, session, "check", known.attempt)
    read = read_claims(text, known.problem, known.awaited)
    if read is None or not read.sure or any(each.kind not in _VALUES for each in read.claims):
        return None
    try:
        rows = number_attempt(known, own.settled_conventions)
    except ProblemInvalid:
        return None
    step = read.row if read.row is not None else known.wrong_step
    row = next((row for row in rows if row.get("step") == step), None)
    said = None if row is None or step > known.wrong_step else _said_in(row, read)
    if row is None or said is None or all(row.get(name) == said[name] for name in said):
        return None  # what the row says already is spoken of, not mended
    mended = {**row, **said}
    kept = known.attempt
    numbered = tuple(mended if each is row else each for each in rows)
    heard = StudentTrace(rows=({**_entries_alone(said, read), "step": step},))
    return replace(
        own,
        student=replace(kept, rows=numbered, doubts=()),
        heard=HeardAnswer(student=heard),
        goes_on=not kept.final,
        is_whole=True,
    )


def _said_in(row: Row, read: ClaimsRead) -> Row | None:
    """Return the columns of a row with the values that claims give; None where it has none."""
    claims = [claim for claim in read.claims if claim.kind == "value" and claim.node is not None]
    if not claims or any(claim.denied for claim in claims):
        return None
    for name in _MAPS:
        held = row.get(name)
        if isinstance(held, Mapping):
            if any(claim.node not in held for claim in claims):
                return None
            return {name: {**held, **{str(each.node): each.number for each in claims}}}
    listed = row.get("open")
    if isinstance(listed, tuple):
        changed = tuple(_with_values(entry, claims) for entry in listed)
        return {"open": changed} if changed != listed else None
    return None


def _with_values(entry: Value, claims: list[TraceClaim]) -> Value:
    """Return an entry of OPEN with the value that a claim gives to its node."""
    if not isinstance(entry, Mapping):
        return entry
    told = dict(entry)
    for claim in claims:
        if claim.node != entry.get("node"):
            continue
        named = [claim.quantity] if claim.quantity in ("f", "g", "h") else ["f", "g", "h"]
        held = [name for name in named if name in entry]
        if len(held) == 1 or claim.quantity in held:
            told[held[0]] = claim.number
    return told


def _entries_alone(said: Row, read: ClaimsRead) -> Row:
    """Return of the columns only the entries that the message itself gives."""
    nodes = {claim.node for claim in read.claims if claim.kind == "value"}
    alone: dict[str, Value] = {}
    for name, held in said.items():
        if isinstance(held, Mapping):
            alone[name] = {node: value for node, value in held.items() if node in nodes}
        elif isinstance(held, tuple):
            alone[name] = tuple(_named(held, nodes))
    return alone


def _named(held: tuple[Value, ...], nodes: set[str | None]) -> Iterator[Value]:
    yield from (each for each in held if isinstance(each, Mapping) and each.get("node") in nodes)
