"""The exam "answer in its own words": what a model writes, and whether it knows when not to.

Half as many questions again stand beside quotes of another subject, which do not answer them. The
sentences that it wrote and verified are then read by people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.values import Quote
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.answer import (
    MAX_TOKENS,
    Answerer,
    AskedFor,
    answer,
    fact_text,
    fixed_messages,
)
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import PASSED_ON, SAID_NOTHING
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.exam_items import QuoteSet
from tutor_app.models.exams.take_exam import Answer, Question, kept_of

ANSWERED = 30  # sets of quotes
UNANSWERED = 15
FAR = 20  # sets further on another lecture speaks of something else


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerItem:
    """A question with quotes that answer it, or with quotes of something else."""

    id: str
    question: str
    quotes: tuple[Quote, ...]
    has_answer: bool


def answer_items(sets: Sequence[QuoteSet]) -> list[AnswerItem]:
    """Return the items, those without an answer between the others."""
    items = []
    for place, one in enumerate(sets[:ANSWERED]):
        items.append(
            AnswerItem(id=one.id, question=one.question, quotes=one.as_quotes(), has_answer=True)
        )
        if place % 2 == 0 and place // 2 < UNANSWERED:
            other = sets[(place + FAR) % len(sets)]
            items.append(
                AnswerItem(
                    id=f"{one.id}-none",
                    question=one.question,
                    quotes=other.as_quotes(),
                    has_answer=False,
                )
            )
    return items


def answer_questions(items: Sequence[AnswerItem]) -> list[Question]:
    """One question for each item: a call that writes, and one that verifies what was written."""
    return [Question(item.id, _asker(item)) for item in items]


def _asker(item: AnswerItem) -> Callable[[ChatModel], Answer]:
    def put(model: ChatModel) -> Answer:
        asked = AskedFor(question=item.question, facts=item.quotes)
        told = answer(asked, Answerer(model=model, stop=lambda: False))
        passages = {quote.passage_id: fact_text(quote) for quote in item.quotes}
        said = [
            {"sentence": one.text, "passage": passages[one.passage_id or ""]} for one in told.said
        ]
        answers = None if told.answers is None else list(told.answers)
        kept = kept_of(told.attempts, told.problem)
        return {"answers": answers, "written": told.written, "sentences": said, **kept}

    return put


def answer_figures(
    items: Sequence[AnswerItem], answers: Mapping[str, Answer]
) -> tuple[Figure, ...]:
    """What the answers amount to. A reply that could not be used says nothing, and is no answer."""
    done = [item for item in items if item.id in answers]
    with_answer = [answers[item.id] for item in done if item.has_answer]
    without = [answers[item.id] for item in done if not item.has_answer]
    written = sum(one.get("written", 0) for one in with_answer)
    said = sum(len(one.get("sentences", ())) for one in with_answer)
    silent = sum(one.get("answers") == [] and not one.get("sentences") for one in without)
    spoken = sum(bool(one.get("sentences")) for one in with_answer)
    return (
        share(PASSED_ON, said, written),
        share(SAID_NOTHING, silent, len(without)),
        share("questions with an answer, of which it says something", spoken, len(with_answer)),
    )


def tokens_of(items: Sequence[AnswerItem]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these items, both calls together."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    put = sum(
        count_tokens(" ".join((item.question, *map(fact_text, item.quotes)))) for item in items
    )
    return 2 * (fixed * len(items) + put), MAX_TOKENS * len(items)
