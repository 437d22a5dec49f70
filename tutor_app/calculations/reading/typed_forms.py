"""What students type around their mathematics: names of equations, marks of parts, a comma."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tutor_app.domain.data_files import read_yaml


def without_typed_forms(text: str) -> str:
    """Return the text with such forms taken out, or put in plain notation; its lines stay lines."""
    for form, plain, needed in _forms():
        if needed is None or needed.search(text):
            text = form.sub(plain, text)
    return text


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str, re.Pattern[str] | None], ...]:
    rows = read_yaml(Path(__file__).with_name("typed_forms.yaml"))
    return tuple(
        (re.compile(row["form"]), row["as"], re.compile(row["if"]) if "if" in row else None)
        for row in rows
    )
