"""Messages that lean on what was said before (K8): "yes, B1", "why?", "and with weights?".

Such a message is searched together with a short summary of what the conversation was about. Where
that leads away from the message's own words, it is searched alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tutor_app.retrieval.text import tokens
from tutor_app.values import Exchange, Quote, Session

LONGEST = 25  # words: who writes more says what it is about
FEW = 2  # content words: fewer than these, or as many, lean on something
SUMMARY_WORDS = 12
# Words that begin a message which goes on from the one before.
_GOES_ON = re.compile(
    r"^\W*(and|but|so|or|also|then|what about|how about|what if|same (for|with)|why( not)?\b"
    r"|how come|yes|yeah|yep|no|nope|ok(ay)?|sure|right|hm+|wait|really|for example|e\.?g"
    r"|like what|such as|which one|in that case|and if|the (first|second|third|last|other) (one|"
    r"part|bit|sentence|step)?)\b",
    re.IGNORECASE,
)
# Words that stand for something said before. "it" in "is it true that" or "it is" with a clause
# after it stands for what follows, which the number of content words tells well enough.
_POINTS_BACK = re.compile(
    r"\b(it|its|they|them|their|those|these|this|that|the (same|other|former|latter)|one|ones"
    r"|both|either|neither|there|he|she|here|above|before|again|instead|then)\b",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^[\d.]+\s+")  # of a section's title
_OWN_TOPIC = 4  # content words that the course knows: the message names its own topic


@dataclass(frozen=True, slots=True, kw_only=True)
class InContext:
    """What to search for a message. `about` says in words what it was joined with, if anything."""

    query: str
    joined: bool = False
    about: str = ""


def in_context(
    text: str, session: Session, knows: Callable[[str], bool] = lambda word: True
) -> InContext:
    """Return the message, joined with what the conversation is about where it leans on that.

    `knows` says whether a content word occurs in the course.
    """
    topic = next((one for one in reversed(session.before) if one.quoted), None)
    if topic is None or not leans_back(text, knows):
        return InContext(query=text)
    joined = summary(topic, text)
    if not joined:
        return InContext(query=text)
    about = _NUMBERING.sub("", topic.topics[0]) if topic.topics else topic.question
    return InContext(query=f"{text} ({joined})", joined=True, about=about)


def leans_back(text: str, knows: Callable[[str], bool] = lambda word: True) -> bool:
    """Return whether a message cannot be understood without the one before it."""
    if len(text.split()) > LONGEST:
        return False
    said = set(tokens(text))
    own = {word for word in said if knows(word)}
    if len(own) >= _OWN_TOPIC:
        return False
    if len(own) <= FEW and _GOES_ON.match(text):
        return True
    return bool(_POINTS_BACK.search(text)) or not said


def summary(before: Exchange, text: str) -> str:
    """Return what an exchange was about, in a few content words that `text` does not have.

    First the words of the section titles and of the question, then those of what was quoted.
    """
    said = set(tokens(text))
    words: dict[str, str] = {}
    for source in (*before.topics[:1], before.question, *before.quoted[:1]):
        for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", source):
            stems = tokens(word)
            if stems and word[:1].isalpha() and not said.issuperset(stems):
                words.setdefault(" ".join(stems), word)
    return " ".join(list(words.values())[:SUMMARY_WORDS])


def drifted(
    text: str, joined: Sequence[Quote], alone: Sequence[Quote], rarity: Callable[[str], float]
) -> bool:
    """Return whether the joined search lost the message's own rarest word, and its own keeps it.

    `rarity` is the weight of a content word in the course, 0 for one that it does not have.
    """
    own = sorted(set(tokens(text)), key=rarity, reverse=True)
    if not own or rarity(own[0]) <= 0:
        return False
    rarest = own[0]
    return rarest not in _words(joined) and rarest in _words(alone)


def _words(quotes: Iterable[Quote]) -> set[str]:
    """Return the content words of what the quotes mark, and of the sections they stand in."""
    return {
        word
        for quote in quotes
        for text in (*quote.headings, *(mark.text for mark in quote.marked))
        for word in tokens(text)
    }
