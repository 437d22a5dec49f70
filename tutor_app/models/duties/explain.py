"""The duty "explain in its own words": a model's sentences, each checked before it is shown.

Code checks what a sentence names, code says which passage it rests on, and the model that wrote it
verifies it beside that passage. A sentence that fails is repaired once, then left out: the quotes
stand above it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.errors import ModelRefused, ModelReplyInvalid, ModelUnreachable
from tutor_app.domain.teaching import Persona
from tutor_app.domain.values import ModelAttempt, Quote, Sentence
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.checked_request import attempt_of, no_reply
from tutor_app.models.duties.ask_follow_up import QUESTION_TOKENS, clip, clip_all, marked_text
from tutor_app.models.duties.question_checks import QuestionFailure
from tutor_app.models.duties.statement_checks import check_statement
from tutor_app.models.duties.verify import verify
from tutor_app.models.persona import NOBODY, written_for
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply
from tutor_app.retrieval.embedder import Embedder

DUTY = "explain in its own words"
MOST_SENTENCES = 3
MAX_TOKENS = 160
QUOTES_TOKENS = 260
NOT_VERIFIED = QuestionFailure("not supported by its passage")


class WrittenSentences(BaseModel):
    """The shape of the model's reply."""

    model_config = ConfigDict(extra="forbid", strict=True)

    sentences: list[str]


class ExplainExample(BaseModel):
    """A worked example of prompts/explain_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    quotes: tuple[str, ...]
    reply: WrittenSentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Explainer:
    """Who writes and verifies, for whom, and how a sentence's nearest passage is found."""

    model: ChatModel
    stop: Stop
    embedder: Embedder | None = None
    persona: Persona = NOBODY


@dataclass(slots=True, kw_only=True)
class Explanation:
    """The outcome of the duty. `problem` is the message of an endpoint that failed."""

    said: list[str] = field(default_factory=list)
    attempts: list[ModelAttempt] = field(default_factory=list)
    problem: str | None = None


def may_explain(quotes: Sequence[Quote]) -> bool:
    """False if the quotes are of an assignment: explaining them would do the student's work.

    Solutions are never in the index, so no quote and no prompt holds a word of them.
    """
    return bool(quotes) and all(quote.kind not in ("assignment", "solution") for quote in quotes)


def explain(
    question: str, quotes: Sequence[Quote], by: Explainer
) -> Generator[Sentence, None, Explanation]:
    """Yield up to three checked sentences about `quotes` as they pass; return what was tried.

    An endpoint that fails is reported, not raised: the quotes that the student reads stand.
    """
    result = Explanation()
    prompt = [*_fixed_messages(), _request(question, quotes, by.persona)]
    try:
        written, prompt = _write(prompt, by, result)
        for text in written[:MOST_SENTENCES]:
            if by.stop():
                break
            sentence = _settle(text, quotes, prompt, by, result, question)
            if sentence is not None:
                result.said.append(sentence.text)
                yield sentence
    except (ModelUnreachable, ModelRefused) as exc:
        lost = attempt_of(DUTY, prompt, no_reply(0.0, str(exc)), "no reply of the model")
        result.attempts.append(lost)
        result.problem = str(exc)
    return result


def nearest_quote(text: str, quotes: Sequence[Quote], embedder: Embedder | None) -> Quote:
    """Return the quote that supports `text` best: shared terms, and cosine where there is one."""
    content = terms(text)
    scores = [len(content & terms(shown_text(q))) / max(1, len(content)) for q in quotes]
    if embedder is not None and len(quotes) > 1:
        vectors = embedder.embed([text, *(shown_text(quote) for quote in quotes)])
        cosines = vectors[1:] @ vectors[0]
        scores = [score + float(cosine) for score, cosine in zip(scores, cosines, strict=True)]
    return quotes[int(np.argmax(scores))]


def _write(
    prompt: list[ChatMessage], by: Explainer, result: Explanation
) -> tuple[list[str], list[ChatMessage]]:
    """Return the sentences that the model writes, and the prompt with its reply."""
    reply = by.model.complete(prompt, _schema(), MAX_TOKENS, by.stop)
    failed = None
    sentences: list[str] = []
    if reply.stopped:
        failed = "stopped"
    else:
        try:
            sentences = read_reply(reply.text, WrittenSentences).sentences
        except ModelReplyInvalid:
            failed = "not the JSON asked for"
    result.attempts.append(attempt_of(DUTY, prompt, reply, failed))
    return sentences, [*prompt, ChatMessage("assistant", reply.text)]


def _settle(  # noqa: PLR0913 -- the sentence, and all that it is held against
    text: str,
    quotes: Sequence[Quote],
    prompt: list[ChatMessage],
    by: Explainer,
    into: Explanation,
    asked: str,
) -> Sentence | None:
    """Return the sentence, or its single repair, if it passes every check; else None."""
    sentence, failure = _judge(text, quotes, by, into, asked)
    if failure is None or by.stop():
        return sentence
    words = render(
        "explain_repair", sentence=text, failed_check=failure.check, detail=failure.detail
    )
    repaired, _ = _write([*prompt, ChatMessage("user", words)], by, into)
    if not repaired or by.stop():
        return None
    sentence, _ = _judge(repaired[0], quotes, by, into, asked)
    return sentence


def _judge(
    text: str, quotes: Sequence[Quote], by: Explainer, into: Explanation, asked: str
) -> tuple[Sentence | None, QuestionFailure | None]:
    """Code's checks, then attribution by code, then the model's own verification."""
    text = " ".join(text.split())
    failure = check_statement(text, quotes, into.said, asked)
    if failure is not None:
        into.attempts.append(_checked(text, failure.check, 0.0))
        return None, failure
    passage = nearest_quote(text, quotes, by.embedder)
    started = time.monotonic()
    supported, _ = verify(passage.paragraph, text, by.model, by.stop)
    seconds = time.monotonic() - started
    if not supported:
        into.attempts.append(_checked(text, NOT_VERIFIED.check, seconds))
        return None, NOT_VERIFIED
    into.attempts.append(_checked(text, None, seconds))
    sentence = Sentence(text=text, role="explanation", by_model=True, passage_id=passage.passage_id)
    return sentence, None


@cache
def _fixed_messages() -> tuple[ChatMessage, ...]:
    examples = TypeAdapter(tuple[ExplainExample, ...]).validate_json(
        (PROMPTS_DIR / "explain_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        words = render("explain", question=example.question, quotes=example.quotes)
        messages.append(ChatMessage("user", words))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(question: str, quotes: Sequence[Quote], persona: Persona) -> ChatMessage:
    words = render(
        "explain",
        question=clip(question, QUESTION_TOKENS),
        quotes=clip_all([marked_text(quote) for quote in quotes], QUOTES_TOKENS),
    )
    return ChatMessage("user", written_for(words, persona))


def _schema() -> dict[str, object]:
    schema: dict[str, object] = WrittenSentences.model_json_schema()
    return schema


def _checked(text: str, failed_check: str | None, seconds: float) -> ModelAttempt:
    """One sentence at the checks; `seconds` are those of the model's verification."""
    return ModelAttempt(
        duty=DUTY, prompt="", reply=text, failed_check=failed_check, seconds=seconds
    )
