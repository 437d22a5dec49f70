"""The section that a message names: by number, by words of its heading, by a term it defines."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.course_map.term_words import term_words
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.from_map.named_terms import term_named
from tutor_app.conversation.from_map.shown_places import chunk_of
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.domain.lexicon import NUMBER_WORDS
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, names_with_signs
from tutor_app.retrieval.numbered_references import resolve_reference, without_reference
from tutor_app.retrieval.search_terms import tokens, without_number

_ENOUGH = 0.5  # of the words of heading and message together, by rarity
_BESIDE = ("summary", "shorter", "beside_wish", "units", "places", "polite", "person", "articles")

Path = tuple[str, tuple[str, ...]]  # a document and the headings down to a section


def section_named(text: str, index: CourseIndex, course_map: CourseMap) -> list[Chunk] | None:
    """Return the chunks of the section that a message names, in order; None where it names none."""
    taught = [chunk for chunk in index.chunks if teaches(chunk) and chunk.headings]
    numbered = resolve_reference(text, index.chunks).chunks
    if numbered and not _subject(without_reference(text), index):
        first = numbered[0]
        paths = _paths(taught)
        here = [p for p in paths if p == (first.document.id, first.headings[: len(p[1])])]
        named = [path for path in here if _is_numbered(path[1][-1], text)]
        return _chunks_at(named[-1], taught) if named else None
    wanted = _subject(text, index)
    if not wanted:
        return None
    rated = [(_likeness(wanted, path, index), path) for path in _paths(taught)]
    best = max(rated, key=lambda each: (each[0], -len(each[1][1])), default=(0.0, None))
    if best[0] >= _ENOUGH and best[1] is not None:
        return _chunks_at(best[1], taught)
    term = term_named(text, course_map)
    home = chunk_of(term.definition.chunk_id, index) if term is not None else None
    if home is None or not teaches(home) or not home.headings:
        return None
    return _chunks_at((home.document.id, home.headings), taught)


def _subject(text: str, index: CourseIndex) -> frozenset[str]:
    """Return the words of a message that name what it is about, cut to their stems."""
    words = [w for w in plain(without_reference(text)) if not _is_beside(w)]
    kept = spell_out(" ".join(words), index.abbreviations)
    short = {tokens(name)[0] for name in index.abbreviations if tokens(name)}
    return _words_in(kept) - short


def _is_beside(word: str) -> bool:
    return word[:1].isdecimal() or word in NUMBER_WORDS or any(word in ASKED[n] for n in _BESIDE)


def _paths(taught: Sequence[Chunk]) -> list[Path]:
    paths = (
        (chunk.document.id, chunk.headings[:depth])
        for chunk in taught
        for depth in range(1, len(chunk.headings) + 1)
    )
    return list(dict.fromkeys(paths))


def _likeness(wanted: frozenset[str], path: Path, index: CourseIndex) -> float:
    """Return the share of the words of message and heading, by rarity, that both have."""
    heads = _words_in(without_number(path[1][-1]))
    rarity = {word: index.rarity(word) for word in heads | wanted}
    whole = sum(rarity.values())
    return sum(rarity[word] for word in heads & wanted) / whole if whole else 0.0


def _words_in(text: str) -> frozenset[str]:
    """Return the content words of a text, each in the singular, and its names with signs."""
    return frozenset({*tokens(" ".join(term_words(text))), *names_with_signs(text)})


def _is_numbered(heading: str, text: str) -> bool:
    """Whether a message names a heading by its number: "section 2.5"."""
    return heading.split()[0].rstrip(".") in {word.rstrip(".") for word in text.split()}


def _chunks_at(path: Path, taught: Sequence[Chunk]) -> list[Chunk]:
    document, headings = path
    depth = len(headings)
    return [c for c in taught if c.document.id == document and c.headings[:depth] == headings]
