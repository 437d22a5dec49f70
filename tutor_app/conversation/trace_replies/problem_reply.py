"""How a message about an algorithm problem is answered: no search and no model decide it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.choose_quotes import QuoteLimits, choose_quotes, is_prose
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.beside.course_reason import reason_of_course
from tutor_app.conversation.beside.general_question import asks_the_course
from tutor_app.conversation.services import Services
from tutor_app.conversation.trace_replies.in_sentences.asked_beside import in_roles
from tutor_app.conversation.trace_replies.in_sentences.course_reading import marks_when_taken
from tutor_app.conversation.trace_replies.problem_turn import (
    CiteRule,
    Course,
    ProblemTurn,
)
from tutor_app.conversation.trace_replies.trace_reply import teach_problem
from tutor_app.conversation.trace_replies.unsure_rows import ask_for_rows, unsure_words
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    HintLevel,
    MaterialKind,
    Passage,
    Quote,
    Scores,
    Session,
    Status,
    TurnRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.exercise_hints import Cite
from tutor_app.exercises.policy_in_material import policy_in_material
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.words_in_translation import statement_in_english
from tutor_app.wording.catalogue import LANGUAGE, phrase

# Rules are cited from what teaches them, not from what sets tasks or dates.
_TEACHES: frozenset[MaterialKind] = frozenset({"textbook", "slides"})
# The least cosine of a sentence with a rule in other words; below, it only names the algorithm.
SAYS_THE_RULE = 0.55
SEVERAL = 2  # rows of the beginning of a run that show that they were read
_LATELY = 3  # replies
RUNNING = phrase("trace_replies.running")
ONE_QUOTE = QuoteLimits(paragraphs=1, sentences=2)


def answer_problem(  # noqa: PLR0913  (all that a reply is made of)
    text: str,
    turn: ProblemTurn,
    session: Session,
    services: Services,
    book: AssignmentBook | None,
    notes: Notes,
) -> Iterator[Event]:
    """Yield what is said of the problem; the last event is AnswerDone.

    A problem of an assignment follows the policy `hints`, whatever the course's policy is.
    """
    yield Status(text=RUNNING())
    turn = replace(turn, ladder=replay_events(turn.key, session.ladder.hold(turn.key)))
    index = _index_of(session, services)
    if index is not None and turn.used:
        locked = book is not None and book.match(text) is not None
        policy = "hints" if locked else policy_in_material(text, turn.used, index.chunks)
        if policy is not None:
            turn = replace(turn, policy=policy, policy_is_courses=False)
    asked = unsure_words(turn, session.tracing)
    reply = (
        teach_problem(turn, _course(session, services))
        if asked is None
        else ask_for_rows(turn, session.tracing, asked)
    )
    left = yield from reply
    if left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    notes.note_point("all")
    judged = turn.student is not None or turn.claims is not None
    yield AnswerDone(
        record=TurnRecord(
            intent="validation" if judged else "tracing",
            found=None,
            attempts=notes.attempts,
            timings=notes.timings,
            tracing=left,
        )
    )


def _course(session: Session, services: Services) -> Course:
    """Return what replies take from the course."""
    index, cite = _index_of(session, services), cite_from(session, services)
    return Course(
        cite=cite_rule_from(session, services),
        contact=session.contact,
        quotes_on=lambda topic: _not_shown_lately(cite(topic), session),
        marks_when_taken=lambda: index is not None and marks_when_taken(index.chunks),
        reason_for=lambda question, problem: reason_beside_run(
            question, problem, session, services
        ),
    )


def reason_beside_run(
    question: str, problem: Problem, session: Session, services: Services
) -> Sequence[Quote]:
    """Return the course's reason where a question beside a run asks for one, new to the student.

    What names another algorithm as well is asked of both.
    """
    index = _index_of(session, services)
    if set(name_algorithms(question)) - {problem.algorithm}:
        return ()
    if index is None or not asks_the_course(question, problem, services.embedder):
        return ()
    lately = {text for one in session.before[-_LATELY:] for text in one.quoted}
    put = in_roles(question, problem)
    return reason_of_course(put, problem, index, services, lately)


def _not_shown_lately(quotes: Sequence[Quote], session: Session) -> list[Quote]:
    """Return quotes without what the last replies have shown: it did not answer then, either."""
    lately = {text for one in session.before[-_LATELY:] for text in one.quoted}
    return [quote for quote in quotes if not {mark.text for mark in quote.marked} <= lately]


def bears_out(turn: ProblemTurn) -> bool:
    """Return whether the exact run bears out what was read as the student's own steps.

    It bears out the beginning of a run, too, where several rows say more than a node.
    """
    if turn.student is None or turn.question is not None:
        return False
    try:
        judged = judge_kindly(turn.problem, turn.settled_conventions, turn.student)
    except ProblemInvalid:
        return False
    telling = sum(len(row.keys() - {"step", "node"}) > 0 for row in turn.student.rows)
    return judged.correct or (judged.missing and telling >= SEVERAL and not turn.student.doubts)


def cite_from(session: Session, services: Services) -> Cite:
    """Return a function that finds the course's own words about a topic: one quote, or none."""

    def cite(topic: str) -> Sequence[Quote]:
        index = _index_of(session, services)
        return () if index is None else _quotes(topic, index, services)

    return cite


