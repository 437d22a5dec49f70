"""What the student does with a message about a program, by its forms and by what a run decides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.closing_remarks import says_goodbye, says_it_works
from tutor_app.programs.code_in_text import names_in, parse_program, values_in, with_plain_signs
from tutor_app.programs.replies.accepted_answers import is_accepted, is_of_kind, read_value
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.program_topic import Topic, code_lines
from tutor_app.programs.student_changes.described_code import DescribedCode, read_description
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.token_likeness import Token, tokens_of
from tutor_app.understanding.dialogue_acts import aside

Act = Literal[
    "shows",
    "changes",
    "proposes",
    "answers",
    "tells",
    "works",
    "stuck",
    "pressed",
    "why",
    "argues",
    "thanks",
    "says",
]
Answered = Literal["right", "wrong"]

_FINE = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["fine"]
_REPORTS = (
    "tell.seen",
    "tell.answer",
    "work.mended",
    "work.submit",
    "ask.check",
    "react.ack",
    "react.feeling",
)
SHORT_ANSWER = 25  # words
_TELLING = frozenset("= : ` , ==".split())  # signs between a name and its value
_HOLDING = frozenset("= : is was holds ==".split())  # behind a name of one letter
_NEAR = 6  # tokens between a variable's name and its value
_MARKED = re.compile(r"`([^`\n]+)`")
_LINE = re.compile(r"(?i)\blines?\s+\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardMessage:
    """What a message does. `answered` says how it answers the open question, if it does.

    `lines` and `names` are the lines and variables of the program that it speaks of; `observed`
    the values that it says variables to hold, by name. `says_it_works`: as it is now.
    """

    act: Act
    answered: Answered | None = None
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    observed: tuple[tuple[str, str], ...] = ()
    says_it_works: bool = False


def hear(topic: Topic, facts: RunFacts) -> HeardMessage:
    """Return what a message does: what it shows counts before what it says."""
    lines = lines_named(topic)
    names = names_spoken(topic)
    observed = tuple(_observed(topic, names))
    answered = read_answer(topic, lines, observed)
    return HeardMessage(
        act=_act(topic, facts, answered, observed),
        answered=answered,
        lines=lines,
        names=names,
        observed=observed,
        says_it_works=_says_it_works(topic),
    )


def _act(
    topic: Topic,
    facts: RunFacts,
    answered: Answered | None,
    observed: tuple[tuple[str, str], ...],
) -> Act:
    wanted = aside(topic.words)
    silent = answered is None
    in_order: tuple[tuple[Act, bool], ...] = (
        ("shows", topic.is_first),
        ("changes", topic.is_changed),
        ("pressed", silent and wanted in ("pressed", "all")),
        ("proposes", facts.tried is not None and not _only_observes(topic, facts, observed)),
        ("answers", answered == "right"),
        ("works", _says_it_works(topic)),
        ("tells", bool(facts.seen or topic.new_calls or facts.is_news)),
        ("argues", wanted == "argue"),
        ("why", wanted == "why"),
        ("stuck", silent and wanted == "stuck"),
        ("answers", not silent),
        ("thanks", says_goodbye(topic.words)),
    )
    return next((act for act, holds in in_order if holds), "says")


def _says_it_works(topic: Topic) -> bool:
    """Whether the message says that the program works now: a report, and no other thing."""
    if topic.act is not None and topic.act.sure and topic.act.act not in _REPORTS:
        return False
    return says_it_works(" ".join(topic.words.casefold().replace("’", "'").split()))


def _only_observes(topic: Topic, facts: RunFacts, observed: tuple[tuple[str, str], ...]) -> bool:
    """Whether "lo = 2" tells what the run shows and changes nothing, or stands among several.

    "count = 1 in place of count = 0" is a change, whatever the run shows.
    """
    helps = facts.tried is not None and facts.tried.outcome in ("passes_all", "right_there")
    inserts = facts.tried is not None and facts.tried.change.inserted
    if helps or inserts or _described(topic).swaps:
        return False
    if len(observed) > 1:
        return True
    steps = facts.focus.trace if facts.focus is not None else ()
    held = {pair for step in steps for pair in step.variables}
    return bool(observed) and observed[0] in held


# --- the answer to the open question ----------------------------------------------------------


def read_answer(
    topic: Topic, lines: tuple[int, ...], observed: tuple[tuple[str, str], ...]
) -> Answered | None:
    """Return whether the message answers the open question right or wrong.

    A long message, or one that names several values, may speak of something else: it is no wrong
    answer.
    """
    awaited = topic.record.awaited
    if awaited is None or not awaited.accepted or topic.is_first or not topic.words:
        return None
    if awaited.kind == "line":
        named = [str(line) for line in lines]
        said = next((line for line in named if line in awaited.accepted), next(iter(named), None))
    else:
        said = read_value(awaited, _without_code(topic))
    if said is None:
        return None
    if is_accepted(said, awaited):
        return "right"
    asked_for = awaited.key.replace(":", " ").split()
    if observed and not any(name in asked_for for name, _ in observed):
        return None  # the value is said of something else
    is_short = len(topic.words.split()) <= SHORT_ANSWER
    return "wrong" if is_short and is_of_kind(said, awaited) else None


def _without_code(topic: Topic) -> str:
    """Return a message's words without pieces of the program and without line numbers."""
    described = _described(topic)
    words = topic.words
    for piece in sorted(described.pieces, key=len, reverse=True):
        words = words.replace(piece, " ")
    return _LINE.sub(" ", words)


