"""An item that sets an algorithm problem: shown with its text, what is told of its run judged, and
led beyond that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from tutor_app.conversation.beside.named_before import with_sheet_named
from tutor_app.conversation.problem_by_name import (
    policy_of_named_item,
    problem_of_named_item,
    with_problem,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    IntentRecognised,
    Sentence,
    Session,
    TracingRecord,
    TurnRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.decided.open_point_questions import STILL_OPEN
from tutor_app.exercises.exercise_parts import asking_parts, nearest_parts
from tutor_app.exercises.exercise_task import item_named
from tutor_app.exercises.heard.item_names import with_names_written_out, without_written_name
from tutor_app.exercises.item_graph.graph_of_item import graph_of_item
from tutor_app.exercises.item_run.glued_names import with_nodes_apart
from tutor_app.exercises.item_run.judged_results import (
    JudgedResults,
    ask_on,
    judge_told,
    say_judged,
    say_on_the_way,
)
from tutor_app.exercises.item_run.run_results import RunResults, results_of
from tutor_app.exercises.item_run.told_results import read_told, values_on_the_way
from tutor_app.exercises.shown_item import show_item
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.understanding.act_classifier import DialogueAct

_DOUBTS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.why", "ask.reason", "react.disagree", "help.stuck", "ask.simpler"}
)


def with_item(turn: TurnContext, reply: Iterator[Event]) -> Iterator[Event]:
    """Yield the reply to a problem; where a named item sets it, below the item's text.

    The item is kept, so that what it asks beside the run is at hand for the messages that follow.
    Where the run of the item at hand is right, the reply goes on to that.
    """
    item = item_named(turn.message.text, turn.session, turn.book)
    opened = None
    if item is not None and turn.book is not None:
        opened = show_item(item, turn.session, turn.book)
        yield from opened.shown
    for event in reply:
        if isinstance(event, AnswerDone):
            part = _beyond_run(turn, event.record.tracing)
            if part is not None:
                yield Sentence(text=STILL_OPEN(part=part), role="question")
            if opened is not None:
                event = replace(event, record=replace(event.record, work=opened.work))
        yield event


def as_it_names(text: str, session: Session, book: AssignmentBook | None) -> str:
    """Return a message with the item, and the nodes of its graph, that it names in short written
    out: all that reads it then finds them."""
    work, tracing = session.work, session.tracing
    graph = tracing.problem.graph if tracing is not None else None
    if book is not None:
        at_hand = work.item if work is not None else None
        text = with_names_written_out(text, book, at_hand)
        text = with_sheet_named(text, session, book.item(at_hand))
        item = book.named(text, at_hand) or book.item(at_hand)
        graph = (graph_of_item(item, book.index.chunks) if item is not None else None) or graph
    is_of_program = work is not None and work.kind == "program"
    return text if graph is None or is_of_program else with_nodes_apart(text, graph)


def told_of_item_run(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that tells in short what the run of its item comes to.

    None where it tells something else, too, or where it may be a row that the tutor has asked for.
    """
    problem, is_named = _problem_told_of(turn)
    if problem is None or problem.graph is None or turn.message.wanted is not None:
        return None
    results = results_of(problem)
    if results is None:
        return None
    judged = _judged(turn.message.text, problem, results)
    tracing = turn.session.tracing
    waits = tracing is not None and tracing.awaited is not None and not is_named
    if judged is None and waits:
        return None
    if judged is None:
        return _on_the_way(turn, problem, results) or (
            None if is_named else _once_more(turn, problem, results)
        )
    if waits and not (judged.all_right or judged.of_tree):
        return None
    # A tree is what the item asks for beside its rows.
    right = None if judged.of_tree and results.parents else judged.all_right
    return _at_run(turn, problem, say_judged(judged, results, turn.session), correct=right)


def _judged(text: str, problem: Problem, results: RunResults) -> JudgedResults | None:
    """Return what a message tells of the run, judged; None where it tells something else, too."""
    assert problem.graph is not None
    told = read_told(without_written_name(text), problem.graph, of_tree=bool(results.edges))
    return judge_told(told, results) if told is not None else None


def _once_more(turn: TurnContext, problem: Problem, results: RunResults) -> Iterator[Event] | None:
    """Return the question on what was not right in the message before, to who doubts or asks why.

    It is put in other words; what else the message brings is left to others.
    """
    last = turn.session.before[-1] if turn.session.before else None
    if last is None or turn.settled_act not in _DOUBTS:
        return None
    before = _judged(as_it_names(last.question, turn.session, turn.book), problem, results)
    if before is None or before.all_right:
        return None
    return _at_run(turn, problem, ask_on(before, results, turn.session))


def _on_the_way(turn: TurnContext, problem: Problem, results: RunResults) -> Iterator[Event] | None:
    """Return in whose row a number stands that a node has for a while, claimed, asked or denied."""
    graph = problem.graph
    told = values_on_the_way(without_written_name(turn.message.text), graph) if graph else []
    said = say_on_the_way(told, results, turn.session)
    return _at_run(turn, problem, said) if said else None


def _at_run(
    turn: TurnContext, problem: Problem, said: Sequence[Event], *, correct: bool | None = None
) -> Iterator[Event]:
    """Yield what is said of the run of an item, which is at hand from then on."""
    left = with_problem(turn.session, problem, policy_of_named_item(turn)).tracing
    tracing = None if left is None else replace(left, correct=correct, awaited=None)
    record = TurnRecord(intent="validation", found=None, tracing=tracing)
    recognised = IntentRecognised(intent="validation", sure=True)
    return chain((recognised,), with_item(turn, iter((*said, AnswerDone(record=record)))))


def _problem_told_of(turn: TurnContext) -> tuple[Problem | None, bool]:
    """Return the problem of the item that a message names, else of that at hand; and if named."""
    if (named := problem_of_named_item(turn)) is not None:
        return named, True
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    if (
        item is None
        or book is None
        or item_named(turn.message.text, turn.session, book) is not None
    ):
        return None, False
    return problem_of_item(item, book.index.chunks), False


def _beyond_run(turn: TurnContext, left: TracingRecord | None) -> str | None:
    """Return the part of the item at hand that is no result of its run, and is still open."""
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    if book is None or item is None or work is None or left is None or left.correct is not True:
        return None
    problem = problem_of_item(item, book.index.chunks)
    if problem is None or problem_key(problem) != left.key:
        return None
    parts = asking_parts(item.statement)
    solved = (item.solution, item.statement)
    if any(node in parts[-1].split() or f"{node}." in parts[-1] for node in left.reasoned):
        return None  # told in the course of the conversation
    missing = [point for at, point in enumerate(item.solution) if at not in work.covered]
    places = nearest_parts(missing, *solved, book) if missing and len(parts) > 1 else []
    # The first parts ask for the run itself, and the solution's first point answers these.
    first = nearest_parts(item.solution[:1], *solved, book)[0] if places else 0
    last = max(places, default=0)
    return parts[last] if last > first else None
