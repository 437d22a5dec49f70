"""What the wording of a sentence adds to its score, and what a question needs beside it."""

from __future__ import annotations

import pytest

from tutor_app.cues import asks_for_code, asks_for_more, asks_for_steps, cue


@pytest.mark.parametrize("question", ["Why is it fast?", "How does it find the root?"])
def test_a_conclusion_is_worth_more_than_what_prepares_it(question: str) -> None:
    concluded = cue(question, "It follows that the root is last.", in_exercise=False)
    prepared = cue(question, "Let r be the root.", in_exercise=False)

    assert concluded > prepared


def test_a_conclusion_is_worth_nothing_more_to_a_what() -> None:
    assert cue("What is a root?", "So we begin there.", in_exercise=False) == 0


@pytest.mark.parametrize(
    "question", ["why does it end", "how do I sort", "what are the two passes", "the idea of it?"]
)
def test_reasons_and_ways_need_more_than_a_sentence(question: str) -> None:
    assert asks_for_more(question)


@pytest.mark.parametrize("question", ["what is a root?", "who found it", "define a tense edge"])
def test_definitions_and_facts_do_not(question: str) -> None:
    assert not asks_for_more(question)


def test_code_and_steps_are_told_apart() -> None:
    assert asks_for_code("write out the triple loop")
    assert not asks_for_code("what steps do I follow")
    assert asks_for_steps("what steps do I follow")
