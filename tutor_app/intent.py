"""Which help a message asks for (K6), by patterns: a fact, or an understanding."""

from __future__ import annotations

import re

from tutor_app.values import Intent

_CONCEPTUAL = re.compile(
    r"\bwhy\b|\bhow\s+come\b|\bwhat\s+happens\s+(if|when)\b|\bhow\s+(does|do|is|are|can|could)\b"
    r"(?!\s+(i|you|we)\s+(submit|hand|install|register|contact))"
    r"|\bexplain\b|\bintuit|\bunderstand\b|\bdifferen(ce|t)\b|\bcompare|\bversus\b|\bvs\b"
    r"|\bwhat('?s|\s+is)\s+the\s+(point|reason|idea|purpose|intuition)\b|\bmake\s+sense\b"
    r"|\bwhat\s+goes\s+wrong\b|^\W*(isn|aren|doesn|don|wouldn|won|can)'?t\b|\bbut\s+.*\?"
    r"|\bwhen\s+(should|would|do)\b|\bin\s+what\s+sense\b|\bjustif|\bprove\b|\bproof\b",
    re.IGNORECASE,
)


def classify(text: str) -> Intent:
    """Return `conceptual` for why and how, else `direct`."""
    return "conceptual" if _CONCEPTUAL.search(text) else "direct"
