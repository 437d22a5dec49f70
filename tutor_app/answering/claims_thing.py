"""The thing of the course that a claim is about, and whether a sentence is about it as well."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from tutor_app.answering.course_names import CourseName, things_named
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, names_with_signs
from tutor_app.retrieval.search_terms import roots
from tutor_app.tracing.reading.algorithm_names import name_algorithm

_OPENING = 9  # words in which a sentence names what it is about


class ClaimsThing:
    """What a claim is about; `about` is what was spoken of, where the claim names nothing itself.

    `words` are the roots of the words that name it, empty where nothing is named.
    """

    def __init__(self, claim: str, about: str, index: CourseIndex) -> None:
        self._index = index
        named = things_named(about, index) if about else things_named(claim, index)[:1]
        self._thing = named[0].thing if named else None
        self.words = {word.rstrip("e") for word in named[0].said} if named else set()
        self._spoken_of = {each.thing for each in things_named(f"{about} {claim}", index)}

    @property
    def is_named(self) -> bool:
        """Whether the claim is about a thing that the course has a name for."""
        return self._thing is not None

    def is_meant_by(self, sentence: str, titled: AbstractSet[str]) -> bool:
        """Whether a sentence is about the thing: names it first, or stands under it.

        `titled` are the roots of the words of the headings above the sentence.
        """
        if self._thing is None:
            return True
        opening = " ".join(sentence.split()[:_OPENING])
        first = {each.thing for each in things_named(opening, self._index)}
        if self._thing in first or self.words <= self._roots(opening):
            return True
        if self._is_of_another(sentence):
            return False
        named = {each.thing for each in things_named(sentence, self._index)}
        here = self._roots(sentence)
        return self._thing in named or self.words <= titled or self.words <= here

    def _is_of_another(self, sentence: str) -> bool:
        """Whether a sentence names another thing of its kind, which the claim does not speak of."""
        named = {each.thing for each in things_named(sentence, self._index)}
        return any(map(self._is_kin, named - self._spoken_of))

    def _is_kin(self, thing: CourseName) -> bool:
        """Whether a thing is of the same kind: another search, another tree."""
        mine = self._thing
        both = mine is not None and name_algorithm(mine.name) and name_algorithm(thing.name)
        return mine is not None and thing != mine and (bool(both) or bool(thing.words & mine.words))

    def _roots(self, text: str) -> set[str]:
        return roots(spell_out(text, self._index.abbreviations)) | names_with_signs(text)
