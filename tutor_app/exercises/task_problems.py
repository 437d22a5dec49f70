"""The algorithm problem that a task sets, with the data that its sheet gives beside it.

"Run A* from P to G on the graph of Figure 1" holds no graph; the sentence that tells Figure 1 in
words does, and the sheet's conventions stand above all items.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    Chunk,
    Problem,
)
from tutor_app.exercises.assigned_problems import same_data
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.retrieval.numbered_references import figures_named
from tutor_app.tracing.reading.algorithm_names import name_algorithm, name_algorithms
from tutor_app.tracing.reading.message_parts import TASK
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.understanding.words_in_translation import statement_in_english

_PART_LABEL = re.compile(r"^\W*(?:\d{1,2}\s*)?\(?[a-h]\)\s*")  # "(a)", "1 a)"

_NEXT_PART = re.compile(r"(?<=[.?!:)])\s+(?=(?:\d{1,2}\s*\(?[a-h]|\([a-h])\)\s)")
_PART = re.compile(r"(?:^|(?<=[.?!:)]))\s*(?:\d{1,2}\s*\(?|\()([a-h])\)\s")
# The run of a search from one node is not that of the task: it goes on at those left.
_STARTS_AGAIN = ("more starts", "further starts", "other starts", "restart")

# "c) The weight of S → B drops from 7 to 4": no longer the run of (a).
_CHANGES = frozenset(("drops", "falls", "rises", "grows", "now", "instead", "suppose", "becomes"))
_OTHER_WEIGHT = re.compile(r"(\w+\s?(?:-+>?|[–→])\s?\w+)\b[^.?]{0,30}?\bfrom (\d+) (?:to|on) (\d+)")
_FROM_NODE = re.compile(r"\bfrom (?:node )?\w{1,2}\b")
_PART_NAMED = re.compile(
    r"(?i)(?:(?<![\w.])\d{1,2}\s?\(?|(?<=\d)[,\s]*(?:teil|part)\s\(?)([a-h])(?:\)|(?![\w)]))"
)


def part_named(text: str) -> str | None:
    """Return the letter of an item's part that a message names: "1b", "item 2 (b)"."""
    found = _PART_NAMED.search(text)
    return None if found is None else found[1].casefold()


def problem_of_part(
    item: AssignmentItem, chunks: Iterable[Chunk], label: str | None
) -> Problem | None:
    """Return the problem that an item, or the part of it with a label, sets.

    "1 a) Run BFS … b) In which order does DFS find the nodes?": b is of another run, and so is a
    part that changes a weight. None where its data lack.
    """
    problem = problem_of_item(item, chunks)
    statement = statement_in_english(item.statement, item.document.language)
    head, *rest = _PART.split(statement)
    part = dict(zip(rest[::2], rest[1::2], strict=True)).get(label or "", "")
    if problem is None or not part:
        return problem
    if not _CHANGES.isdisjoint(part.casefold().split()):
        return _with_weight_changed(statement.partition(part)[0], part)
    asked = name_algorithms(part)
    if not asked or problem.algorithm in asked:
        return problem
    begun = _FROM_NODE.search(part)
    order = f"Run {asked[0]} {begun[0]}." if begun is not None else part
    return read_task_problem(f"{head}\n{order}")


def _with_weight_changed(before: str, part: str) -> Problem | None:
    """Return the problem told before a part that gives one edge another weight; else None."""
    told = _OTHER_WEIGHT.search(part)
    edge = told and re.compile(rf"({re.escape(told[1])}\W{{0,3}}){told[2]}(?![\w.])")
    if told is None or edge is None or len(edge.findall(before)) != 1:
        return None
    return read_task_problem(edge.sub(rf"\g<1>{told[3]}", before))


