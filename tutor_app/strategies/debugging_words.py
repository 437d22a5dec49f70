"""The words of help with a program, around the questions of place_questions.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.strategies.fault_analogues import Analogue
from tutor_app.strategies.place_questions import Scene
from tutor_app.strategies.program_cases import small_first
from tutor_app.strategies.program_view import Place, PlaceKind, snippet
from tutor_app.strategies.uptake import said_value

if TYPE_CHECKING:
    from tutor_app.strategies.program_turn import ProgramFacts

CANNOT_RUN = "I can't run programs here yet, so you run it and I ask."
IN_OTHER_WORDS = "In other words:"
OTHER_PROGRAM = "Here is another program."
ONE_MORE_PROGRAM = "Here is one more program."
INSTEAD_SHORT = f"I don't write the program; press “{NEXT_HINT}”, and I say more about yours."
ENDED_START = "That is as far as my hints go here."
FAREWELL = "You're welcome. Bring the next program when one puzzles you."
FURTHER = "It gets further than before."
PASTE_IT = "Please paste the program, one input, what you expected and what you saw."
TRY_FIRST = "Change one thing in it, however unsure you are, and send it: then I can say more."
LONGEST_ECHO = 60  # characters of the student's words that are said back

TOPICS: dict[PlaceKind, str] = {
    "start": "the starting value of a sum, a product or a maximum",
    "loop": "for loops",
    "while": "while loops",
    "condition": "conditions and comparison",
    "update": "changing the value of a variable",
    "print": "printing and returning",
    "result": "return values of functions",
    "call": "calling functions",
}
_PARTS: dict[PlaceKind, str] = {
    "start": "a value that is set",
    "loop": "the loop",
    "while": "the loop",
    "condition": "the condition",
    "update": "a value that is updated",
    "print": "what is shown",
    "result": "what is handed back",
    "call": "the call",
}


def no_program(told: str) -> tuple[str, ...]:
    """Ask for what is missing, with the student's own words where they are short."""
    named = re.search(r"`[^`?]{1,40}`|\blines? \d+", told)
    echo = f"You name {named[0]}. " if named else ""
    if not echo and 10 <= len(told) <= LONGEST_ECHO and "?" not in told:
        echo = f"You say: “{told}” "
    return (
        f"{echo}Please paste the program; which input did you give it, and what did you see?",
        f"{echo}I have no program before me yet. Which lines is it about, and what does one small "
        "input give?",
        f"{echo}With which input does it happen first, and what did you expect there?",
        f"{echo}Which line is the last that does what you expect, as far as you can tell?",
        f"{echo}What does a print right before that line show?",
        f"{echo}What must come out for the smallest input that you can think of?",
        f"{echo}Which part of the task have you tried by itself?",
    )


def try_it(scene: Scene) -> Iterator[str]:
    """A change in words: the student makes it, predicts, and runs it."""
    for case in scene.inputs:
        on = scene.on(case)
        yield (
            "That is something you can test: make the change in your copy. Before you run it, what "
            f"will {scene.name} give {on}?"
        )
        yield (
            f"Try it and send me the program. Which line of {scene.name} then does something else "
            f"{on} than it does now?"
        )
        yield (
            f"Follow your idea by hand first, {on}: at which line of {scene.name} do you see its "
            "effect?"
        )


def now(scene: Scene, lines: Sequence[int]) -> Iterator[str]:
    """After a change: what comes out where it went wrong, and then with other inputs."""
    what = "which of the new lines made the difference?"
    if len(lines) == 1:
        what = f"what has line {lines[0]} to do with it?"
    for number, case in enumerate(scene.inputs):
        on = scene.on(case)
        if number == 0 and case is not None and case.seen is not None:
            before = f", where {said_value(case.seen)} came before"
            yield f"Run it {on}{before}: what comes out now, and {what}"
        else:
            yield f"Run it {on}: what comes out now, and {what}"
        yield f"What does {scene.name} give now {on}, and at which line does the way differ?"


def which_error(scene: Scene) -> Iterator[str]:
    """An error without its words: they say most."""
    yield (
        f"What are the last words of the message when you run {scene.name}, and which line does it "
        "name?"
    )
    yield (
        f"Does the message come before {scene.name} has begun, or while it runs, and which line of "
        "yours does it show?"
    )


def still(scene: Scene) -> Iterator[str]:
    """After a change that did not help: what became another thing by it."""
    for case in scene.inputs:
        yield (
            f"What comes out of {scene.name} now {scene.on(case)}, and in what is it another thing "
            "than before your last change?"
        )


