"""Questions for the next row of a run: of an algorithm that the course teaches, on fresh data."""

from __future__ import annotations

from tutor_app.answering.course_map.map_values import Term
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Problem, ProblemInvalid, Row, Value
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.examine_answer import examine_answer
from tutor_app.tracing.answers.read_answer import read_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.course_conventions import conventions_of_course
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.run_sentences import ask_for_row, find_asked_columns
from tutor_app.tracing.narration.values_in_words import write_cell
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.catalogue import phrase

NEXT_ROW_OF = phrase("conversation_practice.next_row_of", "algorithm", "question")


def algorithms_taught(course: CourseForPractice) -> dict[str, Term]:
    """Return the algorithms that can be run and that terms of the course name, with the term."""
    found: dict[str, Term] = {}
    for term in course.terms:
        named = name_algorithm(term.name)
        if named is not None:
            found.setdefault(named, term)
    return found


def ask_for_next_row(
    algorithm_id: str, term: Term, seed: int, course: CourseForPractice
) -> PracticeQuestion | None:
    """Return the question for the second row of a small run; None where none could be made."""
    told = (one.text for chunk in course.index.chunks for one in chunk.sentences)
    try:
        conventions = conventions_of_course(algorithm_id, {}, told)
        problem = make_practice_problem(algorithm_id, seed, conventions)
        exact = run(problem)
    except ProblemInvalid:
        return None
    algorithm = algorithm_named(algorithm_id)
    step = algorithm.first_step + 1
    row = next((each for each in exact.rows(0, len(exact.steps)) if each["step"] == step), None)
    if row is None:
        return None
    question = PracticeQuestion(
        item=row_item(algorithm_id),
        name=algorithm.name,
        kind="row",
        text=NEXT_ROW_OF(algorithm=algorithm.name, question=ask_for_row(exact, step)),
        accepted=(_in_words(row, find_asked_columns(exact, step)),),
        chunk_id=term.definition.chunk_id,
        sentence=term.definition.text,
        problem=problem,
        step=step,
    )
    # Where the cells that are asked for, said alone, would not be heard, nothing is asked.
    return question if judge_row(question.accepted[0], question) else None


def row_item(algorithm_id: str) -> str:
    """Return what spacing remembers the runs of an algorithm by."""
    return f"row:{algorithm_id}"


def judge_row(text: str, question: PracticeQuestion) -> bool | None:
    """Return whether a message says the row that was asked for; None where it says nothing of it.

    What it says beyond the columns that were asked for must be right as well.
    """
    told = _row_told(text, question)
    if told is None:
        return None
    is_right, is_whole = told
    return False if not is_right else True if is_whole else None


def is_begun(text: str, question: PracticeQuestion) -> bool:
    """Return whether a message says some of the row that was asked for, rightly, and not all."""
    return _row_told(text, question) == (True, False)


def _row_told(text: str, question: PracticeQuestion) -> tuple[bool, bool] | None:
    """Return whether the row that a message says is right, and whether it is all of it."""
    assert question.problem is not None and question.step is not None
    exact = run(question.problem)
    expected = Expectation(kind="row", step=question.step)
    shown = _rows_before(question.problem, question.step)
    # The problem is shown with its conventions: they hold, and whether its edges are directed.
    settled = frozenset(exact.problem.conventions) | {"directed"}
    heard = read_answer(text, exact, expected, settled, shown)
    if heard is None or heard.asks or heard.student is None or not heard.student.rows:
        return None
    examined = examine_answer(expected, heard, check(question.problem, settled, heard.student))
    if examined.outcome not in ("right", "so_far"):
        return False, False
    asked = find_asked_columns(exact, question.step)
    row = heard.student.rows[-1]
    whole = all(_is_whole(row.get(name), row_at(exact, question.step), name) for name in asked)
    return True, whole


def _is_whole(said: Value, row: Row | None, name: str) -> bool:
    """Whether a column that is right as far as it goes is all of what the run has there."""
    exact = (row or {}).get(name)
    if isinstance(exact, list | tuple) and isinstance(said, list | tuple):
        return len(said) >= len(exact)
    return said is not None


def _rows_before(problem: Problem, step: int) -> tuple[Row, ...]:
    exact = run(problem)
    rows = exact.rows(0, len(exact.steps))
    return tuple(row for row in rows if isinstance(row["step"], int) and row["step"] < step)


def _in_words(row: Row, columns: tuple[str, ...]) -> str:
    return ", ".join(write_cell(name, row[name]) for name in columns if name in row)
