"""Hints at the levels of the ladder, from a verdict.

Level 1 says what is right and which rule to look at again; level 2 says up to which step all is
right, and asks about the next; level 3 works a smaller example of the same mistake; level 4 gives
the corrected row with its reason. No level gives away more than that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Problem
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.corrected_row import correct_final, write_corrected_row
from tutor_app.tracing.hints_for_unfinished_work import hint_next_row, is_unfinished, state_reading
from tutor_app.tracing.narration.mistake_texts import advise_on_mistake, describe_mistake
from tutor_app.tracing.narration.run_sentences import (
    ask_for_row,
    explain_step,
    name_step,
    praise_steps,
    state_result,
)
from tutor_app.tracing.narration.values_in_words import (
    continue_sentence,
    is_plural,
    join_items,
    name_column,
)
from tutor_app.tracing.similar_problems import WorkedExample, analogue_for
from tutor_app.wording.catalogue import Phrase, phrase

RIGHT = phrase("trace_hints.right")
ANSWER_NOT_RIGHT = phrase("trace_hints.answer_not_right")
ONLY_ANSWER_NOT_RIGHT = phrase("trace_hints.only_answer_not_right")
RIGHT_AND_UNFINISHED = phrase("trace_hints.right_and_unfinished")
RIGHT_AND_TOO_MUCH = phrase("trace_hints.right_and_too_much")
BEGUN_WELL = phrase("trace_hints.begun_well")
NOT_RIGHT = phrase("trace_hints.not_right")
RULE_TO_CHECK = phrase("trace_hints.rule_to_check", "rule")
WHAT_THEN = phrase("trace_hints.what_then")
HOW_FROM_LAST_ROW = phrase("trace_hints.how_from_last_row")
WHERE_IT_LEAVES_RULE = phrase("trace_hints.where_it_leaves_rule")
WHICH_ROW_AGAIN = phrase("trace_hints.which_row_again")
LAST_ROW_HAS_ALL = phrase("trace_hints.last_row_has_all")
READ_OFF_PARTS = phrase("trace_hints.read_off_parts")
SAY_WHY_EACH_ROW = phrase("trace_hints.say_why_each_row")
WHERE_HESITATE = phrase("trace_hints.where_hesitate")
WRITE_ROWS_ANEW = phrase("trace_hints.write_rows_anew")
FIRST_OTHERWISE = phrase("trace_hints.first_otherwise")
BEGIN_WITH_RULE = phrase("trace_hints.begin_with_rule", "rule")
WHAT_FIRST = phrase("trace_hints.what_first")
RULE_IN_OWN_WORDS = phrase("trace_hints.rule_in_own_words")
PART_OF_BEGINNING = phrase("trace_hints.part_of_beginning")
ROW_ZERO = phrase("trace_hints.row_zero")
RULE_ON_ROW_ZERO = phrase("trace_hints.rule_on_row_zero")
RULE_FOR_IT = phrase("trace_hints.rule_for_it", "rule")
BEGIN_WITH_FIRST_STEP = phrase("trace_hints.begin_with_first_step")
ALL_STEPS_RIGHT = phrase("trace_hints.all_steps_right")
FIELDS_FROM_LAST_ROW = phrase("trace_hints.fields_from_last_row", "fields", "count")
ENTRY_OF_FIELDS = phrase("trace_hints.entry_of_fields", "fields", "count")
LEFT_TO_DO = phrase("trace_hints.left_to_do", "row")
ANYTHING_AFTER = phrase("trace_hints.anything_after", "row")
ROW_ON_ITS_OWN = phrase("trace_hints.row_on_its_own", "row", "question")
SIDE_BY_SIDE = phrase("trace_hints.side_by_side")
PART_NOT_GIVEN = phrase("trace_hints.part_not_given")
ONLY_PROBLEM_COUNTS = phrase("trace_hints.only_problem_counts")
ROW_BEFORE_HAS_ALL = phrase("trace_hints.row_before_has_all")
WHAT_RULE_PICKS = phrase("trace_hints.what_rule_picks")
LOOKS_AS_IF = phrase("trace_hints.looks_as_if", "mistake")
AFTER_THAT_AS_IF = phrase("trace_hints.after_that_as_if", "mistake")
EXAMPLE = phrase("trace_hints.example")
EXAMPLE_OF_MISTAKE = phrase("trace_hints.example_of_mistake")
LOOK_AT_ROW = phrase("trace_hints.look_at_row", "row")
LIKE_THE_WRONG_STEP = phrase("trace_hints.like_the_wrong_step")
LIKE_THE_BEGINNING = phrase("trace_hints.like_the_beginning")
LIKE_THE_NEXT_STEP = phrase("trace_hints.like_the_next_step")
RUN_ENDS_WITH = phrase("trace_hints.run_ends_with", "row")
GO_ON = phrase("trace_hints.go_on")
FROM_LAST_ROW_ALONE = phrase("trace_hints.from_last_row_alone", "rule")
COMPARE_ROWS = phrase("trace_hints.compare_rows")
MADE_SO_BY = phrase("trace_hints.made_so_by", "rule")
WHICH_ENTRY_CHANGED = phrase("trace_hints.which_entry_changed")

Level = Literal[1, 2, 3, 4]
POINTED = 2  # the level that asks about one row
TOP_LEVEL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What is said at one level.

    `question` ends the hint, None if nothing is asked; `awaited` would answer it. `analogue` is a
    smaller problem to be shown worked, and `worked` the sentences about it (its own nodes and
    numbers). `upto` is the last row of the student's own run that may be shown, None for none. A
    hint without any words means that no other wording is left.
    """

    sentences: tuple[str, ...]
    question: str | None = None
    awaited: Expectation | None = None
    analogue: Problem | None = None
    worked: tuple[str, ...] = ()
    upto: int | None = None

    @property
    def text(self) -> str:
        question = (self.question,) if self.question else ()
        return " ".join((*self.sentences, *self.worked, *question))


