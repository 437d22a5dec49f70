"""Whether words tell what goes on in a program, take it for the contrary, or ask about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.behaviour.rule_speech import WAYS, likely_speech, shipped_model
from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.ideas.said_sentences import FEWEST_WORDS, SaidSentence
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import vectors_of

# From these probabilities on, in any way, a sentence speaks of what goes on: what is often meant
# so has to be spoken of more surely, and no sentence on it gets a yes or no.
SPOKEN_OF = {True: 0.5, False: 0.85}
PLAINLY = 0.8  # share of one way among the ways, from which on it is taken for that


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseVerdict:
    """What is said to a sentence about something that goes on: `is_right`, where it is plain,
    whether it says so. `asks`: it asks how Python goes about it."""

    cause: ShownCause
    is_right: bool | None
    asks: bool


def judge_causes(
    causes: Sequence[ShownCause], said: Sequence[SaidSentence], embedder: Embedder | None
) -> CauseVerdict | None:
    """Return the verdict on the sentence that speaks most plainly of what goes on.

    Of two places where the same goes on, the one whose variables are named is meant. Where one
    sentence says so and another the contrary, there is no yes or no.
    """
    model, rules = shipped_model(), {each.cause for each in causes}
    long = [each for each in said if len(each.text.split()) >= FEWEST_WORDS] if causes else []
    vectors = vectors_of([each.text for each in long], embedder, model.encoder)
    found: list[tuple[float, CauseVerdict]] = []
    for sentence, vector in zip(long, vectors, strict=False):  # without vectors nothing is heard
        near = likely_speech(model, sentence.text, vector, rules)
        for rule in rules:
            ways = {way: near[f"{rule} {way}"] for way in WAYS}
            cause = _meant(causes, rule, sentence.text)
            if (spoken := sum(ways.values())) >= SPOKEN_OF[cause.is_trap]:
                found.append((spoken, _verdict(cause, ways, sentence)))
    if not found:
        return None
    best = max(found, key=lambda each: each[0])[1]
    said_of_it = {each.is_right for _, each in found if each.cause == best.cause} - {None}
    return best if len(said_of_it) < 2 else replace(best, is_right=None)


def _verdict(cause: ShownCause, ways: Mapping[str, float], sentence: SaidSentence) -> CauseVerdict:
    plain = {kind: p / sum(ways.values()) >= PLAINLY for kind, p in ways.items()}
    is_right = True if plain["tells"] else False if plain["contrary"] else None
    asks = max(ways, key=lambda kind: ways[kind]) == "asks"
    is_open = sentence.asks_why or not cause.is_trap
    return CauseVerdict(cause=cause, is_right=None if is_open else is_right, asks=asks)


def _meant(causes: Sequence[ShownCause], rule: str, words: str) -> ShownCause:
    """Return the place of several that is named by its variables, else by a line's number."""
    said = {token.text for token in tokens_of(words)}
    return max(
        (each for each in causes if each.cause == rule),
        key=lambda each: (len(each.names & said), len({*map(str, each.lines)} & said)),
    )
