"""The student's own work where nothing exact can decide: no verdict, a question about the next
step.

The tables of docs/teaching.md (column "an exercise or answer") say what moves the hint ladder.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from itertools import chain

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    TOP_LEVEL,
    Ladder,
    record_first_message,
    record_help_request,
    record_same_level,
    replay_events,
)
from tutor_app.domain.lexicon import QUESTION_WORDS
from tutor_app.domain.teaching import LadderEvent, WorkRecord
from tutor_app.domain.values import Event, Message, Offers, Quote, Sentence, Session
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_hints import Cite, Sourcebook, give_hint
from tutor_app.exercises.exercise_task import Task, come_back, read_task, section_of, task_of
from tutor_app.understanding.dialogue_acts import NEXT_HINT, Aside, aside
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_staff

MOST_HINTS = 60
CANNOT_CHECK = phrase("exercises_open_work.cannot_check")
YOURS_TO_FIND = phrase("exercises_open_work.yours_to_find")
INSTEAD_OF_ANSWER = phrase("exercises_open_work.instead_of_answer", "next_hint")
KEEP_TO_THAT = phrase("exercises_open_work.keep_to_that", "person")
HINTS_USED_UP = phrase("exercises_open_work.hints_used_up", "person")
HINTS_USED_UP_AGAIN = phrase("exercises_open_work.hints_used_up_again", "person")
NOTHING_LEFT = phrase("exercises_open_work.nothing_left")
EVERY_POINT_THERE = phrase("exercises_open_work.every_point_there", "person")
NO_VERDICT_GIVEN = phrase("exercises_open_work.no_verdict_given", "person")
TRY_FIRST = phrase("exercises_open_work.try_first")
WHICH_EXERCISE = phrase("exercises_open_work.which_exercise")
TAKES_UP = phrase("exercises_open_work.takes_up", "words")
WHAT_NEXT = phrase("exercises_open_work.what_next", "section")

# "Is it S, A, B?" is an answer; this asks for one. "Why?" asks for the hint in other words.
_ASKING = "|".join(word for word in QUESTION_WORDS if word not in ("whom", "why"))
_ASKS = re.compile(rf"(?i)\W*(?:(?:ok|and|but|so|then|hey|wait),? )*(?:{_ASKING})\b")

Work = Generator[Event, None, WorkRecord | None]


def help_check(
    message: Message,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
) -> Work:
    """Yield the reply to open work; return what the turn leaves for the next one.

    `book` holds the assignments of the course; without it no message is matched to an item.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    wanted = aside(message.text)
    if wanted is not None and (task := _asked_about(message.text, session, book)) is not None:
        return (yield from help_on(wanted, task, session, sources))
    task_read = read_task(message.text, session, book)
    if task_read is None:
        yield Sentence(text=_which(session), role="question")
        return session.work
    ladder = replay_events(task_read.key, session.ladder.hold(task_read.key))
    if task_read.fresh is not None and _ASKS.match(message.text):
        before = task_read.before.attempt if task_read.before is not None else None
        task_read = replace(task_read, attempt=before)
        if ladder.level:
            return (yield from _asked_of_it(task_read, ladder, session, sources))
        return (yield from hint_on(task_read, record_first_message(ladder), sources))
    if task_read.fresh is None:
        return (yield from hint_on(task_read, record_first_message(ladder), sources))
    return (yield from _beside_the_rule(task_read, ladder, sources))


def other_item(text: str, session: Session, book: AssignmentBook | None) -> AssignmentItem | None:
    """Return the item that a message names by its number, if it is not the one at hand."""
    at_hand = session.work.item if session.work is not None else None
    match = book.match(text, at_hand) if book is not None else None
    if match is None or match.by != "number":
        return None
    return None if match.item.id == at_hand else match.item


def item_spoken_of(session: Session, book: AssignmentBook | None) -> AssignmentItem | None:
    """Return the item that the last message was about, if no work on it is at hand."""
    if book is None or session.work is not None or not session.before:
        return None
    match = book.match(session.before[-1].question)
    return match.item if match is not None else None


def help_on(wanted: Aside, task: Task, session: Session, sources: Sourcebook) -> Work:
    """Answer a short message about the exercise at hand: the next hint, other words, no answer."""
    ladder = replay_events(task.key, session.ladder.hold(task.key))
    match wanted:
        case "stuck":
            return (yield from _stuck(task, ladder, sources))
        case "why":
            return (yield from hint_on(task, record_same_level(ladder, "why"), sources))
        case "pressed" | "all" if ladder.solved:
            yield Sentence(text=NOTHING_LEFT(), role="verdict")
            return record(task, None)
        case "pressed" | "all":
            yield Sentence(text=_instead(ladder, session), role="notice")
            if not ladder.level:  # the problem begins with this message: its first hint
                return (yield from hint_on(task, record_first_message(ladder), sources))
            if ladder.level < LADDER_END:
                yield Offers(messages=(NEXT_HINT,))
            return record(task, record_same_level(ladder, "pressed"))
        case "argue" if ladder.solved:
            text = EVERY_POINT_THERE(person=name_staff(session.contact, first=True))
            yield Sentence(text=text, role="verdict")
            return record(task, None)
        case "argue":
            text = NO_VERDICT_GIVEN(person=name_staff(session.contact, first=True))
            yield Sentence(text=text, role="notice")
            if ladder.level < LADDER_END:
                yield Offers(messages=(NEXT_HINT,))
            return record(task, record_same_level(ladder, "why"))


