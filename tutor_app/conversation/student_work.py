"""Which strategy takes up a student's own work: a program, an answer, an exercise, a trace."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.heard.said_at_work import without_remarks
from tutor_app.conversation.locked_tests import locked_texts_of
from tutor_app.conversation.model_judgement import judge_of
from tutor_app.conversation.subject.claim_reply import hear_claim
from tutor_app.conversation.trace_replies.problem_reply import SEVERAL, bears_out, cite_from
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    Event,
    Intent,
    WorkRecord,
)
from tutor_app.exercises.answer_points import has_new_point
from tutor_app.exercises.assigned_problems import same_data
from tutor_app.exercises.exercise_reply import help_with_exercise
from tutor_app.exercises.exercise_task import (
    is_bare_number,
    item_named,
    read_task,
    statements_in,
)
from tutor_app.exercises.heard.act_at_exercise import BESIDE, TELLS
from tutor_app.exercises.heard.heard_beside import CourseOnClaim, Hearing
from tutor_app.exercises.own_example.example_reply import gives_example, tells_computed
from tutor_app.exercises.own_example.what_if_reply import supposes_change
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.programs.message_about_program import is_program_to_check
from tutor_app.programs.replies.help_with_program import help_with_program
from tutor_app.programs.replies.topic_of_message import ProgramContext
from tutor_app.understanding.intent import HelpRequest
from tutor_app.understanding.message_features import read_shape

EXPLAINED: frozenset[Intent] = frozenset({"direct", "conceptual"})
Work = Generator[Event, None, WorkRecord | None]


def help_with_work(turn: TurnContext, asked: HelpRequest) -> Work | None:
    """Return the reply to a program, an answer or an exercise of the student's; None elsewhere."""
    if is_about_exercise(turn):
        return _with_exercise(turn)
    match asked.intent:
        case "debugging":
            return _with_program(turn, asked)
        case "evaluation":
            return _with_exercise(turn)
        case "validation" if turn.message.wanted is None and is_program_to_check(asked.shape):
            return _with_program(turn, asked)
        case "validation" if _shows_work(turn):
            return _with_exercise(turn)
        case _:
            return None


def is_about_exercise(turn: TurnContext) -> bool:
    """Return whether a message is about an exercise: it names one, or goes on with that at hand.

    A question about how the course is run leaves the exercise alone, and so does a program.
    """
    guess = turn.act
    if turn.message.wanted is not None or turn.book is None:
        return False
    unclear = guess.act == "meta.use" and guess.about_table
    if guess.act in BESIDE and guess.sure and not unclear:
        return False
    if read_shape(turn.message.text).code is not None:
        return False
    if item_named(turn.message.text, turn.session, turn.book) is not None:
        return True
    work = turn.session.work
    if work is None or work.kind in ("program", "calculation") or not work.text:
        return False
    if supposes_at_item(turn) or gives_example(turn.message.text, turn.book.item(work.item)):
        return True
    if turn.on_table in ("exercise", "answer"):
        return guess.about_table
    brings = guess.act.startswith("work.")  # and no code: there is no program to be shown
    return guess.act.startswith("help.") or brings or (guess.act in TELLS and guess.about_table)


def item_has_points(turn: TurnContext) -> bool:
    """Whether the item that a message names, else that at hand, has a solution known here."""
    work, book = turn.session.work, turn.book
    at_hand = book.item(work.item) if book is not None and work is not None else None
    item = item_named(turn.message.text, turn.session, book) or at_hand
    return item is not None and bool(item.solution)


def supposes_at_item(turn: TurnContext) -> bool:
    """Return whether a message asks what another change would do than that of the item at hand."""
    work, book = turn.session.work, turn.book
    item = book.item(work.item) if book is not None and work is not None else None
    return supposes_change(turn.message.text, item)


def brings_work(turn: TurnContext) -> bool:
    """Return whether a message tells something of the exercise at hand beside what it asks."""
    if turn.book is None:
        return False
    task = read_task(turn.message.text, turn.session, turn.book)
    if task is None or task.before is None or task.before.attempt is None:
        return False
    told = statements_in(task.fresh or "") is not None
    return told or tells_computed(turn.message.text, task.item, turn.book)


def tells_of_way(turn: TurnContext) -> bool:
    """Return whether a message tells a way through the graph of its item: no "s -> a" of logic."""
    if turn.book is None or not read_shape(turn.message.text).edges:
        return False
    task = read_task(turn.message.text, turn.session, turn.book)
    return task is not None and tells_computed(turn.message.text, task.item, turn.book)


def is_open_exercise(turn: TurnContext) -> bool:
    """Return whether a message is about an exercise that sets no problem to be run.

    A graph or a list in it is then the student's own, and part of their answer.
    """
    if turn.book is None or not is_about_exercise(turn):
        return False
    named_alone = is_bare_number(turn.message.text)  # "exercise 3?" wishes for no other run
    if turn.act.sure and turn.act.act in ("ask.run", "ask.practice") and not named_alone:
        return False
    work = turn.session.work
    named = item_named(turn.message.text, turn.session, turn.book)
    item = named or turn.book.item(work.item if work is not None else None)
    return item is not None and problem_of_item(item, turn.book.index.chunks) is None


