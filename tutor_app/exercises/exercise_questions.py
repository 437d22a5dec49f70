"""Replies to what a student asks beside an exercise: none of them does a step of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.answering.practice.exercise import exercise_words, practice_id
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    TOP_LEVEL,
    record_first_message,
    record_help_request,
    record_same_level,
    replay_events,
)
from tutor_app.domain.values import (
    Offers,
    Passage,
    Quote,
    Scores,
    Sentence,
    WorkRecord,
)
from tutor_app.exercises.answer_reply import reply_to_answer
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.decided.open_point_questions import ask_what_is_open
from tutor_app.exercises.exercise_hints import IDEA_IN_SECTION, TEACHING
from tutor_app.exercises.exercise_parts import (
    asking_parts,
    missing_points,
    open_parts,
    statement_of,
)
from tutor_app.exercises.exercise_task import Task, is_own_statement, section_of
from tutor_app.exercises.exercise_turn import ExerciseTurn, Said, Work, hint_on
from tutor_app.exercises.item_matching import without_numbers
from tutor_app.exercises.shown_item import SHOWN, item_quotes
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import PLACE, name_staff

BEGIN_WITH_PART = phrase("exercises_questions.begin_with_part", "part")
BEGIN_WITH_ALL = phrase("exercises_questions.begin_with_all")
TOLD_BESIDE = phrase("exercises_questions.told_beside", "section")
NOTHING_MORE_BESIDE = phrase("exercises_questions.nothing_more_beside", "person")
LEAD_BACK = phrase("exercises_questions.lead_back", "part")
DECIDED_BY = phrase("exercises_questions.decided_by", "section")
SMALLER = phrase("exercises_questions.smaller", "part")
SAME_ON_YOURS = phrase("exercises_questions.same_on_yours")
PRACTICE = phrase("exercises_questions.practice")
NO_PRACTICE = phrase("exercises_questions.no_practice")
LEFT_TO_DO = phrase("exercises_questions.left_to_do", "task", "part")
NEXT_ITEM = phrase("exercises_questions.next_item", "done", "task")
LAST_ITEM = phrase("exercises_questions.last_item")
WHICH_REASON = phrase("exercises_questions.which_reason")
BY_ITS_WORDS = phrase("exercises_questions.by_its_words", "part")
ITEM_HOLDS = phrase("exercises_questions.item_holds")
TEST_IT = phrase("exercises_questions.test_it", "part")
REASON_DECIDES = phrase("exercises_questions.reason_decides", "section")
EXAMPLE_IN = phrase("exercises_hints.example_in", "section")
NO_OTHER_EXAMPLE = phrase("exercises_hints.no_other_example")
SIMILAR_EXERCISE = phrase("exercises_hints.similar_exercise", "place", "words")
INSTEAD_OF_ANSWER = phrase("exercises_open_work.instead_of_answer", "next_hint")
KEEP_TO_THAT = phrase("exercises_open_work.keep_to_that", "person")
HINTS_USED_UP = phrase("exercises_open_work.hints_used_up", "person")
HINTS_USED_UP_AGAIN = phrase("exercises_open_work.hints_used_up_again", "person")
NOTHING_LEFT = phrase("exercises_open_work.nothing_left")
EVERY_POINT_THERE = phrase("exercises_open_work.every_point_there", "person")
TRY_FIRST = phrase("exercises_open_work.try_first")

LEAST_REASON = 5  # content words of a protest that has its reason
SHORT_STATEMENT = 40  # words: as a whole it is read at once
LEAST_TELLING = 2  # content words of a question that can be looked up by itself


def show_exercise(turn: ExerciseTurn) -> Work:
    """Show an exercise that a message names, with the section behind it and where to begin."""
    task, sources = turn.task, turn.sources
    event = record_first_message(turn.ladder)
    item, book = task.item, sources.book
    shown = item_quotes(item, book) if item is not None and book is not None else []
    if shown:
        yield turn.line(SHOWN, "lead_in", task=task.name)
        yield from shown
    if turn.ladder.level:  # the conversation comes back to it
        return (yield from hint_on(turn, event))
    said: list[str] = []
    if where := section_of(sources.rule(statement_of(task))):
        said += [IDEA_IN_SECTION(task=task.name, section=where), where]
        yield Sentence(text=said[0], role="hint")
    parts = open_parts(task, sources.book)
    if len(parts) > 1:
        text = turn.pick(BEGIN_WITH_PART, part=parts[0])
        said += [text, parts[0]]
    else:
        text = turn.pick(BEGIN_WITH_ALL)
        said.append(text)
    yield Sentence(text=text, role="question")
    yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, tuple(said))


def tell_beside(turn: ExerciseTurn) -> Work:
    """Answer a question near the exercise by the course, and lead back once; the ladder waits."""
    if turn.told is not None:  # a shared word would answer nothing: the work is what can be judged
        return (yield from reply_to_answer(replace(turn, task=turn.told)))
    near = f"{turn.task.statement}\n{turn.text}"
    # Few words alone may be near to anything.
    telling = len(set(tokens(without_numbers(turn.text)))) >= LEAST_TELLING
    found = _unseen(turn, [turn.text, near] if telling else [near])
    if found is None:
        yield turn.line(NOTHING_MORE_BESIDE, "notice", person=turn.person)
        return turn.leave(None)
    text = turn.pick(TOLD_BESIDE, section=section_of([found]))
    yield Sentence(text=text, role="lead_in")
    yield found
    said = (text, *_marked(found))
    return turn.leave(None, (*said, *(yield from _lead_back(turn))))


def tell_what_decides(turn: ExerciseTurn) -> Work:
    """Answer "why?": the section that what was said last rests on, in the course's own words."""
    missing = missing_points(turn.task)
    statement = statement_of(turn.task)
    found = _unseen(turn, [*([missing[0]] if missing and turn.task.attempt else []), statement])
    event = record_same_level(turn.ladder, "why")
    if found is None:
        return (yield from hint_on(turn, event))
    text = turn.pick(DECIDED_BY, section=section_of([found]))
    yield Sentence(text=text, role="lead_in")
    yield found
    said = (text, section_of([found]), *_marked(found))
    return turn.leave(event, (*said, *(yield from _lead_back(turn))))


