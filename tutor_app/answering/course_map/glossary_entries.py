"""Entries of a glossary that sets each of its terms as a heading of its own."""

from __future__ import annotations

from tutor_app.answering.course_map.definition_forms import GLOSSARIES, DefinedTerm, is_name
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.search_terms import without_number
from tutor_app.retrieval.vocabulary import plain_words

_LONGEST = 4  # words of a term
_LEAST_SAID = 4  # words: fewer are a translation or a reference


def glossary_entry(chunk: Chunk, first_sentence: str) -> DefinedTerm | None:
    """Return the term that the last heading of a glossary's section is; None outside of one.

    The part that it stands in, or the file, must be called a glossary: elsewhere a heading names
    what its section is about.
    """
    above = [*chunk.headings[:-1], chunk.document.title]
    if not any(GLOSSARIES & set(plain_words(name)) for name in above):
        return None
    name = without_number(chunk.headings[-1]).split() if chunk.headings else []
    if not 0 < len(name) <= _LONGEST or not is_name(name):
        return None
    if len(first_sentence.split()) < _LEAST_SAID:
        return None
    return DefinedTerm(name=" ".join(name), article="", form="entry")
