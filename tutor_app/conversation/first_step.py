"""A first step for somebody who is behind or cannot begin, with nothing under discussion.

It is found in the course: one thing to read, a question that anybody can answer, what comes after.
Who is still lost then gets less: a picture; then the next section that was not quoted yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.question_features import is_caption, tells_when
from tutor_app.answering.quote_display import show_sentences
from tutor_app.answering.quote_named import quote_named
from tutor_app.conversation.about_quotes import EXAMPLE_PLEASE, SIMPLER_PLEASE, first_sentence
from tutor_app.conversation.beside.exam_words import exams_named
from tutor_app.conversation.beside.hand_in_rules import rules_of_illness
from tutor_app.conversation.from_map.shown_places import quote_figure
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Document,
    Event,
    Offers,
    Quote,
    Sentence,
    Session,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.numbered_references import documents_named
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

KIND = phrase("conversation_first_step.kind")
OF_THE_EXAM = phrase("conversation_first_step.of_the_exam")
BEGIN_HERE = phrase("conversation_first_step.begin_here", "place")
ONE_PIECE = phrase("conversation_first_step.one_piece")
ONLY_THIS = phrase("conversation_first_step.only_this", "place")
ONLY_LOOK = phrase("conversation_first_step.only_look", "place")
NEW_WORD = phrase("conversation_first_step.new_word")
WHAT_YOU_SEE = phrase("conversation_first_step.what_you_see")
AFTER_THAT = phrase("conversation_first_step.after_that", "sections")
COVERED = phrase("conversation_first_step.covered", "exam")
GO_ON = phrase("conversation_first_step.go_on")

_MOST_AHEAD: Final = 2  # sections that are named as coming after

_Told = tuple[Chunk, SourceSentence]


def has_just_begun(session: Session) -> bool:
    """Whether the last reply was a first step: a kind word beside a quote."""
    shown = session.before[-1].shown if session.before else ()
    kind = any(isinstance(one, Sentence) and one.role == "small_talk" for one in shown)
    return kind and any(isinstance(one, Quote) for one in shown)


def first_step(turn: TurnContext) -> Iterator[Event] | None:
    """Return a kind word and where to begin; None where the course teaches nothing yet."""
    index = turn.index
    if index is None:
        return None
    exam = _exam(turn, index)
    begun = _first_section(turn, exam, index)
    if not begun:
        return None
    picture = _picture(turn, begun[0], index) if _steps_before(turn.session) == 1 else None
    return _reply(turn, exam, picture or begun[0], index)


def _steps_before(session: Session) -> int:
    """Return how many first steps were taken in a row."""
    count = 0
    while count < len(session.before) and has_just_begun(_until(session, count)):
        count += 1
    return count


def _until(session: Session, left: int) -> Session:
    return replace(session, before=session.before[: len(session.before) - left])


def _picture(turn: TurnContext, begun: Quote, index: CourseIndex) -> Quote | None:
    """Return the first picture of the lecture that is begun with; None where it draws nothing."""
    course_map = turn.course_map
    names = {one.document.id for one in index.chunks if one.document.name == begun.document_name}
    drawn = course_map.figures if course_map is not None else ()
    figure = next((one for one in drawn if one.document_id in names), None)
    return quote_figure(figure, index) if figure is not None else None


def step_at_hand(turn: TurnContext) -> Iterator[Event] | None:
    """Return a kind word and one sentence of what is under discussion, the one quoted last."""
    if turn.on_table not in ON_COURSE or turn.index is None:
        return None
    shown = turn.session.before[-1].shown
    quotes = (event for event in shown if isinstance(event, Quote) and not event.quiet)
    last = next(quotes, None)
    if last is None:
        return None
    one = last.marked[0]
    alone = replace(
        last, paragraph=one.text, marked=(one,), above="", below="", crops=one.boxes, onward=""
    )
    alone = replace(alone, onward_crops=(), onward_open=False)
    lead_in = unsaid(ONLY_THIS, turn.session, place=name_place(alone))
    return iter(
        (
            Sentence(text=unsaid(ONE_PIECE, turn.session), role="small_talk"),
            Sentence(text=lead_in, role="lead_in"),
            alone,
            Offers(messages=(SIMPLER_PLEASE(), EXAMPLE_PLEASE())),
            AnswerDone(record=TurnRecord(intent="conceptual", found=None)),
        )
    )


def _reply(
    turn: TurnContext, exam: list[_Told], begun: Quote, index: CourseIndex
) -> Iterator[Event]:
    session = turn.session
    yield from rules_of_illness(turn)
    yield Sentence(text=unsaid(KIND, session), role="small_talk")
    known = {text for one in session.before for text in one.quoted}
    new = [told for told in exam if told[1].text not in known]
    if new:
        yield Sentence(text=OF_THE_EXAM(), role="lead_in")
        yield from show_sentences(new, index)
    is_picture = is_caption(begun.paragraph)
    ways, asked = (ONLY_LOOK, WHAT_YOU_SEE) if is_picture else (BEGIN_HERE, NEW_WORD)
    yield Sentence(text=unsaid(ways, session, place=name_place(begun)), role="lead_in")
    yield begun
    yield Sentence(text=unsaid(asked, session), role="question")
    if after := _after(begun, known, index):
        yield Sentence(text=unsaid(AFTER_THAT, session, sections=after), role="pointer")
    yield Offers(messages=(GO_ON(), EXAMPLE_PLEASE()))
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _after(begun: Quote, known: set[str], index: CourseIndex) -> str:
    """Return the sections of the lecture that come next and were not quoted yet, by name."""
    inside = [one for one in index.chunks if one.document.name == begun.document_name]
    ahead = [
        chunk.headings[1]
        for chunk in inside
        if len(chunk.headings) > 1 and teaches(chunk) and chunk.headings[1] not in begun.headings
        if not any(sentence.text in known for sentence in chunk.sentences)
    ]
    return ", ".join(list(dict.fromkeys(ahead))[:_MOST_AHEAD])


def _exam(turn: TurnContext, index: CourseIndex) -> list[_Told]:
    """Return the day of a test and what it covers: of the one named last, else the first dated.

    Nothing where none is named.
    """
    messages = (turn.message.text, *(one.question for one in reversed(turn.session.before)))
    named = (exams_named(text) for text in messages)
    meant = next(filter(None, named), frozenset[str]())
    if not meant:
        return []
    rules = [
        (chunk, sentence, cosine, exams_named(sentence.text))
        for chunk, sentence, cosine in _rules(turn, index, " ".join(sorted(meant)))
    ]
    dated = [rule for rule in rules if rule[3] and tells_when(rule[1].text)]
    day = max(dated, key=lambda rule: len(meant & rule[3]), default=None)
    if day is None:
        return []
    told: list[_Told] = [day[:2]]
    about = [rule for rule in rules if rule[3] & day[3] and is_prose(rule[1].text)]
    if about:
        told.append(max(about, key=lambda rule: (len(rule[3] & day[3]), rule[2]))[:2])
    return told


def _rules(
    turn: TurnContext, index: CourseIndex, exam: str
) -> Iterator[tuple[Chunk, SourceSentence, float]]:
    """Yield the sentences of the course's rules, with how near they are to what a test covers."""
    asked = read_query(COVERED(exam=exam), turn.services.embedder, index)
    for chunk in index.chunks:
        if chunk.document.kind == "logistics":
            near = index.sentence_vectors(chunk) @ asked.vector
            for sentence, cosine in zip(chunk.sentences, near, strict=True):
                yield chunk, sentence, float(cosine)


def _first_section(turn: TurnContext, exam: list[_Told], index: CourseIndex) -> list[Quote]:
    """Quote the first sentence of the first section that no reply quoted, of what is examined.

    A lecture that the message names comes before that.
    """
    named = _documents(turn.message.text, index)
    covered = [document for _, one in exam[1:] for document in _documents(one.text, index)]
    wanted = [*named, *covered] or list(dict.fromkeys(c.document for c in index.chunks))
    known = {text for one in turn.session.before for text in one.quoted}
    for document in wanted:
        for chunk in index.chunks:
            begins = chunk.document == document and teaches(chunk) and len(chunk.headings) > 1
            first = first_sentence(chunk)
            if begins and first.chunk.sentences[0].text not in known:
                return quote_named([first], index)[:1]
    return []


def _documents(text: str, index: CourseIndex) -> list[Document]:
    """Return the lectures that a text names by number."""
    found = documents_named(text, index.chunks)
    return [each for each in found if each.kind in ("textbook", "slides")]
