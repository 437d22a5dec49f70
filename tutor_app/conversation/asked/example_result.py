"""What comes out of a worked example of the course: its problem is read where it stands, and run.

"what's the answer there, and why not the one with the fewest edges?" is asked of the example that
was shown last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.trace_replies.trace_reply_sentences import cut_result
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.traces import Problem, ProblemInvalid
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
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.trials.graph_facts import cost_of, simple_paths
from tutor_app.tracing.trials.outcomes import write_path
from tutor_app.wording.catalogue import phrase

EXAMPLE_GIVES = phrase("conversation_quotes.example_gives", "result")
FEWEST_EDGES = phrase("conversation_quotes.example_fewest_edges", "path", "cost")
_MOST_NODES: Final = 9  # more have too many paths to look at


def result_of(quote: Quote, index: CourseIndex) -> list[Event]:
    """Return what comes out of the example in a quote; [] where none can be read, or where an
    assignment sets the same.
    """
    problem = _problem_in(quote, index)
    return [] if problem is None else [_told(problem), *_with_fewest_edges(problem)]


def example_result_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return what comes out of the example quoted last, row by row, to who asks; else None."""
    index, before = turn.index, turn.session.before
    if index is None or not before or turn.on_table not in ON_COURSE:
        return None
    text = turn.message.text
    if ASKED["results"].isdisjoint(plain(text)) or not _of_example(text, index):
        return None
    problems = (_problem_shown(event, index) for event in before[-1].shown)
    problem = next((one for one in problems if one is not None), None)
    return None if problem is None else _reply(problem)


def _of_example(text: str, index: CourseIndex) -> bool:
    """Whether what is asked has no subject but the example: it names no algorithm, and points."""
    points = not ASKED["points_there"].isdisjoint(plain(text))
    return not name_algorithms(text) and (points or not own_terms(text, index))


def _problem_shown(event: Event, index: CourseIndex) -> Problem | None:
    """Return the problem of an example in a quote, or of one that the tutor made."""
    if isinstance(event, TraceShown):
        return event.problem
    if isinstance(event, ProblemRead):
        return event.problem if event.ours else None
    return _problem_in(event, index) if isinstance(event, Quote) and not event.quiet else None


def _reply(problem: Problem) -> Iterator[Event]:
    yield _told(problem)
    yield from _with_fewest_edges(problem)
    yield TraceShown(problem=problem)
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _told(problem: Problem) -> Sentence:
    return Sentence(text=EXAMPLE_GIVES(result=cut_result(run(problem))), role="result")


def _with_fewest_edges(problem: Problem) -> Iterator[Sentence]:
    """Yield the path with the fewest edges and its cost, where it is not the one that is found."""
    graph, start, goal = problem.graph, problem.start, problem.goal
    if graph is None or start is None or goal is None or not graph.weighted:
        return
    if len(graph.nodes) > _MOST_NODES:
        return
    paths = sorted(simple_paths(graph, start, goal), key=lambda path: (len(path), path))
    found = run(problem).final.get("path")
    if paths and isinstance(found, tuple) and len(paths[0]) < len(found):
        cost = write_number(cost_of(paths[0], graph))
        yield Sentence(text=FEWEST_EDGES(path=write_path(paths[0]), cost=cost), role="result")


def _problem_in(quote: Quote, index: CourseIndex) -> Problem | None:
    read = read_problem(quote.paragraph)
    problem = read.problem if read is not None and read.question is None else None
    if problem is None or quote.kind == "assignment":
        return None
    if of_chunks(index.chunks).include(problem, quote.paragraph, ()):
        return None
    try:
        run(problem)
    except ProblemInvalid:
        return None
    return problem
