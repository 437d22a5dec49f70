"""The few words of people around what the course says."""

from __future__ import annotations

import pytest

from tests.doubles.index import DOCUMENT
from tutor_app.domain.values import Box, Chunk, Passage, Scores, SourceSentence
from tutor_app.wording.quote_sentences import offer_exercise


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("3. (8 points) Run Kruskal’s algorithm.", "(8 points) Run Kruskal’s algorithm."),
        ("Exercise 3. Run Kruskal’s algorithm.", "Run Kruskal’s algorithm."),
        ("Run 3 rounds of it.", "Run 3 rounds of it."),
    ],
)
def test_an_exercises_number_is_said_once(printed: str, told: str) -> None:
    box = Box(page=4, x0=0, y0=0, x1=1, y1=1)
    sentence = SourceSentence(text=printed, boxes=(box,), paragraph=0)
    chunk = Chunk(id="x", document=DOCUMENT, sentences=(sentence,), exercise="3")

    said = offer_exercise(Passage(chunk=chunk, scores=Scores()), printed)

    assert said.text == f"To use this, try Exercise 3 (a, page 4): {told}"
