"""The duty "ask a follow-up": one question of the model's about the quotes, checked by code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.teaching import Persona
from tutor_app.domain.values import ModelAttempt, Quote
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.checked_request import Request, ask_checked
from tutor_app.models.duties.question_checks import QuestionFailure, check_question
from tutor_app.models.persona import NOBODY, written_for
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

DUTY = "ask a follow-up"
MAX_TOKENS = 60
# A laptop reads about 40 tokens a second: what changes from turn to turn must stay short.
QUESTION_TOKENS = 50
QUOTES_TOKENS = 180
WORDS_TO_OFFER = 6


class AskedQuestion(BaseModel):
    """The shape of the model's reply."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: str


class FollowUpExample(BaseModel):
    """A worked example of prompts/follow_up_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    quotes: tuple[str, ...]
    reply: AskedQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """What came of the duty. `question` is None if no attempt passed its checks.

    `passage_id` names the quote that shares most terms with the question. `problem` is the message
    of an endpoint that failed, for the student to read; the course's exercise stands in then, as
    it does for a question that did not pass.
    """

    question: str | None
    passage_id: str | None
    attempts: tuple[ModelAttempt, ...]
    problem: str | None = None


def ask_follow_up(
    question: str,
    quotes: Sequence[Quote],
    model: ChatModel,
    stop: Stop,
    persona: Persona = NOBODY,
) -> FollowUp:
    """Let `model` ask one question about `quotes`; a failed one is asked for once more.

    `question` is the student's. An endpoint that fails is reported, not raised: the quotes that the
    student already reads stand without it.
    """
    request = _request(question, [marked_text(quote) for quote in quotes], persona)
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), request],
            schema=AskedQuestion.model_json_schema(),
            max_tokens=MAX_TOKENS,
        ),
        lambda reply: _judge(reply, question, quotes),
        lambda failure: _repair(failure, question, quotes),
        model,
        stop,
    )
    asked = tried.found
    return FollowUp(
        question=asked,
        passage_id=None if asked is None else _nearest(asked, quotes),
        attempts=tried.attempts,
        problem=tried.problem,
    )


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready (`warm`)."""
    examples = TypeAdapter(tuple[FollowUpExample, ...]).validate_json(
        (PROMPTS_DIR / "follow_up_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(_request(example.question, example.quotes))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(question: str, quotes: Iterable[str], persona: Persona = NOBODY) -> ChatMessage:
    words = render(
        "follow_up",
        question=clip(question, QUESTION_TOKENS),
        quotes=clip_all(quotes, QUOTES_TOKENS),
    )
    return ChatMessage("user", written_for(words, persona))


def _repair(failure: QuestionFailure, asked: str, quotes: Sequence[Quote]) -> ChatMessage:
    words = render(
        "follow_up_repair",
        failed_check=failure.check,
        detail=failure.detail,
        terms=_fresh_words(asked, quotes),
    )
    return ChatMessage("user", words)


def _fresh_words(asked: str, quotes: Sequence[Quote]) -> list[str]:
    """The first few technical words of the quotes that the student's question does not have."""
    known = terms(asked)
    fresh: dict[str, str] = {}
    for word in re.findall(r"[^\W\d_]+", " ".join(map(marked_text, quotes))):
        for stem in terms(word) - known:
            fresh.setdefault(stem, word)
    return list(fresh.values())[:WORDS_TO_OFFER]


def _judge(
    reply: str, asked: str, quotes: Sequence[Quote]
) -> tuple[str | None, QuestionFailure | None]:
    try:
        text = " ".join(read_reply(reply, AskedQuestion).question.split())
    except ModelReplyInvalid:
        return None, QuestionFailure("not the JSON asked for")
    return text, check_question(text, asked, quotes)


def _nearest(text: str, quotes: Sequence[Quote]) -> str:
    said = terms(text)
    return max(quotes, key=lambda quote: len(said & terms(shown_text(quote)))).passage_id


def marked_text(quote: Quote) -> str:
    """The sentences of a quote that answer, else its whole paragraph."""
    return " ".join(mark.text for mark in quote.marked) or quote.paragraph


def clip_all(texts: Iterable[str], tokens: int) -> list[str]:
    """The texts in order, as many and as much of the last as `tokens` allow."""
    kept: list[str] = []
    for text in texts:
        clipped = clip(text, tokens)
        if clipped:
            kept.append(clipped)
        tokens -= count_tokens(clipped)
    return kept


def clip(text: str, tokens: int) -> str:
    """The beginning of `text` that stays within about `tokens` tokens, cut between words."""
    words = text.split()
    spent = 0
    for position, word in enumerate(words):
        spent += count_tokens(word)
        if spent > tokens:
            return " ".join((*words[:position], "…")) if position else ""
    return " ".join(words)


def clip_to_end(text: str, tokens: int) -> str:
    """The end of `text` that stays within about `tokens` tokens: what was asked stands last."""
    return " ".join(reversed(clip(" ".join(reversed(text.split())), tokens).split()))


def count_tokens(text: str) -> int:
    """About how many tokens a model makes of `text`: never fewer for English and formulas."""
    return len(re.findall(r"[^\W\d_]{1,6}|\d|[^\w\s]|_", text))
