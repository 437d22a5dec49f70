"""What a wrong answer of a round is: the course's own sentence on the option or term that was said.

"Not that one" teaches nothing; what the other thing is, in the course's words, tells the two apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.practice.questions.judge_answer import LETTERS, chosen_option
from tutor_app.answering.practice.questions.term_questions import item_of
from tutor_app.conversation.from_map.named_terms import terms_in
from tutor_app.domain.practice import PracticeQuestion, QuestionKind
from tutor_app.domain.values import Sentence, Session
from tutor_app.wording.catalogue import Phrase, phrase, unsaid

TERM_IS = phrase("conversation_practice.term_is", "option", "sentence")
OPTION_IS: Final[dict[QuestionKind, Phrase]] = {
    "which": TERM_IS,
    "meaning": phrase("conversation_practice.sentence_is_of", "option"),
    "reason": phrase("conversation_practice.reason_is_of", "option"),
}
RULED_OUT: Final[dict[QuestionKind, Phrase]] = {
    "which": phrase("conversation_practice.ruled_out_term", "option", "sentence"),
    "meaning": phrase("conversation_practice.ruled_out_sentence", "letter", "option"),
    "reason": phrase("conversation_practice.ruled_out_reason", "letter", "option"),
}
_LONGEST = 240  # characters of a definition beside a wrong answer


def tell_of_option(question: PracticeQuestion, text: str) -> str:
    """Return what the course says of the option that a message chose; "" where it is not known."""
    chosen = chosen_option(text, question)
    note = _note(question, chosen)
    if chosen is None or not note:
        return ""
    return _fill(OPTION_IS[question.kind], question.kind, chosen, note)


def tell_of_term(question: PracticeQuestion, text: str, course_map: CourseMap) -> str:
    """Return the definition of another term that a message names instead of the one asked for."""
    said = terms_in(text, course_map)
    term = next((one for one in said if item_of(one) != question.item), None)
    if term is None or not _is_apart(term, question):
        return ""
    sentence = _one_line(term.definition.text)
    return TERM_IS(option=term.name, sentence=sentence) if len(sentence) <= _LONGEST else ""


def rule_out_option(
    question: PracticeQuestion, session: Session
) -> tuple[PracticeQuestion, Sentence] | None:
    """Return the question with a wrong option less, and what that one is; None at two options."""
    left = [one for one in question.open_options if one not in question.accepted]
    told = next((one for one in left if _note(question, one)), None)
    if len(left) < 2 or told is None:
        return None
    note, letter = _note(question, told), LETTERS[question.options.index(told)]
    ways = RULED_OUT[question.kind]
    slots = {"option": told, "sentence": _one_line(note)}
    if question.kind != "which":
        slots = {"letter": letter, "option": _one_line(note)}
    said = Sentence(text=unsaid(ways, session, **slots), role="hint")
    tried = replace(question, ruled_out=(*question.ruled_out, told), tries=question.tries + 1)
    return tried, said


def _fill(ways: Phrase, kind: QuestionKind, chosen: str, note: str) -> str:
    if kind == "which":
        return ways(option=chosen, sentence=_one_line(note))
    return ways(option=_one_line(note))


def _note(question: PracticeQuestion, option: str | None) -> str:
    if option is None or option not in question.options or not question.notes:
        return ""
    note = question.notes[question.options.index(option)]
    return note if len(note) <= _LONGEST else ""


def _is_apart(term: Term, question: PracticeQuestion) -> bool:
    """Whether a term is no case of what was asked for, nor the other way round."""
    asked = {word for name in question.accepted for word in name.casefold().split()}
    own: Sequence[str] = term.words
    return not asked & {*own}


def _one_line(text: str) -> str:
    return " ".join(text.split())
