"""German that says "Sie", made from the one catalogue, which says "du".

There is no second catalogue: verbs beside "du", requests and pronouns are few, and stand in a list.
What stands in quotation marks is what a student or a button says, and stays.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from tutor_app.domain.data_files import read_yaml

_QUOTED: Final = re.compile(r"„[^“]*“|`[^`]*`")
_SENTENCE: Final = re.compile(r"[^.!?\n]*(?:[.!?\n]+|$)")
_CLAUSE: Final = re.compile(r"[^,;:–.!?\n]*[,;:–.!?\n]?")
_YOU: Final = re.compile(r"\b[Dd]u\b")
_SAYS_ICH: Final = re.compile(r"\bich\b", re.I)
_SELF: Final = re.compile(r"(?<=\bSie )(es )?(?:dir|dich)\b")
_TO_YOU: Final = re.compile(r"\bdir\b")
_AT_YOU: Final = re.compile(r"\bdich\b")
_WORD: Final = re.compile(r"\w+")
_SECOND: Final = re.compile(r"\b\w{2,}(?:s|ß)t\b")
# Where a request may begin: a sentence with a capital, a clause without.
_SENTENCE_BEGINS: Final = r"^\W*|[.!?:(}]\s+|\n\W*"
_CLAUSE_BEGINS: Final = rf"{_SENTENCE_BEGINS}|[;,–]\s+"


@lru_cache(maxsize=4096)
def said_formally(text: str) -> str:
    """Return a sentence of the catalogue as it is said to somebody who says "Sie"."""
    quoted = iter(_QUOTED.findall(text))
    plain = _QUOTED.sub("\0", text)
    said = "".join(_sentence_formally(found[0]) for found in _SENTENCE.finditer(plain))
    return re.sub("\0", lambda _: next(quoted), said)


def _sentence_formally(text: str) -> str:
    has_you = _YOU.search(text) is not None
    text = _requests().sub(lambda found: _request_formally(found, text), text)
    if has_you:
        text = "".join(_clause_formally(found[0]) for found in _CLAUSE.finditer(text))
    text = _pronouns().sub(lambda found: _like(found[0], _lists()["pronouns"]), text)
    text = _SELF.sub(lambda found: f"{found[1] or ''}sich", text)
    return _AT_YOU.sub("Sie", _TO_YOU.sub("Ihnen", text))


def _request_formally(found: re.Match[str], text: str) -> str:
    """Return "nennen Sie" for "nenn"; what "ich" does in the sentence before it is no request."""
    verb = _WORD.findall(found[0])[-1]
    if verb[0].islower() and verb.endswith("e") and _SAYS_ICH.search(text[: found.start()]):
        return found[0]
    return f"{found[0].removesuffix(verb)}{_like(verb, _lists()['requests'])} Sie"


def _clause_formally(clause: str) -> str:
    beside_you = _YOU.search(clause) is not None
    return _SECOND.sub(lambda found: _verb_formally(found[0], beside_you), clause)


def _verb_formally(verb: str, beside_you: bool) -> str:
    """Return the verb that "Sie" is said with; what "er" is said with as well only beside "du"."""
    told, small = _lists(), verb.lower()
    if small in told["verbs"]:
        turned = beside_you or small not in told["also_of_others"]
        return _like(verb, told["verbs"]) if turned else verb
    return verb.removesuffix("st") + "en" if beside_you and small not in told["no_verbs"] else verb


def speaks_to_student(key: str) -> bool:
    """Whether a sentence of the catalogue, `topic.name`, is said to a student, and not by them."""
    return not {key, key.partition(".")[0]} & set(_lists()["as_they_are"])


def _like(word: str, told: dict[str, str]) -> str:
    said = told[word.lower()]
    return said[0].upper() + said[1:] if word[0].isupper() else said


@cache
def _lists() -> Any:
    return read_yaml(Path(__file__).with_suffix(".yaml"))


@cache
def _requests() -> re.Pattern[str]:
    verbs = sorted(_lists()["requests"], key=len, reverse=True)
    behind = rf"\b(?i:{'|'.join(_lists()['before_requests'])})\s+"
    small = rf"(?:{_CLAUSE_BEGINS}|{behind})(?:{'|'.join(verbs)})"
    capital = rf"(?:{_SENTENCE_BEGINS})(?:{'|'.join(verb.capitalize() for verb in verbs)})"
    return re.compile(rf"(?:{small}|{capital})\b(?!\s+(?:ich|Sie)\b)(?![:|])")


@cache
def _pronouns() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_lists()['pronouns'])})\b", re.I)
