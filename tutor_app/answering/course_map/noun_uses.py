"""Whether a word is used as a noun in a course: told by what stands behind it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tutor_app.answering.course_map.definition_forms import DefinedTerm
from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.domain.values import Chunk

_NOUN = 0.5  # share of a noun's uses before a small word or a sign


class NounUses:
    """Tells names of things from properties by what follows them in the course."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._words = [re.findall(r"[\w’'-]+|[^\w\s]", c.text.casefold()) for c in chunks]
        titles = (title.casefold() for chunk in chunks for title in chunk.headings)
        self._titled = {word for title in titles for word in title.split()}
        self._seen: Counter[str] = Counter()
        self._ends: Counter[str] = Counter()
        for words in self._words:
            for word, behind in zip(words, [*words[1:], "."], strict=True):
                self._seen[word] += 1
                self._ends[word] += behind in SMALL_WORDS or not behind[:1].isalpha()

    def may_be(self, term: DefinedTerm) -> bool:
        """Return whether a name of one word is a noun: "global" stands before one."""
        word = term.name.casefold()
        if term.form in ("labelled", "property") or " " in word:
            return True
        if len(word) == 1:
            return word in self._titled  # a letter by itself is a variable, but for "R"
        if term.form != "term_last" or term.article:
            return True  # it is the subject of its sentence, or has an article
        return self._ends[word] >= _NOUN * self._seen[word]
