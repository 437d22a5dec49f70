"""One course's index in memory, the terms that it knows, and the cache of those in use."""

from __future__ import annotations

import math
import re
import threading
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import faiss
import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from tutor_app.domain.errors import IndexMissing, IndexOutdated
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk, MaterialKind, SourceSentence
from tutor_app.retrieval.abbreviations import find_abbreviations, spell_out
from tutor_app.retrieval.embedder import Embedder, Vectors, same_vector
from tutor_app.retrieval.index_files import (
    DENSE,
    FORMAT,
    MATERIAL,
    MATERIAL_ADAPTER,
    SENTENCES,
    Material,
    PlacedParagraph,
    current_version,
    format_of,
)
from tutor_app.retrieval.search_terms import stem, tokens
from tutor_app.retrieval.spell_correction import correct_spelling, find_misspellings
from tutor_app.retrieval.text_language import (
    ENGLISH,
    language_of_question,
    question_words,
    search_words,
)
from tutor_app.retrieval.vocabulary import english_ranks, read_vocabulary
from tutor_app.wording.catalogue import phrase

NO_MATERIAL_YET = phrase("errors_retrieval.no_material_yet")
ANOTHER_VERSION = phrase("errors_retrieval.index_of_another_version")
UNREADABLE = phrase("errors_retrieval.index_unreadable")
ANOTHER_EMBEDDER = phrase("errors_retrieval.index_of_another_embedder", "indexed_with", "embedder")
EMBEDDER_CHANGED = phrase("errors_retrieval.embedder_changed", "embedder")

NEIGHBOUR = 0.2  # share of the sentence before and after; chosen with docs/experiments.md
_EVERYDAY: Final = 3000  # rank among English words: what is more common belongs to no subject
# "A*" is no content word, and a name all the same.
_NAME: Final = re.compile(r"\b[A-Z]\w{0,2}[*+#]")
_WORD: Final = re.compile(r"(?<!['’])[^\W_]+")  # what follows an apostrophe is none: "that's"
Scores1D = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Query:
    """A question as text, unit vector and content words.

    `also` are words of the course that were searched as well, for what seems misspelled. `around`
    is the question joined with what was spoken of before: searched beside it, and counted with
    the `share` of the question itself. `language` is the course's one that it is read in.
    """

    text: str
    vector: Vectors
    words: tuple[str, ...]
    also: tuple[str, ...] = ()
    around: tuple[Query, ...] = ()
    share: float = 1.0
    language: str = ENGLISH


def read_query(
    text: str, embedder: Embedder, index: CourseIndex, *, as_typed: bool = False
) -> Query:
    """Return the question as the rankings see it, with the course's abbreviations spelled out.

    Apparent misspellings are also searched as the course spells them, unless `as_typed`.
    """
    language = language_of_question(text, index.languages)
    # Which word of another language is misspelled cannot be told without that language's words.
    mended = language == ENGLISH and not as_typed
    respelt = find_misspellings(text, index.vocabulary) if mended else {}
    also = tuple(dict.fromkeys(respelt.values()))
    meant = spell_out(correct_spelling(text, respelt), index.abbreviations)
    said = " ".join((*respelt, meant))
    words = tuple(question_words(said, language) or search_words(said, language))
    return Query(text, embedder.embed([meant])[0], words, also, language=language)


