"""What a short message about the problem at hand wants: a hint, the table, other words, a check."""

from __future__ import annotations

import re
from typing import Literal

from tutor_app.understanding.dialogue_acts_abroad import aside_abroad
from tutor_app.understanding.hasty_typing import written_out

Aside = Literal["stuck", "all", "pressed", "why", "argue"]

NEXT_HINT = "I'm stuck"  # what the button beside the ladder says
SHOW_ALL = "Show the whole table"
LONGEST = 16  # words: a longer message says something of its own
LONGEST_PLEA = 26  # the same of one that asks for the answer: it is told with the reasons


def _any(*wordings: str) -> re.Pattern[str]:
    return re.compile("|".join(wordings))


# The first that is found counts.
_PATTERNS: tuple[tuple[Aside, re.Pattern[str]], ...] = (
    (
        "pressed",
        _any(
            # A student says that somebody else allowed it.
            r"\bmy (teacher|prof\w*|lecturer|ta|instructor|boss|mum|mom|dad)\b.*"
            r"\b(i|you|u) (may|can|am allowed|are allowed)\b",
            r"\bi('?m| am) allowed to (see|have|get)\b",
        ),
    ),
    (
        "argue",
        _any(
            r"\byou('?re| are)( \w+)? (wrong|mistaken|incorrect)\b",
            r"\b(mine|my (trace|answer|solution|table)) (is|was) (right|correct|fine)\b",
            r"\bi('?m| am) (right|correct|sure)\b",
            r"\bcheck (it |that )?again\b",
            r"\bthat'?s not (right|true|correct)\b",
            r"\bare you sure\b",
            r"^(but |no |nope )+.{0,12}\b(that|it|this|mine)('s| is| was) (right|correct|true)\b",
            r"\bmy (teacher|prof\w*|lecturer|ta|friend|book)\b.* (says?|said|has|did)\b"
            r"(\W+[\w']+){0,7}$",
        ),
    ),
    (
        "all",
        _any(
            r"\b(show|give|see)( me)? (it )?(all|everything|whole table)\b",
            r"\b(show|give|see)( me)? the (whole|full|entire|rest|table)\b",
            r"\b(whole|full|complete|entire) (table|trace|run)\b",
        ),
    ),
    (
        "pressed",
        _any(
            r"\b(tell|give|show|send)( me)? (just )?(the |your )?"
            r"(answer|solution|result|code|program|proof)\b",
            r"\b(tell|give|show|send)( me)? (just )?the (right|correct) (row|step|one|trace)\b",
            r"\bwhat('?s| is) the (answer|solution|right|correct)\b",
            r"\b(solve it|do it for me)\b",
            r"\bjust (tell|give|show|say)\b(?!( me)? (if|whether|where|why|how))",
            r"\bat least (tell|give|show|say)\b",
            r"\b(tell|give|show|send|write)( me)? (the |a )?"
            r"(fixed|corrected|correct|right|working|final|full) (code|program|version|answer)\b",
            r"\b(fix|solve|do|write|finish) .{1,40} for me\b|\bwhat (do|should) i write$",
            r"(?<!do )\bi (\w+ )?need (it|this|the (answer|solution)s?)\b(?! to\b)|\bbegging\b",
            r"^ple+a+s+e+( ple+a+s+e+)*$|^(please |but )*i('?m| am) (so )?desperate$",
            r"^(please |pls |but )*i('?m| am) (going to|gonna) fail\b|\bno time( left)?$",
            r"\b(just )?this once\b|\bnobody will (know|notice)\b|\bi won'?t tell\b",
        ),
    ),
    (
        "stuck",
        _any(
            r"\bstuck\b|\bwhat('?s| is) wrong( with (it|that|this|mine))?$",
            r"\bwhere('?s| is| was) (my|the) (mistake|error|fault)$",
            r"\b(next|another|one more|more|a|give me a|any) hints?\b|^hints?\b",
            r"\b(do not|don'?t) (know|get it|see it|understand)\b|\bidk\b|\bno (idea|clue)\b",
            r"^(please )?help( me)?( please)?$|\bi('?m| am) lost\b|\bi give up\b",
            r"^(so |and |ok |then )*what('?s| is| comes| do i do| should i do| now)* (next|now)"
            r"( step| row)?$",
        ),
    ),
    (
        "why",
        _any(
            r"^(but |and |ok |hm+ )?(why|how so|how come)( is that| not| that)?$",
            r"\bwhat do you mean\b|\bwhat does (that|this|it) mean\b|\bin other words\b",
            r"\bin (simple|simpler|easy|easier|plain|your own)( words| terms| english)\b|\beli5\b",
            r"\bexplain\b.{0,30}\blike i('?m| am)\b|\b(simpler|easier|say (that|it) again)$",
            r"^(but |and |ok )?(what|which) rule( is (that|it)| do you mean)?$",
            r"\bexplain (that|this|it)\b|\bdon'?t get (the hint|what you mean)\b|\bhuh\b",
        ),
    ),
)


def aside(text: str) -> Aside | None:
    """Return what the message wants, None where it says something of its own."""
    plain = " ".join(written_out(text).casefold().replace("’", "'").split()).strip(" .!?…")
    length = len(plain.split())
    if not plain or length > LONGEST_PLEA or (length > LONGEST and "\n" in text.strip()):
        return None
    wanted = next((kind for kind, pattern in _PATTERNS if pattern.search(plain)), None)
    wanted = wanted or aside_abroad(plain)
    return wanted if length <= LONGEST or wanted == "pressed" else None