def _with_exercise(turn: TurnContext) -> Work:
    text = without_remarks(turn.message.text, turn.services.embedder)
    act = turn.act if text == turn.message.text else turn.act_of(text)
    return help_with_exercise(
        replace(turn.message, text=text),
        act,
        turn.session,
        cite_from(turn.session, turn.services),
        turn.book,
        judge_of(turn.services, turn.notes),
        Hearing(
            hears=lambda claim: _hear_claim(turn, claim),
            insists=turn.insists,
            asks_verdict=turn.said.has("check"),
        ),
    )


def _hear_claim(turn: TurnContext, claim: str) -> CourseOnClaim | None:
    """Return what the course says by its words of a claim about an item; None where nothing sure.

    The item's own statement is what it is about.
    """
    if turn.index is None:
        return None
    judged = hear_claim(turn, claim, turn.index).judged
    judgement = "open" if judged is None else judged.verdict.judgement
    if judged is None or judgement == "open":
        return None
    quote = show_sentences([(judged.told.chunk, judged.told.sentence)], turn.index)[0]
    return CourseOnClaim(judgement, quote)


def _shows_work(turn: TurnContext) -> bool:
    """Return whether a message that wants a check has work of the student's to look at.

    "is it stable?" after a quote asks the course.
    """
    if turn.message.wanted is not None or (turn.settled_act == "work.submit" and turn.act.sure):
        return True
    elsewhere = ("quotes", "tutor_question", "calculation")
    at_work = turn.session.work is not None and turn.on_table not in elsewhere
    return at_work or (turn.book is not None and turn.book.match(turn.message.text) is not None)


def _with_program(turn: TurnContext, asked: HelpRequest) -> Work:
    cite = cite_from(turn.session, turn.services)
    context = ProgramContext(
        locked=locked_texts_of(turn, asked.shape),
        act=turn.act_at_work,
        act_of=turn.act_of,
        embedder=turn.services.embedder,
    )
    return help_with_program(asked.shape, turn.session, cite, turn.services.run_program, context)


def is_no_problem(problem: ProblemTurn, turn: TurnContext) -> bool:
    """Return whether what looks like an algorithm problem is other work of the student's."""
    if problem.claims is not None:
        return False
    return _is_of_a_program(problem, turn.message.text) or _is_open_answer(problem, turn)


def answers_named_item(turn: TurnContext) -> bool:
    """Return whether a message that names an item brings work on it, or asks of that begun."""
    if turn.book is None:
        return False
    task = read_task(turn.message.text, turn.session, turn.book)
    if task is None or task.item is None or task.fresh is None:
        return False
    begun = task.before is not None and task.before.attempt is not None
    return begun or turn.act_at_work.act in (*TELLS, "ask.check")


def _is_of_a_program(problem: ProblemTurn, text: str) -> bool:
    """Return whether what looks like an algorithm problem is the program of its student.

    "my BFS crashes" names an algorithm, and its program holds no graph to run it on.
    """
    return problem.question is not None and read_shape(text).code is not None


def _is_own_trace(problem: ProblemTurn, turn: TurnContext) -> bool:
    """Return whether a message states a graph whole and tells rows of its run, and is of no item.

    What it says in words then is no answer to an item, however much it sounds like its solution.
    """
    student, session = problem.student, turn.session
    stated = problem.is_new and bool(problem.used) and problem.question is None
    if student is None or len(student.rows) < SEVERAL or not stated or session.work is not None:
        return False
    if problem.problem.graph is None or turn.book is None:
        return False
    if item_named(turn.message.text, session, turn.book) is not None:
        return False
    match = turn.book.match(turn.message.text)
    if match is None:
        return True
    set_by_item = problem_of_item(match.item, turn.book.index.chunks)
    return set_by_item is None or not same_data(problem.problem, set_by_item)


def _is_open_answer(problem: ProblemTurn, turn: TurnContext) -> bool:
    """Return whether what looks like an algorithm problem is an answer to hold against a solution.

    Prose is not as surely read as a table: where the run does not bear out what was read, and a
    point of the item's solution is new in it, a right answer would be called wrong.
    """
    message, session, book = turn.message, turn.session, turn.book
    if book is None:
        return False
    told = not read_shape(message.text).rows
    if message.wanted == "evaluation" and (told or book.match(message.text) is not None):
        task = read_task(message.text, session, book)
        return task is not None and task.item is not None and bool(task.item.solution)
    if not told or bears_out(problem) or _is_own_trace(problem, turn):
        return False
    task = read_task(message.text, session, book)
    return turn.has_every_point or (task is not None and has_new_point(task, book))
