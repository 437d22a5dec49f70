"""Right, partly right and wrong answers to each question about a run: how often they are misjudged.

The facts come from exact runs of random problems of all algorithms, the wordings from data
(evals/questions/trace_answers.yaml). Nobody's verdict is asked: what was changed is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from evals.traces.answers.answer_styles import (
    Split,
    Style,
    fill,
    read_styles,
    write_path,
    write_row,
)
from evals.traces.styles.style_problems import made_up
from evals.traces.styles.written_work import change_value, number_of, work_of
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.traces import Row, StudentTrace, Value
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.answers.examine_answer import examine_answer, examine_row_named
from tutor_app.tracing.answers.read_answer import read_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import AlgorithmRun, run, scored_steps, with_defaults
from tutor_app.tracing.narration.run_sentences import find_asked_columns

Truth = Literal["right", "partly", "wrong"]
_RIGHT: frozenset[AnswerOutcome] = frozenset({"right", "so_far"})
_WRONG: frozenset[AnswerOutcome] = frozenset({"partly", "not_yet"})
_BESIDE_NODE = ("open", "queue", "dist")
_KEPT = 3  # values of a partial list of distances


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAnswer:
    """An answer as a student writes it, to one question, and whether it is right."""

    text: str
    run: AlgorithmRun
    expected: Expectation
    truth: Truth
    asker: str
    style: str
    rows_so_far: tuple[Row, ...] = ()

    @property
    def settled(self) -> frozenset[str]:
        return frozenset({"directed", *self.run.problem.conventions})


def measure_answers(each: int, seed: int, split: Split) -> dict[str, Any]:
    """Return how many answers are judged rightly, misjudged, and not judged at all."""
    counts: Counter[str] = Counter()
    by_asker: dict[str, Counter[str]] = {}
    found: list[dict[str, str]] = []
    for answer in make_answers(each, seed, split):
        outcome = judge_given(answer)
        kind = classify(answer.truth, outcome)
        counts[kind] += 1
        by_asker.setdefault(answer.asker, Counter())[kind] += 1
        if kind != "judged":
            found.append(
                {
                    "kind": kind,
                    "algorithm": answer.run.algorithm.id,
                    "asker": answer.asker,
                    "style": answer.style,
                    "truth": answer.truth,
                    "outcome": outcome,
                    "text": answer.text,
                    "step": str(answer.expected.step),
                }
            )
    total = counts.total()
    return {
        "answers": total,
        "styles": len(read_styles(split)),
        "misjudged": counts["misjudged"],
        "cannot_tell": round(counts["cannot tell"] / max(total, 1), 4),
        "askers": {name: dict(each) for name, each in by_asker.items()},
        "not_judged": found,
    }


def classify(truth: Truth, outcome: AnswerOutcome) -> str:
    """Return "judged", "misjudged" or "cannot tell"."""
    if outcome == "cannot_tell":
        return "cannot tell"
    return "judged" if outcome in (_RIGHT if truth == "right" else _WRONG) else "misjudged"


def judge_given(answer: GivenAnswer) -> AnswerOutcome:
    """Return what the reader makes of an answer."""
    heard = read_answer(
        answer.text, answer.run, answer.expected, answer.settled, answer.rows_so_far
    )
    if heard is None:
        return "cannot_tell"
    if heard.says_nothing_left:
        last = scored_steps(answer.run)[-1].number
        return "right" if answer.expected.step == last else "not_yet"
    if heard.row_numbers:
        return examine_row_named(answer.expected, heard).outcome
    if heard.student is None:
        return "cannot_tell"
    verdict = check(answer.run.problem, answer.settled, heard.student)
    return examine_answer(answer.expected, heard, verdict).outcome


def make_answers(each: int, seed: int, split: Split) -> Iterator[GivenAnswer]:
    """Yield `each` rounds of answers for every algorithm and style."""
    styles = read_styles(split)
    for algorithm, info in all_algorithms().items():
        for style in styles:
            dice = random.Random(f"{seed} {algorithm} {style['name']}")
            for _ in range(each):
                problem = with_defaults(made_up(algorithm, dice), info)
                yield from _answers_about(run(problem), style, dice)


def _answers_about(exact: AlgorithmRun, style: Style, dice: random.Random) -> Iterator[GivenAnswer]:
    rows = [row for row in work_of(exact).rows if number_of(row) >= exact.algorithm.first_step]
    row = dice.choice(rows)
    yield from _to_row(exact, style, row, dice)
    yield from _past_the_question(exact, style, rows, dice)
    yield from _to_which_row(exact, style, rows, dice)
    yield from _to_result(exact, style, dice)
    last = rows[-1]
    text = fill(style, "nothing_left", {}, exact)
    if text is not None:
        expected = Expectation(kind="nothing_left", step=number_of(last))
        yield _given(text, exact, expected, "right", "nothing left", style)


def _given(  # noqa: PLR0913  (all that an answer is)
    text: str,
    exact: AlgorithmRun,
    expected: Expectation,
    truth: Truth,
    asker: str,
    style: Style,
    rows: tuple[Row, ...] = (),
) -> GivenAnswer:
    return GivenAnswer(
        text=text,
        run=exact,
        expected=expected,
        truth=truth,
        asker=asker,
        style=style["name"],
        rows_so_far=rows,
    )


# --- a row ------------------------------------------------------------------------------------


def _to_row(
    exact: AlgorithmRun, style: Style, row: Row, dice: random.Random
) -> Iterator[GivenAnswer]:
    """Yield the row, a part of it, and both with one thing wrong."""
    number = number_of(row)
    expected = Expectation(kind="row", step=number)
    asker = f"row: {', '.join(find_asked_columns(exact, number))}"
    for shown in _parts_of(exact, row, dice):
        text = write_row(style, exact, shown)
        if text is None:
            continue
        yield _given(text, exact, expected, "right", asker, style)
        for changed in _changed(exact, shown, dice):
            truth = _truth(exact, number, changed)
            other = write_row(style, exact, changed)
            # A change that the style does not write down changes nothing.
            if other not in (None, text) and truth is not None:
                yield _given(str(other), exact, expected, truth, asker, style)


def _past_the_question(
    exact: AlgorithmRun, style: Style, rows: list[Row], dice: random.Random
) -> Iterator[GivenAnswer]:
    """Yield two rows where one was asked for, right and with the second one wrong."""
    if len(rows) < 2 or "node" not in exact.columns or exact.algorithm.id == "floyd_warshall":
        return
    place = dice.randrange(len(rows) - 1)
    number = number_of(rows[place])
    expected = Expectation(kind="row", step=number)
    first, second = (next(_parts_of(exact, row, dice)) for row in rows[place : place + 2])
    before, right = write_row(style, exact, first), write_row(style, exact, second)
    if before is None or right is None:
        return
    between = dice.choice((". then ", "\n", "; "))
    before = before.rstrip(".?")
    yield _given(f"{before}{between}{right}", exact, expected, "right", "two rows", style)
    for changed in _changed(exact, second, dice):
        other = write_row(style, exact, changed)
        truth = _truth(exact, number + 1, changed)
        if other not in (None, right) and truth is not None:
            text = f"{before}{between}{other}"
            yield _given(text, exact, expected, "partly", "two rows", style)


def _parts_of(exact: AlgorithmRun, row: Row, dice: random.Random) -> Iterator[Row]:
    asked = {*find_asked_columns(exact, number_of(row))}
    beside = [name for name in _BESIDE_NODE if name in row and "node" in row]
    matrix = exact.algorithm.id == "floyd_warshall"
    if "action" in asked or {"edge", "mid"} & asked:
        asked |= {"action"} & set(row)
    if "merged" in asked:
        asked |= {"left", "right"}
    if "leaf" in asked:
        asked |= {"alpha", "beta"}
    whole = {name: row[name] for name in row if name in asked or (name in beside and not matrix)}
    yield whole
    if beside and not matrix:
        yield {"node": row["node"]}
    if isinstance(table := whole.get("dist"), Mapping) and "node" in whole:
        names = dice.sample(sorted(table), min(_KEPT, len(table)))
        yield {**whole, "dist": {name: table[name] for name in names}}
    if "mid" in whole and "action" in whole:
        yield {"mid": whole["mid"]}


def _changed(exact: AlgorithmRun, shown: Row, dice: random.Random) -> Iterator[Row]:
    work = work_of(exact)
    for name, value in shown.items():
        after = change_value(value, work, dice)
        if after is not None and after not in (value, "cutoff"):
            yield {**shown, name: after}


def _truth(exact: AlgorithmRun, number: int, changed: Row) -> Truth | None:
    """Return whether a changed row is wrong in part or wholly; None where it is still right."""
    stated = frozenset({"directed", *exact.problem.conventions})
    trace = StudentTrace(rows=({"step": number, **changed},))
    verdict = check(exact.problem, stated, trace)
    if verdict.correct or verdict.missing:
        return None
    return "partly" if len(changed) > 1 else "wrong"


# --- other questions ----------------------------------------------------------------------------


def _to_which_row(
    exact: AlgorithmRun, style: Style, rows: list[Row], dice: random.Random
) -> Iterator[GivenAnswer]:
    wrong = number_of(dice.choice(rows))
    expected = Expectation(kind="which_row", step=wrong)
    shown = tuple(rows)
    for number in {wrong, number_of(dice.choice(rows))}:
        text = fill(style, "which_row", {"row": str(number)}, exact)
        if text is not None:
            truth: Truth = "right" if number == wrong else "wrong"
            yield _given(text, exact, expected, truth, "which row", style, shown)


def _to_result(exact: AlgorithmRun, style: Style, dice: random.Random) -> Iterator[GivenAnswer]:
    path, cost = exact.final.get("path"), exact.final.get("cost")
    if not isinstance(path, tuple) or len(path) < 2:
        return
    expected = Expectation(kind="result")
    names = [str(node) for node in path]
    nodes = [node for node in work_of(exact).nodes if node not in names]
    other = [names[0], dice.choice(nodes), *names[1:]] if nodes else None
    shape = "path" if cost is None else "path_cost"
    claims: list[tuple[list[str], Value, Truth]] = [
        (names, cost, "right"),
        (names[::-1], cost, "right"),
    ]
    if other is not None:
        claims.append((other, cost, "partly" if cost is not None else "wrong"))
    if isinstance(cost, int | float):
        claims.append((names, cost + 2, "partly"))
    for said, total, truth in claims:
        facts = {**write_path(style, said), "cost": str(total)}
        text = fill(style, shape, facts, exact)
        if text is not None:
            yield _given(text, exact, expected, truth, "result", style)
