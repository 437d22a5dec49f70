"""`python -m evals word-problems`: values for tasks in words, and questions beside sums, judged."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from scipy.stats import binomtest  # type: ignore[import-untyped]

from tutor_app.calculations.calculation_process import ExaminedTexts
from tutor_app.calculations.quantities.data_changes import figure_of_change
from tutor_app.calculations.quantities.judge_quantity import is_surely_wrong, judged_numbers
from tutor_app.calculations.quantities.named_values import values_named
from tutor_app.calculations.quantities.quantity_story import QuantityStory
from tutor_app.calculations.quantities.read_quantity import read_quantity_story
from tutor_app.calculations.replies.comparison_replies import (
    INDEED_NOT,
    LESS,
    MORE,
    NOT_LESS,
    NOT_MORE,
    NOT_SAME,
    SAME,
    SAME_AFTER_ALL,
    WHICH,
    comparison_reply,
)
from tutor_app.calculations.speech.comparisons import asked_comparison
from tutor_app.calculations.stories.judge_story import judge_value, plain_value, read_story
from tutor_app.domain.values import Sentence

out = Console()
Row = Mapping[str, Any]


def word_problems_command(
    questions: Annotated[Path, typer.Option(help="messages with what must be said", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Values named in a message with their verdicts, and comparisons with their answers."""
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines() if line]
    figures = measure_word_problems(rows)
    out.print_json(json.dumps(figures)) if not as_json else print(json.dumps(figures))


def measure_word_problems(rows: list[Row]) -> dict[str, Any]:
    """Return the figures over rows {"message", "before", "values": {text: "right"|"wrong"},
    "answer"}; a value "decided" is called right or surely wrong.
    """
    examine = ExaminedTexts()
    said: Counter[tuple[str, str]] = Counter()
    by_subject: dict[str, Counter[str]] = defaultdict(Counter)
    answers: Counter[bool] = Counter()
    for row in rows:
        if "answer" in row:
            answers[answer_of(row, examine) == row["answer"]] += 1
        verdicts = dict(verdicts_on(row, examine)) if "values" in row else {}
        for text, must in row.get("values", {}).items():
            found = next(
                (verdicts[key] for key in (text, text.split()[-1]) if key in verdicts), "open"
            )
            said[must, found] += 1
            by_subject[row["subject"]]["open" if found == "open" else str(found == must)] += 1
    whole = sum(said.values())
    decided = sum(count for (_, found), count in said.items() if found != "open")
    right = sum(count for (must, found), count in said.items() if must == found)
    return {
        "rows": len(rows),
        "values": whole,
        "decided": _share(decided, whole),
        "right_of_decided": _share(right, decided),
        "right_called_wrong": said["right", "wrong"],
        "wrong_called_right": said["wrong", "right"],
        "answers": _share(answers[True], sum(answers.values())),
        "by_subject": {name: dict(counts) for name, counts in sorted(by_subject.items())},
    }


def verdicts_on(row: Row, examine: ExaminedTexts) -> Iterator[tuple[str, str]]:
    """Yield the values of a row's message, as written, with what is said of them."""
    before, message = row.get("before", []), row["message"]
    told = [found for each in (*before, message) if (found := read_quantity_story(each))]
    if not told:
        yield from _of_chance([*before, message], row["values"])
        return
    story: QuantityStory = told[-1]
    for each in judged_numbers(story, values_named(message, story, examine) or []):
        surely = each.fit != "differs" or is_surely_wrong(story, each)
        verdict = {"fits": "right", "differs": "wrong", "way": "wrong"}[each.fit]
        name = each.value.name or each.name
        for key in (each.value.text, f"{name} {each.value.text}", f"{name} = {each.value.text}"):
            yield key, verdict if surely else "open"
        if each.value.work:
            yield each.value.work, verdict if surely else "open"


def _of_chance(texts: list[str], values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    story = read_story(texts)
    for text in values if story is not None else ():
        told = plain_value(text)
        found = judge_value(story, told[0], places=told[1]) if story and told else None
        if found is not None and found.fit != "open":
            surely = found.fit == "fits" or found.sure
            yield text, ("right" if found.fit == "fits" else "wrong") if surely else "open"


def answer_of(row: Row, examine: ExaminedTexts) -> str:
    """Return what a question beside sums is answered with: "same", "different", "more", "less",
    the larger value, or the figure that changes more; "" where it is not answered."""
    texts = [*row.get("before", []), row["message"]]
    stories = [found for each in texts if (found := read_quantity_story(each)) is not None]
    change = figure_of_change(row["message"], stories[-1]) if stories else None
    if change is not None:
        return change.most
    asked = asked_comparison(row["message"])
    said = [*comparison_reply(asked, examine)] if asked is not None else []
    if asked is None or not said or not isinstance(said[0], Sentence):
        return ""
    told = {"one": asked.one, "other": asked.other}
    answers = {SAME: "same", SAME_AFTER_ALL: "same", NOT_SAME: "different",
               INDEED_NOT: "different", MORE: "more", LESS: "less", NOT_MORE: "no",
               NOT_LESS: "no", WHICH: asked.one}  # fmt: skip
    answered = [answer for sentence, answer in answers.items() if sentence(**told) == said[0].text]
    return answered[0] if answered else asked.other


def _share(count: int, total: int) -> dict[str, float | int | None]:
    if not total:
        return {"share": None, "count": 0, "of": 0}
    bounds = binomtest(count, total).proportion_ci(method="wilson")
    return {"share": round(count / total, 3), "count": count, "of": total,
            "low": round(float(bounds.low), 3), "high": round(float(bounds.high), 3)}  # fmt: skip
