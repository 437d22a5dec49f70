"""What "when is that due?" asks of, written out: the sheet of the item at hand, the test before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.conversation.beside.exam_words import exam_named
from tutor_app.domain.lexicon import QUESTION_WORDS, read_word_lists
from tutor_app.domain.values import Session
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_matching import names_sheet
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.wording.catalogue import phrase

ASSIGNMENT = phrase("conversation_hand_in.assignment", "sheet")
_WORDS: Final = read_word_lists(Path(__file__).with_name("named_before.yaml"))
_IT: Final = re.compile(rf"\b(?:{'|'.join(sorted(_WORDS['it']))})\b(?:\s+(?:one|sheet))?", re.I)
_SHORT: Final = 9  # words


def with_sheet_named(text: str, session: Session, item: AssignmentItem | None) -> str:
    """Return a short message that asks of dates or points with the name of what it calls "it".

    `item` is the one at hand; nothing is written where the message names a sheet or a test.
    """
    words = plain_words(text)
    if len(words) > _SHORT or names_sheet(text) or exam_named(text):
        return text
    said = set(words)
    if said.isdisjoint(QUESTION_WORDS) and not text.rstrip().endswith("?"):
        return text  # "nothing long" wishes
    if session.practice_round is not None or session.tracing is not None and item is None:
        return text
    if item is not None and item.sheet and said & _WORDS["sheets"]:
        name = ASSIGNMENT(sheet=item.sheet)
    elif session.before and said & (_WORDS["tests"] | _WORDS["sheets"]):
        name = exam_named(session.before[-1].question)
    else:
        return text
    if not name:
        return text
    named = _IT.sub(name, text, count=1)
    return named if named != text or item is not None else f"{text.rstrip(' ?')} {name}?"
