"""Which of the program's calls a message speaks of, and what it says that they must give.

The calls stand in the paste ("print(f(3))"), the student's words point at them: by their input, by
their place ("the second print"), or by what they give ("the one that gives 1"). A model that was
learned from messages chooses among all readings; where it is not sure, nothing is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, NO_WORDS, read_word_lists
from tutor_app.programs.code_in_text import parse_program, with_plain_signs
from tutor_app.programs.complaints.known_calls import KnownCall, know_calls, plain_value
from tutor_app.programs.complaints.pointers import POINTER_KINDS, compact
from tutor_app.programs.complaints.reading_features import SHORT, MessageParts, TalkSoFar
from tutor_app.programs.complaints.reading_model import choose_readings, shipped_model
from tutor_app.programs.complaints.readings import NEAR, case_with
from tutor_app.programs.run_values import Case, CaseResult

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_FINE, _AMISS, _PLACES, _PUTTING_IN = (
    _WORDS[name] for name in ("fine", "amiss", "places", "putting_in")
)
_OF_RESULTS = ("shown", "shown_too")
_TOO_LITTLE = ("place_of", "shown_too")  # pointers that alone turn to no call
LIKELY_FROM = 0.4  # the probability from which a call is asked about


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What a message says of known calls: `cases` with what they must give, `call` the one that
    is complained of, None where none is. Of the calls in `denied` it takes back what was said
    before; those in `strays` were made of values that it names as something else."""

    cases: tuple[Case, ...] = ()
    call: str | None = None
    denied: frozenset[str] = frozenset()
    strays: frozenset[str] = frozenset()


def read_complaint(
    words: str, results: Sequence[CaseResult], *, asked: TalkSoFar, source: str = ""
) -> Complaint:
    """Return what the words say of calls that were run, and of which no task says what they give.

    `source` is the program.
    """
    open_ones = [
        each for each in results if not each.case.is_decided or each.case.origin == "student"
    ]
    parts, strays = _parts(with_plain_signs(words), open_ones, asked, source)
    if not parts.calls:
        return Complaint()
    model = shipped_model()
    cases: dict[int, Case] = {}
    places: dict[int, int] = {}  # in the message
    likely: int | None = None  # a call of which more is said than can be kept
    for chosen in choose_readings(parts, model):
        reading = chosen.reading
        if chosen.probability < model.sure_from:
            is_likely = chosen.probability >= LIKELY_FROM and likely is None
            likely = reading.call if is_likely else likely
            continue
        cases[reading.call] = case_with(parts.calls[reading.call], reading.value)
        places[reading.call] = reading.start
    in_order = sorted(cases, key=places.__getitem__)  # the readings come by their likelihood
    wrong = [n for n in in_order if cases[n] != _as_shown(parts.calls[n])]
    fine = [place for place in _said_fine(parts) if place not in wrong]
    cases |= {place: _as_shown(parts.calls[place]) for place in fine}
    complained = wrong[0] if wrong else likely
    if complained is None:
        complained = _pointed_at(parts, [*fine, *cases])
    return Complaint(
        cases=tuple(cases.values()),
        call=parts.calls[complained].text if complained is not None else None,
        denied=frozenset(each.text for n, each in _denied(parts) if n not in cases),
        strays=strays,
    )


def _as_shown(call: KnownCall) -> Case:
    return case_with(call, call.shown)


# --- the message beside its calls ------------------------------------------------------------


