"""A quoted paragraph is shown with what it leads in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.index import small_index
from tutor_app.continuation import LONGEST, what_follows
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.stored import PlacedParagraph


def followed(*texts: str, pages: tuple[int, ...] = ()) -> list[str]:
    """What follows the first of these paragraphs, which stand on page 1 if nothing else is said."""
    index = small_index(*texts)
    for number, text in enumerate(texts):
        placed(index, number, text, pages[number] if pages else 1)
    first = index.paragraph("d", 0)
    return [part.text for part in what_follows(first, "d", index)]


def placed(index: CourseIndex, number: int, text: str, page: int) -> None:
    old = index.paragraph("d", number)
    box = replace(old.box, page=page)
    index._paragraphs["d", number] = PlacedParagraph(number=number, text=text, box=box)


def test_a_colon_brings_the_list_below_it() -> None:
    shown = followed("Each round has two stages:", "1. Offer.", "2. Accept.", "After that, repeat.")

    assert shown == ["1. Offer.", "2. Accept."]


def test_a_colon_brings_the_one_sentence_below_it() -> None:
    shown = followed("This invariant holds:", "F is a part of the tree.", "Now we begin.")

    assert shown == ["F is a part of the tree."]


def test_a_list_belongs_to_the_sentence_before_it_without_a_colon_too() -> None:
    shown = followed("It is developed in two stages.", "1. Formulate.", "2. Build.")

    assert shown == ["1. Formulate.", "2. Build."]


def test_a_paragraph_cut_by_a_pages_end_is_shown_with_its_end_past_a_footnote() -> None:
    shown = followed(
        "It is hard, but it is", "A note at the foot.", "easy without cycles.", pages=(1, 1, 2)
    )

    assert shown == ["easy without cycles."]


@pytest.mark.parametrize("text", ["A whole sentence.", "Is it?", "2. An item of a list."])
def test_a_paragraph_that_is_whole_brings_nothing(text: str) -> None:
    assert followed(text, "Something else.") == []


def test_what_follows_stays_short() -> None:
    items = [f"{n}. " + "word " * 60 for n in range(1, 8)]

    shown = followed("The steps are these:", *items)

    assert 0 < len(shown) < len(items)
    assert sum(map(len, shown)) <= LONGEST
