"""What a message says outright: danger, anger, small talk; found in lists, without a classifier."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.normal_form import normal_form
from tutor_app.understanding.hasty_typing import written_out

Outright = Literal["crisis", "abuse"]
SmallTalk = Literal["who", "how_are_you", "bye", "thanks", "greeting", "laugh", "sorry", "fine"]

_LISTS: Final[Mapping[str, list[str]]] = read_yaml(Path(__file__).with_name("outright.yaml"))
# The first that is found counts: "hi, who are you" asks.
_KINDS: Final[tuple[SmallTalk, ...]] = (
    "who",
    "how_are_you",
    "bye",
    "thanks",
    "greeting",
    "laugh",
    "sorry",
    "fine",
)
_FILLERS: Final = frozenset(" ".join(_LISTS["fillers"]).split())
_LONGEST_SEARCHED: Final = 120  # words: only an essay is too long to be searched for a danger
_LONGEST_OUTBURST: Final = 8
_CODE_SIGNS = tuple("[({'\"<>=+*/%-")
_LONGEST_CHAT: Final = 60  # characters: whoever writes more asks something
_SIGNS: Final = re.compile(r"[^\w']+")
_DRAWN_OUT: Final = re.compile(r"([^\W\d])\1{2,}")  # "heyyyy" is "hey"


def said_outright(text: str) -> Outright | None:
    """Return what must not be passed over in a message: a danger, or mere anger."""
    words = plain_words_of(text)
    length = len(words.split())
    if length <= _LONGEST_SEARCHED and any(has_phrase(words, one) for one in _LISTS["crisis"]):
        return "crisis"
    outburst = length <= _LONGEST_OUTBURST and "?" not in text
    return "abuse" if outburst and any(has_phrase(words, one) for one in _LISTS["abuse"]) else None


def small_talk(text: str) -> SmallTalk | None:
    """Return which kind of small talk a message is; None if it says anything else.

    Only a message of nothing but such words counts: "hi, why does BFS…" is a question.
    """
    if len(text.strip()) > _LONGEST_CHAT:
        return None
    rest = plain_words_of(text)
    found: list[SmallTalk] = []
    for kind in _KINDS:
        shorter = _without(rest, _LISTS[kind])
        if shorter != rest:
            found.append(kind)
        rest = shorter
    if any(word not in _FILLERS for word in rest.split()):
        return None
    if found:
        return found[0]
    return "fine" if _only_signs(text) else None


def is_helpless(text: str) -> bool:
    """Whether a message is a bare call for help that names nothing."""
    words = plain_words_of(text)
    rest = _without(words, _LISTS["helpless"])
    return rest != words and all(word in _FILLERS for word in rest.split())


def names_language(text: str) -> bool:
    """Whether a message names a language that people speak."""
    words = plain_words_of(text)
    return any(has_phrase(words, name) for name in _LISTS["languages"])


def is_short(text: str) -> bool:
    """Whether a message has no more than one letter or sign of a question: "?", "b", "??"."""
    return len(text.strip(" ?!.")) <= 1


def plain_words_of(text: str) -> str:
    """Return the words of a text in small letters between single spaces, one at either end."""
    words = _SIGNS.sub(" ", written_out(normal_form(text))).split()
    return f" {_DRAWN_OUT.sub(lambda run: run[1], ' '.join(words))} "


def has_phrase(words: str, phrase: str) -> bool:
    """Whether words as `plain_words_of` returns them have a phrase of a list."""
    return (phrase if _has_no_spaces(phrase) else f" {phrase} ") in words


def _without(words: str, phrases: Iterable[str]) -> str:
    for phrase in sorted(phrases, key=len, reverse=True):
        searched = phrase if _has_no_spaces(phrase) else f" {phrase} "
        while searched in words:
            words = words.replace(searched, " ")
    return words


def _has_no_spaces(phrase: str) -> bool:
    """Whether a phrase is of a script that sets no spaces between words: Chinese, Japanese."""
    return all(ch >= "\u3040" for ch in phrase)


def _only_signs(text: str) -> bool:
    """True for a smiley or a thumb; a bare "?" asks for something, "[]" or "<=" is code."""
    said = text.strip()
    is_code = said.startswith(_CODE_SIGNS)
    return bool(said) and not is_code and "?" not in said and not any(ch.isalnum() for ch in said)
