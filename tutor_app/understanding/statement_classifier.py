"""What a message does with a statement: claims it, asks, denies or only mentions it, or nothing.

A reader that takes "Pub drops to 8 and School gets 13" for "School is 8" judges what nobody said.
A small network that has learned from labelled messages reads (the tutor's last words, the message,
one statement) and tells which of these it is. Its files lie in `statements/`;
`python -m evals statement-training` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt
import onnxruntime

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.retrieval.minilm import session_options
from tutor_app.understanding import act_classifier
from tutor_app.understanding.turn_tokens import MarkedTokenizer, TurnTokens
from tutor_app.wording.catalogue import phrase

NOT_LOADED = phrase("errors_understanding.classifier_not_loaded", "reason")

# "other": a value that is replaced, what somebody else says, what is only supposed; "absent": the
# message does not say it, though its words may occur.
Stance = Literal["says", "asks", "denies", "other", "absent"]
STANCES: Final[tuple[Stance, ...]] = get_args(Stance)

FOLDER: Final = Path(__file__).with_name("statements")
ENCODER: Final = "encoder.onnx"
TOKENIZER: Final = act_classifier.FOLDER / act_classifier.TOKENIZER  # both are MiniLM's
LABELS: Final = "stances.json"

# Tokens: the end of what the tutor said, beginning and end of a message, a statement.
_LAST_WORDS, _BEGINNING, _END, _STATEMENT = 48, 100, 50, 48
# Characters of a text that are tokenized at all: a pasted file must not cost seconds.
_READ = 2_000


class StatementTokenizer(MarkedTokenizer):
    """Turns (last words, message, statement) into one row of tokens; training reads them alike."""

    def encode(self, last_words: str, message: str, statement: str) -> TurnTokens:
        """Return the tokens; their part is the statement."""
        last = self._ids(last_words[-_READ:])[-_LAST_WORDS:]
        said = self._ids(message[:_READ])
        if len(said) > _BEGINNING + _END:
            said = said[:_BEGINNING] + said[-_END:]
        before = [self._start, *last, self._between, *said, self._between]
        ids = [*before, *self._ids(statement)[:_STATEMENT], self._between]
        return TurnTokens(ids=ids, part=len(before))


def weigh_statements(
    last_words: str, message: str, statements: Sequence[str], folder: Path = FOLDER
) -> npt.NDArray[np.float32]:
    """Return the probability of each stance of the message to each statement.

    Rows as `statements`, columns as `STANCES`. A few milliseconds a statement; the files are read
    when first asked.

    Raises:
        ModelFileInvalid: a file is missing or damaged.
    """
    if not statements:
        return np.zeros((0, len(STANCES)), dtype=np.float32)
    tokenizer, session = _read(folder)
    rows = [tokenizer.encode(last_words, message, each) for each in statements]
    tokens = np.zeros((len(rows), max(len(row.ids) for row in rows)), dtype=np.int64)
    mask, of_statement = np.zeros_like(tokens), np.zeros_like(tokens)
    for place, row in enumerate(rows):
        tokens[place, : len(row.ids)] = row.ids
        mask[place, : len(row.ids)] = 1
        of_statement[place, row.part : len(row.ids)] = 1
    inputs = {"tokens": tokens, "mask": mask, "part": of_statement}
    (logits,) = session.run(["stances"], inputs)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)


@cache  # a process needs them once
def _read(folder: Path) -> tuple[StatementTokenizer, Any]:  # onnxruntime ships no types
    try:
        if tuple(json.loads((folder / LABELS).read_text(encoding="utf-8"))["stances"]) != STANCES:
            raise ValueError("other stances")
        session = onnxruntime.InferenceSession(
            folder / ENCODER, session_options(1), providers=["CPUExecutionProvider"]
        )
        return StatementTokenizer(TOKENIZER), session
    except Exception as exc:  # both libraries raise classes that are nothing but Exceptions
        raise ModelFileInvalid(NOT_LOADED(reason=type(exc).__name__)) from exc
