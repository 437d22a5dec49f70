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
from tutor_app.tracing.values import Problem, Row, Step, Value
from tutor_app.tracing.wording.conventions import convention_phrase
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What is said at one level.

    `question` ends the hint, None where nothing is asked. `analogue` is a smaller problem to be
    shown worked, and `worked` the sentences about it (its own nodes and numbers). `upto` is the
    last row of the student's own run that may be shown, None for none.
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


def hint(level: Level, problem: Problem, verdict: Verdict, *, again: bool = False) -> Hint:
    """Return the hint of this level; `again` gives the same hint in other words.

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


def reading_sentences(verdict: Verdict) -> tuple[str, ...]:
    """Return how the message was read where it leaves that open; nothing if as usual."""
    if not verdict.reading:
        return ()
    phrases = listed([convention_phrase(k, v) for k, v in verdict.reading.items()])
    return (f"The exercise leaves this open, and I read it as you do: {phrases}.",)


def _nudge(verdict: Verdict, again: bool) -> Hint:
    if not _begun(verdict):
        rule = f"Begin with the rule: {verdict.run.algorithm.rule}"
        asked = "What does it do first here?" if not again else "Where does it begin here?"
        return Hint(sentences=(rule, *reading_sentences(verdict)), question=asked)
    rule = f"The rule to check again: {verdict.run.algorithm.rule}"
    looked = check_words(verdict.misconception)
    said = [_praise(verdict), *reading_sentences(verdict)]
    said.append(looked if looked and not again else rule)
    if verdict.first_error_step is None:
        question = "What do you get then?"
    elif again or not looked:
        question = "Where does your trace first leave this rule?"
    else:
        question = "Which row of yours would you look at again?"
    return Hint(sentences=tuple(said), question=question)


def _begun(verdict: Verdict) -> bool:
    """Return whether there is any work of the student's to speak of."""
    return bool(verdict.student.rows or verdict.student.final)


def _praise(verdict: Verdict) -> str:
    if verdict.first_error_step is None:
        return "Your steps are right; the final answer is not yet."
    if verdict.missing:
        return "All that you have is right, and something is still missing."
    if verdict.extra:
        return "You have found all the right steps, and there is something too much."
    if verdict.right_steps:
        return "You have begun well, and not all of it is right yet."
    return "It is not right yet, and that can be mended."


def _pointed(verdict: Verdict, again: bool) -> Hint:
    run, step = verdict.run, verdict.first_error_step
    start = (f"The rule for it: {run.algorithm.rule}",) if again else _right_until(verdict)
    said = [*start, *reading_sentences(verdict)]
    if step is None:
        fields = listed([label(found.field) for found in verdict.differences])
        asked = f"How does the {fields} follow from your last row?"
    elif verdict.extra:
        asked = f"What is left to do after {step_name(run.algorithm, step - 1)}?"
    else:
        asked = next_question(run, step)
        if again:
            asked = (
                f"Try {step_name(run.algorithm, step)} on its own: {asked[:1].lower()}{asked[1:]}"
            )
    return Hint(sentences=tuple(said), question=asked, upto=_last_right(verdict))


def _right_until(verdict: Verdict) -> tuple[str, ...]:
    run = verdict.run
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


def _worked(problem: Problem, verdict: Verdict, again: bool) -> Hint:
    begun = _begun(verdict)
    mistake = verdict.misconception if begun else None
    found = analogue_for(problem, mistake, seed=1 if again else 0)
    guess = misconception_words(mistake) if mistake else ""
    said = [*_right_until(verdict)] if verdict.right_steps else []
    if guess:
        said.append(f"{'After that it' if said else 'It'} looks as if {guess}.")
    which = "another small" if again else "a smaller"
    said.append(f"Here is {which} example{' in which this matters' if begun else ''}.")
    asked = "What does the same step look like in yours?"
    return Hint(
        sentences=tuple(said),
        question=asked if begun else _begin_like_that(again),
        analogue=found.run.problem,
        worked=worked_sentences(found),
        upto=_last_right(verdict),
    )


def _begin_like_that(again: bool) -> str:
    if again:
        return "Which part of this one can you carry over to yours?"
    return "How does yours begin, in the same way?"


def worked_sentences(found: Analogue) -> tuple[str, ...]:
    """Return what happens at the decisive step of a worked example."""
    step = next(step for step in found.run.steps if step.number == found.step)
    name = step_name(found.run.algorithm, found.step)
    said = [f"Look at {name} of it.", reason_words(found.run.algorithm.id, step)]
    if step is found.run.steps[-1]:
        said.append(result_words(found.run))
    return tuple(said)


def _corrected(verdict: Verdict, again: bool) -> Hint:
    run, step = verdict.run, verdict.first_error_step
    if step is None:
        said = [
            f"The {label(d.field)} is {cell(d.field, d.expected)}." for d in verdict.differences
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
    return Hint(sentences=tuple(said), question=None if last else _go_on(again), upto=step)


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


def _go_on(again: bool) -> str:
    return "How does it go on from there?" if not again else "Can you take it on from there?"
