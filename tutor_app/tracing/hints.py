"""Hints at the levels of the ladder, from a verdict, by templates.

Level 1 says what is right and which rule to look at again; level 2 up to which step all is right,
and asks about the next; level 3 works a smaller example of the same mistake; level 4 gives the
corrected row with its reason. No level says more than its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.tracing.analogue import Analogue, analogue_for
from tutor_app.tracing.checking.verdict import Verdict
from tutor_app.tracing.on_the_way import (
    go_on_like_that,
    is_unfinished,
    next_by_rule,
    reading_sentences,
)
from tutor_app.tracing.values import Problem, Row, Step, Value
from tutor_app.tracing.wording.say import cell, label, listed
from tutor_app.tracing.words import (
    check_words,
    misconception_words,
    next_question,
    reason_words,
    result_words,
    step_name,
    steps_name,
)

Level = Literal[1, 2, 3, 4]
MAX_WORDS = 120  # of one hint, its question included
MAX_ROW = 85  # of these, for the corrected row: columns that do not fit are left to the table
MAX_CELL = 30  # entries of a cell that are written out
GO_ON = "How does it go on from there?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What is said at one level.

    `question` ends the hint, None where nothing is asked. `analogue` is a smaller problem to be
    shown worked, and `worked` the sentences about it (its own nodes and numbers). `upto` is the
    last row of the student's own run that may be shown, None for none. Without any words there is
    no other way left to say it.
    """

    sentences: tuple[str, ...]
    question: str | None = None
    analogue: Problem | None = None
    worked: tuple[str, ...] = ()
    upto: int | None = None

    @property
    def text(self) -> str:
        asked = (self.question,) if self.question else ()
        return " ".join((*self.sentences, *self.worked, *asked))


# Nothing is said twice: the way on is the next hint, or a person.
NO_OTHER_WORDS = Hint(sentences=())


def hint(level: Level, problem: Problem, verdict: Verdict, *, again: int = 0) -> Hint:
    """Return the hint of this level; `again` counts how often it was said, each time otherwise.

    A right trace gets no hint: it is said that it is right, with the reading that was taken.
    """
    if verdict.correct:
        return Hint(sentences=("That is right.", *reading_sentences(verdict)))
    if level == 1:
        return _nudge(verdict, again)
    if level == 2:
        return _pointed(verdict, again)
    if level == 3:
        return _worked(problem, verdict, again)
    return _corrected(verdict, again)


def _nudge(verdict: Verdict, again: int) -> Hint:
    if not _begun(verdict):
        return _first_rule(verdict, again)
    if is_unfinished(verdict):
        found = next_by_rule(verdict, again)
        return Hint(sentences=found[0], question=found[1]) if found else NO_OTHER_WORDS
    rule = f"The rule to check again: {verdict.run.algorithm.rule}"
    looked = check_words(verdict.misconception)
    if again > 1 or (again and not looked):
        return _checked_alone(verdict, again + (not looked))
    said = [] if again else [_praise(verdict), *reading_sentences(verdict)]
    said.append(looked if looked and not again else rule)
    if verdict.first_error_step is None:
        question = "How does it follow from your last row?" if again else "What do you get then?"
    elif again or not looked:
        question = "Where does your trace first leave this rule?"
    else:
        question = "Which row of yours would you look at again?"
    return Hint(sentences=tuple(said), question=question)


def _first_rule(verdict: Verdict, again: int) -> Hint:
    """The rule to begin with, where there is no work yet."""
    if not again:
        rule = f"Begin with the rule: {verdict.run.algorithm.rule}"
        said = (rule, *reading_sentences(verdict))
        return Hint(sentences=said, question="What does it do first here?")
    if again == 1:
        said = ("Say the rule in your own words, as you would to a friend.",)
        return Hint(sentences=said, question="Which part of it speaks of the very beginning?")
    if again == 2:
        said = ("Write down what is there before anything has happened: that is row 0.",)
        return Hint(sentences=said, question="What does the rule make of that row?")
    return NO_OTHER_WORDS


def _checked_alone(verdict: Verdict, again: int) -> Hint:
    """How to check one's own rows by the rule; no row is named."""
    if verdict.first_error_step is None:
        if again > 2:
            return NO_OTHER_WORDS
        said = ("Your last row has all that the answer needs.",)
        return Hint(sentences=said, question="What do you read off it, one part after the other?")
    if again == 2:
        said = (
            "Go through your rows from the top and say for each one why it is this and no other.",
        )
        return Hint(sentences=said, question="At which row do you hesitate?")
    if again == 3:
        said = ("Cover your rows, and write each one anew from the one above it alone.",)
        return Hint(sentences=said, question="Which is the first that comes out otherwise?")
    return NO_OTHER_WORDS


