"""Questions about one place of a program: what it does there, never what it should be.

Each names one line at most, as the student wrote it, so that no question sets a line beside
another way to write it.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.strategies.program_cases import Case
from tutor_app.strategies.program_view import Function, Place, PlaceKind, Program, snippet
from tutor_app.strategies.suspects import suspects

# Level 1: a part of the program and a prediction, no line. {f} the function, {on} the input.
_WHOLE = (
    "Follow {f} by hand {on}: what comes out by your count, and is it what the program shows?",
    "What should come out {on}, and what does come out when you run it?",
)
_ENTRY = "When {f} begins {on}, what does each of its parameters hold?"
_REGIONS: dict[PlaceKind, str] = {
    "start": "Before {f} begins its real work {on}, which values does it set up, and what for?",
    "loop": "How many rounds does the loop in {f} make {on}, and what does it take up in each?",
    "while": "How many rounds does the loop in {f} make {on}, and what ends it?",
    "condition": "Which way does the first decision in {f} go {on}, and because of which value?",
    "update": "What does {f} change from one moment to the next {on}, and what stays as it was?",
    "print": "What appears on the screen while {f} runs {on}, and in which order?",
    "result": "At which moment is {f} done {on}, and what has it got in hand then?",
    "call": "Which other function does {f} call {on}, and what does it hand over?",
}
_NOTHING_BACK = "When {f} is done {on}, what does the place that called it get back?"

# Level 2: one line and one variable. {at} is "line 3, `for i in items:`", {name} the variable.
_POINTED: dict[PlaceKind, tuple[str, ...]] = {
    "start": (
        "Look at {at}. What does {name} hold right after it {on}, and what is it there for?",
        "Which later lines use what {at}, sets, and what do they get {on}?",
        "Print {name} right after {at}, and run it {on}: is it what you expected?",
    ),
    "loop": (
        "Look at {at}. What does {name} hold in the first round {on}?",
        "What does {name} hold in the last round of {at}, {on}, and how many rounds were there?",
        "Print {name} as the first thing inside {at}, and run it {on}: which values come?",
    ),
    "while": (
        "Look at {at}. What do its parts hold when it is reached the first time {on}?",
        "Which round of {at}, is the last one {on}, and what do its parts hold then?",
        "Print {name} as the first thing inside {at}, and run it {on}: which values come?",
    ),
    "condition": (
        "Look at {at}. Take the first value that reaches it {on}: is it true or false there?",
        "Which line is done right after {at}, {on}, and why that one?",
        "Work {at}, out piece by piece {on}: what is the value of each piece?",
        "Which value lies exactly on the edge of {at}, and which way does the program go with it?",
    ),
    "update": (
        "Look at {at}. What does {name} hold just before and just after it, the first time {on}?",
        "What does {name} hold when {at}, is reached the second time {on}, and what after it?",
        "Print {name} right after {at}, and run it {on}: which values come, one after the other?",
    ),
    "print": (
        "Look at {at}. What does it show {on}, and is it what you expected at that moment?",
        "Which of the things that {at}, shows {on} is the first that surprises you?",
    ),
    "result": (
        "Look at {at}. What exactly does it hand back {on}, and when is it reached?",
        "Work {at}, out piece by piece {on}: in which order, and what is each piece's value?",
        "How often is {at}, reached {on}, and what has happened by then?",
    ),
    "call": (
        "Look at {at}. Which values does it hand over {on}, and what comes back?",
        "What has changed after {at}, {on} that was not so before?",
    ),
}
_UPDATE_ONCE = (
    "Look at {at}. What does {name} hold just before it and just after it {on}?",
    "What does {at}, make {on}, and which line uses what it has made?",
    "Print {name} right after {at}, and run it {on}: is it what you expected?",
)
_REACHED = "Is {at}, reached {on}, and which decision leads there or past it?"
_PIECES = "piece by piece"
_STOPS_EARLY = (
    "As it stands here, Python does not read {f} to its end. Which line does the message point at "
    "when you run it, and what does it say?",
    "Python stops reading at {at}, or just before it. What does the rule of the language want to "
    "see there, sign by sign?",
    "Read {at}, and the line before it aloud, sign by sign: which sign would you not find in an "
    "example of your course's notes?",
    "Say in plain words what {at}, shall do: which of its signs says which part of that?",
)
_ANY_INPUT = "with the smallest input that shows the trouble"
_ITS_VALUES = "with the values that stand in it"
LONG_CALL = 28  # characters
# A line that no place stands for: the head of a function.
_HEAD = (
    "Look at {at}. Which of its values come from the call {on}, which from the line itself, and "
    "when "
    "is each of them made?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What questions are asked about: a program, its main function, inputs in order of use.

    `same` is the call that the last question was about.
    """

    program: Program
    function: Function | None
    cases: tuple[Case, ...]
    same: str | None = None

    @property
    def name(self) -> str:
        return f"`{self.function.name}`" if self.function else "your program"

    def on(self, case: Case | None) -> str:
        """Name an input in a sentence; a long one that the last question named is not said "
        "again."""
        if case is None:
            alone = not self.program.functions and "input(" not in self.program.text
            return _ITS_VALUES if alone else _ANY_INPUT
        if not case.is_call:
            return f"for your input {case.call}"
        if self.same == case.call and len(case.call) > LONG_CALL:
            return "with the same input"
        return f"with `{case.call}`"

    @property
    def inputs(self) -> tuple[Case | None, ...]:
        return self.cases or (None,)


