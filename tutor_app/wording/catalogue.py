"""The tutor's own sentences, in YAML files by language and topic: `wording/en/turn.yaml`.

A module names the sentences that it says as constants, so a missing key or a different placeholder
stops the program at start instead of spoiling a reply:

    TOO_SLOW = phrase("turn.too_slow")
    ASK_ABOUT = phrase("welcome.ask_about", "course")
    ...
    ASK_ABOUT(course="Search and Graph Algorithms")

A second language is a folder beside `wording/en/` with the same files, keys and placeholders. Which
one is spoken is said once at the door, `with speaking("de"):`, for what runs in that thread; a
sentence that a language lacks is said in English (`python -m evals wording` lists them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

import yaml

from tutor_app.domain.values import Session
from tutor_app.wording.formal_german import said_formally, speaks_to_student

LANGUAGE: Final = "en"  # the one that has every sentence
FOLDER: Final = Path(__file__).parent

# Sentences that stay English: problems and choices that are read again by code which reads English,
# and what is said at a terminal, where no course is open.
ENGLISH_ALONE: Final = frozenset(
    {"models_exams", "models_files"}
    | {"commands_courses", "commands_doctor", "commands_models", "commands_running"}
)

REMEMBERED: Final = 3  # replies: who has read more since may read a sentence again

FORMAL: Final = "de"  # it addresses people in two ways, of which the catalogue has one

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_formally: ContextVar[bool] = ContextVar("formally", default=False)
_asked: list[Callable[[], str | None]] = []  # at most one, of the web process

Wordings = tuple[str, ...]


class CatalogueError(Exception):
    """A sentence is missing, or its placeholders are not those that the code fills."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One sentence of the catalogue; called with its placeholders it is text in what is spoken.

    `singular` holds the wordings for a `count` of 1, empty if the sentence does not depend on
    a number. Where there are several wordings, the first is what a call returns.
    """

    key: str
    plain: Wordings
    singular: Wordings = field(default=())

    def __call__(self, **values: object) -> str:
        return self.wordings(**values)[0]

    def wordings(self, **values: object) -> Wordings:
        """Return every wording, filled in, for callers who say the same thing more than once."""
        spoken = spoken_language()
        said = self if spoken == LANGUAGE else read_language(spoken).get(self.key, self)
        chosen = said.singular if said.singular and values.get("count") == 1 else said.plain
        if _formally.get() and spoken == FORMAL and speaks_to_student(self.key):
            chosen = tuple(map(said_formally, chosen))
        return tuple(text.format(**values) for text in chosen)


def unsaid(sentence: Phrase, session: Session, /, **values: object) -> str:
    """Return a sentence in a wording that the last replies do not have; else the one said first."""
    heard = [text for before in session.before[-REMEMBERED:] for text in before.said]
    wordings = sentence.wordings(**values)
    new = (text for text in wordings if text not in heard)
    return next(new, min(wordings, key=lambda text: _last_said(heard, text)))


def was_said(text: str, session: Session) -> bool:
    """Whether one of the last replies has a text, be it as a part of a sentence."""
    return any(text in said for each in session.before[-REMEMBERED:] for said in each.said)


def _last_said(heard: list[str], text: str) -> int:
    return max((place for place, said in enumerate(heard) if said == text), default=-1)


@contextmanager
def speaking(language: str, *, formally: bool = False) -> Iterator[None]:
    """Say every sentence in a language, as "de", until the end; in English if it has no folder.

    `formally`: to somebody who says "Sie" to the tutor.

    A generator that yields inside says what its caller says meanwhile in that language, too.
    """
    before = _spoken.get(), _formally.get()
    _spoken.set(language if language in languages() else LANGUAGE)
    _formally.set(formally)
    try:
        yield
    finally:
        # No tokens: a generator may be closed in another context.
        _spoken.set(before[0])
        _formally.set(before[1])


def speak_as(ask: Callable[[], str | None]) -> None:
    """Let `ask` say which language is spoken where nothing else says it: None for English."""
    _asked[:] = [ask]


def spoken_language() -> str:
    """Return the language in which sentences are said here, as "de"."""
    return _spoken.get() or next((ask() for ask in _asked), None) or LANGUAGE


def languages() -> tuple[str, ...]:
    """Return the languages that have sentences, English first."""
    return _languages(FOLDER)


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    names = sorted(path.name for path in folder.iterdir() if any(path.glob("*.yaml")))
    return (LANGUAGE, *(name for name in names if name != LANGUAGE))


# Every key that the code has asked for; a test compares it with the keys that there are.
used_keys: Final[set[str]] = set()


def phrase(key: str, *placeholders: str) -> Phrase:
    """Return the sentence named `topic.name`, which takes exactly these placeholders.

    Raises:
        CatalogueError: there is no such sentence, or its placeholders are others.
    """
    used_keys.add(key)
    try:
        entry = read_language(LANGUAGE)[key]
    except KeyError:
        raise CatalogueError(f"There is no sentence {key!r} in {FOLDER / LANGUAGE}.") from None
    for text in (*entry.plain, *entry.singular):
        # "One hint is left" need not say the number.
        names = placeholders_of(text) | ({"count"} if entry.singular else set())
        if names != set(placeholders):
            raise CatalogueError(
                f"The sentence {key!r} takes {sorted(names)}, and the code fills "
                f"{sorted(placeholders)}: {text!r}"
            )
    return entry


def phrases_of(topic: str) -> Mapping[str, Phrase]:
    """Return the sentences of a topic by name, to be looked up by an id: of a mistake, of a rule.

    Raises:
        CatalogueError: the topic has no sentences, or one of them has placeholders.
    """
    start = f"{topic}."
    keys = [key for key in read_language(LANGUAGE) if key.startswith(start)]
    if not keys:
        raise CatalogueError(f"There are no sentences in {FOLDER / LANGUAGE / topic}.yaml.")
    return {key.removeprefix(start): phrase(key) for key in keys}


@cache
def read_language(language: str) -> Mapping[str, Phrase]:
    """Return the sentences of a language by key.

    Raises:
        CatalogueError: a file is no list of sentences, or the language has none.
    """
    phrases: dict[str, Phrase] = {}
    for file in sorted((FOLDER / language).glob("*.yaml")):
        if language != LANGUAGE and file.stem in ENGLISH_ALONE:
            continue
        entries = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        if not isinstance(entries, dict):
            raise CatalogueError(f"{file} must hold sentences by name.")
        for name, value in entries.items():
            key = f"{file.stem}.{name}"
            phrases[key] = _read_entry(key, value)
    if not phrases:
        raise CatalogueError(f"There are no sentences in {FOLDER / language}.")
    return phrases


def placeholders_of(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _read_entry(key: str, value: object) -> Phrase:
    if isinstance(value, dict):
        if set(value) != {"one", "other"}:
            raise CatalogueError(f"{key} must have a wording for `one` and one for `other`.")
        return Phrase(key, _wordings(key, value["other"]), _wordings(key, value["one"]))
    return Phrase(key, _wordings(key, value))


def _wordings(key: str, value: object) -> Wordings:
    given = value if isinstance(value, list) else [value]
    wordings = tuple(text.rstrip("\n") for text in given if isinstance(text, str) and text)
    if not wordings or len(wordings) < len(given):
        raise CatalogueError(f"{key} must be a sentence, or a list of wordings.")
    return wordings
