"""`elenchus ask`: one question answered in this process, on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

from tutor_app.commands.materials import find_course
from tutor_app.commands.tracing import print_table
from tutor_app.records import CourseRecords, CourseSettingsRecords, open_database
from tutor_app.settings import Settings
from tutor_app.tracing.run import run
from tutor_app.tutor import respond
from tutor_app.values import (
    Cloze,
    Event,
    Failed,
    Message,
    Quote,
    Sentence,
    Session,
    TraceShown,
)
from tutor_app.wiring import build_tools


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
    for event in respond(Message(text=question), session, build_tools(settings, None)):
        show(event, console)
        failed = failed or isinstance(event, Failed)
    return 1 if failed else 0


def show(event: Event, console: Console) -> None:
    """Print what a student would be shown; marked sentences are bold."""
    match event:
        case Quote():
            by_ocr = ", read by OCR" if event.by_ocr else ""
            title = escape(f"{event.document_name}, page {event.page}{by_ocr}")
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
        case Cloze():
            console.print(f"Fill the gap: {event.before}______{event.after}", markup=False)
            console.print(f"(the word: {event.answer})", style="dim", markup=False)
        case Failed():
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
