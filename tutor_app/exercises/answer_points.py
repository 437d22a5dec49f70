"""Answer evaluation, a help that the student picks: which points of the solution their answer has.

Code finds the points, and a model that holds the duty those that are put in other words. The reply
names the ones that are new in the student's own words and asks about one that is not found, by the
section of the course that it belongs to and never by its content. What is not found is not called
wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.hint_ladder import (
    is_further,
    record_right_attempt,
    record_wrong_attempt,
    replay_events,
)
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import Event, Message, Offers, Sentence, Session
from tutor_app.exercises import answer_words as words
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import split_statements
from tutor_app.exercises.contradiction import opposed
from tutor_app.exercises.exercise_hints import Cite, Sourcebook, give_hint, unused_part
from tutor_app.exercises.exercise_task import (
    Task,
    own_work,
    read_task,
    section_of,
    without_asking,
)
from tutor_app.exercises.item_matching import names_sheet
from tutor_app.exercises.rubric_matching import NEW_MESSAGE, cover, ruled_out, sentences_of
from tutor_app.exercises.short_answers import guessed
from tutor_app.exercises.work_without_verdict import help_on, hint_on, record
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.dialogue_acts import NEXT_HINT, aside

Work = Generator[Event, None, WorkRecord | None]
# Says which points an answer to an exercise has, by their places: exercise, points, answer.
Judge = Callable[[str, Sequence[str], str], Generator[Event, None, frozenset[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Points:
    """What the answer is held against: the solution's points, else those of a passage."""

    texts: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """An answer beside the points: the sentence of it that has a point, by the point's place.

    `before` are those that it had before this message; `guesses`: it tries one value after the
    other.
    """

    quotes: dict[int, str]
    before: frozenset[int]
    points: _Points
    guesses: bool = False

    @property
    def new(self) -> list[str]:
        return [text for place, text in self.quotes.items() if place not in self.before]

    @property
    def missing(self) -> list[str]:
        return [text for at, text in enumerate(self.points.texts) if at not in self.quotes]


def evaluate_answer(
    message: Message,
    session: Session,
    cite: Cite,
    book: AssignmentBook | None = None,
    judge: Judge | None = None,
) -> Work:
    """Yield which points the answer has and a question about one more; return what is left.

    `book` holds the assignments of the course with their locked solutions; `judge` is a model that
    holds the duty.
    """
    sources = Sourcebook(cite=cite, book=book, contact=session.contact)
    task = read_task(message.text, session, book)
    wanted = aside(message.text)
    if wanted is not None and task is not None and task.before is not None and task.statement:
        left = yield from help_on(wanted, _as_before(task), session, sources)
        return None if left is None else replace(left, kind="answer")
    if task is None or (wanted is not None and task.item is None):
        yield Sentence(text=_which(session), role="question")
        return _waiting(session, own_work(message.text, "") if wanted is None else None)
    task = _with_little(task, message.text)
    if task.fresh is None or task.attempt is None:
        text = words.unsaid(words.asks_for_answer(task.name), task.earlier_hints)
        yield Sentence(text=text, role="question")
        return record(task, None, (text,), kind="answer")
    points = _points(task, sources)
    if points is None or book is None:
        yield Sentence(text=_which(session), role="question")
        return _waiting(session, task.attempt)
    held = yield from _hold(task, points, book, judge)
    return (yield from _say(task, held, session, sources))


def has_solution(text: str, session: Session, book: AssignmentBook) -> bool:
    """Return whether a message is about an item whose solution the course has."""
    task = read_task(text, session, book)
    return task is not None and task.item is not None and bool(task.item.solution)


def answers_named_item(text: str, session: Session, book: AssignmentBook) -> bool:
    """Return whether a message names an item whose solution the course has, and answers it."""
    match = book.match(text, session.work.item if session.work is not None else None)
    if match is None or match.by != "number" or not match.item.solution:
        return False
    task = read_task(text, session, book)
    return task is not None and _with_little(task, text).fresh is not None


def has_every_point(text: str, session: Session, book: AssignmentBook) -> bool:
    """Return whether code finds every point of the item's solution in what the student has."""
    task = read_task(text, session, book)
    if task is None or task.item is None or not task.item.solution or task.fresh is None:
        return False
    points = task.item.solution
    found = cover(task.attempt or "", points, task.statement, book.embedder, book.index.rarity)
    return all(point.said is not None for point in found)


def _as_before(task: Task) -> Task:
    """Return the task with the work of before: a short request for help is no new work."""
    before = task.before
    return task if before is None else replace(task, attempt=before.attempt)


def _with_little(task: Task, text: str) -> Task:
    """Return the task with an answer that is too short to be known as one where it stands alone.

    It stands behind the name of its item, "item 4: yes, it is", or adds to what there is already.
    """
    if task.fresh is not None:
        return task
    head, _, rest = text.partition(":")
    named = names_sheet(head)
    said = without_asking(rest if named else text)
    before = task.before.attempt if task.before is not None else None
    if not tokens(said) or not (named or before):
        return task
    whole = NEW_MESSAGE.join(part for part in (before, said) if part)
    return replace(task, attempt=whole, fresh=said)


