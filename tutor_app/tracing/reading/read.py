"""A message becomes an algorithm problem: what is asked, on which data, under which conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.asked import Ends, find_ends, find_kind, find_root, find_target
from tutor_app.tracing.reading.clarify import first_lack, has_data
from tutor_app.tracing.reading.conventions import stated_conventions
from tutor_app.tracing.reading.gather import Gathered, blank, gather
from tutor_app.tracing.reading.naming import asked_for, name_algorithm
from tutor_app.tracing.reading.split import CHECKS, split_message
from tutor_app.tracing.reading.student import read_student
from tutor_app.tracing.reading.values import Extract, Kind, Reading
from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.values import Number, Problem, StudentTrace, Value

_NO_DEFAULTS: Mapping[str, Value] = {}
# "Run …", "Trace …", "I need to sort …", "Find the …": a run is wanted, no explanation.
_TASK = re.compile(
    r"(?i)(?:^|[.!?:;,\n]\s*|\b(?:please|pls|plz|to|and|then|now|you|u|must|should"
    r"|have\s+to|so)\s+)"
    r"(?:run|trace|apply|use|do|perform|execute|sort|search|find|show|build|construct|compute"
    r"|calculate|simulate|solve|visit|traverse|draw|insert|look|step|walk|give|determine|start|work"
    r"|carry|list|demonstrate|fill|expand)\b"
    r"|\b(?:start(?:ing)?|goal|source|target)\s+(?:node\s+)?(?:is|=|:)|\bthe\s+algorithm\s+is\b"
    r"|\bi\s+(?:sorted|ran|traced|did|used|applied|searched)\b"
)
_ELSEWHERE = re.compile(
    r"(?i)\b(?:worksheet|handout|picture|image|photo|screenshot|figure|attach\w*|slides?|lecture"
    r"|exercise\s+sheet|textbook|book|pdf|above|below|following|given|the\s+board|whiteboard)\b"
)
_EXPLAIN = re.compile(
    r"(?i)(?:^|[.!?\n])\W*(?:\w+[\s,]+){0,4}?(?:why|how\s+(?:does|do|is|can|come|many|much|would)"
    r"|what(?:'s|’s|\s+is|\s+are)\s+(?:a|an|the\s+(?:difference|point|idea|meaning|use|purpose"
    r"|complexity|running|best|worst|advantage))|explain|define|is\s+it\s+true|when\s+(?:do|should"
    r"|would|is)|does|can\s+(?:we|i|you\s+explain))\b|\bwhy\s*\?"
)
_AGAIN = re.compile(
    r"(?i)\b(?:now|again|same|instead|redo|repeat|what\s+if|what\s+about|and\s+with"
    r"|as\s+well|also)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """One message taken apart: `problem_text` states the problem, `work` is the student's own."""

    text: str
    problem_text: str
    work: str
    kind: Kind


def read_problem(
    text: str,
    defaults: Mapping[str, Value] = _NO_DEFAULTS,
    known: Problem | None = None,
    extract: Extract | None = None,
) -> Reading | None:
    """Return the algorithm problem that a message holds, None where it holds none.

    `defaults` are the course's conventions by name: they count where the message states nothing.
    `known` is the problem of the conversation so far (the `problem` of an earlier reading): what a
    message such as "what comes next?" or a new attempt leaves out is taken from it. `extract` is a
    model's reading, asked where the text itself yields no data.
    """
    problem_text, work = split_message(text)
    message = _Message(
        text=text, problem_text=problem_text, work=work, kind=find_kind(problem_text, work)
    )
    algorithm = _find_algorithm(message, known)
    if algorithm is None:
        return None
    found = gather(problem_text, algorithm)
    if not found.whole and extract is not None and _TASK.search(problem_text):
        found = _extracted(found, extract(problem_text), algorithm)
    if known is not None and not found.whole and _goes_on(message, algorithm, known):
        return _read(message, algorithm, _taken_over(found, known, algorithm), defaults, known)
    if not _is_problem(message, algorithm, found):
        return None
    before = known if known is not None and not _has_own_data(known) else None
    return _read(message, algorithm, found, defaults, before)


