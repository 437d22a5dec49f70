"""One estimate says how long all files still take, from what pages and texts took so far."""

from __future__ import annotations

import pytest

from ingest.time_left import Forecast, words


class Clock:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def forecast(clock: Clock, solutions: tuple[str, ...] = (), **pages: int) -> Forecast:
    return Forecast(pages, solutions, clock)


def embed(clock: Clock, course: Forecast, file: str, texts: int, seconds: float) -> None:
    """As the indexer does it: nothing of the file was known."""
    course.note_texts(file, 0, texts)
    clock.seconds += seconds
    course.note_texts(file, texts, texts)
    course.note_end(file)


def test_the_first_file_tells_how_long_the_others_take() -> None:
    clock = Clock()
    course = forecast(clock, a=10, b=90)

    embed(clock, course, "a", texts=100, seconds=60)

    assert course.words() == "about 9 min left"  # 9 times the pages
    assert (course.pages_done, course.total) == (10, 100)


def test_the_time_left_falls_while_a_file_is_being_embedded() -> None:
    clock = Clock()
    course = forecast(clock, a=10, b=90)
    embed(clock, course, "a", texts=100, seconds=60)
    course.note_texts("b", 0, 900)
    clock.seconds += 270

    course.note_texts("b", 450, 900)

    assert course.words() == "about 4 min left"
    assert course.pages_done == 10 + 45


def test_slow_pages_count_apart_from_texts() -> None:
    clock = Clock()
    course = forecast(clock, scan=2, b=2)
    course.note_page("scan", 1)
    clock.seconds += 100  # OCR
    course.note_page("scan", 2)
    embed(clock, course, "scan", texts=20, seconds=20)

    assert course.words() == "about 4 min left"  # two pages by OCR, and 20 texts


def test_texts_that_were_known_tell_nothing_of_the_pace() -> None:
    clock = Clock()
    course = forecast(clock, a=10)
    course.note_texts("a", 900, 1000)  # from the cache, at once
    clock.seconds += 10

    course.note_texts("a", 910, 1000)

    assert course.words() == "about 2 min left"


def test_solutions_bring_no_texts() -> None:
    clock = Clock()
    course = forecast(clock, ("s",), a=10, s=1000)

    embed(clock, course, "a", texts=100, seconds=60)

    assert course.words() == ""


def test_a_file_that_failed_is_not_waited_for() -> None:
    clock = Clock()
    course = forecast(clock, a=10, broken=90)
    embed(clock, course, "a", texts=100, seconds=60)

    course.note_end("broken")

    assert course.words() == ""
    assert course.pages_done == course.total


def test_nothing_is_guessed_before_anything_is_known() -> None:
    clock = Clock()
    course = forecast(clock, a=10, b=10)
    assert course.words() == ""
    course.note_texts("a", 0, 100)
    clock.seconds += 1
    course.note_texts("a", 10, 100)
    assert course.words() == ""  # too soon


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(2, "5 s"), (33, "35 s"), (60, "1 min"), (240, "4 min"), (4200, "1 h 10 min")],
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert words(seconds) == said
