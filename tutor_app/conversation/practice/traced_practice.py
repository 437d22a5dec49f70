"""Practice on a run, row by row: wishes about it and questions of its table, beside rows or alone.

Rows are read where all rows are (`trace_replies`), without the parts that wish or ask otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.conversation.beside.column_meaning import meanings_of_columns
from tutor_app.conversation.beside.hand_in_rules import tells_of_handing_in
from tutor_app.conversation.beside.lead_back import OF_WORK, lead_back
from tutor_app.conversation.practice.beside_question import said_beside
from tutor_app.conversation.practice.practice_parts import MessagePart
from tutor_app.conversation.practice.practice_wishes import hear_message
from tutor_app.conversation.practice.round_desk import RoundDesk
from tutor_app.conversation.practice.round_message import WISHES, RoundMessage
from tutor_app.conversation.problem_by_name import begin_other, begin_to_practise
from tutor_app.conversation.trace_replies.problem_reply import answer_problem
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Offers,
    ProblemRead,
    Sentence,
    Session,
    TracingRecord,
    TurnRecord,
)
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.wording.catalogue import phrase

STOPPED = phrase("conversation_practice.run_stopped")
ROWS_IN_ALL = phrase("conversation_practice.rows_in_all", "count")
NO_ROW_YET = phrase("conversation_practice.no_row_yet")
ROWS_RIGHT = phrase("conversation_practice.rows_right", "count")
SAY_AGAIN = phrase("conversation_practice.say_again")
LEFT = phrase("conversation_practice.left")
TOLD: Final = {
    "harder": phrase("conversation_practice.harder"),
    "easier": phrase("conversation_practice.easier"),
}
_HEARD: Final = ("stop", "progress", "harder", "easier", "another", "quiz", "task", "topic")
_VERDICTS: Final = frozenset({"verdict", "hint", "result"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PractisedRun:
    """A message in practice on a run, in its parts.

    `wish` is what it wishes of the practice, `topic` the other algorithm that it names, `meant`
    what the run's table says to its question; `counts`: it asks how much was right.
    """

    turn: TurnContext
    heard: RoundMessage
    wish: str | None
    meant: tuple[str, ...]
    topic: str | None
    counts: bool

    @property
    def rows(self) -> str:
        """What of the message may be rows, or be about them."""
        kinds: set[str] = {"answer", "reason", "check", "why"}
        kinds |= set() if self.meant else {"question"}
        run = self.turn.session.tracing
        graph = run.problem.graph if run is not None else None
        nodes = graph.nodes if graph is not None else ()
        parts = (p for p in self.heard.parts if p.kind in kinds or _tells_cells(p, nodes))
        return " ".join(part.text for part in parts)


def practised_run(turn: TurnContext) -> PractisedRun | None:
    """Return what a message wishes or asks in practice on a run; None where it does neither."""
    run = turn.session.tracing
    if run is None or turn.message.wanted is not None or turn.shape.code is not None:
        return None
    if run.policy != "predict" or run.policy_is_courses or not _holds_floor(turn.session):
        return None
    heard = hear_message(turn)
    wish: str | None = heard.wish if heard.wish in _HEARD else None
    if wish in (None, "progress") and heard.algorithm_wished(run.problem.algorithm):
        wish = "topic"
    topic, counts = heard.algorithm_wished(run.problem.algorithm), "progress" in heard.wishes
    nodes = run.problem.graph.nodes if run.problem.graph is not None else ()
    parts = (part for part in heard.parts if part.kind == "question")
    asked = " ".join(part.text for part in parts if not _tells_cells(part, nodes))
    meant = meanings_of_columns(asked, run.problem)
    if wish is not None and tells_of_handing_in(turn):
        return None  # "how much do I lose" counts no rows
    if (wish is None and not meant) or _ends_a_row(heard, nodes):
        return None
    return PractisedRun(turn=turn, heard=heard, wish=wish, meant=meant, topic=topic, counts=counts)


def run_instead(turn: TurnContext, heard: RoundMessage) -> Iterator[Event] | None:
    """Return a run that begins, where one is wished in a round: "tracing instead, dijkstra"."""
    tells = turn.shape.has_data or any(sign.isdecimal() for sign in heard.text)
    if tells or not (heard.names_run or "task" in heard.wishes):
        return None
    without = replace(turn.session, tracing=None)
    begun = begin_other(heard.text, None, replace(turn, session=without))
    if begun is None:
        return None
    return answer_problem("", begun, turn.session, turn.services, turn.book, turn.notes)


def reply_beside_run(said: PractisedRun, rows: Iterator[Event] | None) -> Iterator[Event]:
    """Yield what is said to the rows of a message, then to its question, then to its wish.

    `rows` is the reply to the rows, None where the message has none.
    """
    beside = said_beside(said.turn, said.heard, *said.meant)
    done: AnswerDone | None = None
    if said.wish is None:
        yield from beside
    ends = said.wish not in (None, "progress")
    for event in rows or ():
        if isinstance(event, AnswerDone):
            done = event
        elif not ends or (isinstance(event, Sentence) and event.role in _VERDICTS):
            yield event
    if said.wish is not None and said.wish != "progress":
        yield from beside
        yield from _carry_out(said, done)
        return
    if said.wish == "progress":
        yield _rows_so_far(said.turn.session, said.turn.session.tracing, done)
    if done is None:
        yield from lead_back(said.turn.session)
    yield done or AnswerDone(record=TurnRecord(intent="direct", found=None))


def _carry_out(said: PractisedRun, done: AnswerDone | None) -> Iterator[Event]:
    """Stop, or begin another problem: as long as is wished, of the algorithm that is named."""
    turn, session, run = said.turn, said.turn.session, said.turn.session.tracing
    assert run is not None
    named = said.topic or run.problem.algorithm
    row = _one_row(said, named)
    begun = begin_to_practise(named, turn, said.wish) if said.wish != "stop" else None
    told = STOPPED() if begun is None else TOLD.get(said.wish or "", LEFT)()
    yield Sentence(text=told, role="notice")
    if said.counts or _rows_right(session, run.key, done):
        yield _rows_so_far(session, run, done)
    if row is not None:
        left = replace(run, ladder=(), stopped=True)
        yield from (_leaving(left, _with_rows_of(done, event)) for event in row)
        return
    if begun is not None:
        events = answer_problem("", begun, session, turn.services, turn.book, turn.notes)
        yield from (_with_rows_of(done, event) for event in events)
        return
    yield Offers(messages=(SAY_AGAIN(),))
    record = done.record if done is not None else TurnRecord(intent=None, found=None)
    left = replace(record.tracing or replace(run, ladder=()), stopped=True)
    yield AnswerDone(record=replace(record, intent=None, tracing=left))


def _one_row(said: PractisedRun, algorithm: str) -> Iterator[Event] | None:
    """Return the question for one row of an algorithm, where something short is wished."""
    index, course_map = said.turn.index, said.turn.course_map
    is_short = said.heard.length == 1
    if said.wish == "stop" or not is_short or index is None or course_map is None:
        return None
    desk = RoundDesk(turn=said.turn, course_map=course_map, index=index, heard=said.heard)
    return desk.begin_row(algorithm)


def _leaving(run: TracingRecord, event: Event) -> Event:
    """Return the end of a reply that leaves a run for a round."""
    if not isinstance(event, AnswerDone) or event.record.practice_round is None:
        return event
    left = replace(run, ladder=event.record.moves)
    return replace(event, record=replace(event.record, tracing=left))


def rows_of_ended(session: Session) -> Iterator[Event]:
    """Yield how many rows were right, to who asks after the run was ended."""
    yield _rows_so_far(session, session.ended_run, None)
    yield AnswerDone(record=TurnRecord(intent=None, found=None))


def _rows_so_far(session: Session, run: TracingRecord | None, done: AnswerDone | None) -> Sentence:
    """Return how many rows of a run were right, and of all runs in this conversation."""
    own = _rows_right(session, run.key, done) if run is not None else 0
    others = rows_right_in_all(session, done) - own
    told = [ROWS_RIGHT(count=own)] if own else [] if others else [NO_ROW_YET()]
    if others:
        told.append(ROWS_IN_ALL(count=own + others))
    return Sentence(text=" ".join(told), role="notice")


def rows_right_in_all(session: Session, done: AnswerDone | None = None) -> int:
    """Return how many rows were told rightly of all runs that were shown in a conversation."""
    shown = (event for one in session.before for event in one.shown)
    problems = [event.problem for event in shown if isinstance(event, ProblemRead)]
    run = session.tracing or session.ended_run
    keys = {*map(problem_key, problems), *((run.key,) if run is not None else ())}
    return sum(_rows_right(session, key, done) for key in keys)


def _rows_right(session: Session, key: str, done: AnswerDone | None) -> int:
    """Return how many rows of a run were told rightly, those that `done` judged among them."""
    now = done.record.moves if done is not None else ()
    return replay_events(key, (*session.ladder.of(key), *now)).predicted


def _with_rows_of(done: AnswerDone | None, event: Event) -> Event:
    """Return the end of a reply that begins a run, with what `done` judged of the run before."""
    if done is None or not isinstance(event, AnswerDone) or event.record.tracing is None:
        return event
    begun = event.record.tracing
    both = replace(begun, ladder=(*done.record.moves, *begun.ladder))
    return replace(event, record=replace(event.record, tracing=both))


def _holds_floor(session: Session) -> bool:
    """Whether the last reply was about the run, or about a question beside it."""
    is_newest = not (session.work_is_newer or session.round_is_newest)
    return is_newest and any(one.intent in (*OF_WORK, "direct") for one in session.before[-1:])


def _tells_cells(part: MessagePart, nodes: Collection[str]) -> bool:
    """Whether a part tells what a list holds: "open is P R" asks for no meaning."""
    named = [word for word in part.text.replace(",", " ").split() if word.strip(".;:!") in nodes]
    return len(named) > 1 and "?" not in part.text and part.kind not in WISHES


def _ends_a_row(heard: RoundMessage, nodes: Collection[str]) -> bool:
    """Whether it is the run that stops: in "G is the goal, stop" no end is wished."""
    ends = [part.text.strip(" .,!?") for part in heard.parts if part.kind == "stop"]
    if not ends or heard.wishes != {"stop"}:
        return False
    names_node = any(word.strip(".,:;!?") in nodes for end in ends for word in end.split())
    return names_node or (heard.is_work and " " not in ends[-1])
