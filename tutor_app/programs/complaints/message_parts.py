"""A message taken apart beside the calls that were run: values, words, sentences, pointers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import (
    Span,
    called_in,
    is_handed_over,
    is_value,
    parse_program,
    with_plain_signs,
)
from tutor_app.programs.complaints.known_calls import KnownCall, know_calls
from tutor_app.programs.complaints.pointers import Pointer, find_pointers
from tutor_app.programs.complaints.readings import Reading, readings_of, values_of
from tutor_app.programs.complaints.words import PlacedWord, sentence_ends, words_of
from tutor_app.programs.find_cases import function_names
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.student_changes.code_fragments import names_of_piece, read_code
from tutor_app.understanding.act_classifier import ActGuess

_LISTS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_LINES: Final = _LISTS["line_words"]
_EXPECTING: Final = _LISTS["expecting"]
_GIVING: Final = _LISTS["giving"]
_COMING_OUT: Final = (_GIVING - _LISTS["holding"]) | _LISTS["coming_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkSoFar:
    """What the message follows: the call that the tutor asked about, and the one spoken of last.

    `proposed` is the value of which the tutor asked whether that call must give it. `is_open`: the
    tutor has asked something that the run answers; `is_test`: it has named the call itself, to
    test a program with that does well so far; `of_variable`: it has asked what a variable should
    hold on the way.
    """

    call: str | None = None
    focus: str | None = None
    proposed: str | None = None
    is_open: bool = False
    is_test: bool = False
    of_variable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceAct:
    """What a sentence of a message does, from `start` up to `end`."""

    start: int
    end: int
    guess: ActGuess


@dataclass(frozen=True)
class MessageParts:
    """A message beside the calls that were run, taken apart once for all its readings.

    `names` are those of the program's variables, `texts` the texts that it holds. `acts` are what
    its sentences do, `code` the pieces of a program in it, in which no value is told.
    """

    text: str
    calls: tuple[KnownCall, ...]
    asked: TalkSoFar
    names: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    acts: tuple[SentenceAct, ...] = ()
    code: tuple[Span, ...] = ()

    @cached_property
    def values(self) -> tuple[Span, ...]:
        found = values_of(self.text)
        inside = tuple(v for v in found if any(c.start <= v.start < c.end for c in self.code))
        lines = {word.end for word in self.words if word.text in _LINES}
        return tuple(v for v in found if v not in inside and v.start - 1 not in lines)

    @cached_property
    def pointers(self) -> tuple[Pointer, ...]:
        return find_pointers(self.text, self.calls, self.values)

    @cached_property
    def words(self) -> tuple[PlacedWord, ...]:
        return words_of(self.text)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        return tuple(sorted(set(sentence_ends(self.text, self.values))))

    @property
    def named(self) -> tuple[Pointer, ...]:
        """The pointers that say which call is meant, beside a place or value that several have."""
        return tuple(p for p in self.pointers if p.kind not in ("place_of", "shown_too"))

    @property
    def sentences(self) -> Iterator[tuple[int, int]]:
        """Where each sentence begins and ends."""
        return pairwise((0, *self.ends))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The readings of all pieces that are no part of a call's own text."""
        inside = [each for each in self.pointers if each.kind in ("call", "args")]
        values = [each for each in self.values if not is_handed_over(self.text, each.start)]
        found = readings_of(self.text, self.calls, values, self.asked.call, self.texts)
        return tuple(
            each
            for each in found
            if each.is_loose or not any(p.start <= each.start < p.end for p in inside)
        )

    def act(self, reading: Reading) -> ActGuess | None:
        """Return what the sentence of a reading does, where that is known."""
        here = (each for each in self.acts if each.start <= reading.start < each.end)
        return next((each.guess for each in here), None)

    def wants(self, reading: Reading) -> bool:
        """Whether the sentence of a reading says that something must be, or is wanted."""
        start, end = self.sentence(reading)
        return not _EXPECTING.isdisjoint(self.words_between(start, end))

    def wants_next(self, reading: Reading) -> bool:
        """Whether such a word stands between a reading and the value before it.

        "3 expected, 5 printed": the word behind says that it was seen.
        """
        behind = self.words_between(reading.end, self.sentence(reading)[1])[:1]
        return not _EXPECTING.isdisjoint(self.words_before(reading)) and _GIVING.isdisjoint(behind)

    def says_it_comes_out(self, reading: Reading) -> bool:
        """Whether the words name the reading's call, or say in its sentence that it comes out."""
        start, end = self.sentence(reading)
        is_named = any(p.call == reading.call for p in self.named)
        return is_named or not _COMING_OUT.isdisjoint(self.words_between(start, end))

    def tells(self, start: int, end: int) -> bool:
        """Whether a sentence tells something, as far as is known: an idea or question doesn't,
        and a change is about another version."""
        here = (each.guess for each in self.acts if each.start < end and start < each.end)
        guess = next(here, None)
        return guess is None or guess.act not in ("tell.idea", "ask.check", "work.mended")

    def is_of_variable(self, reading: Reading) -> bool:
        """Whether a variable is what the words name last before a reading, and no call.

        One of one letter may be a word: "i". "It" of the next sentence is still that variable,
        where nothing says that something comes out.
        """
        if reading.is_loose:
            return False
        named = [w.start for w in self.words if w.text in self.names and len(w.text) > 1]
        last = max((place for place in named if place < reading.start), default=None)
        if last is None or self._is_label(last, self.calls[reading.call]):
            return False
        pointed = (p for p in self.pointers if p.kind not in ("shown", "shown_too"))
        if any(last < p.start < reading.start for p in pointed):
            return False
        start, _ = self.sentence(reading)
        return last >= start or _COMING_OUT.isdisjoint(self.words_between(last, reading.start))

    def _is_label(self, place: int, call: KnownCall) -> bool:
        """Whether the word in a place is also printed by a call, before its values."""
        name = next(word.text for word in self.words if word.start == place)
        return not is_value(call.shown) and name in {w.text for w in words_of(call.shown)}

    def sentence(self, reading: Reading) -> tuple[int, int]:
        """Return where the sentence of a reading begins and ends."""
        if reading.is_loose:
            return 0, len(self.text)
        start = max((end for end in self.ends if end <= reading.start), default=0)
        return start, next((end for end in self.ends if end > reading.start), len(self.text))

    def words_before(self, reading: Reading) -> list[str]:
        """Return the words before a reading in its sentence, back to the value before it."""
        start, _ = self.sentence(reading)
        ended = [s.end for s in self.values if start <= s.start and s.end <= reading.start]
        return self.words_between(max(ended, default=start), reading.start)

    def words_between(self, start: int, end: int) -> list[str]:
        return [word.text for word in self.words if start <= word.start and word.end <= end]


