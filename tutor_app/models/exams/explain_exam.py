"""The exam "explain in its own words": telling supported from unsupported sentences.

A model that passes then writes 100 sentences of its own, which people read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tutor_app.domain.errors import ModelUnreachable
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import TELLS_APART
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.explain import Explainer, explain
from tutor_app.models.duties.verify import MAX_TOKENS, verification_prompt, verify
from tutor_app.models.exams.exam_figures import balanced_accuracy, share
from tutor_app.models.exams.exam_items import Claim, QuoteSet
from tutor_app.models.exams.take_exam import Answer, Question

WRITTEN = 100  # sentences for the reading


def claim_questions(claims: Sequence[Claim]) -> list[Question]:
    """One question for each claim. Those on one passage follow each other: servers reuse it."""
    return [Question(claim.id, _asker(claim)) for claim in claims]


def _asker(claim: Claim) -> Callable[[ChatModel], Answer]:
    def put(model: ChatModel) -> Answer:
        verdict, reply = verify(claim.passage.text, claim.sentence, model, lambda: False)
        return {"supported": verdict, "seconds": round(reply.seconds, 2)}

    return put


def claim_figures(claims: Sequence[Claim], answers: Mapping[str, Answer]) -> tuple[Figure, ...]:
    """What the answers amount to; the duty's figure speaks of the items kept out of tuning."""
    kept = [claim for claim in claims if claim.split == "kept" and claim.id in answers]
    everything = [claim for claim in claims if claim.id in answers]
    figures = [
        _apart(TELLS_APART, kept, answers),
        _apart("the same over all items", everything, answers),
        share("supported sentences that it lets pass", *_right(everything, answers, True)),
        share("unsupported sentences that it stops", *_right(everything, answers, False)),
    ]
    kinds = Counter(claim.kind for claim in everything if not claim.is_supported)
    for kind, count in sorted(kinds.items()):
        of_kind = [claim for claim in everything if claim.kind == kind]
        right = sum(is_right(claim, answers) for claim in of_kind)
        figures.append(share(f"unsupported, {kind}", right, count))
    return tuple(figures)


def is_right(claim: Claim, answers: Mapping[str, Answer]) -> bool:
    """A reply without a verdict counts as wrong, whatever the label."""
    return answers[claim.id].get("supported") is claim.is_supported


def _apart(name: str, claims: Sequence[Claim], answers: Mapping[str, Answer]) -> Figure:
    return balanced_accuracy(name, _right(claims, answers, True), _right(claims, answers, False))


def _right(
    claims: Sequence[Claim], answers: Mapping[str, Answer], supported: bool
) -> tuple[int, int]:
    those = [claim for claim in claims if claim.is_supported is supported]
    return sum(is_right(claim, answers) for claim in those), len(those)


def writing_questions(sets: Sequence[QuoteSet]) -> list[Question]:
    """Let the model explain each set of quotes, as it would to a student."""

    def asker(item: QuoteSet) -> Callable[[ChatModel], Answer]:
        def put(model: ChatModel) -> Answer:
            quotes = item.as_quotes()
            told = explain(item.question, quotes, Explainer(model=model, stop=lambda: False))
            passages = {quote.passage_id: quote.paragraph for quote in quotes}
            sentences: list[Answer] = []
            while True:
                try:
                    sentence = next(told)
                except StopIteration as end:
                    if end.value.problem is not None:
                        raise ModelUnreachable(end.value.problem) from None
                    return {"sentences": sentences}
                passage = passages[sentence.passage_id or ""]
                sentences.append({"sentence": sentence.text, "passage": passage})

        return put

    return [Question(f"writing-{item.id}", asker(item)) for item in sets]


def tokens_of(claims: Sequence[Claim]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these claims."""
    prompts = [verification_prompt(claim.passage.text, claim.sentence) for claim in claims]
    sent = sum(count_tokens(message.content) for prompt in prompts for message in prompt)
    return sent, MAX_TOKENS * len(claims)