def cite_rule_from(session: Session, services: Services) -> CiteRule:
    """Return a function that finds the course's words about an algorithm: one quote, or none.

    A paragraph that does not name the algorithm is about another one, however similar it is.
    """

    def cite(algorithm: Algorithm) -> Sequence[Quote]:
        index = _index_of(session, services)
        if index is None:
            return ()
        if (own := _in_section_on(algorithm, index, services)) is not None:
            return own
        found = _quotes(algorithm.topic, index, services)
        if found and _names(algorithm, found[0].paragraph):
            return found
        return _nearest_to_the_rule(algorithm, index, services)

    return cite


def _in_section_on(
    algorithm: Algorithm, index: CourseIndex, services: Services
) -> Sequence[Quote] | None:
    """Return the sentence nearest to an algorithm's rule in the section with its name, in a course
    of another language than English: both are compared in English words. None elsewhere.
    """
    named = (
        chunk.headings
        for chunk in index.chunks
        if chunk.document.language != LANGUAGE and teaches(chunk) and chunk.headings
        if _names(algorithm, statement_in_english(chunk.headings[-1], chunk.document.language))
    )
    section = next(named, None)
    there = [
        (chunk, sentence, statement_in_english(sentence.text, chunk.document.language))
        for chunk in index.chunks
        if chunk.headings == section and teaches(chunk)
        for sentence in chunk.sentences
        if is_prose(sentence.text)
    ]
    if not there:
        return None
    vectors = services.embedder.embed([algorithm.rule, *(english for *_, english in there)])
    chunk, sentence, _ = there[int((vectors[1:] @ vectors[0]).argmax())]
    return show_sentences([(chunk, sentence)], index)


def teaches(chunk: Chunk) -> bool:
    """Return whether a chunk teaches, rather than sets an exercise."""
    return chunk.document.kind in _TEACHES and chunk.exercise is None


def _nearest_to_the_rule(
    algorithm: Algorithm, index: CourseIndex, services: Services
) -> Sequence[Quote]:
    """Return the paragraph whose sentence names the algorithm and says most of its rule."""
    rule = read_query(
        f"{algorithm.name}: {algorithm.rule}", services.embedder, index, as_typed=True
    )
    best: tuple[float, Chunk] | None = None
    for chunk in index.chunks:
        if not teaches(chunk):
            continue
        if not _names(algorithm, chunk.text):
            continue
        scores = index.scores_in_context(chunk, rule)
        for sentence, score in zip(chunk.sentences, scores, strict=True):
            near = score >= SAYS_THE_RULE and (best is None or score > best[0])
            if near and is_prose(sentence.text) and _names(algorithm, sentence.text):
                best = float(score), chunk
    if best is None:
        return ()
    passage = Passage(chunk=best[1], scores=Scores(final=best[0]))
    quotes = choose_quotes(rule, [passage], index, ONE_QUOTE)
    named = [quote for quote in quotes if _names(algorithm, quote.paragraph)]
    return [replace(quote, onward_open=False) for quote in named]


def _names(algorithm: Algorithm, text: str) -> bool:
    plain = straighten(text)
    return any(re.search(called, plain, re.IGNORECASE) for called in algorithm.called)


def _index_of(session: Session, services: Services) -> CourseIndex | None:
    """Return None for a course without material: there is no rule to cite."""
    try:
        return services.courses(session.course_id)
    except IndexMissing:
        return None


def _quotes(topic: str, index: CourseIndex, services: Services) -> Sequence[Quote]:
    query = read_query(topic, services.embedder, index)
    found = retrieve(query, index, services.profile, services.reranker)
    taught = [passage for passage in found.kept if teaches(passage.chunk)]
    quotes = choose_quotes(query, taught, index, ONE_QUOTE)
    # The rule stands beside the run; what the section says next is not asked for.
    return [replace(quote, onward_open=False) for quote in quotes]
