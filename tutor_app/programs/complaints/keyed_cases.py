"""What calls that give a dict must give, by what words tell of its keys.

What is told of a key is the expectation of that key alone: what is not named stays open, until the
words call the rest right or every key is told. Then the whole is what the call must give.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import is_value, part_of_call
from tutor_app.programs.complaints.keyed_values import (
    KeyedValues,
    keyed_values,
)
from tutor_app.programs.complaints.known_calls import KnownCall, shows_by_printing
from tutor_app.programs.complaints.readings import case_with
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import Call, Case

FEW_WORDS = 15  # of a message that tells a value more, and nothing else


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedCases:
    """Calls, or their parts, with what they must give by the keys that words name. `heard` are the
    calls of which something is told so; of those in `denied` what was said before is taken back;
    `settled` are parts of which the whole is told by now."""

    cases: tuple[Case, ...] = ()
    heard: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()


def keyed_cases(known: Sequence[KnownCall], words: str) -> KeyedCases:
    """Return what words tell of the keys of the one known call that gives a dict with names: they
    have to say that something is due."""
    calls = [(call, given) for call in known if (given := _named_dict(call)) is not None]
    if len(calls) != 1:
        return KeyedCases()
    call, given = calls[0]
    told = keyed_values(words, given)
    parts = dict(_parts_of(call, known))
    before = _held(call, given)
    held: dict[object, object] = {**(before or {}), **parts}
    if not _tells_what_is_due(words, told, held):
        return KeyedCases()
    fine = told.fine | {
        k for k in told.agrees if k not in held or held[k] in told.denied.get(k, ())
    }
    due = held | dict[object, object](told.wanted) | {key: given[key] for key in fine}
    taken = {key for key, values in told.denied.items() if due.get(key) in values}
    due = {key: value for key, value in due.items() if key not in taken}
    is_whole = before is not None and not taken
    if is_whole or told.rest_is_fine or due.keys() >= given.keys():
        whole = repr({**given, **due})
        settled = frozenset(part_of(call.text, key) for key in parts)
        # Who tells only that all is as it is has seen it.
        is_news = due != given or before is not None
        wanted = (case_with(call, whole),) if is_news else ()
        return KeyedCases(cases=wanted, heard=frozenset({call.text}), settled=settled)
    new = {key: due[key] for key in due if parts.get(key) != due[key]}
    cases = tuple(_part_case(call, key, value) for key, value in new.items())
    gone = {part_of(call.text, key) for key in taken & parts.keys()}
    return KeyedCases(
        cases=cases if any(due[key] != given[key] for key in due) or taken else (),
        heard=frozenset({call.text}),
        denied=frozenset({call.text} if before is not None else ()),
        settled=frozenset(gone),
    )


def part_of(call: str, key: object) -> str:
    """Return the text that runs a call and takes a part of what it gives."""
    return f"{call}[{key!r}]"


def _tells_what_is_due(words: str, told: KeyedValues, held: Mapping[object, object]) -> bool:
    if not (told.wanted or told.fine or told.agrees or told.denied or told.rest_is_fine):
        return False
    if told.says_ought:
        return bool(told.wanted or told.rest_is_fine or held)
    is_new = bool(told.wanted) and not told.wanted.keys() & held.keys()
    is_short = len(words.split()) <= FEW_WORDS and "?" not in words
    return bool(held) and (bool(told.fine or told.denied) or (is_new and is_short))


def _named_dict(call: KnownCall) -> Mapping[object, object] | None:
    if shows_by_printing(call.result) or not is_value(call.shown):
        return None
    given = ast.literal_eval(call.shown)
    is_named = isinstance(given, dict) and any(isinstance(key, str) for key in given)
    return given if is_named else None


def _held(call: KnownCall, given: Mapping[object, object]) -> dict[object, object] | None:
    """Return the dict that the student has told before as what the call must give."""
    case = call.case
    if not case.is_decided or case.expected is None or not is_value(case.expected):
        return None
    held = ast.literal_eval(case.expected)
    return held if isinstance(held, dict) and held.keys() == given.keys() else None


def _parts_of(call: KnownCall, known: Sequence[KnownCall]) -> Iterator[tuple[object, object]]:
    """Yield the keys of which is known what the call must give there."""
    for each in known:
        key, due = part_of_call(each.text), each.case.expected
        if key is not None and due is not None and is_value(due):
            if plain_call(each.text) == plain_call(part_of(call.text, key)):
                yield key, ast.literal_eval(due)


def _part_case(call: KnownCall, key: object, value: object) -> Case:
    text = part_of(call.text, key)
    case = replace(call.case, call=Call(text=text, own_setup=call.case.call.own_setup))
    return replace(
        case,
        expected=repr(value),
        prints=None,
        raises=None,
        guess=None,
        likely=0.0,
        said_by=None,
        origin="student",
    )
