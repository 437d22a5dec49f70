"""The sentence that says what a term is, told by where the term stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_map.term_words import term_words
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, Query

_BE = frozenset({"is", "are"})
_OPENS = frozenset({"a", "an", "the", "or"})
# "is the largest", "is tense if": what stands behind the verb of a definition.
_DEFINES = frozenset({"a", "an", "the", "any", "one", "called", "said", "defined", "if", "when"})
_CALLED = frozenset({"called", "call", "means"})
_ENOUGH = 0.3  # cosine with the question
_Told = tuple[Chunk, SourceSentence]


def defining_sentence(name: str, query: Query, index: CourseIndex) -> _Told | None:
    """Return the sentence nearest to the question of those that define its term; None if none does.

    "A directed graph without cycles is called a dag", "an edge is tense if …", "the branching
    factor b is the largest number …", "… is the base case".
    """
    term = term_words(name)
    best: tuple[float, _Told] | None = None
    for chunk in filter(teaches, index.chunks):
        near = index.sentence_vectors(chunk) @ query.vector
        for sentence, cosine in zip(chunk.sentences, near, strict=True):
            if not is_prose(sentence.text) or not defines(term, term_words(sentence.text)):
                continue
            if cosine >= _ENOUGH and (best is None or cosine > best[0]):
                best = float(cosine), (chunk, sentence)
    return None if best is None else best[1]


def defines(term: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words of a sentence define a term, by what stands before and behind it."""
    size = len(term)
    for at in range(len(words) - size + 1):
        if list(words[at : at + size]) != list(term):
            continue
        before = words[max(0, at - 3) : at]
        behind = words[at + size : at + size + 3]
        if behind[:1] and len(behind[0]) == 1 and behind[0] not in _OPENS:
            behind = behind[1:]  # its sign: "the branching factor b"
        opens = not before or before[-1] in _OPENS
        if opens and len(behind) > 1 and behind[0] in _BE and behind[1] in _DEFINES:
            return True
        if before[-1:] and before[-1] in _BE and behind[:1] and behind[0] in ("if", "when"):
            return True
        ends = at + size == len(words)
        if before and (before[-1] in _CALLED or (len(before) > 1 and before[-2] in _CALLED)):
            return True
        if ends and len(before) > 1 and before[-2] in _BE and before[-1] in ("a", "an", "the"):
            return True
    return False
