"""What a short message about the problem at hand wants: a hint, the table, other words, a check."""

from __future__ import annotations

import re
from typing import Literal

Aside = Literal["stuck", "all", "pressed", "why", "argue"]

NEXT_HINT = "Next hint"
SHOW_ALL = "Show the whole table"
LONGEST = 16  # words: a longer message says something of its own

_PATTERNS: tuple[tuple[Aside, re.Pattern[str]], ...] = (
    (
        "argue",
        re.compile(
            r"\byou('?re| are)( \w+)? (wrong|mistaken|incorrect)\b|\b(mine|my (trace|answer|solution|"
            r"table)) (is|was) (right|correct|fine)\b|\bi('?m| am) (right|correct|sure)\b"
            r"|\bcheck (it |that )?again\b|\bthat'?s not (right|true|correct)\b|\bare you sure\b"
            r"|\bmy (teacher|prof\w*|lecturer|ta|friend|book)\b.* (says?|said|has|did)\b"
        ),
    ),
    (
        "all",
        re.compile(
            r"\b(show|give|see)( me)? (it )?(all|everything|the (whole|full|entire|rest)|whole table)"
            r"|\bshow all\b|\b(whole|full|complete|entire) (table|trace|run)\b|\bshow the table\b"
        ),
    ),
    (
        "pressed",
        re.compile(
            r"\b(just|please|pls|can you|could you)?\s*(tell|give|show|send)( me)? (just )?(the |your )?"
            r"(answer|solution|result|right (row|step|one)|correct (row|step|answer|one|trace))"
            r"|\bwhat('?s| is) the (answer|solution|right|correct)\b|\bsolve it\b"
            r"|\bdo it for me\b|\bjust (tell|give|show|say)\b"
        ),
    ),
    (
        "stuck",
        re.compile(
            r"\bstuck\b|\b(next|another|one more|more|a|give me a|any) hints?\b|^hints?\b"
            r"|\b(i )?(don'?t|do not|dont) (know|get it|see it|understand)\b|\bidk\b|\bno (idea|clue)\b"
            r"|^(please )?help( me)?( please)?$|\bi('?m| am) lost\b|\bi give up\b"
        ),
    ),
    (
        "why",
        re.compile(
            r"^(but |and |ok |hm+ )?(why|how so|how come)( is that| not| that)?$|\bwhat do you mean\b"
            r"|\bwhat does (that|this|it) mean\b|\bin other words\b|\bexplain (that|this|it)\b"
            r"|\bi don'?t get (the hint|what you mean)\b|\bhuh\b"
        ),
    ),
)


def aside(text: str) -> Aside | None:
    """Return what the message wants, None where it says something of its own."""
    plain = " ".join(text.casefold().replace("’", "'").split()).strip(" .!?…")
    if not plain or len(plain.split()) > LONGEST:
        return None
    return next((kind for kind, pattern in _PATTERNS if pattern.search(plain)), None)
