"""Algorithm problems that a message only names: an item of an assignment, or one to practise on.

The sheet holds the item's data, the engine makes a problem to practise on: neither has to be typed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.practice.wished_kinds import wished_kinds
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.hint_ladder import replay_events
from tutor_app.domain.teaching import RevealPolicy, TracingRecord
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import Session
from tutor_app.exercises.exercise_task import item_named
from tutor_app.exercises.task_problems import part_named, problem_of_part
from tutor_app.retrieval.numbered_references import without_reference
from tutor_app.tracing.course_conventions import conventions_of_course
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.algorithm_names import name_algorithm, name_algorithms
from tutor_app.tracing.sized_problems import make_sized_problem
from tutor_app.understanding.act_classifier import DialogueAct

_SMALL = frozenset(PART_WORDS["small"] | PART_WORDS["easy"])
_OF_PROGRAMS = frozenset(("def", "while", "for", "return"))
# Acts by which an item is spoken of, and not worked on.
BESIDE: frozenset[DialogueAct] = frozenset(
    ("ask.admin", "ask.why", "ask.reason", "ask.example", "ask.simpler", "ask.more", "meta.use")
)

_OF_IDEAS: frozenset[DialogueAct] = frozenset(
    ("ask.check", "tell.idea", "ask.fact", "ask.why", "ask.reason", "react.disagree")
)


def problem_of_named_item(turn: TurnContext) -> Problem | None:
    """Return the problem that the item sets which the message names by its number.

    None where a program stands beside the name: its lines are no steps.
    """
    item = item_named(turn.message.text, turn.session, turn.book)
    code = turn.shape.code or ""
    if item is None or turn.book is None or not _OF_PROGRAMS.isdisjoint(code.split()):
        return None
    return problem_of_part(item, turn.book.index.chunks, part_named(turn.message.text))


def policy_of_named_item(turn: TurnContext) -> RevealPolicy:
    """Return how much is shown of the run of the item named: a lecture's exercise is practice."""
    item = item_named(turn.message.text, turn.session, turn.book)
    return "predict" if item is not None and item.is_practice else "hints"


def with_problem(session: Session, problem: Problem, policy: RevealPolicy = "hints") -> Session:
    """Return the session with a problem at hand, whose steps a message may hold."""
    if session.tracing is not None and session.tracing.key == problem_key(problem):
        return replace(session, work_is_newer=False)
    record = TracingRecord(
        problem=problem,
        key=problem_key(problem),
        policy=policy,
        stated=frozenset(problem.conventions),
    )
    return replace(session, tracing=record, work_is_newer=False)


def begin_problem(turn: TurnContext, named: Problem | None) -> ProblemTurn | None:
    """Return the turn that puts the problem of a named item, or one to practise on, on the table.

    None where the message wants no problem: what it says of an item may be about its date.
    """
    if named is None:
        return _problem_to_practise(turn)
    act = turn.act
    beside = act.act in BESIDE or act.act.startswith(("react", "chat"))
    return None if beside else _begin(named, turn.session, policy_of_named_item(turn))


def is_about_idea(turn: TurnContext, problem: ProblemTurn) -> bool:
    """Whether what was read as a run without its data is surely an idea or a check of the course's.

    "BFS keeps its nodes in a queue. Right now?" after a quote traces nothing, and who wants the
    example of a lecture brings no data.
    """
    if not problem.is_new or problem.question is None or problem.student is not None:
        return False
    if turn.said.has("example") and without_reference(turn.message.text) != turn.message.text:
        return True
    return turn.on_table in ON_COURSE and turn.act.sure and turn.act.act in _OF_IDEAS


def _begin(problem: Problem, session: Session, policy: RevealPolicy) -> ProblemTurn:
    """Return the turn that puts a problem on the table; the student makes its rows."""
    key = problem_key(problem)
    return ProblemTurn(
        problem=problem,
        key=key,
        policy=policy,
        wanted="trace",
        ladder=replay_events(key, session.ladder.of(key)),
        is_new=True,
        stated=frozenset(problem.conventions),
        set_by_course=frozenset(session.settings.trace_conventions),
    )


def algorithm_to_practise(turn: TurnContext, *, named_alone: bool = False) -> str | None:
    """Return the algorithm that a wish to practise is about: named, at hand, or spoken of last.

    `named_alone`: it counts only where the message names it.
    """
    session = turn.session
    last = session.before[-1] if session.before else None
    known = session.tracing.problem.algorithm if session.tracing is not None else None
    about = " ".join((last.question, *last.topics, *last.quoted[:1])) if last is not None else ""
    at_trace = known if turn.on_table == "trace" else None
    named = name_algorithm(turn.message.text)
    return named if named_alone else named or at_trace or name_algorithm(about)


def _problem_to_practise(turn: TurnContext) -> ProblemTurn | None:
    """Return a fresh problem where the message wants to practise an algorithm that can be run."""
    if turn.act.act != "ask.practice":
        return None
    algorithm = algorithm_to_practise(turn) or _algorithm_of_course(turn)
    if algorithm is None:
        return None
    small = not _SMALL.isdisjoint(turn.message.text.casefold().split())
    return begin_to_practise(algorithm, turn, "easier" if small else None)


def _algorithm_of_course(turn: TurnContext) -> str | None:
    """Return the algorithm that the course names most, where runs are wished and none is named."""
    if turn.index is None or wished_kinds(turn.message.text, None) != ("row",):
        return None
    taught = (chunk.text for chunk in turn.index.chunks if chunk.document.kind != "solution")
    named = Counter(name for text in taught for name in name_algorithms(text))
    return max(named, key=lambda name: (named[name], name), default=None)


def begin_other(text: str, wish: str | None, turn: TurnContext) -> ProblemTurn | None:
    """Return the turn that puts another problem on the table, as long as is wished.

    It is of the algorithm that the text names, else of that at hand; None where there is none.
    """
    run = turn.session.tracing
    algorithm = name_algorithm(text) or (run.problem.algorithm if run is not None else None)
    return begin_to_practise(algorithm, turn, wish) if algorithm is not None else None


def begin_to_practise(
    algorithm: str, turn: TurnContext, wish: str | None = None
) -> ProblemTurn | None:
    """Return the turn that puts a problem to practise on the table; None where none can be made."""
    session, index = turn.session, turn.index
    seed = len(session.before)
    told = (one.text for chunk in index.chunks for one in chunk.sentences) if index else ()
    conventions = conventions_of_course(algorithm, session.settings.trace_conventions, told)
    try:
        if wish in ("harder", "easier"):
            made = make_sized_problem(algorithm, seed, conventions, harder=wish == "harder")
        else:
            made = make_practice_problem(algorithm, seed, conventions)
    except ProblemInvalid:
        return None
    # Whether its edges have a direction is told with it, too.
    begun = _begin(made, session, "predict")
    return replace(begun, stated=begun.stated | {"directed"})
