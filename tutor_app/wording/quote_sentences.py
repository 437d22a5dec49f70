"""Which of the few plain words stand around the course's own sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.domain.values import Passage, Quote, Sentence, Session, title_of_file
from tutor_app.wording.catalogue import phrase, unsaid

THIS_COURSE = phrase("conversation.this_course")
COURSE_STAFF = phrase("conversation.course_staff")

ANSWERED_IN = phrase("answers_quotes.answered_in", "place")
TREATED_IN = phrase("answers_quotes.treated_in", "place")
SAID_IN_FILE = phrase("answers_quotes.said_in_file", "file")
SAID_IN_SEVERAL = phrase("answers_quotes.said_in_several")
PLACE = phrase("answers_quotes.place", "file", "page")
PLACE_IN_SECTION = phrase("answers_quotes.place_in_section", "file", "page", "section")
THREAD = phrase("answers_quotes.thread", "thread")
POST_IN_THREAD = phrase("answers_quotes.post_in_thread", "thread", "post")
SEARCHED_ALSO = phrase("answers_quotes.searched_also", "words")
QUOTED = phrase("answers_quotes.quoted", "words")
BETWEEN_WORDS = phrase("answers_quotes.between_words")
READ_AS_ABOUT = phrase("answers_quotes.read_as_about", "topic")
NO_MORE = phrase("answers_quotes.no_more")
MAY_NOT_ANSWER = phrase("answers_quotes.may_not_answer")
READING_ON = phrase("answers_quotes.reading_on", "files")
NOTHING_OF_WORD = phrase("answers_quotes.nothing_of_word", "word")
EXERCISE_TO_TRY = phrase("answers_quotes.exercise_to_try", "exercise", "place", "words")
NUMBERED_EXERCISE = phrase("answers_quotes.numbered_exercise", "number")
AN_EXERCISE = phrase("answers_quotes.an_exercise")

MOST_FILES = 3  # named in one line
MOST_NAMING = 8  # words that name a topic
_SECTION_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.?\s+")
# "3." or "Exercise 3." at the start of an exercise, which the words before it say already.
_ITS_NUMBER = re.compile(r"^\W*(?:(?:exercise|problem|question|task)\s+)?\d{1,2}[.):]\s+", re.I)


def lead_in(quotes: Sequence[Quote]) -> Sentence:
    """Say where the answer stands, in one line above the quotes."""
    first = quotes[0]
    if len(quotes) == 1:
        text = ANSWERED_IN(place=name_place(first))
    elif len({quote.document_name for quote in quotes}) == 1:
        text = SAID_IN_FILE(file=_name_file(first))
    else:
        text = SAID_IN_SEVERAL()
    return Sentence(text=text, role="lead_in")


def name_nearest(quote: Quote, session: Session) -> Sentence:
    """Name where the subject is treated, above what hardly answers."""
    text = unsaid(TREATED_IN, session, place=name_place(quote))
    return Sentence(text=text, role="pointer", passage_id=quote.passage_id)


def report_spelling(spelled: Sequence[str]) -> Sentence:
    """Say which words of the course were searched for what seemed misspelled."""
    words = BETWEEN_WORDS().join(QUOTED(words=word) for word in spelled)
    return Sentence(text=SEARCHED_ALSO(words=words), role="notice")


def report_context(topic: str) -> list[Sentence]:
    """Say with which topic of the conversation a short message was searched.

    A long question is no name for one: nothing is said then.
    """
    named = _SECTION_NUMBER.sub("", topic).rstrip("?!. ")
    if len(named.split()) > MOST_NAMING:
        return []
    return [Sentence(text=READ_AS_ABOUT(topic=QUOTED(words=named)), role="lead_in")]


def end_of_material(unknown: str | None) -> Sentence:
    """Say that the course says no more than what was quoted; `unknown` is a word it never uses."""
    text = NO_MORE() if unknown is None else NOTHING_OF_WORD(word=unknown)
    return Sentence(text=text, role="notice")


def reading_on(passages: Sequence[Passage]) -> Sentence:
    """Say in which files the course speaks of a question, before its answer is chosen."""
    titles = dict.fromkeys(passage.chunk.document.title for passage in passages)
    files = BETWEEN_WORDS().join(list(titles)[:MOST_FILES])
    return Sentence(text=READING_ON(files=files), role="lead_in")


def offer_exercise(passage: Passage, words: str) -> Sentence:
    """Offer the course's exercise, in its own words."""
    chunk = passage.chunk
    text = EXERCISE_TO_TRY(
        exercise=NUMBERED_EXERCISE(number=chunk.exercise) if chunk.exercise else AN_EXERCISE(),
        place=PLACE(file=chunk.document.title, page=chunk.page),
        words=_ITS_NUMBER.sub("", words),
    )
    return Sentence(text=text, role="exercise", passage_id=chunk.id)


def name_course(session: Session) -> str:
    """Return the course's name as a sentence says it."""
    return session.course_name or THIS_COURSE()


def name_staff(contact: str, *, first: bool = False) -> str:
    """Return the person to ask; `first`: at the beginning of a sentence."""
    name = contact or COURSE_STAFF()
    return name[:1].upper() + name[1:] if first else name


def name_place(quote: Quote) -> str:
    """Return the file, page and section that a quote is from; of a forum, the thread and post."""
    if quote.origin is not None and quote.origin.role and quote.headings:
        return POST_IN_THREAD(thread=quote.origin.title, post=quote.headings[-1])
    file = title_of_file(quote.document_name)
    if not quote.headings:
        return PLACE(file=file, page=quote.page)
    return PLACE_IN_SECTION(file=file, page=quote.page, section=quote.headings[-1])


def _name_file(quote: Quote) -> str:
    """Return what a quote's file is called; a thread of a forum has a title of its own."""
    if quote.origin is not None and quote.origin.role:
        return THREAD(thread=quote.origin.title)
    return title_of_file(quote.document_name)
