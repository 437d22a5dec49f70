"""Which exercise a message about the student's own work concerns, and which part is their work."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tutor_app.answering.key_terms import terms
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    Quote,
    Session,
    WorkRecord,
    title_of_file,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_matching import (
    COMES,
    Match,
    names_item,
    names_sheet,
    without_numbers,
)
from tutor_app.exercises.rubric_matching import NEW_MESSAGE, sentences_of
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import asks_openly, asks_verdict, claims_by_asking, only_asks
from tutor_app.wording.catalogue import phrase

THIS_EXERCISE = phrase("exercises_hints.this_exercise")
SECTION_AND_PAGE = phrase("exercises_hints.section_and_page", "section", "file", "page")

LEAST_WORK = 3  # content words: with fewer there is nothing to look at
SAME_SENTENCE = 0.8  # share of a sentence's terms that the statement has: it is copied from there
LONGEST_WORK = 6_000  # characters of a student's work that are kept
_HEAD = 14  # words before a colon that only announce the answer
_ANNOUNCES = re.compile(
    r"^\W*(?:hi|hello|please|check|evaluate|judge|is this|here(?:'s| is)|this is|my|our|the|an?"
    r"|i think)?\b.{0,60}?\b(?:answer|solution|attempt|proof|idea|work|reasoning)\b"
    r"[^.:\n]{0,60}(?::|\bis\b|\n)",
    re.I,
)
_GREETING = re.compile(
    r"\b(?:is (?:this|that|it|my \w+) (?:right|correct|ok(?:ay)?|enough|complete)|"
    r"(?:please )?(?:check|evaluate|judge|look at) (?:this|it|my \w+)|what do you think)\b"
    r"[^.?!\n]*[?!.]?",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An exercise and what the student has written for it.

    `item` is the assignment's item, None if it is no assignment's; `statement` is its text, or
    what the student wrote of it; `attempt` all of their own work on it so far, None if there is
    none yet, and `fresh` what of it this message brings. `before` is what an earlier turn left,
    where this one goes on with it; `heard` what was said about another exercise before.
    """

    key: str
    statement: str
    item: AssignmentItem | None
    attempt: str | None
    before: WorkRecord | None = None
    fresh: str | None = None
    heard: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.item.name if self.item is not None else THIS_EXERCISE()

    @property
    def earlier_hints(self) -> tuple[str, ...]:
        """What was said before to help with it."""
        return self.before.hints if self.before is not None else self.heard


def read_task(
    text: str, session: Session, book: AssignmentBook | None, *, about_table: bool = True
) -> Task | None:
    """Return the exercise that the message is about; None if it does not mention one.

    It is the item that the message names or is near to, else the one that the conversation is
    about, else what the message itself says. `about_table`: it goes on with what is on the table.
    """
    others = ("program", "calculation")
    work = session.work if session.work is not None and session.work.kind not in others else None
    match = book.match(text, work.item if work is not None else None) if book is not None else None
    if work is not None and _goes_on(match, work, about_table=about_table):
        fresh = own_work(text, work.text)
        anew = match is not None and match.by == "number"
        item = book.item(work.item) if book is not None else None
        before = _with_said_beside(work.attempt, session, item)
        return Task(
            key=work.key,
            statement=work.text,
            item=item,
            attempt=fresh if anew and fresh else _added(before, fresh),
            before=work,
            fresh=fresh,
        )
    heard = work.hints if work is not None else ()
    if match is not None:
        waiting = work.attempt if work is not None and work.item is None else None
        fresh = own_work(text, match.item.statement) or waiting
        return come_back(task_of(match.item, fresh, heard), session)
    attempt = own_work(text, "")
    if attempt is None:
        return None
    key = _topic_key(text)
    return Task(key=key, statement=attempt, item=None, attempt=attempt, fresh=attempt, heard=heard)


def item_named(text: str, session: Session, book: AssignmentBook | None) -> AssignmentItem | None:
    """Return the item that a message names by its number."""
    at_hand = session.work.item if session.work is not None else None
    return book.named(text, at_hand) if book is not None else None


def task_of(item: AssignmentItem, attempt: str | None, heard: tuple[str, ...] = ()) -> Task:
    """Return the task that an item sets, when the conversation comes to it."""
    return Task(
        key=item.id,
        statement=item.statement,
        item=item,
        attempt=attempt,
        fresh=attempt,
        heard=heard,
    )


def come_back(task: Task, session: Session) -> Task:
    """Return the task with what was left on its item before others were worked on."""
    left = next((work for work in session.earlier_work if work.item == task.key), None)
    if left is None:
        return task
    before = replace(left, hints=tuple(dict.fromkeys((*left.hints, *task.heard))))
    return replace(task, attempt=_added(left.attempt, task.fresh), before=before)


def _with_said_beside(
    attempt: str | None, session: Session, item: AssignmentItem | None
) -> str | None:
    """Return an answer with what was told of its item beside questions that the course answered."""
    if attempt is None or item is None:
        return attempt
    last = reversed(session.before)
    questions = takewhile(lambda one: one.intent in ("direct", "conceptual"), last)
    about = set(tokens(" ".join((item.statement, *item.solution))))
    for exchange in reversed([*questions]):
        told = [
            one
            for one in sentences_of(own_work(exchange.question, item.statement) or "")
            if claims_by_asking(one) and len(set(tokens(one)) & about) >= LEAST_WORK
        ]
        attempt = _added(attempt, "\n".join(told) or None)
    return attempt


