"""Which strategy takes up a student's own work: a program, an answer, an exercise, a trace."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from functools import partial

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.matching import names_sheet
from tutor_app.intent import Asked
from tutor_app.judging import judge_of
from tutor_app.open_turn import OpenTurn
from tutor_app.phrasing import phrased
from tutor_app.shape import read_shape
from tutor_app.strategies.answer_points import answers_named_item, evaluate_answer, has_solution
from tutor_app.strategies.asides import aside
from tutor_app.strategies.debugging import help_debug
from tutor_app.strategies.open_work import help_check, item_spoken_of, other_item
from tutor_app.strategies.problem_reply import bears_out, cite_from
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.teaching import WorkRecord
from tutor_app.values import Event, Intent, Session

EXPLAINED: frozenset[Intent] = frozenset({"direct", "conceptual"})
_WORK_WORDS = 45  # a message with more may hold work of the student's in words
_SOLVING = re.compile(
    r"\b(solv\w+|solutions?|answers?|hints?|stuck|help|tell me|give me|show me|do it|start"
    r"|how (do|should|can|would) (i|we|you))\b",
    re.IGNORECASE,
)
_ASSERTED = 5  # words: less behind an item's name may as well ask about it
# What stands behind an item's name and is no answer to it.
_NO_ANSWER = re.compile(
    r"[?]|^\W*(what|why|how|when|where|which|who|is|are|do|does|did|can|could|should|would|will|may"
    r"|explain|describe|give|show|tell|prove|run|trace|compute|find|name|write|draw|state|say|due"
    r"|please|pls|help|hint)\b"
    r"|\b(understand|stuck|confus\w+|lost|no idea|(don'?t|do not|dont) (know|get|see)|how to"
    r"|where to|deadline|points for|mean[st]?|meant|solv\w+|solutions?|answers?|hints?)\b",
    re.IGNORECASE,
)

Work = Generator[Event, None, WorkRecord | None]


def help_with_work(turn: OpenTurn, asked: Asked) -> Work | None:
    """Return the reply to a program, an answer or an exercise of the student's; None elsewhere.

    A model that has earned it may put its hints into other words.
    """
    reply = _help(turn, asked)
    if reply is None:
        return None
    guard = turn.book.guard if turn.book is not None else None
    leaks = partial(guard.leaks, own_words=turn.own_words) if guard is not None else None
    return phrased(reply, turn.session, turn.tools, turn.notes, leaks)


def _help(turn: OpenTurn, asked: Asked) -> Work | None:
    message, session, book = turn.message, turn.session, turn.book
    cite = cite_from(session, turn.tools)
    if _wants_help_with_an_item(message.text, session, book):
        return help_check(message, session, cite, book)
    match asked.intent:
        case "debugging":
            return help_debug(message, asked, session, cite, turn.tools.run_program)
        case "evaluation":
            judge = judge_of(turn.tools, turn.notes)
            return evaluate_answer(message, session, cite, book, judge)
        case "validation" if turn.has_every_point or _answers_an_item(turn, asked):
            judge = judge_of(turn.tools, turn.notes)
            return evaluate_answer(message, session, cite, book, judge)
        case "validation":
            return help_check(message, session, cite, book)
        case _ if book is not None and _wants_it_solved(message.text, book):
            return help_check(message, session, cite, book)
        case _:
            return None


def _answers_an_item(turn: OpenTurn, asked: Asked) -> bool:
    """Return whether "is this a good answer to item 6: …" can be held against a solution."""
    if turn.book is None or asked.shape.code is not None:
        return False
    return answers_named_item(turn.message.text, turn.session, turn.book)


def is_no_problem(problem: ProblemTurn, turn: OpenTurn) -> bool:
    """Return whether what looks like an algorithm problem is other work of the student's."""
    return _is_of_a_program(problem, turn.message.text) or _is_open_answer(problem, turn)


def _is_of_a_program(problem: ProblemTurn, text: str) -> bool:
    """Return whether what looks like an algorithm problem is the program of its student.

    "my BFS crashes" names an algorithm, and its program holds no graph to run it on.
    """
    return problem.question is not None and read_shape(text).code is not None


def _is_open_answer(problem: ProblemTurn, turn: OpenTurn) -> bool:
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


def answerable(asked: Asked, turn: OpenTurn) -> Asked:
    """Return what the course can answer at once, where a message holds nothing to work on.

    Of two helps that are about as likely, an explanation costs the student no turn; the other
    stands beside it to be chosen.
    """
    if asked.intent not in ("validation", "evaluation") and _states_an_answer(turn, asked):
        return replace(asked, intent="validation", others=("direct",))
    going_on = turn.session.work is not None and not asked.others
    if asked.intent in EXPLAINED or going_on:
        return asked
    shape = asked.shape
    if shape.code or shape.traceback or shape.rows or len(shape.prose.split()) > _WORK_WORDS:
        return asked
    book = turn.book
    if asked.intent == "validation" and book is not None and book.match(turn.message.text):
        return asked  # "is this a good answer to item 6: …"
    explained = next((other for other in asked.others if other in EXPLAINED), None)
    if explained is None and asked.intent in ("debugging", "validation"):
        explained = "direct"
    return asked if explained is None else replace(asked, intent=explained, others=(asked.intent,))


def _states_an_answer(turn: OpenTurn, asked: Asked) -> bool:
    """Return whether "assignment 3 item 5: it halves the list" answers the item that it names."""
    head, _, said = turn.message.text.partition(":")
    if not names_sheet(head) or len(said.split()) < _ASSERTED or _NO_ANSWER.search(said):
        return False
    return _answers_an_item(turn, asked)


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
