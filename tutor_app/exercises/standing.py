"""Whether a short message asks where the student's answer stands: told by the nearest example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.nearest_example import nearest_groups

_EXAMPLES: Final[Mapping[str, Sequence[str]]] = read_yaml(Path(__file__).with_name("standing.yaml"))
MOST_WORDS: Final = 10  # who says more says something of the exercise


def asks_where_it_stands(text: str, embedder: Embedder) -> bool:
    """Return whether a message asks what of the answer is there and what is missing.

    "which part is missing?", "am I done?" do; "why?", "give me the solution", "more" do not. Of a
    longer message the first question tells.
    """
    text, mark, _ = text.partition("?")
    if not text or len(text.split()) > MOST_WORDS:
        return False
    return nearest_groups([text + mark], _EXAMPLES, embedder) == ["stands"]