def by_print(scene: Scene) -> Iterator[str]:
    """How a student without a runner here finds out what a variable holds."""
    for case in scene.inputs:
        yield (
            f"A print shows it: which value of {scene.name} would you print, and after which line, "
            f"when you run it {scene.on(case)}?"
        )


def look_up(scene: Scene) -> Iterator[str]:
    """The student asks for a part of the language: where to find it, and to try it by itself."""
    for case in scene.inputs:
        on = scene.on(case)
        yield (
            "Your notes and the documentation of the language list what there is; try a few by "
            f"themselves, outside of {scene.name}. Which one gives what you need {on}?"
        )
        yield (
            f"Say first in words what that part of {scene.name} has to find out {on}: how would "
            "you look that up?"
        )


def whole_again(scene: Scene) -> Iterator[str]:
    for case in scene.inputs:
        yield (
            f"Write a table with a column for each variable of {scene.name} and a row for each "
            f"line that is reached {scene.on(case)}. Which row is the first that surprises you?"
        )


def argued(scene: Scene) -> tuple[str, ...]:
    return (f"I can't decide that without running {scene.name}; an input can.",)


_NO_CODE = (
    "I don't write the corrected program: finding the place is what you take with you.",
    "The corrected lines stay yours to write.",
    "I keep to that: no finished code from me.",
    "That part I leave to you, so that the next bug is the easier one.",
)


_BECAUSE: dict[PlaceKind, str] = {
    "start": "I ask because what is set up first is in everything that is built on it.",
    "loop": "I ask because what a loop takes up, from first to last, decides what it can reach.",
    "while": "I ask because a loop goes on as long as its test says so, and only what is done "
    "inside "
    "can change that.",
    "condition": "I ask because a test sends every value one way or the other, and the ones on its "
    "edge show which.",
    "update": "I ask because a value that is built up step by step shows at which step it goes "
    "astray.",
    "print": "I ask because what is on the screen and what the rest of a program gets are two "
    "things.",
    "result": "I ask because when something is handed back, and how often, decides what the caller "
    "gets.",
    "call": "I ask because what goes into a call need not be what comes back from it.",
}


def because(place: Place | None) -> str:
    """Say why a place is worth a question; without one, that other words follow."""
    return _BECAUSE[place.kind] if place is not None else IN_OTHER_WORDS


def instead(scene: Scene) -> Iterator[str]:
    """Say what comes instead of corrected code, and offer it; each names another part."""
    kinds = list(dict.fromkeys(place.kind for place in scene.program.places))
    for number, kind in enumerate(kinds):
        yield (
            f"{_NO_CODE[number % len(_NO_CODE)]} What I do is go through {scene.name} with you: "
            f"press “{NEXT_HINT}” and we look at {_PARTS[kind]}."
        )
    for case in scene.inputs:
        yield (
            "I leave the writing to you. Send me the values that your variables hold line by line "
            f"{scene.on(case)}, or press “{NEXT_HINT}”, and I ask about the next place."
        )


def changed(lines: Sequence[int], scene: Scene, *, with_code: bool) -> str | None:
    """Say which lines are new, and nothing of whether they are right."""
    if not lines:
        return f"{scene.name} is shorter now."
    if len(lines) == 1:
        code = snippet(scene.program.lines[lines[0] - 1]) if with_code else None
        return f"You changed line {lines[0]}" + (f": it is now `{code}`." if code else ".")
    if len(lines) <= 3:
        return f"You changed lines {', '.join(str(line) for line in lines)}."
    return f"You changed {len(lines)} lines of {scene.name}."


def like_that(scene: Scene) -> Iterator[str]:
    """Lead from the other program back to the student's."""
    for case in scene.inputs:
        on = scene.on(case)
        yield f"Back to {scene.name}: is there a moment {on} where something like it could happen?"
        yield f"Which line of {scene.name} comes nearest to that {on}?"
        yield f"What in {scene.name} speaks for the same thing {on}, and what against it?"
        yield f"Where in {scene.name} would you look for such a thing {on}?"


def must_achieve(scene: Scene) -> str:
    """The last hint without facts: what the function must give, in words, and how to find where."""
    told = [case for case in small_first(scene.cases) if case.expected is not None]
    if told:
        gives = "hand back" if told[0].is_call else "give"
        given = f"for `{told[0].call}`" if told[0].is_call else scene.on(told[0])
        goal = f"{scene.name} must {gives} `{told[0].expected}` {given}"
    else:
        goal = f"{scene.name} must give what the task says {scene.on(scene.inputs[0])}"
    return (
        f"What has to hold in the end: {goal}. Go backwards from there. The line that hands it "
        "back can only be right if every value in it is right just before; so can the line before "
        "that. The first line, from the top, after which a value is not what the task needs is the "
        "place to change. I can't say which one it is without running it."
    )


