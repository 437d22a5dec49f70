"""Whether a question beside a run asks for the course's reason, or for how the run came about.

"Why is B 7?" is told by the rows; "why may B never get less than 7?" is not, though it names B as
well. Which of the two it is was learned (`python -m evals general-questions --train`).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.conversation.practice.part_features import likely_kinds
from tutor_app.domain.traces import Problem
from tutor_app.retrieval.embedder import Embedder
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.understanding.learned_weights import LearnedWeights, vectors_of

WEIGHTS: Final = Path(__file__).with_name("general_question.json")
KINDS: Final = ("course", "run")
SURELY: Final = 0.5  # chosen on writers whose questions it had not learned from
_NODE, _NUMBER = "B", "7"  # whichever they are tells nothing


def asks_the_course(question: str, problem: Problem, embedder: Embedder) -> bool:
    """Whether a question beside a run is the course's to answer; never without its embedder."""
    text = mask_names(question, problem)
    found = vectors_of([text], embedder, read_weights().encoder)
    return bool(found) and float(np.exp(likely_kinds(read_weights(), text, found[0])[0])) >= SURELY


def mask_names(question: str, problem: Problem) -> str:
    """Return a question with one node for every node, and one number for every number."""
    stands = {"node": _NODE, "number": _NUMBER}
    words = [stands.get(each.kind, each.text) for each in symbols_in(question, problem)]
    return " ".join(words) + ("?" if question.rstrip().endswith("?") else "")


@cache
def read_weights() -> LearnedWeights:
    """Return the weights that ship."""
    return LearnedWeights.read(json.loads(WEIGHTS.read_text(encoding="utf-8")))
