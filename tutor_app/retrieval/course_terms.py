"""Which words of a text are terms of a course: they name what it is about."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import stem, tokens
from tutor_app.retrieval.vocabulary import english_ranks

_EVERYDAY: Final = 3000  # rank among English words: what is more common belongs to no subject
# "A*" is no content word, and a name all the same.
_NAME: Final = re.compile(r"\b[A-Z]\w{0,2}[*+#]")
_WORD: Final = re.compile(r"(?<!['’])[^\W_]+")  # what follows an apostrophe is none: "that's"


def own_terms(text: str, index: CourseIndex) -> frozenset[str]:
    """Return the terms of the course that a text names, cut to their stems.

    A term is a word that the course has and that everyday English hardly uses, or one that the
    course defines or heads a section with.
    """
    vocabulary = index.vocabulary
    ranks = english_ranks()
    known = {
        stem(word)
        for word in _WORD.findall(text.casefold())
        if tokens(word) and index.knows(stem(word))
        if ranks.get(word, _EVERYDAY) >= _EVERYDAY or stem(word) in vocabulary.defined
    }
    return frozenset(known | names_with_signs(text))


def names_with_signs(text: str) -> set[str]:
    """Return the names of a text that end in a sign, in small letters: "A*"."""
    return {name.casefold() for name in _NAME.findall(text)}
