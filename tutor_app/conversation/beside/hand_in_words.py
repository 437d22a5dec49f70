"""What a message tells of handing in, "I was ill", "is it too late", by the nearest example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import yaml

from tutor_app.domain.normal_form import split_sentences
from tutor_app.exercises.contradiction import pieces_of
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.nearest_example import nearest_groups

_DATA: Final[Mapping[str, Mapping[str, Sequence[str]]]] = yaml.safe_load(
    Path(__file__).with_name("hand_in_rules.yaml").read_text(encoding="utf-8")
)
RULES: Final = _DATA["rules"]  # what the course may say to each thing that is told


def things_told(text: str, embedder: Embedder) -> frozenset[str]:
    """Return the groups that the sentences of a message, and their pieces, are nearest to."""
    sentences = split_sentences(text)
    pieces = list(dict.fromkeys((*sentences, *(p for one in sentences for p in pieces_of(one)))))
    if not pieces:
        return frozenset()
    groups = nearest_groups(pieces, _DATA["examples"], embedder)
    return frozenset(group for group in groups if group is not None)
