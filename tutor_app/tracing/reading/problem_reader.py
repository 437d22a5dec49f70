"""A message becomes an algorithm problem: what is asked, on which data, under which conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tutor_app.domain.normal_form import tidy
from tutor_app.domain.traces import Graph, Problem, StudentTrace, Value
from tutor_app.tracing.algorithm import Algorithm, all_algorithms
from tutor_app.tracing.claims.speakers import without_others
from tutor_app.tracing.reading.algorithm_names import asked_for, name_algorithm
from tutor_app.tracing.reading.ask_for_missing_data import first_lack, has_data
from tutor_app.tracing.reading.follow_up_problem import answered_target, bare_name, follow
from tutor_app.tracing.reading.gather_data import Gathered, blank, gather
from tutor_app.tracing.reading.glued_numbers import with_range_told, with_spaces
from tutor_app.tracing.reading.graph_spoken_of import is_spoken_of, is_written_anew
from tutor_app.tracing.reading.message_parts import (
    EXPLAIN,
    SHOW_HOW,
    TASK,
    Parts,
    read_work,
    take_apart,
)
from tutor_app.tracing.reading.message_size import ends_of, find_excess
from tutor_app.tracing.reading.node_mentions import says_goal
from tutor_app.tracing.reading.numbers_in_words import leaves_over, tells_data
from tutor_app.tracing.reading.problem_data.graph_reader import SPELLED_OUT
from tutor_app.tracing.reading.reading_results import Clarification, Extract, Kind, Reading, Span
from tutor_app.tracing.reading.start_and_goal import (
    Ends,
    estimated_goal,
    find_ends,
    find_kind,
    find_root,
    find_target,
    names_goal,
)
from tutor_app.tracing.reading.stated_conventions import stated_conventions
from tutor_app.tracing.reading.stated_orders import says_push_order
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS
from tutor_app.tracing.reading.student_rows.work_layout import read_own_work, tells_steps
from tutor_app.tracing.reading.told_graph.told_ends import told_ends
from tutor_app.tracing.reading.told_graph.told_parts import keep_graph_whole
from tutor_app.tracing.reading.untraced_algorithms import name_untraced
from tutor_app.tracing.telling.edge_totals import with_totals
from tutor_app.tracing.telling.narrated_order import (
    before_own_walk,
    listed_order,
    narrated_order,
    tells_own_walk,
)
from tutor_app.tracing.telling.steps_behind import (
    SHOWN_BY_STEPS,
    Split,
    named_ends,
    split_at_steps,
)
from tutor_app.tracing.telling.steps_beside_prose import doubt_unless_agreed
from tutor_app.tracing.telling.told_work import (
    count_told,
    doubt_if_partial,
    holds_more,
    read_told_work,
)

# What rows may tell of where no algorithm is named: those that read a graph alike.
_FAMILIES = (("ucs", "dijkstra"), ("astar", "greedy"), ("bfs", "dfs"))
# Words of a student about own steps; a task that is stated has none behind its graph.
_SPEAKS = re.compile(
    r"(?i)\b(?:i|my|mine|me|we|our)\b|\?|\b(?:row|step) \d|\bso (?:the|now|next)\b"
)
SURELY_MEANT = 5  # nodes and values of right rows: then they are rows of this algorithm
_NO_DEFAULTS: Mapping[str, Value] = {}
# What begins a run elsewhere than the one at hand.
_SAYS_START = re.compile(
    r"(?i)\b(?:start\w*|begin\w*|begun|source|root\w*|origin|run|trace|search|apply|perform|do"
    r"|instead|redo|repeat|what\s+if|what\s+about|suppose"
    r"|(?:now|again|same)\b(?![^.,?!]{0,20}\b(?:comes?|came|reached)\b)[^.,?!]{0,30}\bfrom)\b"
)
_ELSEWHERE = re.compile(
    r"(?i)\b(?:worksheet|handout|picture|image|photo|screenshot|figure|attach\w*|slides?|lecture"
    r"|exercise\s+sheet|textbook|book|pdf|above|below|following|given|the\s+board|whiteboard)\b"
)
# "Check my BFS trace": own work is there, or is meant to be; what it is about is asked for.
_OWN_TRACE = re.compile(
    r"(?i)\b(?:my|this)\s+(?:\w+[\s*'’-]+){0,4}?(?:trace|table|run|steps|rows|queue|stack|order|work)\b"
    r"|\b(?:check|verify|correct|grade)\s+(?:my|this)\s+(?:\w+[\s*'’-]+){0,3}?"
    r"(?:bfs|dfs|ucs|a\*|astar|dijkstra\w*|prim\w*|kruskal\w*|\w*\s*(?:sort|search))"
)


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
    model's reading, asked where the text itself yields no data, or leaves too many of its numbers
    over; without one the data are asked for as a list. A message that is too long to be read is
    one with a question that says so ("too_large"). A problem for an algorithm that cannot be run is
    none: it is not what another one that it names as its tool is run on.
    """
    if (excess := find_excess(text)) is not None:
        return _too_large(text, excess, known)
    if name_untraced(text) is not None:
        return None
    text = with_range_told(text)
    reading = _read_whole(text, defaults, known, extract)
    if known is not None:
        return reading
    reading = _read_at_steps(text, reading, defaults) or reading
    if _is_open(reading) and (spaced := with_spaces(text)) != text:
        again = _read_whole(spaced, defaults, None, None)
        again = _read_at_steps(spaced, again, defaults) or again
        return reading if again is None or again.question is not None else again
    return reading


