"""Terms of a manual that defines little: what a section is headed by and its opening speaks of.

A manual says "The comment character # may appear almost anywhere" below "Comments", and never what
a comment is. Such a sentence is no definition, but it is where the course speaks of the term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_map.definition_forms import is_name
from tutor_app.answering.course_map.map_values import CourseSentence, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words, term_words
from tutor_app.answering.practice.leaning_sentences import leans_on_others
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.search_terms import without_number
from tutor_app.retrieval.vocabulary import english_ranks

FEW: Final = 1 / 25  # terms for each passage: a course with fewer defines little
_SPEAKS_EARLY = 9  # words of the sentence in which the name must stand
_LENGTHS = range(7, 45)  # words of the sentence
_EVERYDAY = 1500  # rank among English words: a heading of such words alone names no term
_ODD = re.compile(r"[=<>{}\\|_@$~\"“]|\.\.\.|[?:]$|https?:|\d{3}|\(p\.")


def headed_terms(taught: Sequence[Chunk], known: Sequence[Term]) -> Iterator[Term]:
    """Yield the terms that sections are headed by, in reading order, but for those `known`."""
    seen = {term.key for term in known}
    texts = [pad_words(chunk.text) for chunk in taught]
    said = {word for chunk in taught for word in chunk.text.split()}
    for number, chunk in enumerate(taught):
        begins = number == 0 or taught[number - 1].headings != chunk.headings
        if not begins or not chunk.headings or not chunk.sentences:
            continue
        name = without_number(chunk.headings[-1]).strip()
        key = " ".join(term_words(name))
        sentence = chunk.sentences[0]
        if key in seen or not _names_term(name) or not _speaks_of(sentence.text, key):
            continue
        seen.add(key)
        yield Term(
            key=key,
            name=" ".join(_in_a_sentence(word, said) for word in name.split()),
            article="",
            candidates=(CourseSentence(chunk_id=chunk.id, text=sentence.text),),
            uses=sum(has_term(text, key) for text in texts),
        )


def _in_a_sentence(word: str, said: set[str]) -> str:
    """Return a word of a heading as it is spelled in the middle of a sentence, where it stands."""
    return word.lower() if word[1:].islower() and word.lower() in said else word


def _names_term(name: str) -> bool:
    words = name.split()
    ranks = english_ranks()
    everyday = all(ranks.get(word.casefold(), _EVERYDAY) < _EVERYDAY for word in words)
    return is_name(words) and not everyday


def _speaks_of(text: str, key: str) -> bool:
    words = text.split()
    if len(words) not in _LENGTHS or not is_prose(text) or not text[:1].isalpha():
        return False
    early = pad_words(" ".join(words[:_SPEAKS_EARLY]))
    return has_term(early, key) and not leans_on_others(text) and not _ODD.search(text)