def _find_algorithm(message: _Message, known: Problem | None) -> Algorithm | None:
    """Return the algorithm named, else asked for, else the one talked about so far."""
    algorithms = all_algorithms()
    name = name_algorithm(message.problem_text) or name_algorithm(message.text)
    if name is not None:
        return algorithms[name]
    for likely in asked_for(message.problem_text):
        found = gather(message.problem_text, algorithms[likely])
        if not found.whole or found.problem.graph is None:
            continue
        weights = [edge.weight for edge in found.problem.graph.edges]
        negative = any(weight is not None and weight < 0 for weight in weights)
        if likely == "dijkstra" and (negative or None in weights):
            continue
        if (
            likely == "prim"
            and not find_ends(
                blank(message.problem_text, found.spans), found.problem.graph.nodes
            ).starts
        ):
            continue
        return algorithms[likely]
    return algorithms[known.algorithm] if known is not None else None


def _is_problem(message: _Message, algorithm: Algorithm, found: Gathered) -> bool:
    """Tell whether a message that names an algorithm wants it run, rather than explained."""
    task = bool(_TASK.search(message.problem_text))
    if found.whole:
        return task or bool(message.work.strip()) or not _EXPLAIN.search(message.problem_text)
    if message.work.strip():
        return _student(message, algorithm, found.problem) is not None
    if not task or _EXPLAIN.search(message.problem_text):
        return False
    if _ELSEWHERE.search(message.problem_text):
        return True
    ends = find_ends(message.problem_text, ())
    return algorithm.data == "graph" and bool(ends.starts) and bool(ends.goals)


def _goes_on(message: _Message, algorithm: Algorithm, known: Problem) -> bool:
    """Tell whether a message without data goes on with the problem known so far."""
    before = all_algorithms()[known.algorithm]
    if algorithm.data != before.data and algorithm.id != known.algorithm:
        return False
    if message.kind == "next" or message.work.strip():
        return True
    if _EXPLAIN.search(message.text):
        return False
    if _student(message, algorithm, known) is not None:
        return True
    nodes = known.graph.nodes if known.graph else ()
    ends = find_ends(message.text, nodes)
    if first_lack(known, algorithm, Ends()) is not None:
        named = {*ends.starts, *ends.goals} & set(nodes)
        return bool(
            named
            or _bare_name(message.text, nodes)
            or ("target" in algorithm.needs and _answered_target(message.text) is not None)
        )
    stated = stated_conventions(message.text, algorithm)
    asks = bool(_TASK.search(message.text) or _AGAIN.search(message.text))
    return asks and (
        algorithm.id != known.algorithm or bool(stated) or bool(ends.starts or ends.goals)
    )


def _bare_name(text: str, nodes: Sequence[str]) -> str | None:
    """Return the node that is all that a text says."""
    said = text.strip(" .!\n'\"").casefold()
    return next((node for node in nodes if node.casefold() == said), None)


def _answered_target(text: str) -> Number | None:
    """Return the number searched for, also where it is all that a text says."""
    bare = re.fullmatch(r"[^\w-]*(-?\d+(?:\.\d+)?)\W*", text)
    return find_target(f"find {bare[1]}" if bare else text)


