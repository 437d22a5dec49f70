"""The student's own words said back, and wordings that were not used before."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.wording.quote_sentences import QUOTED

MOST_NAMED = 3
LONGEST = 14  # words of the student's own that are said back


def name_words(quotes: Sequence[str]) -> str:
    """Return the student's sentences as quotations, the long ones cut, none within another."""
    whole = [one for one in quotes if not any(one in other != one for other in quotes)]
    clipped = list(dict.fromkeys(map(clip, whole)))
    named = ", ".join(QUOTED(words=text) for text in clipped[:MOST_NAMED])
    return named if len(clipped) <= MOST_NAMED else f"{named} …"


def clip(text: str) -> str:
    """Return the beginning of a sentence, as much of it as is said back."""
    words = text.strip(' .,;"“”').split()
    return " ".join(words[:LONGEST]) + (" …" if len(words) > LONGEST else "")


def unsaid(ways: Sequence[str], said: Sequence[str]) -> str:
    """Return the first wording that was not said; where all were, the one said longest ago."""
    fresh = next((way for way in ways if way not in said), None)
    return fresh if fresh is not None else min(ways, key=said.index)
