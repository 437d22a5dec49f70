"""The plain words around an exact run; what they say of it comes from the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.strategies.way_on import who
from tutor_app.tracing import words
from tutor_app.tracing.on_the_way import reading_sentences
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.run import Run, with_defaults
from tutor_app.tracing.values import Problem, Value
from tutor_app.tracing.wording.say import label
from tutor_app.tracing.words import step_name

if TYPE_CHECKING:
    from tutor_app.strategies.problem_turn import ProblemTurn
    from tutor_app.tracing.checking.verdict import Verdict

PREDICT = "This is a problem to practise on, so you go first, a row at a time."
GO_ON = "On to the next row."
FURTHER = "You got further than before."
INSTEAD = (
    f"I don't hand the table over here. What I do instead: press “{NEXT_HINT}” and I say more, or "
    "send your next try, and I check every step of it exactly.",
    "The table stays yours to find. One row of yours is enough, however unsure you are: I check "
    f"it exactly. Or press “{NEXT_HINT}”.",
    "That stays so, also when time is short. The quickest way on is your next row, or "
    f"“{NEXT_HINT}”.",
)
NOTHING_LEFT = "This one is solved: there is nothing left to hint at. Here is another of its kind."
MORE_OF_IT = "It is still solved. Here is one more to practise on."
ROW_IS_THEIRS = (
    "That row is still yours to find. Send me what you have for it, and I check it exactly; or "
    f"press “{NEXT_HINT}”."
)
NOT_THIS_ROW = "Not this row yet; the rows above it are right."
NOT_THE_FIRST = "Not this row yet."
ROW_BY_ROW = "Row by row, then, from the first."
ALL_EXPLAINED = "That was the reason of every row; the rule behind them all stands in the course:"
NEW_START = "Here is where you were."
TRY_FIRST = "Send me a first row, however wrong, and I can say more."
ONE_ROW = "What would you take instead, and why?"
LONGEST_RESULT = 320  # characters: of a long array the table has the rest
STILL_ASKED = "I would like to help with that; it cannot be run before this is answered."
SEND_STEPS = "Which steps do you mean? Send them, one a line, and I check them exactly."


def name_of(problem: Problem) -> str:
    return algorithm_named(problem.algorithm).name


def assumed(turn: ProblemTurn) -> tuple[str, ...]:
    """Return the conventions in force that no message of the student states."""
    filled = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
    return tuple(name for name in filled.conventions if name not in turn.stated)


def reason_of(exact: Run, number: int) -> str:
    """Say why a row that was shown is as it is."""
    step = next(each for each in exact.steps if each.number == number)
    name = step_name(exact.algorithm, number)
    return f"{name[:1].upper()}{name[1:]}: {words.reason_words(exact.algorithm.id, step)}"


def no_such_row(exact: Run) -> str:
    last = step_name(exact.algorithm, exact.steps[-1].number)
    return f"The run has no such row; it ends with {last}."


def whole_table(exact: Run) -> str:
    return f"{exact.algorithm.name}, run exactly on the problem as I read it:"


def result(exact: Run) -> str:
    """Return what comes out, cut where it is long."""
    said = words.result_words(exact)
    if len(said) <= LONGEST_RESULT:
        return said
    return said[:LONGEST_RESULT].rsplit(" ", 1)[0] + " … The table has the rest."


def still_right(verdict: Verdict) -> str:
    """Say once more that the work is right, to a student who doubts it."""
    return f"Yes: I ran it once more, and it is right.{_reading(verdict)}"


def right(verdict: Verdict, turn: ProblemTurn) -> str:
    """Say plainly that the work is right, and under which reading where the message leaves one."""
    if turn.wanted == "foretold":
        return f"That is right, and it was the last row.{_reading(verdict)}"
    if not verdict.right_steps:
        return f"That is right.{_reading(verdict)}"
    ends = ", and so is your final answer" if verdict.student.final else ""
    return f"That is right. All your steps are right{ends}.{_reading(verdict)}"


def right_so_far(verdict: Verdict, turn: ProblemTurn) -> str:
    """Say that every row shown is right while the run goes on."""
    if turn.wanted == "foretold":
        return f"That row is right.{_reading(verdict)}"
    if turn.policy == "predict" and turn.ladder.foretold:
        return f"All rows so far are right.{_reading(verdict)}"
    return f"All that you have is right, and something is still missing.{_reading(verdict)}"


def checked_once_more(contact: str) -> str:
    return (
        "I ran it once more, with the same result. Look at one row of yours and one of the rule "
        f"side by side, or show both to {who(contact)}."
    )


def checked_again(turn: ProblemTurn) -> str:
    rules = [words.convention_words(name, value) for name, value in _rules(turn)]
    under = f" under these rules: {'; '.join(rules)}" if rules else ""
    return (
        f"I ran it again{under}. Your steps and the run still differ. If your course has another "
        "rule, tell me which one, and I check by it."
    )


def unreadable(exact: Run) -> str:
    """Say in which form the next row is read."""
    columns = " | ".join(label(name) for name in exact.columns)
    return f"I could not read that as the next row. Write it as: {columns}; a part of it will do."


def rows_first(left: int) -> str:
    rows = "one more row" if left == 1 else f"{left} more rows"
    return f"After {rows} of yours I show the rest. This is the next one."


def instead(before: int, contact: str) -> str:
    """Say what is done instead of handing the table over; `before` counts how often it was said."""
    if before < len(INSTEAD):
        return INSTEAD[before]
    return f"I keep to that. {who(contact, first=True)} can look at it with you, too."


def hints_used_up(before: int, contact: str) -> str:
    """Say who helps where no hint is left; `before` counts how often the answer was asked for."""
    if before % 2:
        return f"My hints on this one are used up. {who(contact, first=True)} can go on from here."
    return (
        f"I don't hand the table over, and my hints on this one are used up. Take your rows to "
        f"{who(contact)}, or begin anew with the new problem."
    )


def still_ended(contact: str) -> str:
    return f"Here is one more of the kind; with this one, {who(contact)} can help."


def ended(contact: str) -> str:
    return (
        f"That is as far as my hints go here. Read the rule once more, or ask {who(contact)}; then "
        "try the same on the new problem below."
    )


def new_exercise(problem: str) -> str:
    return f"A new problem of the same kind: {problem}"


def _reading(verdict: Verdict) -> str:
    return "".join(f" {sentence}" for sentence in reading_sentences(verdict))


def _rules(turn: ProblemTurn) -> list[tuple[str, Value]]:
    filled = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
    return [(name, value) for name, value in filled.conventions.items() if value is not None]
