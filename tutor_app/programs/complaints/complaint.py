"""Which of the program's calls a message speaks of, and what it says that they must give.

The calls stand in the paste ("print(f(3))"), the student's words point at them: by their input, by
their place ("the second print"), or by what they give ("the one that gives 1"). A model that was
learned from messages chooses among all readings; how far one is believed, `beliefs` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import (
    with_plain_signs,
)
from tutor_app.programs.complaints.beliefs import (
    Fate,
    add_guess,
    believe,
    proposed_case,
    says_yes,
    takes_back,
)
from tutor_app.programs.complaints.contrast import value_beside_shown
from tutor_app.programs.complaints.known_calls import KnownCall, is_shown, know_calls, plain_value
from tutor_app.programs.complaints.message_parts import (
    MessageParts,
    TalkSoFar,
    message_parts,
)
from tutor_app.programs.complaints.observations import seen_values
from tutor_app.programs.complaints.pointers import POINTER_KINDS, compact
from tutor_app.programs.complaints.reading_features import SHORT
from tutor_app.programs.complaints.reading_model import choose_readings, shipped_model
from tutor_app.programs.complaints.readings import Reading, case_with
from tutor_app.programs.run_values import Case, CaseResult
from tutor_app.understanding.act_classifier import ActGuess

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_FINE, _AMISS, _PLACES, _TRYING, _OPENING, _OTHERS = (
    _WORDS[name] for name in ("fine", "amiss", "places", "trying", "opening", "others")
)
_OF_RESULTS = ("shown", "shown_too")
_TOO_LITTLE = ("place_of", "shown_too")  # pointers that alone turn to no call


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What a message says of known calls: `cases` with what they must give, `call` the one that
    is complained of, None where none is. `guesses` are cases with a value that is to be asked
    about. Of the calls in `denied` it takes back what was said before, for the one in `refused` it
    says no to the value proposed; those in `strays` were made of values that it names as something
    else. `seen` holds calls with what they are said to have given. `agreed`: it says yes to a value
    proposed."""

    cases: tuple[Case, ...] = ()
    guesses: tuple[Case, ...] = ()
    call: str | None = None
    denied: frozenset[str] = frozenset()
    refused: str | None = None
    strays: frozenset[str] = frozenset()
    seen: tuple[tuple[str, str], ...] = ()
    agreed: bool = False


def read_complaint(
    words: str,
    results: Sequence[CaseResult],
    *,
    asked: TalkSoFar,
    source: str = "",
    acts: Sequence[tuple[str, ActGuess]] = (),
) -> Complaint:
    """Return what the words say of calls that were run.

    `source` is the program; `acts` are the message's sentences with what each of them does.
    """
    parts, strays = _parts(with_plain_signs(words), results, asked, source, acts)
    if not parts.calls:
        return Complaint()
    proposed = proposed_case(parts)
    said, due = _believed(parts)
    said = {n: one for n, one in said.items() if not _is_only_seen(parts.calls[n], *one)}
    cases = {n: case for n, (fate, case) in said.items() if fate == "kept"}
    guesses = tuple(case for fate, case in said.values() if fate == "asked")
    wrong = [n for n, (_, case) in said.items() if (case.guess or _due(case)) != _shown(parts, n)]
    fine = [place for place in _said_fine(parts) if place not in wrong]
    fine = [n for n in fine if not _differs_from_told(parts.calls[n])]
    cases |= {n: _as_shown(parts.calls[n]) for n in fine if parts.calls[n].case.is_students}
    complained = wrong[0] if wrong else _pointed_at(parts, [*fine, *cases])
    call = parts.calls[complained].text if complained is not None else None
    is_refused = asked.proposed is not None and says_yes(parts) is False
    return Complaint(
        cases=(*proposed, *cases.values()),
        guesses=guesses,
        call=proposed[0].call.text if proposed else call,
        denied=frozenset(
            each.text
            for n, each in enumerate(parts.calls)
            if n not in cases and takes_back(parts, n)
        ),
        refused=asked.call if is_refused else None,
        strays=strays,
        agreed=bool(proposed),
        seen=tuple((parts.calls[n].text, value) for n, value in seen_values(parts, due)),
    )


