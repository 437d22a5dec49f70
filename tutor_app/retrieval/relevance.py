"""How near a course comes to a question: below a profile's floor it is declined."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.text import stem, tokens
from tutor_app.retrieval.vocabulary import english_ranks, plain_words
from tutor_app.values import Scores

# Chosen on the dev questions and the tuning half of evals/questions/decline.jsonl
# (docs/benchmarks.md): what a question of nothing but foreign words would lose.
_FOREIGN = 0.3
_PLAIN = 3000  # rank among English words: what is more common belongs to no subject
_SHORTEST = 3
_FAR = 0.3  # relevance below which nothing in the course is worth naming as the nearest
_FEW_KNOWN = 1  # content words that the course has
_SAYS_SOMETHING = 2  # content words: with fewer ("why?") a message is about nothing of its own
_CHAT = frozenset(
    "pls plz thx btw wtf lol omg idk imo tbh prof hmm yeah nope gonna wanna kinda gotta cuz coz wat"
    " wut thats whats theres hows wheres whos heres youre theyre hes shes ive ill".split()
)
_CONTRACTION = re.compile(r"(?:.*n|ca|wo)t")


def relevance(query: Query, scores: Sequence[Scores], index: CourseIndex) -> float:
    """Return the mean of the best two kinds of cosine, less what foreign words take from it."""
    dense = max((s.dense for s in scores if s.dense is not None), default=0.0)
    sentence = max((s.sentence for s in scores if s.sentence is not None), default=0.0)
    return max(0.0, (dense + sentence) / 2 - _FOREIGN * foreign_share(query, index))


def is_off_topic(query: Query, nearness: float, index: CourseIndex) -> bool:
    """Return whether a message is about something else altogether, by how near the course comes.

    Chosen so that 26 of 30 such messages are seen and 2 of 20 questions near to the course's subject
    are taken for one (docs/benchmarks.md); either way nothing is quoted.
    """
    said = set(query.words)
    known = {word for word in said if index.knows(word)}
    return nearness < _FAR and len(said) >= _SAYS_SOMETHING and len(known) <= _FEW_KNOWN


def foreign_share(query: Query, index: CourseIndex) -> float:
    """Return the share of a question's words that name something the course never names.

    Everyday words, chat, and what was understood as a slip of the pen do not count.
    """
    asked = set(tokens(query.text))
    foreign = {word for word in plain_words(query.text) if _is_foreign(word, index)}
    count = max(0, len(foreign) - len(query.also))
    return count / len(asked) if asked else 0.0


def _is_foreign(word: str, index: CourseIndex) -> bool:
    if len(word) < _SHORTEST or word in _CHAT or _CONTRACTION.fullmatch(word):
        return False
    if index.vocabulary.stems[stem(word)] or word in index.abbreviations:
        return False
    return english_ranks().get(word, _PLAIN) >= _PLAIN
