"""Which of the program's calls a message speaks of, and what it says that they must give.

The calls stand in the paste ("print(f(3))"), the student's words point at them: by their input, by
their place ("the second print"), or by what they give ("the one that gives 1"). What the run shows
tells a value that was seen from one that is wanted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import NEGATIONS, NO_WORDS, ORDINALS, read_word_lists
from tutor_app.programs.calls_in_words import SIGNS
from tutor_app.programs.code_in_text import (
    called_in,
    calls_in,
    is_value,
    parse_expression,
    parse_program,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.replies.accepted_answers import WHICH
from tutor_app.programs.replies.loose_values import read_like
from tutor_app.programs.run_values import Case, CaseResult
from tutor_app.programs.student_changes.token_likeness import likeness, tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_FINE = _WORDS["fine"]
_PLACES = _WORDS["places"]
_AMISS = _WORDS["amiss"]
_EXPECTING = _WORDS["expecting"]
_GIVING = _WORDS["giving"]
_OTHER = _WORDS["other_one"]
_LAST = _WORDS["last_one"]
_CALL_WORDS = _WORDS["calls"]
SHORT = 8  # words of an answer that says a value and little else
_JOINING = frozenset(("and", "or", "then", "", "i", "think"))
_SENTENCE_ENDS = ".!?;\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What a message says of known calls: `cases` with what they must give, `call` the one that
    is complained of, None where none is."""

    cases: tuple[Case, ...] = ()
    call: str | None = None


def read_complaint(
    words: str, results: Sequence[CaseResult], *, focus: str | None, asked: str | None
) -> Complaint:
    """Return what the words say of calls that were run and of which nothing was known so far.

    `focus` is the call that was spoken of last, `asked` the one of which the tutor asked what it
    must give.
    """
    calls = [each for each in results if not each.case.is_decided or each.case.origin == "student"]
    if asked == WHICH:
        meant = _nearest(words, [each for each in calls if not each.case.is_decided])
        asked = meant.case.call.text if meant is not None else None
    decided: dict[str, Case] = {}
    in_order, told_in_order = _in_order(words, calls)
    complained: str | None = None
    most = 0  # how much a sentence speaks of a call as of one that goes wrong
    spoken = asked if asked is not None else focus
    for sentence in _one_call_each(words, calls):
        if told_in_order and sentence in told_in_order:
            continue
        pointed = _pointed_at(sentence, calls, spoken)
        meant = pointed or next((c for c in calls if c.case.call.text == spoken), None)
        if pointed is None and meant is not None:
            meant = _shown_by_another(sentence, meant, calls) or meant
        if meant is None:
            continue
        is_asked = asked is not None and meant.case.call.text == asked
        is_said = bool(_EXPECTING & _plain_words(sentence))
        case = _case_said(
            sentence, meant, is_sure=pointed is not None or is_asked, is_asked=is_asked
        )
        is_strong = (
            pointed is not None and _pointed_at(sentence, calls, spoken, seen=False) is pointed
        )
        if case is not None and (case.call.text not in decided or (is_said and is_strong)):
            decided[case.call.text] = case
        is_amiss = bool(_AMISS & _plain_words(sentence))
        if pointed is not None:
            spoken = pointed.case.call.text
        if pointed is not None or is_amiss or case is not None:
            is_fine = case is not None and _is_as_seen(case, meant)
            weight = (_shows(meant) in _values(sentence)) + (not _is_listed(sentence, meant))
            if not is_fine and weight >= most:
                complained, most = meant.case.call.text, weight
    decided |= in_order
    if complained is None or in_order:
        wrong = [each.case.call.text for each in calls if not _is_met(decided, each)]
        complained = wrong[0] if wrong else None
    return Complaint(cases=tuple(decided.values()), call=complained)


