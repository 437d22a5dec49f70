"""The services of one turn, whose model is asked only as long as its allowances last."""

from __future__ import annotations

from dataclasses import replace

from redis import Redis

from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.exam_results import held_duties
from tutor_app.models.model_allowance import AllowedModel, ModelSpending
from tutor_app.models.relevance_judge import RelevanceJudge
from tutor_app.storage.live.model_spending import SpendingCounters


class TurnSpending:
    """What has been spent today, as an allowance reads and adds it."""

    def __init__(self, redis: Redis) -> None:
        self._counters = SpendingCounters(redis)

    def read_today(self, course_id: str | None) -> ModelSpending:
        return ModelSpending(*self._counters.read(course_id))

    def add(self, course_id: str, spent: ModelSpending) -> None:
        self._counters.add(course_id, spent.sent, spent.received)


def within_allowance(
    services: Services, settings: Settings, redis: Redis, course_id: str
) -> Services:
    """Return services whose model counts what this turn spends, and stops at its allowances.

    What an exam has granted since the start counts at once, and no longer than it was granted for.
    The local model costs nothing, so it is left as it is.
    """
    open_model = services.model
    if settings.uses_local_model or open_model is None:
        return services
    opened: list[AllowedModel] = []

    def model() -> ChatModel:
        if not opened:
            opened.append(AllowedModel(open_model(), settings, TurnSpending(redis), course_id))
        return opened[0]

    reranker = services.reranker
    if isinstance(reranker, RelevanceJudge):
        reranker = reranker.asking(model)
    return replace(services, model=model, reranker=reranker, duties=held_duties(settings))
