"""What staff set for a course changes what its students are told, from the next message on."""

from __future__ import annotations

import json

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.llm.chat import Completion
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.strategies.follow_up import DUTY
from tutor_app.teaching import CourseSettings, Persona
from tutor_app.tutor import respond
from tutor_app.values import Event, Message, Quote, Sentence, Session
from tutor_app.wiring import Tools

QUEUE = "A queue hands out the oldest vertex first, therefore the search goes by levels."
COURSE = small_index(QUEUE, "The forum answers within a day.")
ASKED = "Which vertex does a queue hand out first?"
OUTSIDE = "Which wine does a level of fish like?"


def ask(text: str, settings: CourseSettings) -> list[Event]:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", settings=settings)
    tools = Tools(
        courses=lambda course_id: COURSE, embedder=BagOfWords(), profile=PROFILES["dense"]
    )
    return list(respond(Message(text=text), session, tools))


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


def test_a_warm_tutor_turns_back_to_the_subject() -> None:
    warm = ask(OUTSIDE, CourseSettings(persona=Persona(tone="warm")))

    assert "Ask me anything about Graphs" in said(warm)


def test_the_tutor_says_whom_it_is_there_for() -> None:
    said_so = said(ask("who are you?", CourseSettings(persona=Persona(audience="first-years"))))

    assert said_so.startswith("I'm the tutor of Graphs, for first-years.")


class Keeps:
    """A model that keeps what it was asked last."""

    name = "keeps"
    asked = ""

    def complete(self, prompt, schema, max_tokens, stop) -> Completion:  # type: ignore[no-untyped-def]
        self.asked = prompt[-1].content
        text = json.dumps({"question": "What would a stack do to the oldest vertex of the queue?"})
        return Completion(text=text, seconds=1.0, first_token_seconds=1.0, tokens=9)


def test_a_model_that_asks_is_told_whom_it_asks() -> None:
    model = Keeps()
    tools = Tools(
        courses=lambda course_id: COURSE,
        embedder=BagOfWords(),
        profile=PROFILES["dense"],
        duties=frozenset({DUTY}),
        model=lambda: model,
    )
    settings = CourseSettings(persona=Persona(audience="nurses in their second year"))
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", settings=settings)

    said_to = list(respond(Message(text=f"Why does {QUEUE[2:]}"), session, tools))

    assert "nurses in their second year" in model.asked
    assert any(isinstance(event, Sentence) and event.by_model for event in said_to)
