"""How a course is run, asked in another language than English: by the words that both share.

Question and sentences are held together in English words, so that "Abgabetermin" meets "Abgabe".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tutor_app.answering.question_features import tells_when
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.beside.hand_in_rules import ON_THAT, sheet_meant
from tutor_app.conversation.beside.lead_back import lead_back
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    IntentRecognised,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.words_in_translation import statement_in_english
from tutor_app.wording.catalogue import LANGUAGE, spoken_language, unsaid

_WORDS: Final = read_word_lists(Path(__file__).with_name("rules_in_translation.yaml"))
_CLAUSE: Final = re.compile(r"[,;.?!]+\s+|[?!]+|\band\b")
_LONGEST: Final = 40  # words: who writes more writes of something else
_MOST: Final = 3  # sentences quoted

_Told = tuple[Chunk, SourceSentence]


def rules_in_translation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's sentences on its dates and rules; None where none is asked for."""
    language = turn.session.settings.language
    if LANGUAGE in (language, spoken_language()) or turn.index is None or turn.shape.has_data:
        return None
    text = turn.message.text
    if turn.message.wanted is not None or len(text.split()) > _LONGEST:
        return None
    found: dict[str, _Told] = {}
    for clause in _CLAUSE.split(statement_in_english(text, language)):
        said = _words(clause)
        if said & _WORDS["asks"] and (told := _nearest(turn, said, language)) is not None:
            found.setdefault(told[1].text, told)
    return _reply(turn, list(found.values())[:_MOST]) if found else None


def _nearest(turn: TurnContext, said: frozenset[str], language: str) -> _Told | None:
    """Return the sentence that shares most words with a clause; of dated ones, where it asks when.

    What is due is told by the sheet that is meant.
    """
    assert turn.index is not None
    sheet = sheet_meant(turn, turn.index) if said & _WORDS["due"] else None
    asks_when = bool(said & _WORDS["when"])
    best: tuple[tuple[int, int], _Told] | None = None
    for chunk in turn.index.chunks:
        of_sheet = chunk.document == sheet and chunk.exercise is None
        if chunk.document.kind != "logistics" and not of_sheet:
            continue
        for sentence in chunk.sentences:
            there = statement_in_english(sentence.text, language)
            shared = said & _words(there) & _WORDS["asks"]
            if not shared or (asks_when and not tells_when(there)):
                continue
            fit = (of_sheet + len(shared), len(said & _words(there)))
            if best is None or fit > best[0]:
                best = fit, (chunk, sentence)
    return best[1] if best is not None else None


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z']+|\d+", text.casefold())) | frozenset(tokens(text))


def _reply(turn: TurnContext, found: list[_Told]) -> Iterator[Event]:
    assert turn.index is not None
    yield IntentRecognised(intent="direct", sure=True, others=())
    yield Sentence(text=unsaid(ON_THAT, turn.session), role="lead_in")
    yield from show_sentences(found, turn.index)
    yield from lead_back(turn.session)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="direct", found=None, timings=turn.notes.timings))
