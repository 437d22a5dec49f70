"""Questions that an empty chat offers: made from the map's terms, and each asked before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.definition_questions import WHAT_ARE, WHAT_IS
from tutor_app.answering.practice.cloze_check import singular
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Message, Quote, Session
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording.catalogue import spoken_language

STARTERS = 3
_MOST_TRIED = 12


def starters_of(course_map: CourseMap, index: CourseIndex, services: Services) -> tuple[str, ...]:
    """Return up to three questions on terms, each answered with the sentence that defines it."""
    alone = replace(services, courses=lambda _: index, assignments=None)
    chosen: list[str] = []
    for term in _spread(course_map.shown_terms, index):
        if "," in term.name:
            continue  # a label that names two of them: "Definition 1.4 (connected, tree)."
        question = question_about(term)
        if len(chosen) < STARTERS and _is_answered(question, term, alone):
            chosen.append(question)
    return tuple(chosen)


def question_about(term: Term) -> str:
    """Return the question that a term's definition answers: "What is a heuristic?"."""
    last = term.name.split()[-1].casefold()
    behind = term.definition.text.casefold().partition(last)[2].split()[:1]
    says_one = bool(behind) and behind[0].endswith("s")  # "TeXmacs is", "tokens are"
    is_plural = not term.article and singular(last) != last and not says_one
    return (WHAT_ARE if is_plural else WHAT_IS)(term=term.in_sentence)


def _spread(terms: Sequence[Term], index: CourseIndex) -> Iterator[Term]:
    """Yield the surest terms of each document in turn, so that the whole course is offered."""
    by_document: dict[str, list[Term]] = {}
    for chunk in index.chunks:
        by_document.setdefault(chunk.document.id, [])
    for term in terms:
        by_document[index.chunk(term.definition.chunk_id).document.id].append(term)
    queues = [queue for queue in by_document.values() if queue]
    # Evenly over the course: its first three lectures are not all of it.
    step = max(1, len(queues) // STARTERS)
    queues = [queue for start in range(step) for queue in queues[start::step]]
    left = _MOST_TRIED
    while any(queues) and left:
        for queue in queues:
            if queue and left:
                left -= 1
                yield queue.pop(0)


def _is_answered(question: str, term: Term, services: Services) -> bool:
    session = Session(conversation_id="check", course_id="check", course_name="")
    session = replace(session, settings=replace(session.settings, language=spoken_language()))
    for event in respond(Message(text=question), session, services):
        if isinstance(event, Quote) and not event.quiet:
            if term.definition.text in " ".join(mark.text for mark in event.marked):
                return True
    return False
