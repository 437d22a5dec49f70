"""Which of the program's calls a message speaks of, and what it says that they must give.

The calls stand in the paste ("print(f(3))"), the student's words point at them: by their input, by
their place ("the second print"), or by what they give ("the one that gives 1"). What the run shows
tells a value that was seen from one that is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, NO_WORDS, read_word_lists
from tutor_app.programs.calls_in_words import SIGNS
from tutor_app.programs.code_in_text import Span, is_value, values_in
from tutor_app.programs.complaints.calls_meant import (
    calls_named,
    find_call_meant,
    inputs_of,
    nearest_call,
    one_call_each,
    shown_by,
    shows_by_printing,
)
from tutor_app.programs.complaints.loose_values import read_like
from tutor_app.programs.complaints.said_values import (
    EXPECTING,
    GIVING,
    are_alike,
    behind_wanting,
    clauses_of,
    leading_value,
    plain_value,
    said_values,
    sentences_of,
    values_of,
    with_values_written,
    words_of,
)
from tutor_app.programs.replies.accepted_answers import WHICH
from tutor_app.programs.run_values import Case, CaseResult
from tutor_app.programs.student_changes.token_likeness import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_FINE, _AMISS, _PLACES = _WORDS["fine"], _WORDS["amiss"], _WORDS["places"]
LONGEST_LOOSE = 14  # words of a sentence in which a value needs no word of wanting beside it
SHORT = 8  # words of an answer that says a value and little else


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What a message says of known calls: `cases` with what they must give, `call` the one that
    is complained of, None where none is."""

    cases: tuple[Case, ...] = ()
    call: str | None = None


def read_complaint(
    words: str,
    results: Sequence[CaseResult],
    *,
    focus: str | None,
    asked: str | None,
    variables: frozenset[str] = frozenset(),
) -> Complaint:
    """Return what the words say of calls that were run and of which nothing was known so far.

    `focus` is the call that was spoken of last, `asked` the one of which the tutor asked what it
    must give; what is said of the program's `variables` is not said of a call.
    """
    words = with_values_written(words)
    calls = [each for each in results if not each.case.is_decided or each.case.origin == "student"]
    if asked == WHICH:
        meant = nearest_call(words, [each for each in calls if not each.case.is_decided])
        asked = meant.case.call.text if meant is not None else None
    decided: dict[str, Case] = {}
    in_order, told_in_order = _in_order(words, calls)
    complained: str | None = None
    most = 0  # how much a sentence speaks of a call as of one that goes wrong
    spoken = asked if asked is not None else focus
    sentences = [
        each
        for each in one_call_each(words, calls)
        if not told_in_order or each not in told_in_order
    ]
    for sentence in sentences:
        if asked is None and _is_of_variable(sentence, calls, spoken, variables):
            continue
        pointed = find_call_meant(sentence, calls, spoken)
        meant = pointed or next((c for c in calls if c.case.call.text == spoken), None)
        if pointed is None and meant is not None:
            meant = _shown_by_another(sentence, meant, calls) or meant
        if meant is None:
            continue
        is_asked = asked is not None and meant.case.call.text == asked
        is_said = bool(EXPECTING & words_of(sentence))
        case = _case_said(
            sentence, meant, is_sure=pointed is not None or is_asked, is_asked=is_asked
        )
        is_strong = (
            pointed is not None and find_call_meant(sentence, calls, spoken, seen=False) is pointed
        )
        if case is not None and (case.call.text not in decided or (is_said and is_strong)):
            decided[case.call.text] = case
        is_amiss = bool(_AMISS & words_of(sentence))
        if pointed is not None:
            spoken = pointed.case.call.text
        weight = _weigh(sentence, meant, case)
        if (pointed is not None or is_amiss or case is not None) and weight >= most:
            complained, most = meant.case.call.text, weight
    decided |= in_order
    if complained is None or in_order:
        wrong = [each.case.call.text for each in calls if not _is_met(decided, each)]
        complained = wrong[0] if wrong else None
    return Complaint(cases=tuple(decided.values()), call=complained)


