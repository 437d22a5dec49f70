"""The data files that lie beside the code: word lists, names, forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def read_yaml(file: Path) -> Any:
    """Return what a YAML file of ours holds.

    By libyaml: PyYAML's own parser takes a seventh of the time in which a process starts.
    """
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
