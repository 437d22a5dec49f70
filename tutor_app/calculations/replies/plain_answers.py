"""Yes or no to a question of whether a result is right, or wrong."""

from __future__ import annotations

from typing import Final

from tutor_app.calculations.replies.reply_turn import say_as
from tutor_app.calculations.speech.asked_verdicts import Asked
from tutor_app.domain.values import Sentence
from tutor_app.wording.catalogue import phrase

# By whether yes answers what was asked, and whether the claim is right.
ANSWERS: Final = {
    (True, True): phrase("calculations_claims.yes_right", "claim"),
    (True, False): phrase("calculations_claims.yes_wrong", "claim"),
    (False, True): phrase("calculations_claims.no_right", "claim"),
    (False, False): phrase("calculations_claims.no_wrong", "claim"),
}


def plain_answer(asked: Asked, claim: str, *, is_right: bool) -> Sentence:
    """Return the sentence that begins with yes or no and says whether a claim is right."""
    yes = is_right is (asked == "right")
    return say_as(ANSWERS[yes, is_right](claim=claim), "verdict")
