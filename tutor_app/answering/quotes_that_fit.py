"""Whether what was quoted is likely to answer: shared words alone make no answer.

A logistic regression on how near the message is to what is marked, learned from messages of
writers with the sentences that answer them (`python -m evals fitting-quotes`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.values import Quote
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.text_language import ENGLISH

WEIGHTS: Final = Path(__file__).with_name("quotes_that_fit.json")


def are_likely_to_fit(
    query: Query, quotes: Sequence[Quote], index: CourseIndex, *, goes_on: bool
) -> bool:
    """Whether quotes are likely to answer a message, which `goes_on` where something was said.

    It has learned from English alone. What stands in no sentence of the index is not judged.
    """
    figures = nearness_of_marks(query, quotes, index)
    if figures is None or query.language != ENGLISH:
        return True
    weights = _weights()
    found = dict(zip(("at", "beside", "goes_on"), (*figures, float(goes_on)), strict=True))
    score = weights["bias"] + sum(weights[name] * value for name, value in found.items())
    return 1 / (1 + math.exp(-score)) >= weights["least"]


def nearness_of_marks(
    query: Query, quotes: Sequence[Quote], index: CourseIndex
) -> tuple[float, float] | None:
    """Return the highest cosine with a marked sentence, and with one beside such a sentence."""
    marked = {mark.text for quote in quotes for mark in quote.marked}
    at, beside = list[float](), [0.0]
    for chunk in index.chunks:
        places = [n for n, one in enumerate(chunk.sentences) if one.text in marked]
        if not places:
            continue
        cosines = index.sentence_vectors(chunk) @ query.vector
        at += [float(cosines[place]) for place in places]
        around = {near for place in places for near in (place - 1, place + 1)}
        beside += [float(cosines[near]) for near in around if 0 <= near < len(cosines)]
    return (max(at), max(beside)) if at else None


@cache
def _weights() -> Mapping[str, float]:
    weights: Mapping[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return weights
