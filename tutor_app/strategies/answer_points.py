"""Answer evaluation, a help that the student picks: which points of the solution their answer has.

Code finds the points; the reply names them in the student's own words and asks about one that it
does not find, by the section of the course that it belongs to and never by its content. What is
not found is not called wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.coverage import Covered, cover
from tutor_app.assignments.items import split_statements
from tutor_app.intent import Asked
from tutor_app.strategies.asides import NEXT_HINT, aside
from tutor_app.strategies.exercise_hints import Cite, Sourcebook, give_hint, unused_part
from tutor_app.strategies.exercise_task import Task, own_work, read_task, section_of
from tutor_app.strategies.ladder import Ladder, climb, got_further, right_attempt, wrong_attempt
from tutor_app.strategies.open_work import help_on, hinted, record
from tutor_app.teaching import WorkRecord
from tutor_app.values import Event, Message, Offers, Sentence, Session

MOST_NAMED = 3
LONGEST = 14  # words of the student's own that are said back
WHICH = (
    "Which exercise is this an answer to? Name it, as in “exercise 2 of assignment 1”; your answer "
    "is kept."
)
MAY_MISS = (
    "I go by the words: a point that you put in another way I may miss, so what I don't find is "
    "not wrong for that."
)

Work = Generator[Event, None, WorkRecord | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Points:
    """What the answer is held against: the solution's points, else those of a passage."""

    texts: tuple[str, ...]
    source: str
    topic: str


def evaluate_answer(
    message: Message,
    asked: Asked,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
) -> Work:
    """Yield which points the answer has and a question about one more; return what is left.

    `book` holds the assignments of the course with their locked solutions.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    task = read_task(message.text, session, book)
    wanted = aside(message.text)
    if wanted is not None and task is not None and task.before is not None and task.statement:
        left = yield from help_on(wanted, replace_attempt(task), session, sources)
        return None if left is None else replace(left, kind="answer")
    if task is None:
        yield Sentence(text=WHICH, role="question")
        return _waiting(session, own_work(message.text, ""))
    if task.attempt is None:
        text = f"Send your answer to {task.name}: I name the points that I find in it."
        yield Sentence(text=text, role="question")
        return record(task, None, kind="answer")
    points = _points(task, sources)
    if points is None or book is None:
        yield Sentence(text=WHICH, role="question")
        return _waiting(session, task.attempt)
    found = cover(
        task.attempt,
        points.texts,
        task.statement if task.item else "",
        book.embedder,
        book.index.rarity,
    )
    ladder = climb(task.key, session.ladder.hold(task.key))
    return (yield from _say(task, points, found, ladder, sources))


def replace_attempt(task: Task) -> Task:
    """Return the task with the work of before: a short request for help is no new work."""
    before = task.before
    return task if before is None else replace(task, attempt=before.attempt)


def _waiting(session: Session, attempt: str | None) -> WorkRecord | None:
    """Keep the answer until its exercise is named."""
    if attempt is None:
        return session.work
    return WorkRecord(kind="answer", key="", text="", attempt=attempt)


def _points(task: Task, sources: Sourcebook) -> _Points | None:
    """Return the points of the item's solution, else of the passage that is nearest."""
    if task.item is not None and task.item.solution:
        texts = task.item.solution
        return _Points(texts=texts, source=f"the solution to {task.name}", topic=task.statement)
    rule = sources.rule(task.statement)
    if not rule:
        return None
    texts = split_statements(rule[0].paragraph)
    source = f"what section {section_of(rule)} says"
    return _Points(texts=texts, source=source, topic=task.statement) if texts else None


def _say(
    task: Task,
    points: _Points,
    found: Sequence[Covered],
    ladder: Ladder,
    sources: Sourcebook,
) -> Work:
    has = [point for point in found if point.said is not None]
    missing = [point for point in found if point.said is None]
    if not missing:
        yield Sentence(text=_all_there(len(has), points.source), role="verdict")
        return record(task, right_attempt(ladder), kind="answer")
    event = wrong_attempt(ladder, missing[0].point + 1)
    if got_further(ladder, missing[0].point + 1):
        yield Sentence(text="There is more in it than before.", role="verdict")
    if has:
        yield Sentence(text=_some_there(has, len(found), points.source), role="verdict")
    else:
        text = f"I can't find the points of {points.source} in your answer by their words."
        yield Sentence(text=text, role="notice")
    if MAY_MISS not in task.said:
        yield Sentence(text=MAY_MISS, role="notice")
    if event.level > 1:
        left = yield from hinted(task, event, sources)
        return replace(left, kind="answer")
    said = yield from _ask_about_one(task, points, missing, sources)
    yield Offers(messages=(NEXT_HINT,))
    return record(task, event, (MAY_MISS, *said), kind="answer")


def _all_there(count: int, source: str) -> str:
    if count == 1:
        return f"Your answer has what {source} has. There is nothing to add."
    return f"Your answer has all {count} points of {source}. There is nothing to add."


def _some_there(has: Sequence[Covered], count: int, source: str) -> str:
    quoted = list(dict.fromkeys(_clip(point.said or "") for point in has))[:MOST_NAMED]
    words = ", ".join(f"“{text}”" for text in quoted)
    return f"Of the {count} points of {source}, your answer has {len(has)}: {words}."


def _clip(text: str) -> str:
    words = text.strip(" .;").split()
    return " ".join(words[:LONGEST]) + (" …" if len(words) > LONGEST else "")


def _ask_about_one(
    task: Task, points: _Points, missing: Sequence[Covered], sources: Sourcebook
) -> Generator[Event, None, tuple[str, ...]]:
    """Ask about one point that was not found: by its section, else by the exercise's own words."""
    for point in missing:
        where = section_of(sources.rule(points.texts[point.point]))
        if where and where not in task.said:
            text = f"What does section {where} add to your answer?"
            yield Sentence(text=text, role="question")
            return (where,)
    part = unused_part(task)
    if task.item is not None and part not in task.said:
        text = f"The exercise also says: “{part}” Where does your answer take this up?"
        yield Sentence(text=text, role="question")
        return (part,)
    return (yield from give_hint(3, task, sources))