def _asked_about(text: str, session: Session, book: AssignmentBook | None) -> Task | None:
    """Return the exercise that a short message is about: the item it names, else that at hand."""
    work = session.work
    heard = work.hints if work is not None else ()
    item = other_item(text, session, book) or item_spoken_of(session, book)
    if item is not None:
        return come_back(task_of(item, None, heard), session)
    if work is None or work.kind == "program" or not work.text:
        return None
    return _at_hand(work, book)


def _which(session: Session) -> str:
    """Ask which exercise it is; the second time in a row, in other words."""
    last = session.before[-1].said if session.before else ()
    record_first_message, second = WHICH_EXERCISE.wordings()
    return second if record_first_message in last else record_first_message


def _instead(ladder: Ladder, session: Session) -> str:
    """Say what the tutor does instead of handing over an answer, each time in other words."""
    person = name_staff(session.contact, first=True)
    if ladder.level >= LADDER_END:
        if ladder.pressed % 2:
            return HINTS_USED_UP_AGAIN(person=person)
        return HINTS_USED_UP(person=name_staff(session.contact))
    # What is first said to a plea that opens the exercise stands on no ladder yet.
    said = {one for before in session.before for one in before.said}
    ways = INSTEAD_OF_ANSWER.wordings(next_hint=NEXT_HINT)[ladder.pressed :]
    return next((way for way in ways if way not in said), KEEP_TO_THAT(person=person))


def _stuck(task: Task, ladder: Ladder, sources: Sourcebook) -> Work:
    event = record_help_request(ladder)
    left = yield from hint_on(task, event, sources)
    if event.level == ladder.level < TOP_LEVEL and not ladder.again:
        yield Sentence(text=TRY_FIRST(), role="notice")
    return left


def hint_on(
    task: Task, event: LadderEvent, sources: Sourcebook
) -> Generator[Event, None, WorkRecord]:
    """Yield the hint of the event's level, in words that were not used yet."""
    said = yield from give_hint(event.level, task, sources, again=event.cause == "why")
    if event.level < LADDER_END:
        yield Offers(messages=(NEXT_HINT,))
    return record(task, event, said)


def record(
    task: Task, event: LadderEvent | None, said: tuple[str, ...] = (), kind: str = "exercise"
) -> WorkRecord:
    """Return what the turn leaves for the next one."""
    return WorkRecord(
        kind="answer" if kind == "answer" else "exercise",
        key=task.key,
        text=task.statement,
        item=task.item.id if task.item is not None else None,
        attempt=task.attempt,
        hints=tuple(dict.fromkeys((*task.earlier_hints, *said)))[-MOST_HINTS:],
        covered=task.before.covered if task.before is not None else (),
        ladder=() if event is None else (event,),
    )


def _at_hand(work: WorkRecord, book: AssignmentBook | None) -> Task:
    item = book.item(work.item) if book is not None else None
    return Task(key=work.key, statement=work.text, item=item, attempt=work.attempt, before=work)


def _beside_the_rule(task: Task, ladder: Ladder, sources: Sourcebook) -> Work:
    """Say that this cannot be checked, show the rule, and ask for what comes next beside it."""
    event = replace(
        record_same_level(ladder, "attempt"), level=min(max(ladder.level, 1), TOP_LEVEL)
    )
    ways = CANNOT_CHECK.wordings()
    yield Sentence(text=ways[ladder.attempts % len(ways)], role="notice")
    return (yield from _rule(task, event, sources))


def _asked_of_it(task: Task, ladder: Ladder, session: Session, sources: Sourcebook) -> Work:
    """Show the rule that a question about the exercise at hand turns on; it is no attempt."""
    said = session.before[-1].said if session.before else ()
    first_time, again = YOURS_TO_FIND.wordings()
    yield Sentence(text=again if first_time in said else first_time, role="notice")
    return (yield from _rule(task, record_same_level(ladder, "why"), sources))


def _rule(task: Task, event: LadderEvent, sources: Sourcebook) -> Work:
    topics = (
        (task.statement, f"{task.statement}\n{task.fresh}") if task.item else (task.fresh or "",)
    )
    rules = chain.from_iterable(map(sources.places, topics))
    rule = next((quote for quote in rules if section_of([quote]) not in task.earlier_hints), None)
    if rule is None:
        return (yield from hint_on(task, event, sources))
    where = section_of([rule])
    if used := _used(task, rule):
        yield Sentence(text=TAKES_UP(words=used), role="hint")
    yield rule
    yield Sentence(text=WHAT_NEXT(section=where), role="question")
    yield Offers(messages=(NEXT_HINT,))
    return record(task, event, (where,))


def _used(task: Task, rule: Quote) -> str:
    """Return up to three words of the course's passage that the student brought to the exercise.

    They are spelled as the student wrote them; words of the exercise itself do not count.
    """
    given = terms(task.statement) if task.item is not None else frozenset()
    known = terms(shown_text(rule)) - given
    found: dict[frozenset[str], str] = {}
    for word in (task.fresh or "").split():
        bare = word.strip(".,;:!?()“”\"'")
        stem = terms(bare)
        if stem and stem <= known and len(bare) > 4:
            found.setdefault(stem, bare.casefold())
    return ", ".join(f"“{word}”" for word in list(found.values())[:3])
