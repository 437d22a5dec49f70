"""Sixty replies on the demo course, written out and checked against docs/teaching.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from evals.hint_ladder.transcript_checks import faults, own_words
from tutor_app.domain.values import (
    Cloze,
    Event,
    HintLevel,
    IntentRecognised,
    Offers,
    ProblemRead,
    Quote,
    Sentence,
    SideBySide,
    TraceShown,
    VariablesShown,
)
from tutor_app.programs.variable_tables.variable_table_words import variables_markdown
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_statement import tell_problem
from tutor_app.tracing.run_tables import table_of, to_markdown
from tutor_app.wording.catalogue import phrase, spoken_language

ROOT = Path(__file__).parents[1]
CONVERSATIONS = ROOT / "questions" / "transcripts.yaml"
WRITTEN = ROOT.parent / "docs" / "transcripts.md"
MUST_PASS = 0.95
MORE_IN_COURSE = phrase("page_chat.more_in_course")
_GERMAN = {
    "Understood as": "Verstanden als",
    "Try this": "Zum Üben",
    "A gap, behind a button": "Eine Lücke, hinter einem Knopf",
    "A gap, to fill in": "Eine Lücke zum Ausfüllen",
    "Side by side": "Nebeneinander",
    "Hint": "Hinweis",
    "of": "von",
    "After the last hint": "Nach dem letzten Hinweis",
    "Offered": "Als Knöpfe",
    "The problem as read": "Die Aufgabe, wie ich sie lese",
    "Behind": "Hinter",
    "page": "Seite",
}

out = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One reply of a conversation, with what the script finds wrong in it."""

    student: str
    replied: Replied
    faults: tuple[str, ...]


def transcripts_command(
    write: Annotated[bool, typer.Option("--write", help=f"write docs/{WRITTEN.name}")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """60 replies on the demo course, each checked by a script against docs/teaching.md."""
    checked = list(hold_conversations())
    result = figures(checked)
    if write:
        WRITTEN.write_text(document(checked), encoding="utf-8")
    if as_json:
        print(json.dumps(result))
    else:
        for number, one in enumerate(checked, start=1):
            for fault in one.faults:
                out.print(f"{number} ({one.student}): {fault}", markup=False)
        out.print(result)
    raise typer.Exit(0 if result["share"] >= MUST_PASS else 1)


def hold_conversations() -> Iterator[Checked]:
    """Hold every conversation with the tutor as it is without a model."""
    build(DEFAULT_OUT)
    room = Classroom(index_folder(DEFAULT_OUT))
    index = room.services.courses(COURSE)
    assert room.services.assignments is not None
    book = room.services.assignments(COURSE, index)
    for conversation in yaml.safe_load(CONVERSATIONS.read_text(encoding="utf-8")):
        with room.learner() as learner:
            said: list[Replied] = []
            for message in conversation["messages"]:
                replied = _say(learner, message)
                found = tuple(faults(replied, said, book))
                yield Checked(student=conversation["student"], replied=replied, faults=found)
                said.append(replied)


def _say(learner: Learner, message: str | dict[str, Any]) -> Replied:
    if isinstance(message, str):
        return learner.say(message)
    return learner.say(message["text"], message["wanted"])


def figures(checked: Sequence[Checked]) -> dict[str, Any]:
    """Return how many replies pass, and what is wrong with the others."""
    passed = sum(not one.faults for one in checked)
    words = sorted(own_words(one.replied) for one in checked)
    intents = Counter(one.replied.record.intent or "none" for one in checked)
    return {
        "replies": len(checked),
        "passed": passed,
        "share": round(passed / len(checked), 3),
        "words_median": words[len(words) // 2],
        "words_most": words[-1],
        "intents": dict(sorted(intents.items())),
        "faults": [fault for one in checked for fault in one.faults],
    }


# --- written out -----------------------------------------------------------------------------


def document(checked: Sequence[Checked]) -> str:
    """Return all conversations as Markdown, every source with its file and page."""
    result = figures(checked)
    lines = [
        "# Sixty replies",
        "",
        "Conversations on the demo course, held without a model and written out by "
        "`python -m evals transcripts --write`. Quotes name their file and page; tables are exact "
        f"runs. {result['passed']} of {result['replies']} replies keep the rules of "
        "docs/teaching.md, as far as a script can tell.",
    ]
    student = ""
    for number, one in enumerate(checked, start=1):
        if one.student != student:
            student = one.student
            lines += ["", f"## A student {student}"]
        lines += ["", f"### {number}", "", *_reply_lines(one)]
    return "\n".join(lines) + "\n"


def _reply_lines(one: Checked) -> Iterator[str]:
    yield from ("```text", *one.replied.text.splitlines(), "```", "")
    for event in one.replied.events:
        text = event_text(event)
        if text:
            yield from (text, "")
    for fault in one.faults:
        yield from (f"> **The script:** {fault}", "")


def event_text(event: Event) -> str:
    """Return what a student is shown of one event, as Markdown; empty where nothing is."""
    match event:
        case IntentRecognised():
            also = "" if event.sure else f", or {' or '.join(event.others)}?"
            return f"*{_label('Understood as')}: {event.intent}{also}*"
        case Sentence():
            return (
                f"**{_label('Try this')}.** {event.text}"
                if event.role == "exercise"
                else event.text
            )
        case Quote():
            return _quote_text(event)
        case Cloze():
            kind = _label("A gap, behind a button" if event.quiet else "A gap, to fill in")
            return f"*{kind}:* {event.before}____{event.after}"
        case ProblemRead() | TraceShown() | VariablesShown():
            return _data_text(event)
        case SideBySide():
            return f"*{_label('Side by side')}:* " + " | ".join(event.names)
        case HintLevel():
            level = f"{_label('Hint')} {event.level} {_label('of')} 4"
            return f"*{level if event.level <= 4 else _label('After the last hint')}*"
        case Offers():
            return f"*{_label('Offered')}:* " + " · ".join(event.messages)
        case _:
            return ""


def _data_text(event: ProblemRead | TraceShown | VariablesShown) -> str:
    match event:
        case ProblemRead():
            return f"*{_label('The problem as read')}:* {tell_problem(event.problem)}"
        case TraceShown():
            return to_markdown(table_of(run(event.problem), upto=event.upto))
        case VariablesShown():
            return variables_markdown(event.table)


def behind_button(quotes: Sequence[Quote]) -> str:
    """Return where the quotes stand that wait behind a button; empty where none does."""
    places = dict.fromkeys(map(_place, quotes))
    told = f"*{_label('Behind')} “{MORE_IN_COURSE()}”:* {' · '.join(places)}"
    return told if places else ""


def _quote_text(quote: Quote) -> str:
    if quote.quiet:
        return behind_button([quote])
    text = quote.paragraph
    for mark in quote.marked:
        text = text.replace(mark.text, f"**{mark.text}**", 1)
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    return f"{quoted}\n>\n> — {_place(quote)}"


def _place(quote: Quote) -> str:
    return f"{quote.document_name}, {_label('page')} {quote.page}"


def _label(text: str) -> str:
    """Return what a transcript names a part by, in the language that is spoken."""
    return _GERMAN.get(text, text) if spoken_language() == "de" else text