def give_example(turn: ExerciseTurn) -> Work:
    """Show an example that the course works, and have it set beside the exercise."""
    event = record_same_level(turn.ladder, "why")
    for quote in turn.sources.examples(turn.task.statement):
        if not set(_marked(quote)) & set(turn.task.earlier_hints):
            text = EXAMPLE_IN(section=section_of([quote]))
            yield Sentence(text=text, role="lead_in")
            yield quote
            ask = turn.pick(SAME_ON_YOURS)
            yield Sentence(text=ask, role="question")
            return turn.leave(event, (text, *_marked(quote), ask))
    yield Sentence(text=NO_OTHER_EXAMPLE(), role="notice")
    return (yield from make_smaller(turn))


def make_smaller(turn: ExerciseTurn) -> Work:
    """Give the exercise's next small part."""
    parts = sorted(open_parts(turn.task, turn.sources.book), key=len)
    part = next((one for one in parts if one not in turn.task.earlier_hints), parts[0])
    text = turn.pick(SMALLER, part=part)
    event = record_same_level(turn.ladder, "why")
    if text in turn.said_before:  # every wording was used for this part
        return (yield from hint_on(turn, event))
    yield Sentence(text=text, role="hint")
    if event.level < LADDER_END:
        yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, (text, part))


def give_practice(turn: ExerciseTurn) -> Work:
    """Give another exercise of the kind; it is what the conversation is at from then on."""
    told = "\n".join(turn.task.earlier_hints)
    for chunk, _ in turn.sources.exercises(statement_of(turn.task)):
        words = exercise_words(Passage(chunk=chunk, scores=Scores()))
        own_id = practice_id(chunk)
        if words in told or own_id == turn.task.key or own_id in turn.session.offered:
            continue
        text = turn.pick(PRACTICE)
        yield Sentence(text=text, role="lead_in")
        place = PLACE(file=chunk.document.title, page=chunk.page)
        offered = SIMILAR_EXERCISE(place=place, words=words)
        yield Sentence(text=offered, role="exercise", passage_id=chunk.id, practice_id=own_id)
        return WorkRecord(
            kind="exercise",
            key=own_id,
            text=words,
            hints=(*turn.task.earlier_hints, text, offered),
            ladder=(record_first_message(replay_events(own_id, turn.session.ladder.hold(own_id))),),
        )
    yield Sentence(text=NO_PRACTICE(), role="notice")
    return turn.leave(record_same_level(turn.ladder, "why"), (NO_PRACTICE(),))