def _read(
    message: _Message,
    algorithm: Algorithm,
    found: Gathered,
    defaults: Mapping[str, Value],
    known: Problem | None,
) -> Reading:
    """Put together what was found; `known` fills what the message leaves out."""
    rest = blank(message.problem_text, found.spans)
    problem, ends = _with_asked(rest, algorithm, found, known)
    stated = stated_conventions(rest, algorithm)
    if found.base is not None and "index_base" in algorithm.conventions:
        stated.setdefault("index_base", found.base)
    course = {name: value for name, value in defaults.items() if name in algorithm.conventions}
    before = {
        name: value
        for name, value in (known.conventions if known else {}).items()
        if name in algorithm.conventions and course.get(name) != value
    }
    stated = {**before, **stated}
    problem = replace(problem, conventions={**course, **stated})
    goal_meant = "goal_test" in stated_conventions(rest, algorithm) and "found" not in rest
    question = first_lack(problem, algorithm, ends, found.lacks, goal_meant=goal_meant)
    student = _student(message, algorithm, problem)
    names = frozenset(stated) | ({"directed"} if found.directed_said else frozenset())
    return Reading(
        problem=problem,
        kind=_kind(message, student),
        stated=names,
        student=student,
        question=question,
        used=found.spans,
    )


def _with_asked(
    rest: str, algorithm: Algorithm, found: Gathered, known: Problem | None
) -> tuple[Problem, Ends]:
    """Return the problem with start, goal, target or root, and the ends that are named."""
    problem = found.problem
    if algorithm.data == "graph":
        nodes = problem.graph.nodes if problem.graph else ()
        ends = _used(find_ends(rest, nodes), algorithm)
        if known is not None and (name := _bare_name(rest, nodes)):
            # the answer to a question, and nothing else
            ends = Ends(starts=(name,)) if known.start is None else Ends(goals=(name,))
        start = ends.starts[0] if ends.starts else (known.start if known else None)
        goal = ends.goals[0] if ends.goals else (known.goal if known else None)
        used = algorithm.needs | algorithm.may_have
        return replace(
            problem,
            start=start if "start" in used else None,
            goal=goal if "goal" in used else None,
        ), ends
    if "target" in algorithm.needs:
        target = find_target(rest) if known is None else _answered_target(rest)
        return replace(problem, target=known.target if target is None and known else target), Ends()
    if algorithm.data == "game_tree" and (problem.root is None or find_root(rest)):
        root = find_root(rest) or (known.root if known else None)
        return replace(problem, root=root or "max"), Ends()
    return problem, Ends()


def _used(ends: Ends, algorithm: Algorithm) -> Ends:
    """Return only the ends that the algorithm has."""
    used = algorithm.needs | algorithm.may_have
    return Ends(
        starts=ends.starts if "start" in used else (),
        goals=ends.goals if "goal" in used else (),
    )


def _student(message: _Message, algorithm: Algorithm, problem: Problem) -> StudentTrace | None:
    """Return the student's own rows: of the part that shows them, else of the message's claims."""
    text = message.work
    if not text.strip():
        if not CHECKS.search(message.text):
            return None
        # "Is the path S, B, G with cost 7 right?": the claim stands in the question itself.
        text = "\n".join(
            part for part in re.split(r"(?<=[.?!\n])\s", message.text) if CHECKS.search(part)
        )
    columns = algorithm.varying(problem) if algorithm.varying else algorithm.columns
    nodes = problem.graph.nodes if problem.graph else ()
    return read_student(text, algorithm.id, columns, nodes, problem.array or ())


def _kind(message: _Message, student: StudentTrace | None) -> Kind:
    if message.kind == "next":
        return "next"
    return "check" if student is not None or message.work.strip() else "trace"


def _has_own_data(problem: Problem) -> bool:
    return has_data(problem, all_algorithms()[problem.algorithm])


def _taken_over(found: Gathered, known: Problem, algorithm: Algorithm) -> Gathered:
    """Return the data of the problem known so far, for the algorithm asked for now."""
    problem = replace(known, algorithm=algorithm.id, conventions={})
    return replace(found, problem=problem, whole=has_data(problem, algorithm))


def _extracted(found: Gathered, draft: Problem | None, algorithm: Algorithm) -> Gathered:
    """Return what a model read, where it read data of the right kind."""
    if draft is None or not has_data(draft, algorithm):
        return found
    problem = replace(draft, algorithm=algorithm.id, conventions={})
    return replace(found, problem=problem, whole=True)
