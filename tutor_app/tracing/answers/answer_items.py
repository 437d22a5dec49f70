"""An answer cut into items: the nodes and numbers it names, and what the words between mean."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import NEGATIONS, NUMBER_WORDS, ORDINALS, read_word_lists
from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.tokens import Token, tokenize

WORDS = read_word_lists(Path(__file__).with_name("answer_words.yaml"))
_CLASS_OF: dict[str, str] = {word: name for name, words in WORDS.items() for word in words}
_MARKS: dict[str, str] = {
    "comma": "comma",
    "equals": "equals",
    "colon": "equals",
    "open": "open_bracket",
    "close": "close_bracket",
    "arrow": "arrow",
    "dash": "dash",
    "both": "dash",
    "back": "dash",
    "dot": "break",
    "newline": "break",
    "semi": "break",
    "pipe": "cell",
}
_SIGNS = {"/": "break", "+": "comma"}
_SILENT = frozenset("!'\"’“”…")
_SINGLE_PLACE = 1
KEY_NAMES = frozenset("fghd")  # of the value of a node, glued to it: "f10"

ItemKind = Literal["node", "number", "ordinal", "word", "mark", "unread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One node, number or word of an answer.

    `name` is the node as the problem spells it, the word's list, or the mark; `value` the number.
    `as_node`: a number that is the name of a node as well. `text` is as it was typed, `glued`
    where nothing stands between it and the item before.
    """

    kind: ItemKind
    name: str = ""
    value: Number = 0
    as_node: str | None = None
    text: str = ""
    glued: bool = False

    def is_mark(self, *names: str) -> bool:
        return self.kind == "mark" and self.name in names

    def is_word(self, *names: str) -> bool:
        return self.kind == "word" and self.name in names


class AnswerItems:
    """The items of one message about a problem with these nodes."""

    def __init__(self, text: str, nodes: Sequence[str], *, whole: bool = False) -> None:
        self._text = text
        self._whole = whole
        self._tokens = [token for token in tokenize(text) if token.text not in _SILENT]
        self._nodes = {node.casefold(): node for node in nodes}
        self._short = bool(nodes) and all(len(node) == _SINGLE_PLACE for node in nodes)
        self._exact = frozenset(nodes)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items; what stands behind "because" up to the end of its sentence is left out.

        Of a `whole` message nothing is.
        """
        if self._whole:
            return tuple(self._read())
        kept: list[Item] = []
        in_reason = False
        for item in self._read():
            if item.is_word("reason"):
                in_reason = True
            elif in_reason and (item.is_mark("break") or item.is_word("then")):
                in_reason = False
            if not in_reason:
                kept.append(item)
        return tuple(kept)

    @cached_property
    def _names_exactly(self) -> bool:
        """Whether a node stands in the message as the problem spells it: then "a" is a word."""
        return any(
            token.kind == "name" and set(token.text) <= self._exact and not token.text.islower()
            for token in self._tokens
        )

    def _read(self) -> Iterator[Item]:
        before = -1
        place = 0
        while place < len(self._tokens):
            token = self._tokens[place]
            glued = token.start == before
            sign = self._signed(place)
            if sign is not None:
                number = self._tokens[place + 1]
                worth = _value(number.text) if number.kind == "number" else math.inf
                yield _number(-worth, number.text, glued)
                place, before = place + 2, number.end
                continue
            if glued and self._is_blank(place):
                yield _number(math.inf, token.text, glued)
            else:
                yield from self._items_of(token, place, glued)
            before, place = token.end, place + 1

    def _is_blank(self, place: int) -> bool:
        """Whether a dash stands for a value that a node has not got yet: "t- v-", no edge."""
        token, behind = self._tokens[place], self._tokens[place + 1 : place + 3]
        named = place > 0 and self._tokens[place - 1].text.casefold() in self._nodes
        if token.kind != "dash" or not named or (behind and behind[0].start == token.end):
            return False
        leads_on = [each.kind in ("dash", "number", "inf", "colon", "equals") for each in behind]
        return not behind or behind[0].text.casefold() not in self._nodes or any(leads_on[1:])

    def _signed(self, place: int) -> Token | None:
        """Return the dash that is the sign of the number behind it."""
        token = self._tokens[place]
        if token.kind != "dash" or place + 1 >= len(self._tokens):
            return None
        behind = self._tokens[place + 1]
        before = self._tokens[place - 1] if place else None
        beside = (
            before is not None and before.end == token.start and before.kind in ("name", "number")
        )
        is_word = behind.kind == "name" and behind.text.casefold() in WORDS["infinite"]
        is_number = is_word or behind.kind in ("number", "inf")
        return token if is_number and not behind.spaced and not beside else None

    def _items_of(self, token: Token, place: int, glued: bool) -> Iterator[Item]:
        match token.kind:
            case "name":
                yield from self._named(token, place, glued)
            case "number":
                node = self._nodes.get(token.text)
                yield _number(_value(token.text), token.text, glued, node)
            case "bullet":
                yield from self._bulleted(token)
            case "inf":
                yield _number(math.inf, token.text, glued)
            case "ellipsis" if self._whole:
                yield Item(kind="mark", name="dots", text=token.text)
            case "unknown" if self._whole:
                yield Item(kind="mark", name="question", text=token.text)
            case "unknown" | "ellipsis":
                return
            case "other" if token.text not in _SIGNS:
                yield Item(kind="unread", text=token.text)
            case _:
                name = _MARKS.get(token.kind) or _SIGNS[token.text]
                yield Item(kind="mark", name=name, text=token.text, glued=glued)

    def _bulleted(self, token: Token) -> Iterator[Item]:
        """Read "1." at the beginning: a row's number beside nodes, else a number like others."""
        digits = self._text[token.start : token.end].strip("(.)")
        if digits.isdecimal() and self._nodes:
            yield Item(kind="ordinal", value=int(digits), text=digits)
        elif digits.isdecimal():
            yield _number(int(digits), digits, glued=False)
        yield Item(kind="mark", name="break", text=".")

    def _named(self, token: Token, place: int, glued: bool) -> Iterator[Item]:
        word = token.text.casefold().replace("’", "'")
        if (node := self._node(token, place)) is not None:
            yield Item(kind="node", name=node, text=token.text, glued=glued)
            return
        letters = word.rstrip("0123456789")
        if letters != word and letters in self._nodes:
            yield Item(kind="node", name=self._nodes[letters], text=token.text, glued=glued)
            yield _number(_value(word[len(letters) :]), word, glued=False)
            return
        if letters != word and letters in KEY_NAMES:
            digits = word[len(letters) :]
            if letters == "d" and digits in self._nodes and self._is_given(place):
                yield Item(kind="node", name=self._nodes[digits], text=token.text, glued=glued)
            else:
                yield _number(_value(digits), token.text, glued=False)
            return
        if self._is_run_of_nodes(token, word, place):
            for letter in token.text:
                yield Item(kind="node", name=self._spelled(letter), text=letter, glued=True)
            return
        yield _item_of_word(token.text, word)

    def _is_given(self, place: int) -> bool:
        """Whether an equals sign follows: the d2 of "d2 = 5" is a node's distance."""
        return place + 1 < len(self._tokens) and self._tokens[place + 1].kind == "equals"

    def _spelled(self, letter: str) -> str:
        return letter if letter in self._exact else self._nodes[letter.casefold()]

    def _node(self, token: Token, place: int) -> str | None:
        word = token.text.casefold()
        if token.text in self._exact and not (word in _CLASS_OF and self._is_article(place)):
            return token.text
        if word not in self._nodes or (word in _CLASS_OF and self._names_exactly):
            return None
        return None if word in _CLASS_OF and self._is_article(place) else self._nodes[word]

    def _is_article(self, place: int) -> bool:
        """Whether "a" or "I" is a word of English here, by what follows it."""
        token = self._tokens[place]
        if token.text not in (*WORDS["filler"], "I"):
            return False
        behind = self._tokens[place + 1] if place + 1 < len(self._tokens) else None
        if behind is None or behind.kind != "name":
            return False
        word = behind.text.casefold()
        return word not in self._nodes and _CLASS_OF.get(word, "noun") in ("noun", "reject")

    def _is_run_of_nodes(self, token: Token, word: str, place: int) -> bool:
        """Whether a word is nothing but nodes written without blanks: "ab", "SBAC"."""
        if not self._short or len(word) < 2:
            return False
        if not all(letter in self._nodes for letter in word):
            return False
        if all(letter in self._exact for letter in token.text) and token.text.isupper():
            return True
        # "bc" is short for "because" where other words follow, or where nodes are spelled "B", "C".
        is_last = place + 1 >= len(self._tokens) or self._tokens[place + 1].kind != "name"
        may_be_nodes = is_last and not self._names_exactly
        return word not in _CLASS_OF or (word in WORDS["reason"] and may_be_nodes)