# Nothing is said twice: the way on is the next hint, or a person.
NO_OTHER_WORDS = Hint(sentences=())


def write_hint(level: Level, problem: Problem, verdict: Verdict, *, again: int = 0) -> Hint:
    """Return the hint of this level; `again` counts how often it was said, each time differently.

    A right trace gets no hint: the reply says that it is right, and under which reading.
    """
    if verdict.correct:
        return Hint(sentences=(RIGHT(), *state_reading(verdict)))
    hint = _hint_of(level, problem, verdict, again)
    return replace(hint, awaited=_expect(level, verdict)) if hint.question else hint


def _hint_of(level: Level, problem: Problem, verdict: Verdict, again: int) -> Hint:
    match level:
        case 1:
            return _nudge(verdict, again)
        case 2:
            return _point(verdict, again)
        case 3:
            return _work_example(problem, verdict, again)
        case _:
            return _correct(verdict, again)


def _expect(level: Level, verdict: Verdict) -> Expectation:
    """Return what answers the question of a hint of this level."""
    first, place = verdict.run.algorithm.first_step, verdict.first_error_step
    if level == TOP_LEVEL:  # its row is shown: the one after it is asked for
        return Expectation(kind="row", step=(first if place is None else place) + 1)
    if not _has_work(verdict):
        return Expectation(kind="row", step=first)
    if place is None and (verdict.student.rows or level == 1):
        return Expectation(kind="result")
    if verdict.extra and level == POINTED:
        return Expectation(kind="nothing_left", step=(place or first) - 1)
    in_own_rows = bool(verdict.student.rows) and not verdict.missing
    if level != POINTED and in_own_rows:
        return Expectation(kind="which_row", step=place)
    return Expectation(kind="row", step=first if place is None else place)


def _say(sentence: Phrase, question: Phrase) -> Hint:
    return Hint(sentences=(sentence(),), question=question())


# --- level 1 ---------------------------------------------------------------------------------


def _nudge(verdict: Verdict, again: int) -> Hint:
    if not _has_work(verdict):
        return _begin_with_rule(verdict, again)
    if is_unfinished(verdict):
        found = hint_next_row(verdict, again)
        return Hint(sentences=found[0], question=found[1]) if found else NO_OTHER_WORDS
    advice = advise_on_mistake(verdict.misconception)
    if again > 1 or (again and not advice):
        return _check_alone(verdict, again + (not advice))
    sentences = [] if again else [_praise(verdict), *state_reading(verdict)]
    rule = RULE_TO_CHECK(rule=verdict.run.algorithm.rule)
    sentences.append(advice if advice and not again else rule)
    if verdict.first_error_step is None:
        question = HOW_FROM_LAST_ROW if again else WHAT_THEN
    else:
        question = WHERE_IT_LEAVES_RULE if again or not advice else WHICH_ROW_AGAIN
    return Hint(sentences=tuple(sentences), question=question())


