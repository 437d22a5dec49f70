"""What a message tells of a part of the result, in plain words, held against the run: "boots
writes door=3, and later shoes writes 2 over it", "the second time overwrites the first"."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import is_value, part_of_call, tokens_of
from tutor_app.programs.ideas.element_claims import tell_changes
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.questions.element_history import Containers, ElementChange
from tutor_app.programs.run_values import CaseResult

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_OVER = _WORDS["overwriting"] - {"again", "twice", "second", "longer", "anymore"} | {"over"}
_WRITING = _WORDS["writing"] | _OVER
_BESIDE = ("=", ":", "is")
_OPEN = NEGATIONS | _WORDS["denying"] | _WORDS["ought"]


def claims_on_keys(
    source: str, sentences: Sequence[str], focus: CaseResult | None
) -> Iterator[RunClaim]:
    """Yield what a traced run says to each claim of what is put at a key of its result."""
    if focus is None or not focus.trace:
        return
    run = Containers(source, focus)
    name = name_of_result(run, focus)
    keys = {str(key): key for key in run.keys(name)} if name is not None else {}
    for sentence in sentences:
        said = [token.text.strip("'\"") for token in tokens_of(sentence)]
        if name is None or _OPEN & {each.casefold() for each in said} or "?" in said:
            continue
        named = list(dict.fromkeys(each for each in said if each in keys))
        for text in named:
            changes = run.changes_at(name, keys[text])
            agrees = _agrees(_less_others(said, text, keys.keys()), changes)
            if agrees or (agrees is False and len(named) == 1):  # who is meant is clear
                shown = tell_changes(source, name, keys[text], changes, focus)
                yield RunClaim(shown, agrees, is_whole=True, about=f"{name}[{keys[text]!r}]")


def name_of_result(run: Containers, focus: CaseResult) -> str | None:
    """Return the variable that ends as what the call gives, or as that of which it takes a part."""
    given = _literal(focus)
    key = part_of_call(focus.case.call.text)
    for name in sorted(run.names):
        last = run.values(name)[-1]
        if given is not None and (last == given if key is None else _has(last, key, given)):
            return name
    return None


def _literal(result: CaseResult) -> object:
    return ast.literal_eval(result.value or "") if is_value(result.value or "") else None


def _has(held: object, key: object, value: object) -> bool:
    return isinstance(held, dict) and key in held and held[key] == value


def _less_others(said: Sequence[str], key: str, keys: Collection[str]) -> list[str]:
    """Return words without the values that stand right behind another key: "door 3 boots 2"."""
    others = {*keys} - {key}

    def is_others(at: int) -> bool:
        before = at - 2 if said[at - 1] in _BESIDE else at - 1
        return said[at].isdecimal() and before >= 0 and said[before] in others

    return [word for at, word in enumerate(said) if not is_others(at)]


def _agrees(said: Sequence[str], changes: Sequence[ElementChange]) -> bool | None:
    """Whether the values that words tell of a key are put there in their order; where they only
    tell that one is overwritten, whether that is so. None where they claim nothing of that."""
    values = [str(each.after) for each in changes]
    told = list(dict.fromkeys(each for each in said if each in values))
    is_over = bool(_OVER & {each.casefold() for each in said})
    if len(told) > 1 and _WRITING & {each.casefold() for each in said}:
        return True if _is_within(told, values) else None
    if is_over and told and told[0] in values[1:]:
        return True
    return False if is_over and len(values) == 1 and not told else None


def _is_within(told: Sequence[str], values: Sequence[str]) -> bool:
    """Whether some values come among others in their order."""
    rest = iter(values)
    return all(each in rest for each in told)
