"""The sentences of a message about a program, each with what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.ideas.asked_of_whole import asks_behind, asks_of_all, seeks_failing_input
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

ActOf = Callable[[str], ActGuess]

MOST_SENTENCES = 12  # of one message
FEWEST_WORDS = 4  # in which a cause can be told
WHY: tuple[DialogueAct, ...] = ("ask.why", "ask.reason")
IDEAS: tuple[DialogueAct, ...] = ("tell.idea", "ask.check")
REPORTS: tuple[DialogueAct, ...] = ("tell.seen", "tell.answer", "work.mended", "react.ack")
# What a question about the program may be taken for, which asks why all the same.
_NEAR_WHY: tuple[DialogueAct, ...] = ("work.bug", "tell.seen", "react.disagree", "ask.simpler")
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """One sentence of a message, with what it does."""

    text: str
    guess: ActGuess

    @property
    def asks_why(self) -> bool:
        """Whether it asks for a reason."""
        guess = self.guess
        if self.text.casefold().strip(" ?!.") in _WORDS["reason_words"]:
            return True  # a bare "why?", whatever it is taken for
        return guess.act in WHY or (guess.act in _NEAR_WHY and guess.second in WHY)

    @property
    def names_reason(self) -> bool:
        """Whether it has a word for that: what is taken for a why may ask whether it is so."""
        words = {token.text.casefold() for token in tokens_of(self.text)}
        return bool(words & _WORDS["reason_words"])

    @property
    def only_asks_why(self) -> bool:
        """Whether it is taken for a question for a reason and for nothing else first."""
        return self.guess.act in WHY

    @property
    def may_tell_cause(self) -> bool:
        """Whether it is long enough for a cause, and does not ask for a reason."""
        return not self.asks_why and len(self.text.split()) >= FEWEST_WORDS

    @property
    def is_claim(self) -> bool:
        """Whether it says or asks for a cause, a place or a plan, and is owed a verdict on it."""
        guess = self.guess
        is_question = guess.act == "ask.fact" and "?" in self.text
        is_half = guess.act == "tell.seen" and not guess.sure and guess.second in IDEAS
        return guess.act in IDEAS or is_question or is_half

    @property
    def asks_whether_it_works(self) -> bool:
        """Whether it asks for a verdict on the program: "is it right now?", "ok for all lists?"."""
        return asks_of_all(self.text) or asks_behind(self.text)

    @property
    def seeks_failing(self) -> bool:
        """Whether it asks for an input on which the program goes wrong."""
        return seeks_failing_input(self.text)

    @property
    def says_what_is_due(self) -> bool:
        """Whether it has a word for what must come out, or for what is right."""
        words = {token.text.casefold() for token in tokens_of(self.text)}
        return any(words & _WORDS[kind] for kind in ("expecting", "fine", "done", "mended"))

    @property
    def says_it_works(self) -> bool:
        """Whether it reports that the program does now what it should."""
        return self.guess.act in REPORTS and is_glad(self.text)


def is_glad(sentence: str) -> bool:
    """Whether a sentence speaks of what works, of nothing amiss, and asks nothing."""
    words = {token.text.casefold() for token in tokens_of(sentence)}
    works = bool(words & _WORDS["mended"]) and not words & _WORDS["amiss"]
    return works and "?" not in sentence


def read_sentences(words: str, act_of: ActOf | None) -> tuple[SaidSentence, ...]:
    """Return the sentences of a message with their acts; none without a classifier."""
    return () if act_of is None else tuple(_sentences(words, act_of))


def _sentences(words: str, act_of: ActOf) -> Iterator[SaidSentence]:
    for text in split_sentences(words)[:MOST_SENTENCES]:
        if any(sign.isalpha() for sign in text):
            yield from _with_question(SaidSentence(text, act_of(text)), act_of)


def _with_question(said: SaidSentence, act_of: ActOf) -> Iterator[SaidSentence]:
    """Yield a sentence, cut before its last clause where only that one asks for a reason."""
    begins, _, last = said.text.rpartition(",")
    if begins and "?" in last and len(last.split()) >= FEWEST_WORDS and not said.asks_why:
        asked = SaidSentence(last.strip(), act_of(last.strip()))
        if asked.only_asks_why:
            yield from (SaidSentence(begins, act_of(begins)), asked)
            return
    yield said
