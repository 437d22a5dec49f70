"""A model as what reads passages: by how likely it says yes to "is this relevant?" (E4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from tutor_app.domain.errors import LiveStateLost, ModelRefused, ModelUnreachable, RerankFailed
from tutor_app.domain.material import Chunk
from tutor_app.models.chat_model import ChatMessage, ChatModel
from tutor_app.models.first_tokens import TokenModel, probability_of_yes
from tutor_app.models.prompts import render
from tutor_app.retrieval.reranker import Relevance
from tutor_app.wording.catalogue import phrase

TELLS_NO_TOKENS = phrase("errors_retrieval.model_tells_no_tokens", "model")


class RelevanceJudge:
    """Asks the configured model of one passage after the other, or of `at_once` of them."""

    def __init__(self, model: Callable[[], ChatModel], *, at_once: int = 1) -> None:
        self._model = model
        self._at_once = at_once

    def asking(self, model: Callable[[], ChatModel]) -> RelevanceJudge:
        """Return one that asks another model in the same way."""
        return RelevanceJudge(model, at_once=self._at_once)

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return for each passage the probability that the model calls it relevant, 0 to 1.

        Raises:
            RerankFailed: the model cannot be reached, or refuses, or may cost no more.
        """
        try:
            model = self._model()
            if not isinstance(model, TokenModel):
                raise RerankFailed(TELLS_NO_TOKENS(model=model.name))
            prompts = [_prompt(question, passage) for passage in passages]
            with ThreadPoolExecutor(self._at_once) as pool:
                told = list(pool.map(model.next_tokens, prompts))
        except (ModelUnreachable, ModelRefused, LiveStateLost) as exc:
            raise RerankFailed(str(exc)) from exc
        return [Relevance(passage=probability_of_yes(tokens)) for tokens in told]


def _prompt(question: str, passage: Chunk) -> list[ChatMessage]:
    under = " > ".join(passage.headings)
    words = render("judge_relevance", question=question, passage=passage.text, headings=under)
    return [ChatMessage("user", words)]
