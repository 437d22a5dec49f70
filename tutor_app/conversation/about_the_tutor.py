"""What is asked of the tutor itself: the fact about it that a message asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import yaml

from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.wording.catalogue import Phrase, phrase

_ASKED: Final[Mapping[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("about_the_tutor.yaml").read_text(encoding="utf-8")
)
_OF_COURSE: Final = frozenset({"privacy", "files", "truth", "sees"})
FACTS: Final[Mapping[str, Phrase]] = {
    name: phrase(f"conversation_tutor.{name}", *(("course",) if name in _OF_COURSE else ()))
    for name in _ASKED
}
_NEAR: Final = 0.55  # the cosine from which a message asks what an example asks


def fact_asked(text: str, embedder: Embedder, course: str) -> str | None:
    """Return the fact about the tutor that a message asks for; None where none is near."""
    pairs = [(name, example) for name, examples in _ASKED.items() for example in examples]
    *examples, asked = embedder.embed([*(example for _, example in pairs), written_out(text)])
    near = np.array(examples) @ asked
    best = int(np.argmax(near))
    if float(near[best]) < _NEAR:
        return None
    name = pairs[best][0]
    return FACTS[name](**({"course": course} if name in _OF_COURSE else {}))
