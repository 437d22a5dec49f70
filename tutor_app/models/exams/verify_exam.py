"""The exam "verify sentences": telling supported from unsupported sentences, five in one call.

The two of a pair, which differ in a few words, are never asked about together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import TELLS_APART
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.verify import MAX_TOKENS, verification_prompt, verify
from tutor_app.models.exams.exam_figures import balanced_accuracy, share
from tutor_app.models.exams.exam_items import Claim
from tutor_app.models.exams.take_exam import Answer, Question, kept_of

AT_ONCE = 5
Verdicts = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Batch:
    """Claims that are asked about in one call, named after the first of them."""

    claims: tuple[Claim, ...]

    @property
    def id(self) -> str:
        return self.claims[0].id

    @property
    def passages(self) -> tuple[str, ...]:
        """The passages of the claims, each once."""
        return tuple(dict.fromkeys(claim.passage.text for claim in self.claims))

    @property
    def sentences(self) -> list[str]:
        return [claim.sentence for claim in self.claims]


def batches_of(claims: Sequence[Claim]) -> list[Batch]:
    """Return the claims, given in pairs, five at a time, supported and unsupported ones mixed."""
    pairs = list(zip(claims[::2], claims[1::2], strict=True))
    sides = [[pair[(place + side) % 2] for place, pair in enumerate(pairs)] for side in range(2)]
    return [
        Batch(tuple(side[start : start + AT_ONCE]))
        for start in range(0, len(pairs), AT_ONCE)
        for side in sides
    ]


def verdict_questions(claims: Sequence[Claim]) -> list[Question]:
    """One question for each batch."""
    return [Question(batch.id, _asker(batch)) for batch in batches_of(claims)]


def _asker(batch: Batch) -> Callable[[ChatModel], Answer]:
    def put(model: ChatModel) -> Answer:
        told = verify(batch.passages, "", batch.sentences, model, lambda: False)
        kept = kept_of(told.attempts, told.problem)
        if told.supported is None:
            return {"verdicts": {}, **kept}
        found = {claim.id: place in told.supported for place, claim in enumerate(batch.claims)}
        return {"verdicts": found, **kept}

    return put


def verdicts_in(answers: Mapping[str, Answer]) -> dict[str, bool]:
    """Return the verdicts of all answers by claim; a reply that was none gives none."""
    return dict(_verdicts(answers))


def _verdicts(answers: Mapping[str, Answer]) -> Iterator[tuple[str, bool]]:
    for answer in answers.values():
        yield from answer.get("verdicts", {}).items()


def claim_figures(claims: Sequence[Claim], answers: Mapping[str, Answer]) -> tuple[Figure, ...]:
    """What the answers amount to; the duty's figure speaks of the items kept out of tuning."""
    verdicts = verdicts_in(answers)
    asked = {
        claim.id for batch in batches_of(claims) if batch.id in answers for claim in batch.claims
    }
    everything = [claim for claim in claims if claim.id in asked]
    kept = [claim for claim in everything if claim.split == "kept"]
    figures = [
        _apart(TELLS_APART, kept, verdicts),
        _apart("the same over all items", everything, verdicts),
        share("supported sentences that it lets pass", *_right(everything, verdicts, True)),
        share("unsupported sentences that it stops", *_right(everything, verdicts, False)),
    ]
    kinds = Counter(claim.kind for claim in everything if not claim.is_supported)
    for kind, count in sorted(kinds.items()):
        of_kind = [claim for claim in everything if claim.kind == kind]
        right = sum(_is_right(claim, verdicts) for claim in of_kind)
        figures.append(share(f"unsupported, {kind}", right, count))
    return tuple(figures)


def _is_right(claim: Claim, verdicts: Verdicts) -> bool:
    """A reply without a verdict counts as wrong, whatever the label."""
    return verdicts.get(claim.id) is claim.is_supported


def _apart(name: str, claims: Sequence[Claim], verdicts: Verdicts) -> Figure:
    return balanced_accuracy(name, _right(claims, verdicts, True), _right(claims, verdicts, False))


def _right(claims: Sequence[Claim], verdicts: Verdicts, supported: bool) -> tuple[int, int]:
    those = [claim for claim in claims if claim.is_supported is supported]
    return sum(_is_right(claim, verdicts) for claim in those), len(those)


def tokens_of(batches: Sequence[Batch]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these batches."""
    prompts = [verification_prompt(one.passages, "", one.sentences) for one in batches]
    sent = sum(count_tokens(message.content) for prompt in prompts for message in prompt)
    return sent, MAX_TOKENS * len(batches)
