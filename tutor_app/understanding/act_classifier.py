"""What a student does with a message, told by a small network that has learned it from examples.

Its files lie in `acts/`: the encoder with its two heads in int8, the tokenizer, and `acts.json`
with the labels and the thresholds that were measured on writers it had not seen. `make
understanding` writes all three from labelled messages.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, Protocol, get_args

import numpy as np
import numpy.typing as npt
import onnxruntime

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.retrieval.minilm import session_options
from tutor_app.understanding.turn_tokens import OnTable, TurnTokenizer
from tutor_app.wording.catalogue import phrase

NOT_LOADED = phrase("errors_understanding.classifier_not_loaded", "reason")

DialogueAct = Literal[
    "ask.fact",
    "ask.why",
    "ask.example",
    "ask.simpler",
    "ask.more",
    "ask.practice",
    "ask.run",
    "ask.admin",
    "ask.check",
    "ask.reason",
    "work.submit",
    "work.bug",
    "work.mended",
    "tell.answer",
    "tell.idea",
    "tell.seen",
    "tell.data",
    "help.stuck",
    "help.solution",
    "react.ack",
    "react.disagree",
    "react.feeling",
    "chat.smalltalk",
    "chat.offsubject",
    "meta.use",
]
ACTS: Final[tuple[DialogueAct, ...]] = get_args(DialogueAct)

FOLDER: Final = Path(__file__).with_name("acts")
ENCODER: Final = "encoder.onnx"
TOKENIZER: Final = "tokenizer.json"
LABELS: Final = "acts.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActGuess:
    """The act that a message most likely is, and the next best.

    `confidence` is the probability of `act`, 0 to 1. `sure` is false where it lies below what was
    measured to be right often enough: then both acts are worth offering. `about_table` is false
    where the message begins something else than what is on the table, as always where nothing is.
    """

    act: DialogueAct
    confidence: float
    second: DialogueAct
    sure: bool
    about_table: bool


UNREAD = ActGuess(act="ask.fact", confidence=1.0, second="ask.why", sure=True, about_table=False)


def _is_in_other_letters(text: str) -> bool:
    letters = [sign for sign in text if sign.isalpha()]
    # Greek and Cyrillic end there; what follows are the scripts of Asia.
    return 2 * sum(sign > "\u0590" for sign in letters) > len(letters)


def asks_for_run(guess: ActGuess | None) -> bool:
    """Whether a message surely asks to see something run, step by step."""
    return guess is not None and guess.sure and guess.act == "ask.run"


def takes_leave(guess: ActGuess | None) -> bool:
    """Whether a message takes note, thanks or greets, and does no more."""
    return guess is not None and guess.act in ("react.ack", "chat.smalltalk")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActLogits:
    """What the network gives: a logit for each of the acts, and one for being about the table."""

    acts: npt.NDArray[np.float32]
    about_table: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Measured on writers that the network had not seen; `temperature` divides the acts' logits.

    From the probability `sure_from` on an act is taken; below `about_table_from` a message leaves
    the table.
    """

    temperature: float = 1.0
    sure_from: float = 0.5
    about_table_from: float = 0.5

    def guess(self, logits: ActLogits, table: OnTable) -> ActGuess:
        """Return what the logits of a message say, with this on the table."""
        powers = np.exp((logits.acts - logits.acts.max()) / self.temperature)
        second, best = (int(place) for place in np.argsort(powers)[-2:])
        confidence = float(powers[best] / powers.sum())
        about_table = 1 / (1 + math.exp(-logits.about_table))
        return ActGuess(
            act=ACTS[best],
            confidence=confidence,
            second=ACTS[second],
            sure=confidence >= self.sure_from,
            about_table=table != "nothing" and about_table >= self.about_table_from,
        )


class TellsActs(Protocol):
    """What understanding needs of a classifier."""

    def classify(self, table: OnTable, last_words: str, message: str) -> ActGuess:
        """Return what the message does, read against what is on the table and was said last."""
        ...


class ActClassifier:
    """Tells acts apart in a few milliseconds a message; its files are read at the first one.

    Raises:
        ModelFileInvalid: when first asked, if a file is missing or damaged.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def classify(self, table: OnTable, last_words: str, message: str) -> ActGuess:
        """Return what the message does, read against what is on the table and was said last.

        The network has seen Latin letters only: what is written in others is taken for a question.
        """
        if _is_in_other_letters(message):
            return UNREAD
        return _read(self._folder).thresholds.guess(self.weigh(table, last_words, message), table)

    def weigh(self, table: OnTable, last_words: str, message: str) -> ActLogits:
        """Return what the network gives, before any threshold."""
        return _weigh(table, last_words, message, self._folder)


@lru_cache(maxsize=512)  # many say the same short words at the same place
def _weigh(table: OnTable, last_words: str, message: str, folder: Path) -> ActLogits:
    files = _read(folder)
    turn = files.tokenizer.encode(table, last_words, message)
    tokens = np.array([turn.ids], dtype=np.int64)
    mask = np.ones_like(tokens)
    own = mask.copy()
    own[:, : turn.part] = 0
    acts, about_table = files.session.run(
        ["acts", "about table"], {"tokens": tokens, "mask": mask, "message": own}
    )
    return ActLogits(
        acts=np.asarray(acts[0], dtype=np.float32), about_table=float(about_table[0, 0])
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Files:
    thresholds: Thresholds
    tokenizer: TurnTokenizer
    session: Any  # onnxruntime ships no types


@cache  # a process needs them once, however many classifiers it opens
def _read(folder: Path) -> _Files:
    try:
        labels = json.loads((folder / LABELS).read_text(encoding="utf-8"))
        if tuple(labels["acts"]) != ACTS:
            raise ValueError("other acts")
        return _Files(
            thresholds=Thresholds(**labels["thresholds"]),
            tokenizer=TurnTokenizer(folder / TOKENIZER),
            session=onnxruntime.InferenceSession(
                folder / ENCODER, session_options(1), providers=["CPUExecutionProvider"]
            ),
        )
    except Exception as exc:  # both libraries raise classes that are nothing but Exceptions
        raise ModelFileInvalid(NOT_LOADED(reason=type(exc).__name__)) from exc
