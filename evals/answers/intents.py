"""Which help messages ask for (K6): predictions beside labels, as a confusion matrix."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from evals.traces.contradicting_replies import NoEmbedder, no_course
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Intent, IntentRecognised, Message, Session
from tutor_app.retrieval.profiles import profile_named

LABELS: tuple[Intent, ...] = ("direct", "conceptual", "validation", "debugging", "tracing")
Half = Literal["all", "kept", "tuning"]

_OF_TRACES: Mapping[str, Intent] = {"trace": "tracing", "check": "validation"}
_OF_QUESTIONS: Mapping[str, Intent] = {"definition": "direct", "conceptual": "conceptual"}
_ALTERNATIVE = "\n\t<alt>"

out = Console()


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message that opens a conversation, and the help that it asks for."""

    text: str
    intent: Intent


def read_labelled(path: Path, half: Half = "all") -> list[Labelled]:
    """Read a file of messages whatever its set: the rows say what they are.

    They are: labelled messages (`intent`), of which `half` takes those that are kept out of tuning,
    or only the others; questions about a text, where definitions are direct and other kinds than
    conceptual are left out; algorithm problems to trace or to check; dialogues about a program with
    a bug, where the first message and the program count.

    Raises:
        ValueError: a row is of none of these sets.
    """
    rows = [
        json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()
    ]
    return [labelled for row in rows for labelled in _labelled(row, half)]


def _labelled(row: dict[str, Any], half: Half) -> Iterator[Labelled]:
    if "intent" in row:
        if half == "all" or bool(row.get("kept")) == (half == "kept"):
            yield Labelled(row["question"], row["intent"])
    elif "dialogue" in row:
        if (row.get("bug_code") or "").strip():
            yield Labelled(f"{first_turn(row['dialogue'])}\n\n{row['bug_code']}", "debugging")
    elif "message" in row and row.get("kind") in _OF_TRACES:
        yield Labelled(row["message"], _OF_TRACES[row["kind"]])
    elif "question" in row and "kind" in row:
        if row["kind"] in _OF_QUESTIONS:
            yield Labelled(row["question"], _OF_QUESTIONS[row["kind"]])
    else:
        raise ValueError(f"Not a message with a label: {row!r:.200}")


def first_turn(dialogue: str) -> str:
    """Return what the student says first, without the other ways of saying it."""
    opening = dialogue.split("\nAssistant:")[0].split(_ALTERNATIVE)[0]
    return opening.strip().removeprefix("User:").strip()


def predict(text: str) -> IntentRecognised | None:
    """Return which help `respond` gives to a message that opens a conversation; None: small talk.

    It says so before it looks anything up, so that no course is needed.
    """
    session = Session(conversation_id="", course_id="", course_name="")
    services = Services(courses=no_course, embedder=NoEmbedder(), profile=profile_named("dense"))
    events = respond(Message(text=text), session, services)
    return next((event for event in events if isinstance(event, IntentRecognised)), None)


def measure_intents(messages: Sequence[Labelled]) -> dict[str, Any]:
    """Return accuracy, macro-F1 and the confusion matrix: a row a label, a column a prediction.

    Macro-F1 is the mean over the labels that occur. `unsure` counts the messages at which the
    student is asked; `right_of_two` those among them whose label is one of the two offered. What is
    taken for small talk is wrong and stands in no column.

    Raises:
        ValueError: there are no messages.
    """
    if not messages:
        raise ValueError("No messages with a label.")
    asked = [predict(message.text) for message in messages]
    helps = [(m, a) for m, a in zip(messages, asked, strict=True) if a is not None]
    pairs = Counter((m.intent, a.intent) for m, a in helps)
    matrix = [[pairs[gold, said] for said in LABELS] for gold in LABELS]
    unsure = [(m, a) for m, a in helps if not a.sure]
    counts = Counter(message.intent for message in messages)
    scores = {
        label: _f1(matrix, at, counts[label]) for at, label in enumerate(LABELS) if counts[label]
    }
    return {
        "n": len(messages),
        "accuracy": round(sum(pairs[label, label] for label in LABELS) / len(messages), 4),
        "macro_f1": round(sum(scores.values()) / len(scores), 4),
        "labels": list(LABELS),
        "matrix": matrix,
        "f1": {label: round(score, 4) for label, score in scores.items()},
        "unsure": len(unsure),
        "right_of_two": sum(m.intent in (a.intent, *a.others) for m, a in unsure),
    }


def _f1(matrix: list[list[int]], at: int, labelled: int) -> float:
    right = matrix[at][at]
    wrong = labelled + sum(row[at] for row in matrix) - 2 * right
    return 2 * right / (2 * right + wrong)


def intents_command(
    questions: Annotated[
        list[Path],
        typer.Option(help="messages with labels; several files count as one", exists=True),
    ],
    half: Annotated[
        Half, typer.Option(help="of labelled messages: those kept out of tuning, or the others")
    ] = "all",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Which help messages ask for: accuracy, macro-F1, confusion matrix."""
    messages = [each for path in questions for each in read_labelled(path, half)]
    result = measure_intents(messages)
    if as_json:
        print(json.dumps(result))
    else:
        out.print(_drawn(result))


def _drawn(result: dict[str, Any]) -> Table:
    """Return the confusion matrix, each cell as dark as its share of the label's messages."""
    table = Table(title=f"{result['n']} messages", box=box.SIMPLE, show_edge=False)
    table.add_column("", no_wrap=True)
    for label in result["labels"]:
        table.add_column(label, justify="right", no_wrap=True)
    table.add_column("F1", justify="right")
    for label, counts in zip(result["labels"], result["matrix"], strict=True):
        cells = [_cell(count, sum(counts)) for count in counts]
        table.add_row(label, *cells, f"{result['f1'][label]:.3f}" if label in result["f1"] else "–")
    scores = f"Accuracy {result['accuracy']:.3f}, macro-F1 {result['macro_f1']:.3f}."
    asked = f"Asked at {result['unsure']}, {result['right_of_two']} with the right one of two."
    table.caption = f"A row a label, a column what it was taken for.\n{scores}\n{asked}"
    return table


def _cell(count: int, of: int) -> Text:
    if not count:
        return Text("·", style="dim")
    bar = "█▓▒░"[min(3, int(4 * (1 - count / of)))]
    return Text(f"{bar * max(1, round(5 * count / of))} {count}")