def message_parts(
    words: str,
    results: Sequence[CaseResult],
    asked: TalkSoFar,
    source: str,
    acts: Sequence[tuple[str, ActGuess]] = (),
) -> MessageParts:
    """Return a message taken apart beside the calls that were run of a program."""
    tree = parse_program(source)
    nodes = list(ast.walk(tree)) if tree is not None else []
    set_names = (n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    attributes = (n.attr for n in nodes if isinstance(n, ast.Attribute))
    texts = (n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return MessageParts(
        text=words,
        calls=know_calls(results, source),
        asked=asked,
        names=frozenset(name.casefold() for name in (*set_names, *attributes)),
        texts=frozenset(texts),
        acts=tuple(_placed_acts(words, acts)),
        code=tuple(_code_in(words, tree)),
    )


def _placed_acts(words: str, acts: Sequence[tuple[str, ActGuess]]) -> Iterator[SentenceAct]:
    end = 0
    for text, guess in acts:
        start = words.find(with_plain_signs(text), end)
        if start >= 0:
            end = start + len(text)
            yield SentenceAct(start=start, end=end, guess=guess)


def _is_told_value(piece: str) -> bool:
    """Whether a piece is a value, or says that it comes out: "it must return [1, 2]"."""
    return is_value(piece.removeprefix("return ").removeprefix("print "))


def _code_in(words: str, tree: ast.Module | None) -> Iterator[Span]:
    """Yield the pieces of a program in a message: "m = nums[0]"; calls are none of them."""
    program = tree or ast.Module(body=[], type_ignores=[])
    fragments = read_code(words, program).fragments
    for piece in {f.text for f in fragments if f.size > 1 and names_of_piece(f.text)}:
        read = parse_program(piece)
        is_call = read is not None and bool(called_in(read) & function_names(program))
        start = -1 if is_call or _is_told_value(piece) else words.find(piece)
        while start >= 0:
            yield Span(start, start + len(piece), piece)
            start = words.find(piece, start + len(piece))