def at_line(program: Program, line: int) -> str:
    """Name a line: "line 3, `for i in items:`", its number alone where it is long."""
    code = snippet(program.lines[line - 1]) if 0 < line <= len(program.lines) else None
    return f"line {line}, `{code}`" if code else f"line {line}"


def whole_questions(scene: Scene) -> Iterator[str]:
    """Ask to predict the program as a whole, on one input after the other."""
    for case in scene.inputs:
        for wording in _WHOLE:
            yield wording.format(f=scene.name, on=scene.on(case))


def reading_questions(scene: Scene) -> Iterator[str]:
    """Ask about the place where Python stops reading; none where it reads all."""
    stops = scene.program.stops_at
    if stops is not None:
        stops = min(stops, len(scene.program.lines))
        at = at_line(scene.program, stops)
        yield from (wording.format(at=at, f=scene.name) for wording in _STOPS_EARLY)


def region_questions(scene: Scene) -> Iterator[str]:
    """Level 1: from the parameters to what is handed back, no line named."""
    on = scene.on(scene.inputs[0])
    if scene.function is not None and scene.function.params:
        yield _ENTRY.format(f=scene.name, on=on)
    for kind in dict.fromkeys(place.kind for place in main_places(scene)):
        yield _REGIONS[kind].format(f=scene.name, on=on)
    if scene.function is not None and not scene.function.returns:
        yield _NOTHING_BACK.format(f=scene.name, on=on)


def place_questions(scene: Scene, place: Place, *, known: bool = False) -> Iterator[str]:
    """Level 2: every question about one place, on one input after the other.

    Where the student has just said what the place does it is `known`: what follows from it is
    asked first.
    """
    wordings = _wordings(place)
    if known:
        wordings = (*wordings[1:], wordings[0])
    for case in scene.inputs:
        for wording in wordings:
            yield _filled(wording, scene, place, case)


def pointed_questions(scene: Scene, after: Place | None = None) -> Iterator[str]:
    """Level 2: place by place, beginning with the one after `after`, and around again.

    Neighbours are asked about in different ways.
    """
    places = main_places(scene)
    start = places.index(after) + 1 if after in places else 0
    around = [*places[start:], *places[:start]]
    for case in scene.inputs:
        for lap in range(max((len(_wordings(place)) for place in around), default=0)):
            for place in around:
                wordings = _wordings(place)
                form = (lap + places.index(place)) % len(wordings)
                if lap < len(wordings):
                    yield _filled(wordings[form], scene, place, case)