def _read_at_steps(
    text: str, plain: Reading | None, defaults: Mapping[str, Value]
) -> Reading | None:
    """Return the reading of a message as a graph and the steps behind it, where that is better.

    It is where the run bears the steps out, or where it leaves less open than the `plain` reading.
    """
    named = name_algorithm(text)
    splits = [
        split_at_steps(text, [all_algorithms()[name] for name in names], gather)
        for names in ([(named,)] if named else _FAMILIES)
        if all_algorithms()[names[0]].data == "graph"
    ]
    split = max(filter(None, splits), key=lambda each: each.rank, default=None)
    if split is not None and plain is not None and not _may_hold_steps(text, plain, split):
        return None
    if split is None or (named is None and split.rank[0] < SURELY_MEANT):
        return None
    if plain is not None and not _is_open(plain) and split.rows is not None:
        shown = StudentTrace(rows=split.rows.rows, final=split.rows.final)
        if not holds_more(shown, plain.student):
            return None
    work = re.sub(r"[^\n]", " ", text[: split.cut]) + without_others(text[split.cut :])
    message = Parts(
        text=text,
        problem_text=text[: split.cut],
        work=work,
        kind=find_kind(text[: split.cut], work),
    )
    ends = split.ends if split.rows is not None else named_ends(text, split)
    reading = _read(message, split.algorithm, split.found, defaults, None, shown=ends)
    if reading.question is not None and plain is not None:
        return None
    told = reading.student
    if split.rows is not None and (told is None or told.doubts or not split.rows.beside):
        final = {**(told.final if told is not None else {}), **split.rows.final}
        shown = StudentTrace(rows=split.rows.rows, final=final)
        reading = replace(reading, student=shown, kind="check")
    if split.rows is not None:
        return reading
    asked = plain.question.reason if plain is not None and plain.question is not None else ""
    asks_less = asked == "missing_start"
    better = asks_less or not _is_open(reading) or _edges_of(reading) > _edges_of(plain)
    return reading if _is_open(plain) and better else None


def _may_hold_steps(text: str, plain: Reading, split: Split) -> bool:
    """Whether what follows the split may be steps: a message that states a problem has none."""
    if plain.question is None and plain.student is not None and take_apart(text).work.strip():
        return False  # where the work begins is said
    if plain.kind == "check" or CHECKS.search(text) or plain.question is not None:
        return True
    if split.rank[0] >= SURELY_MEANT and split.ends.starts[:1] == (plain.problem.start,):
        return True  # rows from the start on that the run bears out
    graph, behind = split.found.problem.graph, text[split.cut :]
    if graph is None or len(graph.edges) < _edges_of(plain):
        return False
    return _SPEAKS.search(behind) is not None or _tells_edges_again(behind, split.algorithm, graph)


