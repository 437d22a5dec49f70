"""What a message in a conversation about a program is, with all that the conversation knows of "
"it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from tutor_app.shape import Shape, read_shape
from tutor_app.strategies.ladder import Ladder, climb
from tutor_app.strategies.place_questions import Scene, place_asked
from tutor_app.strategies.program_cases import (
    Case,
    find_cases,
    named_first,
    numbered_case,
    read_written,
    small_first,
    tiny_case,
)
from tutor_app.strategies.program_named import (
    error_line,
    line_told,
    named_error,
    places_named,
    still_at,
)
from tutor_app.strategies.program_said import Said, says_goodbye, what_is_said
from tutor_app.strategies.program_view import (
    Function,
    Place,
    Program,
    changed_lines,
    does_else,
    fingerprint,
    goes_on_from,
    read_program,
)
from tutor_app.strategies.proposed_edits import Proposal, is_suspicion, read_proposal
from tutor_app.strategies.student_words import Finding, read_findings
from tutor_app.strategies.told_cases import (
    Told,
    bound_calls,
    read_told,
    with_told,
    without_task,
)
from tutor_app.values import Session


class ProgramFacts(Protocol):
    """What running a program once has shown. `certain`: the fault lies in `line`, no other."""

    @property
    def input(self) -> str:
        """The call that was run, "double(2)"."""
        ...

    @property
    def expected(self) -> str:
        """What it must give."""
        ...

    @property
    def seen(self) -> str:
        """What it gave, or the error that it ended with."""
        ...

    @property
    def function(self) -> str:
        """The function in which it goes wrong."""
        ...

    @property
    def line(self) -> int | None:
        """The 1-based line, where one is known."""
        ...

    @property
    def certain(self) -> bool:
        """Whether the line is certain."""
        ...


# Runs a program on the calls that the student's messages state; None where it cannot.
RunProgram = Callable[[str, Sequence[Case]], ProgramFacts | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramTurn:
    """One message about a program, with what the conversation knows of it.

    `hints` is what was said before; `named` the places that the message, or the change in the
    program, is about; `changed` the lines that are new in it. `over`: the student said before that
    it works; `tried`: it does something else than before, beyond showing values. `told` is what
    the message tells of a run, `earlier` the student's messages before it;
    `error_line` the 1-based line that a pasted error blames, `error_before` an earlier message that
    named an error. `findings`, `proposal` and `suspects`
    are what the student found, would change, and takes for the fault.
    """

    said: Said
    text: str
    key: str
    scene: Scene
    stated: tuple[Case, ...]
    ladder: Ladder
    hints: tuple[str, ...]
    earlier: tuple[str, ...] = ()
    named: tuple[Place, ...] = ()
    changed: tuple[int, ...] = ()
    error: str | None = None
    error_line: int | None = None
    error_before: Shape | None = None
    over: bool = False
    tried: bool = False
    told: Told = field(default_factory=Told)
    findings: tuple[Finding, ...] = ()
    proposal: Proposal | None = None
    suspects: tuple[Place, ...] = ()

    @property
    def talk(self) -> tuple[str, ...]:
        """What the student wrote so far, without programs and tasks, the newest last."""
        said = (*(read_shape(question).prose for question in self.earlier), self.text)
        return tuple(without_task(text) for text in said)


def read_turn(shape: Shape, session: Session) -> ProgramTurn | None:
    """Return what a message of this shape is about; None where no program was shown yet."""
    words, code = shape.prose, shape.code
    work = session.work if session.work is not None and session.work.kind == "program" else None
    before = read_program(work.text) if work is not None and work.text else None
    program = read_program(code) if code else None
    if program is None or not program.text.strip():
        program = before
    if program is None:
        return None
    goes_on = before is not None and goes_on_from(program, before)
    key = work.key if work is not None and goes_on else fingerprint(program)
    hints = work.hints if work is not None else ()
    said = what_is_said(words, before if goes_on else None, program)
    over = said != "first" and _is_over(key, session)
    if over and said in ("answer", "attempt", "fix") and says_goodbye(words):
        said = "thanks"
    kept = read_written(work.cases, program) if work is not None and goes_on else ()
    stated = _stated(shape, program, kept)
    told = _filled_in(read_told(words, program, _main(stated, program)), _bound(shape, program))
    last_case = _case_asked(stated, hints)
    only = stated[0] if len(stated) == 1 else None
    stated = with_told(stated, told, numbered_case(words, stated) or last_case or only)
    scene = _scene(words, program, stated, told, last_case)
    changed = changed_lines(program, before) if goes_on and before is not None else ()
    places = tuple(place for place in program.places if place.line in changed)
    last = place_asked(scene, hints[-1]) if hints else None
    spoken = places_named(words, program) or still_at(last, words)
    proposal = read_proposal(words, scene, spoken, last) if said in ("answer", "fix") else None
    blames = proposal is not None or bool(spoken)
    suspects = is_suspicion(words) and blames and said in ("answer", "fix")
    return ProgramTurn(
        said=said,
        text=words,
        key=key,
        scene=scene,
        stated=stated,
        ladder=climb(key, session.ladder.hold(key)),
        hints=hints,
        earlier=_earlier(session) if goes_on else (),
        error_before=_error_before(session) if goes_on else None,
        named=places or spoken,
        changed=changed,
        error=named_error(shape.error),
        error_line=error_line(shape.traceback, program) or line_told(shape, program),
        over=over,
        tried=goes_on and before is not None and does_else(program, before),
        told=told,
        findings=read_findings(words, program, spoken, last),
        proposal=proposal,
        suspects=_suspected(proposal, spoken) if suspects else (),
    )


def _error_before(session: Session) -> Shape | None:
    """The last earlier message that named an error."""
    for question in reversed(_earlier(session)):
        if re.search(r"Error|Exception", question):
            return read_shape(question)
    return None


def _suspected(proposal: Proposal | None, spoken: tuple[Place, ...]) -> tuple[Place, ...]:
    return proposal.places if proposal is not None and proposal.places else spoken


def _earlier(session: Session) -> tuple[str, ...]:
    return tuple(each.question for each in session.before if each.intent == "debugging")


def _is_over(key: str, session: Session) -> bool:
    mine = session.ladder.of(key)
    return bool(mine) and mine[-1].cause == "right"


def _main(stated: Sequence[Case], program: Program) -> Function | None:
    """The function that the first stated input calls, else the last one."""
    return program.main_function(stated[0].call.split("(")[0].strip() if stated else None)


def _stated(shape: Shape, program: Program, kept: tuple[Case, ...]) -> tuple[Case, ...]:
    """The cases that the student's messages state, those of earlier ones first."""
    # What a program's outermost lines call is an input too, and so are examples taken for code.
    outermost = [line for line in (shape.code or "").splitlines() if line[:1].strip()]
    text = "\n".join((shape.prose, *outermost))
    bound = _bound(shape, program)
    said = [
        replace(case, call=bound.get(case.call, case.call)) for case in find_cases(text, program)
    ]
    said += [Case(call=call) for call in bound.values()]
    cases: dict[str, Case] = {}
    for case in (*kept, *said):
        cases.setdefault(case.call, case)
    return tuple(cases.values())


