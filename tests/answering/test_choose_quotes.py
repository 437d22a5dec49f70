"""The answer is a quotation: a few sentences of the course, word for word, where they stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tutor_app.answering.choose_quotes import DEFAULT_LIMITS, QuoteLimits, choose_quotes, is_prose
from tutor_app.answering.quote_display import MAX_PARAGRAPH
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Box, Quote
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.retrieve import retrieve

QUESTION = "Why does a queue make the search go by levels?"
ANSWER = "A queue makes the search go level by level because it is fair."
OTHERS = (
    "Trees have no cycles at all. Their leaves hang at the bottom. Nobody waters them. ",
    "The exam is in June this year. Bring a pencil and your card. Doors open at nine. ",
)


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def quotes(
    desk: CourseDesk,
    sheet: Sheet,
    tmp_path: Path,
    question: str = QUESTION,
    limits: QuoteLimits = DEFAULT_LIMITS,
) -> list[Quote]:
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    index = desk.loaded()
    query = read_query(question, desk.embedder, index)
    found = retrieve(query, index, replace(PROFILES["default"], floor=-1.0), None)
    return choose_quotes(query, found.kept, index, limits)


def inside(box: Box, crop: Box) -> bool:
    return (
        box.page == crop.page
        and crop.x0 - 0.1 <= box.x0
        and box.x1 <= crop.x1 + 0.1
        and crop.y0 - 0.1 <= box.y0
        and box.y1 <= crop.y1 + 0.1
    )


def words_in(path: Path, boxes: tuple[Box, ...]) -> str:
    """What stands on the pages inside these boxes."""
    said = []
    with pymupdf.open(path) as pdf:
        for box in boxes:
            for x0, y0, x1, y1, word, *_ in pdf[box.page - 1].get_text("words"):
                middle = Box(page=box.page, x0=(x0 + x1) / 2, y0=(y0 + y1) / 2, x1=x1, y1=y1)
                if box.x0 < middle.x0 < box.x1 and box.y0 < middle.y0 < box.y1:
                    said.append(word)
    return " ".join(said)


def test_the_sentence_that_answers_is_marked_in_its_paragraph(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().heading("Search").text(f"{OTHERS[0]}{ANSWER} {OTHERS[1]}")

    first, *_ = quotes(desk, sheet, tmp_path)

    assert [mark.text for mark in first.marked] == [ANSWER]
    assert first.paragraph == f"{OTHERS[0]}{ANSWER} {OTHERS[1]}".strip()
    assert (first.page, first.headings, first.document_name) == (1, ("Search",), "a.pdf")
    assert words_in(tmp_path / "a.pdf", first.marked[0].boxes) == ANSWER


def test_a_row_of_a_schedule_answers_when(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().heading("Plan").text(OTHERS[0]).lines("9 Review Final exam, 6 November")

    first, *_ = quotes(desk, sheet, tmp_path, "when is the final exam?")

    assert [mark.text for mark in first.marked] == ["9 Review Final exam, 6 November"]
    rows = quotes(desk, sheet, tmp_path, "how does the final exam review leaves?")
    assert all("November" not in mark.text for quote in rows for mark in quote.marked)


def test_of_one_section_what_answers_far_better_comes_first(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().heading("Search").text("A queue is dull.").text(ANSWER)

    first, *_ = quotes(desk, sheet, tmp_path)

    assert [mark.text for mark in first.marked] == [ANSWER]


def test_there_are_one_to_four_sentences_in_at_most_three_paragraphs(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet()
    for n in range(12):
        sheet.text(
            f"A queue makes search {n} go by levels. By levels queue {n} makes the search go. "
            f"Search {n} is made to go by levels by a queue."
        )
        if n % 4 == 3:
            sheet.new_page()

    shown = quotes(desk, sheet, tmp_path)

    assert 1 <= len(shown) <= 3
    assert sum(len(quote.marked) for quote in shown) == 4  # as many as there may be
    marked = [mark.text for quote in shown for mark in quote.marked]
    assert len(set(marked)) == len(marked)


@pytest.mark.parametrize(("paragraphs", "sentences"), [(1, 2), (2, 2), (4, 6)])
def test_other_limits_are_kept_as_well(
    paragraphs: int, sentences: int, desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet()
    for n in range(12):
        sheet.text(
            f"A queue makes search {n} go by levels. By levels queue {n} makes the search go. "
            f"Search {n} is made to go by levels by a queue."
        )
        if n % 4 == 3:
            sheet.new_page()
    limits = QuoteLimits(paragraphs=paragraphs, sentences=sentences)

    shown = quotes(desk, sheet, tmp_path, limits=limits)

    assert len(shown) == paragraphs
    assert sum(len(quote.marked) for quote in shown) == sentences


def test_every_mark_is_word_for_word_in_its_paragraph_and_inside_its_crop(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet()
    for n in range(6):
        sheet.text(f"{OTHERS[n % 2]} The queue of search {n} goes by levels. {OTHERS[0]}")

    for quote in quotes(desk, sheet, tmp_path):
        for mark in quote.marked:
            assert mark.text in quote.paragraph
            assert words_in(tmp_path / "a.pdf", mark.boxes) == mark.text
            assert all(any(inside(box, crop) for crop in quote.crops) for box in mark.boxes)


def test_marks_of_a_paragraph_and_paragraphs_of_a_section_are_in_reading_order(
    desk: CourseDesk, tmp_path: Path
) -> None:
    early = "Search by levels needs a list that is fair."
    late = "A queue makes the search go by levels."
    sheet = Sheet().heading("Search").text(f"{early} {OTHERS[0]} {late}")
    sheet.text(f"Why a queue makes the search go by levels is shown here. {OTHERS[1]}")

    shown = quotes(desk, sheet, tmp_path)

    places = [(q.crops[0].page, q.crops[0].y0) for q in shown]
    assert places == sorted(places)
    for quote in shown:
        order = [quote.paragraph.index(mark.text) for mark in quote.marked]
        assert order == sorted(order)


def test_a_sentence_over_the_pages_end_is_shown_in_two_crops(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().text(OTHERS[0] + "A queue makes the search go by levels, since the queue")
    sheet.new_page().text("is fair to each level of the search. " + OTHERS[1])

    (quote, *_) = quotes(desk, sheet, tmp_path)

    (mark,) = quote.marked
    assert mark.text.endswith("since the queue is fair to each level of the search.")
    assert [crop.page for crop in quote.crops] == [1, 2]
    assert words_in(tmp_path / "a.pdf", quote.crops[1:]).startswith("is fair to each level")
    assert all(any(inside(box, crop) for crop in quote.crops) for box in mark.boxes)


def test_a_sentence_that_goes_on_below_a_formula_is_in_one_crop_with_it(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet().text(OTHERS[0] + "A queue makes the search go by levels, since")
    sheet.at(sheet.y + 6, "d = 1 + 2", x=250)
    sheet.y += 40
    sheet.text("holds for each level of the queue in a search. " + OTHERS[1])

    quote = quotes(desk, sheet, tmp_path)[0]

    mark = quote.marked[0]
    assert mark.text == (
        "A queue makes the search go by levels, "
        "since d = 1 + 2 holds for each level of the queue in a search."
    )
    assert len(quote.crops) == 1
    assert all(inside(box, quote.crops[0]) for box in mark.boxes)
    assert "d = 1 + 2" in words_in(tmp_path / "a.pdf", quote.crops)


def test_a_sentence_that_goes_on_in_the_next_column_has_a_crop_there(
    desk: CourseDesk, tmp_path: Path
) -> None:
    sheet = Sheet()
    sheet.at(600, "Trees have no cycles at all.").at(614, "A queue makes the search go")
    sheet.at(628, "by levels, since the queue")
    sheet.at(110, "is fair to levels in a search.", x=330).at(124, "The exam is in June.", x=330)

    quote = quotes(desk, sheet, tmp_path)[0]

    assert quote.marked[0].text.endswith("since the queue is fair to levels in a search.")
    assert [crop.page for crop in quote.crops] == [1, 1]
    assert all(any(inside(b, c) for c in quote.crops) for b in quote.marked[0].boxes)


@pytest.mark.parametrize("before", [0, 9, 25, 60])
def test_of_a_long_paragraph_the_part_around_the_marks_is_shown(
    before: int, desk: CourseDesk, tmp_path: Path
) -> None:
    filler = "Trees have green leaves that hang at the bottom of them. "
    text = filler * before + ANSWER + " " + filler * 25
    sheet = Sheet(top=60).text(text, size=6)

    quote = quotes(desk, sheet, tmp_path)[0]

    assert len(quote.paragraph) <= MAX_PARAGRAPH
    assert ANSWER in quote.paragraph
    assert quote.paragraph in text
    assert text.find(" " + quote.paragraph + " ") >= 0 or text.startswith(quote.paragraph)
    assert all(inside(box, quote.crops[0]) for box in quote.marked[0].boxes)
    assert quote.crops[0].y1 - quote.crops[0].y0 < 200


def test_a_sentence_that_stands_twice_is_shown_once(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().heading("Search").text(f"{ANSWER} {OTHERS[0]}")
    sheet.new_page().heading("Summary").text(f"{ANSWER} {OTHERS[1]}")

    marked = [m.text for q in quotes(desk, sheet, tmp_path) for m in q.marked]

    assert marked.count(ANSWER) == 1


@pytest.mark.parametrize(
    "line",
    [
        "while queue is not empty do",
        "u ← queue.pop(); mark(u)",
        "for each level of the search:",
        "return queue.",
        "BFS(queue, level):",
        "d(v) = min{d(u) + w(u, v)}",
        "queue level search",
    ],
)
def test_pseudocode_and_torn_lines_are_no_answers(line: str) -> None:
    assert not is_prose(line)


@pytest.mark.parametrize(
    "sentence",
    [
        ANSWER,
        "(b) Show that each level is finite.",
        "“Every queue is fair to all.”",
        "2D arrays hold the levels.",
    ],
)
def test_whole_sentences_may_answer(sentence: str) -> None:
    assert is_prose(sentence)


def test_a_page_of_pseudocode_gives_no_quote(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().lines(
        "queue search by levels of",
        "while the queue is not empty do",
        "search the next level",
        "end while",
    )

    assert quotes(desk, sheet, tmp_path) == []
