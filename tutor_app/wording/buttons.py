"""What the chat's buttons say for a student: shown in the course's language, read as English."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from tutor_app.wording.catalogue import LANGUAGE, languages, phrase, read_language, spoken_language

# The sentences that a button sends as the student's message; the readers know the English ones.
_SENT: Final = tuple(
    phrase(key).key
    for key in (
        "conversation_buttons.next_hint",
        "conversation_buttons.show_all",
        "conversation_first_step.go_on",
        "conversation_practice.say_again",
        "conversation_practice.say_easier",
        "conversation_practice.say_harder",
        "conversation_practice.say_stop",
        "conversation_practice.say_unknown",
        "conversation_quotes.example_please",
        "conversation_quotes.quiz_me",
        "conversation_quotes.simpler_please",
        "programs_values.button",
    )
)


def as_label(text: str) -> str:
    """Return a button's text in the language that is spoken; any other text as it is."""
    return _labels(spoken_language()).get(text, text)


def as_read(text: str) -> str:
    """Return the English of what a button of the spoken language sent; any other text as it is."""
    return _english(spoken_language()).get(text.strip(), text)


def is_label(text: str, language: str) -> bool:
    """Whether a text is what a button sends in a language."""
    return text.strip() in _english(language)


@cache
def _labels(language: str) -> dict[str, str]:
    return dict(_pairs(language))


@cache
def _english(language: str) -> dict[str, str]:
    return {label: english for english, label in _pairs(language)}


def _pairs(language: str) -> Iterator[tuple[str, str]]:
    """Yield the English of each button with its text in a language."""
    if language == LANGUAGE or language not in languages():
        return
    english, said = read_language(LANGUAGE), read_language(language)
    for key in _SENT:
        if key in said:
            yield english[key].plain[0], said[key].plain[0]
