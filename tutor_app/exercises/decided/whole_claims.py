"""What a message claims, each conclusion with the ground that it is drawn from.

"Dijkstra can not do it. So there is no shortest path" is one claim: judged alone, its end would be
right by what the exercise says. Questions claim nothing, nor does what the exercise states, and
what is said of a way is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.exercises.decided.node_lists import node_lists
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import claims_by_asking

_CONCLUDES: Final = read_word_lists(Path(__file__).with_name("conclusions.yaml"))["concludes"]
_SIGNS: Final = ".,:;!?()\"“”'"


def whole_claims(sentences: Sequence[str], statement: str) -> list[str]:
    """Return what sentences claim beyond the statement of their exercise, in their order."""
    given = set(tokens(statement))
    claims: list[str] = []
    ground: str | None = ""  # None: what was said before is none of a claim's
    for sentence in sentences:
        concludes = sentence.casefold().split()[0].strip(_SIGNS) in _CONCLUDES
        if ground is None and concludes:
            continue
        if any(node_lists(sentence)) or not claims_by_asking(sentence):
            ground = None
            continue
        claim = f"{ground} {sentence}".strip() if concludes else sentence
        if concludes and claims and claims[-1] == ground:
            claims.pop()
        if not set(tokens(claim)) <= given:
            claims.append(claim)
        ground = claim
    return claims
