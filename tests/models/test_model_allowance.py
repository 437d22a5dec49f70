"""What a model may cost: asked as long as turn, day and course have something left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from redis import Redis

from tests.doubles.chat_models import Scripted
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import ModelRefused, RerankFailed
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, Completion, JsonSchema, Stop
from tutor_app.models.checked_request import attempt_of
from tutor_app.models.model_allowance import AllowedModel, ModelSpending
from tutor_app.models.relevance_judge import RelevanceJudge
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.allowed_services import within_allowance

PROMPT = (ChatMessage("user", "Ask."),)


@dataclass
class Counted(Scripted):
    """Says that each request cost 90 tokens sent and 10 received."""

    reply = staticmethod(lambda message, fields: "fine")  # type: ignore[assignment]

    def complete(
        self,
        prompt: tuple[ChatMessage, ...],
        schema: JsonSchema | None,
        max_tokens: int,
        stop: Stop,
    ) -> Completion:
        self.asked.append(prompt[-1].content)
        return Completion(text="fine", seconds=0, first_token_seconds=0, tokens=10, sent=90)


@dataclass
class Book:
    spent: dict[str | None, ModelSpending] = field(
        default_factory=lambda: defaultdict(ModelSpending)
    )

    def read_today(self, course_id: str | None) -> ModelSpending:
        return self.spent[course_id]

    def add(self, course_id: str, spent: ModelSpending) -> None:
        for whose in (course_id, None):
            self.spent[whose] = self.spent[whose].plus(spent)


def limited(**limits: float) -> Settings:
    return Settings(model_price_in=1.0, model_price_out=10.0, **limits)  # type: ignore[arg-type]


def replies(book: Book, course: str = "c1", turns: int = 3, **limits: float) -> int:
    """How many of four requests in each of some turns are answered."""
    answered = 0
    for _ in range(turns):
        model = AllowedModel(Counted(lambda m, f: ""), limited(**limits), book, course)
        for _ in range(4):
            try:
                model.complete(PROMPT, None, 60, lambda: False)
            except ModelRefused:
                continue
            answered += 1
    return answered


def test_without_limits_everything_is_asked_and_counted() -> None:
    book = Book()
    assert replies(book) == 12
    assert book.read_today(None) == ModelSpending(1080, 120)


@pytest.mark.parametrize(
    ("limits", "answered"),
    [
        ({"model_turn_tokens": 200}, 6),  # two in each turn
        ({"model_day_tokens": 500}, 5),
        ({"model_course_tokens": 300}, 3),
        ({"model_turn_price": 0.00019}, 3),  # one reply costs that: one in each turn
        ({"model_day_price": 0.0009}, 5),
        ({"model_course_price": 0.0004}, 3),
    ],
)
def test_a_limit_ends_the_asking_after_the_reply_that_reaches_it(
    limits: dict[str, float], answered: int
) -> None:
    assert replies(Book(), **limits) == answered


def test_what_one_course_has_spent_leaves_another_its_own() -> None:
    book = Book()
    replies(book, course="c1", model_course_tokens=200)
    assert replies(book, course="c2", model_course_tokens=200) == 2


def test_the_refusal_names_the_settings_to_staff_and_says_that_the_quotes_stand() -> None:
    model = AllowedModel(Counted(lambda m, f: ""), limited(model_turn_tokens=1), Book(), "c1")
    model.complete(PROMPT, None, 60, lambda: False)
    with pytest.raises(ModelRefused, match=r"quotes stand.*MODEL_TURN_TOKENS"):
        model.complete(PROMPT, None, 60, lambda: False)


@dataclass
class TellsTokens(Counted):
    def next_tokens(self, prompt: Sequence[ChatMessage]) -> dict[str, float]:
        self.asked.append(prompt[-1].content)
        return {"yes": 1.0}


def test_passages_that_are_read_one_by_one_count_as_well() -> None:
    book, asked = Book(), TellsTokens(lambda m, f: "")
    model = AllowedModel(asked, limited(model_turn_tokens=10), book, "c1")

    read = RelevanceJudge(lambda: model).score("Why?", small_index("A queue.").chunks)

    assert [each.passage for each in read] == [1.0]
    assert book.read_today("c1").sent > 10
    assert book.read_today("c1").received == 1
    with pytest.raises(RerankFailed):
        RelevanceJudge(lambda: model).score("Why?", small_index("A queue.").chunks)
    assert len(asked.asked) == 1


def test_a_turn_reads_its_passages_within_its_allowance(settings: Settings) -> None:
    hosted = settings.model_copy(update={"model_base_url": "http://127.0.0.1:9/v1"})
    free = RelevanceJudge(lambda: Counted(lambda m, f: ""))
    services = Services(
        courses=lambda _: small_index("A queue."),
        embedder=BagOfWords(),
        profile=PROFILES["vector_gen"],
        reranker=free,
        model=lambda: Counted(lambda m, f: ""),
    )
    allowed = within_allowance(services, hosted, Redis(), "c1")
    assert isinstance(allowed.reranker, RelevanceJudge)
    assert allowed.reranker is not free
    local = settings.model_copy(update={"model": "small"})
    assert within_allowance(services, local, Redis(), "c1").reranker is free


def test_what_a_reply_cost_goes_with_it_into_the_record() -> None:
    model = AllowedModel(Counted(lambda m, f: ""), limited(), Book(), "c1")
    reply = model.complete(PROMPT, None, 60, lambda: False)
    noted = attempt_of("choose", PROMPT, reply, None)
    assert (noted.sent, noted.received) == (90, 10)
    assert noted.price == pytest.approx((90 * 1.0 + 10 * 10.0) / 1_000_000)