def _tells_edges_again(text: str, algorithm: Algorithm, graph: Graph) -> bool:
    """Whether edges that the graph has are told once more, not as a node's neighbours."""
    if not {"edge", "weight"} <= {*algorithm.columns}:
        return False
    names = "|".join(map(re.escape, graph.nodes))
    if re.search(rf"(?m)^\W*(?:{names})\s*[:|]", text):
        return False
    again = 0
    for edge in graph.edges:
        ends = (re.escape(edge.source), re.escape(edge.target))
        ways = "|".join(rf"{one}\W{{0,3}}{two}" for one, two in (ends, ends[::-1]))
        again += re.search(rf"(?<!\w)(?:{ways})\W{{1,4}}{edge.weight}(?!\w)", text) is not None
    return again > 1


def _edges_of(reading: Reading | None) -> int:
    graph = reading.problem.graph if reading is not None else None
    return len(graph.edges) if graph is not None else 0


def _is_open(reading: Reading | None) -> bool:
    """Whether a reading lacks something, or has no steps for sure."""
    if reading is None or reading.question is not None or reading.student is None:
        return True
    return bool(reading.student.doubts)


def _read_whole(
    text: str,
    defaults: Mapping[str, Value],
    known: Problem | None,
    extract: Extract | None,
    *,
    told: bool = True,
) -> Reading | None:
    """Read a message whose problem and work stand apart; `told`: steps in any layout, too."""
    message = take_apart(text)
    named = name_algorithm(message.problem_text) or name_algorithm(text)
    if known is not None:
        followed = follow(message, all_algorithms()[named] if named else None, known)
        if followed is not None:
            return _read(followed.message, followed.algorithm, followed.found, defaults, known)
    algorithm = _find_algorithm(message, named, known)
    if algorithm is None:
        return None
    if algorithm.data == "graph":
        message = keep_graph_whole(message, algorithm)
    found = gather(message.problem_text, algorithm)
    if known is not None and found.whole and is_spoken_of(text, found, known):
        return None  # a reason that names edges of the graph at hand
    unread = leaves_over(message.problem_text, found.problem) if found.whole else False
    tells = unread and (_is_spelled_out(found) or tells_steps(message, algorithm, found))
    in_part = any(lack.reason == "unread_part" for lack in found.lacks)
    if not found.whole or (unread and not tells and not in_part):
        found = _told(message.problem_text, algorithm, extract) or _nothing_of(found)
    elif in_part:
        found = _told(message.problem_text, algorithm, extract) or found
    if not _is_problem(message, algorithm, found):
        return None
    anew = known is not None and is_written_anew(found, known)
    before = known if known is not None and (anew or not _has_own_data(known)) else None
    return _read(message, algorithm, found, defaults, before, told=told)


def _too_large(text: str, excess: str, known: Problem | None) -> Reading | None:
    """Return a problem without data, and what is too much; None where none is to be run."""
    said = ends_of(text)
    wanted = TASK.search(said) or CHECKS.search(said)
    named = name_algorithm(said) or (known.algorithm if known is not None else None)
    if named is None or not wanted or EXPLAIN.search(said):
        return None
    question = Clarification(reason="too_large", detail=excess)
    kind: Kind = "check" if CHECKS.search(said) else "trace"
    return Reading(problem=Problem(algorithm=named), kind=kind, question=question)


def _find_algorithm(message: Parts, named: str | None, known: Problem | None) -> Algorithm | None:
    """Return the algorithm named, else asked for, else the one talked about so far."""
    algorithms = all_algorithms()
    if named is not None:
        return algorithms[named]
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


def _is_problem(message: Parts, algorithm: Algorithm, found: Gathered) -> bool:
    """Tell whether a message that names an algorithm wants it run, rather than explained."""
    # Where the student's own lines stood is blank: thousands of blanks cost the patterns seconds.
    said = tidy(message.problem_text)
    task = bool(TASK.search(said))
    if found.whole:
        asked = EXPLAIN.search(said)
        shows = asked is not None and SHOW_HOW.search(asked[0]) is not None
        return task or bool(message.work.strip()) or asked is None or shows
    if message.work.strip():
        return read_work(message, algorithm, found.problem) is not None
    if message.kind == "check" and _OWN_TRACE.search(said):
        return True
    if _ELSEWHERE.search(message.problem_text) and tells_own_walk(said):
        return True
    if not task or EXPLAIN.search(said):
        return False
    if _ELSEWHERE.search(message.problem_text) or tells_data(message.problem_text, algorithm):
        return True
    ends = find_ends(message.problem_text, ())
    return algorithm.data == "graph" and bool(ends.starts) and bool(ends.goals)


