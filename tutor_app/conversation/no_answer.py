"""What is said where the course has no answer: the nearest place, and whom to ask."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Chunk, Event, Passage, RetrievalResult, Sentence, Session
from tutor_app.retrieval.course_index import CourseIndex, Query, own_terms
from tutor_app.retrieval.relevance import is_off_topic
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.languages import in_another_language
from tutor_app.wording.catalogue import phrase, spoken_language
from tutor_app.wording.quote_sentences import PLACE, name_course, name_staff

OUTSIDE_THE_COURSE = phrase("answers_declined.outside_the_course", "course")
ASK_ABOUT = phrase("conversation.ask_about", "course")
ASK_ABOUT_GLADLY = phrase("conversation.ask_about_gladly", "course")
ASK_PERSON = phrase("answers_declined.ask_person", "person")
UNKNOWN_ANSWER = phrase("answers_declined.unknown_answer")
NEAREST_PLACE = phrase("answers_declined.nearest_place", "place")
MAY_BE_NEAR = phrase("answers_declined.may_be_near")
SECTION_IN_PLACE = phrase("answers_quotes.section_in_place", "section", "place")


def decline(  # noqa: PLR0913  (a search with all that it rests on)
    query: Query,
    found: RetrievalResult,
    session: Session,
    index: CourseIndex,
    services: Services,
    *,
    foreign: bool = False,
) -> Iterator[Event]:
    """Say that the course does not answer; lead a message about something else back to it.

    `foreign`: it was understood to want something that is no matter of the course.
    """
    spoken = spoken_language() != session.settings.language  # words without English are told
    language = None if spoken else in_another_language(query.text, index.knows)
    if language is not None:
        yield Sentence(text=language, role="decline")
        return
    free = session.settings.guidance == "none"
    # What the course is about is not known before all of it is read.
    settled = not free and not session.unindexed_files
    elsewhere = foreign and not own_terms(query.text, index)
    if settled and found.nearest is not None:
        elsewhere = elsewhere or is_off_topic(query, found, index)
    if settled and elsewhere:
        yield from _turn_back(session)
        return
    yield from _say_unknown(session, found.nearest)
    if found.nearest is not None and (free or _in_its_title(query, found.nearest, index)):
        yield from _near(query, found.nearest, index, services)


def _in_its_title(query: Query, nearest: Passage, index: CourseIndex) -> bool:
    """Return whether the nearest section has the message's own word in its title.

    "What happens if I hand in late?" is far from every sentence, yet "Late policy" is the place.
    """
    title = set(tokens(" ".join(nearest.chunk.headings[-1:])))
    own = {word: index.rarity(word) for word in set(query.words) if index.knows(word)}
    return any(own[word] >= max(own.values()) / 2 for word in title & own.keys())


def _near(
    query: Query, nearest: Passage, index: CourseIndex, services: Services
) -> Iterator[Event]:
    """If the course wants it, quote what is nearest although it does not answer."""
    for quote in choose_quotes(query, [nearest], index, services.limits)[:1]:
        yield Sentence(text=MAY_BE_NEAR(), role="notice")
        yield quote


def _turn_back(session: Session) -> list[Sentence]:
    """Turn a message about something else back to the course's subject, kindly."""
    course = name_course(session)
    return [
        Sentence(text=OUTSIDE_THE_COURSE(course=course), role="decline"),
        Sentence(text=ASK_ABOUT(course=course), role="pointer"),
        _ask_staff(session),
    ]


def _say_unknown(session: Session, nearest: Passage | None) -> list[Sentence]:
    """Say that the material does not answer, what is nearest, and who to ask."""
    sentences = [Sentence(text=UNKNOWN_ANSWER(), role="decline")]
    if nearest is not None:
        text = NEAREST_PLACE(place=_name_section(nearest.chunk))
        sentences.append(Sentence(text=text, role="pointer", passage_id=nearest.chunk.id))
    if session.settings.persona.tone == "warm":
        text = ASK_ABOUT_GLADLY(course=name_course(session))
        sentences.append(Sentence(text=text, role="pointer"))
    return [*sentences, _ask_staff(session)]


def _name_section(chunk: Chunk) -> str:
    place = PLACE(file=chunk.document.title, page=chunk.page)
    if not chunk.headings:
        return place
    return SECTION_IN_PLACE(section=chunk.headings[-1], place=place)


def _ask_staff(session: Session) -> Sentence:
    return Sentence(text=ASK_PERSON(person=name_staff(session.contact)), role="pointer")
