"""Reads which term a sentence defines, by the forms in definition_forms.yaml."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import yaml

Form = Literal["labelled", "heading", "entry", "term_first", "term_last", "property"]
_DATA: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("definition_forms.yaml").read_text(encoding="utf-8")
)
_NEVER_BEGINS: Final = frozenset(_DATA["never_begins"].split())
_STOPS: Final = frozenset(_DATA["stops"].split())
_ARTICLES: Final = frozenset(_DATA["articles"].split())
_NO_PROPERTY: Final = frozenset(_DATA["no_property"].split())
_NO_SUBJECT: Final = frozenset(_DATA["no_subject"].split())
_NO_KIND: Final = frozenset(_DATA["no_kind"].split())
_SAYS: Final = frozenset(_DATA["says"].split())
_IS: Final = frozenset(_DATA["is"].split())
_IS_USED: Final = frozenset(_DATA["is_used"].split())
_IS_KIND: Final = frozenset(_DATA["is_kind"].split())
_LONGEST: Final = 4  # words of a term
_LEAST_SAID: Final = 4  # words behind the form: fewer say nothing of what it is
_TOKEN = re.compile(r"[^\s,;:.!?()“”\"‘]+|[,;:.!?()“”\"‘]")
_OPEN, _CLOSE = '“"‘', '”"’'
_PLAIN = re.compile(r"[^\W\d_][\w’'*+#/-]*")
_LABEL = re.compile(r"^(?P<word>[A-Z][a-z]+)(?:\s+[\d.]+)?\s*[(:]\s*(?P<term>[^()]{2,60})\)[.:]?$")


def _forms(name: str) -> list[list[str]]:
    return sorted((form.split() for form in _DATA[name]), key=len, reverse=True)


_TERM_FIRST: Final = _forms("term_first")
_TERM_LAST: Final = _forms("term_last")
_IFS: Final = frozenset(form.split()[0] for form in _DATA["property_if"])


GLOSSARIES: Final = frozenset(_DATA["glossaries"].split())
LEANS: Final = frozenset(_DATA["leans"].split())
ELSEWHERE: Final = frozenset(_DATA["elsewhere"].split())
BOUND: Final = frozenset(_DATA["bound"].split())
DIFFERS: Final = frozenset(_DATA["differs"].split())


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedTerm:
    """A term that a sentence defines, as it is written there; `article` may be empty."""

    name: str
    article: str
    form: Form


def labelled_term(text: str) -> str | None:
    """Return the term of a label that stands alone: "Definition 2.1 (frontier)."."""
    found = _LABEL.match(text.strip())
    is_label = found is not None and found["word"].casefold() in _DATA["labels"]
    return found["term"].strip() if found is not None and is_label else None


def defined_terms(text: str, occurs: Callable[[str], bool]) -> Iterator[DefinedTerm]:
    """Yield the terms that a sentence defines; `occurs` tells whether the course has a name."""
    words = _TOKEN.findall(text)
    small = [word.casefold() for word in words]
    yield from _before_form(words, small)
    yield from _behind_form(words, small)
    yield from _property(words, small, occurs)


def _before_form(words: Sequence[str], small: Sequence[str]) -> Iterator[DefinedTerm]:
    for at in range(1, min(len(words), 2 * _LONGEST)):
        form = next((f for f in _TERM_FIRST if list(small[at : at + len(f)]) == f), None)
        if form is None:
            continue
        article, name, repeated = _in_glossary(words[:at])
        behind = small[at + len(form) :]
        says_kind = len(behind) >= _LEAST_SAID and behind[0] not in _NO_KIND
        if is_name(name) and says_kind:
            form_of: Form = "labelled" if repeated else "term_first"
            yield DefinedTerm(name=" ".join(name), article=article, form=form_of)
        return


def _in_glossary(words: Sequence[str]) -> tuple[str, list[str], bool]:
    """Return article and name, and whether the name stood before its sentence as its label."""
    small = [word.casefold() for word in words]
    for length in range(1, len(words) // 2 + 1):
        article, name = _split_article(words[length:])
        if [word.casefold() for word in name] == small[:length]:
            return article, name, True
    return (*_split_article(words), False)


def _behind_form(words: Sequence[str], small: Sequence[str]) -> Iterator[DefinedTerm]:
    for at in range(len(words)):
        form = next((f for f in _TERM_LAST if list(small[at : at + len(f)]) == f), None)
        if form is None:
            continue
        behind = list(words[at + len(form) :])
        article, name = _named_behind(behind)
        enough = at > _LEAST_SAID or len(behind) - len(name) > _LEAST_SAID
        if is_name(name) and enough:
            yield DefinedTerm(name=" ".join(name), article=article, form="term_last")
        return


def _named_behind(behind: list[str]) -> tuple[str, list[str]]:
    """Return what is named at the beginning of these words: up to a closing quote or small word."""
    article, rest = _split_article(behind[: _LONGEST + 3])
    if rest and rest[0] in _OPEN:
        end = next((n for n, word in enumerate(rest) if n and word[-1] in _CLOSE), len(rest))
        closed = [word.rstrip(_CLOSE) for word in rest[1 : end + 1]]
        return article, [word for word in closed if word]
    return article, [word.rstrip("’'") for word in _up_to_stop(rest)]


def named_by_heading(text: str, heading: str) -> DefinedTerm | None:
    """Return the heading's term, if a sentence of its section says of it what it is or does."""
    name = heading.split()
    article, words = _split_article(_TOKEN.findall(text))
    small = [word.casefold() for word in words]
    begins = small[: len(name)] == [word.casefold() for word in name]
    behind = small[len(name) :]
    if not begins or len(behind) <= _LEAST_SAID or not is_name(name):
        return None
    is_used = behind[1] == "used" and behind[2] in _IS_USED
    is_kind = behind[1] in _IS_KIND and behind[2] not in _NO_KIND
    is_kind = behind[0] in _IS and (is_kind or is_used)
    if not is_kind and behind[0] not in _SAYS:
        return None
    return DefinedTerm(name=" ".join(words[: len(name)]), article=article, form="heading")


