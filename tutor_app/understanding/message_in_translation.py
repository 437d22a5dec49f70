"""A message of who writes another language than the course: its wishes, and the rest of it.

A sentence is cut where a clause may end, and the longest stretches that wish, thank or greet are
read as moves; what stands between them is read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem
from tutor_app.understanding.move_words import small_words_of, word_lists, words_of
from tutor_app.understanding.moves_in_translation import as_english_move
from tutor_app.understanding.outright import said_outright
from tutor_app.understanding.problems_in_translation import as_english_problem
from tutor_app.understanding.words_in_translation import in_english_words, is_term
from tutor_app.wording.buttons import as_read
from tutor_app.wording.catalogue import LANGUAGE, spoken_language

_CUT: Final = re.compile(r"\s*[,;:–—]\s+|\s+(?=(?:und|aber|sondern|weil|denn)\s)")
_ON_TOPIC: Final = ("Quiz me", "Another", "I want to trace")  # what names a topic behind it
_SOLUTION: Final = "Give me the"  # "my solution: …" announces what follows, and wishes for none
_JOINS: Final = " ,;:–—"
_CODE: Final = "```"
# Beside nodes and values a word that only colours what is told, "fertig", wishes for no quiz.
_OF_PRACTICE: Final = ("Quiz me", "Another", "Stop the quiz", "Go on with", "I want to trace")
_TELLS: Final = re.compile(
    r"(?<![\w'’-])[A-Za-z](?![\w'’-])|\d\s*[=+→/|]|[=→/|]\s*\d|(?:\d+\D+){4}"
)
_MOST_CUTS: Final = 8  # in a sentence: each pair of them is a stretch that may be a wish


def message_in_english(text: str, language: str, known: Problem | None = None) -> str:
    """Return a message in English, beside the `known` problem of a run.

    A message of English words stays as it is, and so does one that tells a danger, which is found
    in its own language.
    """
    label = as_read(text)
    if label != text:
        return label
    if _CODE in text or said_outright(text) is not None:
        return text
    return "\n".join(_line_in_english(line, language, known) for line in text.splitlines())


def _line_in_english(text: str, language: str, known: Problem | None) -> str:
    said: list[str] = []
    for is_move, part in _moves_and_rest(text, language):
        wishes = bool(said) and said[-1].startswith(_ON_TOPIC)
        on = "on " if wishes and not is_move and is_term(part, language) else ""
        said.append(part if is_move else on + _rest_in_english(part, language, known))
    english = " ".join(_ended(part) for part in said if part)
    return english.removesuffix(".") + ":" if text.rstrip().endswith(":") else english


def begins_as_question(text: str) -> bool:
    """Whether a text in the language spoken, that is not English, begins as its questions do."""
    language = spoken_language()
    if language == LANGUAGE or not (told := word_lists(language)):
        return False
    first = next((word for word in words_of(text) if word not in told["before_question"]), "")
    return first in told["questions"]


def is_unread(text: str) -> bool:
    """Whether a text has small words of the language spoken: a wish would be English by now."""
    language = spoken_language()
    said = text.casefold().split()
    return language != LANGUAGE and not small_words_of(language).isdisjoint(said)


def words_unread(text: str, language: str) -> tuple[str, ...]:
    """Return the words of a message that have no English word here."""
    if _CODE in text or as_read(text) != text:
        return ()
    rest = " ".join(part for is_move, part in _moves_and_rest(text, language) if not is_move)
    return in_english_words(rest, language).unread


def _ended(part: str) -> str:
    return part if part[-1:] in ".!?:,;|" else f"{part}."


def _moves_and_rest(text: str, language: str) -> Iterator[tuple[bool, str]]:
    """Yield the English of each part that wishes or greets, and what stands between them."""
    rest = ""
    tells = _TELLS.search(text) is not None
    for sentence in split_sentences(text):
        pieces, joints = _pieces(sentence)
        alone = [as_english_move(piece, language, asks=True) for piece in pieces]
        longest = 1 if all(alone) else len(pieces)
        at = 0
        while at < len(pieces):
            move, size = _longest_move(pieces[at : at + longest], joints[at:], language)
            # A wish to stop goes first; a single word, "graph: …", announces what is told.
            begins = text.startswith(pieces[at]) and len(pieces[at].split()) > 1
            if move is not None and tells and not begins and move.startswith(_OF_PRACTICE):
                move, size = None, 1
            if move is None:
                rest += (joints[at] or " ") + pieces[at]
            else:
                if rest.strip(_JOINS):
                    yield False, rest.strip(_JOINS)
                rest = ""
                yield True, move
            at += size
    if rest.strip(_JOINS):
        yield False, rest.strip(_JOINS)


def _pieces(sentence: str) -> tuple[list[str], list[str]]:
    """Return a sentence in pieces, and what stands before each of them."""
    pieces, joints, place = [], [""], 0
    for cut in [*_CUT.finditer(sentence)][:_MOST_CUTS]:
        pieces.append(sentence[place : cut.start()])
        joints.append(cut[0])
        place = cut.end()
    return [*pieces, sentence[place:]], joints


def _longest_move(
    pieces: Sequence[str], joints: Sequence[str], language: str
) -> tuple[str | None, int]:
    for size in range(len(pieces), 0, -1):
        move = as_english_move(" ".join(pieces[:size]), language, asks=True)
        announces = joints[size : size + 1] and joints[size].strip() == ":"
        if move is not None and not (announces and move.startswith(_SOLUTION)):
            return move, size
    return None, 1


def _rest_in_english(text: str, language: str, known: Problem | None) -> str:
    problem = as_english_problem(text, language, known)
    return problem or in_english_words(text, language).text
