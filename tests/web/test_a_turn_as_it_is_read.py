"""What a turn's events amount to on the page."""

from __future__ import annotations

from tests.sentences import says
from tests.web.given import quote, source
from tutor_app.domain.values import AnswerFailed, Reset, Sentence, SideBySide, Sources, Status
from tutor_app.web.chat.side_columns import quotes_in_columns
from tutor_app.web.chat.turn_reading import announcement, read_turn


def test_quotes_and_sentences_keep_their_order() -> None:
    lead = Sentence(text="The course says:", role="lead_in")
    shown = read_turn([Status(text="Searching"), lead, quote()], "running")
    assert shown.said == (lead, quote())
    assert shown.status_line == "Searching"


def test_what_was_said_before_a_reset_is_dropped() -> None:
    shown = read_turn([quote(page=1), Reset(reason="again"), quote(page=2)], "running")
    assert [q.page for q in shown.quotes] == [2]


def test_the_place_in_the_queue_is_said() -> None:
    def line(ahead: int | None) -> str:
        return read_turn([Status(text="Waiting", ahead=ahead)], "running").status_line

    assert says(line(2), "page_chat.ahead", status="Waiting", count=2)
    assert says(line(1), "page_chat.ahead", status="Waiting") and line(1) != line(2)
    assert line(0) == line(None) == "Waiting"


def test_a_finished_turn_has_no_status_line() -> None:
    assert read_turn([Status(text="Searching")], "done").status_line == ""


def test_a_failure_says_what_happened_and_may_be_retried() -> None:
    shown = read_turn([AnswerFailed(message="The index is damaged.")], "failed")
    assert shown.trouble == "The index is damaged."
    assert shown.may_retry
    assert read_turn([], "interrupted").may_retry
    assert "Retry" in read_turn([], "interrupted").trouble
    assert says(read_turn([], "interrupted").trouble, "page_chat.interrupted")
    assert "interrupted" not in read_turn([], "failed").trouble
    assert not read_turn([], "stopped").may_retry


def test_sources_already_quoted_are_not_named_again() -> None:
    events = [Sources(sources=(source(page=1), source(page=2), source(page=2))), quote(page=1)]
    assert [s.page for s in read_turn(events, "done").other_sources] == [2]


def test_the_exercise_finds_its_source() -> None:
    exercise = Sentence(text="Try 3.", role="exercise", passage_id="d1-2")
    shown = read_turn([Sources(sources=(source(page=1), source(page=2))), exercise], "done")
    assert shown.source_of(exercise) == source(page=2)


def test_a_screen_reader_hears_how_the_answer_stands() -> None:
    running = read_turn([Status(text="Searching the course…")], "running")
    assert announcement(running, waiting=False) == "Searching the course…"
    assert says(announcement(running, waiting=True), "page_chat.spoken_waiting")
    done = read_turn([quote(), quote(page=2)], "done")
    assert announcement(done, waiting=False) == (
        "The answer is complete: 2 quotes from the course."
    )
    declined = read_turn([Sentence(text="I don't know this.", role="decline")], "done")
    assert announcement(declined, waiting=False) == "I don't know this."


def test_the_quotes_behind_two_names_stand_in_their_columns() -> None:
    sides = SideBySide(names=("stack", "queue"), counts=(2, 1))
    parts = (quote(page=1), sides, quote(page=2), quote(page=3), quote(page=4), quote(page=5))
    assert [q.page for q in quotes_in_columns(parts).values()] == [2, 3, 4]
    assert list(quotes_in_columns(parts)) == [2, 3, 4], "by their place among the parts"
    assert quotes_in_columns((quote(page=1),)) == {}