def _observed(topic: Topic, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the values that stand right behind a variable's name: "lo = 2", "`m` is 0"."""
    words = with_plain_signs(topic.words)
    tree = parse_program(topic.source)
    one_letter = {name for name in (names_in(tree) if tree is not None else ()) if len(name) == 1}
    for value in values_in(words):
        before = [token for token in tokens_of(words[: value.start])][-_NEAR:]
        spoken = [token.text for token in before if token.text in names]
        short = before[-2].text if len(before) > 1 and before[-1].text in _HOLDING else ""
        if short in one_letter:
            yield short, value.text
            continue
        between = before[_place(before, spoken[-1]) + 1 :] if spoken else []
        if spoken and all(token.text in _TELLING or token.text[0].isalpha() for token in between):
            yield spoken[-1], value.text


def _place(tokens: list[Token], text: str) -> int:
    return max(n for n, token in enumerate(tokens) if token.text == text)


# --- the lines and names that are spoken of ---------------------------------------------------


def lines_named(topic: Topic) -> tuple[int, ...]:
    """Return the lines of the program that the words name: by number, or by their code."""
    described = _described(topic)
    rows = topic.source.split("\n")
    numbers = [line for line in described.lines if 1 <= line <= len(rows)]
    outside = _calls_outside(topic.source)
    marked = _MARKED.findall(topic.words)
    for piece in (*described.pieces, *marked):
        plain = [token.text for token in tokens_of(piece.strip(" .:"))]
        plain = plain[:-2] if plain[-2:] == ["(", ")"] else plain
        places = [n for n, row in enumerate(rows, start=1) if plain and _holds(row, plain)]
        numbers += places if len(places) == 1 and places[0] in code_lines(topic.source) else []
    tree = parse_program(topic.source)
    if tree is not None:
        named = parts_named(tree, _suspecting(topic.words))
        definitions = ast.FunctionDef | ast.ClassDef
        numbers += [p.node.lineno for p in named if not isinstance(p.node, definitions)]
    return tuple(line for line in dict.fromkeys(numbers) if line not in outside)


def _calls_outside(source: str) -> frozenset[int]:
    """Return the lines below the definitions that only call them: no fault is in these."""
    tree = parse_program(source)
    nodes = tree.body if tree is not None else []
    has_definition = any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in nodes)
    calls = (node.lineno for node in nodes if isinstance(node, ast.Expr | ast.Assert))
    return frozenset(calls) if has_definition else frozenset()


def _suspecting(words: str) -> str:
    """Return the clauses of a message that don't say of what they name that it is fine."""
    clauses = re.split(r"[,.;!?\n]", words)
    return " . ".join(clause for clause in clauses if not _FINE & set(clause.casefold().split()))


def names_spoken(topic: Topic) -> tuple[str, ...]:
    """Return the variables of the program that the words name; one letter only in backticks."""
    tree = parse_program(topic.source)
    if tree is None:
        return ()
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    stored |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    marked = {token.text for piece in _MARKED.findall(topic.words) for token in tokens_of(piece)}
    said = {token.text for token in tokens_of(topic.words) if len(token.text) > 1} | marked
    return tuple(sorted(stored & said, key=topic.words.find))


def _described(topic: Topic) -> DescribedCode:
    tree = parse_program(topic.source)
    return read_description(topic.words, tree or ast.Module(body=[], type_ignores=[]))


def _holds(row: str, tokens: list[str]) -> bool:
    own = [token.text for token in tokens_of(row)]
    size = len(tokens)
    return any(own[at : at + size] == tokens for at in range(len(own) - size + 1))
