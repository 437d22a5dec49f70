"""What the README tells people stands in the code: the settings, and the files it links to.

`python tests/test_readme.py` prints the table of settings.
"""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from tutor_app.embedded.model_files import DEFAULT_MODEL, EMBEDDER, SMALL_MODEL, megabytes
from tutor_app.settings import Settings

ROOT = Path(__file__).parents[1]
# These two depend on the machine; the README says what they are on Linux.
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


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_settings_is_that_of_the_code() -> None:
    written = re.search(r"<!-- settings: .*? -->\n(.*?)\n<!-- /settings -->", readme(), re.S)

    assert written is not None
    assert written[1] == settings_table()


def test_the_sizes_of_the_models_are_those_of_the_files() -> None:
    for model in (DEFAULT_MODEL, SMALL_MODEL, EMBEDDER):
        row = next(
            line
            for line in readme().splitlines()
            if f"| {model.title}" in line or f": {model.title}" in line
        )
        assert row.endswith(f"| {megabytes(model.size)} |")


def test_every_file_that_the_readme_links_to_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", readme()) if "://" not in link]

    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


def test_every_path_that_the_design_names_is_there() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    named = set(
        re.findall(r"\b(?:tutor_app|ingest|prompts|evals|demo_course|tests)/[\w/.]*\w", text)
    )

    assert len(named) > 20
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def test_the_licence_is_the_whole_agpl() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")

    assert text.split("\n")[0].strip() == "GNU AFFERO GENERAL PUBLIC LICENSE"
    assert "Version 3, 19 November 2007" in text
    assert [f"  {n}. " in text for n in range(18)] == [True] * 18
    assert "END OF TERMS AND CONDITIONS" in text
    assert "How to Apply These Terms to Your New Programs" in text


if __name__ == "__main__":
    print(settings_table())  # noqa: T201 - what the command is for
