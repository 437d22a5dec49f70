"""What a run tells to a question about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAnswer:
    """Sentences that answer a question from the run; `whole` where the course need add nothing."""

    sentences: tuple[str, ...]
    whole: bool = True