class CourseIndex:
    """Dense vectors in FAISS, BM25, and a vector for every sentence. Rows are chunks."""

    def __init__(self, material: Material, dense: faiss.Index, sentence_vectors: Vectors) -> None:
        self.chunks: tuple[Chunk, ...] = material.chunks
        self.embedder_name = material.embedder
        self.abbreviations = find_abbreviations(self.chunks)
        self.vocabulary = read_vocabulary(self.chunks)
        self.has_forum = any(chunk.document.kind == "forum" for chunk in self.chunks)
        self._dense = dense
        self._sentences = sentence_vectors
        counts = [len(chunk.sentences) for chunk in self.chunks]
        self._starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        self._rows = {chunk.id: row for row, chunk in enumerate(self.chunks)}
        counted = Counter(chunk.document.language for chunk in self.chunks)
        self.languages = tuple(language for language, _ in counted.most_common())
        texts = [(_searched_text(chunk), chunk.document.language) for chunk in self.chunks]
        words = [search_words(text, language) for text, language in texts]
        self._bm25 = BM25Okapi([found or [""] for found in words] or [[""]])
        self._frequency = Counter(
            word
            for found, (text, language) in zip(words, texts, strict=True)
            # What the rest of the tutor asks for is cut as English is.
            for word in {*found, *(tokens(text) if language != ENGLISH else ())}
        )
        self._paragraphs: dict[tuple[str, int], PlacedParagraph] = {
            (stored.document.id, paragraph.number): paragraph
            for stored in material.documents
            for paragraph in stored.paragraphs
        }
        self._chunk_of: dict[tuple[str, int], Chunk] = {}
        for chunk in self.chunks:
            for sentence in chunk.sentences:
                self._chunk_of.setdefault((chunk.document.id, sentence.paragraph), chunk)

    def dense(self, query: Query) -> Scores1D:
        """Return the cosine of every chunk with the query, shape (chunks,)."""
        scores = np.full(len(self.chunks), -1.0)
        if len(self.chunks):
            found, rows = self._dense.search(query.vector.reshape(1, -1), len(self.chunks))
            scores[rows[0]] = found[0]
        return scores

    def bm25(self, query: Query) -> Scores1D:
        """Return the BM25 score of every chunk with its headings, shape (chunks,).

        A reply of the forum has the words of the post that it answers as well.
        """
        return np.asarray(self._bm25.get_scores(list(query.words)), dtype=np.float64)

    def coverage(self, query: Query) -> float:
        """Return the share of a question's words, by rarity, that its best chunk has, 0 to 1."""
        if not query.words or not self.chunks:
            return 0.0
        found = self._bm25.doc_freqs[int(np.argmax(self.bm25(query)))]
        weights = {word: self.rarity(word) for word in set(query.words)}
        whole = sum(weights.values())
        return sum(w for word, w in weights.items() if word in found) / whole if whole else 0.0

    def best_sentence(self, query: Query) -> Scores1D:
        """Return each chunk's best cosine of one of its sentences, shape (chunks,)."""
        return self.best_match(query.vector.reshape(1, -1))

    def best_match(self, vectors: Vectors) -> Scores1D:
        """Return each chunk's best cosine of a sentence with one of the vectors, (chunks,)."""
        if not len(self.chunks):
            return np.zeros(0)
        scores = (self._sentences @ vectors.T).max(axis=1)
        return np.maximum.reduceat(scores, self._starts[:-1]).astype(np.float64)

    def nearness(self, vectors: Vectors) -> npt.NDArray[np.float64]:
        """Return how near each sentence is to a message and the talk around it, (sentences, 3).

        `vectors` are those of the message and of the talk; the columns are the sentence's cosine
        with either, and that of its chunk with the talk.
        """
        passages = np.full(len(self.chunks), -1.0, dtype=np.float32)
        if len(self.chunks):
            found, rows = self._dense.search(vectors[1:2], len(self.chunks))
            passages[rows[0]] = found[0]
        of_sentence = np.repeat(passages, np.diff(self._starts))
        return np.column_stack([self._sentences @ vectors.T, of_sentence]).astype(np.float64)

    def sentence_at(self, place: int) -> tuple[Chunk, SourceSentence]:
        """Return the sentence at a place among all, as `nearness` counts them, with its chunk."""
        row = int(np.searchsorted(self._starts, place, side="right")) - 1
        return self.chunks[row], self.chunks[row].sentences[place - int(self._starts[row])]

    def scores_in_context(self, chunk: Chunk, query: Query) -> Scores1D:
        """Return the cosine of each sentence of a chunk with the query, in their order.

        A fifth of its neighbours is mixed into each sentence's vector, since its subject often
        stands in the sentence before ("this", "the algorithm").
        """
        row = self._rows[chunk.id]
        own = self._sentences[self._starts[row] : self._starts[row + 1]]
        mixed = own.copy()
        mixed[:-1] += NEIGHBOUR * own[1:]
        mixed[1:] += NEIGHBOUR * own[:-1]
        norms = np.linalg.norm(mixed, axis=1)
        return np.asarray(mixed @ query.vector / np.maximum(norms, 1e-9), dtype=np.float64)

    def is_of(self, kinds: Collection[MaterialKind]) -> npt.NDArray[np.bool_]:
        """Return which chunks are of material of these kinds, shape (chunks,)."""
        return np.array([chunk.document.kind in kinds for chunk in self.chunks], dtype=bool)

    def vectors(self, rows: Iterable[int]) -> Vectors:
        """Return the dense vectors of some chunks, shape (rows, dimensions)."""
        return np.array([self._dense.reconstruct(int(row)) for row in rows], dtype=np.float32)

    def sentence_vectors(self, chunk: Chunk) -> Vectors:
        """Return the unit vectors of a chunk's sentences, in their order."""
        row = self._rows[chunk.id]
        return self._sentences[self._starts[row] : self._starts[row + 1]]

    def agrees_with(self, embedder: Embedder) -> bool:
        """Whether the embedder makes the vectors of this index, checked with one sentence."""
        if not len(self._sentences):
            return True
        sentence = next(s.without_displays for chunk in self.chunks for s in chunk.sentences)
        return same_vector(self._sentences[0], embedder.embed([sentence])[0])

    def chunk(self, chunk_id: str) -> Chunk:
        return self.chunks[self._rows[chunk_id]]

    def rarity(self, word: str) -> float:
        """Return the inverse document frequency of a content word (as BM25 has it, at least 0)."""
        seen = self._frequency[word]
        return math.log(1 + (len(self.chunks) - seen + 0.5) / (seen + 0.5))

    def knows(self, word: str) -> bool:
        """Return whether a content word occurs in the course."""
        return self._frequency[word] > 0

    def chunk_at(self, document_id: str, number: int) -> Chunk | None:
        """Return the chunk in which a sentence of this paragraph begins, the first of them."""
        return self._chunk_of.get((document_id, number))

    def find_paragraph(self, document_id: str, number: int) -> PlacedParagraph | None:
        return self._paragraphs.get((document_id, number))

    def paragraph(self, document_id: str, number: int) -> PlacedParagraph:
        return self._paragraphs[document_id, number]


