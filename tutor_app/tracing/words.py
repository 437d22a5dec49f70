"""Plain words for tracing: reasons, mistakes, conventions, questions, results.

Each is filled from facts of the exact run, and each sentence can be checked against it
(tracing/saying.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.checking.verdict import row_at
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.run import Run
from tutor_app.tracing.values import Row, Step, Value
from tutor_app.tracing.wording.conventions import convention_phrase, lack_question
from tutor_app.tracing.wording.mistakes import MISTAKES
from tutor_app.tracing.wording.reasons import reason_sentences
from tutor_app.tracing.wording.say import cell, label
from tutor_app.tracing.wording.say import row as row_cells

# What is asked for, by column: what comes out of a step without giving it away.
_ASKED: Mapping[str, str] = {
    "edge": "Which edge is looked at",
    "node": "Which node is selected",
    "visited": "Which nodes are visited, and in which order,",
    "dist": "What are the distances",
    "mid": "Which position is the middle",
    "merged": "Which two parts are merged",
    "pivot": "Which pivot is taken",
    "key": "Which element is inserted",
    "array": "What does the array look like",
    "tree": "What does the tree look like",
    "values": "Which values stand in the row",
    "leaf": "Which leaf is looked at, and with which alpha and beta,",
}
# What goes with it: the second half of the question.
_AND: Mapping[tuple[str, str], str] = {
    ("node", "open"): "what is in OPEN after it",
    ("node", "queue"): "which nodes are free after it",
    ("node", "dist"): "what are the distances after it",
    ("edge", "action"): "is it accepted",
    ("mid", "action"): "on which side does the search go on",
    ("pivot", "array"): "what does the array look like after it",
    ("key", "array"): "what does the array look like after it",
}


def clarification_question(reason: str, detail: str, algorithm_name: str) -> str:
    """Return the one question to ask before a problem can be run."""
    return (
        f"I can run {algorithm_name} as soon as I know one thing. {lack_question(reason, detail)}"
    )


def convention_words(name: str, value: Value) -> str:
    """Return a convention in words, as part of a sentence: "ties are broken alphabetically"."""
    return convention_phrase(name, value)


def reason_words(algorithm_id: str, step: Step) -> str:
    """Return why a row is as it is; the algorithm's rule where there is no more to say."""
    facts = {**step.row, **step.reason.facts}
    said = reason_sentences(algorithm_id, step.reason.code, facts)
    return said or algorithm_named(algorithm_id).rule


def misconception_words(mistake: str) -> str:
    """Return a mistake as part of a sentence, after "It looks as if …"."""
    known = MISTAKES.get(mistake)
    return known.said if known is not None else mistake.replace("_", " ")


def check_words(mistake: str | None) -> str:
    """Return what to look at again; it gives nothing away. Empty where nothing is known."""
    known = MISTAKES.get(mistake or "")
    return known.check if known is not None else ""


def result_words(run: Run) -> str:
    """Return what comes out of a run: "Path: S → A → G. Cost: 6."."""
    return result_of(run.final)


def result_of(final: Row) -> str:
    """Return a final answer in words, nulls left out."""
    if final.get("cycle"):
        return "There is a cycle, so there is no topological order."
    if final.get("negative_cycle"):
        return "There is a negative cycle, so there are no shortest distances."
    said = []
    if final.get("found") is False:
        said.append("It is not found.")
    for field, value in final.items():
        if value is None or isinstance(value, bool):
            continue
        words = label(field)
        said.append(f"{words[:1].upper()}{words[1:]}: {cell(field, value)}.")
    return " ".join(said)


def row_words(run: Run, number: int) -> str:
    """Return a row in words: "Step 3 is: node: B; OPEN: C, D; CLOSED: S, B."; empty if none."""
    row = row_at(run, number)
    if row is None:
        return ""
    fields = [name for name in run.algorithm.columns if _worth_saying(name, row)]
    name = step_name(run.algorithm, number)
    return f"{name[:1].upper()}{name[1:]} is: {row_cells(row, fields)}."


def _worth_saying(field: str, cells: Row) -> bool:
    return field in cells and cells[field] is not None and field != "limit"


def next_question(run: Run, number: int) -> str:
    """Return a question for row `number` that does not give it away."""
    shown = _shown_columns(run, number)
    if shown & {"j", "w"}:  # on the way back through a table
        return f"Which way does it go back in {step_name(run.algorithm, number)}?"
    main = next((name for name in _ASKED if name in shown), None)
    what = _ASKED[main] if main is not None else "What comes out"
    if run.algorithm.id == "prim":
        what = "Which edge is added"
    more = next(
        (words for (first, name), words in _AND.items() if first == main and name in shown), ""
    )
    when = "with" if run.algorithm.id == "ids" else "in"
    return f"{what} {when} {step_name(run.algorithm, number)}{', and ' if more else ''}{more}?"


def asked_columns(run: Run, number: int) -> tuple[str, ...]:
    """Return the columns that `next_question` asks for, or that say as much."""
    shown = _shown_columns(run, number)
    if shown & {"j", "w"}:
        return ("action",)
    main = next((name for name in _ASKED if name in shown), None)
    more = [name for (first, name) in _AND if first == main and name == "array" and name in shown]
    return (main, *more) if main is not None else tuple(shown)


def step_name(algorithm: Algorithm, number: int) -> str:
    """Return what a row is called: "step 3", "pass 2", "limit 1"."""
    if algorithm.id == "ids":
        return f"limit {number}"
    if algorithm.id in ("bubble_sort", "bellman_ford"):
        return f"pass {number}"
    return f"step {number}"


def steps_name(algorithm: Algorithm, last: int) -> str:
    """Return "Step 1 is" or "Steps 1 to 3 are" for the steps up to `last`."""
    first = algorithm.first_step
    one = step_name(algorithm, last)
    if last <= first:
        return f"{one[:1].upper()}{one[1:]} is"
    if last == first + 1:
        return f"{_several(one)} {first} and {last} are"
    return f"{_several(one)} {first} to {last} are"


def _several(one: str) -> str:
    several = f"{one.split()[0]}s" if not one.startswith("pass") else "passes"
    return f"{several[:1].upper()}{several[1:]}"


def _shown_columns(run: Run, number: int) -> frozenset[str]:
    for step in run.steps:
        if step.number == number:
            array = {"array"} if "array" in run.algorithm.columns else set()
            return frozenset(n for n, each in step.row.items() if each is not None) | array
    return frozenset(run.algorithm.columns)