def _is_only_seen(call: KnownCall, fate: Fate, case: Case) -> bool:
    """Whether a value is what a call gives, of which the student has said that it is wrong.

    "It still says True" tells what was seen, and takes nothing back.
    """
    value = case.guess if fate == "asked" else _due(case)
    return fate == "asked" and value == call.shown and _differs_from_told(call)


def _differs_from_told(call: KnownCall) -> bool:
    """Whether the student has told for sure what a call must give, and it gives another value."""
    told = call.case.is_decided and call.case.is_students
    return told and _due(call.case) != call.shown


def _believed(parts: MessageParts) -> tuple[dict[int, tuple[Fate, Case]], list[Reading]]:
    """Return what becomes of the readings by their call, in the order of the message, and those
    that say what is due.

    Of those to be asked about only the likeliest is left.
    """
    model = shipped_model()
    due: list[Reading] = []
    found: list[tuple[int, int, Fate, Case]] = []
    beside = value_beside_shown(parts)
    for one in choose_readings(parts, model):
        is_weaker = beside is not None and one.probability < beside.probability
        gives_it = one.reading.value == parts.calls[one.reading.call].shown
        chosen = beside if beside is not None and (is_weaker or gives_it) else one
        reading, call = chosen.reading, parts.calls[chosen.reading.call]
        if any(_is_seen_of(parts, reading, other) for other in due):
            continue
        belief = believe(parts, chosen, model)
        case = case_with(call, reading.value)
        if belief.fate == "asked":
            case = add_guess(call.case, reading.value, belief.likely)
        is_second = belief.fate == "asked" and any(fate == "asked" for _, _, fate, _ in found)
        if belief.fate != "dropped" and not is_second:
            found.append((reading.start, reading.call, belief.fate, case))
            due += [reading] if reading.value != call.shown else []
    in_order = sorted(found, key=lambda one: one[:2])
    return {call: (fate, case) for _, call, fate, case in in_order}, due


def _is_seen_of(parts: MessageParts, reading: Reading, other: Reading) -> bool:
    """Whether a value is what another call gave, in the sentence that says what that one must give.

    "It says False for this one, and it should be True": the other call is not spoken of.
    """
    sentence = parts.sentence(reading)
    if reading.value != parts.calls[other.call].shown or parts.sentence(other) != sentence:
        return False
    start, end = sentence
    kinds = {p.kind for p in parts.pointers if p.call == reading.call and start <= p.start < end}
    return kinds <= {*_OF_RESULTS, *_TOO_LITTLE}


def _shown(parts: MessageParts, place: int) -> str | None:
    return _due(_as_shown(parts.calls[place]))


def _due(case: Case) -> str | None:
    return case.expected if case.expected is not None else case.prints


def _as_shown(call: KnownCall) -> Case:
    return case_with(call, call.shown)


# --- calls that were made of values --------------------------------------------------------------


def _parts(
    words: str,
    results: Sequence[CaseResult],
    asked: TalkSoFar,
    source: str,
    acts: Sequence[tuple[str, ActGuess]],
) -> tuple[MessageParts, frozenset[str]]:
    """Return the message beside its calls, less those that were only guessed from values which
    are more likely what a call must give."""
    written = compact(words) + compact(source)
    open_ones = (each for each in results if not each.case.is_decided)
    spoken_of = (asked.call, asked.focus)
    made = [
        each
        for each in open_ones
        if each.case.call.text not in spoken_of and not _is_written(each.case, written)
    ]
    parts = message_parts(
        words, [each for each in results if each not in made], asked, source, acts
    )
    strays = [each for each in made if parts.calls and _may_be_wanted(parts, each)]
    if len(strays) == len(made):
        return parts, frozenset(each.case.call.text for each in strays)
    known = [each for each in results if each not in strays]
    return message_parts(words, known, asked, source, acts), frozenset(
        each.case.call.text for each in strays
    )


def _is_written(case: Case, written: str) -> bool:
    return case.call.is_script or compact(case.call.text.split("\n")[-1]) in written


