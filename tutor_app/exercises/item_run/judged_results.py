"""What is said of an answer that tells in short what a run comes to, and the question behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.values import Sentence, Session
from tutor_app.exercises.item_run.run_results import RunResults
from tutor_app.exercises.item_run.told_results import ToldEdge, ToldNode, ToldResults
from tutor_app.wording.catalogue import Phrase, phrase, unsaid

ALL_RIGHT = phrase("exercises_run_told.all_right", "words")
SOME_RIGHT = phrase("exercises_run_told.some_right", "words")
NOT_YET = phrase("exercises_run_told.not_yet", "words")
NUMBERS_RIGHT = phrase("exercises_run_told.numbers_right", "words", "node")
SUM_RIGHT = phrase("exercises_run_told.sum_right", "total")
SUM_OFF = phrase("exercises_run_told.sum_off", "total")
WHO_IS_FIRST = phrase("exercises_run_told.who_is_first", "node")
FROM_ROW = phrase("exercises_run_told.from_row", "node", "value", "by")
BY_WHICH_WAY = phrase("exercises_run_told.by_which_way", "node", "value")
JOINED_ALREADY = phrase("exercises_run_told.joined_already", "edge", "one", "other")
WOULD_JOIN = phrase("exercises_run_told.would_join", "edge", "one", "other")
SO_IT_IS = phrase("exercises_run_told.so_it_is", "words")
IN_ROW = phrase("exercises_run_told.in_row", "told", "by")
WHO_LOWERS = phrase("exercises_run_told.who_lowers", "node")
COMES_FROM = phrase("exercises_run_told.comes_from", "node")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedResults:
    """What of an answer is as in the run, and what is not; `behind` is the node behind which its
    order differs, "" where it does not, `total` the sum told, with whether it is right."""

    right: tuple[ToldNode | ToldEdge, ...] = ()
    wrong: tuple[ToldNode | ToldEdge, ...] = ()
    behind: str = ""
    total: tuple[float, bool] | None = None

    @property
    def of_tree(self) -> bool:
        """Whether edges are told, which no row of distances has."""
        return any(isinstance(one, ToldEdge) for one in (*self.right, *self.wrong))

    @property
    def all_right(self) -> bool:
        return not (self.wrong or self.behind or (self.total is not None and not self.total[1]))


def judge_told(told: ToldResults, results: RunResults) -> JudgedResults | None:
    """Return an answer held against the run, by the quantity that most of it has; None where there
    is nothing to hold it against."""
    valued = [one for one in told.nodes if one.value is not None]
    readings = [*results.at_end.values()]
    if valued and not readings:
        return None
    there = max(readings, key=lambda one: _hits(valued, one), default={})
    right: list[ToldNode | ToldEdge] = []
    wrong: list[ToldNode | ToldEdge] = []
    for node in valued:
        (right if there.get(node.node) == node.value else wrong).append(node)
    for edge in told.edges:
        is_in = results.edges.get(frozenset(edge.ends), False) or edge_of_tree(edge, results)
        (right if is_in == edge.taken else wrong).append(edge)
    total = None
    if told.total is not None and results.weight is not None:
        total = (told.total, told.total == results.weight)
    elif told.total is not None:
        return None
    return JudgedResults(
        right=tuple(right), wrong=tuple(wrong), behind=_behind(told, results), total=total
    )


def edge_of_tree(edge: ToldEdge, results: RunResults) -> bool:
    one, other = edge.ends
    return results.parents.get(other) == one or results.parents.get(one) == other


def say_judged(judged: JudgedResults, results: RunResults, session: Session) -> list[Sentence]:
    """Return the verdict, and the question that leads on from what is not right yet."""

    def line(ways: Phrase, **slots: object) -> str:
        return unsaid(ways, session, **slots)

    words = ", ".join(one.words for one in judged.right)
    said: list[Sentence] = []
    if judged.wrong:
        if words:
            said.append(Sentence(text=line(SOME_RIGHT, words=words), role="verdict"))
        off = ", ".join(one.words for one in judged.wrong)
        said.append(Sentence(text=line(NOT_YET, words=off), role="verdict"))
    elif judged.behind:
        said.append(
            Sentence(text=line(NUMBERS_RIGHT, words=words, node=judged.behind), role="verdict")
        )
    else:
        said.append(Sentence(text=line(ALL_RIGHT, words=words), role="verdict"))
    if judged.total is not None:
        ways = SUM_RIGHT if judged.total[1] else SUM_OFF
        said.append(Sentence(text=line(ways, total=f"{judged.total[0]:g}"), role="verdict"))
    return [*said, *ask_on(judged, results, session)]


def say_on_the_way(
    told: Sequence[ToldNode], results: RunResults, session: Session
) -> list[Sentence]:
    """Return in whose rows the numbers stand that nodes are said to have; a later one is asked for.

    Nothing where one of them stands in no row, or all of them are those that the nodes keep.
    """
    rows = [results.held.get((one.node, one.value or 0.0), "") for one in told]
    ends = [
        any(there.get(one.node) == one.value for there in results.at_end.values()) for one in told
    ]
    if not told or not all(rows) or all(ends):
        return []
    words = ", ".join(IN_ROW(told=one.words, by=by) for one, by in zip(told, rows, strict=True))
    said = [Sentence(text=unsaid(SO_IT_IS, session, words=words), role="verdict")]
    kept = {one.node for one, end in zip(told, ends, strict=True) if end}
    left = [one.node for one, end in zip(told, ends, strict=True) if not end]
    if open_ones := [node for node in left if node not in kept]:
        said.append(Sentence(text=unsaid(WHO_LOWERS, session, node=open_ones[0]), role="question"))
    return said


def ask_on(judged: JudgedResults, results: RunResults, session: Session) -> list[Sentence]:
    """Return the question that leads on from what is not right yet, in words that are new."""
    if judged.wrong:
        ways, slots = _question(judged.wrong[0], results)
    elif judged.behind:
        ways, slots = WHO_IS_FIRST, {"node": judged.behind}
    else:
        return []
    return [Sentence(text=unsaid(ways, session, **slots), role="question")]


def _question(
    wrong: ToldNode | ToldEdge, results: RunResults
) -> tuple[Phrase, Mapping[str, object]]:
    if isinstance(wrong, ToldEdge):
        one, other = wrong.ends
        if results.edges:
            ways = JOINED_ALREADY if wrong.taken else WOULD_JOIN
            return ways, {"edge": wrong.words, "one": one, "other": other}
        node = other if results.parents.get(other) is not None else one
        return COMES_FROM, {"node": node}
    value = wrong.value if wrong.value is not None else 0.0
    by = results.held.get((wrong.node, value), "")
    slots = {"node": wrong.node, "value": f"{value:g}"}
    return (FROM_ROW, slots | {"by": by}) if by else (BY_WHICH_WAY, slots)


def _hits(valued: list[ToldNode], there: Mapping[str, float]) -> int:
    return sum(there.get(one.node) == one.value for one in valued)


def _behind(told: ToldResults, results: RunResults) -> str:
    """Return the node behind which the order of an answer differs from the run's."""
    nodes = [one.node for one in told.nodes]
    order = results.order
    tells_order = told.of_order or (nodes[:1] == [*order[:1]] and len(nodes) > 2)
    if not tells_order or not order or nodes[:1] != [*order[:1]]:
        return ""
    same = 0
    while same < min(len(nodes), len(order)) and nodes[same] == order[same]:
        same += 1
    return order[same - 1] if same < len(nodes) else ""
