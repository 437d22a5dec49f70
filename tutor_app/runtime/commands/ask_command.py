"""`elenchus ask`: one question answered in this process, on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

from tutor_app.conversation.respond import respond
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import (
    AnswerFailed,
    Cloze,
    Event,
    Message,
    Quote,
    Sentence,
    Session,
    TraceShown,
    VariablesShown,
)
from tutor_app.programs.variable_tables.variable_table_words import variables_markdown
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.commands.trace_command import print_table
from tutor_app.runtime.composition import build_services
from tutor_app.storage.records import CourseRecords, CourseSettingsRecords, open_database
from tutor_app.tracing.exact_run import run
from tutor_app.wording.catalogue import phrase

QUOTED_FROM = phrase("commands_courses.quoted_from", "file", "page")
QUOTED_FROM_SCAN = phrase("commands_courses.quoted_from_scan", "file", "page")
GAP = phrase("commands_courses.gap", "before", "after")
GAP_WORD = phrase("commands_courses.gap_word", "word")


def ask_once(settings: Settings, course: str, question: str, console: Console) -> int:
    """Answer by the course's settings and print; the exit status is 1 where the answer failed."""
    engine = open_database(settings)
    row = find_course(CourseRecords(engine), course)
    session = Session(
        conversation_id="command-line",
        course_id=row.id,
        course_name=row.name,
        contact=row.contact,
        settings=CourseSettingsRecords(engine).get(row.id),
    )
    failed = False
    for event in respond(Message(text=question), session, build_services(settings, None)):
        show(event, console)
        failed = failed or isinstance(event, AnswerFailed)
    return 1 if failed else 0


def show(event: Event, console: Console) -> None:
    """Print what a student would be shown; marked sentences are bold."""
    match event:
        case Quote():
            source = QUOTED_FROM_SCAN if event.by_ocr else QUOTED_FROM
            title = escape(source(file=event.document_name, page=event.page))
            where = escape(" › ".join(event.headings))
            console.print(
                Panel(
                    marked_text(event),
                    title=title,
                    subtitle=where or None,
                    title_align="left",
                    subtitle_align="left",
                )
            )
        case Sentence():
            console.print(event.text, markup=False)
        case TraceShown():
            print_table(run(event.problem), console, event.upto)
        case VariablesShown():
            console.print(variables_markdown(event.table), markup=False)
        case Cloze():
            console.print(GAP(before=event.before, after=event.after), markup=False)
            console.print(GAP_WORD(word=event.answer), style="dim", markup=False)
        case AnswerFailed():
            console.print(event.message, style="red", markup=False)
        case _:
            return


def marked_text(quote: Quote) -> Text:
    """The paragraph with the sentences that answer in bold."""
    above = f"{quote.above}\n" if quote.above else ""
    text = Text(above + quote.paragraph)
    for sentence in quote.marked:
        start = quote.paragraph.find(sentence.text)
        if start >= 0:
            start += len(above)
            text.stylize("bold", start, start + len(sentence.text))
    if quote.below:
        text.append(f"\n{quote.below}")
    return text.append(f"\n\n{quote.onward}", "dim") if quote.onward_open else text
