"""What a message asks beside what it tells of a run, answered from the run and from the course."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.questions_parted import (
    heart_of_question,
)
from tutor_app.conversation.trace_replies.in_sentences.run_answers import RunAnswers
from tutor_app.conversation.trace_replies.problem_turn import Course, ProblemTurn
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.domain.values import Event, Problem, Quote, Sentence
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.wording.catalogue import LANGUAGE, phrase, spoken_language

NOTHING_FOUND = phrase("trace_spoken.nothing_found", "question")
NOTHING_FOUND_BESIDE = phrase("trace_spoken.nothing_found_beside")
OF_COURSE = phrase("trace_spoken.of_course", "question")
OF_COURSE_BESIDE = phrase("trace_spoken.of_course_beside")
START: Final = "the start"
GOAL: Final = "the goal"
LEAST_SAID = 2  # content words of a question that is worth a word where nothing answers it


def answers_beside(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Iterator[Event]:
    """Yield the answer to each question: what the run tells, else what the course says of it."""
    facts = ExactFacts(exact)
    rows = RunAnswers(
        facts,
        rows_seen(turn, exact),
        marks_when_taken=course.marks_when_taken,
        tried=None if turn.policy == "hints" else turn.ladder.place,
    )
    for question in turn.asked:
        # Read from another language a question is half of it perhaps.
        as_written = spoken_language() == LANGUAGE
        reason = course.reason_for(question, exact.problem) if as_written else ()
        told = rows.answer(question)
        if reason and told is not None and told.whole:
            told = None  # how it came about is not what is asked
        if told is not None and told.sentences:
            yield Sentence(text=" ".join(told.sentences), role="result")
        if told is None or not told.whole:
            yield from _from_course(
                question, exact, course, answered=told is not None, reason=reason
            )


def rows_seen(turn: ProblemTurn, exact: AlgorithmRun) -> int:
    """Return the last row that the student has right or was shown, those of this message too."""
    seen, last = last_row_seen(turn), exact.steps[-1].number
    if math.isinf(seen):
        return last
    return max(int(seen), exact.algorithm.first_step - 1, *turn.rows_told)


def _from_course(
    question: str,
    exact: AlgorithmRun,
    course: Course,
    *,
    answered: bool,
    reason: Sequence[Quote] = (),
) -> Iterator[Event]:
    """Yield what the course says to a question; `answered`: the run has told something already.

    `reason` is what was found where it asks for one.
    """
    named = [algorithm_named(each) for each in dict.fromkeys(name_algorithms(question))]
    if reason:
        quotes = list(reason)
    elif len(named) > 1:
        quotes = [quote for each in named[:2] for quote in course.cite(each)]
    else:
        found = course.quotes_on(in_roles(question, exact.problem))
        asked = set(tokens(question)) - set(tokens(exact.algorithm.english_name))
        quotes = [each for each in found if asked & set(tokens(each.paragraph))]
    asks = heart_of_question(question)
    # Read from another language it is word by word, half of it perhaps.
    as_written = spoken_language() == LANGUAGE
    if quotes:
        yield Sentence(
            text=OF_COURSE(question=asks) if as_written else OF_COURSE_BESIDE(), role="lead_in"
        )
        yield from quotes
    elif not answered and len(set(tokens(question))) >= LEAST_SAID:
        text = NOTHING_FOUND(question=asks) if as_written else NOTHING_FOUND_BESIDE()
        yield Sentence(text=text, role="notice")


def in_roles(question: str, problem: Problem) -> str:
    """Return a question with start and goal for these nodes, without other nodes and numbers.

    What is asked of another algorithm is no question of this run's nodes: the A of A* is none.
    """
    if set(name_algorithms(question)) - {problem.algorithm}:
        return question
    roles = {problem.start: START, problem.goal: GOAL}
    words = []
    for symbol in symbols_in(question, problem):
        if symbol.kind == "node":
            words.append(roles.get(symbol.node, ""))
        elif symbol.kind != "number" and symbol.text.isprintable():
            words.append(symbol.text)
    asked = " ".join(" ".join(words).split())
    return with_name(asked, problem.algorithm)


def with_name(question: str, algorithm: str) -> str:
    """Return a question with the algorithm that it is asked beside, unless it names another."""
    other = set(name_algorithms(question)) - {algorithm}
    return question if other else f"{algorithm_named(algorithm).english_name}: {question}"
