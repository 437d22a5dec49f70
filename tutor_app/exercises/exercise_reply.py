"""The reply to a message about an exercise, by what the message does (CONVERSATION's column).

What counts first is what the work holds: a message that brings a point of the solution is an
answer, however it is put.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.values import (
    Message,
    Sentence,
    Session,
    WorkRecord,
)
from tutor_app.exercises.answer_points import Judge, values_of
from tutor_app.exercises.answer_reply import reply_to_answer, say_so_far
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.decided.asked_when_done import answer_when_done, asked_when_done
from tutor_app.exercises.decided.why_not import tell_why_not
from tutor_app.exercises.exercise_hints import Cite, Sourcebook
from tutor_app.exercises.exercise_questions import (
    ask_for_the_reason,
    give_example,
    give_hint_for,
    give_practice,
    go_on,
    keep_the_answer,
    make_smaller,
    say_item_holds,
    show_exercise,
    tell_beside,
    tell_what_decides,
)
from tutor_app.exercises.exercise_task import (
    Task,
    own_work,
    read_task,
    statements_in,
    with_all,
    with_little,
    without_work,
)
from tutor_app.exercises.exercise_turn import ExerciseTurn, Work
from tutor_app.exercises.heard.act_at_exercise import (
    TELLS,
    act_beside,
    act_of,
    standing_asked,
)
from tutor_app.exercises.heard.heard_beside import NOTHING_HEARD, Hearing
from tutor_app.exercises.item_matching import names_sheet, without_numbers
from tutor_app.exercises.own_example.compared_figures import say_compared
from tutor_app.exercises.own_example.what_if_reply import (
    say_what_if,
    supposes_change,
    without_supposing,
)
from tutor_app.exercises.own_words import unsaid
from tutor_app.exercises.standing import Standing, doubts_item
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct
from tutor_app.wording.catalogue import phrase

LEAST_TELLING: Final = 3  # content words beside an item's name: with fewer it is only named
WHICH_EXERCISE = phrase("exercises_answers.which_exercise")


_Cell = Callable[[ExerciseTurn], Work]
_CELLS: Final[Mapping[DialogueAct, _Cell]] = {
    "ask.fact": tell_beside,
    "ask.why": tell_beside,
    "ask.more": tell_what_decides,
    "ask.reason": tell_what_decides,
    "ask.example": give_example,
    "ask.run": give_example,
    "ask.simpler": make_smaller,
    "ask.practice": give_practice,
    "ask.check": say_so_far,
    "tell.seen": partial(reply_to_answer, seen=True),
    "help.stuck": give_hint_for,
    "help.solution": keep_the_answer,
    "react.ack": go_on,
    "react.disagree": ask_for_the_reason,
}


def help_with_exercise(  # noqa: PLR0913  (all that a reply is made of)
    message: Message,
    guess: ActGuess,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
    judge: Judge | None = None,
    hearing: Hearing = NOTHING_HEARD,
) -> Work:
    """Yield the reply to a message about an exercise; return what the turn leaves for the next one.

    `book` holds the assignments of the course with their locked solutions; without it no message is
    matched to an item. `judge` is a model that holds the duty, `hearing` what is heard in the
    message beside.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    task = read_task(message.text, session, book, about_table=guess.about_table)
    evaluates = message.wanted == "evaluation"
    last = session.before[-1].said if session.before else ()
    evaluated = evaluates or (task is not None and _is_answer(session, task))
    act = act_of(
        message.text, guess, task, book, last=last, evaluates=evaluates, evaluated=evaluated
    )
    asked = standing_asked(message.text, task, book)
    act = act_beside(act, message.text, guess, task, book, asked, insists=hearing.insists)
    if task is None or (task.before is None and task.item is None and act not in TELLS):
        yield Sentence(text=_which(session), role="question")
        return _waiting(session, message.text, act)
    brought = with_little(task, message.text)
    lacks = act.startswith("ask.") or brought.fresh is None
    number = _number_asked(message.text, task, book) if lacks else None
    act, brought = (act, brought) if number is None else ("work.submit", number)
    keeps = act.startswith("ask.")
    told = brought if keeps and statements_in(task.fresh or "") is not None else None
    task = brought if act in TELLS else without_work(task, keeps=keeps)
    turn = ExerciseTurn(
        text=message.text,
        task=task,
        told=told,
        ladder=replay_events(task.key, session.ladder.hold(task.key)),
        session=session,
        sources=sources,
        kind="answer" if evaluated else "exercise",
        judge=judge,
        hearing=hearing,
    )
    return (yield from _reply(turn, act, brought, asked))


def _reply(turn: ExerciseTurn, act: DialogueAct, brought: Task, asked: frozenset[Standing]) -> Work:
    """Yield what is said to a message by what is computed of it, else by what it does."""
    solved = turn.task.item is not None and bool(turn.task.item.solution)
    if solved and turn.sources.book is not None:
        if doubts_item(turn.text, turn.sources.book.embedder):
            return (yield from say_item_holds(turn))
    if compared := (yield from say_compared(turn)):
        return turn.leave(None, compared)
    if supposes_change(turn.text, turn.task.item):
        said = yield from say_what_if(turn)
        left = without_supposing(brought)
        if left is None:
            return turn.leave(None, said)
        return (yield from reply_to_answer(replace(turn.with_said(said), task=left)))
    if asks := asked_when_done(turn, act):
        return (yield from answer_when_done(turn, asks))
    return (yield from _by_act(turn, act, brought, asked))


def _by_act(
    turn: ExerciseTurn, act: DialogueAct, brought: Task, asked: frozenset[Standing]
) -> Work:
    if act in TELLS:
        return (yield from reply_to_answer(turn))
    if act == "tell.seen":
        return (yield from reply_to_answer(replace(turn, task=brought), seen=True))
    if "why_wrong" in asked:
        return (yield from tell_why_not(turn))
    by_itself = act in _BY_ITSELF or act == "help.solution"
    if _opens(turn, turn.text) and not by_itself:
        return (yield from show_exercise(turn))
    return (yield from _CELLS.get(act, go_on)(turn))


def _number_asked(text: str, task: Task, book: AssignmentBook | None) -> Task | None:
    """Return the task with a question as work on it that gives a result: "is 39 right?"."""
    if book is None or task.item is None:
        return None
    asked_of = with_all(task, text)
    return asked_of if values_of(asked_of, task.item.solution, book) else None


# These are answered as they are, even where the exercise was not shown yet.
_BY_ITSELF: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.example", "ask.practice"}
)


def _opens(turn: ExerciseTurn, text: str) -> bool:
    """Return whether the conversation comes to an exercise with this message."""
    if turn.task.before is None:
        return True
    more = set(tokens(without_numbers(text)))
    return names_sheet(text) and (turn.task.attempt is None or len(more) < LEAST_TELLING)


def _is_answer(session: Session, task: Task) -> bool:
    work = session.work
    return work is not None and work.key == task.key and work.kind == "answer"


def _which(session: Session) -> str:
    """Ask which exercise it is, each time in other words."""
    last = [text for before in session.before[-3:] for text in before.said]
    return unsaid(WHICH_EXERCISE.wordings(), last)


def _waiting(session: Session, text: str, act: DialogueAct) -> WorkRecord | None:
    """Keep an answer until its exercise is named."""
    attempt = own_work(text, "") if act in TELLS else None
    if attempt is None:
        return session.work
    return WorkRecord(kind="answer", key="", text="", attempt=attempt)
