"""Passages ordered by how likely a model calls them relevant (E4)."""

from __future__ import annotations

import pytest

from tests.doubles.index import small_index
from tests.doubles.scripted_openai import Reply, ScriptedServer, scripted_openai
from tutor_app.domain.errors import RerankFailed
from tutor_app.models.openai_client import EndpointLimits, OpenAIChat
from tutor_app.models.relevance_judge import RelevanceJudge

QUESTION = "Why a queue?"
TEXTS = ("A queue is fair.", "Trees have leaves.")
SURE = Reply(text="yes", first_tokens={"yes": 0.5, " Yes": 0.25, "no": 0.2, "yesterday": 0.05})
UNSURE = Reply(text="no", first_tokens={"No": 0.875, "yes": 0.125})


def judge_at(server: ScriptedServer) -> RelevanceJudge:
    model = OpenAIChat(server.base_url, "key", "scripted", limits=EndpointLimits(tries=1))
    return RelevanceJudge(lambda: model)


def test_the_score_is_the_probability_of_yes_however_it_is_written() -> None:
    with scripted_openai([SURE, UNSURE]) as server:
        read = judge_at(server).score(QUESTION, small_index(*TEXTS).chunks)

    assert [each.passage for each in read] == pytest.approx([0.75, 0.125])
    for request, text in zip(server.requests, TEXTS, strict=True):
        said = request["messages"][-1]["content"]
        assert QUESTION in said
        assert text in said
        assert (request["max_tokens"], request["logprobs"]) == (1, True)


def test_an_endpoint_without_probabilities_is_taken_at_its_word() -> None:
    declines = Reply(status=400, error="logprobs are not supported")
    with scripted_openai([declines, Reply(text="Yes."), Reply(text="no")]) as server:
        read = judge_at(server).score(QUESTION, small_index(*TEXTS).chunks)

    assert [each.passage for each in read] == [1.0, 0.0]


def test_a_model_that_is_down_is_a_stage_that_is_skipped() -> None:
    with scripted_openai([Reply(status=500)]) as server, pytest.raises(RerankFailed):
        judge_at(server).score(QUESTION, small_index(*TEXTS).chunks)