def _begin_with_rule(verdict: Verdict, again: int) -> Hint:
    """Give the rule to begin with, if there is no work yet."""
    if not again:
        rule = BEGIN_WITH_RULE(rule=verdict.run.algorithm.rule)
        return Hint(sentences=(rule, *state_reading(verdict)), question=WHAT_FIRST())
    if again == 1:
        return _say(RULE_IN_OWN_WORDS, PART_OF_BEGINNING)
    return _say(ROW_ZERO, RULE_ON_ROW_ZERO) if again == 2 else NO_OTHER_WORDS


def _check_alone(verdict: Verdict, again: int) -> Hint:
    """Say how to check one's own rows by the rule; no row is named."""
    if verdict.first_error_step is None:
        return NO_OTHER_WORDS if again > 2 else _say(LAST_ROW_HAS_ALL, READ_OFF_PARTS)
    if again == 2:
        return _say(SAY_WHY_EACH_ROW, WHERE_HESITATE)
    return _say(WRITE_ROWS_ANEW, FIRST_OTHERWISE) if again == 3 else NO_OTHER_WORDS


def _has_work(verdict: Verdict) -> bool:
    """Return whether the student has done any work yet."""
    return bool(verdict.student.rows or verdict.student.final)


def _praise(verdict: Verdict) -> str:
    if verdict.first_error_step is None:
        return ONLY_ANSWER_NOT_RIGHT() if verdict.student.rows else ANSWER_NOT_RIGHT()
    if verdict.missing:
        return RIGHT_AND_UNFINISHED()
    if verdict.extra:
        return RIGHT_AND_TOO_MUCH()
    return BEGUN_WELL() if verdict.right_steps else NOT_RIGHT()


# --- level 2 ---------------------------------------------------------------------------------


def _point(verdict: Verdict, again: int) -> Hint:
    run, step = verdict.run, _place(verdict)
    if again > 2:
        return NO_OTHER_WORDS
    if again == 2:
        return _point_at_one_thing(verdict)
    # Who only has not finished was told the rule by the level before.
    if again and not is_unfinished(verdict):
        sentences = [RULE_FOR_IT(rule=run.algorithm.rule)]
    else:
        sentences = [_right_until(verdict)]
    if not again:
        sentences.extend(state_reading(verdict))
    if step is None:
        question = _ask_for_answer(verdict, again)
    elif verdict.extra:
        ask = ANYTHING_AFTER if again else LEFT_TO_DO
        question = ask(row=name_step(run.algorithm, step - 1))
    else:
        question = ask_for_row(run, step)
        if again:
            row = name_step(run.algorithm, step)
            question = ROW_ON_ITS_OWN(row=row, question=continue_sentence(question))
    # A table that stands a message above is not drawn again.
    upto = None if again else _last_right(verdict)
    return Hint(sentences=tuple(sentences), question=question, upto=upto)


def _ask_for_answer(verdict: Verdict, again: int) -> str:
    """Ask how the parts of the answer that are wrong come from the last row."""
    fields = [name_column(found.field) for found in verdict.differences]
    count = 2 if len(fields) > 1 or is_plural(verdict.differences[0].field) else 1
    ask = ENTRY_OF_FIELDS if again else FIELDS_FROM_LAST_ROW
    return ask(fields=join_items(fields), count=count)


def _place(verdict: Verdict) -> int | None:
    """Return the step to speak of: the first wrong one, the first where no row is shown."""
    if verdict.student.rows:
        return verdict.first_error_step
    return verdict.first_error_step or verdict.run.algorithm.first_step