def _is_of_variable(
    sentence: str, calls: Sequence[CaseResult], spoken: str | None, variables: frozenset[str]
) -> bool:
    """Whether a sentence speaks of a variable and of no call."""
    return bool(words_of(sentence) & variables) and find_call_meant(sentence, calls, spoken) is None


def _weigh(sentence: str, meant: CaseResult, case: Case | None) -> int:
    """Return how much a sentence speaks of a call as of one that goes wrong, -1 if it is fine."""
    if case is not None and _is_as_seen(case, meant):
        return -1
    return (shown_by(meant) in values_of(sentence)) + (_listed_value(sentence, meant) is None)


def _shown_by_another(
    sentence: str, meant: CaseResult, calls: Sequence[CaseResult]
) -> CaseResult | None:
    """Return the call that gives what a sentence says must come out, if it is another one.

    "That one should give 2, and it does" is said of the call that gives 2.
    """
    wanted = {each.text for each in said_values(sentence) if each.role == "expected"}
    wanted |= {plain_value(leading_value(sentence))} if _says_fine(sentence) else set()
    showing = [each for each in calls if shown_by(each) in wanted]
    return showing[0] if len(showing) == 1 and shown_by(meant) not in wanted else None


def _is_met(decided: dict[str, Case], result: CaseResult) -> bool:
    case = decided.get(result.case.call.text)
    return case is None or _is_as_seen(case, result)


def _in_order(words: str, calls: Sequence[CaseResult]) -> tuple[dict[str, Case], str]:
    """Return what the calls must give where it is said of all at once, and the sentence that does.

    "It must print 3 and 4" goes by the calls' order, "1 for monday and 0 for friday" by theirs.
    What is said to have come out of all ("it prints 3 and 1") decides nothing.
    """
    own = [each for each in calls if each.case.origin == "student"]
    for sentence in sentences_of(words):
        named = calls_named(sentence, own)
        for clause in (sentence, *clauses_of(sentence)):
            said = said_values(clause)
            meant = named if len(named) == len(said) else own
            if len(said) < 2 or len(said) != len(meant) or len({each.role for each in said}) > 1:
                continue
            if any(len(_printed_values(each)) > 1 for each in meant):
                continue
            pairs = list(zip(said, meant, strict=True))
            if not all(are_alike(value.text, shown_by(each)) for value, each in pairs):
                continue
            if said[0].role == "expected":
                cases = (_with_expected(each, value.text) for value, each in pairs)
                return {case.call.text: case for case in cases}, sentence
            if said[0].role == "given" and all(v.text == shown_by(each) for v, each in pairs):
                return {}, sentence
    return {}, ""


def _case_said(sentence: str, meant: CaseResult, *, is_sure: bool, is_asked: bool) -> Case | None:
    """Return the case of a call with what a sentence says that it must give, if it says so.

    A value other than the one seen and than the inputs is what is wanted, where words of wanting
    stand beside it or the tutor asked for it; words of praise say that what was seen is right.
    """
    words = words_of(sentence)
    listed = _listed_value(sentence, meant)
    if listed is not None:
        return _with_expected(meant, listed)
    is_short = len(words) <= SHORT and not words & GIVING
    is_said = is_short or bool(leading_value(sentence))
    is_answer = _corrects(sentence, meant) or (is_asked and "?" not in sentence and is_said)
    line = _line_said(sentence, meant) if is_answer or words & EXPECTING else None
    if line is not None:
        return replace(meant.case, prints=line)
    if is_answer or words & EXPECTING:
        wanted = _wanted(sentence, meant)
        if wanted is not None and not _tells_of_another(sentence, meant, wanted):
            return _with_expected(meant, wanted)
    if _says_fine(sentence) and not words & (NEGATIONS | _AMISS) and shown_by(meant):
        is_named = shown_by(meant) in values_of(sentence) or len(words) <= SHORT
        if "?" not in sentence and is_sure and is_named:
            return _with_expected(meant, shown_by(meant))
    return None


def _printed_values(result: CaseResult) -> list[Span]:
    """Return the values in what a call prints."""
    return list(values_in(result.printed)) if shows_by_printing(result) else []


