"""The student's own work where nothing exact can decide: no verdict, and the next step asked for.

What moves the hint ladder are the tables of docs/teaching.md, column "exercise without engine".
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tutor_app.assignments.book import AssignmentBook
from tutor_app.intent import Asked
from tutor_app.strategies.asides import NEXT_HINT, Aside, aside
from tutor_app.strategies.exercise_hints import Cite, Sourcebook, give_hint
from tutor_app.strategies.exercise_task import Task, read_task, section_of
from tutor_app.strategies.ladder import ENDED, TOP, Ladder, climb, stays, stuck
from tutor_app.strategies.question_checks import shown_text, terms
from tutor_app.teaching import LadderEvent, WorkRecord
from tutor_app.values import Event, Message, Offers, Quote, Sentence, Session

MOST_HINTS = 60
CANNOT_CHECK = (
    "I can't check this: nothing exact decides a text like yours, so I give no verdict on it."
)
INSTEAD = (
    "I don't hand an answer over here. What I do instead: press “Next hint” and I say more, or "
    "send your next step and I put it beside the course's rule."
)
SOLVED = "Your answer has every point already: there is nothing left that I could hand over."
WHICH = (
    "Which exercise is this about? Name it, as in “exercise 2 of assignment 1”, or send its text "
    "with what you have so far."
)

Work = Generator[Event, None, WorkRecord | None]


def help_check(
    message: Message,
    asked: Asked,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
) -> Work:
    """Yield what is said of open work; return what the turn leaves for the next one.

    `book` holds the assignments of the course; without it no message is matched to an item.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    wanted = aside(message.text)
    work = session.work
    if wanted is not None and work is not None and work.kind != "program" and work.text:
        task = _at_hand(work, book)
        return (yield from help_on(wanted, task, session, sources))
    task_read = read_task(message.text, session, book)
    if task_read is None:
        yield Sentence(text=WHICH, role="question")
        return session.work
    ladder = climb(task_read.key, session.ladder.hold(task_read.key))
    if task_read.attempt is None:
        event = LadderEvent(
            problem_key=ladder.problem_key, level=max(ladder.level, 1), cause="first"
        )
        return (yield from hinted(task_read, event, sources))
    return (yield from _beside_the_rule(task_read, ladder, sources))


def help_on(wanted: Aside, task: Task, session: Session, sources: Sourcebook) -> Work:
    """Answer a short message about the exercise at hand: the next hint, other words, no answer."""
    ladder = climb(task.key, session.ladder.hold(task.key))
    match wanted:
        case "stuck":
            return (yield from hinted(task, stuck(ladder), sources))
        case "why":
            return (yield from hinted(task, stays(ladder, "why"), sources, again=True))
        case "pressed" | "all" if ladder.solved:
            yield Sentence(text=SOLVED, role="verdict")
            return record(task, None)
        case "pressed" | "all":
            yield Sentence(text=INSTEAD, role="notice")
            yield Offers(messages=(NEXT_HINT,))
            return record(task, stays(ladder, "pressed"))
        case "argue":
            who = session.contact or "your course staff"
            text = f"You may well be right: I gave no verdict, and I can't. {who} can look at it."
            yield Sentence(text=text[0].upper() + text[1:], role="notice")
            yield Offers(messages=(NEXT_HINT,))
            return record(task, stays(ladder, "why"))


def hinted(
    task: Task, event: LadderEvent, sources: Sourcebook, *, again: bool = False
) -> Generator[Event, None, WorkRecord]:
    """Yield the hint of the event's level."""
    said = yield from give_hint(event.level, task, sources, again=again)
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
        ladder=() if event is None else (event,),
    )


def _at_hand(work: WorkRecord, book: AssignmentBook | None) -> Task:
    item = book.item(work.item) if book is not None else None
    return Task(key=work.key, statement=work.text, item=item, attempt=work.attempt, before=work)


def _beside_the_rule(task: Task, ladder: Ladder, sources: Sourcebook) -> Work:
    """Say that this cannot be checked, show the rule, and ask for the step beside it."""
    event = LadderEvent(
        problem_key=ladder.problem_key, level=min(max(ladder.level, 1), TOP), cause="attempt"
    )
    yield Sentence(text=CANNOT_CHECK, role="notice")
    rule = sources.rule(f"{task.statement}\n{task.attempt}" if task.item else task.attempt or "")
    where = section_of(rule)
    if not rule or where in task.said:
        return (yield from hinted(task, replace(event, level=max(event.level, 2)), sources))
    if used := _used(task, rule[0]):
        yield Sentence(text=f"Your work takes up what the course names here: {used}.", role="hint")
    yield from rule
    question = f"By the rule of section {where}: which step comes next in your work, and why?"
    yield Sentence(text=question, role="question")
    yield Offers(messages=(NEXT_HINT,))
    return record(task, event, (where,))


def _used(task: Task, rule: Quote) -> str:
    """Return up to three words of the course's passage that the student's work has, as they wrote
    them."""
    known = terms(shown_text(rule))
    found: dict[frozenset[str], str] = {}
    for word in (task.attempt or "").split():
        bare = word.strip(".,;:!?()“”\"'")
        stem = terms(bare)
        if stem and stem <= known and len(bare) > 4:
            found.setdefault(stem, bare.casefold())
    return ", ".join(f"“{word}”" for word in list(found.values())[:3])
