"""The table of settings in docs/operations.md is the one of tutor_app/settings.py."""

from __future__ import annotations

import re
from pathlib import Path

from tutor_app.settings import Settings

OPERATIONS = Path(__file__).parents[1] / "docs" / "operations.md"
BLOCK = re.compile(r"<!-- settings:[^>]*-->\n(?P<table>.*?)<!-- /settings -->", re.DOTALL)


def settings_table() -> str:
    """The table that belongs in docs/operations.md."""
    lines = ["| variable | default | what it is |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = str(field.default).replace(str(Path.home()), "~")
        shown = "" if default in {"", "**********"} else f"`{default}`"
        lines.append(f"| `{name.upper()}` | {shown} | {field.description} |")
    return "\n".join(lines) + "\n"


def test_the_documented_settings_are_those_of_the_code() -> None:
    found = BLOCK.search(OPERATIONS.read_text(encoding="utf-8"))
    assert found is not None
    assert found["table"] == settings_table(), "copy the right side into docs/operations.md"
