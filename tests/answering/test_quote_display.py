"""What is pictured of a quote: its list, the formula it leads in, its figure, what goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.answering.choose_quotes import choose_quotes
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Box, Quote
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.retrieve import retrieve

WHY = "Why does a queue make the search go by levels?"
WHAT = "Is a queue making the search go by levels?"
ANSWER = "A queue makes the search go level by level."
REASON = "Whatever came first is taken first."
LEAVES = "Their leaves are green. They hang at the bottom."


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def best(desk: CourseDesk, sheet: Sheet, tmp_path: Path, question: str = WHY) -> Quote:
    return answer(desk, sheet, tmp_path, question)[0]


def answer(desk: CourseDesk, sheet: Sheet, tmp_path: Path, question: str = WHY) -> list[Quote]:
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    index = desk.loaded()
    query = read_query(question, desk.embedder, index)
    found = retrieve(query, index, replace(PROFILES["default"], floor=-1.0), None)
    return choose_quotes(query, found.kept, index)


def words_in(path: Path, boxes: tuple[Box, ...]) -> str:
    with pymupdf.open(path) as pdf:
        return " ".join(
            word[4]
            for box in boxes
            for word in pdf[box.page - 1].get_text("words")
            if box.y0 - 1 <= (word[1] + word[3]) / 2 <= box.y1 + 1
        )


@pytest.mark.parametrize(("question", "opened"), [(WHY, True), (WHAT, False)])
def test_the_reason_below_the_claim_is_open_for_a_why(
    question: str, opened: bool, desk: CourseDesk, tmp_path: Path
) -> None:
    quote = best(desk, Sheet().text(ANSWER).text(REASON), tmp_path, question)

    assert quote.paragraph == ANSWER
    assert quote.onward == REASON
    assert quote.onward_open == opened
    assert words_in(tmp_path / "a.pdf", quote.onward_crops) == REASON


def test_nothing_is_shown_twice(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(6):
        sheet.text(f"Queue {n} makes the search go by levels. {LEAVES}")

    quotes = answer(desk, sheet, tmp_path)
    shown = [text for q in quotes for text in (q.paragraph, *q.onward.splitlines())]

    assert len(quotes) == 3
    assert len(shown) == len(set(shown)) > 3


def test_only_the_best_quote_is_read_on_unasked(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().text(f"{ANSWER} {WHY}").text(REASON)
    sheet.new_page().text(f"Search by levels. {LEAVES}").text(LEAVES)

    opened = [quote.onward_open for quote in answer(desk, sheet, tmp_path)]

    assert opened.count(True) == 1
    assert opened[0]


def test_the_formula_that_a_paragraph_leads_in_is_in_its_picture(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().text("A queue makes the search go level by level as follows:")
    sheet.at(sheet.y + 10, "d = 1 + 2", x=250)
    sheet.y += 40
    sheet.text(REASON)

    quote = best(desk, sheet, tmp_path)

    assert "d = 1 + 2" in words_in(tmp_path / "a.pdf", quote.crops)


def test_an_item_is_pictured_with_its_list(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().text("There are two cases.")
    sheet.text(f"1. {ANSWER}").text("2. A stack goes down.").text("The end is near.")

    quote = best(desk, sheet, tmp_path)

    assert quote.above == "There are two cases."
    assert quote.below == "2. A stack goes down."
    assert len(quote.crops) == 1
    assert "There are two cases. 1. A queue" in words_in(tmp_path / "a.pdf", quote.crops)


def test_of_a_list_what_is_quoted_by_itself_stands_there_only(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().text("A queue makes the search go by levels in two cases.")
    sheet.text(f"1. {ANSWER}").text("2. By levels a queue makes the search go.").text(
        "3. Others are not so fast."
    )

    quotes = answer(desk, sheet, tmp_path)
    shown = [part for q in quotes for part in (q.above, q.paragraph, q.below) if part]

    assert len(quotes) > 1
    assert len(shown) == len(set(shown))
    assert "3. Others are not so fast." in shown


def test_the_figure_that_is_pointed_to_comes_along(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().text("A queue makes the search go level by level, as shown in Figure 3.2.")
    sheet.text(REASON)
    sheet.new_page()
    sheet.at(200, "push s; while the queue is not empty: pull u", x=150)
    sheet.at(260, "Figure 3.2. The search with a queue", size=9)
    sheet.at(290, "Figure 3.3. The search with a stack", size=9)

    quote = best(desk, sheet, tmp_path)

    assert quote.onward.splitlines()[0] == "Figure 3.2. The search with a queue"
    figure = words_in(tmp_path / "a.pdf", quote.onward_crops[:1])
    assert "push s; while the queue" in figure
    assert "with a stack" not in figure


def test_code_above_comes_along_where_code_is_asked_for(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().text(LEAVES)
    sheet.lines("push s to the queue", "while the queue has vertices left do", "pull one of them")
    sheet.text(ANSWER)

    asked = best(desk, sheet, tmp_path, "code: how does a queue make the search go by levels?")

    assert "while the queue has vertices" in asked.onward
    assert "while the queue" in words_in(tmp_path / "a.pdf", asked.onward_crops)
