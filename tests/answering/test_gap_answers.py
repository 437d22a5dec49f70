"""A gap that is filled by a message: the word among others, in another form, or another word."""

from __future__ import annotations

import pytest

from tutor_app.answering.practice.gap_answers import read_gap_answer
from tutor_app.domain.values import Cloze

GAP = Cloze(
    id="g",
    before="The cut property says: the ",
    answer="lightest",
    after=" edge that crosses a cut belongs to some minimum spanning tree.",
    passage_id="p",
    document_id="d",
    document_name="lecture.pdf",
    page=1,
    headings=(),
    others=("slightest",),
)


@pytest.mark.parametrize(
    "text", ["lightest", "Lightest!", "it's the lightest", "I think lightest?", "lihgtest"]
)
def test_the_missing_word_is_heard_among_others_and_with_a_slip(text: str) -> None:
    assert read_gap_answer(text, GAP) == "right"


@pytest.mark.parametrize("text", ["heaviest", "the cheapest", "slightest"])
def test_another_word_is_wrong(text: str) -> None:
    assert read_gap_answer(text, GAP) == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        "not the lightest",
        "lightest or heaviest",
        "what is a cut?",
        "why",
        "when does Prim's algorithm take an edge that is not in the tree",
        "the lightest edge of a cycle is what matters most",
    ],
)
def test_what_may_say_something_else_is_no_answer(text: str) -> None:
    assert read_gap_answer(text, GAP) != "right"
    assert text == "not the lightest" or read_gap_answer(text, GAP) is None
