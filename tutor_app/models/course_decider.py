"""The local model with the adapter that holds what a student says against sentences of the course.

It writes numbers of sentences and one of four words; only the course's own sentences are shown for
them. It was trained on rows of several writers, and is judged by others: docs/benchmarks.md,
`python -m evals course-decisions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

from tutor_app.models.adapted_model import ask_in_time
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.prompts import render
from tutor_app.storage.live.model_semaphore import ModelSemaphore

Kind = Literal["answer", "right", "wrong", "open"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
TASK = "decide_by_course"
MAX_TOKENS = 12
PATIENCE = 10.0  # seconds
MOST_SENTENCES = 12
MOST_CHOSEN = 3
# Words: what is longer is cut, as in the rows that were learned from.
SENTENCE_WORDS, BEFORE_WORDS, MESSAGE_WORDS = 45, 45, 90
HEADING_LETTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidInCourse:
    """What a student says, and sentences of the course as (heading, text), the likeliest first.

    `before` is what the tutor said last, "" at the beginning.
    """

    message: str
    before: str
    sentences: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseDecision:
    """What the model makes of it: a question answered, a claim right or wrong, or left open.

    `places` are those of the sentences that decide, from 0, the most fitting first; `share` is the
    probability of the kind, `right` that of "right", whatever the kind is.
    """

    kind: Kind
    places: tuple[int, ...]
    share: float
    right: float = 0.0


class TellsNextTokens(ChatModel, Protocol):
    """A model that tells how likely its next token is."""

    def next_tokens(self, prompt: Sequence[ChatMessage]) -> dict[str, float]:
        """Return the likeliest first tokens of a reply, each with its probability."""
        ...


class CourseDecider:
    """Holds messages against the course with the adapted model.

    `places` is the line of those who wait for it. After `patience` seconds, in line and for the
    model together, nothing is decided.
    """

    def __init__(
        self,
        model: Callable[[], TellsNextTokens],
        places: ModelSemaphore | None,
        patience: float = PATIENCE,
    ) -> None:
        self._model = model
        self._places = places
        self._patience = patience

    def __call__(self, said: SaidInCourse, stop: Stop = lambda: False) -> CourseDecision | None:
        """Return what the sentences decide; None where the model fails or is late."""
        prompt = (ChatMessage("system", render(TASK)), ChatMessage("user", write_request(said)))
        return ask_in_time(
            lambda late: self._decide(prompt, len(said.sentences), late),
            self._places,
            self._patience,
            stop,
        )

    def _decide(
        self, prompt: Sequence[ChatMessage], count: int, late: Stop
    ) -> CourseDecision | None:
        model = self._model()
        first = model.next_tokens(prompt)
        if late():
            return None
        # The prompt is kept by then: what is written behind it takes a tenth of a second.
        completion = model.complete(prompt, None, MAX_TOKENS, late)
        return None if completion.stopped else read_decision(completion.text, first, count)


def write_request(said: SaidInCourse) -> str:
    """Return the words that put what is said and the sentences, numbered from 1, to the model."""
    sentences = [_under_heading(*one) for one in said.sentences[:MOST_SENTENCES]]
    return render(
        "decide_request",
        sentences=sentences,
        before=_cut(said.before, BEFORE_WORDS),
        message=_cut(said.message, MESSAGE_WORDS),
    )


def read_decision(written: str, first: dict[str, float], count: int) -> CourseDecision | None:
    """Return the decision that the model wrote about `count` sentences; None if it is none.

    `first` has the probabilities of the first tokens.
    """
    word, _, rest = written.strip().partition(" ")
    kind = next((each for each in KINDS if each == word), None)
    numbers = [int(one) for one in rest.split() if one.isdecimal()]
    if kind is None or not all(0 < one <= count for one in numbers):
        return None
    if bool(numbers) == (kind == "open"):
        return None
    places = tuple(dict.fromkeys(one - 1 for one in numbers))[:MOST_CHOSEN]
    share, right = _share_of(kind, first), _share_of("right", first)
    return CourseDecision(kind=kind, places=places, share=share, right=right)


def _share_of(kind: Kind, first: dict[str, float]) -> float:
    return sum(share for token, share in first.items() if token.strip() == kind)


def _under_heading(heading: str, text: str) -> str:
    name = heading.strip()[:HEADING_LETTERS]
    return " ".join(filter(None, (name and f"[{name}]", _cut(text, SENTENCE_WORDS))))


def _cut(text: str, most: int) -> str:
    return " ".join(text.split()[:most])
