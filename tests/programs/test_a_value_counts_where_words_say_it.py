"""A value that a model reads counts as far as the student's own words say it."""

from __future__ import annotations

import pytest

from tutor_app.programs.message_reading.said_values import dict_said, is_said, parts_said


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("6", "it must give 6"),
        ("6", "it must give six"),
        ("-6", "minus six i think"),
        ("-6", "-6"),
        ("2.5", "half of 5 is 2.5"),
        ("'abc'", "it should say ABC"),
        ("'a b'", "it should say a b"),
        ("[1, 2]", "1 and then 2"),
        ("(1, 'x')", "x with one"),
        ("{'ana': 3}", "ana has 3"),
        ("[[1], [2]]", "1 alone, 2 alone"),
        ("True", "yes it should"),
        ("None", "nothing at all"),
    ],
)
def test_what_the_words_have_is_said(value: str, words: str) -> None:
    assert is_said(value, words)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("6", "it gives too much"),
        ("6", "it must give 16"),
        ("6", "it must give 6.5"),
        ("2.5", "between 2 and 5"),
        ("'abc'", "it should say ab"),
        ("[1, 2, 3]", "1 and then 2"),
        ("{'ana': 3}", "ana has some"),
        ("{'ana': 3}", "it is 3"),
        ("{'ana': 3, 'ben': 4}", "ana 3, ben more"),
        ("[[1], [2, 9]]", "1 alone, 2 alone"),
    ],
)
def test_a_value_one_part_of_which_is_in_no_word_is_not_said(value: str, words: str) -> None:
    assert not is_said(value, words)


@pytest.mark.parametrize(
    ("value", "given"),
    [
        ("[1, 9, 3]", "[1, 2, 3]"),
        ("(1, 9, 3)", "(1, 2, 3)"),
        ("{'ana': 1, 'ben': 9}", "{'ana': 1, 'ben': 2}"),
        ("{'ana': [1, 9]}", "{'ana': [1, 2]}"),
    ],
)
def test_what_is_there_now_need_not_be_said(value: str, given: str) -> None:
    words = "ana and ben: there must be a 9"

    assert is_said(value, words, given)
    assert not is_said(value, words)
    assert not is_said(value, "ana and ben: there must be something else", given)


def test_what_is_there_now_counts_only_at_its_place() -> None:
    assert not is_said("[3, 2, 1]", "the other way round", "[1, 2, 3]")
    assert not is_said("{'ben': 1}", "ben gets it", "{'ana': 1}")


def test_a_truth_value_is_no_number_that_is_there_now() -> None:
    assert not is_said("[1, 4]", "the second is 4", "[True, 0]")


def test_what_is_no_value_is_to_be_printed_and_counts_as_said() -> None:
    assert is_said("Hello you", "it should greet me")


def test_of_a_dict_the_keys_whose_values_are_said_are_told() -> None:
    value = "{'ana': 3, 'ben': 4, 'cleo': 5}"

    assert list(parts_said(value, "ana must have 3")) == [("'ana'", "3")]
    assert list(parts_said(value, "ana 3, ben four")) == [("'ana'", "3"), ("'ben'", "4")]


def test_what_is_there_now_is_no_news_of_a_dict() -> None:
    said = parts_said("{'ana': 3, 'ben': 4}", "ana 3, ben 4", "{'ana': 3, 'ben': 1}")

    assert list(said) == [("'ben'", "4")]


@pytest.mark.parametrize("value", ["[1, 2]", "4", "ana: 3", ""])
def test_what_is_no_dict_has_no_keys(value: str) -> None:
    assert list(parts_said(value, "ana 1, 2, 3, 4")) == []


GIVEN = "{'ana': 0, 'ben': 0}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ana 12, ben -12", "{'ana': 12, 'ben': -12}"),
        ("Ana should be 12 and Ben 3", "{'ana': 12, 'ben': 3}"),
        ("'ana': 1.5, 'ben': 2", "{'ana': 1.5, 'ben': 2}"),
        ("i want ana: 4 and ben: 5", "{'ana': 4, 'ben': 5}"),
    ],
)
def test_words_with_a_number_for_each_key_say_a_dict(words: str, said: str) -> None:
    assert dict_said(words, GIVEN) == said


@pytest.mark.parametrize(
    "words", ["ana 12", "both 12", "ana and ben", "ana 0, ben 0", "12 and -12", ""]
)
def test_words_without_one_for_each_key_or_with_those_that_are_there_say_none(words: str) -> None:
    assert dict_said(words, GIVEN) is None


@pytest.mark.parametrize("given", ["{}", "[1, 2]", "{1: 2}", "", "nothing"])
def test_no_dict_is_said_where_the_call_gives_none_with_names(given: str) -> None:
    assert dict_said("ana 1, ben 2", given) is None
