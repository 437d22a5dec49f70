"""What a text names in its order: nodes and numbers, and what stands between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import NUMBER_WORDS, SMALL_WORDS, read_word_lists
from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.numbers_in_words import told_numbers
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import NEVER_NAMES, UNITS

WORDS: Final = read_word_lists(Path(__file__).with_name("told_words.yaml"))
LEAST_NAMES = 3
_COUNTED: Final = ("steps", "lists", "asks", "own", "estimates", "starts", "starts_weakly", "goals")
_STOPS: Final = frozenset({"dot", "newline", "unknown", "semi", "bullet"})
_ALSO_WORDS: Final = frozenset("a i u r n w k y".split())  # letters that stand for words, too


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A node or number that is named; tokens `at` up to `end`. `maybe`: it may be a mere word."""

    kind: Literal["node", "number", "same", "either"]
    name: str
    value: Number
    at: int
    end: int
    maybe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What stands between two events: how many words, and the signs and words that part."""

    words: int = 0
    comma: bool = False
    stop: bool = False
    parts: bool = False
    steps: int = 0
    corrects: bool = False
    from_: bool = False  # "from" stands right before the second
    between: bool = False  # so does "between"
    opens: bool = False  # a bracket opens in it
    then: bool = False
    behind_number: bool = False

    @property
    def parted(self) -> bool:
        """Whether something may end and something else begin in it."""
        return self.comma or self.stop or self.parts


_ARTICLES: Final = frozenset({"a", "an", "the", "this", "that", "another", "which"})


class ToldText:
    """The tokens of a text, and the events that each way of naming nodes finds in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.cursor = Cursor(text)
        self.words = [self.cursor.word(at) for at in range(len(self.cursor))]
        self._numbers = dict(self._read_numbers())
        self._sums = {kind: self._summed(kind) for kind in _COUNTED}
        stops = [at for at in range(len(self.cursor)) if self._stops(at)]
        ends = [at for at in range(len(self.cursor)) if self._ends_clause(at)]
        self._sentences, self._clauses = (self._parts(stops), self._parts(ends))

    def schemes(self, *, estimated: bool) -> Iterator[tuple[Event, ...]]:
        """Yield the events by each way of naming nodes that finds enough of them."""
        letters = self._letters(upper=False)
        if estimated:  # "h of a is 3"
            letters = {at: each for at, each in letters.items() if each[0] != "h"}
        for names in (
            self._letters(upper=True),
            letters,
            self._capitalised(),
            *self._recurring(),
        ):
            if len({name.casefold() for name, maybe in names.values() if not maybe}) >= LEAST_NAMES:
                yield self._events(names)

    def gap(self, one: Event, two: Event) -> Gap:
        """Return what stands between two events that follow each other."""
        return self.between(one.end, two.at, behind_number=one.kind != "node")

    def between(self, begin: int, end: int, *, behind_number: bool = False) -> Gap:
        """Return what stands in the tokens `begin` up to `end`."""
        kinds = [self.cursor.kind(at) for at in range(begin, end)]
        words = [self.words[at] for at in range(begin, end) if self.words[at]]
        unread = [word for word in words if not (behind_number and word in UNITS)]
        return Gap(
            words=len(unread),
            comma=any(kind in ("comma", "colon") for kind in kinds),
            stop=any(self._stops(at) for at in range(begin, end)),
            parts=any(word in WORDS["parts"] for word in words),
            steps=self.counts(begin, end, "steps"),
            corrects=any(word in WORDS["corrects"] for word in words),
            from_=words[-1:] == ["from"],
            between=words[-1:] == ["between"],
            opens="open" in kinds,
            then="then" in words,
        )

    def _stops(self, at: int) -> bool:
        cursor = self.cursor
        if cursor.kind(at) in _STOPS:
            return True
        return cursor[at].text in ("!", "?")

    def sentence(self, at: int) -> tuple[int, int]:
        """Return the tokens of the sentence in which a token stands."""
        return self._sentences[at]

    def clause(self, at: int) -> tuple[int, int]:
        """Return the tokens between the signs around a token."""
        return self._clauses[at]

    def _parts(self, ends: list[int]) -> list[tuple[int, int]]:
        """Return for each token the part in which it stands, of those that end at some tokens."""
        parts: list[tuple[int, int]] = []
        for begin, end in pairwise((-1, *ends, len(self.cursor))):
            parts += [(begin + 1, end)] * (end - begin)
        return parts

    def _summed(self, kind: str) -> list[int]:
        told = (
            (word in WORDS[kind] or (kind == "steps" and self._is_own_move(at)))
            and not self._capital(at)
            for at, word in enumerate(self.words)
        )
        return [0, *accumulate(told)]

    def _is_own_move(self, at: int) -> bool:
        """Whether "take" tells what the student does: "I take B", "and pick C"."""
        return self.words[at] in WORDS["moves"] and self.words[max(at - 1, 0)] in WORDS["movers"]

    def _ends_clause(self, at: int) -> bool:
        if self.words[at] == "but":
            return True
        return self._stops(at) or self.cursor.kind(at) in ("comma", "colon", "open", "close")

    def counts(self, begin: int, end: int, kind: str) -> int:
        """Return how many words of a list stand in the tokens `begin` up to `end`."""
        sums = self._sums[kind]
        return sums[end] - sums[begin] if begin < end else 0

    def _capital(self, at: int) -> bool:
        """Whether a word is written as a name inside a sentence: "Settle"."""
        return self.cursor[at].text[0].isupper() and at > 0 and not self._stops(at - 1)

    def asks(self, at: int) -> bool:
        """Whether a sentence is a question."""
        _, end = self.sentence(at)
        return end < len(self.cursor) and self.cursor[end].text.startswith("?")

    # --- numbers ---------------------------------------------------------------------------

    def _read_numbers(self) -> Iterator[tuple[int, Event]]:
        starts = {token.start: at for at, token in enumerate(self.cursor.tokens)}
        for number in told_numbers(self.text):
            at = starts.get(number.start)
            if at is None or self.cursor.word(at - 1) == "not":
                continue
            end = at + 1
            if number.in_words:
                while self.words[end : end + 1] and self.words[end] in NUMBER_WORDS:
                    end += 1
                behind = self.words[end : end + 1]
                measured = number.value == 1 and (behind in ([""], []) or behind[0] in UNITS)
                measured = measured and not self._stands_for_way(at)
                if number.counts and not measured:
                    continue
            value = -number.value if self._is_negative(at) else number.value
            yield at, Event(kind="number", name="", value=value, at=at, end=end)
        for at, word in enumerate(self.words):
            if word in WORDS["same"]:
                yield at, Event(kind="same", name="", value=0, at=at, end=at + 1)

    def _stands_for_way(self, at: int) -> bool:
        """Whether "one" is a way whose number follows: "a slow one, 8"."""
        behind = [token.text for token in self.cursor.tokens[at + 1 : at + 3]]
        follows = any(text[:1].isdecimal() or text in NUMBER_WORDS for text in behind)
        return follows and not _ARTICLES.isdisjoint(self.words[max(0, at - 2) : at])

    def _is_negative(self, at: int) -> bool:
        sign = self.cursor[at - 1]
        return at > 0 and sign.kind == "dash" and sign.spaced and not self.cursor[at].spaced

    def _events(self, names: dict[int, tuple[str, bool]]) -> tuple[Event, ...]:
        nodes = {
            at: Event(
                kind="node", name=name, value=0, at=at, end=at + 1 + name.count(" "), maybe=maybe
            )
            for at, (name, maybe) in names.items()
        }
        found = {**self._numbers, **nodes}
        return tuple(found[at] for at in sorted(found))

    # --- ways of naming nodes ----------------------------------------------------------------

    def _letters(self, *, upper: bool) -> dict[int, tuple[str, bool]]:
        found: dict[int, tuple[str, bool]] = {}
        for at, token in enumerate(self.cursor.tokens):
            text = token.text
            if token.kind != "name" or not text[:1].isalpha() or len(text) > 2:
                continue
            if (text[1:] and not text[1:].isdecimal()) or text[0].isupper() is not upper:
                continue
            if self.cursor[at + 1].text.startswith("*"):
                continue
            maybe = text.casefold() in _ALSO_WORDS and not self._stands_as_name(at)
            if not (maybe and text.casefold() == "i"):
                found[at] = (text, maybe)
        real = {name for name, maybe in found.values() if not maybe}
        return {at: each for at, each in found.items() if each[0] in real}

    def _stands_as_name(self, at: int) -> bool:
        """Whether a letter that may be a word stands as names do."""
        letter = self.cursor[at].text
        before, behind = self.cursor.word(at - 1), self.cursor.word(at + 1)
        joins, ends = WORDS["joins"], self.cursor.kind(at + 1) != "name"
        if letter.casefold() == "i":
            return (before in joins and (ends or behind in joins)) or (ends and at > 0)
        if behind in joins or ends:
            return True
        if letter == "a":
            return before in joins and len(behind) == 1
        if letter.isupper():
            return letter != "A" or not (at == 0 or self._stops(at - 1))
        return before in joins

    def _capitalised(self) -> dict[int, tuple[str, bool]]:
        found: dict[int, tuple[str, bool]] = {}
        inside: set[str] = set()
        for at, token in enumerate(self.cursor.tokens):
            text = token.text
            if token.kind != "name" or len(text) < 2 or not text[0].isupper() or "'" in text:
                continue
            if len(text) == 2 and text.isupper():  # "AB 4" is an edge
                continue
            if text.casefold() in SMALL_WORDS | WORDS["asks"]:
                continue
            if not self._capital(at) and (text.casefold() in NEVER_NAMES or self._is_known(at)):
                continue
            found[at] = (text, False)
            if at and not self._stops(at - 1):
                inside.add(text)
        found = self._joined_names(found)
        counts = Counter(name for name, _ in found.values())
        few = {name for name, count in counts.items() if count == 1}
        return {
            at: (name, name in few)
            for at, (name, _) in found.items()
            if (name.split()[0] in inside or name not in few)
            and not (name in few and name.casefold() in NEVER_NAMES)
        }

    def _joined_names(self, found: dict[int, tuple[str, bool]]) -> dict[int, tuple[str, bool]]:
        """Join two words that always stand together: "Rimnicu Vilcea"."""
        counts = Counter(name for name, _ in found.values())
        pairs = Counter((found[at][0], found[at + 1][0]) for at in found if at + 1 in found)
        joined = {
            pair for pair, count in pairs.items() if count == counts[pair[0]] == counts[pair[1]]
        }
        whole: dict[int, tuple[str, bool]] = {}
        for at, (name, maybe) in found.items():
            if at - 1 in found and (found[at - 1][0], name) in joined:
                continue
            behind = found[at + 1][0] if at + 1 in found else ""
            whole[at] = (f"{name} {behind}" if (name, behind) in joined else name, maybe)
        return whole

    def _is_known(self, at: int) -> bool:
        return self._is_known_word(self.words[at])

    def _is_known_word(self, word: str) -> bool:
        return any(word in WORDS[kind] for kind in ("steps", "asks", "parts", "joins", "same"))

    def _recurring(self) -> Iterator[dict[int, tuple[str, bool]]]:
        """Yield words in small letters that come again: rooms, stations; without each the verbs.

        A word that stands right between two others is their verb: "gateway calls auth".
        """
        counts = Counter(self.words)
        known = NEVER_NAMES | SMALL_WORDS | UNITS | frozenset(NUMBER_WORDS)
        found = {
            at: (word, False)
            for at, word in enumerate(self.words)
            if len(word) > 1
            and counts[word] > 1
            and (word not in known or self._stands_as_place(at))
            and not self._is_known(at)
            and "'" not in word
        }
        between = Counter(
            name for at, (name, _) in found.items() if at - 1 in found and at + 1 in found
        )
        verbs = {name for name, count in between.items() if count * 2 >= counts[name]}
        yield {at: each for at, each in found.items() if each[0] not in verbs}

    def _stands_as_place(self, at: int) -> bool:
        """Whether a word for what joins two nodes is one itself: "mill to bridge 2"."""
        word = self.words[at]
        return word in WORDS["links"] and any(
            self.words[place] == word
            and "to" in (self.cursor.word(place - 1), self.cursor.word(place + 1))
            and self.cursor.word(place - 1) not in _ARTICLES
            for place in range(len(self.words))
        )

    def named(self, nodes: Sequence[str]) -> tuple[Event, ...]:
        """Return the events with these nodes alone."""
        spelled = {node.casefold(): node for node in nodes}
        found: dict[int, tuple[str, bool]] = {}
        for at, token in enumerate(self.cursor.tokens):
            name = spelled.get(token.text.casefold())
            if name is None or (len(name) == 1 and token.text not in nodes):
                continue
            maybe = token.text.casefold() in _ALSO_WORDS and not self._stands_as_name(at)
            found[at] = (name, maybe)
        return self._events(found)

    def with_name(self, events: tuple[Event, ...], word: str) -> tuple[Event, ...]:
        """Return the events with one more word as a node."""
        named = [
            Event(kind="node", name=self.cursor[at].text, value=0, at=at, end=at + 1)
            for at, each in enumerate(self.words)
            if each == word
        ]
        return tuple(sorted((*events, *named), key=lambda event: event.at))

    def unknown_words(self, begin: int, end: int) -> list[str]:
        """Return the words between two characters that may be names: they are no others."""
        known = NEVER_NAMES | SMALL_WORDS | UNITS | frozenset(NUMBER_WORDS)
        return [
            word
            for at, word in enumerate(self.words)
            if begin <= self.cursor[at].start < end
            and len(word) > 2
            and word not in known
            and not self._is_known(at)
        ]

    def numeric(self, *, weighted: bool) -> tuple[Event, ...]:
        """Return the events with numbers as names: those behind one word ("stop 12"), else all."""
        digits = [at for at in self._numbers if self.cursor[at].text.isdecimal()]
        labels = Counter(self.cursor.word(at - 1) for at in digits)
        label, _ = max(
            (
                (word, count)
                for word, count in labels.items()
                if word and not self._is_known_word(word)
            ),
            key=lambda each: each[1],
            default=("", 0),
        )
        named = [at for at in digits if label and self.cursor.word(at - 1) == label]
        if (
            len({self.cursor[at].text for at in named}) >= LEAST_NAMES
            and len(named) > 2 * LEAST_NAMES
        ):
            return self._events({at: (self.cursor[at].text, False) for at in named})
        events = self._events({at: (self.cursor[at].text, False) for at in digits})
        if not weighted:
            return events
        return tuple(
            replace(each, kind="either", value=int(each.name)) if each.kind == "node" else each
            for each in events
        )