def give_hint_for(turn: ExerciseTurn) -> Work:
    """Give the next hint: one level up."""
    if not turn.ladder.level and not turn.ladder.solved:
        return (yield from show_exercise(turn))
    event = record_help_request(turn.ladder)
    left = yield from hint_on(turn, event)
    if event.level == turn.ladder.level < TOP_LEVEL and not turn.ladder.again:
        yield Sentence(text=TRY_FIRST(), role="notice")
    return left


def keep_the_answer(turn: ExerciseTurn) -> Work:
    """Say what is done instead of handing over an answer, and make the next step smaller."""
    task, ladder = turn.task, turn.ladder
    if ladder.solved or _has_all(task):
        text = turn.pick(NOTHING_LEFT)
        yield Sentence(text=text, role="verdict")
        return turn.leave(None, (text,))
    event = record_same_level(ladder, "pressed")
    if ladder.level >= LADDER_END:
        used_up = HINTS_USED_UP_AGAIN if ladder.pressed % 2 else HINTS_USED_UP
        yield Sentence(text=used_up(person=turn.person), role="notice")
        return turn.leave(event)
    ways = INSTEAD_OF_ANSWER.wordings(next_hint=as_label(NEXT_HINT))
    person = name_staff(turn.session.contact, first=True)
    text = next((way for way in ways if way not in turn.said_before), KEEP_TO_THAT(person=person))
    yield Sentence(text=text, role="notice")
    if not ladder.level:  # the exercise begins with this message
        return (yield from show_exercise(turn))
    parts = sorted(open_parts(task, turn.sources.book), key=len)
    part = next((one for one in parts if one not in task.earlier_hints), parts[0])
    said = [text]
    if part != statement_of(task).strip():
        said += [turn.pick(SMALLER, part=part), part]
        yield Sentence(text=said[1], role="hint")
    yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, tuple(said))


def go_on(turn: ExerciseTurn) -> Work:
    """After an acknowledgement: what is left of the exercise, or the next one where nothing is."""
    task = turn.task
    following = _next_item(turn)
    if turn.ladder.solved:
        if following is None:
            yield Sentence(text=LAST_ITEM(), role="notice")
            return turn.leave(None, (LAST_ITEM(),))
        text = turn.pick(NEXT_ITEM, done=_capital(task.name), task=following.name)
        yield Sentence(text=text, role="pointer")
        yield Offers(messages=(following.name,))
        return turn.leave(None, (text,))
    event = record_same_level(turn.ladder, "why")
    if task.attempt is not None and (missing := missing_points(task)):
        said = yield from ask_what_is_open(turn, missing)
    else:
        parts = open_parts(task, turn.sources.book)
        part = next((one for one in parts if one not in task.earlier_hints), parts[0])
        said = (turn.pick(LEFT_TO_DO, task=task.name, part=part), part)
        yield Sentence(text=said[0], role="question")
    yield Offers(messages=(NEXT_HINT,))
    return turn.leave(event, said)


