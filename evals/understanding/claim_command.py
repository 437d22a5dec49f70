"""`claims-heard` and `claim-training`: general claims of algorithms, as the network hears them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from evals.understanding.claim_rows import CLAIM_ROWS, ClaimRow, read_claims
from tutor_app.domain.settings import load_settings
from tutor_app.models.model_files import EMBEDDER
from tutor_app.tracing.trials.general_claim import GeneralClaim
from tutor_app.tracing.trials.try_claim import try_claim
from tutor_app.understanding.general_claims import (
    FOLDER,
    LABELS,
    NAMED_OUTCOMES,
    SETTINGS,
    SUBJECTS,
    WANTED,
    hear_generally,
)

JUDGE: Final = ("kept", "kept_2")
_SURE: Final = (0.3, 0.4, 0.5, 0.6, 0.7)

out = Console()


def claims_heard_command(
    rows: Annotated[
        list[Path], typer.Option(help="files of rows; without one, those that judge", exists=True)
    ] = [],  # noqa: B006  (typer reads it)
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Measure how general claims are heard, by how sure the reading is."""
    files = rows or [_file(name) for name in JUDGE]
    figures = {file.stem: measure(read_claims([file])) for file in files}
    out.print_json(json.dumps(figures)) if as_json else out.print(figures)


def claim_training_command(
    epochs: Annotated[int, typer.Option(help="how often each row is seen")] = 10,
    without: Annotated[list[str], typer.Option(help="files that are not learned from")] = [],  # noqa: B006
    to: Annotated[Path | None, typer.Option(help="folder to write the network to")] = None,
) -> None:
    """Train the network that hears general claims; judge it on files it does not learn from."""
    # torch takes seconds to import, and only who trains needs it.
    from evals.understanding.claim_training import train_claims  # noqa: PLC0415
    from evals.understanding.network_export import write_network  # noqa: PLC0415

    names = sorted(file.stem for file in CLAIM_ROWS.glob("*.jsonl"))
    learned = [name for name in names if name not in (*JUDGE, *without)]
    base = load_settings().elenchus_cache / "models" / EMBEDDER.target
    network = train_claims(read_claims([_file(name) for name in learned]), base, epochs)
    with tempfile.TemporaryDirectory() as place:
        folder = to or Path(place)
        write_network(network, folder, part="part")
        heads = [NAMED_OUTCOMES, SUBJECTS, SETTINGS, WANTED]
        labels = json.dumps({"heads": heads, "learned_from": learned}, indent=1)
        (folder / LABELS).write_text(labels + "\n", encoding="utf-8")
        for name in without or JUDGE:
            out.print(name, measure(read_claims([_file(name)]), folder))


def measure(rows: Sequence[ClaimRow], folder: Path = FOLDER) -> dict[str, object]:
    """Return how many claims are heard whole, and what is said at several degrees of sureness.

    `tried_alike` counts a claim as right where another one is heard, but comes out the same.
    """
    heard = [hear_generally(row.last_words, row.message, folder) for row in rows]
    claims = [place for place, row in enumerate(rows) if row.claim is not None]
    found: dict[str, object] = {
        "rows": len(rows),
        "claims": len(claims),
        "outcome_right": sum(
            row.outcome == (one.claim.outcome if one else "none")
            for row, one in zip(rows, heard, strict=True)
        ),
        "whole": sum(
            (one := heard[place]) is not None and one.claim == rows[place].claim for place in claims
        ),
        "wanted_right": sum(
            (one := heard[place]) is not None and one.wanted == rows[place].wanted
            for place in claims
        ),
    }
    for least in _SURE:
        said = [
            (row, one)
            for row, one in zip(rows, heard, strict=True)
            if one is not None and one.sure >= least
        ]
        found[f"from {least}"] = {
            "said": len(said),
            "whole": sum(row.claim == one.claim for row, one in said),
            "tried_alike": sum(_alike(row, one.claim) for row, one in said),
            "of_no_claim": sum(row.claim is None for row, one in said),
        }
    return found


def _alike(row: ClaimRow, heard: GeneralClaim) -> bool:
    if row.claim is None:
        return False
    if row.claim == heard:
        return True
    if row.claim.outcome != heard.outcome or row.claim.subjects != heard.subjects:
        return False
    due, found = try_claim(row.claim), try_claim(heard)
    return due is not None and found is not None and due.how_often == found.how_often


def _file(name: str) -> Path:
    return CLAIM_ROWS / f"{name}.jsonl"
