"""What a student says is odd about their program, and what is worth asking about it first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.strategies.place_questions import Scene
from tutor_app.strategies.program_cases import Case
from tutor_app.strategies.program_view import PlaceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """A way to misbehave: questions about it that name no line, and the kinds of fault behind it.

    `needs` are kinds of places, one of which the program must have; none: any program.
    """

    name: str
    words: re.Pattern[str]
    asks: tuple[str, ...]
    faults: tuple[str, ...]
    needs: frozenset[PlaceKind] = frozenset()


def _symptom(name: str, words: str, asks: str, faults: str, needs: str = "") -> Symptom:
    kinds: set[PlaceKind] = set(needs.split())  # type: ignore[arg-type]
    return Symptom(
        name=name,
        words=re.compile(words, re.IGNORECASE),
        asks=tuple(asks.split(" | ")),
        faults=tuple(faults.split("; ")),
        needs=frozenset(kinds),
    )


SYMPTOMS: tuple[Symptom, ...] = (
    _symptom(
        "no end",
        r"\bnever (?:ends?|stops?|finish\w*|comes? back)|\b(?:infinite|endless)|\bhangs?\b"
        r"|\bfor ?ever\b"
        r"|\bkeeps (?:running|going|asking|printing)|\bsits there|\bfreez\w+|\bagain and again"
        r"|\bfrozen"
        r"|\b(?:doesn'?t|does not|won'?t) (?:stop|end|finish|terminate)|\brecursion ?(?:error"
        r"|depth)",
        "What has to come about for {f} to be done {on}, and what in it brings that nearer each "
        "time?"
        " | Which time round, or which call, should be the last one in {f} {on}, and what would it"
        " find there?",
        "a loop whose test never changes; a recursion that does not come to rest",
    ),
    _symptom(
        "None",
        r"\bNone\b|\bNoneType\b|\breturns? nothing\b",
        "Which ways out of {f} are there, what does each hand back, and which one is taken {on}?",
        "the answer of an inner call is lost; a way through that hands nothing back;"
        " shown is not handed back",
    ),
    _symptom(
        "nothing comes",
        r"\bempty\b|\b(?:returns?|gives?|prints?|get) (?:me )?(?:an? )?(?:\[\]|\{\}|''|\"\")"
        r"|\bnothing (?:is|gets|comes|was|to be)\b|\b(?:prints|shows|gives) nothing\b"
        r"|\bno output\b",
        "When does something first get into what {f} gives {on}, and does that moment come at all?",
        "a loop over the wrong thing; a comparison whose edge lies elsewhere",
    ),
    _symptom(
        "too early",
        r"\bonly (?:the )?(?:first|one|once)\b|\bjust the first\b|\btoo (?:early|soon)\b"
        r"|\bstops? (?:after|at|early)\b",
        "How far does {f} get {on}, and what makes it stop there?",
        "a return at another depth; a range that ends or begins elsewhere",
    ),
    _symptom(
        "an end is missing",
        r"\b(?:without|miss\w*|skip\w*|leaves? out|not) (?:\w+ )?the (?:very )?(?:last|first)\b"
        r"|\bthe (?:last|first) (?:\w+ )?(?:is|isn'?t|gets|was) (?:not|missing|skipped|left|gone"
        r"|lost)"
        r"|\boff by (?:one|1)\b|\bone (?:too )?(?:few|less|short|many|more|off)\b|\bmiss(?:es"
        r"|ing)\b"
        r"|\bskips?\b|\bleaves? out\b",
        "What does {f} take up first {on}, and what last, and what should come first and last?",
        "a range that ends or begins elsewhere; a comparison whose edge lies elsewhere;"
        " changing a list while going through it; the last piece is left over",
        "loop while condition",
    ),
    _symptom(
        "out of range",
        r"\bIndexError\b|\bout of (?:range|bounds)\b",
        "Which places does what {f} looks into have {on}, and which ones does it ask for?",
        "a place that is one too far; changing a list while going through it",
    ),
    _symptom(
        "no change",
        r"\bunchanged\b|\b(?:stays?|is|are|gives?\b.*) the same\b|\bnothing happens\b"
        r"|\bdoes nothing\b"
        r"|\b(?:doesn'?t|does not|didn'?t) (?:change|do anything|work at all)",
        "What would have to be another value after {f} is done {on}, and which part of it makes "
        "it so?",
        "a text that stays as it was; a name that is known only inside; two names for one list",
    ),
    _symptom(
        "too much",
        r"\btoo (?:much|many|big|high|large|long)\b|\b(?:counts?|added|there|printed|appears?"
        r"|comes) twice\b|\bduplicates?\b",
        "List what goes into the result of {f} {on}, one thing after the other: which one is "
        "too much?",
        "a wrong first value; two tests that both hold",
    ),
    _symptom(
        "too little",
        r"\btoo (?:little|few|small|low|short)\b|\balways (?:0|1|zero|one)\b",
        "List what goes into the result of {f} {on}, one thing after the other: what is not there?",
        "a value that begins again in each round; a range that ends or begins elsewhere;"
        " a wrong first value",
    ),
    _symptom(
        "a fraction",
        r"\bround(?:ed|ing|s)? (?:down|up|off)\b|\bdecimals?\b|\bfraction\b|\bwhole number\b",
        "At which step of {f} does a fraction come up {on}, and is it still one at the next step?",
        "two divisions that are not the same",
    ),
    _symptom(
        "another kind",
        r"\bTypeError\b|\bunsupported operand\b|\bmust be (?:str|int)\b",
        "Of which kind, a number, a text or something else, is each value that {f} works with "
        "{on}?",
        "shown is not handed back; a value of another kind",
    ),
)


def symptoms_in(words: Sequence[str], cases: Sequence[Case], scene: Scene) -> tuple[Symptom, ...]:
    """Return what is odd, by the student's words and by what they saw beside what they want."""
    told = [each for each in SYMPTOMS if any(each.words.search(text) for text in words)]
    shown = {name for case in cases for name in _by_values(case)}
    told += [each for each in SYMPTOMS if each.name in shown and each not in told]
    kinds = {place.kind for place in scene.program.places}
    return tuple(each for each in told if not each.needs or each.needs & kinds)


def symptom_questions(symptoms: Sequence[Symptom], scene: Scene) -> Iterator[str]:
    """Level 1: ask about what is odd, no line named."""
    on = scene.on(scene.inputs[0])
    for symptom in symptoms:
        yield from (wording.format(f=scene.name, on=on) for wording in symptom.asks)


def _by_values(case: Case) -> Iterator[str]:
    """What the two values, side by side, say of the way in which it is wrong."""
    if case.seen is None:
        return
    try:
        seen = ast.literal_eval(case.seen)
        wanted = ast.literal_eval(case.expected) if case.expected else None
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return
    if case.seen == "None":
        yield "None"
    elif seen in ([], {}, ""):
        yield "nothing comes"
    if isinstance(seen, list | str | tuple) and isinstance(wanted, type(seen)):
        if 0 < len(seen) < len(wanted):
            yield "an end is missing"
        elif len(seen) > len(wanted):
            yield "too much"
    elif wanted is not None and _is_number(seen) and _is_number(wanted):
        fraction = (seen % 1 == 0) != (wanted % 1 == 0)
        less = "too little" if seen < wanted else "too much"
        yield "a fraction" if fraction else less


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
