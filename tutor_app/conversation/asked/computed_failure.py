"""An example of ours in which an algorithm that is named does not give the cheapest path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.tried_claim import tell_tried
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.trials.general_claim import SEARCHES, GeneralClaim
from tutor_app.tracing.trials.try_claim import try_claim

_BY_ESTIMATES: Final = {"astar": {"h_too_large"}}


def computed_failure(turn: TurnContext, said: str) -> Iterator[Event] | None:
    """Return an example in which the algorithm that is named goes wrong; None where none is found.

    `said` is what the example is to show.
    """
    words = plain(said)
    algorithm = name_algorithm(turn.message.text)
    if ASKED["goes_wrong"].isdisjoint(words) or algorithm not in SEARCHES:
        return None
    negative = {"negative_edge"} if not ASKED["negative"].isdisjoint(words) else set()
    claim = GeneralClaim(
        subjects=(algorithm,),
        outcome="cheapest",
        setting=frozenset(negative or _BY_ESTIMATES.get(algorithm, set())),
    )
    tried = try_claim(claim)
    return tell_tried(tried, "fails", turn) if tried is not None and tried.fails else None
