"""One student message, from the question to AnswerDone: what is shown, in which order, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk, record
from tests.doubles.follow_up_model import Script
from tests.doubles.pdf import Sheet
from tutor_app.answering.practice.exercise import exercise_words, nearest_exercise
from tutor_app.conversation.services import Services
from tutor_app.domain.codec import event_to_json
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import AnswerDone, Event, Quote, Sentence, Sources
from tutor_app.models.duties.ask_follow_up import DUTY
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES

WHY = "Why does a queue make the search go by levels?"
WHAT = "What makes the search go by levels?"
OUTSIDE = "Which wine goes with the fish of an oldest vertex?"
ANSWER = "A queue makes the search go level by level because it hands out the oldest vertex first."
# No full stop: it is no sentence to quote, and stays an exercise.
LEVELS = "on paper how the search will go by levels if a queue hands out a vertex"
EXERCISE = f"1. Draw {LEVELS}"
GOOD = "What would happen to the oldest vertex in the queue on a stack?"


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("2 Search").text(f"{ANSWER} A stack does not do that at all.")
    sheet.heading("Exercises").text(EXERCISE)
    desk.add(sheet.save(tmp_path / "lecture.pdf"))
    secret = Sheet().text("The levels of a search with a queue on a path: one vertex each.")
    desk.add(secret.save(tmp_path / "lecture-solutions.pdf"), "solution")
    desk.index()
    return desk


def forced(desk: CourseDesk, model: object, slots: object = None) -> Services:
    return desk.services(
        duties=frozenset({DUTY, VERIFY}), model=lambda: model, model_semaphore=slots
    )


def shape(events: list[Event]) -> list[str]:
    return [e.role if isinstance(e, Sentence) else event_to_json(e)["type"] for e in events]


def quotes_of(events: list[Event]) -> list[Quote]:
    return [event for event in events if isinstance(event, Quote)]


def said(events: list[Event], role: str) -> list[Sentence]:
    return [e for e in events if isinstance(e, Sentence) and e.role == role]


# --- quotes ------------------------------------------------------------------------------------


def test_a_direct_question_is_answered_by_quotes_and_their_sources(desk: CourseDesk) -> None:
    events = desk.ask(WHAT)

    assert shape(events) == ["understood", "status", "lead_in", "quote", "sources", "done"]
    quote = next(e for e in events if isinstance(e, Quote))
    assert ANSWER in [mark.text for mark in quote.marked]
    assert "lecture, page 1" in said(events, "lead_in")[0].text


def test_a_conceptual_question_ends_with_the_nearest_exercise(desk: CourseDesk) -> None:
    events = desk.ask(WHY)

    assert shape(events)[:3] == ["understood", "status", "lead_in"]
    assert shape(events)[-3:] == ["sources", "exercise", "done"]
    (exercise,) = said(events, "exercise")
    assert exercise.text == f"To use this, try Exercise 1 (lecture, page 1): Draw {LEVELS}"
    practice = record(events).practice
    assert practice is not None
    assert exercise.passage_id == practice.chunk.id


@pytest.mark.parametrize("written", ["1. Draw", "Exercise 1. Draw", "Problem 1: Draw"])
def test_the_exercise_is_found_however_it_is_numbered(
    written: str, settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("2 Search").text(ANSWER)
    sheet.heading("Exercises").text(f"{written} how a queue makes the search go by levels")
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    index = desk.loaded()

    query = read_query(WHY, desk.embedder, index)
    found = nearest_exercise(query, quotes_of(desk.ask(WHY)), index)

    assert found is not None
    assert exercise_words(found).startswith(written)


def test_the_middle_of_an_exercise_is_not_offered(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    trees = " ".join(f"Tree number {n} has leaves that hang at the bottom." for n in range(11))
    queues = " ".join(f"Say why queue {n} makes the search go by levels." for n in range(9))
    text = f"1. Draw some trees. {trees} {queues}"
    desk.add(Sheet().heading("Exercises").text(text).save(tmp_path / "a.pdf"))
    desk.index()
    index = desk.loaded()

    assert [chunk.exercise for chunk in index.chunks] == ["1", "1"]
    query = read_query(WHY, desk.embedder, index)
    assert nearest_exercise(query, quotes_of(desk.ask(WHY)), index) is None


def test_no_exercise_is_better_than_a_distant_one(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("2 Search").text(ANSWER)
    sheet.heading("Exercises").text("1. Prove that every forest has fewer edges than trees.")
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()

    assert shape(desk.ask(WHY))[-2:] == ["sources", "done"]


def test_every_source_and_every_citation_is_a_passage_of_the_turn(desk: CourseDesk) -> None:
    for question in (WHY, WHAT, "Which vertex does a queue hand out first?"):
        events = desk.ask(question)
        turn = record(events)
        assert turn.found is not None
        known = {passage.chunk.id for passage in turn.found.kept}
        known |= {turn.practice.chunk.id} if turn.practice else set()
        cited = [e.passage_id for e in events if isinstance(e, Quote | Sentence)]
        cited += [s.passage_id for e in events if isinstance(e, Sources) for s in e.sources]
        assert {passage_id for passage_id in cited if passage_id} <= known


def test_each_page_is_one_source(desk: CourseDesk) -> None:
    (sources,) = [e for e in desk.ask(WHY) if isinstance(e, Sources)]

    pages = [(source.document_id, source.page) for source in sources.sources]
    assert len(pages) == len(set(pages)) == 1


def test_a_solution_is_neither_quoted_nor_a_source_nor_an_exercise(desk: CourseDesk) -> None:
    for question in (WHY, "the levels of a search with a queue on a path: one vertex each"):
        events = desk.ask(question)

        assert "solutions" not in repr(events)
        assert "one vertex each." not in repr(events)


# --- declining ---------------------------------------------------------------------------------


def test_below_the_floor_it_says_what_it_does_not_know_what_is_near_and_who_to_ask(
    desk: CourseDesk,
) -> None:
    events = desk.ask(OUTSIDE, contact="Ada Lovelace, room 3")

    assert shape(events) == ["understood", "status", "decline", "pointer", "pointer", "done"]
    nearest, contact = said(events, "pointer")
    assert "lecture, page 1" in nearest.text
    assert contact.text == "For this question, ask Ada Lovelace, room 3."
    turn = record(events)
    assert turn.declined
    assert turn.found is not None
    assert nearest.passage_id == turn.found.nearest.chunk.id
    assert turn.found.kept == ()


def test_without_a_contact_the_course_staff_is_named(desk: CourseDesk) -> None:
    assert said(desk.ask(OUTSIDE, contact=""), "pointer")[-1].text.endswith(
        "ask your course staff."
    )


def test_declining_names_no_section_where_the_course_is_empty(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    row = desk.add(Sheet().text(ANSWER).save(tmp_path / "a.pdf"))
    desk.index()
    desk.courses.remove_document(row.id)
    desk.index()

    assert shape(desk.ask(WHY)) == ["understood", "status", "decline", "pointer", "done"]


def test_a_model_is_not_asked_about_what_the_course_does_not_say(desk: CourseDesk) -> None:
    model = Script(GOOD)

    desk.ask("Why does wine go with fish?", forced(desk, model))

    assert model.prompts == []


def test_a_course_without_an_index_is_an_error_and_no_i_dont_know(settings: Settings) -> None:
    with pytest.raises(IndexMissing):
        CourseDesk(settings).ask(WHY)


# --- the record --------------------------------------------------------------------------------


def test_the_record_explains_the_answer_to_staff(desk: CourseDesk) -> None:
    events = desk.ask(WHY, forced(desk, Script(GOOD)))
    turn = record(events)

    assert turn.intent == "conceptual"
    assert turn.found is not None
    assert (turn.found.query, turn.found.profile) == (WHY, "default")
    assert turn.attempts[0].duty == DUTY
    assert turn.timings.keys() == {"embed", "retrieve", "quote", "first_quote", "model", "all"}
    assert 0 < turn.timings["first_quote"] <= turn.timings["all"]
    assert not turn.declined


def test_a_stage_that_was_skipped_is_in_the_record(desk: CourseDesk) -> None:
    kite = replace(PROFILES["kite"], floor=0.0)

    turn = record(desk.ask(WHAT, desk.services(kite)))

    assert turn.found is not None
    assert "cross-encoder" in turn.found.skipped[0]


@pytest.mark.parametrize("question", [WHY, WHAT, OUTSIDE, "?", "🙂", "x" * 20_000, "<b>*_#`"])
def test_done_is_the_last_event_and_the_only_one_of_its_kind(
    question: str, desk: CourseDesk
) -> None:
    events = desk.ask(question)

    assert [isinstance(event, AnswerDone) for event in events] == [False] * (len(events) - 1) + [
        True
    ]