def own_terms(text: str, index: CourseIndex) -> frozenset[str]:
    """Return the terms of the course that a text names, cut to their stems.

    A term is a word that the course has and that everyday English hardly uses, or one that the
    course defines or heads a section with.
    """
    vocabulary = index.vocabulary
    ranks = english_ranks()
    known = {
        stem(word)
        for word in _WORD.findall(text.casefold())
        if tokens(word) and index.knows(stem(word))
        if ranks.get(word, _EVERYDAY) >= _EVERYDAY or stem(word) in vocabulary.defined
    }
    return frozenset(known | names_with_signs(text))


def content_words(text: str) -> set[str]:
    """Return the content words of a text, and its names with signs: "A*"."""
    return {*tokens(text), *names_with_signs(text)}


def names_with_signs(text: str) -> set[str]:
    """Return the names of a text that end in a sign, in small letters: "A*"."""
    return {name.casefold() for name in _NAME.findall(text)}


def _searched_text(chunk: Chunk) -> str:
    """Return the words by which a chunk is found: a reply of the forum also by what it answers."""
    asked = chunk.origin.asked if chunk.origin else ""
    return " ".join((*chunk.headings, asked, chunk.text))


def load_index(version: Path) -> CourseIndex:
    """Read one index version.

    Raises:
        IndexMissing: the files are not there, or damaged.
        IndexOutdated: another version of Elenchus made them, and this one cannot read them.
    """
    try:
        material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
        dense = faiss.read_index(str(version / DENSE))
        sentences = np.load(version / SENTENCES)
    except (OSError, EOFError, ValueError, RuntimeError) as exc:
        if format_of(version) not in (None, FORMAT):
            raise IndexOutdated(ANOTHER_VERSION()) from exc
        raise IndexMissing(UNREADABLE()) from exc
    return CourseIndex(material, dense, sentences)


class CourseIndexes:
    """The indexes in use, each loaded once, and again when its CURRENT has been switched."""

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder
        self._loaded: dict[str, tuple[Path, CourseIndex]] = {}
        self._lock = threading.Lock()

    def __call__(self, course_id: str) -> CourseIndex:
        """Return the course's index in force.

        Raises:
            IndexMissing: there is none yet, or it is damaged.
            IndexOutdated: another embedder made it, or a version of Elenchus whose files are no
                longer read.
            ModelUnreachable, ModelRefused: the embeddings endpoint failed.
        """
        with self._lock:
            known = self._loaded.get(course_id)
            version = self._version_in_force(course_id)
            if known is None or known[0] != version:
                known = self._load(course_id, version)
                _check_embedder(known[1], self._embedder)
                self._loaded[course_id] = known
        return known[1]

    def _load(self, course_id: str, version: Path) -> tuple[Path, CourseIndex]:
        """Read the version; if it was replaced while it was read, the one in force now."""
        try:
            return version, load_index(version)
        except IndexMissing:
            newer = self._version_in_force(course_id)
            if newer == version:
                raise
            return newer, load_index(newer)

    def _version_in_force(self, course_id: str) -> Path:
        version = current_version(self._settings.course_dir(course_id))
        if version is None:
            raise IndexMissing(NO_MATERIAL_YET())
        return version


def _check_embedder(index: CourseIndex, embedder: Embedder) -> None:
    """Raise IndexOutdated unless the index's vectors can be compared with the embedder's.

    The same name may later stand for another model (new content of a folder, an endpoint's update),
    so one sentence is embedded again and compared with its vector in the index.
    """
    if index.embedder_name != embedder.name:
        raise IndexOutdated(
            ANOTHER_EMBEDDER(indexed_with=index.embedder_name, embedder=embedder.name)
        )
    if not index.agrees_with(embedder):
        raise IndexOutdated(EMBEDDER_CHANGED(embedder=embedder.name))