def mended(scene: Scene, place: Place | None) -> tuple[str, ...]:
    """The student says it works; nothing here has run it, so it is their finding."""
    case = next((each for each in scene.cases[::-1] if each.is_call), None)
    keep = f" Keep `{case.call}` as a test for later changes." if case else ""
    where = f" You changed {_PARTS[place.kind]} in line {place.line}." if place else ""
    return (
        f"Good that {scene.name} does what you want now.{where}{keep}",
        f"Then {scene.name} is yours again.{where} Run your other examples once more, too.",
        f"Well found, in {scene.name}.{where} The way you followed it works for the next one, too.",
        f"So {scene.name} runs as you meant it.{where}",
    )


def farewells(scene: Scene) -> Iterator[str]:
    yield f"You're welcome. When you change {scene.name} again, test it with your examples first."
    for case in (each for each in scene.cases if each.is_call):
        yield f"You're welcome. `{case.call}` is a good first test if {scene.name} changes again."


def ended(contact: str, scene: Scene) -> str:
    who = contact or "your course staff"
    return (
        f"{ENDED_START} Take {scene.name} and your table of values to {who}: with both on the desk "
        "it is found quickly."
    )


def waiting(scene: Scene) -> Iterator[str]:
    """After the last hint: what begins the hints anew."""
    yield f"Change something in {scene.name}, however small, and send it: we go on from there."
    for case in scene.inputs:
        yield f"Send me the next version of {scene.name} and what it gives {scene.on(case)}."


def ask_person(contact: str, scene: Scene) -> Iterator[str]:
    who = contact or "your course staff"
    for case in scene.inputs:
        yield f"Show {who} what {scene.name} does {scene.on(case)}."
        for place in scene.program.places:
            yield f"Show {who} what line {place.line} does {scene.on(case)}."


def new_exercise(analogue: Analogue) -> str:
    return f"To practise the same kind of thing: {analogue.exercise}."


# --- with facts ------------------------------------------------------------------------------


def right(facts: ProgramFacts) -> str:
    return f"I ran it: `{facts.input}` gives `{facts.seen}`, as it must."


def seen_once(facts: ProgramFacts) -> Iterator[str]:
    """Level 1: the behaviour to look at, and a prediction."""
    yield (
        f"I ran it with `{facts.input}`, and what comes out is not what the task asks for. Before "
        "you run it yourself: what do you predict, step by step?"
    )
    yield (
        f"With `{facts.input}` it still comes out otherwise than the task asks. Which of its "
        "values would you watch from beginning to end, and what do you expect of it?"
    )
    yield (
        f"Not yet, with `{facts.input}`. Say in a sentence how one gets from that input to what "
        "must come out: which part of your sentence does the program not do?"
    )


def seen(facts: ProgramFacts) -> Iterator[str]:
    """Level 2: input, expected, seen, and the function."""
    yield (
        f"`{facts.input}` must give `{facts.expected}`; it gave `{facts.seen}`. Look at "
        f"`{facts.function}`: after which of its lines does a value first differ from what you "
        "expect?"
    )
    yield (
        f"Go through `{facts.function}` with `{facts.input}` round by round and write down what it "
        f"holds. Where does the way to `{facts.expected}` turn into the way to `{facts.seen}`?"
    )


def its_purpose(facts: ProgramFacts) -> Iterator[str]:
    """Level 4 once more, in other words."""
    yield (
        f"From its purpose: `{facts.function}` is done with `{facts.input}` and hands back "
        f"`{facts.expected}`. What must each variable hold at that moment?"
    )
    yield (
        f"Compare two columns for `{facts.input}`: what must be there after each step to end in "
        f"`{facts.expected}`, and what is. Which row differs first?"
    )


def must_achieve_here(facts: ProgramFacts) -> str:
    """Level 4: what the place must achieve; the line only where it is certain."""
    if facts.certain and facts.line is not None:
        return (
            f"The place is line {facts.line}, in `{facts.function}`: once it has been done for the "
            f"last time, everything must be there for `{facts.input}` to give `{facts.expected}`."
        )
    return (
        f"The place is in `{facts.function}`: for `{facts.input}` it must give "
        f"`{facts.expected}`, and `{facts.seen}` is the first value that does not fit."
    )