def settle(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items without what the student took back: "A, no wait, B", "not A"."""
    kept: list[Item] = []
    for place, item in enumerate(items):
        behind = items[place + 1] if place + 1 < len(items) else None
        if item.is_word("correction") and behind is not None:
            _take_back(kept)
        elif item.is_word("negation") and behind is not None and behind.kind == "node":
            continue
        elif place and items[place - 1].is_word("negation") and item.kind == "node":
            continue
        else:
            kept.append(item)
    return tuple(kept)


def _take_back(kept: list[Item]) -> None:
    """Drop what stands last, back to the sign or word before it."""
    while kept and (kept[-1].kind == "mark" or kept[-1].is_word("reject", "filler", "negation")):
        kept.pop()
    if kept and kept[-1].kind in ("node", "number"):
        kept.pop()


def _number(value: Number, text: str, glued: bool, node: str | None = None) -> Item:
    return Item(kind="number", value=value, text=text, glued=glued, as_node=node)


def _value(text: str) -> Number:
    return float(text) if "." in text else int(text)


def _item_of_word(text: str, word: str) -> Item:
    """Return an ordinal, a number in words, a word of one of the lists, or one that is unread."""
    if word[:-2].isdecimal():
        return Item(kind="ordinal", value=int(word[:-2]), text=text)
    if word in ORDINALS:
        return Item(kind="ordinal", value=ORDINALS.index(word) + 1, text=text)
    if word in NUMBER_WORDS and word != "one":
        return _number(NUMBER_WORDS[word], text, glued=False)
    if word in WORDS["infinite"]:
        return _number(math.inf, text, glued=False)
    if word in NEGATIONS and word not in WORDS["empty"]:
        return Item(kind="word", name="negation", text=text)
    name = _CLASS_OF.get(word, "")
    return Item(kind="word" if name else "unread", name=name, text=text)