def _read(  # noqa: PLR0913  (all that a reading rests on)
    message: Parts,
    algorithm: Algorithm,
    found: Gathered,
    defaults: Mapping[str, Value],
    known: Problem | None,
    *,
    told: bool = True,
    shown: Ends | None = None,
) -> Reading:
    """Put together what was found; `known` fills what the message leaves out.

    `shown` are the ends of a graph where the steps behind it show them.
    """
    rest = blank(message.problem_text, found.spans)
    problem, ends = _with_asked(rest, algorithm, found, known)
    if shown is not None:
        ends = _used(shown, algorithm)
        problem = replace(
            problem, start=next(iter(ends.starts), None), goal=next(iter(ends.goals), None)
        )
    stated = stated_conventions(rest, algorithm)
    if found.base is not None and "index_base" in algorithm.conventions:
        stated.setdefault("index_base", found.base)
    course = {name: value for name, value in defaults.items() if name in algorithm.conventions}
    before = {
        name: value
        for name, value in (known.conventions if known else {}).items()
        if name in algorithm.conventions and course.get(name) != value
    }
    if known is not None and {known.algorithm, algorithm.id} > {"dfs"}:
        before.pop("neighbor_order", None)  # what is pushed first is taken last
    stated = {**before, **stated}
    problem = replace(problem, conventions={**course, **stated})
    goal_meant = "goal_test" in stated and names_goal(rest)
    question = first_lack(problem, algorithm, ends, found.lacks, goal_meant=goal_meant)
    names = frozenset(stated) | ({"directed"} if found.directed_said else frozenset())
    orders = algorithm.conventions["neighbor_order"].choices if algorithm.id == "dfs" else ()
    if orders and not says_push_order(rest.casefold(), orders):
        names -= {"neighbor_order"}  # "neighbours alphabetically": pushed so, or visited so
    # What a model read may stand anywhere in the message: no part of it is left to tell steps.
    work = "" if found.by_model else rest
    student = read_own_work(message, algorithm, problem, names, work)
    if told:
        if found.told_steps is not None:  # what stands before it tells of the graph
            work = re.sub(r"[^\n]", " ", work[: found.told_steps]) + work[found.told_steps :]
        behind = found.told_steps is not None
        problem, student = _with_told_steps(message, work, problem, names, student, behind=behind)
        if found.told:
            own = message.work if message.work.strip() else work
            student = doubt_unless_agreed(own, problem, names, student)
    if question is not None and question.reason in SHOWN_BY_STEPS:
        question = first_lack(problem, algorithm, ends, found.lacks, goal_meant=goal_meant)
    return Reading(
        problem=problem,
        kind=_kind(message, student),
        stated=names,
        student=with_totals(student, problem, message.text),
        question=question,
        used=(Span(start=0, end=len(rest)),) if found.by_model else found.spans,
    )


def _with_told_steps(  # noqa: PLR0913  (what a message tells, and what is known of it)
    message: Parts,
    rest: str,
    problem: Problem,
    stated: frozenset[str],
    student: StudentTrace | None,
    *,
    behind: bool,
) -> tuple[Problem, StudentTrace | None]:
    """Return the student's steps however they are told, and the problem with the ends they show."""
    asked = message.kind == "check" or student is not None
    texts = [message.work]
    if count_told(rest, problem) > count_told(message.work, problem):
        texts.append(f"{rest}\n{message.work}")
    told = None
    for text in filter(str.strip, texts):
        told = read_told_work(text, problem, stated, student, asked=asked, behind=behind)
        if told is not None and told.sure:
            break
    if told is not None and told.sure and told.student != student:
        return told.problem, told.student  # all that it tells was read
    if told is not None:
        problem, student = told.problem, told.student
    own = message.work if message.work.strip() else rest
    if told is None and (student is None or student.doubts or not student.rows):
        student = narrated_order(own, problem) or student
        student = student or listed_order(own, problem)
    return problem, student and doubt_if_partial(own, problem, student)


