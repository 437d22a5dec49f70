"""What a message says of the rounds in which a line is reached, held against the run: "it is only
reached for 3, 2 and 4", "and never for 8"."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.line_facts import loops_around
from tutor_app.programs.questions.step_facts import statement_at
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.spoken_parts import lines_named
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

REACHED_WITH = phrase("programs_ideas.reached_with", "line", "name", "values", "rounds", "call")
_WORDS: Final = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = NEGATIONS | _WORDS["denying"]
_MOST_LISTED: Final = 6


def claims_on_reach(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim of the rounds in which a line is reached.

    "It" is the line that was named last.
    """
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return
    last: tuple[int, ...] = ()
    for sentence in sentences:
        last = lines_named(source, sentence) or last
        words = [token.text for token in tokens_of(sentence)]
        plain = {word.casefold() for word in words}
        speaks = not plain.isdisjoint(_WORDS["running"] | _WORDS["looking"])
        if len(last) == 1 and speaks and plain.isdisjoint(_WORDS["ought"]):
            yield from _of_line(tree, last[0], sentence, words, focus)


def _of_line(
    tree: ast.Module, line: int, sentence: str, words: Sequence[str], focus: CaseResult
) -> Iterator[RunClaim]:
    node = statement_at(tree, line)
    loops = loops_around(tree, node) if node is not None else []
    if len(loops) != 1 or not isinstance(loops[0], ast.For):
        return
    target = loops[0].target
    if not isinstance(target, ast.Name):
        return
    rounds = _held_at(loops[0].body[0].lineno, target.id, focus)
    reached = _held_at(line, target.id, focus)
    said = _values_said(words, rounds)
    agrees = _agrees(sentence, said, reached)
    if not said or agrees is None or len(reached) > _MOST_LISTED:
        return
    listed = ", ".join(map(as_code, reached)) or "–"
    shown = REACHED_WITH(
        line=line,
        name=as_code(target.id),
        values=listed,
        rounds=len(rounds),
        call=name_call(focus.case),
    )
    yield RunClaim(shown, agrees, line, is_whole=True, about=f"line {line}")


def _held_at(line: int, name: str, focus: CaseResult) -> list[str]:
    """Return what a variable holds each time that a line is about to run."""
    steps = (step for step in focus.trace if step.event == "line" and step.line == line)
    return [dict(step.variables)[name] for step in steps if name in dict(step.variables)]


def _values_said(words: Sequence[str], rounds: Sequence[str]) -> list[str]:
    """Return the values of the loop's variable that words name, but for the number of a line."""
    plain = {value.strip("'\""): value for value in rounds}
    return [
        plain[word.strip("'\"")]
        for before, word in zip(("", *words), words, strict=False)
        if word.strip("'\"") in plain and before.casefold() not in _WORDS["line_words"]
    ]


def _agrees(sentence: str, said: Sequence[str], reached: Sequence[str]) -> bool | None:
    """Whether a line is reached with the values said: with these alone, or with none of them."""
    spoken = {word.replace("'", "").strip(".,;:!?") for word in sentence.casefold().split()}
    if not spoken.isdisjoint(_WORDS["alone"]):
        return set(said) == set(reached) if spoken.isdisjoint(_DENYING) else None
    if not spoken.isdisjoint(_DENYING):
        return set(said).isdisjoint(reached)
    return True if set(said) <= set(reached) else False if set(said).isdisjoint(reached) else None
