"""References by number ("exercise 5 of chapter 7", "figure 6.9"), resolved through structure.

Some textbooks print old-style digits that cannot be read ("Figure .."). Such a number is found by
its position, if the digits that can be read agree with it and pin it down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.values import Chunk, Document, Passage, RetrievalResult, Scores
from tutor_app.retrieval.reference_words import (
    FILE_NUMBER,
    KINDS,
    KINDS_OF_FILES,
    PLACE,
    REFERENCES,
    WORDS,
    Kind,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.wording.catalogue import phrase

IN_SEVERAL_FILES = phrase("errors_references.in_several_files", "a_thing", "thing", "file")
NO_SUCH_FILE = phrase("errors_references.no_such_file", "place")
NOT_IN_FILE = phrase("errors_references.not_found_in_file", "thing", "file")
NOT_IN_COURSE = phrase("errors_references.not_found_in_course", "thing")
NO_SUCH_EXERCISE = phrase("errors_references.no_such_exercise", "thing", "file", "least", "most")
NO_SUCH_PAGE_IN_FILE = phrase("errors_references.no_such_page_in_file", "thing", "file", "pages")
NO_SUCH_PAGE_IN_COURSE = phrase("errors_references.no_such_page_in_course", "thing", "pages")

THING = {kind: phrase(f"errors_references.{kind}", "number") for kind in KINDS}
A_THING = {kind: phrase(f"errors_references.a_{kind}", "number") for kind in KINDS}

_CAPTION = r"^\W*(?P<word>{words})\s*(?P<number>[\d.]+)[.:)]?\s*(?P<rest>.*)"
_MOST = 12  # chunks that a reference brings: a page, the beginning of a long section
_GENERIC = frozenset(
    {
        "lecture",
        "chapter",
        "assignment",
        "slides",
        "week",
        "sheet",
        "homework",
        "pdf",
        "notes",
        "part",
        "the",
    }
)


@dataclass(frozen=True, slots=True)
class ResolvedReference:
    """The outcome of a reference: chunks in reading order, or words on why there are none.

    If the message names nothing by number both are empty. Of a caption's chunk only the caption is
    kept.
    """

    chunks: tuple[Chunk, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Reference:
    kind: Kind
    word: str
    number: str
    part: str | None
    documents: tuple[Document, ...]
    place: str

    @property
    def last(self) -> int:
        return int(self.number.split(".")[-1])

    @property
    def printed_number(self) -> str:
        """The number with its part, as in "3(b)"."""
        return f"{self.number}({self.part})" if self.part else self.number

    @property
    def thing(self) -> str:
        return THING[self.kind](number=self.printed_number)


def resolve_reference(
    text: str, chunks: Sequence[Chunk], spoken_of: Sequence[str] = ()
) -> ResolvedReference:
    """Return the chunks that the message refers to by number.

    If several documents have the number and none of them is named, the one is meant that was
    `spoken_of` (their ids, the last one first) and has most words of the message; else it is not
    resolved: the student is asked which document is meant.
    """
    reference = _read(text, chunks)
    if reference is None:
        return ResolvedReference()
    found = {
        document.id: tuple(_find(reference, [c for c in chunks if c.document == document]))
        for document in reference.documents
    }
    hits = {place: part for place, part in found.items() if part}
    likely = [hits[place] for place in spoken_of if place in hits] or list(hits.values())[:1]
    said = set(tokens(text))
    meant = max(likely, key=lambda part: len(said & _words_of(part)), default=None)
    if len(hits) > 1 and not any(place in hits for place in spoken_of):
        meant = None
    if meant is not None:
        return ResolvedReference(meant)
    if hits:
        problem = IN_SEVERAL_FILES(
            a_thing=A_THING[reference.kind](number=reference.printed_number),
            thing=reference.thing,
            file=next(d.title for d in reference.documents if d.id in hits),
        )
        return ResolvedReference(problem=problem)
    return ResolvedReference(problem=_problem(reference, chunks))


def _words_of(chunks: Sequence[Chunk]) -> set[str]:
    return {word for chunk in chunks for word in tokens(chunk.text)}


def numbers_named(text: str, kind: Kind) -> frozenset[str]:
    """Return the numbers of the things of a kind that a text names: "figure 2"."""
    return frozenset(found["number"] for found in REFERENCES[kind].finditer(text))


def figures_named(text: str) -> frozenset[str]:
    """Return the numbers of the figures that a text names."""
    return numbers_named(text, "figure")


def documents_named(text: str, chunks: Sequence[Chunk]) -> tuple[Document, ...]:
    """Return the lectures, chapters or sheets that a text names by number: "lecture 2"."""
    documents = tuple(dict.fromkeys(chunk.document for chunk in chunks))
    place = PLACE.search(text)
    if place is None:
        return ()
    return _by_number(int(place["number"]), place["word"].lower(), chunks, documents)


def put_first(found: RetrievalResult, resolved: ResolvedReference) -> RetrievalResult:
    """Return what was found, with the chunks that were named above all others."""
    best = max((p.scores.final or 0.0 for p in found.kept), default=0.0)
    named = tuple(
        Passage(chunk=chunk, scores=Scores(reference=1.0, final=best + 2.0 - 0.01 * place))
        for place, chunk in enumerate(resolved.chunks[:_MOST])
    )
    ids = {passage.chunk.id for passage in named}
    rest = tuple(passage for passage in found.kept if passage.chunk.id not in ids)
    return replace(found, kept=named + rest, nearest=named[0])


def without_reference(text: str) -> str:
    """Return the message without its references: what else it asks."""
    rest = PLACE.sub(" ", text)
    for pattern in REFERENCES.values():
        rest = pattern.sub(" ", rest)
    return rest


def _read(text: str, chunks: Sequence[Chunk]) -> _Reference | None:
    documents = tuple(dict.fromkeys(chunk.document for chunk in chunks))
    place = PLACE.search(text)
    rest = text[: place.start()] + " ; " + text[place.end() :] if place else text
    for kind, pattern in REFERENCES.items():
        match = pattern.search(rest)
        if match is None:
            continue
        part = match["part"] or match["named"] or match["letter"]
        inside, number = _where(place, rest, match["number"], kind, chunks, documents)
        return _Reference(kind, match["word"], number, part, inside, place[0] if place else "")
    return None


def _where(  # noqa: PLR0913  (one step of reading, with all that it looks at)
    place: re.Match[str] | None,
    rest: str,
    number: str,
    kind: Kind,
    chunks: Sequence[Chunk],
    documents: tuple[Document, ...],
) -> tuple[tuple[Document, ...], str]:
    """Return the documents that may be meant, and the number as it counts inside each."""
    if place is not None:
        named = _by_number(int(place["number"]), place["word"].lower(), chunks, documents)
        return named, number
    words = set(plain_words(rest))
    by_name = tuple(d for d in documents if _name_words(d) & words)
    if len(by_name) == 1:
        return by_name, number
    chapter = number.split(".")[0] if "." in number and kind != "page" else ""
    if chapter:
        named = _by_number(int(chapter), "chapter", chunks, documents)
        if len(named) == 1:
            return named, number
    return documents, number


def _by_number(
    number: int, word: str, chunks: Sequence[Chunk], documents: Sequence[Document]
) -> tuple[Document, ...]:
    """Return the documents of this number, by file name, else by title."""
    assignment = word.startswith("as") or word.rstrip("s").endswith(KINDS_OF_FILES["assignment"])
    fitting = [d for d in documents if (d.kind == "assignment") == assignment]
    named = tuple(d for d in fitting if number in map(int, FILE_NUMBER.findall(d.name)[:1]))
    if named:
        return named
    titles = re.compile(rf"\b(?:chapter|lecture|week|assignment|homework)\s+{number}\b", re.I)
    titled = {c.document.id for c in chunks if c.headings and titles.search(c.headings[0])}
    return tuple(d for d in fitting if d.id in titled)


def _name_words(document: Document) -> set[str]:
    words = {w for w in plain_words(document.name) if len(w) > 2} - _GENERIC
    return {word for word in words if tokens(word)}


def _find(reference: _Reference, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    match reference.kind:
        case "exercise":
            yield from _exercise(reference, chunks)
        case "page":
            number = int(reference.number.split(".")[0])
            begun = [c for c in chunks if c.page == number]
            yield from begun or (c for c in chunks if number in c.pages)
        case "section":
            yield from _section(reference, chunks)
        case "figure" | "table" | "lemma":
            yield from _captioned(reference, chunks)


def _exercise(reference: _Reference, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    number = str(reference.last)
    whole = f"{number}({reference.part})" if reference.part else number
    parts = [c for c in chunks if c.exercise == whole]
    if reference.part is None:
        parts = [c for c in chunks if c.exercise and c.exercise.split("(")[0] == number]
    yield from parts


def _section(reference: _Reference, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    printed = re.compile(rf"^\W*{re.escape(reference.number)}(?![\d.]*\d)")
    hits = [c for c in chunks if any(printed.match(h) for h in c.headings)]
    if not hits and reference.number.count(".") == 1:
        seconds = list(dict.fromkeys(c.headings[1] for c in chunks if len(c.headings) > 1))
        seen = [_digits(re.match(r"^[\W\d]*", heading)) for heading in seconds]
        place = _by_order(reference.last, seen)
        if place is not None:
            hits = [c for c in chunks if len(c.headings) > 1 and c.headings[1] == seconds[place]]
    yield from hits


def _captioned(reference: _Reference, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    caption = re.compile(_CAPTION.format(words=WORDS[reference.kind]), re.I)
    found: list[tuple[Chunk, str]] = []
    for chunk in chunks:
        for sentence in chunk.sentences:
            match = caption.match(sentence.text)
            # "Figure 6.9 shows …" is a sentence about the figure
            if match and not match["rest"][:1].islower():
                alone = replace(chunk, sentences=(sentence,))
                found.append((alone, re.sub(r"\.$", "", match["number"])))
    for chunk, number in found:
        if number == reference.number or number == str(reference.last):
            yield chunk
            return
    if reference.kind != "lemma":
        place = _by_order(reference.last, [number.split(".")[-1] for _, number in found])
        if place is not None:
            yield found[place][0]


def _digits(match: re.Match[str] | None) -> str:
    return re.sub(r"\D", "", match[0].split(".")[-1]) if match else ""


def _by_order(number: int, seen: Sequence[str]) -> int | None:
    """Return the position of the numbered thing, if the digits that were read pin it down.

    `seen` is what could be read of each number's digits, "" for nothing. It is certain if, counting
    from 1, everything read up to the next readable number agrees, and something was read.
    """
    if not 1 <= number <= len(seen) or not any(seen):
        return None
    readable = {digit for digits in seen for digit in digits}
    for place, digits in enumerate(seen, 1):
        if "".join(d for d in str(place) if d in readable) != digits:
            return None
        if place >= number and digits:
            break
    return number - 1


def _problem(reference: _Reference, chunks: Sequence[Chunk]) -> str:
    """Return why nothing has the number, and what there is instead."""
    thing, documents = reference.thing, reference.documents
    if not documents:
        return NO_SUCH_FILE(place=reference.place)
    file = documents[0].title if len(documents) == 1 else ""
    if reference.kind == "exercise" and file:
        there = [
            int(c.exercise.split("(")[0])
            for c in chunks
            if c.exercise and c.document == documents[0]
        ]
        if there and reference.last not in there:
            return NO_SUCH_EXERCISE(thing=thing, file=file, least=min(there), most=max(there))
    if reference.kind == "page":
        pages = max(document.pages for document in documents)
        if file:
            return NO_SUCH_PAGE_IN_FILE(thing=thing, file=file, pages=pages)
        return NO_SUCH_PAGE_IN_COURSE(thing=thing, pages=pages)
    return NOT_IN_FILE(thing=thing, file=file) if file else NOT_IN_COURSE(thing=thing)
