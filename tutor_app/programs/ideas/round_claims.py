"""What a message says of a variable in a loop's rounds, held against the run: "prev is 0 when t is
20", "prev doesn't follow", and that a loop ends too soon."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import names_in, parse_program, tokens_of
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.line_facts import rounds_of
from tutor_app.programs.questions.round_values import names_set_in, rounds_of_variable
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

HOLDS_THEN = phrase("programs_ideas.holds_then", "name", "value", "other", "held", "call")
STAYS = phrase("programs_ideas.stays_in_rounds", "name", "rounds", "call")
LEFT_EARLY = phrase("programs_ideas.left_early", "line", "call", "count")
RUN_OUT = phrase("programs_ideas.run_out", "line", "call", "count")
MOVES = phrase("programs_ideas.moves_in_rounds", "name", "call")
_WORDS: Final = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_NOT: Final = NEGATIONS | _WORDS["denying"] | {"never"}
_ENDING: Final = _WORDS["stopping"] | _WORDS["handing_back"]
_SIGNS: Final = '.,;:!?()"'
_MOST_NAMED: Final = 4  # rounds
_NEAR: Final = 4  # words from the moment's word to its variable


def claims_on_rounds(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim of what a variable holds, or does, in rounds."""
    tree = parse_program(source)
    if tree is None or focus is None or not focus.trace:
        return
    own, last = names_in(tree), ""
    for sentence in sentences:
        words = [token.text for token in tokens_of(sentence)]
        yield from _at_moment(words, own, last, focus)
        yield from _staying(tree, sentence, words, focus)
        last = next((word for word in reversed(words) if word in own), last)
    yield from _on_early_ends(tree, sentences, focus)


def _at_moment(
    words: Sequence[str], own: frozenset[str] | set[str], last: str, focus: CaseResult
) -> Iterator[RunClaim]:
    """Hold "prev is 0 when t is 20", also told as "it", against the steps at which t is 20."""
    at = next((n for n, word in enumerate(words) if word.casefold() in _WORDS["moments"]), None)
    if at is None:
        return
    said, moment = words[:at], words[at + 1 :]
    other, held = _named_with_value(moment[: _NEAR + 2], own)
    name, value = _named_with_value(said, own, last)
    if not (other and name) or other == name:
        return
    holding = [_held(step, name) for step in focus.trace if is_same(held, _held(step, other) or "")]
    values = [each for each in holding if each is not None]
    if not values:
        return
    agrees = any(is_same(value, each) for each in values)
    shown = HOLDS_THEN(
        name=as_code(name),
        value=as_code(value if agrees else values[0]),
        other=as_code(other),
        held=as_code(held),
        call=name_call(focus.case),
    )
    yield RunClaim(shown, agrees, is_whole=True)


def _named_with_value(
    words: Sequence[str], own: frozenset[str] | set[str], last: str = ""
) -> tuple[str, str]:
    """Return the last variable of some words and the value behind it; ("", "") without both.

    "it" is the variable that was named last.
    """
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        name = word if word in own else ""
        if word.casefold() in ("it", "its") and not name:
            before = [each for each in words[:at] if each in own]
            name = before[-1] if before else last
        values = [each for each in words[at + 1 :] if each.lstrip("-").isdecimal()]
        if name and len(values) == 1:
            return name, values[0]
    return "", ""


def _staying(
    tree: ast.Module, sentence: str, words: Sequence[str], focus: CaseResult
) -> Iterator[RunClaim]:
    """Hold that a variable that a loop sets does not follow in some round."""
    said = {word.casefold() for word in words}
    spoken = {word.replace("'", "").replace("’", "") for word in sentence.casefold().split()}
    lags = not said.isdisjoint(_WORDS["lagging"])
    denies = not spoken.isdisjoint(NEGATIONS | _WORDS["denying"])
    follows = not said.isdisjoint(_WORDS["following"])
    if not (lags or (denies and follows)) or not said.isdisjoint(_WORDS["ought"]):
        return
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    for loop in loops:
        targets = names_in(loop.target)
        stored = names_set_in(loop)
        for name in (word for word in dict.fromkeys(words) if word in stored):
            rounds = rounds_of_variable(loop, name, focus.trace)
            still = [each.target for each in rounds if each.before == each.after]
            if len(rounds) < 2:
                return
            call = name_call(focus.case)
            target = min(targets)
            if still:
                listed = ", ".join(as_code(f"{target} = {each}") for each in still[:_MOST_NAMED])
                shown = STAYS(name=as_code(name), rounds=listed, call=call)
                is_so = "never" not in said or len(still) == len(rounds)
                yield RunClaim(shown, is_so, is_whole=True)
            else:
                yield RunClaim(MOVES(name=as_code(name), call=call), False, is_whole=True)
            return


def _held(step: Step, name: str) -> str | None:
    return dict(step.variables).get(name)


# --- that a loop is left ------------------------------------------------------------------------


def _on_early_ends(
    tree: ast.Module, sentences: Sequence[str], focus: CaseResult
) -> Iterator[RunClaim]:
    """Yield whether the one `for` loop of a program is left before its end, for who says so."""
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    if len(loops) != 1 or not any(map(_says_it_ends_early, sentences)):
        return
    rounds, line = rounds_of(loops[0], focus), loops[0].lineno
    if rounds is None or not focus.times_reached(line):
        return
    is_left = focus.times_reached(line) == rounds  # else its header is looked at once more
    shown = (LEFT_EARLY if is_left else RUN_OUT)(
        line=line, call=name_call(focus.case), count=rounds
    )
    if is_left or not isinstance(loops[0].iter, ast.Call):  # a range may be too short
        yield RunClaim(shown, is_left, line)


def _says_it_ends_early(sentence: str) -> bool:
    words = {word.strip(_SIGNS) for word in sentence.casefold().replace("'", "").split()}
    if words & _WORDS["ought"]:
        return False
    is_early = bool(words & _ENDING and words & _WORDS["too_early"])
    misses = bool(words & _NOT and words & _WORDS["getting_to"] and words & _WORDS["second_on"])
    only_first = bool({"only", "first"} <= words and words & _WORDS["looking"])
    return is_early or misses or only_first