def _may_be_wanted(parts: MessageParts, made: CaseResult) -> bool:
    """Whether a call was made of a value that a known call may give, and no word puts it in."""
    (call,) = know_calls([made])
    if parts.asked.call is None and any(word.text == "?" for word in parts.words[-1:]):
        return False  # "and an empty list?" asks what comes out
    for reading in parts.readings:
        if not reading.is_loose and reading.value in call.arguments:
            before = [word.text for word in parts.words if word.end <= reading.start]
            return not _TRYING.intersection(before[-1:])
    return False


# --- what else is said of calls --------------------------------------------------------------


def _said_fine(parts: MessageParts) -> Iterator[int]:
    """Yield the calls of which a message says that the value which they give is right.

    Where a value was proposed, "right" says yes to that one.
    """
    asked = [n for n, each in enumerate(parts.calls) if each.text == parts.asked.call]
    asked = asked if parts.asked.proposed is None else []
    is_short = len(parts.words) <= SHORT
    given = [s for s in parts.values if asked and _is_shown(s.text, parts.calls[asked[0]])]
    if given and (is_short or given[0].start == parts.words[0].start):
        yield asked[0]
        return
    for start, end in parts.sentences:
        words = parts.words_between(start, end)
        if not _praises(words) or not parts.tells(start, end):
            continue
        here = [p for p in parts.pointers if start <= p.start < end]
        shown = {p.call for p in here if p.kind in _OF_RESULTS}
        named = {p.call for p in here if p.kind != "shown_too"} & shown
        if _OTHERS.intersection(words):
            yield from _others(parts, start, end)
        else:
            yield from sorted(named or (shown if len(shown) == 1 else set()))
            yield from asked if is_short and not (here or parts.asked.is_test) else ()


def _others(parts: MessageParts, start: int, end: int) -> Iterator[int]:
    """Yield the calls of a program of which nothing was said before this sentence and in it."""
    spoken = {p.call for p in parts.pointers if p.start < end and p.kind not in ("shown_too",)}
    for place, call in enumerate(parts.calls):
        is_spoken = place in spoken or call.text in (parts.asked.call, parts.asked.focus)
        is_open = not call.case.is_decided and call.case.guess is None
        if call.is_in_program and is_open and not is_spoken:
            yield place


def _is_shown(value: str, call: KnownCall) -> bool:
    return is_shown(plain_value(value), call.shown)


def _praises(words: Sequence[str]) -> bool:
    """Whether a word of praise stands in a sentence that denies and asks nothing.

    "Right there" is no praise, and neither is the "ok" that begins a sentence.
    """
    if "?" in words or (NEGATIONS | _AMISS).intersection(words):
        return False
    said = words[1:] if _OPENING.intersection(words[:1]) else words
    return any(word in _FINE and after not in _PLACES for word, after in pairwise((*said, ".")))


def _pointed_at(parts: MessageParts, fine: Sequence[int]) -> int | None:
    """Return the call that a message points at most plainly, if it is one alone."""
    for kind in POINTER_KINDS:
        if kind in _TOO_LITTLE:
            continue
        found = {p.call for p in parts.pointers if p.kind == kind} - set(fine)
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def find_call_named(
    words: str, results: Sequence[CaseResult], source: str = ""
) -> CaseResult | None:
    """Return the call that words name by its text, input or place; None if not one alone."""
    parts = message_parts(with_plain_signs(words), results, TalkSoFar(), source)
    by_result = {p.call for p in parts.pointers if p.kind == "shown"}
    by_name = {p.call for p in parts.pointers if p.kind not in _OF_RESULTS}
    place = _pointed_at(parts, sorted(by_result - by_name))
    return parts.calls[place].result if place is not None else None


def taken_back(cases: Sequence[Case], complaint: Complaint) -> tuple[Case, ...]:
    """Return cases without the strays, and without what a message takes back of them."""
    kept = (case for case in cases if case.call.text not in complaint.strays)
    return tuple(_less(case, complaint) for case in kept)


def _less(case: Case, complaint: Complaint) -> Case:
    if case.is_students and case.call.text in complaint.denied:
        return replace(case, expected=None, prints=None, raises=None, guess=None, likely=0.0)
    if case.call.text == complaint.refused:
        return replace(case, guess=None, likely=0.0)
    return case
