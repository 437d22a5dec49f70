"""Which kind of material a file is, as its name tells."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

import yaml

from ingest.readers.file_formats import format_of_file

if TYPE_CHECKING:
    from tutor_app.domain.values import MaterialKind

_WORDS = Path(__file__).with_suffix(".yaml")


def guess_kind(name: str) -> MaterialKind:
    """Guess the kind of material from the file's name; a textbook if the name says nothing."""
    formats: dict[str | None, MaterialKind] = {"forum": "forum", "slides": "slides"}
    by_format = formats.get(format_of_file(name))
    if by_format == "forum":
        return by_format
    words = _words_of(name)
    for kind, (sure, hints) in _words_by_kind().items():
        if words & hints or any(word.startswith(sure) for word in words):
            return kind
    return by_format or "textbook"


def surely_kind(name: str) -> MaterialKind:
    """Return the kind that a word of the name leaves no doubt of, else a textbook."""
    if format_of_file(name) == "forum":
        return "forum"
    words = _words_of(name)
    return next(
        (
            kind
            for kind, (sure, _) in _words_by_kind().items()
            if any(word.startswith(sure) for word in words)
        ),
        "textbook",
    )


def _words_of(name: str) -> set[str]:
    stem = re.sub(r"\.[A-Za-z]{1,4}$", "", unicodedata.normalize("NFC", name))
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)", " ", stem).lower()
    return set(re.findall(r"[^\W\d_]+", apart))


@cache
def _words_by_kind() -> dict[MaterialKind, tuple[tuple[str, ...], frozenset[str]]]:
    read = yaml.safe_load(_WORDS.read_text(encoding="utf-8"))
    return {
        cast("MaterialKind", kind): (tuple(told["sure"]), frozenset(told["hints"]))
        for kind, told in read.items()
    }
