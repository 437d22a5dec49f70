"""How the classifier is trained, as training.yaml has it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

SETTINGS: Final = Path(__file__).with_name("training.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings:
    """What training.yaml says of each."""

    epochs: int
    batch: int
    encoder_rate: float
    heads_rate: float
    warm_up: float
    dropout: float
    also: float
    table_loss: float
    moved: float
    onward: int
    onward_rate: float
    onward_networks: int
    seed: int
    sure_when_right: float


def read_settings() -> TrainingSettings:
    """Return the settings of training.yaml."""
    return TrainingSettings(**yaml.safe_load(SETTINGS.read_text(encoding="utf-8")))
