"""What a message says about an algorithm problem, and what replies to it take and leave behind."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.conversation.trace_replies.trace_wishes import Wish
from tutor_app.domain.hint_ladder import ROWS_BEFORE_ALL, Ladder, replay_events
from tutor_app.domain.teaching import (
    AnswerOutcome,
    Expectation,
    LadderEvent,
    RevealPolicy,
    TracingRecord,
)
from tutor_app.domain.values import Event, Problem, Quote, Session, StudentTrace
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.answers.own_cells import OwnCell
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.claims.edge_sums import JudgedSum
from tutor_app.tracing.claims.judge_claims import JudgedClaims
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged
from tutor_app.tracing.reading.reading_results import Clarification, Span
from tutor_app.tracing.spoken.judged_statement import JudgedStatement, rows_told
from tutor_app.understanding.dialogue_acts import NEXT_HINT, SHOW_ALL

# Read from the message, or what a message wants of the problem at hand.
Wanted = (
    Literal["trace", "check", "next", "predicted", "unreadable", "row_named", "nothing_left"]
    | Literal["cells_named", "what_if", "state", "order", "claims", "claims_unsure", "sums"]
    | Literal["told", "asked", "edges"]
    | Wish
)
# Of the student ("own") and another who is quoted; "not_other": only the other's is read.
WhoIsRight = Literal["own", "other", "both", "neither", "not_other"]
_SHORT: Final = frozenset(("why", "simpler", "stuck", "argue", "recheck", "go_on"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTurn:
    """One message about one problem, with the learner's place on its ladder.

    `problem` is as it was read: its conventions are those that the messages state and the course
    sets, `set_by_course` the names of the latter. `is_new` is true where the conversation was not
    about it, or not in this form. `question` is what must be asked before it can be run,
    `still_asked` what was asked already and not yet answered. `misconception` is that of the
    attempt before. `used` are the parts of the message that its data were read from, `row` is the
    number of the row that it asks about, `node` the node. `goes_on` is true where it adds rows to
    the attempt at hand. `awaited` is what was asked last, `heard` the answer to it as it was read;
    `spoken_of` is the row that was spoken of last; `named` are the cells of the attempt that the
    message names as wrong, `changed` is the problem as a "what if" would have it, `claimed` the
    order that the message expects of it. `beside` is what the message wishes for behind its answer.
    `claims` are what it claims of the run, `asks_end`: it asks if the run is over. `reasoned` are
    the nodes of which the learner has told why they are never taken. `is_whole`: all that it says
    was read, so that no claims replace it; `taken_back`: the student stands by what was called
    wrong before. `pair` are two nodes of which it asks why one is taken before the other; `sums`
    are those along edges that it gives as a reason. `told` is what it tells in sentences, judged,
    `asked` are its questions beside that; `own_mistake`: it corrects what the tutor called right.
    `beside_text` is what it tells of `beside_problem`, its problem under another algorithm. `edges`
    is what it says of a spanning tree, whose row `edges_wrong_step` was called wrong before.
    `who_is_right` of two whose claims it sets against each other.
    """

    problem: Problem
    key: str
    policy: RevealPolicy
    policy_is_courses: bool = False
    wanted: Wanted
    ladder: Ladder
    is_new: bool
    stated: frozenset[str] = frozenset()
    set_by_course: frozenset[str] = frozenset()
    student: StudentTrace | None = None
    question: Clarification | None = None
    still_asked: str | None = None
    misconception: str | None = None
    used: tuple[Span, ...] = ()
    row: int | None = None
    node: str | None = None
    goes_on: bool = False
    awaited: Expectation | None = None
    heard: HeardAnswer | None = None
    spoken_of: int | None = None
    named: tuple[OwnCell, ...] = ()
    changed: Problem | None = None
    claimed: tuple[str, ...] = ()
    beside: Wish | None = None
    claims: JudgedClaims | None = None
    asks_end: bool = False
    reasoned: tuple[str, ...] = ()
    is_whole: bool = False
    taken_back: bool = False
    pair: tuple[str, str] | None = None
    sums: tuple[JudgedSum, ...] = ()
    told: tuple[JudgedStatement, ...] = ()
    asked: tuple[str, ...] = ()
    own_mistake: bool = False
    beside_problem: Problem | None = None
    beside_text: str = ""
    edges: EdgesJudged | None = None
    edges_wrong_step: int | None = None
    who_is_right: WhoIsRight | None = None

    @property
    def rows_told(self) -> tuple[int, ...]:
        """The rows of which the message tells something that is right."""
        return tuple(rows_told(self.told))

    @property
    def settled_conventions(self) -> frozenset[str]:
        """The conventions that are settled, by a message or by the course."""
        return self.stated | self.set_by_course

    @property
    def on_the_way(self) -> bool:
        """Whether rows are given one at a time and the end is still to come."""
        if self.wanted == "predicted":
            return True
        claims_the_end = self.student is not None and bool(self.student.final)
        short = self.wanted in _SHORT and not self.ladder.solved
        return (self.goes_on or short) and not claims_the_end


def policy_of(known: TracingRecord | None, session: Session) -> RevealPolicy:
    """Return the problem's policy; if it is the course's, the one that staff have set by now."""
    if known is None or known.policy_is_courses:
        return session.settings.reveal_policy
    return known.policy


def at_hand(
    known: TracingRecord, session: Session, wanted: Wanted, student: StudentTrace | None
) -> ProblemTurn:
    return ProblemTurn(
        problem=known.problem,
        key=known.key,
        policy=policy_of(known, session),
        policy_is_courses=known.policy_is_courses,
        wanted=wanted,
        ladder=replay_events(known.key, session.ladder.of(known.key)),
        is_new=False,
        stated=known.stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=student,
        still_asked=known.question,
        misconception=known.misconception,
        awaited=known.awaited,
        spoken_of=known.spoken_of,
        reasoned=known.reasoned,
    )


def predicts(known: TracingRecord, session: Session) -> bool:
    """Return whether the tutor has asked for the next row."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    asked = policy_of(known, session) == "predict" and known.question is None
    return asked and not (ladder.solved or ladder.shown_all)


