"""A conversation as a Markdown file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tutor_app.domain.values import (
    Cloze,
    ProblemRead,
    Quote,
    Sentence,
    SideBySide,
    TraceShown,
    VariablesShown,
)
from tutor_app.programs.variable_tables.variable_table_words import variables_markdown
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.run_tables import table_of, to_markdown
from tutor_app.web.chat.turn_reading import Part, TurnOnPage, read_turn
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.dates_in_words import write_short_day

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor_app.storage.records.row_values import ConversationRow, TurnRow


MAX_ROWS = 200  # of a table; a longer one is taken from the page
TITLE = phrase("page_chat.file_title")
QUESTION = phrase("page_chat.file_question", "number")
LABELS: Mapping[str, Phrase] = {
    "exercise": phrase("page_chat.file_exercise"),
    "question": phrase("page_chat.file_asked_back"),
}
PROBLEM = phrase("page_chat.file_problem")
PAGE = phrase("page_chat.file_page", "page")
GAP = phrase("page_chat.file_gap")
STOPPED = phrase("page_chat.file_stopped")
UNFINISHED = phrase("page_chat.file_unfinished")


def conversation_markdown(
    conversation: ConversationRow, course_name: str, turns: Sequence[TurnRow]
) -> str:
    """Return the conversation: questions as typed, quotes with their places, the tutor's words."""
    title = conversation.title or TITLE()
    head = f"# {_one_line(title)}\n\n{course_name} · {write_short_day(conversation.created_at)}\n"
    return "\n".join([head, *(_turn_markdown(turn) for turn in turns)])


def file_name(conversation: ConversationRow) -> str:
    stem = re.sub(r"[^A-Za-z0-9]+", "-", conversation.title).strip("-").lower()[:60]
    return f"{stem or 'conversation'}.md"


def _turn_markdown(turn: TurnRow) -> str:
    shown = read_turn(turn.events, turn.status)
    asked = f"## {QUESTION(number=turn.position)}\n\n{_fenced(turn.question)}\n"
    answer = [_part_markdown(part) for part in shown.said]
    if shown.cloze is not None:
        answer.append(_cloze_markdown(shown.cloze))
    if ending := _ending(shown):
        answer.append(f"_{ending}_\n")
    return "\n".join([asked, *answer])


def _part_markdown(part: Part) -> str:
    match part:
        case Sentence():
            label = LABELS.get(part.role)
            return f"**{label()}** {part.text}\n" if label else f"{part.text}\n"
        case ProblemRead():
            return f"**{PROBLEM()}**\n\n{_fenced(state_problem(part.problem))}\n"
        case TraceShown():
            return to_markdown(table_of(run(part.problem), upto=part.upto, stop=MAX_ROWS))
        case VariablesShown():
            return variables_markdown(part.table)
        case SideBySide():
            return f"**{' | '.join(part.names)}**\n"
        case Quote():
            return _quote_markdown(part)


def _quote_markdown(part: Quote) -> str:
    quoted = "\n".join(f"> {_one_line(marked.text)}" for marked in part.marked)
    place = [part.document_name, PAGE(page=part.page), *part.headings[-1:]]
    return f"{quoted}\n>\n> — {' · '.join(place)}\n"


def _cloze_markdown(cloze: Cloze) -> str:
    gap = f"{cloze.before}\\_\\_\\_\\_\\_\\_{cloze.after}"
    place = f"{cloze.document_name} · {PAGE(page=cloze.page)}"
    return f"**{GAP()}** {_one_line(gap)} ({place})\n"


def _ending(shown: TurnOnPage) -> str:
    if shown.status == "stopped":
        return STOPPED()
    if not shown.is_finished:
        return UNFINISHED()
    return shown.trouble


def _fenced(text: str) -> str:
    """Put the text between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
