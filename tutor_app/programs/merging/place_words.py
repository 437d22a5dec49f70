"""The words of a message that say where a line goes, and how well a place fits them."""

from __future__ import annotations

from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts, slot_tags
from tutor_app.programs.student_changes.referents import WORDS

ALONE = "only line"
ORDERS = WORDS["orders"]
ADDING = WORDS["only_adding"]
MOVING = WORDS["moving_verbs"]
_PLACES = {"before": "before", "after": "after", "top": "starting", "end": "ending", "in": "within"}
_ROWS = WORDS["of_rows"]
_NEAR = 5  # words behind "before" in which it is told before what
_SIGNS = WORDS["signs_of_none"] | {":"}


def place_words(words: str) -> frozenset[str]:
    """Return the words of a place, those that mean the same as one: "below" is "after". What stands
    right behind such a word is "before:x"; "the first time" is no place."""
    texts = [token.text.casefold() for token in tokens_of(words)]
    pairs = zip(texts, [*texts[1:], ""], strict=False)
    said = {one for one, two in pairs if one not in ("first", "last") or two in _ROWS}
    beside = set[str]()
    for kind, of in _PLACES.items():
        if not said.isdisjoint(WORDS[of]):
            said.add(kind)
        for n, text in enumerate(texts):
            beside |= {f"{kind}:{each}" for each in texts[n + 1 : n + _NEAR] if text in WORDS[of]}
    return frozenset(said | beside | ({ALONE} if ALONE in words.casefold() else set()))


def fits_slot(program: ProgramParts, part: Part, said: frozenset[str], *, after: bool) -> int:
    """Return how much words speak for a slot: "after the loop", "before the += line", "on top"."""
    beside = "after" if after else "before"
    row = {token.text.casefold() for token in tokens_of(program.rows[part.first])} - _SIGNS
    tags = slot_tags(part, after=after) | {f"{beside}:{each}" for each in row}
    return min(2, len((tags - {beside}) & said))
