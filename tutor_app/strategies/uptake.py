"""Questions that take up what a student said of their program: a finding, a change, a suspicion.

What is said back is the student's own; none of it is called right or wrong. Beside a name of
theirs a line is quoted only where it holds that name: two names side by side could be a fault and
its repair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tutor_app.strategies.place_questions import Scene, at_line, place_questions
from tutor_app.strategies.program_cases import Case
from tutor_app.strategies.program_view import Place, PlaceKind
from tutor_app.strategies.proposed_edits import Proposal
from tutor_app.strategies.student_words import Finding, FindingKind

_LONGEST_ERROR = 60  # characters of an error's words that are said back
SHORT = 3  # a value of fewer characters is said without backticks: it is no code

# A change that the student thinks of, by the kind of line that it touches. {name} is its variable.
_CHANGES: dict[PlaceKind, tuple[str, ...]] = {
    "start": (
        "That would change {at}. Before you run it: with your change, what does {name} hold "
        "after that line {on}, and "
        "what after the first round or step that uses it?",
    ),
    "loop": (
        "That would change {at}. Before you run it: with your change, which values does the "
        "loop take up {on}, one "
        "after the other, and which of them are new?",
    ),
    "while": (
        "That would change {at}. Before you run it: with your change, which round is the last "
        "one {on}, and what do the "
        "values of its test look like then?",
    ),
    "condition": (
        "That would change {at}. Before you run it, follow your change by hand {on}: which way "
        "does "
        "each value go there, and is that another way than now?",
    ),
    "update": (
        "That would change {at}. Before you run it: with your change, what does {name} hold "
        "right after that line, the "
        "first time and the second time it is reached {on}?",
    ),
    "print": (
        "That would change {at}. Before you run it: with your change, what is on the screen "
        "{on}, and what does the "
        "place that called get?",
    ),
    "result": (
        "That would change {at}. Before you run it, work your change out by hand {on}: what "
        "does it hand back?",
    ),
    "call": (
        "That would change {at}. Before you run it: with your change, what does that call do {on}?",
    ),
}
_CHANGE_ONCE = (
    "That would change {at}. Before you run it: with your change, what does {name} hold right "
    "after "
    "that line {on}, and what did it hold before?",
)
_CHANGE_HEAD = (
    "That would change {at}. Before you run it: with your change, what does each of its names hold "
    "when {f} begins {on}, and what when it is called once more?",
)
_NEW_LINE = (
    "That would stand {beside}. Before you run it: how often is it reached {on}, and what does "
    "each "
    "variable of {f} hold after the first time?",
    "With a line {beside}: which line of {f} is the first to do something else {on} than now?",
)
_CHANGE_AGAIN = (
    "So your change is about {at}. Predict first, then run it: what comes out {on}, and which "
    "value "
    "is the first to be another one than before?",
    "Make it in a copy, in {at}, and run that {on}: what do you expect to see, and what do you "
    "see?",
    "With {at}, changed like that: for which input would you still not be sure what comes out?",
)
_NO_PLACE = (
    "Which line of {f} would you change for that, and what do you expect to come out {on} then?",
    "Between which two lines of {f} would that stand, and how often is it reached {on}?",
    "Try it in a copy, and run that {on}: which line of {f} then does something else than before?",
)
_SUSPECTED = (
    "You suspect {at}. If you are right, what must you see there {on}; and what if you are not?",
    "How could you test by itself that it is {at}: which value would you print, and what would "
    "show "
    "that you are right?",
)


def said_value(value: str) -> str:
    """Return a value as it stands in a sentence."""
    return f"`{value}`" if len(value) >= SHORT and "`" not in value else value


def told_lead(case: Case) -> str | None:
    """Say back what the student wants and saw, None where they did not say both."""
    if case.seen is None or case.expected is None:
        return None
    seen, wanted = said_value(case.seen), said_value(case.expected)
    if not case.is_call:
        return f"You typed {said_value(case.call)}, want {wanted} and see {seen}."
    return f"You want {wanted} from `{case.call}` and see {seen}."


def told_questions(scene: Scene, case: Case) -> Iterator[str]:
    """Level 1, where the student told what they saw: from there back, no line named."""
    on = scene.on(case)
    yield (
        f"Follow {scene.name} by hand {on}: what comes out by your count, and where does your "
        "count "
        "part from what you saw?"
    )
    yield (
        f"What is the last moment in {scene.name} {on} at which all is still on the way to what "
        "you "
        "want?"
    )
    yield (
        f"Go backwards from what you saw: which value made it come out of {scene.name} {on}, and "
        "where did that value come from?"
    )


def error_questions(error: str, line: int | None, scene: Scene) -> Iterator[str]:
    """Ask what an error's own words say; `line` is the one that the student's message blames."""
    short = error if len(error) <= _LONGEST_ERROR and "`" not in error else error.split(":")[0]
    short = short.rstrip(" .:?")
    on = scene.on(scene.inputs[0])
    if line is not None:
        at = at_line(scene.program, line)
        yield (
            f"Your message says `{short}` in {at}. What does each name in that line hold at that "
            f"moment {on}?"
        )
        yield (
            f"How often is line {line} reached {on} before `{short}` comes, and what is different "
            "that last time?"
        )
    else:
        yield (
            f"It ends with `{short}`. Which line does the message name when you run {scene.name}, "
            "and what does that line use at that moment?"
        )
    if error.startswith("RecursionError"):
        return
    yield (
        f"Which value in {scene.name} is it that `{short}` speaks of, and where does that value "
        "come "
        f"from {on}?"
    )
    for case in scene.inputs:
        yield (
            f"Does `{short}` come {scene.on(case)} too, and which line was the last to be done "
            "before it?"
        )


def finding_questions(
    scene: Scene, findings: Sequence[Finding], said: Sequence[str]
) -> Iterator[str]:
    """Ask about the place that should make it another value, or that leads there.

    What was `said` is not asked again behind other words of the student's.
    """
    for finding in findings:
        for question in _OF_FINDING[finding.kind](scene, finding):
            asked = question.split(". ")[-1]
            if not any(asked in each for each in said):
                yield question


def _of_value(scene: Scene, finding: Finding) -> Iterator[str]:
    name, on = finding.name, scene.on(scene.inputs[0])
    value = said_value(finding.value or "")
    holds = f"So `{name}` is {value} there"
    setters = _setters(scene, name)
    begun = [place for place in setters if place.kind == "start" and finding.at_start]
    for place in (begun or setters)[:1]:
        at = at_line(scene.program, place.line)
        if place.kind == "start":
            yield (
                f"{holds}, from {at}. What do you want it to hold at that moment {on}, and what "
                "for?"
            )
        elif place.kind == "loop":
            yield (
                f"{holds}. What does it hold in the round of {_apart(at)} that comes next {on}, "
                "and in the last one?"
            )
        else:
            yield f"{holds}. What does {_apart(at)} make of it the next time it is reached {on}?"
    uses = [place for place in scene.program.places if _uses(place, name)]
    if uses:
        at = at_line(scene.program, uses[0].line)
        yield (
            f"With `{name}` at {value}: what does {_apart(at)} do {on}, and where does the program "
            "go from there?"
        )
    yield (
        f"{holds}. Is that what you want at that moment, and which line of {scene.name} made it so "
        f"{on}?"
    )


def _apart(at: str) -> str:
    """A line with its code, set apart in the middle of a sentence."""
    return f"{at}," if "`" in at else at


def _of_staying(scene: Scene, finding: Finding) -> Iterator[str]:
    name, on = finding.name, scene.on(scene.inputs[0])
    as_it_is = f"at {said_value(finding.value)}" if finding.value else "as it is"
    setters = [place for place in _setters(scene, name) if place.in_loop]
    yield (
        f"So `{name}` stays {as_it_is}, you say. Which line of {scene.name} is there to make it "
        f"another value, and what does that line do in such a round {on}?"
    )
    if setters:
        at = at_line(scene.program, setters[0].line)
        yield f"Take {at}. What does `{name}` hold before it and after it in that round {on}?"
        yield (
            f"In what way would `{name}` have to be different after a round {on} for {scene.name} "
            "to get on?"
        )
    else:
        yield (
            f"Which lines are done again in each round of {scene.name} {on}, and which of them has "
            f"`{name}` on its left side?"
        )


def _of_beginning_again(scene: Scene, finding: Finding) -> Iterator[str]:
    name, on = finding.name, scene.on(scene.inputs[0])
    yield (
        f"So `{name}` does not keep what it had, you say. Which line of {scene.name} makes it "
        "begin "
        f"again, and how often is that line reached {on}?"
    )
    for place in _setters(scene, name):
        yield (
            f"How often is {_apart(at_line(scene.program, place.line))} reached {on}, and what "
            "does "
            f"`{name}` hold just before it each time?"
        )


def _of_never(scene: Scene, finding: Finding) -> Iterator[str]:
    place, on = finding.place, scene.on(scene.inputs[0])
    if place is None:
        return
    at = at_line(scene.program, place.line)
    if place.kind in ("while", "condition"):
        yield (
            f"What do the parts of {_apart(at)} hold when the program comes to it {on}, one by "
            "one, and "
            "which of them keeps it from going in?"
        )
    elif place.kind == "loop":
        yield (
            f"What is there to take up when the program comes to {_apart(at)} {on}, and which "
            "line should "
            "have put something there before?"
        )
    yield (
        f"Which line comes just before {_apart(at)} on the way {on}, and where does the program "
        "go from "
        "there instead?"
    )


def _of_early(scene: Scene, finding: Finding) -> Iterator[str]:
    on = scene.on(scene.inputs[0])
    yield (
        f"Which line of {scene.name} is the last one to be done {on}, and why is nothing done "
        "after "
        "it?"
    )
    yield (
        f"Write down the lines of {scene.name} in the order in which they are done {on}: how often "
        "does each of them stand there, and how often should it?"
    )
    if finding.place is not None:
        yield from place_questions(scene, finding.place)


def _of_skipping(scene: Scene, finding: Finding) -> Iterator[str]:
    on = scene.on(scene.inputs[0])
    thing = finding.value or ""
    said = f"the {thing}" if re.match(r"[a-z]", thing) else said_value(thing)
    loops = [place for place in scene.program.places if place.kind in ("loop", "while")]
    if loops:
        at = at_line(scene.program, loops[0].line)
        yield (
            f"So {said} is left out. In which round of {_apart(at)} should it have its turn "
            f"{on}, and what "
            "happens in that round?"
        )
    yield (
        f"Just before {said} should come {on}: what does each variable of {scene.name} hold, and "
        "what does the program do next?"
    )


_OF_FINDING: dict[FindingKind, Callable[[Scene, Finding], Iterator[str]]] = {
    "value": _of_value,
    "stays": _of_staying,
    "again": _of_beginning_again,
    "never": _of_never,
    "early": _of_early,
    "skips": _of_skipping,
}


def _setters(scene: Scene, name: str | None) -> list[Place]:
    """The lines that set a variable or change what it holds, those in a loop first."""
    kinds = ("start", "update", "loop")
    mine = [p for p in scene.program.places if p.kind in kinds and name and _sets(p, name)]
    return sorted(mine, key=lambda place: not place.in_loop)


def _sets(place: Place, name: str) -> bool:
    left = re.split(r"(?<![<>!=])=(?!=)|\bin\b|\.\w+\(", place.code)[0]
    return place.name == name or bool(re.search(rf"\b{re.escape(name)}\b", left))


def _uses(place: Place, name: str | None) -> bool:
    """Whether a line reads a variable: a test, something handed back or worked out."""
    if not name or place.kind not in ("while", "condition", "result", "update"):
        return False
    read = re.split(r"(?<![<>!=])=(?!=)", place.code)[-1]
    return bool(re.search(rf"\b{re.escape(name)}\b", read))


def proposal_questions(scene: Scene, proposal: Proposal) -> Iterator[str]:
    """Ask to predict what a change would do on the input at hand; whether it helps is not said."""
    on = scene.on(scene.inputs[0])
    echo = f"`{proposal.echo}`: " if proposal.echo else ""
    if proposal.beside is not None or not proposal.places:
        wordings = _NEW_LINE if proposal.beside is not None else _NO_PLACE
        for wording in wordings:
            asked = wording.format(f=scene.name, on=on, beside=proposal.beside)
            yield echo + (_lower(asked) if echo else asked)
        return
    for place in proposal.places[:2]:
        first = _CHANGES[place.kind]
        if place.kind == "update" and not place.in_loop:
            first = _CHANGE_ONCE
        if place.code.startswith("def"):
            first = _CHANGE_HEAD
        for wording in (*first, *_CHANGE_AGAIN):
            yield echo + _about(wording, scene, place, on, lower=bool(echo))


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def suspicion_questions(scene: Scene, places: Sequence[Place]) -> Iterator[str]:
    """Ask how a student could find out whether the fault lies where they think."""
    on = scene.on(scene.inputs[0])
    for place in places[:2]:
        for wording in _SUSPECTED:
            yield _about(wording, scene, place, on)


def _about(wording: str, scene: Scene, place: Place, on: str, *, lower: bool = False) -> str:
    at = at_line(scene.program, place.line)
    if "`" not in at:
        wording = wording.replace("{at},", "{at}")
    name = f"`{place.name}`" if place.name and "`" not in at else "the variable in it"
    if place.name and re.search(rf"\b{re.escape(place.name)}\b", at):
        name = f"`{place.name}`"
    asked = wording.format(at=at, on=on, f=scene.name, name=name)
    return _lower(asked) if lower else asked
