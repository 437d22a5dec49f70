"""The duty "answer in its own words": a model's sentences on the turn's facts, each verified.

Two calls: one writes, one verifies all sentences that code lets pass, beside all facts. What is not
verified is left out: the quotes stand above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.teaching import Persona
from tutor_app.domain.values import ModelAttempt, Quote, Sentence
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.checked_request import Request, ask_checked
from tutor_app.models.duties.ask_follow_up import clip, clip_all, clip_to_end
from tutor_app.models.duties.question_checks import QuestionFailure
from tutor_app.models.duties.statement_checks import LEANS, check_statement, leans
from tutor_app.models.duties.verify import verify
from tutor_app.models.persona import NOBODY, written_for
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

DUTY = "answer in its own words"
MOST_SENTENCES = 6
MAX_TOKENS = 480
QUESTION_TOKENS = 300
BEFORE_TOKENS = 200
QUOTES_TOKENS = 2400


class WrittenSentence(BaseModel):
    """A sentence with the numbers of the quotes that the model rests it on."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str
    rests_on: list[int]


class WrittenAnswer(BaseModel):
    """The shape of the model's reply: the quotes that answer, by number, and its sentences.

    `denies` tells whether they speak against what the tutor has just said.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    answers: list[int]
    denies: bool
    sentences: list[WrittenSentence]


class AnswerExample(BaseModel):
    """A worked example of prompts/answer_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    before: str
    quotes: tuple[str, ...]
    reply: WrittenAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFor:
    """What is to be answered: the student's words, the tutor's last ones, and the facts at hand."""

    question: str
    facts: tuple[Quote, ...]
    before: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answerer:
    """Who writes and verifies, for whom, and what must not be said.

    `leaks` tells whether a sentence would give away a locked solution.
    """

    model: ChatModel
    stop: Stop
    persona: Persona = NOBODY
    leaks: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """The outcome of the duty: the sentences to show, and the places of the facts that answer.

    `rests_on` are the places of the facts that the sentences rest on, `opens` tells whether the one
    that it began with is among them. `answers` is None where no reply passed; `written` counts its
    sentences. `problem` is the message of an endpoint that failed.
    """

    said: tuple[Sentence, ...] = ()
    opens: bool = False
    denies: bool = False
    rests_on: frozenset[int] = frozenset()
    answers: tuple[int, ...] | None = None
    written: int = 0
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def may_answer(quotes: Sequence[Quote]) -> bool:
    """False if the quotes are of an assignment: explaining them would do the student's work.

    Solutions are never in the index, so no quote and no prompt holds a word of them.
    """
    return bool(quotes) and all(quote.kind not in ("assignment", "solution") for quote in quotes)


def answer(asked: AskedFor, by: Answerer) -> ModelAnswer:
    """Let a model answer from the facts; only sentences that were verified come back.

    An endpoint that fails is reported, not raised: the quotes that the student reads stand.
    """
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), _request(asked, by.persona)],
            schema=WrittenAnswer.model_json_schema(),
            max_tokens=MAX_TOKENS,
            tries=1,
        ),
        lambda reply: _read(reply, len(asked.facts)),
        lambda failure: None,
        by.model,
        by.stop,
    )
    written = tried.found
    outcome = ModelAnswer(attempts=tried.attempts, problem=tried.problem)
    if written is None or by.stop():
        return outcome
    places = tuple(dict.fromkeys(number - 1 for number in written.answers))
    outcome = replace(
        outcome, answers=places, denies=written.denies, written=len(written.sentences)
    )
    passed, failed = _pass_code(written, asked, by)
    outcome = replace(outcome, attempts=(*outcome.attempts, *failed))
    if not passed:
        return outcome
    told = _verified(passed, asked, by, outcome)
    began = " ".join(written.sentences[0].text.split())
    return replace(told, opens=bool(told.said) and told.said[0].text == began)


