"""The student's own work where nothing exact can decide: no verdict, and the next step asked for.

What moves the hint ladder are the tables of docs/teaching.md, column "exercise without engine".
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from itertools import chain

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.items import Item
from tutor_app.strategies.asides import NEXT_HINT, Aside, aside
from tutor_app.strategies.exercise_hints import Cite, Sourcebook, give_hint
from tutor_app.strategies.exercise_task import Task, come_back, read_task, section_of, task_of
from tutor_app.strategies.ladder import ENDED, TOP, Ladder, climb, first, stays, stuck
from tutor_app.strategies.question_checks import shown_text, terms
from tutor_app.strategies.way_on import who
from tutor_app.teaching import LadderEvent, WorkRecord
from tutor_app.values import Event, Message, Offers, Quote, Sentence, Session

MOST_HINTS = 60
CANNOT_CHECK = (
    "I can't check this: nothing exact decides a text like yours, so I give no verdict on it.",
    "This part I can't check either, so again no verdict from me.",
    "No verdict on this one, for the same reason.",
)
YOURS = (
    "That is a step of the exercise, so it is yours to work out. What the course says of it:",
    "This one is yours to find, too. The course's words for it:",
)
INSTEAD = (
    f"I don't hand an answer over here. What I do instead: press “{NEXT_HINT}” and I say more, or "
    "send your next step and I put it beside the course's rule.",
    "The answer stays yours to write. One sentence of yours is enough, however unsure you are: I "
    f"put the course's words beside it. Or press “{NEXT_HINT}”.",
    "That stays so, also when time is short. The quickest way on is your next sentence, or "
    f"“{NEXT_HINT}”.",
)
USED_UP = (
    "I don't hand an answer over, and my hints on this one are used up. What you have is worth "
    "showing to {who}.",
    "My hints on this one are used up. {Who} can go on from here.",
)
SOLVED = "Your answer has every point already: there is nothing left that I could hand over."
SURE = (
    "Yes: every point is there, as far as its words tell. {who} can say more about how it is put."
)
TRY_FIRST = "Send me a first sentence of your own, however unsure, and I can say more."
WHICH = (
    "Which exercise is this about? Name it, as in “exercise 2 of assignment 1”, or send its text "
    "with what you have so far.",
    "I still need to know what this is about: its number, or the words of the task. Which is it?",
)
# "Is it S, A, B?" is an answer; this asks for one.
_ASKS = re.compile(
    r"(?i)\W*(?:(?:ok|and|but|so|then|hey|wait),? )*(?:who|when|where|what|which|how)\b"
)

Work = Generator[Event, None, WorkRecord | None]


def help_check(
    message: Message,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
) -> Work:
    """Yield what is said of open work; return what the turn leaves for the next one.

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
    ladder = climb(task_read.key, session.ladder.hold(task_read.key))
    if task_read.fresh is not None and _ASKS.match(message.text):
        before = task_read.before.attempt if task_read.before is not None else None
        task_read = replace(task_read, attempt=before)
        if ladder.level:
            return (yield from _asked_of_it(task_read, ladder, session, sources))
        return (yield from hinted(task_read, first(ladder), sources))
    if task_read.fresh is None:
        return (yield from hinted(task_read, first(ladder), sources))
    return (yield from _beside_the_rule(task_read, ladder, sources))


def other_item(text: str, session: Session, book: AssignmentBook | None) -> Item | None:
    """Return the item that a message names by its number where it is not the one at hand."""
    at_hand = session.work.item if session.work is not None else None
    match = book.match(text, at_hand) if book is not None else None
    if match is None or match.by != "number":
        return None
    return None if match.item.id == at_hand else match.item


def item_spoken_of(session: Session, book: AssignmentBook | None) -> Item | None:
    """Return the item that the last message was about, where no work on it is at hand."""
    if book is None or session.work is not None or not session.before:
        return None
    match = book.match(session.before[-1].question)
    return match.item if match is not None else None