def _property(
    words: Sequence[str], small: Sequence[str], occurs: Callable[[str], bool]
) -> Iterator[DefinedTerm]:
    """Yield "admissible heuristic" for "A heuristic h is admissible if …", if the course has it."""
    if len(words) < 6 or small[0] not in ("a", "an") or "is" not in small[2:6]:
        return
    at = small.index("is", 2)
    subject = [word for word in words[1:at] if len(word) > 1]
    adjective, behind = words[at + 1], small[at + 2 : at + 4]
    if not 0 < len(subject) <= 2 or not _IFS & set(behind[:1]):
        return
    name = [adjective, *subject]
    fits = adjective.casefold() not in _NO_PROPERTY and adjective.isalpha()
    if fits and is_name(name) and occurs(" ".join(name)):
        article = "an" if adjective[0].casefold() in "aeiou" else "a"
        yield DefinedTerm(name=" ".join(name), article=article, form="property")


def _split_article(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the article before a name, or "", and the name without the letter that stands for it.

    "The branching factor b is …" names the branching factor.
    """
    is_letter = len(words) > 1 and len(words[-1]) == 1 and words[-1].isalpha()
    name = list(words[:-1] if is_letter and len(words) > 2 else words)  # "a b": the article, b
    if name and name[0].casefold() in _ARTICLES:
        return name[0].casefold(), name[1:]
    return "", name


def _up_to_stop(words: Sequence[str]) -> list[str]:
    name: list[str] = []
    for word in words:
        if word.casefold() in _STOPS or not _PLAIN.fullmatch(word):
            break
        name.append(word)
    return name


def is_name(words: Sequence[str]) -> bool:
    """Return whether words could be the name of a thing: few, plain, no pronoun before them."""
    small = [word.casefold() for word in words]
    return (
        0 < len(words) <= _LONGEST
        and small[0] not in _NEVER_BEGINS | _STOPS
        and not (len(words) > 1 and small[0].endswith("ly"))
        and not any(word in _STOPS for word in small)
        and small[-1] not in _NEVER_BEGINS | _NO_SUBJECT
        and all(map(_PLAIN.fullmatch, words))
        and any(len(word) > 2 or not word.isalpha() or word.isupper() for word in words)
    )