def _filled_in(told: Told, bound: Mapping[str, str]) -> Told:
    if told.case is None or told.case.call not in bound:
        return told
    return replace(told, case=replace(told.case, call=bound[told.case.call]))


def _bound(shape: Shape, program: Program) -> dict[str, str]:
    """The calls of a message with the values that stand under a name outside of every function."""
    outermost = [line for line in (shape.code or "").splitlines() if line[:1].strip()]
    return bound_calls("\n".join((shape.prose, *outermost, shape.traceback or "")), program)


def _case_asked(stated: Sequence[Case], hints: Sequence[str]) -> Case | None:
    """The input that was named last, by whatever was asked."""
    for hint in (each for each in reversed(hints) if "?" in each):
        found = [case for case in stated if f"`{case.call}`" in hint]
        if found:
            return found[0]
    return None


def _scene(
    words: str, program: Program, stated: Sequence[Case], told: Told, asked: Case | None
) -> Scene:
    """Choose the inputs: what the message names, then the one of the last question, then small."""
    function = _main(stated, program)
    if told.case is not None and told.case.is_call:
        function = program.main_function(told.case.call.split("(")[0].strip())
    calls = asked.call if asked is not None else None
    # What is known to come out otherwise says more than what is only short.
    cases = sorted(small_first(stated), key=lambda case: (case.call != calls, case.seen is None))
    wanted = [case for case in stated if case.expected is not None]
    cases = list(named_first(cases, words, wanted or stated))
    spoken = {case.call for case in find_cases(words, program)}
    if told.case is not None:
        spoken = {told.case.call}
    if len(spoken) == 1:
        cases.sort(key=lambda case: case.call not in spoken)
    if not cases:
        tiny = tiny_case(program, function)
        cases = [tiny] if tiny is not None else []
    return Scene(program=program, function=function, cases=tuple(cases), same=calls)
