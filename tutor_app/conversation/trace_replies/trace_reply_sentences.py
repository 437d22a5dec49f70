"""The plain words around an exact run; what they say of it comes from the run."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import AlgorithmRun, with_defaults
from tutor_app.tracing.hints_for_unfinished_work import state_reading
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.narration.run_sentences import (
    ask_for_row,
    explain_step,
    name_step,
    state_result,
)
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    continue_sentence,
    name_column,
    write_number,
)
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_staff

if TYPE_CHECKING:
    from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
    from tutor_app.tracing.checking.trace_verdict import Verdict

TWO_WAIT = phrase(
    "trace_reactions.two_wait", "row", "first", "first_value", "second", "second_value"
)
ONE_WAITS = phrase("trace_reactions.one_waits", "row", "first")
FRONT_WAITS = phrase("trace_reactions.front_waits", "row", "nodes")
STILL_OUT_OF_ORDER = phrase("trace_reactions.still_out_of_order", "row", "first", "second")
NEGATIVE_OFFER = phrase("trace_questions.negative_offer", "algorithm", "other")
TOP_WAITS = phrase("trace_reactions.top_waits", "row", "nodes")
GO_FIRST = phrase("trace_replies.go_first")
NEXT_ROW = phrase("trace_replies.next_row")
YOUR_TURN = phrase("trace_replies.your_turn", "question")
WHERE_YOU_WERE = phrase("trace_replies.where_you_were")
ROWS_FIRST = phrase("trace_replies.rows_first", "count")
ROW_UNREADABLE = phrase("trace_replies.row_unreadable", "columns")
STILL_ASKED = phrase("trace_replies.still_asked")
SEND_STEPS = phrase("trace_replies.send_steps")
SEND_FIRST_ROW = phrase("trace_replies.send_first_row")
WHOLE_TABLE = phrase("trace_replies.whole_table", "algorithm")
RESULT_CUT = phrase("trace_replies.result_cut", "result")
ROW_REASON = phrase("trace_replies.row_reason", "row", "reason")
NO_SUCH_ROW = phrase("trace_replies.no_such_row", "row")
ROW_IS_THEIRS = phrase("trace_replies.row_is_theirs", "button")
ROW_BY_ROW = phrase("trace_replies.row_by_row")
ALL_ROWS_EXPLAINED = phrase("trace_replies.all_rows_explained")
RIGHT = phrase("trace_replies.right")
RIGHT_STEPS = phrase("trace_replies.right_steps")
RIGHT_STEPS_AND_ANSWER = phrase("trace_replies.right_steps_and_answer")
DONE_ALL = phrase("trace_spoken.done_all")
ROWS_DONE = phrase("trace_spoken.rows_done")
RIGHT_LAST_ROW = phrase("trace_replies.right_last_row")
NOTHING_LEFT_TO_CHECK = phrase("trace_replies.nothing_left_to_check")
STILL_RIGHT = phrase("trace_replies.still_right")
RIGHT_ROW = phrase("trace_replies.right_row")
RIGHT_ROWS_SO_FAR = phrase("trace_replies.right_rows_so_far")
FURTHER = phrase("trace_replies.further")
ROW_NOT_YET = phrase("trace_replies.row_not_yet")
FIRST_ROW_NOT_YET = phrase("trace_replies.first_row_not_yet")
WHAT_INSTEAD = phrase("trace_replies.what_instead")
SAME_RESULT_AGAIN = phrase("trace_replies.same_result_again", "person")
CHECKED_AGAIN = phrase("trace_replies.checked_again")
CHECKED_AGAIN_UNDER = phrase("trace_replies.checked_again_under", "rules")
INSTEAD = phrase("trace_replies.instead", "button")
INSTEAD_SMALLER = phrase("trace_replies.instead_smaller", "button")
INSTEAD_EXAMPLE = phrase("trace_replies.instead_example", "button")
HAVE_ROWS = phrase("trace_reactions.have_rows", "row")
ASK_A_PERSON = phrase("trace_replies.ask_a_person", "person")
HINTS_USED_UP = phrase("trace_replies.hints_used_up", "person")
HINTS_USED_UP_NO_TABLE = phrase("trace_replies.hints_used_up_no_table", "person")
END_OF_HINTS = phrase("trace_replies.end_of_hints", "person")
STILL_ENDED = phrase("trace_replies.still_ended", "person")
NOTHING_LEFT = phrase("trace_replies.nothing_left")
ONE_MORE = phrase("trace_replies.one_more")
NEW_EXERCISE = phrase("trace_replies.new_exercise", "problem")

LONGEST_RESULT = 320  # characters: of a long array the table has the rest


def list_assumed_conventions(turn: ProblemTurn) -> tuple[str, ...]:
    """Return the conventions in force that no message of the student has stated."""
    filled = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
    return tuple(name for name in filled.conventions if name not in turn.stated)


def name_other_rule(exact: AlgorithmRun, other: AlgorithmRun) -> str:
    """Return the rule by which two runs of one graph differ; empty where it is the same."""
    held = exact.problem.conventions
    told = (
        describe_convention(name, value, other.algorithm.id)
        for name, value in other.problem.conventions.items()
        if held.get(name) != value
    )
    return next(told, "")


def describe_disorder(exact: AlgorithmRun, seen: float) -> str | None:
    """Return what is still out of order after a row; None where nothing is, or nothing is sorted.

    None as well where all rows are seen.
    """
    rows = [row for row in exact.rows() if row["step"] == seen]
    array = rows[0].get("array") if rows and "array" in exact.final else None
    if not isinstance(array, tuple) or seen < exact.algorithm.first_step:
        return None
    falls = exact.problem.conventions.get("order") == "descending"
    numbers = [each for each in array if isinstance(each, int | float)]
    for before, behind in pairwise(numbers):
        if (before < behind) if falls else (before > behind):
            row = name_step(exact.algorithm, int(seen))
            first, second = write_number(before), write_number(behind)
            return STILL_OUT_OF_ORDER(row=row, first=first, second=second)
    return None


def name_tie_rule(exact: AlgorithmRun) -> str | None:
    """Return how ties are decided in a run; None where it has no rule for them."""
    choice = exact.problem.conventions.get("tie_break")
    if choice is None:
        return None
    return describe_convention("tie_break", choice, exact.algorithm.id)


def explain_row(exact: AlgorithmRun, number: int) -> str:
    """Explain a row that was shown."""
    step = next(each for each in exact.steps if each.number == number)
    row = begin_sentence(name_step(exact.algorithm, number))
    return ROW_REASON(row=row, reason=explain_step(exact.algorithm.id, step))


def deny_row(exact: AlgorithmRun) -> str:
    """Say that the run has no such row."""
    return NO_SUCH_ROW(row=name_step(exact.algorithm, exact.steps[-1].number))


def cut_result(exact: AlgorithmRun) -> str:
    """Return the result, shortened if it is long."""
    result = state_result(exact.final)
    if len(result) <= LONGEST_RESULT:
        return result
    return RESULT_CUT(result=result[:LONGEST_RESULT].rsplit(" ", 1)[0])


def confirm_again(verdict: Verdict) -> str:
    """Say once more that the work is right, to a student who doubts it."""
    return _with_reading(STILL_RIGHT(), verdict)


def confirm_work(verdict: Verdict, turn: ProblemTurn) -> str:
    """Say plainly that the work is right, and under which reading if the message leaves several."""
    if turn.wanted == "predicted":
        return _with_reading(RIGHT_LAST_ROW(), verdict)
    if not verdict.right_steps:
        # What was decided is named: a message may claim more beside its result.
        return _with_reading(f"{RIGHT()} {state_result(verdict.student.final)}".strip(), verdict)
    words = RIGHT_STEPS_AND_ANSWER if verdict.student.final else RIGHT_STEPS
    return _with_reading(words(), verdict)


def confirm_rows_alone(verdict: Verdict) -> str:
    """Say that every row is right where something told beside them is not."""
    return _with_reading(ROWS_DONE(), verdict)


def confirm_rows(verdict: Verdict, turn: ProblemTurn) -> str:
    """Say that every row shown is right while the run goes on."""
    if turn.wanted == "predicted":
        return _with_reading(RIGHT_ROW(), verdict)
    return _with_reading(RIGHT_ROWS_SO_FAR(), verdict)


def _with_reading(words: str, verdict: Verdict) -> str:
    return " ".join((words, *state_reading(verdict)))


def repeat_check(turn: ProblemTurn) -> str:
    """Say that work checked again is still wrong, and under which conventions."""
    filled = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
    rules = [
        describe_convention(name, value)
        for name, value in filled.conventions.items()
        if value is not None
    ]
    return CHECKED_AGAIN_UNDER(rules="; ".join(rules)) if rules else CHECKED_AGAIN()


def ask_for_form(exact: AlgorithmRun) -> str:
    """Say in which form the next row can be read."""
    return ROW_UNREADABLE(columns=" | ".join(name_column(name) for name in exact.columns))


def ask_again_for_row(exact: AlgorithmRun, number: int) -> str:
    """Ask for a row that was asked for before."""
    return YOUR_TURN(question=continue_sentence(ask_for_row(exact, number)))


def refuse_table(before: int, contact: str) -> str:
    """Say what the tutor does instead of handing over the table; `before` counts earlier times."""
    wordings = INSTEAD.wordings(button=as_label(NEXT_HINT))
    if before < len(wordings):
        return wordings[before]
    return ASK_A_PERSON(person=name_staff(contact, first=True))


def offer_one_row() -> str:
    """Say that one row follows in place of the table."""
    return INSTEAD_SMALLER(button=as_label(NEXT_HINT))


def offer_example() -> str:
    """Say that the run of a smaller problem follows in place of the table."""
    return INSTEAD_EXAMPLE(button=as_label(NEXT_HINT))


def send_to_person(before: int, contact: str) -> str:
    """Say who can help when no hint is left; `before` counts earlier requests for the answer."""
    if before % 2:
        return HINTS_USED_UP(person=name_staff(contact, first=True))
    return HINTS_USED_UP_NO_TABLE(person=name_staff(contact))


def describe_waiting(exact: AlgorithmRun, seen: int) -> str | None:
    """Return the two smallest entries that wait, or all in their order where that decides."""
    waiting = list_waiting(exact, seen)
    if not waiting:
        return None
    row = name_step(exact.algorithm, seen)
    if len(waiting) == 1:
        return ONE_WAITS(row=row, first=waiting[0].node)
    if any(each.value is None for each in waiting):
        ordered = TOP_WAITS if exact.algorithm.id == "dfs" else FRONT_WAITS
        return ordered(row=row, nodes=", ".join(each.node for each in waiting))
    two = sorted(waiting, key=lambda each: each.value or 0.0)[:2]
    first, second = sorted(two, key=lambda each: each.node)
    return TWO_WAIT(
        row=row,
        first=first.node,
        first_value=write_number(first.value),
        second=second.node,
        second_value=write_number(second.value),
    )
