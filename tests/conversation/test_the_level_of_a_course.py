"""The level that a course names shows in the next reply; what is said of the matter stays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.conversation.respond import respond
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import LEVELS, CourseSettings, Level, Persona
from tutor_app.domain.values import Cloze, Event, Message, Quote, Session
from tutor_app.models.persona import NOBODY, written_for
from tutor_app.wording.course_level import for_level

QUEUE = "A queue hands out the oldest vertex first, therefore the search goes by levels."
NEXT = "The vertices of one level are all expanded before those of the next one are looked at."

GAP = Cloze(
    id="g",
    before="A ",
    answer="queue",
    after=" hands out the oldest vertex first.",
    passage_id="p",
    document_id="d",
    document_name="lecture.pdf",
    page=1,
    headings=(),
)


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("Breadth-first search").text(QUEUE).text(NEXT)
    desk.add(sheet.save(tmp_path / "lecture.pdf"), "textbook")
    desk.index()
    return desk


def session(desk: CourseDesk, level: Level) -> Session:
    chosen = CourseSettings(persona=Persona(level=level))
    return Session(conversation_id="c", course_id=desk.id, course_name="Graphs", settings=chosen)


def ask(desk: CourseDesk, text: str, level: Level) -> list[Event]:
    return list(respond(Message(text=text), session(desk, level), desk.services()))


def quoted(events: list[Event]) -> list[Quote]:
    return [event for event in events if isinstance(event, Quote)]


def test_beginners_see_at_once_what_the_section_says_next(desk: CourseDesk) -> None:
    asked = "What does a queue hand out first?"
    (plain,), (opened,) = (quoted(ask(desk, asked, level)) for level in ("any", "beginner"))

    assert plain.onward and not plain.onward_open
    assert opened == replace(plain, onward_open=True)


def test_the_advanced_get_no_gaps_to_fill(desk: CourseDesk) -> None:
    given: list[Event] = [*ask(desk, "What does a queue hand out first?", "any"), GAP]
    kept = {level: list(for_level(iter(given), session(desk, level))) for level in LEVELS}

    assert kept["any"] == given
    assert GAP in kept["beginner"]
    assert kept["advanced"] == given[:-1]


def test_a_model_that_may_write_is_told_the_level() -> None:
    said = written_for("Ask.", Persona(audience="nurses", level="beginner"))

    assert "nurses; they are new to the subject" in said
    assert written_for("Ask.", NOBODY) == "Ask."
