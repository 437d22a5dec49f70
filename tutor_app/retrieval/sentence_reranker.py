"""The question read together with each passage found: a logit for every sentence, and the passage.

A cross-encoder of MiniLM's size that has learned from questions with their evidence (`python -m
evals reranker-training` makes its files). Its layers are in int8, their sums too, on one thread.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from tutor_app.domain.errors import ModelFileInvalid, RerankFailed
from tutor_app.domain.material import Chunk
from tutor_app.retrieval.minilm import session_options
from tutor_app.retrieval.reranker import Relevance
from tutor_app.wording.catalogue import phrase

BROKE_OFF = phrase("errors_retrieval.cross_encoder_broke_off", "reason")
NOT_LOADED = phrase("errors_retrieval.own_cross_encoder_not_loaded", "reason")

FOLDER: Final = Path(__file__).with_name("reranker_network")
NETWORK: Final = "network.onnx"
TOKENIZER: Final = "tokenizer.json"

# Tokens of the question, of the headings, of one sentence, of all together; it learned with these.
_QUESTION, _HEADINGS, _SENTENCE, LONGEST = 36, 16, 56, 192
_HEADINGS_READ = 20  # of which the last are taken
_READ = 2_000  # characters of a text that are tokenized at all
UNREAD: Final = -9.0  # the logit of a sentence that no longer fits

Ids = list[int]


class SentenceReranker:
    """Weighs passages and their sentences in about 10 ms a passage.

    Raises:
        ModelFileInvalid: a file is missing or damaged.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        try:
            self._rows = PassageRows(folder / TOKENIZER)
            self._session = onnxruntime.InferenceSession(
                folder / NETWORK, session_options(1), providers=["CPUExecutionProvider"]
            )
        except Exception as exc:  # both libraries raise classes that are nothing but Exceptions
            raise ModelFileInvalid(NOT_LOADED(reason=type(exc).__name__)) from exc
        self._lock = threading.Lock()

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return the logits of each passage and of its sentences, in their order.

        What is below 0 answers less than no passage at all would.

        Raises:
            RerankFailed: it broke off.
        """
        if not passages:
            return []
        rows = self._rows.of(question, passages)
        try:
            with self._lock:
                sentences, whole = self._session.run(
                    ["sentences", "passages"], network_inputs(rows)
                )
        except Exception as exc:  # onnxruntime's classes are nothing but Exceptions
            raise RerankFailed(BROKE_OFF(reason=type(exc).__name__)) from exc
        return [
            Relevance(
                passage=float(logit),
                sentences=tuple(
                    float(logits[place]) if place in row.fitting else UNREAD
                    for place in range(len(passage.sentences))
                ),
            )
            for row, passage, logits, logit in zip(rows, passages, sentences, whole, strict=True)
        ]


class PassageRows:
    """Turns a question and passages into rows of tokens, as the network has learned to read them.

    Raises:
        Exception: the tokenizer's file is missing or damaged.
    """

    def __init__(self, tokenizer: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._start, self._between = self._tokenizer.encode("").ids  # its two marks

    def of(self, question: str, passages: Sequence[Chunk], *, headings: bool = True) -> list[Row]:
        """Return a row for each passage: the question, its `headings` if wanted, its sentences."""
        asked = self._ids(question)[:_QUESTION]
        return [self._row(asked, passage, headings=headings) for passage in passages]

    def _row(self, asked: Ids, passage: Chunk, *, headings: bool) -> Row:
        over = self._ids(" . ".join(passage.headings[-2:]))[:_HEADINGS_READ][-_HEADINGS:]
        ids = [self._start, *asked, self._between, *(over if headings else ()), self._between]
        owner = [-1] * len(ids)
        for place, sentence in enumerate(passage.sentences):
            said = self._ids(sentence.without_displays)[:_SENTENCE]
            ids += said
            owner += [place] * len(said)
        return Row([*ids, self._between][:LONGEST], [*owner, -1][:LONGEST])

    def _ids(self, text: str) -> Ids:
        return list(self._tokenizer.encode(text[:_READ], add_special_tokens=False).ids)


class Row:
    """Tokens of one passage behind its question, and the sentence that each belongs to (or -1)."""

    def __init__(self, ids: Ids, owner: Ids) -> None:
        self.ids = ids
        self.owner = np.array(owner)
        self.fitting = frozenset(owner) - {-1}


def network_inputs(rows: Sequence[Row]) -> dict[str, npt.NDArray[np.generic]]:
    """Return `tokens` and `mask` (passages, length), `members` (passages, sentences, length).

    A row of `members` averages over one sentence's tokens.
    """
    length = max(len(row.ids) for row in rows)
    most = max((max(row.fitting, default=-1) for row in rows), default=-1) + 1
    tokens = np.zeros((len(rows), length), dtype=np.int64)
    mask = np.zeros_like(tokens)
    members = np.zeros((len(rows), max(1, most), length), dtype=np.float32)
    for number, row in enumerate(rows):
        tokens[number, : len(row.ids)] = row.ids
        mask[number, : len(row.ids)] = 1
        for place in row.fitting:
            own = row.owner == place
            members[number, place, : len(row.ids)] = own / own.sum()
    return {"tokens": tokens, "mask": mask, "members": members}
