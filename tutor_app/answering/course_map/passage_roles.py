"""Tells what each paragraph of a course is for, by the rules in passage_roles.yaml."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import yaml

from tutor_app.answering.course_map.map_values import PassageRole, Role
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.search_terms import without_number

_DATA: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("passage_roles.yaml").read_text(encoding="utf-8")
)
_LONGEST: Final[int] = _DATA.pop("longest")
_SIGNS: Final = " .,:;()[]*•–—-"


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoleRule:
    """What speaks for a role; see the file."""

    role: Role
    in_exercise: bool = False
    whole_path: bool = False
    kinds: Sequence[str] = ()
    headings: Sequence[str] = ()
    begins: Sequence[str] = ()
    has: Sequence[str] = ()

    def fits(self, text: str, chunk: Chunk) -> bool:
        path = chunk.headings if self.whole_path else chunk.headings[-1:]
        return (
            (self.in_exercise and chunk.exercise is not None)
            or chunk.document.kind in self.kinds
            or any(_is_headed(heading, self.headings) for heading in path)
            or _begins(text, self.begins)
            or (len(text) <= _LONGEST and any(f" {words} " in text for words in self.has))
        )


_RULES: Final = tuple(_RoleRule(role=cast("Role", role), **rule) for role, rule in _DATA.items())


@dataclass(slots=True)
class _ParagraphParts:
    """A paragraph while it is put together; the chunk is the one it begins in."""

    chunk: Chunk
    sentences: list[str] = field(default_factory=list)


def tell_roles(chunks: Sequence[Chunk], defining: Collection[str]) -> tuple[PassageRole, ...]:
    """Return the role of every paragraph, in reading order.

    `defining` are the sentences that define a term of the course: what holds one and fits no other
    rule is a definition.
    """
    return tuple(
        PassageRole(
            document_id=one.chunk.document.id,
            paragraph=number,
            chunk_id=one.chunk.id,
            role=role_of(one.sentences, one.chunk, defining),
        )
        for number, one in _paragraphs(chunks)
    )


def role_of(sentences: Sequence[str], chunk: Chunk, defining: Collection[str]) -> Role:
    """Return what a paragraph of these sentences is for; `chunk` says where it stands."""
    text = f" {_plain(' '.join(sentences))} "
    found = next((rule.role for rule in _RULES if rule.fits(text, chunk)), None)
    if found is not None:
        return found
    return "definition" if any(one in defining for one in sentences) else "explanation"


def _paragraphs(chunks: Sequence[Chunk]) -> Iterator[tuple[int, _ParagraphParts]]:
    found: dict[tuple[str, int], _ParagraphParts] = {}
    for chunk in chunks:
        for sentence in chunk.sentences:
            place = chunk.document.id, sentence.paragraph
            found.setdefault(place, _ParagraphParts(chunk)).sentences.append(sentence.text)
    yield from ((number, one) for (_, number), one in found.items())


def _plain(text: str) -> str:
    """Return a text in small letters, with spaces for the signs that end words."""
    words = (word.strip(_SIGNS) for word in text.casefold().replace("’", "'").split())
    return " ".join(word for word in words if word)


def _begins(text: str, openings: Sequence[str]) -> bool:
    return any(text.startswith(f" {words} ") for words in openings)


def _is_headed(heading: str, words: Sequence[str]) -> bool:
    plain = f" {_plain(without_number(heading))} "
    return any(
        plain.startswith(f" {each} ") or plain.endswith(f" {each} ") for each in words if plain
    )
