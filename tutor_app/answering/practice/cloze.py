"""A sentence of the course with its key term left out, to be filled in (X14)."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.key_terms import NEVER_A_GAP
from tutor_app.answering.practice.cloze_check import singular
from tutor_app.answering.practice.leaning_sentences import leans_on_others
from tutor_app.domain.values import Box, Cloze, MaterialKind, Quote
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import stem, tokens
from tutor_app.retrieval.spell_correction import one_slip_away
from tutor_app.retrieval.vocabulary import Vocabulary, english_ranks, plain_words

_TEACHES: frozenset[MaterialKind] = frozenset({"textbook", "slides"})
_WORDS = range(6, 36)  # of a sentence
_LETTERS = 4  # of a term, at least
_LEAST_SEEN = 3  # chunks that use the term, and
_LEAST_SHARE = 0.004  # the share of a large course's chunks
_FEW = 12  # chunks: a small course says its terms in most of them
_MOST_SEEN = 0.2  # share of the chunks: a word of every other paragraph says nothing
_KNOWN = 700  # words more common than this are never asked for
_MAX_OTHERS = 12

_TERM = re.compile(r"(?<![\w’'-])[a-z]+(?:-[a-z]+)*(?![\w’'-])")
_GARBLED = re.compile(
    r"[\ufffd\ue000-\uf8ff⇥⌃⇧™]|\.\.|_{2}|[=<>≤≥∈∑√←→{}|\\`↵•]|\w!\w|^\W*\(|^\W*\d"
)


@dataclass(frozen=True, slots=True)
class _QuotedSentence:
    """A sentence that may be asked about, and the quote that it comes with."""

    text: str
    boxes: tuple[Box, ...]
    quote: Quote


@dataclass(frozen=True, slots=True)
class _Gap:
    line: _QuotedSentence
    start: int
    end: int
    score: float

    @property
    def term(self) -> str:
        return self.line.text[self.start : self.end]


def leave_a_gap(
    question: str, quotes: Sequence[Quote], index: CourseIndex, offered: Collection[str]
) -> Cloze | None:
    """Return a quoted sentence without one of its terms; None if no sentence is suitable.

    Marked sentences come first, the rest of their paragraphs after. `offered` are the ids of what
    the learner was given before: no sentence comes twice. A term that the question names is not
    asked for: it could be read off the question.
    """
    vocabulary = index.vocabulary
    named = {stem(word) for word in plain_words(question)}
    taught = [
        quote
        for quote in quotes
        if quote.kind in _TEACHES and index.chunk(quote.passage_id).exercise is None
    ]
    for lines in (_marked(taught), _around(taught, index)):
        gaps = [
            gap
            for line in lines
            if stands_alone(line.text) and sentence_id(line.text) not in offered
            for gap in _gaps(line, vocabulary, named)
        ]
        if gaps:
            return _cloze(max(gaps, key=lambda gap: gap.score), index)
    return None


def sentence_id(sentence: str) -> str:
    """Return what identifies a sentence: the same words anywhere are the same sentence."""
    return hashlib.sha256(" ".join(plain_words(sentence)).encode()).hexdigest()[:16]


def stands_alone(sentence: str) -> bool:
    """True if the sentence can be understood without its neighbours and was read intact."""
    words = sentence.split()
    if len(words) not in _WORDS or not is_prose(sentence) or sentence.rstrip("”\"')").endswith("?"):
        return False
    if leans_on_others(sentence) or _GARBLED.search(sentence):
        return False
    plain = sum(word.strip('.,;:()“”"').replace("-", "").isalpha() for word in words)
    return plain >= 0.85 * len(words) and sentence.count("(") == sentence.count(")")


def _marked(quotes: Iterable[Quote]) -> list[_QuotedSentence]:
    return [
        _QuotedSentence(mark.text, mark.boxes, quote) for quote in quotes for mark in quote.marked
    ]


def _around(quotes: Iterable[Quote], index: CourseIndex) -> Iterator[_QuotedSentence]:
    """Yield the other sentences that are shown; a passage may have paragraphs that are not."""
    for quote in quotes:
        shown = "\n".join((quote.above, quote.paragraph, quote.below))
        for sentence in index.chunk(quote.passage_id).sentences:
            if sentence.text in shown:
                yield _QuotedSentence(sentence.text, sentence.boxes, quote)


def _gaps(line: _QuotedSentence, vocabulary: Vocabulary, named: Collection[str]) -> Iterator[_Gap]:
    stems = [stem(word) for word in plain_words(line.text)]
    for match in _TERM.finditer(line.text):
        parts = [stem(word) for word in plain_words(match[0])]
        once = all(stems.count(part) == 1 for part in parts)
        if not once or set(parts) & set(named):
            continue
        score = _worth(match[0], parts, vocabulary)
        if score and not _given_away(line.text, match, vocabulary):
            yield _Gap(line, match.start(), match.end(), score)


def _worth(word: str, parts: Sequence[str], vocabulary: Vocabulary) -> float:
    """Return how typical of the course the word is; 0 if it is no term."""
    if len(word) < _LETTERS or word.endswith("ly") or word in NEVER_A_GAP:
        return 0.0
    ranks = [english_ranks().get(part) for part in word.split("-")]
    rarest = max((_never(rank) for rank in ranks), default=0)
    seen = min(vocabulary.stems[part] for part in parts)
    least = max(_LEAST_SEEN, _LEAST_SHARE * vocabulary.chunks)
    most = max(_FEW, _MOST_SEEN * vocabulary.chunks)
    if not least <= seen <= most or rarest < _KNOWN:
        return 0.0
    headed = any(part in vocabulary.headings for part in parts)
    defined = all(part in vocabulary.defined for part in parts)
    if not headed and not defined and rarest < _never(None):
        return 0.0
    rarity = math.log(rarest / _KNOWN) / math.log(_never(None) / _KNOWN)
    in_course = math.log(vocabulary.chunks / seen) / math.log(vocabulary.chunks)
    return rarity + 2 * in_course + 0.5 * headed + 0.5 * defined


def _never(rank: int | None) -> int:
    """A word that is missing from the list of common English ranks behind all that are on it."""
    return 20_000 if rank is None else rank


def _given_away(sentence: str, match: re.Match[str], vocabulary: Vocabulary) -> bool:
    """True if the word beside the gap is hardly ever followed or preceded by another one."""
    before = plain_words(sentence[: match.start()])[-1:]
    after = plain_words(sentence[match.end() :])[:1]
    first, last = (stem(word) for word in (plain_words(match[0])[0], plain_words(match[0])[-1]))
    led = [(stem(word), first) for word in before] + [(last, stem(word)) for word in after]
    for pair, word in zip(led, before + after, strict=True):
        if not tokens(word):  # "the" is followed by everything
            continue
        beside = stem(word)
        count = vocabulary.pairs[pair]
        if count >= _LEAST_SEEN and count > 0.6 * vocabulary.stems[beside]:
            return True
    return False


def _cloze(gap: _Gap, index: CourseIndex) -> Cloze:
    quote, text = gap.line.quote, gap.line.text
    also = [short for short, spelled in index.abbreviations.items() if _is(spelled, gap.term)]
    return Cloze(
        id=sentence_id(text),
        before=text[: gap.start],
        answer=gap.term,
        after=text[gap.end :],
        boxes=gap.line.boxes,
        also=tuple(also),
        others=near_words(gap.term, index.vocabulary),
        passage_id=quote.passage_id,
        document_id=quote.document_id,
        document_name=quote.document_name,
        page=gap.line.boxes[0].page if gap.line.boxes else quote.page,
        headings=quote.headings,
        by_ocr=quote.by_ocr,
    )


def _is(spelled: str, term: str) -> bool:
    return plain_words(spelled) == plain_words(term)


def near_words(term: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return words one slip away that mean something else, so that they are not accepted."""
    near = sorted(
        word
        for word in one_slip_away(term)
        if (word in vocabulary.seen or word in english_ranks())
        and singular(word) != singular(term)
        and _one_spelling(word) != _one_spelling(term)
    )
    return tuple(near[:_MAX_OTHERS])


def _one_spelling(word: str) -> str:
    """Treat British and American spelling as one."""
    return word.replace("our", "or").replace("ise", "ize").replace("yse", "yze")
