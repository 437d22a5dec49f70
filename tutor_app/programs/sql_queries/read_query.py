"""What a message about SQL brings: tables, a query, and the rows that must come out or came out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.language_names import language_of
from tutor_app.programs.sql_queries.markdown_tables import MarkdownTable, read_tables
from tutor_app.understanding.message_features import MessageFeatures

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_MAKING = frozenset({"create", "insert", "drop", "alter", "replace"})
_UNREAD = ("near ", "unrecognized token", "incomplete input")
_LONGEST = 20_000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlQuestion:
    """A query with what it is asked of.

    `setup` are the statements that make tables, `query` is "" where there is none yet. `tables` are
    those that the message draws: what the query needs, what must come out, what came out. `kept` is
    what must come out by an earlier message.
    """

    setup: tuple[str, ...]
    query: str
    tables: tuple[MarkdownTable, ...] = ()
    kept: MarkdownTable | None = None

    @property
    def script(self) -> str:
        """All of its statements, to be kept for the next message."""
        return "\n".join((*self.setup, self.query))

    @property
    def expected(self) -> MarkdownTable | None:
        """The rows that must come out, by a table that is neither needed nor was seen."""
        return next((each for each in self.tables if not _was_seen(each)), self.kept)

    def given(self, name: str) -> SqlQuestion | None:
        """Return the same with a drawn table that the query needs; None where there is none."""
        table = _named(name, self.tables)
        if table is None:
            return None
        left = tuple(each for each in self.tables if each is not table)
        return replace(self, setup=(*self.setup, *_statements(name, table)), tables=left)


def is_sql(code: str, tag: str | None = None) -> bool:
    """Whether a program is SQL: its fence says so, or SQLite reads what Python doesn't."""
    language = language_of(tag) if tag is not None else None
    if language is not None or not code.strip() or len(code) > _LONGEST:
        return language == "SQL"
    return parse_program(code) is None and all(map(_is_read, split_script(code)))


def read_query(shape: MessageFeatures, held: str, kept: MarkdownTable | None) -> SqlQuestion:
    """Return what a message asks of SQL.

    The tables of the script before, `held`, still stand, and so do the rows that must come out,
    where the message makes no tables of its own.
    """
    made, asked = _parted(split_script(shape.code or ""))
    before, asked_before = _parted(split_script(held))
    anew = any(_first_word(each) == "create" for each in made)
    return SqlQuestion(
        setup=tuple(made if anew else [*before, *made]),
        query="\n".join(asked or asked_before),
        tables=read_tables(shape.prose),
        kept=None if anew else kept,
    )


def split_script(script: str) -> list[str]:
    """Return the statements of a script, each with its semicolon."""
    statements, start = [], 0
    for place, sign in enumerate(script):
        if sign == ";" and sqlite3.complete_statement(script[start : place + 1]):
            statements.append(script[start : place + 1].strip())
            start = place + 1
    rest = script[start:].strip()
    found = [*statements, f"{rest};"] if rest else statements
    return [each for each in found if _first_word(each).strip(";")]


def _parted(statements: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the statements that make tables, and those that ask them."""
    made = [each for each in statements if _first_word(each) in _MAKING]
    return made, [each for each in statements if each not in made]


def _first_word(statement: str) -> str:
    """Return the first word behind the comments above a statement, "" where none is left."""
    lines = (line for line in statement.split("\n") if not line.lstrip().startswith("--"))
    return next(iter("\n".join(lines).casefold().split()), "")


def _is_read(statement: str) -> bool:
    """Whether SQLite's parser reads a statement; what it is about need not be there.

    It is prepared to be explained, in a database of its own, and never run.
    """
    with closing(sqlite3.connect(":memory:")) as database:
        database.set_authorizer(_refuse_settings)
        try:
            database.execute(f"EXPLAIN {statement}")
        except (sqlite3.Error, sqlite3.Warning) as exc:
            return not str(exc).startswith(_UNREAD)
    return True


def _refuse_settings(action: int, *_: str | None) -> int:
    settings = (sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)
    return sqlite3.SQLITE_DENY if action in settings else sqlite3.SQLITE_OK


def _named(name: str, tables: Sequence[MarkdownTable]) -> MarkdownTable | None:
    """Return the table that is called so in the line above it, else the first without a name."""
    for table in tables:
        if name.casefold() in table.words_above:
            return table
    return next((each for each in tables if not each.words_above & _TOLD_WORDS), None)


_TOLD_WORDS = _WORDS["expecting"] | _WORDS["giving"]


def _was_seen(table: MarkdownTable) -> bool:
    """Whether a table is what came out, by the line above it, and not what should."""
    said = table.words_above
    return bool(said & _WORDS["giving"]) and not said & _WORDS["expecting"]


def _statements(name: str, table: MarkdownTable) -> Iterator[str]:
    columns = ", ".join(_quoted(column) for column in table.columns)
    yield f"CREATE TABLE {_quoted(name)} ({columns});"
    for row in table.rows:
        yield f"INSERT INTO {_quoted(name)} VALUES ({', '.join(row)});"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