def ask_for_the_reason(turn: ExerciseTurn) -> Work:
    """Where a student disagrees: ask for their reason, then show the section that decides."""
    if turn.ladder.solved:
        text = EVERY_POINT_THERE(person=name_staff(turn.session.contact, first=True))
        yield Sentence(text=text, role="verdict")
        return turn.leave(None)
    event = record_same_level(turn.ladder, "why")
    parts = asking_parts(statement_of(turn.task))
    part = next((one for one in reversed(turn.task.earlier_hints) if one in parts), "")
    if part and len(set(tokens(turn.text))) >= LEAST_REASON:  # the reason is told already
        whole = statement_of(turn.task).strip()
        part = whole if len(whole.split()) <= SHORT_STATEMENT else part
        text = turn.pick(BY_ITS_WORDS, part=part)
        yield Sentence(text=text, role="question")
        return turn.leave(event, (text, part))
    asked = any(way in turn.task.earlier_hints for way in WHICH_REASON.wordings())
    found = _unseen(turn, [turn.text, statement_of(turn.task)]) if asked else None
    if found is None:
        text = turn.pick(WHICH_REASON)
        yield Sentence(text=text, role="question")
        return turn.leave(event, (text,))
    text = turn.pick(REASON_DECIDES, section=section_of([found]))
    yield Sentence(text=text, role="notice")
    yield found
    return turn.leave(event, (text, *_marked(found)))


def say_item_holds(turn: ExerciseTurn) -> Work:
    """Tell who takes the exercise itself for wrong that it holds, and have their reason tested.

    The part to test it on is the one that the message is nearest to.
    """
    said_words = set(tokens(turn.text))
    parts = asking_parts(statement_of(turn.task))
    part = max(parts, key=lambda one: len(set(tokens(one)) & said_words))
    said = (turn.pick(ITEM_HOLDS), turn.pick(TEST_IT, part=part), part)
    yield Sentence(text=said[0], role="verdict")
    yield Sentence(text=said[1], role="question")
    yield Offers(messages=(NEXT_HINT,))
    return turn.leave(record_same_level(turn.ladder, "why"), said)


def _has_all(task: Task) -> bool:
    """Return whether every point of the item's solution was found by now."""
    return task.item is not None and bool(task.item.solution) and not missing_points(task)


# --- what several of them need ---------------------------------------------------------------


def _lead_back(turn: ExerciseTurn) -> Said:
    """Lead back to the part that is open; not twice in a row, nor where nothing is."""
    if turn.ladder.solved or is_own_statement(turn.task):
        return ()
    parts = open_parts(turn.task, turn.sources.book)
    last = turn.session.before[-1].said if turn.session.before else ()
    ways = [way for part in parts for way in LEAD_BACK.wordings(part=part)]
    if any(way in last for way in ways):
        return ()
    asked = [one for one in turn.task.earlier_hints if one in parts]
    text = turn.pick(LEAD_BACK, part=asked[-1] if asked else parts[0])
    yield Sentence(text=text, role="pointer")
    return (text,)


def _unseen(turn: ExerciseTurn, topics: Sequence[str]) -> Quote | None:
    """Return the course's passage nearest to one of the topics that was not shown for it yet."""
    told = set(turn.task.earlier_hints)
    last = {mark for before in turn.session.before[-2:] for mark in before.quoted}
    for topic in topics:
        for quote in (*turn.sources.cite(topic), *turn.sources.places(topic)):
            if quote.kind in TEACHING and not set(_marked(quote)) & (told | last):
                return quote
    return None


def _marked(quote: Quote) -> tuple[str, ...]:
    return tuple(mark.text for mark in quote.marked)


def _next_item(turn: ExerciseTurn) -> AssignmentItem | None:
    """Return the item that follows on the same sheet."""
    item, book = turn.task.item, turn.sources.book
    if item is None or book is None:
        return None
    sheet = [one for one in book.items if one.document == item.document]
    at = next((place for place, one in enumerate(sheet) if one.id == item.id), len(sheet))
    return sheet[at + 1] if at + 1 < len(sheet) else None


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
