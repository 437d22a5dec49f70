"""A change in lines goes into the program, and onto another version of it where both agree."""

from __future__ import annotations

import pytest

from tutor_app.programs.message_reading.reading import LineEdit, move_edits, read_edits, with_edits

SOURCE = "one\ntwo\nthree\nfour\n"


def changed(text: str, source: str = SOURCE) -> str:
    """The lines of a program with a change, with spaces between them."""
    return " ".join(with_edits(source, read_edits(text, source)).split("\n")).rstrip()


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("line 2: zwei", "one zwei three four"),
        ("line 2: zwei\nline 2: 2", "one zwei 2 three four"),
        ("after 2: a\nafter 2: b", "one two a b three four"),
        ("after 0: zero", "zero one two three four"),
        ("after 4: five", "one two three four five"),
        ("cut 2", "one three four"),
        ("cut 2-3", "one four"),
        ("cut 2\nafter 3: two", "one three two four"),
        ("line 1: a\ncut 2\nafter 4: z", "a three four z"),
        ("line 3: x\nafter 2: y\nafter 3: z", "one two y x z four"),
        ("cut 2\nline 2: zwei", "one zwei three four"),
    ],
)
def test_each_line_of_a_change_goes_to_its_place(change: str, after: str) -> None:
    assert changed(change) == after


def test_a_line_that_is_cut_with_others_behind_it_leaves_these() -> None:
    assert changed("cut 2\nafter 2: a") == "one a three four"


def test_without_a_change_the_program_is_as_it_was() -> None:
    assert with_edits(SOURCE, ()) == SOURCE


def test_a_program_ends_with_one_end_of_line_whatever_it_had() -> None:
    assert with_edits("one\n\n\n", ()) == with_edits("one", ()) == "one\n"


def moved(text: str, other: str) -> str | None:
    """Another version with a change of SOURCE; None where it does not fit."""
    edits = move_edits(read_edits(text, SOURCE), SOURCE, other)
    return " ".join(with_edits(other, edits).split()) if edits else None


def test_a_change_moves_onto_a_version_that_has_another_line_changed() -> None:
    assert moved("line 3: drei", "one\nzwei\nthree\nfour\n") == "one zwei drei four"


def test_a_change_moves_along_with_lines_put_in_before_it() -> None:
    other = "zero\none\ntwo\nbetween\nthree\nfour\n"

    assert moved("line 3: drei", other) == "zero one two between drei four"
    assert moved("after 4: five", other) == "zero one two between three four five"
    assert moved("cut 1", other) == "zero two between three four"


def test_a_change_moves_along_with_lines_cut_before_it() -> None:
    assert moved("line 3: drei", "two\nthree\nfour\n") == "two drei four"


def test_a_second_change_of_one_line_takes_the_place_of_the_first() -> None:
    assert moved("line 2: 2", "one\nzwei\nthree\nfour\n") == "one 2 three four"


def test_what_goes_on_top_stays_on_top() -> None:
    assert moved("after 0: zero", "two\nthree\nfour\n") == "zero two three four"


@pytest.mark.parametrize("other", ["one\nthree\nfour\n", "one\na\nb\nthree\nfour\n"])
def test_a_change_of_a_line_that_is_gone_moves_nowhere(other: str) -> None:
    assert move_edits([LineEdit("line", 2, "zwei")], SOURCE, other) == ()


def test_a_change_one_line_of_which_is_gone_moves_not_at_all() -> None:
    edits = [LineEdit("line", 1, "eins"), LineEdit("cut", 2)]

    assert move_edits(edits, SOURCE, "one\nthree\nfour\n") == ()
