"""With which token a model's reply would begin, and how likely: what a yes or no is told by."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tutor_app.models.chat_model import ChatMessage

if TYPE_CHECKING:  # 50 MB, which a worker without a model need not hold
    from openai.types.chat import ChatCompletion

TOP_TOKENS = 20  # the most that the protocol gives
_YES = "yes"


@runtime_checkable
class TokenModel(Protocol):
    """A model that tells how likely the first tokens of its reply are."""

    def next_tokens(self, prompt: Sequence[ChatMessage]) -> dict[str, float]:
        """Return the likeliest first tokens, each with its probability.

        Raises:
            ModelUnreachable, ModelRefused: the endpoint failed.
        """
        ...


def read_first_tokens(reply: ChatCompletion) -> dict[str, float]:
    """Return the probabilities of a reply's first token; without them its first word, with 1."""
    if not reply.choices:
        return {}
    choice = reply.choices[0]
    told = choice.logprobs.content if choice.logprobs is not None else None
    if told and told[0].top_logprobs:
        return {each.token: math.exp(each.logprob) for each in told[0].top_logprobs}
    return first_word(choice.message.content or "")


def first_word(text: str) -> dict[str, float]:
    """Return a reply's first word with a probability of 1; nothing if it says nothing."""
    words = text.split()
    return {words[0]: 1.0} if words else {}


def probability_of_yes(tokens: Mapping[str, float]) -> float:
    """Return how likely a reply begins with yes, however it is written, 0 to 1."""
    return sum(share for token, share in tokens.items() if _plain(token) == _YES)


def _plain(token: str) -> str:
    return "".join(filter(str.isalpha, token)).lower()