def _shown_by_another(
    sentence: str, meant: CaseResult, calls: Sequence[CaseResult]
) -> CaseResult | None:
    """Return the call that gives what a sentence says must come out, if it is another one.

    "That one should give 2, and it does" is said of the call that gives 2.
    """
    wanted = {each.text for each in _said_values(sentence) if each.role == "expected"}
    showing = [each for each in calls if _shows(each) in wanted]
    is_decided = meant.case.is_decided
    return showing[0] if is_decided and len(showing) == 1 and showing[0] is not meant else None


def _is_met(decided: dict[str, Case], result: CaseResult) -> bool:
    case = decided.get(result.case.call.text)
    return case is None or _is_as_seen(case, result)


def _in_order(words: str, calls: Sequence[CaseResult]) -> tuple[dict[str, Case], str]:
    """Return what the calls must give where it is said of all at once, and the sentence that does.

    "It must print 3 and 4" goes by the calls' order, "1 for monday and 0 for friday" by theirs.
    What is said to have come out of all ("it prints 3 and 1") decides nothing.
    """
    own = [each for each in calls if each.case.origin == "student"]
    for sentence in _sentences(words):
        named = _all_named(sentence, own)
        for clause in (sentence, *_clauses(sentence)):
            said = _said_values(clause)
            meant = named if len(named) == len(said) else own
            if len(said) < 2 or len(said) != len(meant) or len({each.role for each in said}) > 1:
                continue
            pairs = list(zip(said, meant, strict=True))
            if not all(_alike(value.text, _shows(each)) for value, each in pairs):
                continue
            if said[0].role == "expected":
                cases = (_with_expected(each, value.text) for value, each in pairs)
                return {case.call.text: case for case in cases}, sentence
            if said[0].role == "given" and all(v.text == _shows(each) for v, each in pairs):
                return {}, sentence
    return {}, ""


def _all_named(sentence: str, calls: Sequence[CaseResult]) -> list[CaseResult]:
    """Return the calls that a sentence names by a word of their own, in its order."""
    parts = [_words_of(each.case) for each in calls]
    found: list[CaseResult] = []
    for token in tokens_of(sentence):
        word = token.text.strip("'\"").casefold()
        places = [n for n, own in enumerate(parts) if word in own]
        if len(places) == 1 and calls[places[0]] not in found:
            found.append(calls[places[0]])
    return found


