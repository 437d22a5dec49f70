"""A claim set beside a sentence of the course word by word, by clauses, with what each denies.

Words go together that are the same, mean the same, or are opposites (WordNet). After Sultan,
Bethard, Sumner: Back to basics for monolingual alignment, 2014, with the polarity of natural logic
(MacCartney, Manning: Modeling semantic containment and exclusion, 2008) kept to what a negation
stands before.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, Literal

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.domain.lexicon import NEGATIONS, SMALL_NUMBERS
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.word_relations import related_words
from tutor_app.exercises.contradiction import OPPOSITE_STEMS
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.search_terms import stem, tokens

_TOKEN = re.compile(
    r"O\s*\((?:[^()]|\([^()]*\))*\)|\d+(?:[.,]\d+)*|(?<!')[^\W\d_]+(?:'t)?|[,;:.()—–]"
)
# Of several words, what one says.
_SAME_AS: Final = {
    "as long as": "if",
    "provided that": "if",
    "as soon as": "when",
    "for ever": "forever",
    "as well": "",
}
_SIGNS = frozenset(",;:.()—–")
_FIGURES = 13  # numbers up to twelve in words are figures
_NEAR_FORM = 5  # letters that two words share from their beginning: "recursion", "recursively"
Kind = Literal["word", "figure", "order"]


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A content word, a figure or an order of growth, as it stands in its clause."""

    stem: str
    written: str
    kind: Kind
    clause: int
    at: int
    denied: bool


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text read for what it says: its content words, and the small words that bound it.

    `clauses` are those of the plain words, `denials` those of its negations; `not_all` says that it
    denies that all are so, or that something is always so.
    """

    words: tuple[ReadWord, ...]
    plain: tuple[str, ...]
    clauses: tuple[int, ...]
    denials: tuple[int, ...]
    not_all: bool

    @property
    def sweeping(self) -> frozenset[str]:
        return CLAIM_LISTS["sweeping"] & set(self.plain)

    def bounds(self, first: int = 0, last: int | None = None) -> frozenset[str]:
        """Return the words that keep what is said to some cases, in the clauses from first to last.

        An "if" at the beginning of the next clause counts, too.
        """
        last = self.clauses[-1] if last is None else last
        return frozenset(
            word
            for word, clause in zip(self.plain, self.clauses, strict=True)
            if word in CLAIM_LISTS["bounding"]
            if first <= clause <= last or (clause == last + 1 and word in CLAIM_LISTS["behind"])
        )


@dataclass(frozen=True, slots=True)
class WordPair:
    """A word of a claim beside one of a sentence; `turned` if one says the other's opposite."""

    said: ReadWord
    told: ReadWord
    turned: bool


def read_text(text: str, abbreviations: Mapping[str, str]) -> ReadText:
    """Read a text by its clauses; a negation denies the first content word behind it."""
    whole = unicodedata.normalize("NFKC", spell_out(straighten(text), abbreviations))
    for written_so, meant in _SAME_AS.items():
        whole = re.sub(rf"\b{written_so}\b", meant, whole, flags=re.I)
    written = _TOKEN.findall(whole.replace("−", "-"))
    plain = [word.casefold() for word in written]
    words: list[ReadWord] = []
    clauses: list[int] = []
    denials: list[int] = []
    clause, denies, not_all = 0, False, False
    for at, (word, low) in enumerate(zip(written, plain, strict=True)):
        behind = plain[at + 1] if at + 1 < len(plain) else ""
        if low in _SIGNS or low in CLAIM_LISTS["joins"]:
            # "not when it is removed"
            clause, denies = clause + 1, denies and at > 0 and plain[at - 1] in NEGATIONS
        elif _denies(low, behind):
            not_all = not_all or behind in CLAIM_LISTS["limited"]
            denies = behind not in CLAIM_LISTS["limited"]
            denials.append(clause)
        elif (read := _kind_of(word, low, abbreviations)) is not None:
            kind, root = read
            light = low in CLAIM_LISTS["light"]
            words.append(ReadWord(root, low, kind, clause, at, denies and not light))
            denies = denies and light
        clauses.append(clause)
    return ReadText(tuple(words), tuple(plain), tuple(clauses), tuple(denials), not_all)


