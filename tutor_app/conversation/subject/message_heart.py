"""What a message asks, without what only leads up to it."""

from __future__ import annotations

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.claims import asks_to_know

_LONG = 60  # words: of a longer message only its questions are searched
_SAYS_SOMETHING = 2  # content words of the course: a question with fewer leans on what is told


def heart_of(text: str, turn: TurnContext, index: CourseIndex) -> str:
    """Return what a message asks: from its first question on, with terms that are told before.

    Where it asks for the course's dates and rules, from where it does.
    """
    sentences = split_sentences(text)
    if len(text.split()) > _LONG:
        asking = [part for part in sentences if part.endswith("?")] or sentences[-2:]
        return " ".join(" ".join(asking).split()[-_LONG:])
    if turn.settled_act == "ask.admin":
        acts = [turn.act_of(part).act for part in sentences]
        asking = sentences[acts.index("ask.admin") :] if "ask.admin" in acts else []
        return " ".join(asking) if _knows(asking, index) else text
    first = next((n for n, part in enumerate(sentences) if asks_to_know(part)), 0)
    if len(_knows(sentences[first:], index)) < _SAYS_SOMETHING:
        return text
    told = [part for part in sentences[:first] if names_a_term(part, index)]
    return " ".join((*told, *sentences[first:]))


def _knows(sentences: list[str], index: CourseIndex) -> set[str]:
    """Return the content words of sentences that the course has."""
    return {word for part in sentences for word in tokens(part) if index.knows(word)}


def names_a_term(text: str, index: CourseIndex) -> bool:
    """Whether a sentence names an algorithm, or a word that the course defines."""
    defined = own_terms(text, index) & index.vocabulary.defined
    return bool(defined) or name_algorithm(text) is not None
