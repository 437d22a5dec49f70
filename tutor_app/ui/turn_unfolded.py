"""One turn unfolded for staff: what it was taken for, found, computed, prompted, and how long."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.tracing.statement import statement
from tutor_app.ui.intent_chip import NAMES
from tutor_app.values import Scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor_app.records import TurnRow
    from tutor_app.teaching import LadderEvent, TracingRecord, WorkRecord
    from tutor_app.ui.turn_reading import Shown
    from tutor_app.values import Found, ModelAttempt, Passage, TurnRecord

STAGES = tuple(field.name for field in fields(Scores))
TEXT_LENGTH = 400  # characters of a passage in the table
NO_RECORD = "Nothing is kept of how this answer came about: it did not come to its end."
_Cell = str | float | None


def draw_unfolded(turn: TurnRow, shown: Shown) -> None:
    """An expander with everything that explains the answer."""
    with st.expander("Behind this answer", icon=":material/troubleshoot:"):
        record = turn.record
        if record is None:
            st.caption(NO_RECORD)
            return
        _draw_facts("Taken as", intent_facts(turn, shown, record))
        if record.found is not None:
            _draw_found(record.found)
        if record.tracing is not None:
            _draw_facts("The problem", tracing_facts(record.tracing))
            _draw_ladder(record.tracing.ladder)
        if record.work is not None:
            _draw_facts("The student's work", work_facts(record.work))
            _draw_ladder(record.work.ladder)
        for attempt in record.attempts:
            _draw_attempt(attempt)
        if record.timings:
            _draw_facts("Seconds", {k: f"{v:.3f}" for k, v in record.timings.items()})


def intent_facts(turn: TurnRow, shown: Shown, record: TurnRecord) -> dict[str, str]:
    """Return what the message was taken for, and how the turn ended."""
    facts = {"help": "none (small talk, or a reply without it)"}
    if record.intent is not None:
        facts["help"] = f"{NAMES[record.intent]} ({record.intent})"
    if turn.wanted is not None:
        facts["chosen by the student"] = NAMES[turn.wanted]
    if shown.understood is not None and not shown.understood.sure:
        facts["sure"] = "no: asked back"
    if shown.hint_level is not None:
        facts["hint level"] = str(shown.hint_level)
    facts["ended"] = turn.status
    if record.declined:
        facts["declined"] = "yes: nothing in the course answers"
    if turn.tries > 1:
        facts["tries"] = str(turn.tries)
    return facts


def tracing_facts(record: TracingRecord) -> dict[str, str]:
    """Return what the exact engine had to say."""
    facts = {
        "problem": statement(record.problem),
        "policy": record.policy,
        "stated by the student": ", ".join(sorted(record.stated)) or "no convention",
        "key of the ladder": record.key,
    }
    if record.correct is not None:
        facts["their trace"] = "right" if record.correct else "wrong"
    if record.wrong_step is not None:
        facts["first wrong step"] = str(record.wrong_step)
    if record.misconception:
        facts["misconception"] = record.misconception
    if record.question:
        facts["asked for"] = record.question
    return facts


def work_facts(record: WorkRecord) -> dict[str, str]:
    """Return what is kept of a program, an exercise or an answer."""
    facts = {"kind": record.kind, "text": record.text, "key of the ladder": record.key}
    if record.item is not None:
        facts["item of the assignment"] = record.item
    if record.attempt is not None:
        facts["last own work"] = record.attempt
    if record.hints:
        facts["hints so far"] = "\n".join(record.hints)
    return facts


def passage_row(passage: Passage, place: str) -> dict[str, _Cell]:
    """Return a passage as a row of the table: where it stands, every score, its text."""
    chunk = passage.chunk
    row: dict[str, _Cell] = {
        "": place,
        "page": f"p. {chunk.page} · {chunk.document.name}",
    }
    for stage in STAGES:
        row[stage] = getattr(passage.scores, stage)
    row["section"] = " › ".join(chunk.headings[-2:])
    row["text"] = chunk.text[:TEXT_LENGTH]
    return row


def found_rows(found: Found) -> list[dict[str, _Cell]]:
    """Return the passages that the answer could use, best first, else the nearest one."""
    rows = [passage_row(p, str(number)) for number, p in enumerate(found.kept, start=1)]
    if not rows and found.nearest is not None:
        rows.append(passage_row(found.nearest, "nearest"))
    return rows


def _draw_found(found: Found) -> None:
    facts = {
        "searched for": found.query,
        "profile": found.profile,
        "relevance": f"{found.relevance:.3f}",
    }
    if found.skipped:
        facts["stages left out"] = "; ".join(found.skipped)
    _draw_facts("Search", facts)
    rows = found_rows(found)
    empty = {stage for stage in STAGES if all(row[stage] is None for row in rows)}
    st.dataframe(
        [{name: cell for name, cell in row.items() if name not in empty} for row in rows],
        hide_index=True,
        column_config={
            "page": st.column_config.TextColumn(width=170),
            **{name: st.column_config.NumberColumn(format="%.3f", width=70) for name in STAGES},
        },
    )


def _draw_ladder(ladder: Sequence[LadderEvent]) -> None:
    if ladder:
        lines = [f"level {e.level} ({e.cause}{_at(e.place)})" for e in ladder]
        _draw_facts("On the hint ladder", {"": "\n".join(lines)})


def _at(place: int | None) -> str:
    return "" if place is None else f", at step {place}"


def _draw_attempt(attempt: ModelAttempt) -> None:
    """One try of the model, word for word."""
    first = attempt.first_token_seconds
    facts = {
        "duty": attempt.duty,
        "check that failed": attempt.failed_check or "none",
        "seconds": f"{attempt.seconds:.2f}" + (f", first word {first:.2f}" if first else ""),
    }
    _draw_facts("A try of the model", facts)
    st.caption("Prompt")
    st.code(attempt.prompt, language=None, wrap_lines=True)
    st.caption("Reply, as it came")
    st.code(attempt.reply, language=None, wrap_lines=True)


def _draw_facts(title: str, facts: Mapping[str, str]) -> None:
    st.html(facts_html(title, facts))


def facts_html(title: str, facts: Mapping[str, str]) -> str:
    """Return a titled list of names and values, every character as it is."""
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items()
    )
    return f'<h4 class="el-fact-title">{escape(title)}</h4><dl class="el-facts">{rows}</dl>'
