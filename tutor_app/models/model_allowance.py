"""What a model may cost a turn, a day and a course; past that the tutor does without it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tutor_app.domain.errors import ModelRefused
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.first_tokens import TokenModel
from tutor_app.wording.catalogue import phrase

ALLOWANCE_SPENT = phrase("models_endpoint.allowance_spent", "scope", "sent", "received")
TURN = phrase("models_endpoint.scope_turn")
DAY = phrase("models_endpoint.scope_day")
COURSE = phrase("models_endpoint.scope_course")

TELLS_NO_TOKENS = phrase("errors_retrieval.model_tells_no_tokens", "model")
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelSpending:
    """Tokens that went to a model and came from it."""

    sent: int = 0
    received: int = 0

    def plus(self, other: ModelSpending) -> ModelSpending:
        return ModelSpending(self.sent + other.sent, self.received + other.received)

    def price(self, price_in: float, price_out: float) -> float:
        """What they cost at these prices of a million tokens."""
        return (self.sent * price_in + self.received * price_out) / MILLION


class Ledger(Protocol):
    """Keeps what was spent today, in all and by course."""

    def read_today(self, course_id: str | None) -> ModelSpending:
        """Return what a course has spent today, all together where none is named."""
        ...

    def add(self, course_id: str, spent: ModelSpending) -> None:
        """Add what one reply has cost."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The most tokens, and the most money; 0 sets no limit."""

    scope: str
    tokens: int
    price: float

    def is_spent(self, spent: ModelSpending, prices: tuple[float, float]) -> bool:
        if 0 < self.tokens <= spent.sent + spent.received:
            return True
        return 0 < self.price <= spent.price(*prices)


class AllowedModel:
    """A model for one turn of one course: asked only as long as all allowances last."""

    def __init__(
        self, model: ChatModel, settings: Settings, ledger: Ledger, course_id: str
    ) -> None:
        self.name = model.name
        self._model = model
        self._ledger = ledger
        self._course = course_id
        self._prices = settings.model_price_in, settings.model_price_out
        self._turn = _allowance(TURN(), settings.model_turn_tokens, settings.model_turn_price)
        self._day = _allowance(DAY(), settings.model_day_tokens, settings.model_day_price)
        self._of_course = _allowance(
            COURSE(), settings.model_course_tokens, settings.model_course_price
        )
        self.spent = ModelSpending()
        self._counting = threading.Lock()  # passages are read several at once

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """See `ChatModel.complete`. A reply that goes past an allowance is the last one.

        Raises:
            ModelRefused: also where an allowance is spent.
            LiveStateLost: what was spent is not to be had.
        """
        self._check()
        reply = self._model.complete(prompt, schema, max_tokens, stop)
        # A reply that was broken off is not counted by its endpoint, and paid for nevertheless.
        sent = reply.sent or sum(count_tokens(message.content) for message in prompt)
        spent = ModelSpending(sent, reply.tokens)
        self._add(spent)
        return replace(reply, sent=sent, price=spent.price(*self._prices))

    def next_tokens(self, prompt: Sequence[ChatMessage]) -> dict[str, float]:
        """See `TokenModel.next_tokens`; what was sent is counted here, one token as received.

        Raises:
            ModelRefused: also where an allowance is spent, or the model tells no tokens.
            LiveStateLost: what was spent is not to be had.
        """
        if not isinstance(self._model, TokenModel):
            raise ModelRefused(TELLS_NO_TOKENS(model=self.name))
        self._check()
        tokens = self._model.next_tokens(prompt)
        sent = sum(count_tokens(message.content) for message in prompt)
        self._add(ModelSpending(sent, 1))
        return tokens

    def _add(self, spent: ModelSpending) -> None:
        with self._counting:
            self.spent = self.spent.plus(spent)
        self._ledger.add(self._course, spent)

    def _check(self) -> None:
        for allowance, spent in (
            (self._turn, self.spent),
            (self._day, self._ledger.read_today(None)),
            (self._of_course, self._ledger.read_today(self._course)),
        ):
            if allowance.is_spent(spent, self._prices):
                raise ModelRefused(
                    ALLOWANCE_SPENT(scope=allowance.scope, sent=spent.sent, received=spent.received)
                )


def _allowance(scope: str, tokens: int, price: float) -> Allowance:
    return Allowance(scope=scope, tokens=tokens, price=price)