def _begun(verdict: Verdict) -> bool:
    """Return whether there is any work of the student's to speak of."""
    return bool(verdict.student.rows or verdict.student.final)


def _praise(verdict: Verdict) -> str:
    if verdict.first_error_step is None and not verdict.student.rows:
        return "Your answer is not right yet."
    if verdict.first_error_step is None:
        return "Your steps are right; the final answer is not yet."
    if verdict.missing:
        return "All that you have is right, and something is still missing."
    if verdict.extra:
        return "You have found all the right steps, and there is something too much."
    if verdict.right_steps:
        return "You have begun well, and not all of it is right yet."
    return "It is not right yet, and that can be mended."


def _pointed(verdict: Verdict, again: int) -> Hint:
    run, step = verdict.run, _place(verdict)
    if again > 2:
        return NO_OTHER_WORDS
    if again == 2:
        return _one_thing(verdict)
    # Who only has not finished was told the rule by the level before.
    by_rule = again and not is_unfinished(verdict)
    start = (f"The rule for it: {run.algorithm.rule}",) if by_rule else _right_until(verdict)
    said = [*start, *(() if again else reading_sentences(verdict))]
    if step is None:
        fields = [label(found.field) for found in verdict.differences]
        several = len(fields) > 1 or fields[0].endswith("s")
        said_of = f"{'do' if several else 'does'} the {listed(fields)}"
        asked = f"How {said_of} follow from your last row?"
        if again:
            asked = f"Which entry of your last row {said_of} come from?"
    elif verdict.extra:
        asked = f"What is left to do after {step_name(run.algorithm, step - 1)}?"
        if again:
            asked = f"Does the rule ask for anything after {step_name(run.algorithm, step - 1)}?"
    else:
        asked = next_question(run, step)
        if again:
            asked = (
                f"Try {step_name(run.algorithm, step)} on its own: {asked[:1].lower()}{asked[1:]}"
            )
    # A table that stands a message above is not drawn again.
    return Hint(sentences=tuple(said), question=asked, upto=None if again else _last_right(verdict))


def _place(verdict: Verdict) -> int | None:
    """Return the step to speak of: the first wrong one, the first where no row is shown."""
    if verdict.student.rows:
        return verdict.first_error_step
    return verdict.first_error_step or verdict.run.algorithm.first_step


def _one_thing(verdict: Verdict) -> Hint:
    """The pointed question once more, by the one thing that the step begins from."""
    if _place(verdict) is None or verdict.extra:
        return Hint(
            sentences=("Put your last row and your answer side by side.",),
            question="Which part of the answer does that row not give?",
        )
    if not verdict.right_steps:
        said = "Nothing has been done yet, so only what the problem itself says counts."
    else:
        said = "All that the next row needs stands in the row before it."
    return Hint(sentences=(said,), question="Which of what stands there does the rule pick out?")


def _right_until(verdict: Verdict) -> tuple[str, ...]:
    run = verdict.run
    if verdict.first_error_step is None and not verdict.student.rows:
        return ("Begin with the first step.",)
    if verdict.first_error_step is None:
        return ("All your steps are right.",)
    if not verdict.right_steps:
        return ("Begin with the first step.",)
    last = run.algorithm.first_step + verdict.right_steps - 1
    return (f"{steps_name(run.algorithm, last)} right.",)


def _last_right(verdict: Verdict) -> int | None:
    if not verdict.right_steps:
        return None
    return verdict.run.algorithm.first_step + verdict.right_steps - 1


def _worked(problem: Problem, verdict: Verdict, again: int) -> Hint:
    begun = _begun(verdict)
    mistaken = begun and not is_unfinished(verdict)
    mistake = verdict.misconception if mistaken else None
    found = analogue_for(problem, mistake, seed=again)
    guess = misconception_words(mistake) if mistake and not again else ""
    said = [*_right_until(verdict)] if verdict.right_steps and not again else []
    if guess:
        said.append(f"{'After that it' if said else 'It'} looks as if {guess}.")
    which = (
        ("a smaller", "another small", "a third small")[again] if again < 3 else "one more small"
    )
    said.append(f"Here is {which} example{' in which this matters' if mistaken else ''}.")
    return Hint(
        sentences=tuple(said),
        question=_like_that(verdict, again),
        analogue=found.run.problem,
        worked=worked_sentences(found),
        upto=None if again else _last_right(verdict),
    )


def _like_that(verdict: Verdict, again: int) -> str:
    """Lead from the worked example back to the student's problem."""
    if is_unfinished(verdict):
        return go_on_like_that(again)
    of_begun = (
        "What does the same step look like in yours?",
        "Which line of yours is the one that this step stands for?",
        "What would you have written in this row of the example?",
    )
    if _begun(verdict):
        return of_begun[again % len(of_begun)]
    return _begin_like_that(again)


