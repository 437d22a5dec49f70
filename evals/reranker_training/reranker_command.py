"""The command that makes the project's own cross-encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from safetensors import safe_open

from evals.reranker_training.start_weights import weights_of_minilm
from tutor_app.domain.settings import load_settings
from tutor_app.models.model_files import EMBEDDER, cached_path
from tutor_app.retrieval.sentence_reranker import LONGEST, NETWORK, TOKENIZER, SentenceReranker

_RATE = 5e-5
_EVERY = 20  # steps between two lines that say how far it is


def reranker_training_command(
    materials: Annotated[list[Path], typer.Option(help="a folder of PDFs; once for each document")],
    questions: Annotated[list[Path], typer.Option(help="questions with evidence on these PDFs")],
    out: Annotated[Path, typer.Option(help="folder to write the cross-encoder to")],
    judged_by: Annotated[
        list[Path], typer.Option(help="folders among the materials that are kept to judge")
    ],
    epochs: float = 5,
) -> None:
    """Train the cross-encoder from MiniLM on questions; a GPU takes a minute, two cores days."""
    # torch takes seconds to import, which no other command should wait for.
    import torch  # noqa: PLC0415

    from evals.reranker_training.written_examples import examples_on  # noqa: PLC0415
    from tutor_app.retrieval.reranker_training.cross_encoder import (  # noqa: PLC0415
        SentenceCrossEncoder,
    )
    from tutor_app.retrieval.reranker_training.examples import reciprocal_ranks  # noqa: PLC0415
    from tutor_app.retrieval.reranker_training.fine_tuning import (  # noqa: PLC0415
        FineTuning,
        fine_tune,
    )
    from tutor_app.retrieval.reranker_training.network_file import write_network  # noqa: PLC0415

    base = cached_path(EMBEDDER, load_settings())
    learned = [
        example
        for folder in materials
        if folder not in judged_by
        for example in examples_on(folder, questions)
    ]
    judging = [example for folder in judged_by for example in examples_on(folder, questions)]
    print(f"{len(learned)} examples to learn from, {len(judging)} that judge")
    with safe_open(str(base / EMBEDDER.weights), "np") as stored:
        start = weights_of_minilm(
            {name: stored.get_tensor(name) for name in stored.keys()},
            LONGEST,
            seed=1,
        )
    network = SentenceCrossEncoder(start).to("cuda" if torch.cuda.is_available() else "cpu")

    def report(done: int, total: int, loss: float) -> None:
        if done % _EVERY == 0 or done == total:
            print(f"step {done} of {total}: loss {loss:.3f}")

    settings = FineTuning(epochs=epochs, rate=_RATE)
    fine_tune(network, learned, base / TOKENIZER, settings, report)
    write_network(network.weights(), base / TOKENIZER, out)
    reader = SentenceReranker(out)
    written = [example for example in judging if not example.whole and any(example.answering)]
    ranks = np.mean(reciprocal_ranks(written, reader)) if written else float("nan")
    print(f"MRR of the evidence {ranks:.3f} on {len(written)} questions kept to judge")
    print(f"{out / NETWORK}: {(out / NETWORK).stat().st_size / 1e6:.1f} MB")