def message_parts(
    words: str, results: Sequence[CaseResult], asked: TalkSoFar, source: str
) -> MessageParts:
    """Return a message taken apart beside the calls that were run of a program."""
    tree = parse_program(source)
    nodes = list(ast.walk(tree)) if tree is not None else []
    set_names = (n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    attributes = (n.attr for n in nodes if isinstance(n, ast.Attribute))
    texts = (n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return MessageParts(
        text=words,
        calls=know_calls(results),
        asked=asked,
        names=frozenset(name.casefold() for name in (*set_names, *attributes)),
        texts=frozenset(texts),
    )


def _parts(
    words: str, results: Sequence[CaseResult], asked: TalkSoFar, source: str
) -> tuple[MessageParts, frozenset[str]]:
    """Return the message beside its calls, less those that were only guessed from values which
    are more likely what a call must give."""
    written = compact(words) + compact(source)
    guessed = [each for each in results if not _is_written(each.case, written)]
    parts = message_parts(words, [each for each in results if each not in guessed], asked, source)
    strays = [each for each in guessed if parts.calls and _may_be_wanted(parts, each)]
    if len(strays) == len(guessed):
        return parts, frozenset(each.case.call.text for each in strays)
    known = [each for each in results if each not in strays]
    return message_parts(words, known, asked, source), frozenset(
        each.case.call.text for each in strays
    )


def _is_written(case: Case, written: str) -> bool:
    return case.call.is_script or compact(case.call.text.split("\n")[-1]) in written


def _may_be_wanted(parts: MessageParts, guessed: CaseResult) -> bool:
    """Whether a call was made of a value that a known call may give, and no word puts it in."""
    (call,) = know_calls([guessed])
    for reading in parts.readings:
        if not reading.is_loose and reading.value in call.arguments:
            before = [word.text for word in parts.words if word.end <= reading.start]
            return not _PUTTING_IN.intersection(before[-1:])
    return False


# --- what else is said of calls --------------------------------------------------------------


def _said_fine(parts: MessageParts) -> Iterator[int]:
    """Yield the calls of which a message says that the value which they give is right."""
    asked = [n for n, each in enumerate(parts.calls) if each.text == parts.asked.call]
    is_short = len(parts.words) <= SHORT
    if asked and is_short and any(_is_shown(s.text, parts.calls[asked[0]]) for s in parts.values):
        yield asked[0]
        return
    for start, end in pairwise((0, *parts.ends)):
        words = parts.words_between(start, end)
        if _praises(words):
            here = [p for p in parts.pointers if start <= p.start < end]
            shown = {p.call for p in here if p.kind in ("shown", "shown_too")}
            named = {p.call for p in here if p.kind != "shown_too"} & shown
            yield from sorted(named or (shown if len(shown) == 1 else set()))
        if is_short and _praises(words):
            yield from asked


def _is_shown(value: str, call: KnownCall) -> bool:
    return plain_value(value) == call.shown


def _praises(words: Sequence[str]) -> bool:
    """Whether a word of praise stands in a sentence that denies and asks nothing.

    "Right there" is no praise.
    """
    if "?" in words or (NEGATIONS | _AMISS).intersection(words):
        return False
    return any(word in _FINE and after not in _PLACES for word, after in pairwise((*words, ".")))


def _denied(parts: MessageParts) -> Iterator[tuple[int, KnownCall]]:
    """Yield the calls of which a message denies what they must give by an earlier one.

    The word that denies stands right before the value: "I never said 1 2".
    """
    for place, call in enumerate(parts.calls):
        kept = {call.case.expected, call.case.prints} - {None}
        said = (r for r in parts.readings if r.call == place and r.value in kept)
        if any((NEGATIONS | NO_WORDS).intersection(parts.words_before(r)[-NEAR:]) for r in said):
            yield place, call


def _pointed_at(parts: MessageParts, fine: Sequence[int]) -> int | None:
    """Return the call that a message points at most plainly, if it is one alone."""
    for kind in POINTER_KINDS:
        if kind in _TOO_LITTLE:
            continue
        found = {p.call for p in parts.pointers if p.kind == kind} - set(fine)
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def find_call_named(words: str, results: Sequence[CaseResult]) -> CaseResult | None:
    """Return the call that words name by its text, input or place; None if not one alone."""
    parts = message_parts(with_plain_signs(words), results, TalkSoFar(), "")
    by_result = {p.call for p in parts.pointers if p.kind == "shown"}
    by_name = {p.call for p in parts.pointers if p.kind not in _OF_RESULTS}
    place = _pointed_at(parts, sorted(by_result - by_name))
    return results[place] if place is not None else None


def taken_back(cases: Sequence[Case], complaint: Complaint) -> tuple[Case, ...]:
    """Return cases without the strays, and without what a message takes back of them."""
    return tuple(
        replace(case, expected=None, prints=None, raises=None)
        if case.origin == "student" and case.call.text in complaint.denied
        else case
        for case in cases
        if case.call.text not in complaint.strays
    )