def help_on(wanted: Aside, task: Task, session: Session, sources: Sourcebook) -> Work:
    """Answer a short message about the exercise at hand: the next hint, other words, no answer."""
    ladder = climb(task.key, session.ladder.hold(task.key))
    match wanted:
        case "stuck":
            return (yield from _stuck(task, ladder, sources))
        case "why":
            return (yield from hinted(task, stays(ladder, "why"), sources))
        case "pressed" | "all" if ladder.solved:
            yield Sentence(text=SOLVED, role="verdict")
            return record(task, None)
        case "pressed" | "all":
            yield Sentence(text=_instead(ladder, session), role="notice")
            if not ladder.level:  # the problem begins with this message: its first hint
                return (yield from hinted(task, first(ladder), sources))
            if ladder.level < ENDED:
                yield Offers(messages=(NEXT_HINT,))
            return record(task, stays(ladder, "pressed"))
        case "argue" if ladder.solved:
            text = SURE.format(who=who(session.contact, first=True))
            yield Sentence(text=text, role="verdict")
            return record(task, None)
        case "argue":
            text = (
                "You may well be right: I gave no verdict, and I can't. "
                f"{who(session.contact, first=True)} can look at it."
            )
            yield Sentence(text=text, role="notice")
            if ladder.level < ENDED:
                yield Offers(messages=(NEXT_HINT,))
            return record(task, stays(ladder, "why"))


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
    """Ask which exercise it is; a second time in a row in other words."""
    last = session.before[-1].said if session.before else ()
    return WHICH[WHICH[0] in last]


def _instead(ladder: Ladder, session: Session) -> str:
    """Say what is done instead of handing an answer over, each time otherwise."""
    if ladder.level >= ENDED:
        text = USED_UP[ladder.pressed % 2]
        return text.format(who=who(session.contact), Who=who(session.contact, first=True))
    # What is first said to a plea that opens the exercise stands on no ladder yet.
    said = {one for before in session.before for one in before.said}
    left = [one for one in INSTEAD[ladder.pressed :] if one not in said]
    if left:
        return left[0]
    return f"I keep to that. {who(session.contact, first=True)} can look at it with you, too."


def _stuck(task: Task, ladder: Ladder, sources: Sourcebook) -> Work:
    event = stuck(ladder)
    left = yield from hinted(task, event, sources)
    if event.level == ladder.level < TOP and not ladder.again:
        yield Sentence(text=TRY_FIRST, role="notice")
    return left


def hinted(
    task: Task, event: LadderEvent, sources: Sourcebook
) -> Generator[Event, None, WorkRecord]:
    """Yield the hint of the event's level, in words that were not said yet."""
    said = yield from give_hint(event.level, task, sources, again=event.cause == "why")
    if event.level < ENDED:
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
        hints=tuple(dict.fromkeys((*task.said, *said)))[-MOST_HINTS:],
        covered=task.before.covered if task.before is not None else (),
        ladder=() if event is None else (event,),
    )


def _at_hand(work: WorkRecord, book: AssignmentBook | None) -> Task:
    item = book.item(work.item) if book is not None else None
    return Task(key=work.key, statement=work.text, item=item, attempt=work.attempt, before=work)


def _beside_the_rule(task: Task, ladder: Ladder, sources: Sourcebook) -> Work:
    """Say that this cannot be checked, show the rule, and ask for what comes next beside it."""
    event = replace(stays(ladder, "attempt"), level=min(max(ladder.level, 1), TOP))
    yield Sentence(text=CANNOT_CHECK[ladder.attempts % len(CANNOT_CHECK)], role="notice")
    return (yield from _rule(task, event, sources))


def _asked_of_it(task: Task, ladder: Ladder, session: Session, sources: Sourcebook) -> Work:
    """Show the rule that a question about the exercise at hand turns on; it is no attempt."""
    said = session.before[-1].said if session.before else ()
    yield Sentence(text=YOURS[YOURS[0] in said], role="notice")
    return (yield from _rule(task, stays(ladder, "why"), sources))


def _rule(task: Task, event: LadderEvent, sources: Sourcebook) -> Work:
    topics = (
        (task.statement, f"{task.statement}\n{task.fresh}") if task.item else (task.fresh or "",)
    )
    rules = chain.from_iterable(map(sources.places, topics))
    rule = next((quote for quote in rules if section_of([quote]) not in task.said), None)
    if rule is None:
        return (yield from hinted(task, event, sources))
    where = section_of([rule])
    if used := _used(task, rule):
        yield Sentence(text=f"Your work takes up what the course names here: {used}.", role="hint")
    yield rule
    question = f"What do you write next, and which words of section {where} allow it?"
    yield Sentence(text=question, role="question")
    yield Offers(messages=(NEXT_HINT,))
    return record(task, event, (where,))


def _used(task: Task, rule: Quote) -> str:
    """Return up to three words of the course's passage that the student brought to the exercise.

    As they wrote them; a word that the exercise itself has says nothing of their work.
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
