"""The command that makes the adapter with which the model reads messages."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from evals.reader_training.reading_rows import learned_rows
from evals.reader_training.training_examples import SEED, build_examples
from evals.reader_training.turn_examples import turn_examples
from tutor_app.domain.settings import load_settings
from tutor_app.models.message_reader import ADAPTER
from tutor_app.models.model_files import DEFAULT_MODEL, cached_path

NAME = "What students say about programs"
TOKENS = "tokens.json"


def training_command(
    out: Annotated[Path, typer.Option(help="folder for the tokens and the adapter")],
    only_tokens: Annotated[bool, typer.Option(help="do not train: another machine will")] = False,
) -> None:
    """Make the adapter from the labelled messages; with a GPU it takes minutes.

    Tokens that lie in the folder are taken as they are.
    """
    # torch takes seconds to import, which no other command should wait for.
    import torch  # noqa: PLC0415

    from evals.reader_training import token_ids, train_adapter  # noqa: PLC0415
    from evals.reader_training.adapted_qwen import AdapterSize, load_adapted  # noqa: PLC0415
    from evals.reader_training.gguf_file import write_adapter  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    model_file, tokens = cached_path(DEFAULT_MODEL, load_settings()), out / TOKENS
    if not tokens.exists():
        learned, judging = build_examples()
        learned += turn_examples(learned_rows(), random.Random(SEED))
        print(f"{len(learned)} examples to learn from, {len(judging)} that judge")
        token_ids.write_token_rows(token_ids.tokenise(learned, judging, model_file), tokens)
    if only_tokens:
        return
    rows, settings = token_ids.read_token_rows(tokens), train_adapter.AdapterTraining()
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    adapter = AdapterSize()
    model = load_adapted(model_file, rows.tokens, adapter, device)
    train_adapter.train(model, rows, settings)
    write_adapter(out / ADAPTER.name, NAME, adapter.alpha, model.learned())
    print(f"{out / ADAPTER.name} is the adapter; it goes to {ADAPTER.parent}.")