def problem_of_item(item: AssignmentItem, chunks: Iterable[Chunk]) -> Problem | None:
    """Return the problem that an item of an assignment sets; None if none can be run.

    `chunks` are those of the course. Of a lecture only what tells its figures stands beside an
    exercise: the rest is taught, no sheet's data and rules.
    """
    beside = (
        sentence.text
        for chunk in chunks
        if chunk.document == item.document and chunk.exercise is None
        for sentence in chunk.sentences
        if item.document.kind == "assignment" or figures_named(sentence.text)
    )
    language = item.document.language
    told = tuple(statement_in_english(one, language) for one in beside)
    statement = statement_in_english(item.statement, language)
    if not item.attached.data:
        return read_task_problem(statement, told)
    # What staff gave counts before what a picture might have said.
    rules = tuple(one for one in told if not any(map(str.isdigit, one)))
    return read_task_problem(statement, (item.attached.data, *rules))


@lru_cache(maxsize=2_048)  # all items of the courses of a server
def read_task_problem(statement: str, beside: tuple[str, ...] = ()) -> Problem | None:
    """Return the problem that a task sets; None if it asks for no run, or lacks data.

    `beside` are the sentences of its sheet that belong to no task, in order. Where several of them
    hold data that fit, the one that tells the figure counts that the task names.
    """
    # "… G → F. 2 a) Run DFS": what looks like an initial ends a sentence where a part begins.
    statement = _NEXT_PART.sub("\n", statement)
    if any(words in statement.casefold() for words in _STARTS_AGAIN):
        return None
    said = [_PART_LABEL.sub("", one) for one in split_sentences(statement)]
    order = next(filter(None, map(_order_in, said)), None)
    if order is None:
        begun = (_with_data_of(statement, one) for one in said if TASK.search(one))
        text, problem = next((one for one in begun if one[1] is not None), ("", None))
        return None if problem is None else _with_conventions(text, beside, problem)
    text = order
    problem = _complete(text)
    if problem is None:
        text, problem = _with_data_of(statement, order)
    if problem is None:
        fitting = [each for each in beside if _complete(f"{order}\n{each}") is not None]
        text = f"{order}\n{_told(statement, fitting, beside) or ''}"
        problem = _complete(text)
    return None if problem is None else _with_conventions(text, beside, problem)


def _order_in(sentence: str) -> str | None:
    """Return a sentence that orders a run: by itself it is read as one, though data may lack."""
    if name_algorithm(sentence) is None:
        return None
    reading = read_problem(sentence)
    return sentence if reading is not None and reading.kind == "trace" else None


def _complete(text: str) -> Problem | None:
    reading = read_problem(text)
    if reading is None or reading.kind != "trace":
        return None
    return reading.problem if reading.question is None and reading.student is None else None


def _with_data_of(statement: str, order: str) -> tuple[str, Problem | None]:
    """Return an order with data of its own statement: a sentence, those before it, or all."""
    if name_algorithm(order) is None:
        return order, None
    said = [_PART_LABEL.sub("", one) for one in split_sentences(statement) if one != order]
    before = _PART_LABEL.sub("", statement[: statement.find(order)])
    order = _PART_LABEL.sub("", order)
    texts = [f"{data}\n{order}" for data in (*said, before, "\n".join(said))]
    found = ((text, _complete(text)) for text in texts)
    return next(((text, each) for text, each in found if each is not None), (order, None))


def _told(statement: str, fitting: Sequence[str], beside: Sequence[str]) -> str | None:
    """Return the sentence with the data: the only one, or that of the figure named in the task."""
    if len(fitting) < 2:
        return next(iter(fitting), None)
    wanted = figures_named(statement)
    last: frozenset[str] = frozenset()
    for text in beside:
        last = figures_named(text) or last
        if text in fitting and wanted & last:
            return text
    return None


def _with_conventions(text: str, beside: Sequence[str], problem: Problem) -> Problem:
    """Return the problem with the conventions that the sheet states for all its tasks."""
    for sentence in beside:
        more = _complete(f"{text}\n{sentence}")
        if more is None or not same_data(more, problem) or more.algorithm != problem.algorithm:
            continue
        if more.conventions.items() > problem.conventions.items():
            text, problem = f"{text}\n{sentence}", more
    return problem
