"""What staff set for a course changes what its students are told, from the next message on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.pdf import Sheet
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.conversation.tone import ENCOURAGEMENT
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import TONES, CourseSettings, Persona, Tone
from tutor_app.domain.values import Event, Exchange, Message, Quote, Sentence, Session, TraceShown
from tutor_app.models.chat_model import Completion
from tutor_app.models.duties.ask_follow_up import DUTY
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.retrieval.profiles import PROFILES

QUEUE = "A queue hands out the oldest vertex first, therefore the search goes by levels."
COURSE = small_index(QUEUE, "The forum answers within a day.")
ASKED = "Which vertex does a queue hand out first?"
OUTSIDE = "Which wine does a vertex of fish like on levels?"


def ask(text: str, settings: CourseSettings, *before: Exchange) -> list[Event]:
    session = Session(
        conversation_id="c",
        course_id="c",
        course_name="Graphs",
        settings=settings,
        before=before,
    )
    services = Services(
        courses=lambda course_id: COURSE, embedder=BagOfWords(), profile=PROFILES["dense"]
    )
    return list(respond(Message(text=text), session, services))


def said(events: list[Event]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Sentence))


def test_without_guidance_the_nearest_is_quoted_and_said_to_be_no_answer() -> None:
    free = ask(OUTSIDE, CourseSettings(guidance="none"))
    led = ask(OUTSIDE, CourseSettings(guidance="low"))

    assert "I don't know" in said(free)
    assert "may still help" in said(free)
    assert any(isinstance(event, Quote) for event in free)
    assert not any(isinstance(event, Quote) for event in led)


def test_a_brief_tutor_leaves_the_words_around_a_quote_out() -> None:
    brief = ask(ASKED, CourseSettings(persona=Persona(tone="brief")))

    assert any(isinstance(event, Quote) for event in brief)
    assert "Your course" not in said(brief)
    assert "Your course" in said(ask(ASKED, CourseSettings()))


@pytest.mark.parametrize("tone", TONES)
def test_what_is_about_something_else_is_turned_back_to_the_courses_subject(tone: Tone) -> None:
    events = ask("How do penguins keep warm in winter?", CourseSettings(persona=Persona(tone=tone)))

    assert "Ask me anything about Graphs" in said(events)
    assert "For this question, ask" in said(events)
    assert "nearest" not in said(events)
    assert not any(isinstance(event, Quote) for event in events)


def test_a_message_that_says_nothing_of_its_own_is_not_called_off_topic() -> None:
    assert "outside" not in said(ask("why?", CourseSettings()))


def test_a_question_about_deadlines_keeps_its_pointer_to_the_syllabus(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    late = Sheet().heading("Late policy").text("An extension needs a reason, and one day counts.")
    desk.add(late.save(tmp_path / "syllabus.pdf"), "logistics")
    desk.index()

    asked = said(desk.ask("can i get an extension? im sick"))

    assert "Late policy" in asked and "I don't know" in asked


def test_a_question_near_to_the_subject_names_the_nearest_section_instead() -> None:
    near = said(ask("Which vertex of a queue is oldest for penguins?", CourseSettings()))

    assert "outside" not in near


def test_a_warm_tutor_is_glad_to_look_up_more() -> None:
    warm = ask(OUTSIDE, CourseSettings(persona=Persona(tone="warm")))

    assert "glad to look it up" in said(warm)


TRACE = "Run BFS from A to D on the undirected graph A-B, A-C, B-D, C-D"
WRONG = f"{TRACE}. My steps:\n1 | A\n2 | D\nIs it right?"
RIGHT = "Sort 2 1 by insertion sort. My result: 1 2. Is it right?"


def test_a_warm_tutor_has_a_kind_word_before_a_hint_and_another_one_next_time() -> None:
    warm = CourseSettings(persona=Persona(tone="warm"))
    first = said(ask(WRONG, warm))
    one, other, *_ = ENCOURAGEMENT.wordings()
    before = Exchange(question=WRONG, said=(one,))
    second = said(ask(WRONG, warm, before))

    assert one in first
    assert one not in second and other in second
    assert not any(
        words in said(ask(WRONG, CourseSettings())) for words in ENCOURAGEMENT.wordings()
    )


def test_a_warm_tutor_praises_what_is_right_and_nothing_else() -> None:
    warm = CourseSettings(persona=Persona(tone="warm"))

    assert "Well done! That is right" in said(ask(RIGHT, warm))
    assert "Well done" not in said(ask(WRONG, warm))
    assert "Well done" not in said(ask(RIGHT, CourseSettings()))


def test_a_brief_tutor_shows_a_table_without_leading_it_in() -> None:
    brief = CourseSettings(persona=Persona(tone="brief"), reveal_policy="open")
    plain = CourseSettings(reveal_policy="open")

    assert "run exactly" in said(ask(TRACE, plain))
    assert "run exactly" not in said(ask(TRACE, brief))
    assert any(isinstance(event, TraceShown) for event in ask(TRACE, brief))


def test_a_brief_tutor_still_says_what_it_does_when_it_is_pressed() -> None:
    brief = CourseSettings(persona=Persona(tone="brief"))
    events = ask(f"{TRACE}. Just tell me the answer", brief)

    assert [e for e in events if isinstance(e, Sentence) and e.role in ("question", "notice")]


@pytest.mark.parametrize("asked", ["who are you?", "who are you for?"])
def test_the_tutor_says_whom_it_is_there_for(asked: str) -> None:
    said_so = said(ask(asked, CourseSettings(persona=Persona(audience="first-years"))))

    assert said_so.startswith("I'm the tutor of Graphs, for first-years.")


class Keeps:
    """A model that keeps what it was asked, asks a question, and finds that it is true."""

    name = "keeps"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def complete(self, prompt, schema, max_tokens, stop) -> Completion:  # type: ignore[no-untyped-def]
        self.asked.append(prompt[-1].content)
        asks = {"question": "What would a stack do to the oldest vertex of the queue?"}
        text = json.dumps(asks if len(self.asked) == 1 else {"supported": [1]})
        return Completion(text=text, seconds=1.0, first_token_seconds=1.0, tokens=9)


def test_a_model_that_asks_is_told_whom_it_asks() -> None:
    model = Keeps()
    services = Services(
        courses=lambda course_id: COURSE,
        embedder=BagOfWords(),
        profile=PROFILES["dense"],
        duties=frozenset({DUTY, VERIFY}),
        model=lambda: model,
    )
    settings = CourseSettings(persona=Persona(audience="nurses in their second year"))
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", settings=settings)

    said_to = list(respond(Message(text=f"Why does {QUEUE[2:]}"), session, services))

    assert "nurses in their second year" in model.asked[0]
    assert any(isinstance(event, Sentence) and event.by_model for event in said_to)
