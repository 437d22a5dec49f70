"""`edison`: which functions a question needs, told without a model from the course and its words.

In the paper this is a table of rules from the category that a student selects. Where a category is
known that table is used; else each function's probability is told by weights learned from labelled
questions (`python -m evals routing --train`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.routing.question_evidence import WeighsActs, evidence
from tutor_app.routing.retrieval_functions import FUNCTIONS, FunctionCall, FunctionName
from tutor_app.understanding.act_classifier import ActClassifier
from tutor_app.understanding.learned_weights import LearnedWeights

QuestionCategory = Literal["concept", "assignment", "logistics", "forum"]
EDISON = "edison"  # its name among the ways of choosing
LIKELY = 0.5  # probability from which a function is called
WEIGHTS = Path(__file__).with_name("function_weights.json")
RULES: Mapping[QuestionCategory, tuple[FunctionName, ...]] = {
    "concept": ("textbook_retrieval",),
    "assignment": ("assignment_retrieval", "qa_retrieval"),
    "logistics": ("logistics_retrieval", "qa_retrieval"),
    "forum": ("qa_retrieval", "assignment_retrieval"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """Which functions a question needs. `shares` is each one's probability, by name."""

    shares: Mapping[FunctionName, float]

    @property
    def functions(self) -> tuple[FunctionName, ...]:
        """Those that are likely, the likeliest first; the likeliest alone where none is."""
        ranked = sorted(self.shares, key=lambda name: -self.shares[name])
        return tuple(name for name in ranked if self.shares[name] >= LIKELY) or tuple(ranked[:1])


def route(
    query: Query, index: CourseIndex, acts: WeighsActs, weights: LearnedWeights | None = None
) -> Routing:
    """Tell what a question needs from its words, its act and the course that it is asked in."""
    learned = weights or function_weights()
    features, vector = evidence(query, index, acts)
    fits = len(vector) == len(learned.vector)
    scores = learned.scores(features, vector if fits else None)
    shares = 1 / (1 + np.exp(-scores))
    return Routing(shares=dict(zip(FUNCTIONS, map(float, shares), strict=True)))


def choose_by_rules(
    query: Query,
    index: CourseIndex,
    category: QuestionCategory | None = None,
    acts: WeighsActs | None = None,
) -> list[FunctionCall]:
    """Return the calls that `edison` makes for a question, by its category where that is known."""
    told = RULES[category] if category else None
    functions = told or route(query, index, acts or ActClassifier()).functions
    return [FunctionCall(function=name, query=query.text) for name in functions]


@cache
def function_weights() -> LearnedWeights:
    """Return the weights that ship."""
    return LearnedWeights.read(json.loads(WEIGHTS.read_text(encoding="utf-8")))
