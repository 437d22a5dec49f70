"""The hundred attacks, as text of a document, a student or a draft, in every prompt of a model."""

from __future__ import annotations

import re

import pytest

from tests.models.duties.test_choose import ATTACKS
from tutor_app.models.prompts import render, variables_of

TAG = re.compile(r"</?[a-z_]+>|<\|")
LISTS = frozenset({"quotes", "passages", "candidates", "sentences", "points", "facts", "terms"})
BY_CODE = {"category": "assignment", "functions": "- qa_retrieval: posts"}
# Prompts whose variables are texts of others: documents, students, drafts of a model.
OF_OTHERS = (
    "judge_answer",
    "follow_up",
    "read_problem",
    "judge_relevance",
    "question_verified",
    "choose",
    "choose_functions",
    "choose_functions_only",
    "draft_from_results",
    "judge_draft",
    "tool_result",
    "verify",
)


def words(name: str, text: str) -> str:
    given = {one: [text] if one in LISTS else text for one in variables_of(name)}
    return render(name, **{**given, **{k: v for k, v in BY_CODE.items() if k in given}})


@pytest.mark.parametrize("name", OF_OTHERS)
def test_no_attack_opens_or_ends_a_place_in_a_prompt(name: str) -> None:
    tags = TAG.findall(words(name, "A queue is fair."))
    for attack in ATTACKS:
        assert TAG.findall(words(name, attack)) == tags
        assert words(name, attack).count("\n") == words(name, "A queue is fair.").count("\n")