def _begin_like_that(again: int) -> str:
    of_none = (
        "How does yours begin, in the same way?",
        "Which part of this one can you carry over to yours?",
        "What stands in its first row, and what would stand there in yours?",
    )
    return of_none[again % len(of_none)]


def worked_sentences(found: Analogue) -> tuple[str, ...]:
    """Return what happens at the decisive step of a worked example."""
    step = next(step for step in found.run.steps if step.number == found.step)
    name = step_name(found.run.algorithm, found.step)
    said = [f"Look at {name} of it.", reason_words(found.run.algorithm.id, step)]
    if step is found.run.steps[-1]:
        said.append(result_words(found.run))
    return tuple(said)


def _corrected(verdict: Verdict, again: int) -> Hint:
    run, step = verdict.run, verdict.first_error_step
    if again > 1:
        return NO_OTHER_WORDS
    if again:
        return _by_the_rule(verdict)
    if step is None and not verdict.student.rows:
        return _first_row(verdict)  # the answer itself stays the student's to find
    if step is None:
        said = [
            f"The {label(d.field)} {_is(d.field)} {cell(d.field, d.expected)}."
            for d in verdict.differences
        ]
        return Hint(sentences=tuple(said), upto=_last_right(verdict))
    if verdict.extra:
        ends = f"The run ends with {step_name(run.algorithm, step - 1)}."
        return Hint(sentences=(ends,), upto=step - 1)
    row = verdict.expected_row or {}
    exact = next((each for each in run.steps if each.number == step), None)
    name = step_name(run.algorithm, step)
    cells = _row_text(verdict, row)
    said = [f"{name[:1].upper()}{name[1:]} is: {cells}." if cells else f"In {name} this happens."]
    if exact is not None:
        said = _with_reason(said, run.algorithm.id, exact)
    last = exact is run.steps[-1]
    return Hint(sentences=tuple(said), question=None if last else GO_ON, upto=step)


def _first_row(verdict: Verdict) -> Hint:
    """The first row with its reason, for who has shown no row that could be corrected."""
    run = verdict.run
    exact = next(step for step in run.steps if step.number == run.algorithm.first_step)
    name = step_name(run.algorithm, exact.number)
    said = [f"{name[:1].upper()}{name[1:]} is: {_row_text(verdict, exact.row)}."]
    said = _with_reason(said, run.algorithm.id, exact)
    return Hint(sentences=tuple(said), question=GO_ON, upto=exact.number)


def _is(field: str) -> str:
    return "are" if label(field).endswith("s") else "is"


def _by_the_rule(verdict: Verdict) -> Hint:
    """The corrected row in other words: what in the row before it the rule picks out."""
    run, step = verdict.run, verdict.first_error_step
    if step is None or verdict.extra:
        said = f"It follows from the last row alone: {run.algorithm.rule}"
        return Hint(sentences=(said,))
    said = "Compare that row with the one above it, entry by entry."
    rule = f"What made it so is the rule: {run.algorithm.rule}"
    return Hint(
        sentences=(said, rule), question="Which entry changed, and by which part?", upto=step
    )


def _with_reason(said: list[str], algorithm: str, step: Step) -> list[str]:
    why = reason_words(algorithm, step)
    words = sum(len(sentence.split()) for sentence in (*said, why))
    return [*said, why] if words <= MAX_WORDS - 10 else said


def _row_text(verdict: Verdict, row: Row) -> str:
    """Return the corrected row: its main column, and the others that the student shows."""
    shown = {name for student in verdict.student.rows for name in student}
    algorithm = verdict.run.algorithm
    wanted = [
        name
        for name in algorithm.columns
        if name in row
        and name != "limit"
        and row[name] is not None
        and (name in shown or name in algorithm.selected or not shown)
    ]
    said: list[str] = []
    for name in wanted:
        text = f"{label(name)}: {_cell(verdict, name, row[name])}"
        if len(" ".join((*said, text)).split()) <= MAX_ROW:
            said.append(text)
    return "; ".join(said)


def _cell(verdict: Verdict, name: str, value: Value) -> str:
    """Return a cell in words; of a very long list, only the first place that is wrong."""
    if not isinstance(value, tuple | list) or len(value) <= MAX_CELL:
        return cell(name, value)
    shown = next((d.shown for d in verdict.differences if d.field == name), None)
    if not isinstance(shown, tuple | list):
        return f"{cell(name, value[:3])} and {len(value) - 3} more"
    pairs = enumerate(zip(value, shown, strict=False))
    place = next((place for place, (right, claimed) in pairs if right != claimed), 0)
    return f"{cell(name, value[place : place + 1])} in position {place}"
