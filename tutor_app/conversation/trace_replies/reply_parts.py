"""What replies about an exact run share: what they take from the course and leave behind."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.hint_ladder import ROWS_BEFORE_ALL
from tutor_app.domain.teaching import AnswerOutcome, Expectation, LadderEvent
from tutor_app.domain.values import Event, Quote
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.understanding.dialogue_acts import NEXT_HINT, SHOW_ALL

# The course's own words about an algorithm: at most one quote, none where it does not name it.
CiteRule = Callable[[Algorithm], Sequence[Quote]]


@dataclass(frozen=True, slots=True)
class Course:
    """What a reply takes from the course: its words about a topic, and whom to ask."""

    cite: CiteRule
    contact: str


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