def is_over(known: TracingRecord, session: Session) -> bool:
    """Whether all of the problem is right or shown: "ok" then asks for nothing."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    return (ladder.solved or ladder.shown_all) and ladder.place is None


# The course's own words about an algorithm: at most one quote, none where it does not name it.
CiteRule = Callable[[Algorithm], Sequence[Quote]]
CiteTopic = Callable[[str], Sequence[Quote]]
CiteReason = Callable[[str, Problem], Sequence[Quote]]


@dataclass(frozen=True, slots=True)
class Course:
    """What a reply takes from the course: its words about a topic, and whom to ask.

    `quotes_on` finds what it says to a question; `marks_when_taken`: it writes depth-first search
    so that a node is marked when it is visited. `reason_for` finds the reason that a question
    beside a run asks for, nothing where it asks how the run came about.
    """

    cite: CiteRule
    contact: str
    quotes_on: CiteTopic = lambda _: ()
    marks_when_taken: Callable[[], bool] = lambda: False
    reason_for: CiteReason = lambda _, __: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyOutcome:
    """The outcome of a reply: the verdict, if something was judged, and the ladder's event.

    `awaited` is what would answer the question that the reply asks, `answered` how the message
    answered the one before; `spoken_of` is the row that the reply speaks of, `reasoned` the node
    of which it was told why it is never taken.
    """

    event: LadderEvent | None = None
    verdict: Verdict | None = None
    awaited: Expectation | None = None
    answered: AnswerOutcome | None = None
    spoken_of: int | None = None
    reasoned: str | None = None


Reply = Generator[Event, None, ReplyOutcome]


def offers_of(turn: ProblemTurn) -> tuple[str, ...]:
    enough = turn.ladder.predicted >= ROWS_BEFORE_ALL
    if turn.policy == "open" or (turn.policy == "predict" and enough):
        return (NEXT_HINT, SHOW_ALL)
    return (NEXT_HINT,)