def suspect_questions(scene: Scene, said: Sequence[str]) -> Iterator[str]:
    """Level 2: lines with a shape that often goes wrong, those first that were not spoken of."""
    for suspect in suspects(scene.program):
        if any(re.search(rf"\bline {suspect.line}\b", each) for each in said):
            continue
        place = next((each for each in scene.program.places if each.line == suspect.line), None)
        if place is not None:
            yield _filled(_wordings(place)[0], scene, place, scene.inputs[0])
        else:
            at = at_line(scene.program, suspect.line)
            yield from (w.format(at=at, on=scene.on(scene.inputs[0])) for w in _HEAD)


def line_questions(scene: Scene) -> Iterator[str]:
    """The last resort: line by line, whatever stands there."""
    for case in scene.inputs:
        for number, line in enumerate(scene.program.lines, start=1):
            if line.strip():
                at = at_line(scene.program, number)
                yield f"In your own words: what does {at}, do {scene.on(case)}?"


def main_places(scene: Scene) -> list[Place]:
    """The places of the main function first, then the others, prints of a result last."""
    mine = scene.function.name if scene.function else None
    places = scene.program.places
    # What only shows a result, outside of every function, is asked about last.
    shows = [p for p in places if p.kind == "print" and p.function is None and mine is not None]
    rest = [p for p in places if p.function != mine and p not in shows]
    return [p for p in places if p.function == mine] + rest + shows


def place_asked(scene: Scene, said: str) -> Place | None:
    """Return the place that the last hint asked about."""
    for place in main_places(scene):
        if re.search(rf"\bline {place.line}\b", said):
            return place
    return None


def first_new(questions: Iterator[str], said: Sequence[str], most: int = 400) -> str | None:
    """Return the first question that was not asked yet."""
    for number, question in enumerate(questions):
        if number >= most:
            return None
        if not any(question in each for each in said):
            return question
    return None


def _filled(wording: str, scene: Scene, place: Place, case: Case | None) -> str:
    at = at_line(scene.program, place.line)
    name = f"`{place.name}`" if place.name else _BY_PART[place.kind]
    if _names_others(place):
        # Two names side by side could be a fault and its repair: one is enough to ask about.
        if place.kind in ("start", "update") and place.name and "{name}" in wording:
            at = f"line {place.line}"
        else:
            name = _BY_PART[place.kind]
    if "`" not in at:
        wording = wording.replace("{at},", "{at}")
    return wording.format(at=at, name=name, on=scene.on(case))


def _wordings(place: Place) -> tuple[str, ...]:
    """The questions that fit the place: a fixed value has no pieces; a way may not be taken."""
    once = place.kind == "update" and not place.in_loop
    wordings = _UPDATE_ONCE if once else _POINTED[place.kind]
    if not re.search(r"[+*/%(<>\[]|[!=]=|\w\s*-|\b(?:and|or|not|in)\b", place.code):
        wordings = tuple(each for each in wordings if _PIECES not in each)
    if place.in_branch and place.kind in ("start", "result", "print"):
        return (_REACHED, *wordings[-1:])
    return wordings


def _names_others(place: Place) -> bool:
    """Whether the line of a place holds other names than the one that it is about."""
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", "", place.code)
    return bool(set(re.findall(r"[A-Za-z_]\w*", plain)) - {place.name} - _NO_NAMES)


_NO_NAMES = frozenset((*keyword.kwlist, *dir(builtins)))
_BY_PART: dict[PlaceKind, str] = {
    "start": "the variable that it sets",
    "loop": "the loop variable",
    "while": "each part of its test",
    "condition": "each part of its test",
    "update": "the variable that it changes",
    "print": "what it shows",
    "result": "what it hands back",
    "call": "what it hands over",
}