def _added(before: str | None, fresh: str | None) -> str | None:
    """Return a student's work with what they add to it, one paragraph per message.

    A repeated sentence is kept once.
    """
    if before is None or fresh is None:
        return before or fresh
    new = [line for line in fresh.split("\n") if line not in before.split("\n")]
    return NEW_MESSAGE.join(filter(None, (before, "\n".join(new))))[-LONGEST_WORK:]


def without_asking(text: str) -> str:
    """Return a message without the words that ask to have it checked, and without questions."""
    said = " ".join(one for one in split_sentences(text) if not only_asks(one))
    return _GREETING.sub(" ", said).strip(" ,;-")


def own_work(text: str, statement: str) -> str | None:
    """Return the student's own work in a message, without the exercise copied above it."""
    head, colon, rest = text.partition(":")
    if colon and len(head.split()) <= _HEAD and (names_item(head) or _ANNOUNCES.match(head + ":")):
        text = rest
    text = _GREETING.sub(" ", _ANNOUNCES.sub(" ", text, count=1))
    copied = terms(statement)
    kept = []
    for sentence in sentences_of(text):
        own = terms(sentence)
        if (
            own
            and statement
            and len(own & copied) >= SAME_SENTENCE * len(own)
            and sentence.endswith("?")
        ):
            continue
        asks = only_asks(sentence) or asks_verdict(sentence) or asks_openly(sentence)
        if not asks and not _only_comes_to_item(sentence):
            kept.append(sentence)
    work = "\n".join(kept)
    return work if len(set(tokens(without_numbers(work)))) >= LEAST_WORK else None


def _only_comes_to_item(text: str) -> bool:
    """Return whether a sentence comes to an item and says nothing of it: "now item 2"."""
    bare = without_numbers(text)
    return bare != text and set(tokens(bare)) <= COMES


def section_of(quotes: Sequence[Quote]) -> str:
    """Return where the first quote stands, in words; nothing if there is none."""
    if not quotes:
        return ""
    quote = quotes[0]
    file = title_of_file(quote.document_name)
    section = quote.headings[-1] if quote.headings else file
    return SECTION_AND_PAGE(section=section, file=file, page=quote.page)


def _goes_on(match: Match | None, work: WorkRecord, *, about_table: bool) -> bool:
    """True if the message is about the exercise at hand.

    An answer may be near to the text of other items too; only a number that is said leaves it.
    """
    if not work.text:
        return False
    if work.item is not None:
        return match is None or match.by == "text" or match.item.id == work.item
    return match is None and about_table


def with_little(task: Task, text: str) -> Task:
    """Return the task with an answer that is too short to be known as one where it stands alone.

    It stands behind the name of its item, "item 4: yes, it is", or is heard as an answer.
    """
    if task.fresh is not None:
        return task
    behind = words_behind_name(text)
    said = behind if behind or names_sheet(text) else without_asking(text)
    if not re.search(r"\w", said):
        return task
    before = task.before.attempt if task.before is not None else None
    return replace(task, attempt=_added(before, said), fresh=said)


def with_all(task: Task, text: str) -> Task:
    """Return the task with all of a message as work on it: "is it 54?" may give the number."""
    said = without_numbers(text).strip(" .,:;-")
    before = task.before.attempt if task.before is not None else None
    return replace(task, attempt=_added(before, said), fresh=said)


def words_behind_name(text: str) -> str:
    """Return what stands behind an item's name and a colon: "item 4 of A1: yes, it is"."""
    head, _, rest = text.partition(":")
    return without_asking(rest) if names_item(head) else ""


def without_work(task: Task, *, keeps: bool = False) -> Task:
    """Return the task without what a message brings that is no work on it: a question, a plea.

    Where it `keeps` what is told beside a question, that is part of the answer from then on.
    """
    before = task.before.attempt if task.before is not None else None
    told = statements_in(task.fresh or "") if keeps and before is not None else None
    return replace(task, attempt=_added(before, told), fresh=None)


def statements_in(text: str) -> str | None:
    """Return the sentences of a text that state something; None where there are hardly any."""
    told = "\n".join(one for one in sentences_of(text) if claims_by_asking(one))
    return told if len(set(tokens(without_numbers(told)))) >= LEAST_WORK else None


def is_own_statement(task: Task) -> bool:
    """Return whether what the student wrote is all that is known of the exercise."""
    return task.item is None and (task.attempt or "").startswith(task.statement)


def names_nothing_else(text: str) -> bool:
    """Return whether a message has no content but the name of an item: "assignment 1 item 3"."""
    return names_sheet(text) and not tokens(without_numbers(text))


def is_bare_number(text: str) -> bool:
    """Return whether a message names an item by its number, and says nothing else: "item 3?"."""
    bare = without_numbers(text)
    return bare != text and not tokens(bare)


def _topic_key(text: str) -> str:
    words = " ".join(sorted(terms(text)))
    return f"topic:{hashlib.sha256(words.encode()).hexdigest()[:16]}"