def _with_asked(
    rest: str, algorithm: Algorithm, found: Gathered, known: Problem | None
) -> tuple[Problem, Ends]:
    """Return the problem with start, goal, target or root, and the ends that are named."""
    problem = found.problem
    if found.by_model:
        ends = Ends(
            starts=(problem.start,) if problem.start else (),
            goals=(problem.goal,) if problem.goal else (),
        )
        return problem, ends
    if algorithm.data == "graph":
        nodes = problem.graph.nodes if problem.graph else ()
        # "From L I go to M" tells a step; the ends stand before, if anywhere.
        before = rest if found.told_steps is None else rest[: found.told_steps]
        ends = _used(find_ends(before_own_walk(before), nodes), algorithm)
        if not ends.goals:
            behind = _used(find_ends(before_own_walk(rest), nodes), algorithm)
            ends = replace(ends, goals=behind.goals)
        has_start = known is not None and known.start in nodes
        if not (ends.starts or has_start):
            ends = _used(find_ends(rest, nodes), algorithm)
        if found.told:
            ends = _filled(ends, _used(told_ends(before, nodes), algorithm), nodes)
        elsewhere = _SAYS_START.search(rest) or name_algorithm(rest) is not None
        if known is not None and has_start and not elsewhere:
            # "B from H" tells of an edge, "two to C" of a way
            goals = tuple(goal for goal in ends.goals if says_goal(rest, goal))
            ends = Ends(starts=(), goals=goals)
        if known is not None and (name := bare_name(rest, nodes)):
            # the answer to a question, and nothing else
            ends = Ends(starts=(name,)) if known.start is None else Ends(goals=(name,))
        start = ends.starts[0] if ends.starts else (known.start if known else None)
        goal = _goal(rest, problem, ends, known)
        used = algorithm.needs | algorithm.may_have
        return replace(
            problem,
            start=start if "start" in used else None,
            goal=goal if "goal" in used else None,
        ), ends
    if "target" in algorithm.needs:
        target = find_target(rest) if known is None else answered_target(rest)
        return replace(problem, target=known.target if target is None and known else target), Ends()
    if algorithm.data == "game_tree" and (problem.root is None or find_root(rest)):
        root = find_root(rest) or (known.root if known else None)
        return replace(problem, root=root or "max"), Ends()
    return problem, Ends()


def _goal(rest: str, problem: Problem, ends: Ends, known: Problem | None) -> str | None:
    """Return the node called the goal, else the one estimated to be it: "S to A" names none."""
    named = ends.goals[0] if ends.goals else (known.goal if known else None)
    if problem.graph is None or (named is not None and says_goal(rest, named)):
        return named
    return estimated_goal(problem.graph) or named


def _filled(ends: Ends, told: Ends, nodes: Sequence[str]) -> Ends:
    """Return the ends with those that prose tells where none of the graph's nodes is named."""
    starts = tuple(name for name in ends.starts if name in nodes)
    return Ends(
        starts=starts if len(starts) == 1 else told.starts or starts,
        goals=ends.goals or told.goals,
    )


def _used(ends: Ends, algorithm: Algorithm) -> Ends:
    """Return only the ends that the algorithm has."""
    used = algorithm.needs | algorithm.may_have
    return Ends(
        starts=ends.starts if "start" in used else (),
        goals=ends.goals if "goal" in used else (),
    )


def _kind(message: Parts, student: StudentTrace | None) -> Kind:
    if message.kind == "next":
        return "next"
    shown = student is not None or message.work.strip()
    return "check" if shown or message.kind == "check" else "trace"


def _is_spelled_out(found: Gathered) -> bool:
    """Whether a whole graph is written with its weights: numbers beside it are of no edge."""
    graph = found.problem.graph
    return graph is not None and graph.weighted and len(graph.edges) >= SPELLED_OUT


def _has_own_data(problem: Problem) -> bool:
    return has_data(problem, all_algorithms()[problem.algorithm])


def _nothing_of(found: Gathered) -> Gathered:
    """Return what was found without data that were read only in part."""
    return Gathered(problem=Problem(algorithm=found.problem.algorithm)) if found.whole else found


def _told(text: str, algorithm: Algorithm, extract: Extract | None) -> Gathered | None:
    """Return what a model read in a text told in words, None where it read no fitting data."""
    draft = extract(text) if extract is not None and TASK.search(text) else None
    if draft is None or draft.algorithm != algorithm.id or not has_data(draft, algorithm):
        return None
    return Gathered(problem=replace(draft, conventions={}), whole=True, by_model=True)
