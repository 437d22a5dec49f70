"""The sentences of a message, and those that ask openly: these claim nothing."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.tracing.fact_pool.said_symbols import WORDS

_SENTENCES: Final = r"(?<=[.?!;\n])\s+"


def sentences_of(text: str) -> list[str]:
    """Return the sentences and lines of a text."""
    return re.split(_SENTENCES, text)


def without_questions(text: str) -> str:
    """Return a text without the sentences that ask openly: "why is it B?" claims nothing."""
    parts = re.split(_SENTENCES + r"|,\s+(?=(?:so\s+)?(?:why|how|what|which|who)\b)", text)
    return " ".join(part for part in parts if not _asks(part))


def _asks(part: str) -> bool:
    words = re.findall(r"[\w']+", part.casefold())
    return not WORDS["asks"].isdisjoint(words[:3]) or ("or" in words and part.endswith("?"))
