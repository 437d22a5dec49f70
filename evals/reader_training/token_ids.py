"""Examples as token ids, numbered anew: most of the 151,936 tokens never occur in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx
import xllamacpp

from evals.reader_training.training_examples import END, TrainingExample

# The most frequent tokens stay as well, so that what is never to be written competes.
FREQUENT = 6_000
PATIENCE = 60.0  # seconds
ERRORS = 1  # what llama.cpp logs


@dataclass(frozen=True, slots=True)
class TokenRow:
    """An example as tokens."""

    prompt: list[int]
    answer: list[int]

    @property
    def length(self) -> int:
        return len(self.prompt) + len(self.answer)


@dataclass(frozen=True, slots=True)
class TokenRows:
    """Rows that are learned from and rows that judge; `tokens` has the model's own number of each
    token that they use."""

    tokens: list[int]
    learned: list[TokenRow]
    judging: list[TokenRow]


def tokenise(
    learned: Sequence[TrainingExample], judging: Sequence[TrainingExample], model_file: Path
) -> TokenRows:
    """Return examples as tokens, as llama.cpp splits them with the vocabulary of a model."""
    split = Tokeniser(model_file)
    rows = [TokenRow(split(each.prompt), split(each.answer + END)) for each in (*learned, *judging)]
    used = set(range(FREQUENT)).union(*(row.prompt + row.answer for row in rows))
    tokens = sorted(used)
    place = {token: number for number, token in enumerate(tokens)}
    anew = [
        TokenRow([place[each] for each in row.prompt], [place[each] for each in row.answer])
        for row in rows
    ]
    return TokenRows(tokens, anew[: len(learned)], anew[len(learned) :])


class Tokeniser:
    """The tokens of llama.cpp itself, so that training sees what the running model sees."""

    def __init__(self, model_file: Path) -> None:
        params = xllamacpp.CommonParams()
        params.model.path = str(model_file)
        params.n_ctx = 512
        params.n_parallel = 1
        params.verbosity = ERRORS
        params.warmup = False
        self._server = xllamacpp.Server(params)
        self._client = httpx.Client(trust_env=False, timeout=PATIENCE)

    def __call__(self, text: str) -> list[int]:
        body = {"content": text, "add_special": False, "parse_special": True}
        reply = self._client.post(f"{self._server.listening_address}/tokenize", json=body)
        found: list[int] = reply.raise_for_status().json()["tokens"]
        return found


def write_token_rows(rows: TokenRows, file: Path) -> None:
    """Keep token rows, so that another machine can train on them."""
    file.write_text(json.dumps(asdict(rows)), encoding="utf-8")


def read_token_rows(file: Path) -> TokenRows:
    """Return the token rows that a file keeps."""
    found = json.loads(file.read_text(encoding="utf-8"))
    learned, judging = ([TokenRow(**row) for row in found[part]] for part in ("learned", "judging"))
    return TokenRows(found["tokens"], learned, judging)