def root(word: str) -> str:
    """Return a word's stem less a silent "e": "trees" and "tree" are one."""
    return stem(word).rstrip("e")


def _denies(word: str, behind: str) -> bool:
    if word in ("instead", "rather"):
        return behind in ("of", "than")
    if word == "not" and behind in ("only", "just", "even"):
        return False
    return word in NEGATIONS or word.endswith("n't")


def _kind_of(word: str, low: str, abbreviations: Mapping[str, str]) -> tuple[Kind, str] | None:
    if word[0] == "O" and "(" in word:
        return "order", plain_order(word[word.index("(") + 1 : -1])
    if word[0].isdecimal():
        return "figure", word.replace(",", "")
    if low in SMALL_NUMBERS[:_FIGURES]:
        return "figure", str(SMALL_NUMBERS.index(low))
    if low in abbreviations or not tokens(low) or low in CLAIM_LISTS["sweeping"]:
        return None
    return "word", root(low)


def align(asked: Sequence[ReadWord], told: ReadText) -> tuple[list[WordPair], list[ReadWord]]:
    """Return the words of a claim with those of a sentence that they go with, and what is left.

    Of several the one in the clause counts that has most of the claim; a word said twice goes with
    the second one, where there are two.
    """
    options = {word: [t for t in told.words if _goes_with(word, t) is not None] for word in asked}
    clauses = Counter(
        t.clause for found in options.values() for t in {o.clause: o for o in found}.values()
    )
    pairs: list[WordPair] = []
    left: list[ReadWord] = []
    used: set[int] = set()
    behind = dict(pairwise(w.at for w in told.words))
    by_place = {word.at: word.stem for word in told.words}
    follows = {one: two.stem for one, two in pairwise(asked)}

    def _beside(word: ReadWord, other: ReadWord) -> bool:
        """Whether the same word comes next in both."""
        return word in follows and by_place.get(behind.get(other.at, -1)) == follows[word]

    for word in asked:
        free = [t for t in options[word] if t.at not in used]
        if not free:
            left.append(word)
            continue
        best = max(
            free,
            key=lambda t: (t.stem == word.stem, _beside(word, t), clauses[t.clause], -t.at),
        )
        used.add(best.at)
        opposed = _goes_with(word, best) == "opposite"
        pairs.append(WordPair(word, best, opposed ^ (word.denied != best.denied)))
    return pairs, left


def _goes_with(word: ReadWord, other: ReadWord) -> Literal["same", "opposite"] | None:
    if word.kind != other.kind:
        return None
    one, two = word.stem, other.stem
    if one == two:
        return "same"
    if word.kind != "word":
        return None
    if two in _opposites().get(one, ()):
        return "opposite"
    short = min(len(one), len(two))
    alike = (
        short >= _NEAR_FORM
        and one[: max(_NEAR_FORM, short - 2)] == two[: max(_NEAR_FORM, short - 2)]
    )
    return "same" if alike or two in _synonyms().get(one, ()) else None


@cache
def _synonyms() -> Mapping[str, frozenset[str]]:
    found = {word: set(others) for word, others in related_words("synonyms", root).items()}
    for pole in (_rooted(pole) for pair in OPPOSITE_STEMS for pole in pair):
        for word in pole:
            found.setdefault(word, set()).update(pole - {word})
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _opposites() -> Mapping[str, frozenset[str]]:
    found = {word: set(others) for word, others in related_words("opposites", root).items()}
    for one, other in ((_rooted(one), _rooted(other)) for one, other in OPPOSITE_STEMS):
        for word in one:
            found.setdefault(word, set()).update(other)
        for word in other:
            found.setdefault(word, set()).update(one)
    return {word: frozenset(others) for word, others in found.items()}


def _rooted(stems: Collection[str]) -> frozenset[str]:
    return frozenset(one.rstrip("e") for one in stems)


def plain_order(inside: str) -> str:
    """Return what stands in O(…) in one spelling."""
    return re.sub(r"[^\w^+/()]|\^(?=\d)", "", inside).casefold()
