"""The table of settings in docs/operations.md is the one of tutor_app/domain/settings.py.

`python tests/domain/test_settings_table.py` prints it.
"""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from tutor_app.domain.settings import Settings

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"
BLOCK = re.compile(r"<!-- settings:[^>]*-->\n(?P<table>.*?)\n<!-- /settings -->", re.DOTALL)
# These two depend on the machine; the page says what they are on Linux.
FOLDERS = {"elenchus_home": "`~/.local/share/elenchus`", "elenchus_cache": "`~/.cache/elenchus`"}


def settings_table() -> str:
    rows = ["| variable | default | what it does |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        rows.append(f"| `{name.upper()}` | {shown_default(name, field)} | {field.description} |")
    return "\n".join(rows)


def shown_default(name: str, field: FieldInfo) -> str:
    if name in FOLDERS:
        return FOLDERS[name]
    value = field.default
    if isinstance(value, SecretStr):
        value = value.get_secret_value()
    return f"`{str(value).lower() if isinstance(value, bool) else value}`" if value != "" else "–"


def test_the_documented_settings_are_those_of_the_code() -> None:
    written = BLOCK.search(OPERATIONS.read_text(encoding="utf-8"))

    assert written is not None
    assert written["table"] == settings_table()


if __name__ == "__main__":
    print(settings_table())  # noqa: T201 - what the command is for