def _point_at_one_thing(verdict: Verdict) -> Hint:
    """Ask the pointed question again, by the one thing that the step begins with."""
    if _place(verdict) is None or verdict.extra:
        return _say(SIDE_BY_SIDE, PART_NOT_GIVEN)
    source = ROW_BEFORE_HAS_ALL if verdict.right_steps else ONLY_PROBLEM_COUNTS
    return _say(source, WHAT_RULE_PICKS)


def _right_until(verdict: Verdict) -> str:
    if verdict.first_error_step is None and verdict.student.rows:
        return ALL_STEPS_RIGHT()
    last = _last_right(verdict)
    if verdict.first_error_step is None or last is None:
        return BEGIN_WITH_FIRST_STEP()
    return praise_steps(verdict.run.algorithm, last)


def _last_right(verdict: Verdict) -> int | None:
    if not verdict.right_steps:
        return None
    return verdict.run.algorithm.first_step + verdict.right_steps - 1


# --- level 3 ---------------------------------------------------------------------------------


def _work_example(problem: Problem, verdict: Verdict, again: int) -> Hint:
    is_mistaken = _has_work(verdict) and not is_unfinished(verdict)
    mistake = verdict.misconception if is_mistaken else None
    example = analogue_for(problem, mistake, seed=again)
    sentences = [_right_until(verdict)] if verdict.right_steps and not again else []
    if mistake and not again:
        guess = AFTER_THAT_AS_IF if sentences else LOOKS_AS_IF
        sentences.append(guess(mistake=describe_mistake(mistake)))
    announcements = (EXAMPLE_OF_MISTAKE if is_mistaken else EXAMPLE).wordings()
    sentences.append(announcements[min(again, len(announcements) - 1)])
    return Hint(
        sentences=tuple(sentences),
        question=_lead_back(verdict, again),
        analogue=example.run.problem,
        worked=describe_example(example),
        upto=None if again else _last_right(verdict),
    )


def _lead_back(verdict: Verdict, again: int) -> str:
    """Lead from the worked example back to the student's problem."""
    if is_unfinished(verdict):
        questions = LIKE_THE_NEXT_STEP.wordings()
    else:
        asked = LIKE_THE_WRONG_STEP if _has_work(verdict) else LIKE_THE_BEGINNING
        questions = asked.wordings()
    return questions[again % len(questions)]


def describe_example(example: WorkedExample) -> tuple[str, ...]:
    """Return what happens at the decisive step of a worked example."""
    run = example.run
    step = next(step for step in run.steps if step.number == example.step)
    row = name_step(run.algorithm, example.step)
    sentences = (LOOK_AT_ROW(row=row), explain_step(run.algorithm.id, step))
    return (*sentences, state_result(run.final)) if step is run.steps[-1] else sentences


# --- level 4 ---------------------------------------------------------------------------------


def _correct(verdict: Verdict, again: int) -> Hint:
    run, step = verdict.run, verdict.first_error_step
    if again > 1:
        return NO_OTHER_WORDS
    if again:
        return _correct_by_rule(verdict)
    if step is None and not verdict.student.rows:
        # The first row: the answer itself stays the student's to find.
        first = next(each for each in run.steps if each.number == run.algorithm.first_step)
        sentences = write_corrected_row(verdict, first.number, first.row)
        return Hint(sentences=sentences, question=GO_ON(), upto=first.number)
    if step is None:
        return Hint(sentences=correct_final(verdict), upto=_last_right(verdict))
    if verdict.extra:
        ends = RUN_ENDS_WITH(row=name_step(run.algorithm, step - 1))
        return Hint(sentences=(ends,), upto=step - 1)
    is_last = step == run.steps[-1].number
    return Hint(
        sentences=write_corrected_row(verdict, step, verdict.expected_row or {}),
        question=None if is_last else GO_ON(),
        upto=step,
    )


def _correct_by_rule(verdict: Verdict) -> Hint:
    """Give the corrected row in other words: what the rule picks out in the row before it."""
    rule, step = verdict.run.algorithm.rule, verdict.first_error_step
    if step is None or verdict.extra:
        return Hint(sentences=(FROM_LAST_ROW_ALONE(rule=rule),))
    sentences = (COMPARE_ROWS(), MADE_SO_BY(rule=rule))
    return Hint(sentences=sentences, question=WHICH_ENTRY_CHANGED(), upto=step)
