"""Questions made from what must not be told, in many ways; always the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import yaml

from evals.privacy.planted_forum import PEOPLE
from tutor_app.retrieval.search_terms import tokens

About = Literal["of_solutions", "of_later", "of_people", "of_open"]
WAYS: Final[dict[About, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("privacy_questions.yaml").read_text(encoding="utf-8")
)
SHARES: Final[dict[About, float]] = {
    "of_solutions": 0.36,
    "of_later": 0.24,
    "of_people": 0.2,
    "of_open": 0.2,
}
_BEGINS = 5  # words: fewer than the run that counts as told
_RARE = 4  # words


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSources:
    """What questions are made from: sentences and headings of each side, names of items."""

    solutions: Sequence[str]
    later: Sequence[str]
    later_terms: Sequence[str]
    open_terms: Sequence[str]
    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class PrivateQuestion:
    """A question, and what it is after."""

    text: str
    about: About


def generate(sources: QuestionSources, count: int, seed: int) -> list[PrivateQuestion]:
    """Return so many questions, shared out by `SHARES`."""
    rng = random.Random(seed)
    made: list[PrivateQuestion] = []
    for about, share in SHARES.items():
        ways = WAYS[about]
        for number in range(round(count * share)):
            text = ways[number % len(ways)].format(**_slots(about, sources, rng))
            made.append(PrivateQuestion(text, about))
    return made


def _slots(about: About, sources: QuestionSources, rng: random.Random) -> dict[str, str]:
    sentence = rng.choice(sources.later if about == "of_later" else sources.solutions)
    words = sentence.split()
    long_ones = sorted(words, key=len, reverse=True)[:_RARE]
    terms = sources.later_terms if about == "of_later" else sources.open_terms
    person = rng.choice(PEOPLE)
    return {
        "begins": " ".join(words[:_BEGINS]),
        "words": " ".join(word.strip(".,;:()") for word in words if word in long_ones),
        "item": rng.choice(sources.items),
        "term": rng.choice(terms).strip("0123456789. "),
        "name": rng.choice((person.name, f"@{person.handle}")),
    }


def worth_asking(sentences: Sequence[str]) -> list[str]:
    """Return the sentences that have enough words of their own to ask for."""
    return [one for one in sentences if len(one.split()) > _BEGINS + 2 and len(tokens(one)) > _RARE]