def _which(session: Session) -> str:
    """Ask which exercise it is; a second time in a row in other words."""
    last = session.before[-1].said if session.before else ()
    return words.WHICH[words.WHICH[0] in last]


def _waiting(session: Session, attempt: str | None) -> WorkRecord | None:
    """Keep the answer until its exercise is named."""
    if attempt is None:
        return session.work
    return WorkRecord(kind="answer", key="", text="", attempt=attempt)


def _points(task: Task, sources: Sourcebook) -> _Points | None:
    """Return the points of the item's solution, else of the passage that is nearest."""
    if task.item is not None and task.item.solution:
        return _Points(texts=task.item.solution, source=f"the solution to {task.name}")
    rule = sources.rule(task.statement)
    if not rule:
        return None
    texts = split_statements(rule[0].paragraph)
    return _Points(texts=texts, source=f"what section {section_of(rule)} says") if texts else None


def _hold(
    task: Task, points: _Points, book: AssignmentBook, judge: Judge | None
) -> Generator[Event, None, _Held]:
    """Hold all of the answer so far against the points.

    What it had before it keeps, unless this message says the opposite. A model's judgement adds
    points, save those that code can rule out, and takes none away.
    """
    attempt, texts = task.attempt or "", points.texts
    statement = task.statement if task.item else ""
    found = cover(attempt, texts, statement, book.embedder, book.index.rarity)
    quotes = {point.point: point.said for point in found if point.said is not None}
    against = {place for _, place in opposed(sentences_of(task.fresh or ""), texts)}
    covered = task.before.covered if task.before is not None else ()
    before = frozenset(covered) - against
    quotes |= {place: found[place].near for place in before - set(quotes) if place < len(found)}
    if judge is not None and len(quotes) < len(texts):
        judged = yield from judge(task.statement, texts, attempt)
        added = judged - ruled_out(attempt, texts, statement) - set(quotes)
        quotes |= {place: found[place].near for place in added}
    return _Held(
        quotes=dict(sorted(quotes.items())),
        before=before,
        points=points,
        guesses=bool(guessed(sentences_of(attempt))),
    )


def _say(task: Task, held: _Held, session: Session, sources: Sourcebook) -> Work:
    ladder = replay_events(task.key, session.ladder.hold(task.key))
    count, source = len(held.quotes), held.points.source
    if not held.missing:
        ways = words.all_there(count, source)
        text = words.unsaid(ways[1:] if len(held.before) == count else ways, task.earlier_hints)
        yield Sentence(text=text, role="verdict")
        left = record(task, record_right_attempt(ladder), (text,), kind="answer")
        return replace(left, covered=tuple(held.quotes))
    event = record_wrong_attempt(ladder, count + 1)
    if is_further(ladder, count + 1) and not held.before:
        yield Sentence(text="There is more in it than before.", role="verdict")
    task = _heard(task, (yield from _name(task, held)))
    if words.MAY_MISS not in task.earlier_hints:
        yield Sentence(text=words.MAY_MISS, role="notice")
        task = _heard(task, (words.MAY_MISS,))
    if event.level > 1:
        left = yield from hint_on(task, event, sources)
    else:
        said = yield from _ask_about_one(task, held.missing, sources)
        yield Offers(messages=(NEXT_HINT,))
        left = record(task, event, said)
    return replace(left, kind="answer", covered=tuple(held.quotes))


def _name(task: Task, held: _Held) -> Generator[Event, None, tuple[str, ...]]:
    """Name the points that are new; where there is none, say so, each time otherwise."""
    count, of, source = len(held.quotes), len(held.points.texts), held.points.source
    if not held.new:
        ways = words.no_more(count, of, source)
        if held.guesses:
            ways = (words.GUESSES, *ways)
    elif held.before:
        ways = words.some_more(held.new, count, of)
    else:
        ways = words.some_there(held.new, count, of, source)
    text = next((way for way in ways if way not in task.earlier_hints), None)
    if text is None:
        return ()
    yield Sentence(text=text, role="verdict" if held.new else "notice")
    return (text,)


def _heard(task: Task, said: tuple[str, ...]) -> Task:
    """Return the task with what was said just now among what was said before."""
    if task.before is None:
        return replace(task, heard=(*task.heard, *said))
    return replace(task, before=replace(task.before, hints=(*task.before.hints, *said)))


def _ask_about_one(
    task: Task, missing: Sequence[str], sources: Sourcebook
) -> Generator[Event, None, tuple[str, ...]]:
    """Ask about one point that was not found: by its section, else by the exercise's own words."""
    for point in missing:
        where = section_of(sources.rule(point))
        if where and where not in task.earlier_hints:
            text = f"What does section {where} add to your answer?"
            yield Sentence(text=text, role="question")
            return (where,)
    part = unused_part(task)
    if task.item is not None and part not in task.earlier_hints:
        text = f"The exercise also says: “{part}” Where does your answer take this up?"
        yield Sentence(text=text, role="question")
        return (part,)
    return (yield from give_hint(3, task, sources))
