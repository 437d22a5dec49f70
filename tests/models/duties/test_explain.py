"""A model's own sentences: checked and attributed by code, verified, repaired once or dropped."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import pytest

from tests.doubles.chat_models import Scripted, claim_in, sentences, verdict
from tests.doubles.embedder import BagOfWords
from tests.models.given import quote
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.values import Quote, Sentence
from tutor_app.models.duties.explain import Explainer, Explanation, explain, may_explain

ASKED = "why does bfs find the shortest path?"
QUOTES = (
    quote("queue", "The queue hands out vertices in the order of their distance from the start."),
    quote("stack", "A stack hands back the vertex that was pushed last."),
)
GOOD = "Vertices leave the queue sorted by how far they are from the start."
OTHER = "With a stack, the vertex pushed last comes back."
WRONG = "The queue hands out 7 vertices at the start."


def tell(
    model: Scripted, quotes: Sequence[Quote] = QUOTES, stop: Callable[[], bool] = lambda: False
) -> tuple[list[Sentence], Explanation]:
    told = explain(ASKED, quotes, Explainer(model=model, stop=stop, embedder=BagOfWords()))
    said = []
    while True:
        try:
            said.append(next(told))
        except StopIteration as end:
            return said, end.value


def model(*written: str, finds: Callable[[str], bool] = lambda claim: True) -> Scripted:
    """Writes these replies in turn; verifies as `finds` says."""
    replies = list(written)

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verdict(finds(claim_in(message)))
        return replies.pop(0)

    return Scripted(reply)


def test_each_sentence_that_passes_is_said_with_the_passage_it_rests_on() -> None:
    said, result = tell(model(sentences(GOOD, OTHER)))
    assert [(s.text, s.passage_id) for s in said] == [(GOOD, "queue"), (OTHER, "stack")]
    assert all(s.by_model and s.role == "explanation" for s in said)
    assert [a.failed_check for a in result.attempts] == [None, None, None]
    assert {a.duty for a in result.attempts} == {"explain in its own words"}


def test_a_number_that_the_quotes_lack_is_repaired_once_with_the_check_named() -> None:
    scripted = model(sentences(WRONG), sentences(GOOD))
    said, result = tell(scripted)
    assert [s.text for s in said] == [GOOD]
    assert "The quotes do not contain 7." in scripted.asked[1]
    assert result.attempts[1].failed_check == "a number that is not in the quotes"


def test_a_sentence_that_fails_twice_is_left_out_and_the_next_one_stands() -> None:
    said, _ = tell(model(sentences(WRONG, OTHER), sentences(WRONG)))
    assert [s.text for s in said] == [OTHER]


def test_what_the_model_does_not_verify_is_never_said() -> None:
    scripted = model(sentences(GOOD), sentences(OTHER), finds=lambda claim: False)
    said, result = tell(scripted)
    assert said == []
    assert [a.failed_check for a in result.attempts].count("not supported by its passage") == 2


def test_a_verification_that_is_no_verdict_is_a_no() -> None:
    def reply(message: str, fields: frozenset[str]) -> str:
        return "perhaps" if "supported" in fields else sentences(GOOD)

    assert tell(Scripted(reply))[0] == []


def test_code_rejects_before_the_model_is_asked_to_verify() -> None:
    scripted = model(sentences(WRONG), sentences(WRONG))
    tell(scripted)
    assert not any("Sentence: " in asked for asked in scripted.asked)


def test_the_same_sentence_twice_is_said_once() -> None:
    said, _ = tell(model(sentences(GOOD, GOOD), sentences(GOOD)))
    assert [s.text for s in said] == [GOOD]


def test_at_most_three_sentences_are_taken() -> None:
    texts = [
        GOOD,
        OTHER,
        "Their distance from the start decides when vertices are handed out.",
        "Pushed vertices wait on the stack.",
    ]
    assert len(tell(model(sentences(*texts)))[0]) == 3


def test_a_reply_that_is_no_json_says_nothing() -> None:
    said, result = tell(model("Sure! BFS uses a queue."))
    assert said == []
    assert result.attempts[0].failed_check == "not the JSON asked for"
    assert result.problem is None


@pytest.mark.parametrize("error", [ModelUnreachable("gone"), ModelRefused("no")])
def test_an_endpoint_that_fails_half_way_keeps_what_was_said(error: Exception) -> None:
    verified: list[str] = []

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" not in fields:
            return sentences(GOOD, OTHER)
        verified.append(message)
        if len(verified) == 2:
            raise error
        return verdict(True)

    said, result = tell(Scripted(reply))
    assert [s.text for s in said] == [GOOD]
    assert result.problem == str(error)


def test_stop_says_nothing_more() -> None:
    said, result = tell(model(sentences(GOOD)), stop=lambda: True)
    assert said == []
    assert [a.failed_check for a in result.attempts] == ["stopped"]


def test_assignments_are_not_explained() -> None:
    assert may_explain(QUOTES)
    assert not may_explain([*QUOTES, dataclasses.replace(QUOTES[0], kind="assignment")])
    assert not may_explain([])
