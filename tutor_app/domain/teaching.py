"""What decides how much is said, and what is remembered: settings, the hint ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tutor_app.domain.traces import Problem, StudentTrace, Value

RevealPolicy = Literal["open", "predict", "hints"]
REVEAL_POLICIES: tuple[RevealPolicy, ...] = ("open", "predict", "hints")


Tone = Literal["plain", "warm", "brief"]
TONES: tuple[Tone, ...] = ("plain", "warm", "brief")
Level = Literal["any", "beginner", "advanced"]
LEVELS: tuple[Level, ...] = ("any", "beginner", "advanced")
LONGEST_AUDIENCE = 200  # characters
Guidance = Literal["none", "low", "high"]
GUIDANCES: tuple[Guidance, ...] = ("none", "low", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Whom the tutor speaks to, and how. `audience` says it in words: "first-years, about 19"."""

    audience: str = ""
    level: Level = "any"
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSettings:
    """What staff decide for a course.

    `guidance` says how closely answers keep to the course's text: "high" is its words alone, "low"
    lets a model that has earned it put them in other words, "none" also quotes what is near a
    question that nothing answers. `trace_conventions` apply if a message states none. `language` is
    the one that the tutor speaks around the course's own words: a folder of tutor_app/wording/.
    """

    reveal_policy: RevealPolicy = "predict"
    guidance: Guidance = "low"
    persona: Persona = field(default_factory=Persona)
    trace_conventions: Mapping[str, Value] = field(default_factory=dict)
    language: str = "en"


