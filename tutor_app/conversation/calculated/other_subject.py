"""Whether a question beside a calculation is about another subject than calculating.

"So every admissible heuristic is consistent, did I get that right?" asks for a check as "so minus
times minus is plus?" does, and of nothing that could be worked out. Which of the two it is was
learned (`python -m evals said-at-work --train`).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.conversation.practice.part_features import likely_kinds
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import LearnedWeights, vectors_of

WEIGHTS: Final = Path(__file__).with_name("other_subject.json")
KINDS: Final = ("calculation", "other")
SURELY: Final = 0.8  # chosen on writers whose messages it had not learned from


def is_of_other_subject(text: str, embedder: Embedder | None) -> bool:
    """Whether a message is surely about something else; never without its embedder."""
    found = vectors_of([text], embedder, _read_weights().encoder)
    return bool(found) and float(np.exp(likely_kinds(_read_weights(), text, found[0])[1])) >= SURELY


@cache
def _read_weights() -> LearnedWeights:
    return LearnedWeights.read(json.loads(WEIGHTS.read_text(encoding="utf-8")))
