"""The language of a program, by the word behind the opening of its fence."""

from __future__ import annotations

from pathlib import Path

from tutor_app.domain.data_files import read_yaml

_FILE = Path(__file__).with_name("languages.yaml")
_NAMES: dict[str, str] = {
    tag: name for name, tags in read_yaml(_FILE).items() for tag in tags.split()
}


def language_of(tag: str) -> str | None:
    """Return a language's name as people write it: "C++" for cpp; None for a word of none."""
    return _NAMES.get(tag.casefold())
