"""A quoted paragraph is shown whole, with its list, and goes on as its section does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.index import small_index
from tutor_app.answering.context_expansion import (
    LONGEST,
    LONGEST_ONWARD,
    Whole,
    code_before,
    complete,
    pieces_of,
    read_on,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.index_files import PlacedParagraph

INDENTED = 100.0


def course(*texts: str, page: int = 1) -> CourseIndex:
    """These paragraphs, one below the other on one page of one section."""
    index = small_index(*texts)
    for number in range(len(texts)):
        place(index, number, page=page)
    return index


def place(
    index: CourseIndex, number: int, *, page: int = 1, x0: float = 72, small: bool = False
) -> None:
    old = index.paragraph("d", number)
    box = replace(old.box, page=page, x0=x0, y0=100 + 30 * number, y1=120 + 30 * number)
    placed = PlacedParagraph(number=number, text=old.text, box=box, small=small)
    index._paragraphs["d", number] = placed


def headed(index: CourseIndex, number: int, heading: str, exercise: str | None = None) -> None:
    chunk = replace(index.chunks[number], headings=(heading,), exercise=exercise)
    index._chunk_of["d", number] = chunk


def whole(index: CourseIndex, number: int = 0) -> Whole:
    return complete(pieces_of("d", number, index), "d", index)


def texts(parts: tuple[PlacedParagraph, ...] | list[PlacedParagraph]) -> list[str]:
    return [part.text for part in parts]


def followed(*paragraphs: str) -> list[str]:
    return texts(whole(course(*paragraphs)).below)


# --- pieces of one paragraph -----------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1])
def test_a_paragraph_that_a_formula_breaks_is_one_whichever_piece_was_found(number: int) -> None:
    index = course("The time obeys", "where n is the size.", "Now we sort.")

    assert texts(pieces_of("d", number, index)) == ["The time obeys", "where n is the size."]


def test_a_paragraph_goes_on_overleaf_past_a_footnote() -> None:
    index = course("It is hard, but it is", "A note at the foot.", "easy without cycles.")
    place(index, 1, small=True)
    place(index, 2, page=2)

    assert texts(pieces_of("d", 0, index)) == ["It is hard, but it is", "easy without cycles."]


def test_code_below_a_colon_is_no_piece_of_the_sentence_that_leads_it_in() -> None:
    index = course("It is done like this:", "for all vertices u do")
    place(index, 1, x0=INDENTED)

    assert texts(pieces_of("d", 0, index)) == ["It is done like this:"]
    assert texts(whole(index).below) == ["for all vertices u do"]


def test_two_whole_paragraphs_stay_two() -> None:
    index = course("It ends here.", "n log n is the time.")

    assert texts(pieces_of("d", 0, index)) == ["It ends here."]


# --- lists -----------------------------------------------------------------------------------


def test_a_colon_brings_the_list_below_it() -> None:
    shown = followed("Each round has two stages:", "1. Offer.", "2. Accept.", "After that, repeat.")

    assert shown == ["1. Offer.", "2. Accept."]


def test_a_colon_brings_the_one_sentence_below_it() -> None:
    shown = followed("This invariant holds:", "F is a part of the tree.", "Now we begin.")

    assert shown == ["F is a part of the tree."]


def test_a_list_belongs_to_the_sentence_before_it_without_a_colon_too() -> None:
    shown = followed("It is developed in two stages.", "1. Formulate.", "2. Build.")

    assert shown == ["1. Formulate.", "2. Build."]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_item_brings_the_whole_list_and_what_leads_it_in(number: int) -> None:
    items = ["• Falling: the root.", "• Equal: all levels.", "• Rising: the leaves."]
    index = course("There are three cases.", *items, "Only the largest term matters.")

    shown = whole(index, number)

    assert texts((*shown.above, *shown.pieces, *shown.below)) == ["There are three cases.", *items]


def test_what_stands_in_under_an_item_belongs_to_the_list() -> None:
    index = course("In two steps.", "• Replace each gate.", "Call the result F.", "• Pad.", "Done.")
    place(index, 2, x0=INDENTED)

    assert texts(whole(index, 1).below) == ["Call the result F.", "• Pad."]


def test_a_second_list_does_not_belong_to_the_first() -> None:
    index = course("In two steps.", "1. Offer.", "2. Accept.", "1. Sort.", "2. Scan.")

    assert texts(whole(index, 2).below) == []
    assert texts(whole(index, 3).below) == ["2. Scan."]


def test_an_exercise_does_not_bring_the_other_exercises() -> None:
    index = course("1. Prove this.", "2. Prove that.", "3. Sort.")
    for number in range(3):
        headed(index, number, "Exercises", str(number + 1))

    assert whole(index, 1).numbers == {1}


def test_a_paragraph_that_is_whole_brings_nothing() -> None:
    assert followed("A whole sentence.", "Something else.") == []


def test_a_long_list_is_cut_where_it_is_furthest_from_the_paragraph() -> None:
    items = [f"{n}. " + "word " * 80 for n in range(1, 10)]
    index = course("The steps are these:", *items)

    shown = whole(index, 9)

    assert 0 < len(shown.above) < 9
    assert shown.above[-1].number == 8


def test_what_a_colon_leads_in_stays_short() -> None:
    lines = ["go to the next one " * 20 + str(n) for n in range(8)]

    shown = followed("The code is this:", *lines)

    assert sum(map(len, shown)) <= LONGEST


# --- reading on ------------------------------------------------------------------------------


def onward(index: CourseIndex, number: int = 0, shown: set[int] | None = None) -> list[str]:
    return texts(read_on(whole(index, number), "d", index, shown or set()))


def test_the_section_is_read_on_from_the_paragraph_and_its_list() -> None:
    index = course("Two stages:", "1. Offer.", "2. Accept.", "So it ends.", "It is stable.")

    assert onward(index) == ["So it ends.", "It is stable."]


def test_reading_on_ends_with_the_section() -> None:
    index = course("It is right.", "The reason is this.", "Graphs are new.")
    for number, heading in enumerate(("Sorting", "Sorting", "Graphs")):
        headed(index, number, heading)

    assert onward(index) == ["The reason is this."]


def test_footnotes_and_what_is_quoted_already_are_passed_over() -> None:
    index = course("It is right.", "A note.", "This is quoted.", "The reason is this.")
    place(index, 1, small=True)

    assert onward(index, shown={2}) == ["The reason is this."]


def test_an_exercise_does_not_go_on_with_the_next_one() -> None:
    index = course("3. Find it. (a) Sort.", "(b) Scan.", "4. Prove it.")
    for number, exercise in enumerate(("3", "3(b)", "4")):
        headed(index, number, "Exercises", exercise)

    assert onward(index) == ["(b) Scan."]


def test_reading_on_stays_short() -> None:
    index = course("It is right.", *["It goes on." * 25 for _ in range(9)])

    assert 0 < sum(map(len, onward(index))) <= LONGEST_ONWARD


def test_reading_on_does_not_break_off_at_a_colon() -> None:
    index = course("It is right.", "It goes on. " * 98 + "Thus:", "First, sort it.", "Then stop.")

    assert onward(index)[-1] == "First, sort it."


# --- code above ------------------------------------------------------------------------------


def test_the_nearest_code_above_a_paragraph_is_found_whole() -> None:
    index = course(
        "The code is this:",
        "for all vertices u",
        "if u is unmarked then mark u",
        "It visits every vertex.",
        "So it is fast.",
    )

    found = code_before(whole(index, 4), "d", index)

    assert texts(list(found)) == ["for all vertices u", "if u is unmarked then mark u"]


def test_a_sentence_about_loops_is_no_code() -> None:
    index = course("We return for all that in a while.", "So it is fast.")

    assert code_before(whole(index, 1), "d", index) == ()


def test_the_end_of_a_sentence_is_in_the_section_where_it_began() -> None:
    index = course("It needs only", "a single pass.", "1. Prove it.")
    for number, heading in ((0, "Loops"), (2, "Exercises")):
        headed(index, number, heading)
    del index._chunk_of["d", 1]

    assert whole(index).numbers == {0, 1}
    assert onward(index) == []