def _line_said(sentence: str, meant: CaseResult) -> str | None:
    """Return the line that must be printed, where a sentence says all of its several values."""
    spans = _printed_values(meant)
    wanted = [each.text for each in said_values(sentence) if each.role == "expected"]
    if len(spans) < 2 or len(wanted) != len(spans):
        return None
    line = meant.printed
    for span, value in reversed(list(zip(spans, wanted, strict=True))):
        line = f"{line[: span.start]}{value}{line[span.end :]}"
    return line


def _corrects(sentence: str, meant: CaseResult) -> bool:
    """Whether a short sentence takes back what a call must give: "no no, 0!"."""
    words = words_of(sentence)
    is_no = bool(words & (NO_WORDS | NEGATIONS)) and len(words) <= SHORT
    return is_no and meant.case.is_decided and len(values_of(sentence)) == 1


def _says_fine(sentence: str) -> bool:
    """Whether a word of praise stands in a sentence; "right there" is none."""
    words = [token.text.casefold() for token in tokens_of(sentence)]
    return any(
        word in _FINE and following not in _PLACES for word, following in pairwise((*words, "."))
    )


def _tells_of_another(sentence: str, meant: CaseResult, wanted: str) -> bool:
    """Whether a sentence says to have seen something else than what the call gave."""
    start = 0
    for span in values_in(sentence):
        before = words_of(sentence[start : span.start])
        start = span.end
        value = plain_value(span.text)
        if before & GIVING and not before & EXPECTING and value not in (wanted, shown_by(meant)):
            if value not in inputs_of(meant.case):
                return True
    return False


def _listed_value(sentence: str, meant: CaseResult) -> str | None:
    """Return the value that stands beside an input with an arrow or the like in between."""
    spans = list(values_in(sentence))
    inputs = inputs_of(meant.case)
    given = [place for place, span in enumerate(spans) if plain_value(span.text) in inputs]
    if not given or given[-1] + 1 >= len(spans):
        return None
    value = spans[given[-1] + 1]
    between = sentence[spans[given[-1]].end : value.start]
    is_sign = any(sign in between for sign in SIGNS) and not any(each.isalnum() for each in between)
    return plain_value(value.text) if is_sign else None


def _wanted(sentence: str, meant: CaseResult) -> str | None:
    """Return the value of a sentence that is neither an input nor what came out."""
    seen = shown_by(meant)
    if meant.case.call.is_script:
        printed = meant.printed.strip()
        if not is_value(printed):
            return read_like(sentence, printed, is_text=True)
        seen = plain_value(printed)
    inputs = inputs_of(meant.case)
    leading = leading_value(sentence)
    expected = [each.text for each in said_values(sentence) if each.role == "expected"]
    is_short = len(sentence.split()) <= LONGEST_LOOSE
    loose = [each.text for each in said_values(sentence) if each.role == "none" and is_short]
    for found in (expected, [plain_value(leading)] if leading else [], loose):
        left = [each for each in dict.fromkeys(found) if each != seen]
        left = left if found == [plain_value(leading)] else [e for e in left if e not in inputs]
        fitting = [each for each in left if are_alike(each, seen)]
        if len(left) == 1 and fitting and not (shows_by_printing(meant) and left[0] == "None"):
            return left[0]
    for part in (behind_wanting(sentence), sentence):
        like = read_like(part, seen) if part and seen else None
        if like is not None and like != seen:
            return like
    return None


def _with_expected(meant: CaseResult, wanted: str) -> Case:
    """Return the case of a call that must show a value: print it, if that is what it does."""
    if meant.case.call.is_script:
        is_seen = wanted == shown_by(meant)
        return replace(meant.case, prints=meant.printed if is_seen else wanted)
    if not shows_by_printing(meant):
        return replace(meant.case, expected=wanted)
    spans = list(values_in(meant.printed))
    if not spans:
        return replace(meant.case, prints=wanted)
    last = spans[-1]
    printed = f"{meant.printed[: last.start]}{wanted}{meant.printed[last.end :]}"
    return replace(meant.case, prints=printed)


def _is_as_seen(case: Case, result: CaseResult) -> bool:
    return case == _with_expected(result, shown_by(result))
