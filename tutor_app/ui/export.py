"""A conversation as a Markdown file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tutor_app.tracing.run import run
from tutor_app.tracing.statement import statement
from tutor_app.tracing.tables import table_of, to_markdown
from tutor_app.ui.turn_reading import Part, Shown, read_turn
from tutor_app.values import Cloze, ProblemRead, Quote, Sentence, TraceShown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.records.rows import ConversationRow, TurnRow


MAX_ROWS = 200  # of a table; a longer one is taken from the page


def conversation_markdown(
    conversation: ConversationRow, course_name: str, turns: Sequence[TurnRow]
) -> str:
    """Return the conversation: questions as typed, quotes with their places, the tutor's words."""
    title = conversation.title or "Conversation"
    head = f"# {_one_line(title)}\n\n{course_name} · {conversation.created_at:%d %B %Y}\n"
    return "\n".join([head, *(_turn_markdown(turn) for turn in turns)])


def file_name(conversation: ConversationRow) -> str:
    stem = re.sub(r"[^A-Za-z0-9]+", "-", conversation.title).strip("-").lower()[:60]
    return f"{stem or 'conversation'}.md"


def _turn_markdown(turn: TurnRow) -> str:
    shown = read_turn(turn.events, turn.status)
    asked = f"## Question {turn.position}\n\n{_fenced(turn.question)}\n"
    answer = [_part_markdown(part) for part in shown.said]
    if shown.cloze is not None:
        answer.append(_cloze_markdown(shown.cloze))
    if ending := _ending(shown):
        answer.append(f"_{ending}_\n")
    return "\n".join([asked, *answer])


def _part_markdown(part: Part) -> str:
    match part:
        case Sentence():
            labels = {"exercise": "**Exercise.** ", "question": "**Question.** "}
            return f"{labels.get(part.role, '')}{part.text}\n"
        case ProblemRead():
            return f"**The problem as it was read.**\n\n{_fenced(statement(part.problem))}\n"
        case TraceShown():
            return to_markdown(table_of(run(part.problem), upto=part.upto, stop=MAX_ROWS))
        case Quote():
            return _quote_markdown(part)


def _quote_markdown(part: Quote) -> str:
    quoted = "\n".join(f"> {_one_line(marked.text)}" for marked in part.marked)
    place = [part.document_name, f"p. {part.page}", *part.headings[-1:]]
    return f"{quoted}\n>\n> — {' · '.join(place)}\n"


def _cloze_markdown(cloze: Cloze) -> str:
    gap = f"{cloze.before}\\_\\_\\_\\_\\_\\_{cloze.after}"
    return f"**Fill the gap.** {_one_line(gap)} ({cloze.document_name} · p. {cloze.page})\n"


def _ending(shown: Shown) -> str:
    if shown.status == "stopped":
        return "Stopped."
    if not shown.finished:
        return "The answer was still being written."
    return shown.trouble


def _fenced(text: str) -> str:
    """Put the text between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
