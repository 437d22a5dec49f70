"""The command that makes the adapter with which the model reads messages."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from evals.reader_training.decision_examples import decision_examples
from evals.reader_training.reading_rows import learned_rows
from evals.reader_training.step_examples import step_examples
from evals.reader_training.training_examples import SEED, TrainingExample, build_examples
from evals.reader_training.turn_examples import turn_examples
from tutor_app.domain.settings import load_settings
from tutor_app.models.adapted_model import AdapterName, adapter_file
from tutor_app.models.model_files import DEFAULT_MODEL, cached_path

NAMES: dict[AdapterName, str] = {
    "read_messages": "What students say about programs",
    "decide_by_course": "Which sentences of a course decide what is said",
    "read_steps": "What students say about runs of algorithms",
}
TOKENS = "tokens.json"


def training_command(
    out: Annotated[Path, typer.Option(help="folder for the tokens and the adapter")],
    task: Annotated[AdapterName, typer.Option(help="what the adapter is for")] = "read_messages",
    only_tokens: Annotated[bool, typer.Option(help="do not train: another machine will")] = False,
) -> None:
    """Make an adapter from the labelled messages; with a GPU it takes minutes.

    Tokens that lie in the folder are taken as they are.
    """
    # torch takes seconds to import, which no other command should wait for.
    import torch  # noqa: PLC0415

    from evals.reader_training import token_ids, train_adapter  # noqa: PLC0415
    from evals.reader_training.adapted_qwen import AdapterSize, load_adapted  # noqa: PLC0415
    from evals.reader_training.gguf_file import write_adapter  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    file = adapter_file(task)
    model_file, tokens = cached_path(DEFAULT_MODEL, load_settings()), out / TOKENS
    if not tokens.exists():
        learned, judging = _examples(task)
        print(f"{len(learned)} examples to learn from, {len(judging)} that judge")
        token_ids.write_token_rows(token_ids.tokenise(learned, judging, model_file), tokens)
    if only_tokens:
        return
    rows, settings = token_ids.read_token_rows(tokens), train_adapter.TRAININGS[task]
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    adapter = AdapterSize()
    model = load_adapted(model_file, rows.tokens, adapter, device)
    train_adapter.train(model, rows, settings)
    write_adapter(out / file.name, NAMES[task], adapter.alpha, model.learned())
    print(f"{out / file.name} is the adapter; it goes to {file.parent}.")


def _examples(task: AdapterName) -> tuple[list[TrainingExample], list[TrainingExample]]:
    if task == "decide_by_course":
        return decision_examples()
    if task == "read_steps":
        return step_examples()
    learned, judging = build_examples()
    return [*learned, *turn_examples(learned_rows(), random.Random(SEED))], judging
