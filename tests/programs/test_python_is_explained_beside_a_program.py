"""Who asks what a sign or a word of Python does is told that, beside the work on the program."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tutor_app.programs.ideas.python_questions import (
    NOTES,
    asks_of_python,
    sign_mistaken,
    told_of_python,
)
from tutor_app.programs.remarks.rule_verdicts import RULES, judge_rule
from tutor_app.retrieval.embedder import Embedder

AVERAGE = """def average(marks):
    total = 0
    for m in marks:
        total = total + m
    out = [total] + [1]
    return total // len(marks)
"""
COUNT = """def count(text):
    counts = {}
    for word in text.split():
        counts[word] = 1
    return counts
"""


def told(source: str, *sentences: str) -> list[str]:
    """The keys of what is told."""
    texts = told_of_python(source, sentences)
    return [key for text in texts for key, note in NOTES.items() if note.text() == text]


@pytest.mark.parametrize("key", NOTES)
def test_every_example_gives_what_is_said(key: str) -> None:
    for code, value in NOTES[key].shows:
        assert repr(eval(code)) == value


def test_two_things_that_are_compared_are_both_told() -> None:
    assert told(AVERAGE, "What is the difference between / and //?") == [
        "division",
        "whole_division",
    ]


def test_what_is_asked_about_is_found_by_its_form() -> None:
    assert told(AVERAGE, "what does range(-1) do") == ["range"]
    assert told(AVERAGE, "what is len anyway?") == ["length"]
    assert told(COUNT, "What means counts[word]?") == ["dict_item"]
    assert told(AVERAGE, "what is marks[-1]?") == ["list_item"]
    assert told(AVERAGE, "is [w] + out the same as out.append(w)?") == ["plus_lists", "append"]


def test_a_line_that_is_to_be_explained_is_told_by_what_stands_in_it() -> None:
    assert told(AVERAGE, "explain line 5") == ["plus_lists"]
    assert told(AVERAGE, "explain line 2") == ["assign"]
    assert told(AVERAGE, "explain line 50") == []


@pytest.mark.parametrize(
    "words",
    [
        "what is it in the loop?",  # English words are no code
        "is it because of the % 2? maybe it should be n / 2",
        "what if I write total / count instead?",
        "what does total hold?",
        "I think the // is wrong",
    ],
)
def test_who_asks_about_the_program_is_told_nothing_of_python(words: str) -> None:
    assert told(AVERAGE, words) == []
    assert not asks_of_python(AVERAGE, words)


def test_a_plus_on_the_wrong_side_of_its_sign_is_told() -> None:
    assert sign_mistaken("I wrote counts[word] =+ 1") == (NOTES["add_on"].text(),)
    assert sign_mistaken("x += 1 and y = 1") == ()


def test_every_rule_is_borne_out_by_its_examples() -> None:
    for rule in RULES:
        for code, value in (*rule.shows, *rule.witness):
            assert repr(eval(code)) == value, rule.key
        assert rule.text()


def test_a_rule_of_python_that_is_told_gets_a_verdict(minilm: Embedder) -> None:
    def verdict(sentence: str) -> tuple[str, bool | None] | None:
        found = judge_rule(COUNT, None, [sentence], minilm)
        return (found.rule.key, found.is_right) if found is not None else None

    assert verdict("could it be that split drops the final word?") == ("split_words", False)
    assert verdict("a missing key just counts as 0, no?") == ("key_missing", False)
    assert verdict("one key can only have one value, the later replaces it") == ("key_once", True)
    assert verdict("pop takes the last one off the list") is None  # there is no pop in it
    assert verdict("then I write counts = {} one line further down") is None


def test_who_takes_a_rule_for_the_contrary_hears_no_and_is_not_asked_for_lines(
    minilm: Embedder,
) -> None:
    learner = Learner(embedder=minilm)
    learner.say("count('a a') should give {'a': 2}" + fenced(COUNT))

    reply = learner.say("maybe split forgets to give back the last word?")

    assert reply.startswith("No") and "`split()`" in reply
