"""An example of what is not so: "an admissible heuristic that is not consistent"."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.answering.denied_words import denied_words
from tutor_app.answering.question_features import is_caption
from tutor_app.answering.quote_display import show_paragraphs
from tutor_app.answering.sentences_in_talk import LikelySentence, likeliest_in_talk
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event, Sentence, SourceSentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

SHOWN = phrase("conversation_claims.denied_example", "place")
_WEIGHED = 20  # sentences


def asks_for_denied(turn: TurnContext) -> bool:
    """Whether an example is wanted of something that is not so."""
    return turn.settled_act == "ask.example" and bool(_denied(turn))


def denied_example(turn: TurnContext) -> Iterator[Event] | None:
    """Return the place of the course that denies what the example is to lack, with its figure.

    None where the course has no such place: an example that is so would mislead.
    """
    index, text = turn.index, turn.message.text
    if index is None:
        return None
    near = likeliest_in_talk(text, (), index, turn.services.embedder)[:_WEIGHED]
    wanted = own_terms(text, index) | _denied(turn)
    fitting = [one for one in near if _denied(turn) & denied_words(one.sentence.text)]
    best = max(
        fitting, key=lambda one: len(wanted & own_terms(one.sentence.text, index)), default=None
    )
    return None if best is None else _show(best, turn, index)


def _show(best: LikelySentence, turn: TurnContext, index: CourseIndex) -> Iterator[Event]:
    marked = [best.sentence, *_shows_behind(best)]
    quote = show_paragraphs([[(best.chunk, one) for one in marked]], index)[0]
    text = unsaid(SHOWN, turn.session, place=name_place(quote))
    yield Sentence(text=text, role="lead_in")
    yield quote
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _shows_behind(best: LikelySentence) -> list[SourceSentence]:
    """Return the sentence behind it where that points to a figure or gives the example."""
    sentences = best.chunk.sentences
    after = sentences[sentences.index(best.sentence) + 1 :][:1]
    same = [one for one in after if one.paragraph == best.sentence.paragraph]
    return [one for one in same if not is_caption(one.text)]


def _denied(turn: TurnContext) -> set[str]:
    index = turn.index
    if index is None:
        return set()
    terms = own_terms(turn.message.text, index)
    return {word for word in denied_words(turn.message.text) if word in terms}
