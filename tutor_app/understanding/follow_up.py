"""Messages that lean on what was said before (K8): "yes, B1", "why?", "and with weights?".

Such a message is searched together with a short summary of what the conversation was about. Where
that leads away from the message's own words, it is searched alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote, Session
from tutor_app.retrieval.search_terms import tokens

LONGEST = 25  # words: who writes more says what it is about
FEW = 2  # content words: fewer than these, or as many, lean on something
SUMMARY_WORDS = 12
# Words that begin a message which goes on from the one before.
_GOES_ON = re.compile(
    r"^\W*(and|but|so|or|also|then|what about|how about|what if|same (for|with)|why( not)?\b"
    r"|how come|yes|yeah|yep|no|nope|ok(ay)?|sure|right|hm+|wait|really|for example|e\.?g"
    r"|like what|such as|which one|in that case|and if|the (first|second|third|last|other) (one|"
    r"part|bit|sentence|step)?|an? example|another|more|examples?)\b",
    re.IGNORECASE,
)
_ASKS_WHY = re.compile(r"\W*(why|how come)\b", re.IGNORECASE)
# Words that stand for something said before. "it" in "is it true that" or "it is" with a clause
# after it stands for what follows, which the number of content words tells well enough.
_POINTS_BACK = re.compile(
    r"\b(it|its|they|them|their|those|these|this|that|the (same|other|former|latter)|one|ones"
    r"|both|either|neither|there|he|she|here|above|before|instead|then)\b",
    re.IGNORECASE,
)
# How much of it is asked, and it is what was said before: "why that many?", "by how much?"
AMOUNTS = frozenset("many much often long far few little big".split())
_NUMBERING = re.compile(r"^[\d.]+\s+")  # of a section's title
_OWN_TOPIC = 4  # content words that the course knows: the message names its own topic
_NAME = re.compile(r"\b[A-Z]\w{0,2}[*+#]")  # "A*" is no content word, and a topic all the same
# Titles under which anything may stand: they do not say what a conversation is about.
_DULL = re.compile(
    r"^\W*(exercises?|problems?|items?|rules|summary|examples?|introduction|overview|references?"
    r"|assignment|lecture|chapter|homework|notes?)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\W*((ok|and|so|but|please|pls|can you|could you|can i|i need|do you have|is there|have)\W+)*"
    r"((give|show|tell|see|get|have)( me| us)?\W+)?((an?|another|some|one|any|more|other)\W+)*"
    r"((simple|concrete|easy|worked|real|small|short|good)\W+)?examples?( please| pls)?\W*",
    re.IGNORECASE,
)
_OTHER_WORDS = re.compile(
    r"\W*((ok|and|so|but|please|can you|could you|will you|you|still)\W+)*"
    r"((explain|say|put|tell|try|give)( me)?( it| that| this)?( again)?\W+)?"
    r"(in (simple|simpler|easy|easier|other|plain|your own|different)( words| terms| english)"
    r"|(more )?(simply|simpler|easier)|eli5|like (i.?m|i am|im|to) .{1,20}|another way|differently)"
    r"( please)?\W*"
    r"|\W*((sorry|but|well|ok|hm+|no|i|im|i'm|am|still|really|just|so)\W+)*"
    r"(((do ?n['’]?t|do not|can ?n?['’]?o?t) (understand|get it|get this|follow|know))"
    r"( it| this| that)?( at all| yet| sorry)?|idk|dunno|lost|stuck|confused|no (idea|clue))\W*",
    re.IGNORECASE,
)
# What is wanted is not what was spoken of: "what do I use instead?", "is there an alternative?"
_SOMETHING_ELSE = re.compile(
    r"\b(instead|alternatives?|something else|what else|which else|other (way|algorithm|method"
    r"|approach|option)s?|replace(ment)?)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?<!\w)(?:chapter|lecture|assignment|homework|hw|sheet|problem set|week)"
    r"\s*#?\s*\d{1,2}(?!\w)",
    re.IGNORECASE,
)
# What leads up to a topic and says nothing of it.
_OPENING = re.compile(
    r"\W*(?:(?:hey|hi|hello|yo|ok|okay|so|please|um+|well|sorry|quick question|btw)\b[,:!. ]*)*"
    r"(?:(?:can|could|would|will) (?:you|someone|anyone|we) (?:please )?)?(?:just )?"
    r"(?:help me (?:out )?(?:with|on|to understand|understand)|tell me (?:something |more )?about"
    r"|teach me(?: about)?|i (?:need|want|could use) (?:some |your )?help (?:with|on)"
    r"|i(?:'?m| am) (?:stuck|struggling|lost) (?:with|on|in)"
    r"|i have (?:a |some )?questions? (?:about|on)"
    r"|let'?s (?:talk about|do|look at))\s+(?=\S)",
    re.IGNORECASE,
)
_NEAR = 3  # messages back: a sheet that was named earlier is not what is spoken of
LONG = 60  # words: of a longer message what it asks is searched, not all that leads up to it
_ASKS = re.compile(
    r"\?\s*$|\b(my question|question is|i (do ?n.?t|cannot|can.?t) (get|see|under))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InContext:
    """What to search for a message. `about` says in words what it was joined with, if anything.

    `narrow` joins it with no more than `near`, the sheet or lecture that was spoken of or the
    question before: a message may turn from the topic of a task to its due date.
    """

    query: str
    joined: bool = False
    about: str = ""
    narrow: str = ""
    near: str = ""


def in_context(
    text: str, session: Session, knows: Callable[[str], bool] = lambda word: True
) -> InContext:
    """Return the message, joined with what the conversation is about where it leans on that.

    `knows` says whether a content word occurs in the course.
    """
    return joined_with_topic(text, session) if leans_back(text, knows) else InContext(query=text)


def joined_with_topic(text: str, session: Session) -> InContext:
    """Return the message joined with what was last quoted, whether it leans on it or not."""
    topic = next((one for one in reversed(session.before) if one.quoted), None)
    joined = "" if topic is None else summary(topic, text)
    if topic is None or not joined:
        return InContext(query=text)
    titles = [_NUMBERING.sub("", title) for title in topic.topics]
    about = next((title for title in titles if not _DULL.match(title)), topic.question)
    places = [_PLACE.search(one.question) for one in reversed(session.before[-_NEAR:])]
    near = next((place[0] for place in places if place is not None), topic.question)
    return InContext(
        query=f"{text} ({joined})",
        joined=True,
        about=about,
        narrow=f"{text} ({near})",
        near=near,
    )


def asks_for_example(text: str) -> bool:
    """Return whether a message asks for an example and does not say of what."""
    return _EXAMPLE.fullmatch(text) is not None


def asks_in_other_words(text: str) -> bool:
    """Return whether a message asks to hear the same more simply, and does not say what."""
    return _OTHER_WORDS.fullmatch(text) is not None


def asks_for_something_else(text: str) -> bool:
    """Return whether a message asks what there is beside that which was spoken of."""
    return _SOMETHING_ELSE.search(text) is not None


def heart(text: str) -> str:
    """Return what a message asks, without what leads up to it."""
    text = _OPENING.sub("", text, count=1) if _OPENING.match(text) else text
    if len(text.split()) <= LONG:
        return text
    sentences = split_sentences(text)
    asking = [part for part in sentences if _ASKS.search(part)] or sentences[-2:]
    words = " ".join(asking).split()
    return " ".join(words[-LONG:])


def leans_back(text: str, knows: Callable[[str], bool] = lambda word: True) -> bool:
    """Return whether a message cannot be understood without the one before it."""
    if len(text.split()) > LONGEST:
        return False
    said = set(tokens(text))
    if not said and _NAME.search(text):
        return False
    own = {word for word in said if knows(word)}
    if len(own) >= _OWN_TOPIC:
        return False
    if len(own) <= FEW and (begins := _GOES_ON.match(text)):
        # "why is dfs not optimal?" names what it asks of.
        return len(own) < FEW or not _ASKS_WHY.match(begins[0])
    return bool(_POINTS_BACK.search(text)) or said <= AMOUNTS


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


def keeps(text: str, quotes: Sequence[Quote], rarity: Callable[[str], float]) -> bool:
    """Return whether quotes have the message's own rarest word, if it has one that is known.

    `rarity` is the weight of a content word in the course, 0 for one that it does not have.
    """
    rarest = own_word(text, rarity)
    return rarest is None or rarest in _words(quotes)


def own_word(text: str, rarity: Callable[[str], float]) -> str | None:
    """Return the message's rarest content word of those that the course has."""
    own = max(sorted(set(tokens(text))), key=rarity, default=None)
    return None if own is None or rarity(own) <= 0 else own


def _words(quotes: Iterable[Quote]) -> set[str]:
    """Return the content words of what the quotes mark, and of the sections they stand in."""
    return {
        word
        for quote in quotes
        for text in (*quote.headings, *(mark.text for mark in quote.marked))
        for word in tokens(text)
    }
