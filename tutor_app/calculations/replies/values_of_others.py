"""Which values of a message, or of those before it, are somebody else's; yes or no to whether
such a value is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.calculations.quantities.told_numbers import ToldToken, says, told_tokens
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.domain.values import Sentence
from tutor_app.wording.catalogue import phrase

# By whether yes answers what was asked, and whether the claim is right.
ANSWERS: Final = {
    (True, True): phrase("calculations_claims.yes_right", "claim"),
    (True, False): phrase("calculations_claims.yes_wrong", "claim"),
    (False, True): phrase("calculations_claims.no_right", "claim"),
    (False, False): phrase("calculations_claims.no_wrong", "claim"),
}
_MESSAGES = 4  # in which somebody's value is looked for


def values_of_others(turn: CalculationTurn) -> tuple[str, ...]:
    """Return what others are said to get, as written; what a message says of somebody whose value
    was told before, "so my friend is wrong too?", is about that one.
    """
    tokens = told_tokens(turn.text)
    own = tuple(_told_by_others(tokens))
    if own or not says(tokens, "others", "whose"):
        return own
    for before in reversed(turn.session.before[-_MESSAGES:]):
        earlier = tuple(_told_by_others(told_tokens(before.question)))
        if earlier:
            return earlier
    return ()


def _told_by_others(tokens: Sequence[ToldToken]) -> Iterator[str]:
    for token in tokens:
        if not token.by_other:
            continue
        if token.work:
            yield token.work.replace("≈", "=").rpartition("=")[2].strip()
        elif token.number is not None and not token.text.isalpha():
            yield f"{token.text}%" if token.percent else token.text


def plain_answer(asked: str, claim: str, *, is_right: bool) -> Sentence:
    """Return the sentence that begins with yes or no and says whether a claim is right."""
    yes = is_right is (asked == "right")
    return say_as(ANSWERS[yes, is_right](claim=claim), "verdict")
