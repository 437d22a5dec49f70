"""One turn explained to staff: its intent, search, computations, prompts and times."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.values import Scores
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.web.chat.intent_chip import NAMES
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor_app.domain.teaching import LadderEvent, TracingRecord, WorkRecord
    from tutor_app.domain.values import ModelAttempt, Passage, RetrievalResult, TurnRecord
    from tutor_app.storage.records import TurnRow
    from tutor_app.web.chat.turn_reading import TurnOnPage

DETAILS = phrase("page_turn_details.details")
NO_RECORD = phrase("page_turn_details.no_record")
INTENT = phrase("page_turn_details.intent")
PROBLEM = phrase("page_turn_details.problem")
WORK = phrase("page_turn_details.work")
TIMINGS = phrase("page_turn_details.timings")
SEARCH = phrase("page_turn_details.search")
LADDER = phrase("page_turn_details.ladder")
MODEL_CALL = phrase("page_turn_details.model_call")
PROMPT = phrase("page_turn_details.prompt")
REPLY = phrase("page_turn_details.reply")
HELP = phrase("page_turn_details.help")
NO_HELP = phrase("page_turn_details.no_help")
HELP_GIVEN = phrase("page_turn_details.help_given", "name", "intent")
STUDENT_CHOICE = phrase("page_turn_details.student_choice")
CONFIDENCE = phrase("page_turn_details.confidence")
NOT_CONFIDENT = phrase("page_turn_details.not_confident")
HINT_LEVEL = phrase("page_turn_details.hint_level")
STATUS = phrase("page_turn_details.status")
REFUSAL = phrase("page_turn_details.refusal")
NOTHING_ANSWERS = phrase("page_turn_details.nothing_answers")
TRIES = phrase("page_turn_details.tries")
STATEMENT = phrase("page_turn_details.statement")
POLICY = phrase("page_turn_details.policy")
STATED_CONVENTIONS = phrase("page_turn_details.stated_conventions")
NO_CONVENTION = phrase("page_turn_details.no_convention")
LADDER_KEY = phrase("page_turn_details.ladder_key")
STUDENT_TRACE = phrase("page_turn_details.student_trace")
TRACE_RIGHT = phrase("page_turn_details.trace_right")
TRACE_WRONG = phrase("page_turn_details.trace_wrong")
FIRST_WRONG_STEP = phrase("page_turn_details.first_wrong_step")
MISCONCEPTION = phrase("page_turn_details.misconception")
QUESTION = phrase("page_turn_details.question")
WORK_KIND = phrase("page_turn_details.work_kind")
WORK_TEXT = phrase("page_turn_details.work_text")
ITEM = phrase("page_turn_details.item")
LAST_WORK = phrase("page_turn_details.last_work")
HINTS = phrase("page_turn_details.hints")
QUERY = phrase("page_turn_details.query")
PROFILE = phrase("page_turn_details.profile")
RELEVANCE = phrase("page_turn_details.relevance")
SKIPPED_STAGES = phrase("page_turn_details.skipped_stages")
PAGE = phrase("page_turn_details.page")
PASSAGE_PLACE = phrase("page_turn_details.passage_place", "page", "document")
CALLED = phrase("page_turn_details.called")
CALL = phrase("page_turn_details.call", "function", "arguments", "by", "count")
WAY = phrase("page_turn_details.way")
SECTION = phrase("page_turn_details.section")
TEXT = phrase("page_turn_details.text")
NEAREST = phrase("page_turn_details.nearest")
LADDER_LEVEL = phrase("page_turn_details.ladder_level", "level", "cause")
LADDER_LEVEL_AT = phrase("page_turn_details.ladder_level_at", "level", "cause", "step")
DUTY = phrase("page_turn_details.duty")
FAILED_CHECK = phrase("page_turn_details.failed_check")
NO_FAILED_CHECK = phrase("page_turn_details.no_failed_check")
MODEL_COST = phrase("page_turn_details.model_cost")
COST_OF_CALLS = phrase("page_turn_details.cost_of_calls", "calls", "sent", "received", "price")
TOKENS = phrase("page_turn_details.tokens")
TOKENS_OF_CALL = phrase("page_turn_details.tokens_of_call", "sent", "received")
SECONDS = phrase("page_turn_details.seconds")
SECONDS_TO_WORD = phrase("page_turn_details.seconds_to_word", "seconds", "first")
STAGES = tuple(field.name for field in fields(Scores))
TEXT_LENGTH = 400  # characters of a passage in the table
_Cell = str | float | None


def draw_turn_details(turn: TurnRow, shown: TurnOnPage) -> None:
    """Draw an expander with everything that explains the answer."""
    with st.expander(DETAILS(), icon=":material/troubleshoot:"):
        record = turn.record
        if record is None:
            st.caption(NO_RECORD())
            return
        _draw_facts(INTENT(), intent_facts(turn, shown, record))
        if record.found is not None:
            _draw_search(record.found)
        if record.tracing is not None:
            _draw_facts(PROBLEM(), tracing_facts(record.tracing))
            _draw_ladder(record.tracing.ladder)
        if record.work is not None:
            _draw_facts(WORK(), work_facts(record.work))
            _draw_ladder(record.work.ladder)
        for attempt in record.attempts:
            _draw_model_call(attempt)
        if record.timings:
            _draw_facts(TIMINGS(), {k: f"{v:.3f}" for k, v in record.timings.items()})


def intent_facts(turn: TurnRow, shown: TurnOnPage, record: TurnRecord) -> dict[str, str]:
    """Return what the message was understood as, and how the turn ended."""
    facts = {HELP(): NO_HELP()}
    if record.intent is not None:
        facts[HELP()] = HELP_GIVEN(name=NAMES[record.intent](), intent=record.intent)
    if turn.wanted is not None:
        facts[STUDENT_CHOICE()] = NAMES[turn.wanted]()
    if shown.understood is not None and not shown.understood.sure:
        facts[CONFIDENCE()] = NOT_CONFIDENT()
    if shown.hint_level is not None:
        facts[HINT_LEVEL()] = str(shown.hint_level)
    facts[STATUS()] = turn.status
    if record.declined:
        facts[REFUSAL()] = NOTHING_ANSWERS()
    if asked := [each for each in record.attempts if each.sent or each.received]:
        facts[MODEL_COST()] = COST_OF_CALLS(
            calls=len(asked),
            sent=sum(each.sent for each in asked),
            received=sum(each.received for each in asked),
            price=f"{sum(each.price for each in asked):.4f}",
        )
    if turn.tries > 1:
        facts[TRIES()] = str(turn.tries)
    return facts


def tracing_facts(record: TracingRecord) -> dict[str, str]:
    """Return what the exact run had to say."""
    facts = {
        STATEMENT(): state_problem(record.problem),
        POLICY(): record.policy,
        STATED_CONVENTIONS(): ", ".join(sorted(record.stated)) or NO_CONVENTION(),
        LADDER_KEY(): record.key,
    }
    if record.correct is not None:
        facts[STUDENT_TRACE()] = TRACE_RIGHT() if record.correct else TRACE_WRONG()
    if record.wrong_step is not None:
        facts[FIRST_WRONG_STEP()] = str(record.wrong_step)
    if record.misconception:
        facts[MISCONCEPTION()] = record.misconception
    if record.question:
        facts[QUESTION()] = record.question
    return facts


def work_facts(record: WorkRecord) -> dict[str, str]:
    """Return what was recorded of a program, an exercise or an answer."""
    facts = {WORK_KIND(): record.kind, WORK_TEXT(): record.text, LADDER_KEY(): record.key}
    if record.item is not None:
        facts[ITEM()] = record.item
    if record.attempt is not None:
        facts[LAST_WORK()] = record.attempt
    if record.hints:
        facts[HINTS()] = "\n".join(record.hints)
    return facts


def passage_row(passage: Passage, place: str) -> dict[str, _Cell]:
    """Return a passage as a row of the table: where it stands, every score, its text."""
    chunk = passage.chunk
    row: dict[str, _Cell] = {
        "": place,
        PAGE(): PASSAGE_PLACE(page=chunk.page, document=chunk.document.name),
    }
    for stage in STAGES:
        row[stage] = getattr(passage.scores, stage)
    row[SECTION()] = " › ".join(chunk.headings[-2:])
    row[TEXT()] = chunk.text[:TEXT_LENGTH]
    return row


def result_rows(result: RetrievalResult) -> list[dict[str, _Cell]]:
    """Return the passages that the answer could use, best first, else the nearest one."""
    rows = [passage_row(p, str(number)) for number, p in enumerate(result.kept, start=1)]
    if not rows and result.nearest is not None:
        rows.append(passage_row(result.nearest, NEAREST()))
    return rows


def _draw_search(result: RetrievalResult) -> None:
    facts = {
        QUERY(): result.query,
        PROFILE(): result.profile,
        RELEVANCE(): f"{result.relevance:.3f}",
    }
    if result.skipped:
        facts[SKIPPED_STAGES()] = "; ".join(result.skipped)
    if result.calls:
        facts[CALLED()] = "\n".join(calls_told(result))
    if result.paths:
        facts[WAY()] = "\n".join(ways_told(result))
    _draw_facts(SEARCH(), facts)
    rows = result_rows(result)
    empty = {stage for stage in STAGES if all(row[stage] is None for row in rows)}
    st.dataframe(
        [{name: cell for name, cell in row.items() if name not in empty} for row in rows],
        hide_index=True,
        column_config={
            PAGE(): st.column_config.TextColumn(width=170),
            **{name: st.column_config.NumberColumn(format="%.3f", width=70) for name in STAGES},
        },
    )


def calls_told(result: RetrievalResult) -> list[str]:
    """Return each function that was called, with its arguments and how much it found."""
    return [
        CALL(
            function=call.function,
            arguments=call.query if call.top_k is None else f"{call.query}, {call.top_k}",
            by=call.by,
            count=len(call.passage_ids),
        )
        for call in result.calls
    ]


def ways_told(result: RetrievalResult) -> list[str]:
    """Return the way to each block: the numbers of its passages, and the titles with scores."""
    numbers = {passage.chunk.id: str(n) for n, passage in enumerate(result.kept, start=1)}
    told = []
    for path in result.paths:
        places = ", ".join(numbers.get(each, NEAREST()) for each in path.passage_ids)
        steps = zip(path.titles, path.scores, strict=True)
        way = " › ".join(f"{title} ({score:.2f})" for title, score in steps)
        told.append(f"{places}: {way}")
    return told


def _draw_ladder(ladder: Sequence[LadderEvent]) -> None:
    if ladder:
        _draw_facts(LADDER(), {"": "\n".join(_level_words(event) for event in ladder)})


def _level_words(event: LadderEvent) -> str:
    if event.place is None:
        return LADDER_LEVEL(level=event.level, cause=event.cause)
    return LADDER_LEVEL_AT(level=event.level, cause=event.cause, step=event.place)


def _draw_model_call(attempt: ModelAttempt) -> None:
    """Draw one call of the model, word for word."""
    seconds = f"{attempt.seconds:.2f}"
    if first := attempt.first_token_seconds:
        seconds = SECONDS_TO_WORD(seconds=seconds, first=f"{first:.2f}")
    facts = {
        DUTY(): attempt.duty,
        FAILED_CHECK(): attempt.failed_check or NO_FAILED_CHECK(),
        SECONDS(): seconds,
        TOKENS(): TOKENS_OF_CALL(sent=attempt.sent, received=attempt.received),
    }
    _draw_facts(MODEL_CALL(), facts)
    st.caption(PROMPT())
    st.code(attempt.prompt, language=None, wrap_lines=True)
    st.caption(REPLY())
    st.code(attempt.reply, language=None, wrap_lines=True)


def _draw_facts(title: str, facts: Mapping[str, str]) -> None:
    st.html(facts_html(title, facts))


def facts_html(title: str, facts: Mapping[str, str]) -> str:
    """Return a titled list of names and values, every character as it is."""
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items()
    )
    return f'<h4 class="el-fact-title">{escape(title)}</h4><dl class="el-facts">{rows}</dl>'
