"""A message about a query: run on its tables, its rows shown and held against those due."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import zip_longest

from tutor_app.domain.values import (
    Event,
    Sentence,
    Session,
    WorkRecord,
)
from tutor_app.programs.replies.format_code import as_block, as_code
from tutor_app.programs.run_values import SqlRun
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.sql_queries.compare_rows import RowComparison, compare_rows
from tutor_app.programs.sql_queries.markdown_tables import read_kept_table, write_table
from tutor_app.programs.sql_queries.read_query import SqlQuestion, is_sql, read_query
from tutor_app.programs.sql_queries.run_sql import run_sql
from tutor_app.understanding.act_classifier import ActGuess, takes_leave
from tutor_app.understanding.message_features import MessageFeatures
from tutor_app.wording.catalogue import phrase

GIVES_NOTHING = phrase("programs_sql.gives_nothing")
GIVES = phrase("programs_sql.gives", "count")
MORE_ROWS = phrase("programs_sql.more_rows", "count")
STOPS = phrase("programs_sql.stops", "error")
NEVER_ENDS = phrase("programs_sql.never_ends")
AS_DUE = phrase("programs_sql.as_due")
AS_DUE_IN_ORDER = phrase("programs_sql.as_due_in_order")
OTHER_ORDER = phrase("programs_sql.other_order")
MISSING = phrase("programs_sql.missing", "count", "row")
EXTRA = phrase("programs_sql.extra", "count", "row")
ASK_QUERY = phrase("programs_sql.ask_query")
ASK_TABLE = phrase("programs_sql.ask_table", "name")
ASK_DUE = phrase("programs_sql.ask_due")
ASK_ERROR = phrase("programs_sql.ask_error")
ASK_END = phrase("programs_sql.ask_end")
ASK_ORDER = phrase("programs_sql.ask_order")
ASK_MISSING = phrase("programs_sql.ask_missing", "row")
ASK_EXTRA = phrase("programs_sql.ask_extra", "row")
SEND_CHANGE = phrase("programs_sql.send_change")
FAREWELL = phrase("programs_moves.farewell")
CANNOT = {
    "off": phrase("programs_unrun.not_here"),
    "busy": phrase("programs_unrun.busy"),
    "fault": phrase("programs_unrun.fault"),
}

NO_TABLE = "no such table: "
MOST_SHOWN = 12  # rows
MOST_TABLES = 8  # that a query needs
KEY = "program:sql"
MOST_HINTS = 60


def is_about_query(shape: MessageFeatures, session: Session) -> bool:
    """Whether a message brings SQL, or goes on with the SQL of the conversation."""
    if shape.code is not None:
        return is_sql(shape.code, shape.language)
    return _held(session) != ""


def help_with_query(
    shape: MessageFeatures,
    session: Session,
    runner: Runner | None,
    act: ActGuess | None = None,
) -> Generator[Event, None, WorkRecord]:
    """Yield the reply to a message about a query; return what it leaves for the next one."""
    work = session.work if _held(session) else None
    hints = work.hints if work is not None else ()
    kept = read_kept_table(work.cases) if work is not None else None
    question = read_query(shape, _held(session), kept)
    question, run = _run(question, runner)
    is_goodbye = shape.code is None and takes_leave(act)
    said_now = [_farewell()] if is_goodbye else _reply(question, run, hints)
    sentences = _new(said_now, hints)
    yield from sentences
    said = " ".join(sentence.text for sentence in sentences)
    return WorkRecord(
        kind="program",
        key=KEY,
        text=question.script,
        attempt=question.query if work is not None and shape.code is not None else None,
        cases=(write_table(question.expected),) if question.expected is not None else (),
        hints=(*hints, said)[-MOST_HINTS:],
    )


def _held(session: Session) -> str:
    """Return the SQL that the conversation has, "" where it has none."""
    work = session.work
    return work.text if work is not None and work.key == KEY else ""


def _run(question: SqlQuestion, runner: Runner | None) -> tuple[SqlQuestion, SqlRun | str]:
    """Run a query, with the drawn tables that it turns out to need; else say why it was not run."""
    if runner is None:
        return question, "off"
    with runner.hold() as refused:
        if refused is not None:
            return question, refused
        run = SqlRun()
        for _ in range(MOST_TABLES):
            run = run_sql("\n".join(question.setup), question.query)
            needed = question.given(_missing(run)) if _missing(run) else None
            if needed is None:
                break
            question = needed
    return question, run if run.our_fault is None else "fault"


def _missing(run: SqlRun) -> str:
    """Return the name of the table that a run has stopped for, "" where it was none."""
    error = run.error or ""
    return error.removeprefix(NO_TABLE) if error.startswith(NO_TABLE) else ""


def _reply(question: SqlQuestion, run: SqlRun | str, hints: tuple[str, ...]) -> list[Sentence]:
    """Return what the run shows, and one question."""
    if isinstance(run, str):
        return [_notice(CANNOT[run]()), _ask(ASK_DUE.wordings(), hints)]
    if not question.query and run.error is None:
        return [_ask(ASK_QUERY.wordings(), hints)]
    if _missing(run):
        return [_ask(ASK_TABLE.wordings(name=as_code(_missing(run))), hints)]
    if run.error is not None:
        return list(_stopped(run, hints))
    shown = _verdict(_rows(run))
    if question.expected is None:
        return [shown, _ask(ASK_DUE.wordings(), hints)]
    found = compare_rows(run, question.expected, question.query)
    if found.is_same:
        return [shown, _verdict(AS_DUE_IN_ORDER() if found.is_ordered else AS_DUE())]
    return [shown, _verdict(_differences(found)), _ask(_questions(found), hints)]


def _stopped(run: SqlRun, hints: tuple[str, ...]) -> Iterator[Sentence]:
    if run.limit is not None:
        yield _verdict(NEVER_ENDS())
        yield _ask(ASK_END.wordings(), hints)
    else:
        yield _verdict(STOPS(error=as_code(run.error or "")))
        yield _ask(ASK_ERROR.wordings(), hints)


def _rows(run: SqlRun) -> str:
    """Return the rows as a block of text, as wide as they need."""
    count = len(run.rows)
    if not count:
        return GIVES_NOTHING()
    cells = [run.columns, *(tuple(map(_plain, row)) for row in run.rows[:MOST_SHOWN])]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    lines = [_line(row, widths) for row in cells]
    block = "\n".join([lines[0], "-+-".join("-" * width for width in widths), *lines[1:]])
    more = f" {MORE_ROWS(count=count - MOST_SHOWN)}" if count > MOST_SHOWN else ""
    return f"{GIVES(count=count)}{as_block(block)}{more}".rstrip()


def _line(row: Iterable[str], widths: Iterable[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return " | ".join(padded).rstrip()


def _plain(cell: str) -> str:
    """Return a value as a table shows it: texts without quotes, no backticks."""
    if cell == "None":
        return "NULL"
    text = cell[1:-1] if cell[:1] in "'\"" and cell[:1] == cell[-1:] else cell
    return text.replace("`", "'")


def _differences(found: RowComparison) -> str:
    if found.other_order:
        return OTHER_ORDER()
    texts = []
    if found.missing:
        texts.append(MISSING(count=len(found.missing), row=_row(found.missing)))
    if found.extra:
        texts.append(EXTRA(count=len(found.extra), row=_row(found.extra)))
    return " ".join(texts)


def _questions(found: RowComparison) -> tuple[str, ...]:
    if found.other_order:
        return ASK_ORDER.wordings()
    if found.extra:
        return ASK_EXTRA.wordings(row=_row(found.extra))
    return ASK_MISSING.wordings(row=_row(found.missing))


def _row(rows: tuple[tuple[str, ...], ...]) -> str:
    return as_code(", ".join(map(_plain, rows[0])))


def _ask(texts: tuple[str, ...], hints: tuple[str, ...]) -> Sentence:
    """Ask in words that were not used yet, else in the last ones."""
    known = (*texts, *SEND_CHANGE.wordings())
    new = (text for text in known if not any(text in said for said in hints))
    return Sentence(text=next(new, known[-1]), role="question")


def _farewell() -> Sentence:
    return Sentence(text=FAREWELL.wordings()[-1], role="small_talk")


def _verdict(text: str) -> Sentence:
    return Sentence(text=text, role="verdict")


def _notice(text: str) -> Sentence:
    return Sentence(text=text, role="notice")


def _new(sentences: list[Sentence], hints: tuple[str, ...]) -> list[Sentence]:
    """Leave out what was said before, as long as a sentence is left."""
    new = [each for each in sentences if not any(each.text in said for said in hints)]
    return new or sentences[-1:]
