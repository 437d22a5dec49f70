"""What staff attach to an item decides an answer exactly, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor_app.exercises.attached_answers import common_wrong, is_accepted
from tutor_app.exercises.item_facts import (
    ATTACHED,
    ItemFacts,
    WrongAnswer,
    attach_facts,
    read_attached,
    read_wrong_answers,
    write_wrong_answers,
)

FACTS = ItemFacts(
    accepted=("11/24", "priority queue", "x = 3 or x = 4"),
    wrong=(WrongAnswer(answer="3/7", told="Numerators and denominators are not added apart."),),
)


@pytest.mark.parametrize(
    "answer",
    [
        "11/24",
        "i get 22/48",
        "it is 11/24, right?",
        "a priority queue",
        "Priority Queues",
        "I think it's a priorty queue",
        "x = 4 or x = 3",
        "x=3 and x=4",
    ],
)
def test_an_accepted_answer_is_known_in_other_signs(answer: str) -> None:
    assert is_accepted(answer, FACTS)
    assert common_wrong(answer, FACTS) is None


@pytest.mark.parametrize(
    "answer",
    [
        "11/23",
        "not 11/24",
        "11/24 or 11/23",
        "x = 3",
        "4",
        "queue",
        "not a priority queue",
        "priority",
        "what is a queue?",
        "",
    ],
)
def test_half_of_an_answer_or_another_one_is_not_accepted(answer: str) -> None:
    assert not is_accepted(answer, FACTS)


@pytest.mark.parametrize("answer", ["3/7", "is it 6/14?"])
def test_a_common_wrong_answer_has_its_own_words(answer: str) -> None:
    found = common_wrong(answer, FACTS)
    assert found is not None and found.told.startswith("Numerators")


def test_what_is_attached_outlives_the_index_and_can_be_taken_back(tmp_path: Path) -> None:
    attach_facts(tmp_path, "a.pdf#1", FACTS)
    attach_facts(tmp_path, "a.pdf#2", ItemFacts(data="The edges are A-B 3."))
    assert read_attached(tmp_path)["a.pdf#1"] == FACTS
    attach_facts(tmp_path, "a.pdf#1", ItemFacts())
    assert [*read_attached(tmp_path)] == ["a.pdf#2"]
    (tmp_path / ATTACHED).write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="JSON"):
        read_attached(tmp_path)


def test_common_wrong_answers_are_typed_one_a_line() -> None:
    text = "3/7 | Not apart.\n\nqueue |\nstack | Which end is taken from?"
    read = read_wrong_answers(text)
    assert [one.answer for one in read] == ["3/7", "stack"]
    assert read_wrong_answers(write_wrong_answers(read)) == read
