"""A worked example of the course, shown whole: what it sets, its result, and what comes out as run.

"what's the answer there, and why not the one with the fewest edges?" is asked of the example that
was shown last.
"""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.answering.whole_example import whole_example
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    ProblemRead,
    Quote,
    Sentence,
    TraceShown,
    TurnRecord,
)
from tutor_app.exercises.assigned_problems import of_chunks
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.trials.worked_out import fewest_edges, problem_worked_in, result_of_run
from tutor_app.wording.catalogue import LANGUAGE, phrase

EXAMPLE_GIVES = phrase("conversation_quotes.example_gives", "result")
FEWEST_EDGES = phrase("conversation_quotes.example_fewest_edges", "path", "cost")


def show_example(quote: Quote, index: CourseIndex) -> list[Event]:
    """Return an example as a whole, with what comes out of it as the tutor runs it.

    Where no problem can be read in it, or an assignment sets the same, nothing is run.
    """
    run = _run_in(quote, index)
    return [whole_example(quote, index), *(_results(run) if run is not None else ())]


def example_result_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return what comes out of the example shown last, row by row, to who asks; else None."""
    index, before = turn.index, turn.session.before
    if index is None or not before or turn.on_table not in ON_COURSE:
        return None
    text = turn.message.text
    points = not ASKED["points_there"].isdisjoint(plain(text)) or not own_terms(text, index)
    if ASKED["results"].isdisjoint(plain(text)) or not points:
        return None
    runs = (_run_of(event, index) for event in before[-1].shown)
    run = next((one for one in runs if one is not None), None)
    if run is None or not set(name_algorithms(text)) <= {run.problem.algorithm}:
        return None
    return _reply(run)


def _run_of(event: Event, index: CourseIndex) -> TraceShown | None:
    """Return the run of an example in a quote, or of one that the tutor made."""
    if isinstance(event, TraceShown):
        return TraceShown(problem=event.problem)
    if isinstance(event, ProblemRead):
        return TraceShown(problem=event.problem) if event.ours else None
    return _run_in(event, index) if isinstance(event, Quote) and not event.quiet else None


def _run_in(quote: Quote, index: CourseIndex) -> TraceShown | None:
    # "BFS ab A" of a graph with the edge AB: problems are read in English alone.
    here = (one.document.language for one in index.chunks if one.id == quote.passage_id)
    if next(here, LANGUAGE) != LANGUAGE:
        return None
    problem = problem_worked_in(quote.paragraph) if quote.kind != "assignment" else None
    if problem is None or of_chunks(index.chunks).include(problem, quote.paragraph, ()):
        return None
    return TraceShown(problem=problem)


def _reply(run: TraceShown) -> Iterator[Event]:
    yield from _results(run)
    yield run
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _results(run: TraceShown) -> Iterator[Sentence]:
    yield Sentence(text=EXAMPLE_GIVES(result=result_of_run(run.problem)), role="result")
    if (other := fewest_edges(run.problem)) is not None:
        path, cost = other
        yield Sentence(text=FEWEST_EDGES(path=path, cost=cost), role="result")
