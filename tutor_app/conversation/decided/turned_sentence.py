"""A sentence of the course that says "not" where a claim does not, beside one that bears it out.

"It stops when the goal is removed" sounds like "it can stop as soon as the goal shows up"; the
sentence before it says that it does not stop then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.search_terms import tokens

_Told = tuple[Chunk, SourceSentence]
_WORD = re.compile(r"[^\W_]+(?:'t)?")
_SAID = 0.7  # of a claim's words, with which a sentence says just that


def turned_sentence(claim: str, told: Sequence[_Told]) -> _Told | None:
    """Return the sentence in the paragraphs told that denies what a claim says is so; else None."""
    words = set(tokens(claim))
    if any(len(words & set(tokens(one.text))) >= _SAID * len(words) for _, one in told):
        return None  # that is what the course says
    affirmed = words - _only_denied(claim)
    return next((one for one in _paragraphs_of(told) if _only_denied(one[1].text) & affirmed), None)


def _only_denied(text: str) -> set[str]:
    """Return the stems of what a text says is not so, and nowhere that it is: "does not stop".

    "No edge", "not only" and the like deny something else, or a part.
    """
    words = _WORD.findall(text.replace("’", "'").casefold())
    behind = [at + 1 for at, word in enumerate(words[:-1]) if _denies(word)]
    denied = {stem for at in behind if _tells(words[at]) for stem in tokens(words[at])}
    return denied - set(tokens(" ".join(word for at, word in enumerate(words) if at not in behind)))


def _denies(word: str) -> bool:
    return word in CLAIM_LISTS["refuses"] or word.endswith("n't")


def _tells(word: str) -> bool:
    return not any(word in CLAIM_LISTS[name] for name in ("light", "limited", "compares"))


def _paragraphs_of(told: Sequence[_Told]) -> Iterator[_Told]:
    """Yield all sentences of the paragraphs in which sentences stand."""
    for chunk, sentence in told:
        beside = (one for one in chunk.sentences if one.paragraph == sentence.paragraph)
        yield from ((chunk, one) for one in beside)
