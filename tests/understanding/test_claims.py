"""A claim is told from a question and from a wish by its form."""

from __future__ import annotations

import pytest

from tutor_app.understanding.claims import (
    asks_yes_or_no,
    claim_of,
    only_asks,
)


@pytest.mark.parametrize(
    "message",
    [
        "so bfs always uses more memory?",
        "isn't it O(n)?",
        "does dijkstra stop when the queue is empty",
        "hm i thought a stack was first in first out",
        "but that means the second one is optimal too",
    ],
)
def test_what_may_be_right_or_wrong_is_a_claim(message: str) -> None:
    assert claim_of(message) == message


@pytest.mark.parametrize(
    "message",
    [
        "why does it stop",
        "ok but how do i know that it is optimal?",
        "can you explain that again",
        "tell me what is in lecture 3",
        "is it stable? and what does stable mean",
        "dijkstra complexity",
        "so?",
    ],
)
def test_a_question_or_a_wish_is_none(message: str) -> None:
    assert claim_of(message) is None


def test_of_several_sentences_the_one_that_says_most_is_meant() -> None:
    assert claim_of("you didn't answer. does adding 3 to all weights work, yes or no") == (
        "does adding 3 to all weights work, yes or no"
    )


def test_what_is_told_needs_no_sign_of_a_claim() -> None:
    assert claim_of("prim wants positive weights") is None
    assert claim_of("prim wants positive weights", told=True) == "prim wants positive weights"


@pytest.mark.parametrize(
    "message",
    [
        "A* expands the node with the smallest f = g + h, where h is the estimate.",
        "Dijkstra settles the nearest node, which is never changed again.",
    ],
)
def test_a_clause_that_goes_on_with_what_is_told_asks_nothing(message: str) -> None:
    assert claim_of(message, told=True) == message


def test_a_question_behind_a_comma_is_no_claim() -> None:
    assert claim_of("i don't get it, what is it good for", told=True) is None


def test_words_that_only_ask_for_a_verdict_claim_nothing() -> None:
    assert claim_of("yes or no?", told=True) is None
    told = "I say it fills the stack. So no answer. True or false??"
    assert claim_of(told, told=True) == "I say it fills the stack."


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("if the edges come another way round, could a value still go down?", True),
        ("so might it stop too soon?", True),
        ("isn't the result the same then?", False),
        ("so nothing changes any more, right?", False),
        ("can it be 7?", False),
        ("it could go on for ever.", False),
    ],
)
def test_a_question_that_doubts_states_nothing(sentence: str, asks: bool) -> None:
    assert only_asks(sentence) is asks


@pytest.mark.parametrize(
    ("sentence", "asks"),
    [
        ("so is it ok if my guess is too small?", True),
        ("is it bc f is then only g", True),
        ("wait so with h=0 its the same as uniform cost??", True),
        ("two equal elements in insertion sort, can they end up swapped?", True),
        ("it finds G when expanding C and it's done, no?", True),
        ("did i get it wrong or not", True),
        ("why does it turn into that?", False),
        ("in which order does dfs leave it?", False),
        ("does bfs use a queue or a stack?", False),
        ("i would think too big is safer", False),
        ("can u give me an example where it fails?", False),
        ("always?", False),
    ],
)
def test_a_question_for_yes_or_no_is_told_by_its_grammar(sentence: str, *, asks: bool) -> None:
    assert asks_yes_or_no(sentence) == asks