# Why a learner's place on the hint ladder of a problem changed, or stayed (TEACHING's table).
LadderCause = Literal["first", "stuck", "attempt", "right", "why", "pressed", "row", "all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderEvent:
    """One thing that happened on the hint ladder of one learner and one problem.

    `level` is the level after it: 0 before any hint, 1 to 4, 5 where the ladder has ended. `place`
    is the step in which an attempt was wrong (0: only its result is wrong), or the row shown.
    """

    problem_key: str
    level: int
    cause: LadderCause
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderSeen:
    """How many events of a problem a turn knew when it gave its hint."""

    problem_key: str
    events: int


class Ladders(Protocol):
    """The hint ladders of one learner in one course. Events of one problem, oldest first."""

    def of(self, problem_key: str) -> tuple[LadderEvent, ...]:
        """Return what has happened on this problem so far; a turn may look at several problems."""
        ...

    def hold(self, problem_key: str) -> tuple[LadderEvent, ...]:
        """Return the same, and hold the ladder so that the turn may give a hint on this problem.

        Until the turn ends, or asks for another problem, no other turn of the learner gives a hint
        on it: two tabs that ask at the same moment get two hints, one after the other.
        """
        ...


@dataclass(frozen=True, slots=True)
class ListedLadders:
    """Events held in memory, oldest first, for use where one turn runs at a time."""

    events: tuple[LadderEvent, ...] = ()

    def of(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return tuple(event for event in self.events if event.problem_key == problem_key)

    def hold(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return self.of(problem_key)


ExpectationKind = (
    Literal["row", "which_row", "result", "nothing_left"]
    | Literal["value", "taken", "path", "parent", "reason"]
)
AnswerOutcome = Literal["right", "so_far", "partly", "not_yet", "cannot_tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What would answer the question that the tutor asked last about a trace.

    "row": row `step` of the run, all of it or a part; "which_row": the number `step`, in which the
    student's trace first goes wrong, or what stands there; "result": what comes out;
    "nothing_left": that row `step` is the last. "value": the `quantity` of `node`; "taken": the
    nodes taken; "path": the way to `node` and its cost; "parent": the node that `node` is reached
    from; "reason": why `node` is never taken, of which `covered` was said. The exact answer, and
    the known mistakes, are the run's.
    """

    kind: ExpectationKind
    step: int | None = None
    node: str | None = None
    quantity: str | None = None
    covered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TracingRecord:
    """What a turn about an algorithm problem rests on, and what it changed on the hint ladder.

    `stated` names the conventions that the student's messages state; `correct` and `wrong_step` are
    the verdict on `attempt`, if there was one. `policy_is_courses`: the policy is the course's own
    and changes with it; otherwise it follows from where the problem stands in the material.
    `awaited` is what would answer the question asked last, `answered` how the message answered the
    one before; `spoken_of` is the row that was spoken of last: "that one". `reasoned` are the nodes
    of which the learner has told why they are never taken. `in_doubt` are rows that wait for a word
    that they were read as they were meant. `stopped`: the learner has ended it, so that it waits no
    more.
    """

    problem: Problem
    key: str
    policy: RevealPolicy
    policy_is_courses: bool = False
    stated: frozenset[str] = frozenset()
    attempt: StudentTrace | None = None
    correct: bool | None = None
    wrong_step: int | None = None
    misconception: str | None = None
    question: str | None = None
    ladder: tuple[LadderEvent, ...] = ()
    awaited: Expectation | None = None
    answered: AnswerOutcome | None = None
    spoken_of: int | None = None
    reasoned: tuple[str, ...] = ()
    in_doubt: StudentTrace | None = None
    stopped: bool = False


AwaitedKind = Literal["value", "count", "yes", "line", "outcome", "wish"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedAnswer:
    """What would answer the question that the tutor asked last about a program, known from a run.

    `key` names the question; `accepted` are the answers that are right, as Python writes them, line
    numbers or "yes" and "no"; `shown` is what the run shows of it, as a sentence.
    """

    key: str
    kind: AwaitedKind
    accepted: tuple[str, ...]
    shown: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeaJudged:
    """A verdict on what a student said of their program: whether it is so, and what shows it. Of a
    part that was judged, asked about as right or as wrong, `is_so` is None."""

    is_so: bool | None
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRecord:
    """What is known of a program on the table, beside its text.

    `cases` are the calls known so far as JSON; `focus` is the call that is talked about, `asked`
    names the questions put so far. `described` is the program with the change that the student last
    told in words; `awaited` what would answer the open question. `fault` is the kind of fault that
    the last run has shown, `mended` what the change that helped has made otherwise, in words.
    `values_shown` is the call whose values the student has seen, of the program as it is.
    `item` is the assignment's item that the program is for, `language` the word by which the
    student's fence names its language. `lines_due` is how many lines the program has to
    print, where the student has told no more of it. `undo` is the program before the change that
    was last taken over from words. `judged` is the last verdict on what the student said of the
    program, for who asks for it once more. `purpose` is what the program is taken to be for.
    `failing` is the last version on which a known call went wrong.
    """

    cases: tuple[str, ...] = ()
    focus: str | None = None
    asked: tuple[str, ...] = ()
    described: str | None = None
    awaited: AwaitedAnswer | None = None
    fault: str | None = None
    mended: str | None = None
    values_shown: str | None = None
    item: str | None = None
    language: str | None = None
    lines_due: int | None = None
    undo: str | None = None
    judged: IdeaJudged | None = None
    purpose: str | None = None
    failing: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkRecord:
    """What a turn about a program, an exercise, an answer or a calculation leaves for the next one.

    `key` is that of its hint ladder; `text` the program as last shown, the calculation as it stands
    or the exercise as asked;
    `item` the assignment's item that it was matched to; `attempt` the student's last own work;
    `hints` what was said to help with it so far, so that nothing is said twice; `cases` the calls
    that the student's messages state, with what they must give: "double(2) => 4", of a query the
    rows as JSON; `covered` the
    places of the points of a solution that the student's answer had so far; `program` what running
    a program has shown; `verdict` how a calculation was judged when it was last spoken of.
    `stopped`: the learner has said that it is none of theirs, so that it waits no more.
    """

    kind: Literal["program", "exercise", "answer", "calculation"]
    key: str
    text: str
    item: str | None = None
    attempt: str | None = None
    hints: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    covered: tuple[int, ...] = ()
    program: ProgramRecord | None = None
    verdict: str | None = None
    ladder: tuple[LadderEvent, ...] = ()
    stopped: bool = False


def still_going(works: Sequence[WorkRecord]) -> list[WorkRecord]:
    """Return the work that was not stopped after it was left; `works` are the newest first."""
    stopped, found = set[str](), list[WorkRecord]()
    for work in works:
        if work.stopped:
            stopped.add(work.key)
        elif work.key not in stopped:
            found.append(work)
    return found


def on_other_items(works: Sequence[WorkRecord]) -> tuple[WorkRecord, ...]:
    """Return the latest work left on each item of an assignment, except the first's item.

    `works` are what the turns of a conversation have left, newest first.
    """
    last: dict[str, WorkRecord] = {}
    for work in works:
        if work.item is not None:
            last.setdefault(work.item, work)
    return tuple(work for work in last.values() if work is not works[0])
