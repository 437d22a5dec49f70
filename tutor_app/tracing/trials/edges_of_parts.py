"""Whether a claim on the cheapest or dearest edge is one on a cut or a cycle."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.tracing.trials.general_claim import Outcome

_WORDS: Final = read_word_lists(Path(__file__).with_suffix(".yaml"))
_OF_EDGES: Final = frozenset({"has_cheapest_edge", "has_dearest_edge"})


def claimed_of_edge(outcome: Outcome, last_words: str, message: str) -> Outcome | None:
    """Return what is claimed of an edge that is the cheapest or dearest of a part of the graph.

    That of a cut is another claim; None of what is tried on whole graphs alone.
    """
    words = {*re.findall(r"\w+", message.casefold())}
    before = {*re.findall(r"\w+", last_words.casefold())}
    if outcome == "has_cheapest_edge" and not _WORDS["cuts"].isdisjoint(words | before):
        return "has_cut_edge" if words.isdisjoint(_WORDS["whole"]) else outcome
    of_part = outcome in _OF_EDGES and not words.isdisjoint(_WORDS["cuts"] | _WORDS["cycles"])
    return None if of_part else outcome