def _pass_code(
    written: WrittenAnswer, asked: AskedFor, by: Answerer
) -> tuple[list[WrittenSentence], list[ModelAttempt]]:
    """Return the sentences that code lets pass, and what the others failed on."""
    passed: list[WrittenSentence] = []
    failed: list[ModelAttempt] = []
    fell = False
    for sentence in written.sentences[:MOST_SENTENCES]:
        text = " ".join(sentence.text.split())
        said = [one.text for one in passed]
        failure = check_statement(text, asked.facts, said, asked.question)
        if failure is None and by.leaks(text):
            failure = QuestionFailure("something that a locked solution says")
        if failure is None and fell and leans(text):
            failure = QuestionFailure(LEANS)
        fell = failure is not None
        if failure is None:
            passed.append(WrittenSentence(text=text, rests_on=sentence.rests_on))
        else:
            failed.append(_checked(text, failure.check))
    return passed, failed


def _verified(
    passed: Sequence[WrittenSentence], asked: AskedFor, by: Answerer, outcome: ModelAnswer
) -> ModelAnswer:
    """Return the outcome with the sentences that the verifying call supports."""
    passages = [fact_text(fact) for fact in asked.facts]
    texts = [one.text for one in passed]
    verdicts = verify(passages, asked.question, texts, by.model, by.stop)
    supported = verdicts.supported or frozenset()
    why = "not verified" if verdicts.supported is None else "not supported by its passage"
    checked: list[ModelAttempt] = []
    shown: list[WrittenSentence] = []
    for place, one in enumerate(passed):
        failed = None if place in supported else why
        if failed is None and checked and checked[-1].failed_check and leans(one.text):
            failed = LEANS
        checked.append(_checked(one.text, failed))
        if failed is None:
            shown.append(one)
    rests_on = [_rests_on(one, asked.facts) for one in shown]
    said = tuple(
        Sentence(
            text=one.text,
            role="explanation",
            by_model=True,
            passage_id=asked.facts[place].passage_id,
        )
        for one, place in zip(shown, rests_on, strict=True)
    )
    return replace(
        outcome,
        said=said,
        rests_on=frozenset(rests_on),
        attempts=(*outcome.attempts, *verdicts.attempts, *checked),
        problem=verdicts.problem,
    )


def fact_text(fact: Quote) -> str:
    """A paragraph as a student sees it, with the list that it stands in."""
    return "\n".join(filter(None, (fact.above, fact.paragraph, fact.below)))


def _rests_on(sentence: WrittenSentence, facts: Sequence[Quote]) -> int:
    """Return the place of the fact that shares most terms with a sentence, of those it names."""
    named = [number - 1 for number in sentence.rests_on if 0 < number <= len(facts)]
    said = terms(sentence.text)
    return max(
        named or range(len(facts)), key=lambda place: len(said & terms(shown_text(facts[place])))
    )


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[AnswerExample, ...]).validate_json(
        (PROMPTS_DIR / "answer_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        words = render(
            "answer", question=example.question, before=example.before, quotes=example.quotes
        )
        messages.append(ChatMessage("user", words))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(asked: AskedFor, persona: Persona) -> ChatMessage:
    words = render(
        "answer",
        question=clip(asked.question, QUESTION_TOKENS),
        before=clip_to_end(asked.before, BEFORE_TOKENS),
        quotes=clip_all([fact_text(fact) for fact in asked.facts], QUOTES_TOKENS),
    )
    return ChatMessage("user", written_for(words, persona))


def _read(reply: str, count: int) -> tuple[WrittenAnswer | None, QuestionFailure | None]:
    try:
        written = read_reply(reply, WrittenAnswer)
    except ModelReplyInvalid:
        return None, QuestionFailure("not the JSON asked for")
    if not set(written.answers) <= set(range(1, count + 1)):
        return None, QuestionFailure("a number that no quote has")
    return written, None


def _checked(text: str, failed_check: str | None) -> ModelAttempt:
    """One sentence at the checks."""
    return ModelAttempt(duty=DUTY, prompt="", reply=text, failed_check=failed_check, seconds=0.0)
