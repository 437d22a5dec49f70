"""Which strategy takes up a student's own work: a program, an answer, an exercise, a trace."""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import partial

from tutor_app.conversation.hint_phrasing import phrase_hint_of
from tutor_app.conversation.locked_tests import locked_texts_of
from tutor_app.conversation.model_judgement import judge_of
from tutor_app.conversation.trace_replies.problem_reply import bears_out, cite_from
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Event, Intent, Session
from tutor_app.exercises.answer_points import answers_named_item, evaluate_answer, has_solution
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.work_without_verdict import help_check, item_spoken_of, other_item
from tutor_app.programs.message_about_program import is_program_to_check
from tutor_app.programs.replies.help_with_program import ProgramContext, help_with_program
from tutor_app.understanding.dialogue_acts import aside
from tutor_app.understanding.intent import Asked
from tutor_app.understanding.message_features import read_shape

EXPLAINED: frozenset[Intent] = frozenset({"direct", "conceptual"})
_SOLVING = re.compile(
    r"\b(solv\w+|solutions?|answers?|hints?|stuck|help|tell me|give me|show me|do it|start"
    r"|how (do|should|can|would) (i|we|you))\b",
    re.IGNORECASE,
)

Work = Generator[Event, None, WorkRecord | None]


def help_with_work(turn: TurnContext, asked: Asked) -> Work | None:
    """Return the reply to a program, an answer or an exercise of the student's; None elsewhere.

    A model that has earned it may put its hints into other words.
    """
    reply = _help(turn, asked)
    if reply is None:
        return None
    guard = turn.book.guard if turn.book is not None else None
    leaks = partial(guard.leaks, own_words=turn.own_words) if guard is not None else None
    return phrase_hint_of(reply, turn.session, turn.services, turn.notes, leaks)


def _help(turn: TurnContext, asked: Asked) -> Work | None:
    message, session, book = turn.message, turn.session, turn.book
    cite = cite_from(session, turn.services)
    if _wants_help_with_an_item(message.text, session, book):
        return help_check(message, session, cite, book)
    match asked.intent:
        case "debugging":
            return _with_program(turn, asked)
        case "evaluation":
            judge = judge_of(turn.services, turn.notes)
            return evaluate_answer(message, session, cite, book, judge)
        case "validation" if turn.has_every_point or _answers_an_item(turn, asked):
            judge = judge_of(turn.services, turn.notes)
            return evaluate_answer(message, session, cite, book, judge)
        case "validation" if turn.message.wanted is None and is_program_to_check(asked.shape):
            return _with_program(turn, asked)
        case "validation":
            return help_check(message, session, cite, book)
        case _ if book is not None and _wants_it_solved(message.text, book):
            return help_check(message, session, cite, book)
        case _:
            return None


def _with_program(turn: TurnContext, asked: Asked) -> Work:
    cite = cite_from(turn.session, turn.services)
    context = ProgramContext(locked=locked_texts_of(turn, asked.shape), act=turn.act)
    return help_with_program(asked.shape, turn.session, cite, turn.services.run_program, context)


def _answers_an_item(turn: TurnContext, asked: Asked) -> bool:
    """Return whether "is this a good answer to item 6: …" can be held against a solution."""
    if turn.book is None or asked.shape.code is not None:
        return False
    return answers_named_item(turn.message.text, turn.session, turn.book)


def is_no_problem(problem: ProblemTurn, turn: TurnContext) -> bool:
    """Return whether what looks like an algorithm problem is other work of the student's."""
    return _is_of_a_program(problem, turn.message.text) or _is_open_answer(problem, turn)


def _is_of_a_program(problem: ProblemTurn, text: str) -> bool:
    """Return whether what looks like an algorithm problem is the program of its student.

    "my BFS crashes" names an algorithm, and its program holds no graph to run it on.
    """
    return problem.question is not None and read_shape(text).code is not None


def _is_open_answer(problem: ProblemTurn, turn: TurnContext) -> bool:
    """Return whether what looks like an algorithm problem is an answer to hold against a solution.

    Prose is not as surely read as a table: where the run does not bear out what was read, and every
    point of the item's solution is in the answer, a right answer would be called wrong.
    """
    message, session, book = turn.message, turn.session, turn.book
    if book is None:
        return False
    told = not read_shape(message.text).rows
    if message.wanted == "evaluation" and (told or book.match(message.text) is not None):
        return has_solution(message.text, session, book)
    return told and not bears_out(problem) and turn.has_every_point


def _wants_help_with_an_item(text: str, session: Session, book: AssignmentBook | None) -> bool:
    """Return whether a short message wants a hint or the answer of an item that is not at hand."""
    wanted = aside(text)
    if wanted is None:
        return False
    if other_item(text, session, book) is not None:
        return True
    return wanted in ("stuck", "pressed", "all") and item_spoken_of(session, book) is not None


def _wants_it_solved(text: str, book: AssignmentBook) -> bool:
    """Return whether an item of an assignment is asked about to have it done, not to be told of."""
    return bool(_SOLVING.search(text)) and book.match(text) is not None
