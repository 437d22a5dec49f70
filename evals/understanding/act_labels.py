"""What stands beside the network: its labels, its thresholds, and which rows it learned from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from evals.understanding.act_rows import OWN_ROWS
from tutor_app.understanding.act_classifier import ACTS, LABELS, Thresholds

SEEN: Final = "seen_rows.txt"


def write_labels(folder: Path, thresholds: Thresholds, data: Mapping[str, str]) -> None:
    """Write the labels in the network's order, the thresholds and the hashes of what it learned."""
    labels = {"acts": ACTS, "thresholds": asdict(thresholds), "data": dict(sorted(data.items()))}
    text = json.dumps(labels, indent=1) + "\n"
    (folder / LABELS).write_text(text, encoding="utf-8")


def write_seen(folder: Path, fingerprints: Iterable[str]) -> None:
    """Write which rows were learned from, so that none of them judges unnoticed."""
    text = "".join(f"{one}\n" for one in sorted(set(fingerprints)))
    (folder / SEEN).write_text(text, encoding="utf-8")


def read_seen(folder: Path) -> frozenset[str]:
    """Return the fingerprints that `write_seen` wrote."""
    return frozenset((folder / SEEN).read_text(encoding="utf-8").split())


def hashes_of_own_rows() -> dict[str, str]:
    """Return the SHA-256 of each of the project's own files of rows, by its name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(OWN_ROWS.glob("*.jsonl"))
    }
