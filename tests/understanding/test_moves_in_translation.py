"""Short messages of a German course do what the English ones do."""

from __future__ import annotations

import pytest

from tutor_app.understanding.moves_in_translation import as_english_move
from tutor_app.understanding.outright import said_outright


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("Warum?", "Why?"),
        ("noch einen Tipp bitte!", "I'm stuck"),
        ("Gib mir bitte noch ein Beispiel", "Give me an example"),
        ("weiss nicht", "I don't know"),
        ("Stimmt das so?", "Is that right?"),
    ],
)
def test_a_short_message_is_read_as_the_english_that_does_the_same(said: str, does: str) -> None:
    assert as_english_move(said, "de") == does


@pytest.mark.parametrize(
    "asks",
    ["Was ist ein Graph?", "Warum ist der Stapel leer?", "Wann ist die Klausur?", "S A C G", ""],
)
def test_what_names_something_is_left_as_it_is(asks: str) -> None:
    assert as_english_move(asks, "de") is None
    assert as_english_move("Why?", "en") is None


def test_a_danger_is_found_in_german_too() -> None:
    assert said_outright("ich möchte sterben") == "crisis"
    assert said_outright("ich möchte üben") is None
