"""What to say when a hint has been given in every wording there is."""

from __future__ import annotations

from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_staff

NO_OTHER_WORDS = phrase("no_other_wording.no_other_words", "next_hint", "person")
HINT_ALL_SAID = phrase("no_other_wording.hint_all_said", "next_hint", "person")


def no_other_words(contact: str) -> tuple[str, str]:
    """Say that a hint has no other wording; the second sentence if the first was said before."""
    person = name_staff(contact)
    return (
        NO_OTHER_WORDS(next_hint=as_label(NEXT_HINT), person=person),
        HINT_ALL_SAID(next_hint=as_label(NEXT_HINT), person=person),
    )