def _clauses(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence between commas that stand in no value."""
    inside = [(span.start, span.end) for span in values_in(sentence)]
    start = 0
    for place, sign in enumerate(sentence):
        if sign == "," and not any(a <= place < b for a, b in inside):
            yield sentence[start:place]
            start = place + 1
    yield sentence[start:]


def _one_call_each(words: str, calls: Sequence[CaseResult]) -> Iterator[str]:
    """Yield sentences, cut where another call's input begins: "[1, 2] -> 3, [4] -> 5"."""
    inputs = [_inputs(each.case) for each in calls]
    for sentence in _sentences(words):
        starts = {0, *(call.start for call in calls_in(sentence, _functions(calls)))}
        if len(starts) < 3:
            for span in values_in(sentence):
                is_input = any(_plain(span.text) in each for each in inputs)
                if is_input and len(span.text) > 2:
                    starts.add(span.start)
        if sum(each <= _values(sentence) for each in inputs if each) < 2:
            yield sentence
            continue
        for start, end in pairwise((*sorted(starts), len(sentence))):
            yield sentence[start:end]


def _functions(calls: Sequence[CaseResult]) -> frozenset[str]:
    trees = (parse_program(each.case.call.text) for each in calls)
    return frozenset(name for tree in trees if tree is not None for name in called_in(tree))


def _values(sentence: str) -> set[str]:
    """Return the values of a sentence; the number of a line is none."""
    spans = values_in(sentence)
    return {
        _plain(span.text)
        for span in spans
        if not sentence[: span.start].rstrip().casefold().endswith(("line", "lines"))
    }


def _sentences(words: str) -> Iterator[str]:
    """Yield the sentences and the halves of one that "but" joins; values are kept whole."""
    plain = with_plain_signs(words)
    inside = [(span.start, span.end) for span in values_in(plain)]
    start = 0
    for place, sign in enumerate(plain):
        joins = plain[place : place + 5].casefold() == " but " and place > start
        ends = sign in _SENTENCE_ENDS and plain[place + 1 : place + 2] in ("", " ", "\n")
        if (joins or ends) and not any(a <= place < b for a, b in inside):
            yield plain[start : place + 1]
            start = place + 1
    yield plain[start:]


def _nearest(words: str, calls: Sequence[CaseResult]) -> CaseResult | None:
    """Return the call whose result the value of some words is most like; None if no one is."""
    plain = with_plain_signs(words)
    values = _values(plain)
    value = _plain(_leading_value(plain)) or next(iter(values), "")
    if not value or (len(values) != 1 and not _leading_value(plain)):
        return None
    alike = [
        each
        for each in calls
        if _shows(each) not in ("None", value) and _alike(value, _shows(each))
    ]
    scores = [likeness(value, _shows(each)) for each in alike]
    best = max(scores, default=0.0)
    return alike[scores.index(best)] if scores.count(best) == 1 else None


@dataclass(frozen=True, slots=True)
class _Said:
    """A value of a sentence and what the words before it say of it."""

    text: str
    role: Literal["expected", "given", "none"]


def _said_values(sentence: str) -> list[_Said]:
    """Return the values of a sentence with their roles; "3 and 4" share the one before both."""
    found: list[_Said] = []
    start = 0
    for span in values_in(sentence):
        between = sentence[start : span.start]
        start = span.end
        words = _plain_words(between)
        if between.rstrip().casefold().endswith(("line", "lines")):
            continue
        role: Literal["expected", "given", "none"] = "none"
        if words & _EXPECTING:
            role = "expected"
        elif words & _GIVING:
            role = "given"
        elif found and words <= _JOINING:
            role = found[-1].role
        found.append(_Said(_plain(span.text), role))
    return found


# --- which call is meant ---------------------------------------------------------------------


def _pointed_at(
    sentence: str, calls: Sequence[CaseResult], spoken: str | None, *, seen: bool = True
) -> CaseResult | None:
    """Return the call that a sentence points at: by input, place or result; None if not one."""
    values = _values(sentence)
    by_input = [each for each in calls if _inputs(each.case) and _inputs(each.case) <= values]
    by_input = by_input or [each for each in calls if _is_named_bare(each.case, sentence)]
    if len(by_input) == 1:
        return by_input[0]
    by_name = _named(sentence, calls)
    if by_name is not None:
        return by_name
    own = [each for each in calls if each.case.origin == "student"] or list(calls)
    place = _place_said(sentence, len(own))
    if place is not None:
        return own[place]
    given = {each.text for each in _said_values(sentence) if each.role == "given"}
    by_result = [each for each in calls if _shows(each) and _shows(each) in given]
    if seen and len(by_result) == 1 and len(calls) > 1:
        return by_result[0]
    if _OTHER & _plain_words(sentence) and len(own) == 2 and spoken is not None:
        return next((each for each in own if each.case.call.text != spoken), None)
    return None


def _named(sentence: str, calls: Sequence[CaseResult]) -> CaseResult | None:
    """Return the one call with a name or text that no other has, if it stands in a sentence."""
    said = {token.text.strip("'\"").casefold() for token in tokens_of(sentence)}
    parts = [_words_of(each.case) for each in calls]
    found = []
    for place, own in enumerate(parts):
        others = frozenset[str]().union(*(p for n, p in enumerate(parts) if n != place))
        if (own - others) & said:
            found.append(calls[place])
    return found[0] if len(found) == 1 and len(calls) > 1 else None


def _words_of(case: Case) -> frozenset[str]:
    """Return the names and texts of a call's last line that are words."""
    last = case.call.text.split("\n")[-1]
    tokens = (token.text.strip("'\"").casefold() for token in tokens_of(last))
    return frozenset(token for token in tokens if token.isalpha() and len(token) > 1)


def _is_named_bare(case: Case, sentence: str) -> bool:
    """Whether a call's one input, a text, stands in a sentence without its quotes."""
    given = [each.strip("'\"") for each in _inputs(case)]
    if len(given) == 1:
        return given[0].isalnum() and given[0] in sentence.split()
    call = parse_expression(case.call.text)
    args = call.args if isinstance(call, ast.Call) else []
    numbers = [ast.unparse(each) for each in args if is_value(ast.unparse(each))]
    plain = f" {sentence.replace(', ', ',')} "
    return len(numbers) > 1 and f" {','.join(numbers)} " in plain.replace("(", " ").replace(
        ")", " "
    )


def _place_said(sentence: str, count: int) -> int | None:
    """Return the place of a call that is said: "the second print", "the last one"."""
    tokens = [token.text for token in tokens_of(sentence.casefold())]
    for word, following in pairwise((*tokens, ".")):
        if following.isalpha() and following not in _CALL_WORDS:
            continue
        place = next((n for n, each in enumerate(ORDINALS) if word in (each, _short(n + 1))), None)
        if place is None and word in _LAST:
            place = count - 1
        if place is not None and place < count and count > 1:
            return place
    return None


def _short(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(number, 'th')}"


def _inputs(case: Case) -> frozenset[str]:
    """Return the values that a call is given; small numbers alone point at nothing."""
    call = parse_expression(case.call.text)
    if not isinstance(call, ast.Call):
        return frozenset()
    given = {ast.unparse(each) for each in call.args}
    is_telling = any(len(each) > 2 for each in given)
    return frozenset(given) if is_telling else frozenset()


def _prints(result: CaseResult) -> bool:
    """Whether what a call shows is what it prints."""
    return result.value in (None, "None") and bool(result.printed.strip())


def _shows(result: CaseResult) -> str:
    """Return what a call shows: its value, or the last value of what it prints."""
    if _prints(result):
        spans = list(values_in(result.printed))
        return _plain(spans[-1].text) if spans else result.printed.strip()
    return _plain(result.value) if result.value is not None else ""


def _plain(text: str) -> str:
    tree = parse_expression(text)
    return ast.unparse(tree) if tree is not None else text


# --- what it must give -----------------------------------------------------------------------


def _case_said(sentence: str, meant: CaseResult, *, is_sure: bool, is_asked: bool) -> Case | None:
    """Return the case of a call with what a sentence says that it must give, if it says so.

    A value other than the one seen and than the inputs is what is wanted, where words of wanting
    stand beside it or the tutor asked for it; words of praise say that what was seen is right.
    """
    words = _plain_words(sentence)
    is_listed = _is_listed(sentence, meant)
    is_short = len(words) <= SHORT and not words & _GIVING
    is_said = is_short or bool(_leading_value(sentence))
    is_answer = _corrects(sentence, meant) or (is_asked and "?" not in sentence and is_said)
    if is_answer or is_listed or words & _EXPECTING:
        wanted = _wanted(sentence, meant)
        if wanted is not None and not _tells_of_another(sentence, meant, wanted):
            return _with_expected(meant, wanted)
    if is_listed:
        return _with_expected(meant, _shows(meant))
    if _says_fine(sentence) and not words & (NEGATIONS | _AMISS) and _shows(meant):
        is_named = _shows(meant) in _values(sentence) or len(words) <= SHORT
        if "?" not in sentence and is_sure and is_named:
            return _with_expected(meant, _shows(meant))
    return None


def _corrects(sentence: str, meant: CaseResult) -> bool:
    """Whether a short sentence takes back what a call must give: "no no, 0!"."""
    words = _plain_words(sentence)
    is_no = bool(words & (NO_WORDS | NEGATIONS)) and len(words) <= SHORT
    return is_no and meant.case.is_decided and len(_values(sentence)) == 1


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
        before = _plain_words(sentence[start : span.start])
        start = span.end
        value = _plain(span.text)
        if before & _GIVING and not before & _EXPECTING and value not in (wanted, _shows(meant)):
            if value not in _inputs(meant.case):
                return True
    return False


def _is_listed(sentence: str, meant: CaseResult) -> bool:
    """Whether an input and what must come out of it stand side by side, with signs in between."""
    spans = list(values_in(sentence))
    inputs = _inputs(meant.case)
    given = [place for place, span in enumerate(spans) if _plain(span.text) in inputs]
    if not given or given[-1] + 1 >= len(spans):
        return False
    between = sentence[spans[given[-1]].end : spans[given[-1] + 1].start]
    return any(sign in between for sign in SIGNS) and not any(sign.isalnum() for sign in between)


def _wanted(sentence: str, meant: CaseResult) -> str | None:
    """Return the value of a sentence that is neither an input nor what came out."""
    seen = _shows(meant)
    if meant.case.call.is_script:
        printed = meant.printed.strip()
        if not is_value(printed):
            return read_like(sentence, printed, is_text=True)
        seen = _plain(printed)
    inputs = _inputs(meant.case)
    leading = _leading_value(sentence)
    expected = [each.text for each in _said_values(sentence) if each.role == "expected"]
    loose = [each.text for each in _said_values(sentence) if each.role == "none"]
    for found in (expected, [_plain(leading)] if leading else [], loose):
        left = [each for each in dict.fromkeys(found) if each not in inputs and each != seen]
        fitting = [each for each in left if _alike(each, seen)]
        if len(left) == 1 and fitting and not (_prints(meant) and left[0] == "None"):
            return left[0]
    for part in (_behind_wanting(sentence), sentence):
        like = read_like(part, seen) if part and seen else None
        if like is not None and like != seen:
            return like
    return None


def _leading_value(sentence: str) -> str:
    """Return the value that a sentence begins with: "4: 2 + 2 and so on" says 4."""
    text = sentence.lstrip()
    first = next(values_in(text), None)
    return first.text if first is not None and first.start == 0 else ""


def _behind_wanting(sentence: str) -> str:
    """Return what stands behind the last word of wanting, up to the end of the sentence."""
    ends = [
        token.start + len(token.text)
        for token in tokens_of(sentence)
        if token.text.casefold() in _EXPECTING
    ]
    return sentence[ends[-1] :] if ends else ""


def _with_expected(meant: CaseResult, wanted: str) -> Case:
    """Return the case of a call that must show a value: print it, if that is what it does."""
    if meant.case.call.is_script:
        is_seen = wanted == _shows(meant)
        return replace(meant.case, prints=meant.printed if is_seen else wanted)
    if not _prints(meant):
        return replace(meant.case, expected=wanted)
    spans = list(values_in(meant.printed))
    if not spans:
        return replace(meant.case, prints=wanted)
    last = spans[-1]
    printed = f"{meant.printed[: last.start]}{wanted}{meant.printed[last.end :]}"
    return replace(meant.case, prints=printed)


def _is_as_seen(case: Case, result: CaseResult) -> bool:
    return case == _with_expected(result, _shows(result))


def _alike(one: str, other: str) -> bool:
    """Whether two values are of one kind; anything may stand for None."""
    try:
        a, b = ast.literal_eval(one), ast.literal_eval(other)
    except (ValueError, SyntaxError):
        return False
    numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (a, b))
    return a is None or b is None or numbers or type(a) is type(b)


def _plain_words(sentence: str) -> frozenset[str]:
    kept = "".join(sign if sign.isalpha() or sign == "'" else " " for sign in sentence)
    return frozenset(word.strip("'") for word in kept.casefold().split())
