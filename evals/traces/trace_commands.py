"""The commands of the tracing evaluation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from evals.traces import contradicting_replies, model_alone, planted_contradictions, trace_measures
from evals.traces.answers.answer_styles import Split as AnswerSplit
from evals.traces.answers.measure_answers_to_traces import measure_answers
from evals.traces.styles.measure_styles import Split, measure_styles
from tutor_app.domain.settings import load_settings
from tutor_app.domain.traces import Problem
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.models.duties.read_problem import read_told
from tutor_app.runtime.model_for_command import local_model
from tutor_app.tracing.reading.reading_results import Extract

out = Console()

Problems = Annotated[Path, typer.Option(help="problems with gold answers, JSON lines", exists=True)]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Limit = Annotated[int | None, typer.Option(help="only the first so many problems")]
Seed = Annotated[int, typer.Option(help="of what is planted where")]


def traces_command(  # noqa: PLR0913  (typer: one argument an option)
    problems: Problems,
    model: Annotated[
        Literal["none", "small", "default"],
        typer.Option(help="reads what the parsers do not, whatever its exam says"),
    ] = "none",
    model_alone: Annotated[
        Literal["none", "small", "default"],
        typer.Option(help="the comparison: this model alone, in JSON; goes on where it was"),
    ] = "none",
    gold_instance: Annotated[
        bool, typer.Option("--gold-instance", help="read nothing: run and judge the gold instance")
    ] = False,
    predictions: Annotated[Path | None, typer.Option(help="file to write them to")] = None,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """How often a problem is read, run and judged exactly, under the policy `open`."""
    gold = trace_measures.read_gold(problems, limit)
    if model_alone != "none":
        result = _alone(gold, model_alone)
    elif gold_instance:
        result = trace_measures.measure_traces(gold, trace_measures.predict_gold, predictions)
    else:
        with _reader(model) as extract:
            result = trace_measures.measure_traces(
                gold, lambda each: trace_measures.predict(each["message"], extract), predictions
            )
    _print(result, as_json, _table(result))


def contradictions_command(
    problems: Problems,
    count: Annotated[int, typer.Option(help="contradictions to plant")] = 200,
    seed: Seed = 5,
    as_json: AsJson = False,
) -> None:
    """Contradictions planted in correct replies: how many are caught, how many false alarms."""
    gold = trace_measures.read_gold(problems)
    result = planted_contradictions.measure_planted(gold, count, seed)
    shown = contradicting_replies.measure_replies(gold)
    for found in shown["found"]:
        out.print(
            f"{found.problem} ({found.policy}): {found.sentence} {found.not_so}", markup=False
        )
    result["shown"] = {key: shown[key] for key in ("sentences", "contradicting")}
    table = Table("planted", "caught", "of")
    for kind, (caught, of) in result["kinds"].items():
        table.add_row(kind, str(caught), str(of))
    table.add_row("all", str(result["caught"]), str(result["planted"]))
    table.add_section()
    table.add_row("correct replies, alarms", str(result["false_alarms"]), str(result["replies"]))
    table.add_row(
        "sentences of replies, contradicting",
        str(shown["contradicting"]),
        str(shown["sentences"]),
    )
    _print(result, as_json, table)


def styles_command(
    each: Annotated[int, typer.Option(help="right works of each style and algorithm")] = 3,
    seed: Seed = 5,
    split: Annotated[
        Split, typer.Option(help="the styles that were looked at, or kept out")
    ] = "all",
    verbose: Annotated[bool, typer.Option(help="print what is not judged rightly")] = False,
    as_json: AsJson = False,
) -> None:
    """Exact runs written down as students write them, right and with one error: what is judged."""
    result = measure_styles(each, seed, split)
    names = ("of", "read", "right_verdict", "part", "misplaced", "false_verdicts", "asked")
    table = Table("", *names, title=f"{result['cases']} works in {result['styles']} styles")
    groups = {
        "all": {**result, "of": result["cases"]},
        "right work": result["right_work"],
        "with an error": result["with_an_error"],
        **result["algorithms"],
    }
    for group, shares in groups.items():
        table.add_row(group, *(str(shares[name]) for name in names))
    if not verbose:
        result["not_right"] = [
            each for each in result["not_right"] if each["outcome"] in ("false", "misplaced")
        ]
    if verbose and not as_json:
        for found in result["not_right"]:
            out.print(found, markup=False)
    _print(result, as_json, table)


def answers_command(
    each: Annotated[int, typer.Option(help="rounds of answers of each style and algorithm")] = 3,
    seed: Seed = 5,
    split: Annotated[
        AnswerSplit, typer.Option(help="the styles that were looked at, or kept out")
    ] = "all",
    verbose: Annotated[bool, typer.Option(help="print what is not judged rightly")] = False,
    as_json: AsJson = False,
) -> None:
    """Right, partly right and wrong answers to each question about a run: what is misjudged."""
    result = measure_answers(each, seed, split)
    found = result.pop("not_judged")
    table = Table(
        *("", "judged", "misjudged", "cannot tell"),
        title=f"{result['answers']} answers in {result['styles']} styles",
    )
    for asker, counts in result["askers"].items():
        kinds = ("judged", "misjudged", "cannot tell")
        table.add_row(asker, *(str(counts.get(kind, 0)) for kind in kinds))
    if verbose and not as_json:
        for answer in found:
            out.print(answer, markup=False)
    _print(result, as_json, table)


@contextmanager
def _reader(name: str) -> Iterator[Extract | None]:
    """A local model's reading, whatever its exam says; None without a model."""
    if name == "none":
        yield None
        return
    settings = load_settings().model_copy(update={"model": name, "model_base_url": ""})
    with local_model(settings, name) as model:

        def extract(text: str) -> Problem | None:
            return read_told(text, model, lambda: False).problem

        yield extract


def _alone(gold: list[dict[str, Any]], name: str) -> dict[str, Any]:
    settings = load_settings().model_copy(update={"model": name, "model_base_url": ""})
    sheet = model_alone.alone_sheet(settings.elenchus_cache / "evals", identify_model(settings))
    if any(problem["id"] not in sheet.answers for problem in gold):
        with local_model(settings, name) as model:
            for done in model_alone.ask_alone(gold, sheet, model):
                out.print(f"{done}: kept", style="dim")
    return model_alone.measure_alone(gold, sheet)


def _table(result: dict[str, Any]) -> Table:
    names = list(result["measures"])
    table = Table("", *names, title=f"{result['problems']} problems, {result['seconds']} s")
    groups = {"all": result["measures"], **result["kinds"], **result["algorithms"]}
    for group, measures in groups.items():
        cells = [measures.get(name) for name in names]
        table.add_row(group, *("–" if cell is None else f"{cell[0]}/{cell[1]}" for cell in cells))
    asked = result["clarification"]
    table.caption = (
        f"clarification: precision {asked['precision']}, recall {asked['recall']};"
        f" instances with something unexplained: {result['unexplained']}"
    )
    return table


def _print(result: dict[str, Any], as_json: bool, table: Table) -> None:
    if as_json:
        print(json.dumps(result))
    else:
        out.print(table)
