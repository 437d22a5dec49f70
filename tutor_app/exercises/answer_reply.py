"""The reply to an answer: what of it is there, in the student's own words, and what is open."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.hint_ladder import (
    LADDER_END,
    record_right_attempt,
    record_same_level,
    record_wrong_attempt,
)
from tutor_app.domain.values import Offers, Sentence
from tutor_app.exercises.answer_points import HeldAnswer, hold_answer, values_so_far
from tutor_app.exercises.decided.beside_claim import beside_claim
from tutor_app.exercises.decided.open_point_questions import ask_what_is_open
from tutor_app.exercises.decided.undecided_work import (
    all_fresh,
    beside_the_course,
    put_beside,
    rule_for,
)
from tutor_app.exercises.decided.value_reply import ask_on_values, say_lists, say_values
from tutor_app.exercises.exercise_parts import asking_parts, statement_of
from tutor_app.exercises.exercise_task import section_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said, Work, hint_on
from tutor_app.exercises.item_graph.way_reply import say_ways
from tutor_app.exercises.own_example.counted_reasons import judged_reason
from tutor_app.exercises.own_example.example_reply import (
    fails_to_show,
    say_example,
    say_example_again,
)
from tutor_app.exercises.own_words import clip, name_words
from tutor_app.exercises.reason_matching import reasons_of
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.understanding.claims import asks_openly
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_staff

MAY_MISS = phrase("exercises_answers.may_miss")
GUESSES = phrase("exercises_answers.guesses")
SEND_ANSWER = phrase("exercises_answers.send_answer", "task")
ALL_THERE = phrase("exercises_answers.all_there", "count", "source")
NOW_COMPLETE = phrase("exercises_answers.now_complete", "count", "source", "words")
STILL_COMPLETE = phrase("exercises_answers.still_complete")
SOME_THERE = phrase("exercises_answers.some_there", "count", "of", "source", "words")
SOME_MORE = phrase("exercises_answers.some_more", "count", "of", "words")
SO_FAR = phrase("exercises_answers.so_far", "count", "of", "source", "words")
NONE_FOUND = phrase("exercises_answers.none_found", "source")
NONE_FURTHER = phrase("exercises_answers.none_further", "count", "of")
AGAINST = phrase("exercises_answers.against", "words", "section")
AGAINST_THE_TASK = phrase("exercises_answers.against_the_task", "words")
SUM_OFF = phrase("exercises_answers.sum_off", "sum")
NOTED = phrase("exercises_answers.noted", "words")
REASON_OPEN = phrase("exercises_answers.reason_open", "words", "count", "of")
STANDS_AS_SENT = phrase("exercises_answers.stands_as_sent", "words", "person")
SOLUTION_TO = phrase("exercises_answers.solution_to", "task")
EVERY_POINT_THERE = phrase("exercises_open_work.every_point_there", "person")


def reply_to_answer(turn: ExerciseTurn, *, seen: bool = False) -> Work:
    """Say which points the work has so far, and ask about one more.

    `seen`: the message reports something, and is noted where it brings no point.
    """
    task, book = turn.task, turn.sources.book
    if task.fresh is None or task.attempt is None:
        text = turn.pick(SEND_ANSWER, task=task.name)
        yield Sentence(text=text, role="question")
        return turn.leave(None, (text,))
    if task.item is None or not task.item.solution or book is None:
        return (yield from _without_solution(turn))
    ways = yield from say_ways(turn)  # what is computed is told before what is matched
    shown = yield from say_example(turn)
    turn = turn.with_said((*ways.said, *shown.said))
    if ways.asks or (shown.asks and not shown.points):
        yield Offers(messages=(NEXT_HINT,))
        return turn.leave(record_same_level(turn.ladder, "attempt"))
    held = yield from hold_answer(task, task.item.solution, book, turn.judge)
    held = held.without(fails_to_show(turn)).with_computed(shown.points, stood=not shown.said)
    if shown.asks:
        return replace(turn.leave(None), covered=tuple(held.quotes))
    if not held.missing:
        return (yield from _complete(turn, held, computed=bool(shown.said)))
    return (yield from _reply_on_points(turn, held, bool(ways.said or shown.said), seen=seen))


def _without_solution(turn: ExerciseTurn, *, again: bool = False) -> Work:
    """Say what the runs on an example come to that is asked for; else what the course says.

    A reason beside an example that does it is put beside the course's sentences. `again`: of the
    example given before it is said once more.
    """
    shown = yield from say_example(turn)
    if (again or turn.hearing.asks_verdict) and not shown.said:
        shown = yield from say_example_again(turn)
    if not shown.said:
        return (yield from beside_the_course(turn))
    turn = turn.with_said(shown.said)
    if shown.asks or (rule := rule_for(turn)) is None:
        return turn.leave(record_same_level(turn.ladder, "attempt"), shown.said)
    text, same = put_beside(turn, rule, section_of([rule]))
    if same:
        yield Sentence(text=text, role="notice")
        yield rule
    return turn.leave(record_right_attempt(turn.ladder), shown.said)


def _reply_on_points(turn: ExerciseTurn, held: HeldAnswer, computed: bool, *, seen: bool) -> Work:
    """Say what a message brings that has not all points, and ask about what is open.

    `computed`: something was computed of it, and said.
    """
    fresh = turn.task.fresh or ""
    event = record_wrong_attempt(turn.ladder, len(held.quotes) + 1)
    if (held.steps or computed) and not held.wrong_values:
        event = record_same_level(turn.ladder, "attempt")
    if (reason := judged_reason(turn, brings=bool(held.new))) is not None and not held.steps:
        return (yield from _on_reason(turn, held, reason))
    told_beside = computed or any(map(asks_openly, sentences_of(turn.text)))
    said = yield from _react(turn, held, seen=seen, computed=told_beside)
    told = yield from say_values(turn, held.points, held.values)
    told += yield from say_lists(turn, held.lists)
    quiet = held.guesses or held.steps or seen or computed
    beside = () if quiet else (yield from beside_claim(turn, fresh, _decided_words(held)))
    turn = _with_covered(turn.with_said((*said, *told, *beside)), held)
    asked_for = {part for part in asking_parts(statement_of(turn.task)) if part in turn.said_before}
    reasoned = bool(asked_for) and not held.values and bool(reasons_of(fresh))
    insists = turn.hearing.insists or reasoned
    if insists and not (held.new or beside or computed):
        yield Offers(messages=(NEXT_HINT,))
        return turn.leave(record_same_level(turn.ladder, "attempt"), said)
    if asked := (yield from ask_on_values(turn, held)):
        yield Offers(messages=(NEXT_HINT,))
        return turn.leave(event, asked)
    if 1 < event.level < LADDER_END and not (held.new or beside or computed):
        return (yield from hint_on(turn, event))
    said = yield from ask_what_is_open(turn, held.missing)
    if event.level < LADDER_END:
        yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, said)


def _on_reason(turn: ExerciseTurn, held: HeldAnswer, reason: str) -> Work:
    """Say what is there, and what was tried or counted of a reason; it ends in a question."""
    react = _react(turn, held, seen=False, computed=True)
    said = (yield from react) if held.new else ()
    yield Sentence(text=reason, role="question")
    yield Offers(messages=(NEXT_HINT,))
    turn = _with_covered(turn, held)
    return turn.leave(record_same_level(turn.ladder, "attempt"), (*said, reason))


def say_so_far(turn: ExerciseTurn) -> Work:
    """Answer "am I right?": what of the work is there by now, and which part is still open.

    All of it is held against the points, what this message tells beside the question, too.
    """
    turn = replace(turn, task=turn.told or turn.task)
    task, book = turn.task, turn.sources.book
    if task.attempt is None:
        text = turn.pick(SEND_ANSWER, task=task.name)
        yield Sentence(text=text, role="question")
        return turn.leave(None, (text,))
    if task.item is None or not task.item.solution or book is None:
        return (yield from _without_solution(replace(turn, task=all_fresh(turn)), again=True))
    ways = yield from say_ways(turn)
    shown = yield from say_example(turn)
    turn = turn.with_said((*ways.said, *shown.said))
    if ways.asks or shown.asks:
        return turn.leave(record_same_level(turn.ladder, "attempt"))
    held = yield from hold_answer(task, task.item.solution, book, turn.judge)
    held = held.without(fails_to_show(turn)).with_computed(shown.points, stood=not shown.said)
    if not held.missing and held.new:
        return (yield from _complete(turn, held))
    if not held.missing:
        text = EVERY_POINT_THERE(person=name_staff(turn.session.contact, first=True))
        yield Sentence(text=text, role="verdict")
        return replace(turn.leave(None, (text,)), covered=tuple(held.quotes))
    if (reason := judged_reason(turn, brings=bool(held.new))) is not None:
        return (yield from _on_reason(turn, held, reason))
    count, of, source = len(held.quotes), len(held.points), _source(turn)
    if held.quotes:
        words = name_words(list(held.quotes.values()))
        text = turn.pick(SO_FAR, count=count, of=of, source=source, words=words)
        yield Sentence(text=text, role="verdict")
    else:
        text = turn.pick(NONE_FOUND, source=source)
        yield Sentence(text=text, role="notice")
    values = values_so_far(task, held, book)
    told = yield from say_values(turn, held.points, values)
    turn = _with_covered(turn.with_said((text, *told)), held)
    said = yield from ask_what_is_open(turn, held.missing)
    yield Offers(messages=(NEXT_HINT,))
    return turn.leave(record_same_level(turn.ladder, "why"), said)


def _complete(turn: ExerciseTurn, held: HeldAnswer, *, computed: bool = False) -> Work:
    """Say that every point is there; `computed`: what this message brings was told already."""
    count, source = len(held.quotes), _source(turn)
    if len(held.before) == count:
        if not computed and (rule := rule_for(turn)) is not None and turn.task.fresh is not None:
            text, confirmed = put_beside(turn, rule, section_of([rule]))
            if confirmed:  # something beyond the exercise, of which the course speaks
                yield Sentence(text=text, role="notice")
                yield rule
                return replace(turn.leave(None, (text,)), covered=tuple(held.quotes))
        text = turn.pick(STILL_COMPLETE)
    elif held.before and not computed:
        text = NOW_COMPLETE(count=count, source=source, words=name_words(held.new))
    else:
        text = ALL_THERE(count=count, source=source)
    yield Sentence(text=text, role="verdict")
    left = turn.leave(record_right_attempt(turn.ladder), (text,))
    return replace(left, covered=tuple(held.quotes))


def _react(turn: ExerciseTurn, held: HeldAnswer, *, seen: bool, computed: bool) -> Said:
    """Say what this message brings, in its own words; nothing that it lacks is called wrong.

    `computed`: something was said of it already.
    """
    said: tuple[str, ...] = ()
    count, of, source = len(held.quotes), len(held.points), _source(turn)
    if held.new and held.before:
        text = turn.pick(SOME_MORE, count=count, of=of, words=name_words(held.new))
        yield Sentence(text=text, role="verdict")
        said = (text,)
    elif held.new:
        words = name_words(held.new)
        text = turn.pick(SOME_THERE, count=count, of=of, source=source, words=words)
        yield Sentence(text=text, role="verdict")
        said = (text,)
    if slip := _slip(turn, held):
        yield Sentence(text=slip, role="notice")
        return (*said, slip)
    if said or computed or held.values or held.steps or held.lists:
        return said
    text = _of_nothing_new(turn, count, of, guesses=held.guesses, seen=seen)
    yield Sentence(text=text, role="notice")
    if seen or turn.hearing.insists or MAY_MISS() in turn.task.earlier_hints:
        return (text,)
    yield Sentence(text=MAY_MISS(), role="notice")
    return (text, MAY_MISS())


def _of_nothing_new(turn: ExerciseTurn, count: int, of: int, *, guesses: bool, seen: bool) -> str:
    """Return what is said of a message in which no further point was found."""
    fresh = turn.task.fresh or ""
    if turn.hearing.insists:
        person = name_staff(turn.session.contact, first=True)
        return turn.pick(STANDS_AS_SENT, words=name_words([fresh]), person=person)
    if guesses and GUESSES() not in turn.said_before:
        return GUESSES()
    if seen:
        return turn.pick(NOTED, words=name_words([fresh or turn.text]))
    if count and (reasons := reasons_of(fresh)):
        return turn.pick(REASON_OPEN, words=name_words(reasons[:1]), count=count, of=of)
    if count:
        return turn.pick(NONE_FURTHER, count=count, of=of)
    return turn.pick(NONE_FOUND, source=_source(turn))


def _decided_words(held: HeldAnswer) -> list[str]:
    values = [one.words for one in held.values.values()]
    return [*held.new, *values, *(one.words for one in held.lists)]


def _slip(turn: ExerciseTurn, held: HeldAnswer) -> str:
    """Return what can be said of a sum that comes to something else, or of an opposite."""
    if held.wrong_sums:
        return turn.pick(SUM_OFF, sum=held.wrong_sums[0])
    for place, said in held.against.items():
        where = section_of(turn.sources.rule(held.points[place]))
        words = clip(said)
        if where:
            return turn.pick(AGAINST, words=words, section=where)
        return turn.pick(AGAINST_THE_TASK, words=words)
    return ""


def _source(turn: ExerciseTurn) -> str:
    return SOLUTION_TO(task=turn.task.name)


def _with_covered(turn: ExerciseTurn, held: HeldAnswer) -> ExerciseTurn:
    """Return the turn with the points found by now, so that its hints go to those that are not."""
    before = turn.task.before or turn.leave(None)
    before = replace(before, covered=tuple(held.quotes))
    return replace(turn, task=replace(turn.task, before=before))
