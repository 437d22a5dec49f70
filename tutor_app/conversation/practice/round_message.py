"""A message in practice in its parts: what it wishes, how hard, how long, on what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast, get_args

import yaml

from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.practice.practice_parts import MessagePart, PartKind, PracticeWish
from tutor_app.conversation.practice.wished_kinds import kind_word
from tutor_app.conversation.practice.wished_length import wished_length
from tutor_app.domain.practice import EASIEST, HARDEST
from tutor_app.retrieval.search_terms import CHAT_WORDS, tokens
from tutor_app.retrieval.vocabulary import english_ranks, plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import LANGUAGE, read_language

EXAMPLES: Final[dict[PartKind, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("practice_wishes.yaml").read_text(encoding="utf-8")
)
WISHES: Final[frozenset[str]] = frozenset(get_args(PracticeWish))
# Of several wishes the first of these counts; a topic is wished beside another one.
_WEIGHT: Final[tuple[PracticeWish, ...]] = (
    "stop",
    "reveal",
    "harder",
    "easier",
    "task",
    "quiz",
    "another",
    "topic",
    "hint",
    "unknown",
    "why",
    "confused",
    "progress",
    "resume",
)
ON_A_TOPIC: Final[tuple[PartKind, ...]] = ("topic", "another", "quiz", "task", "harder", "easier")
SURE: Final = 0.5  # how likely a part must be a wish
LIKELY: Final = 0.4  # how likely it must be one that ends or begins something
WORK: Final[tuple[PartKind, ...]] = ("answer", "check", "reason")
FINAL: Final = frozenset({"stop", "reveal", "quiz"})
_EVERYDAY: Final = 600  # rank among English words: what is more common names no topic
_EASY, _HARD, _OF_RUNS, _SMALL, _SHORT, _LONG = (
    frozenset(tokens(" ".join(PART_WORDS[name])))
    for name in ("easy", "hard", "runs", "small", "short", "long")
)
_OF_SIZE: Final = _SMALL | _SHORT | _LONG
_MARKS: Final = ".,:;!?()\"'’“”"
_DENIED: Final = 4  # words: "not", and what it reaches over
_NAME = 1  # content words of an answer that names one thing
FEWEST = 2  # words of a part that is read by what was learned


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundMessage:
    """A message in practice, in its parts."""

    text: str
    parts: tuple[MessagePart, ...]

    def text_of(self, *kinds: PartKind) -> str:
        """Return the parts of these kinds, as one text; "" where there is none."""
        return " ".join(part.text for part in self.parts if part.kind in kinds)

    @property
    def wishes(self) -> frozenset[PracticeWish]:
        """What is wished of the round."""
        return frozenset(
            cast("PracticeWish", part.kind)
            for part in self.parts
            if part.kind in WISHES and part.wishes >= SURE
            if part.likely >= LIKELY or part.kind not in FINAL
            if part.kind != "stop" or not self.is_work or _in_words_of(part.text, "stop")
            if part.kind != "another" or _says_more_than_a_name(part.text)
        )

    @property
    def wish(self) -> PracticeWish | None:
        """The wish that counts most."""
        return next((wish for wish in _WEIGHT if wish in self.wishes), None)

    @property
    def on_topic(self) -> str:
        """The parts that may say what the questions are to be about."""
        return self.text_of(*ON_A_TOPIC)

    def algorithm_wished(self, at_hand: str) -> str | None:
        """Return the algorithm other than that at hand that its wishes name: "do Prim"."""
        wished = (p.text for p in self.parts if p.kind in ON_A_TOPIC or p.wishes >= SURE)
        named = name_algorithms(" ".join(wished))
        return next((name for name in named if name != at_hand), None)

    @property
    def names_run(self) -> bool:
        """Whether it wishes for a graph or a run by these names."""
        return not _OF_RUNS.isdisjoint(tokens(self.on_topic))

    @property
    def level(self) -> int | None:
        """How hard a round is wished to be at its beginning; None where nothing is said of it."""
        said = set(tokens(self.text))
        if "easier" in self.wishes or not said.isdisjoint(_EASY | _SMALL):
            return EASIEST
        return HARDEST if "harder" in self.wishes or not said.isdisjoint(_HARD) else None

    @property
    def length(self) -> int | None:
        """How many questions are wished; None where nothing is said of it."""
        return wished_length(self.text)

    @property
    def is_work(self) -> bool:
        """Whether some of it may answer what was asked."""
        return any(part.kind in WORK for part in self.parts)

    @property
    def is_question(self) -> bool:
        """Whether some of it asks of the course or says something kind, and answers nothing."""
        return any(part.kind in ("question", "social") for part in self.parts)

    @property
    def asks_to_go_on(self) -> bool:
        """Whether it says in more than a word that what was ended goes on; "ok" does not."""
        said = self.text_of("resume")
        return len(plain_words(said)) >= FEWEST and "resume" in self.wishes

    @property
    def is_small_talk(self) -> bool:
        """Whether it greets, thanks or takes leave, and says nothing else."""
        return small_talk(self.text) is not None

    @property
    def only_ends(self) -> bool:
        """Whether it wishes an end and says nothing else but kind words."""
        return self.wishes == {"stop"} and all(p.kind in ("stop", "social") for p in self.parts)

    @property
    def does_several(self) -> bool:
        """Whether it does more than one thing."""
        return len({part.kind for part in self.parts}) > 1


def _in_words_of(text: str, kind: PartKind) -> bool:
    """Whether a part has a word of the examples: "rest stays infinity" is a row's, and no end."""
    return not set(tokens(text)).isdisjoint(tokens(" ".join(EXAMPLES[kind])))


def _says_more_than_a_name(text: str) -> bool:
    """Whether a part asks for another one, and is no bare answer: "a graph"."""
    return len(tokens(text)) > _NAME or _in_words_of(text, "another")


def topic_words(heard: RoundMessage, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the stems, and the single letters, that a round is wished to be on.

    Where the course knows some of the stems, the others are no part of the topic.
    """
    ranks = english_ranks()
    words = [word.strip(_MARKS) for word in _wanted(heard.on_topic.split())]
    letters = (word for word in words if len(word) == 1 and word.isalpha())
    own = [letter for letter in letters if letter.casefold() not in ("a", "i", "u", "n")]
    rare = [word for word in words if ranks.get(word.casefold(), _EVERYDAY) >= _EVERYDAY]
    stems = [stem for word in rare if len(word) > 1 for stem in tokens(word)]
    beside = _OF_WISHES | CHAT_WORDS | _OF_SIZE
    named = [stem for stem in stems if stem not in beside]
    named = [stem for stem in named if not kind_word(stem) or stem in _ASKED_IN_WORDS]
    known = [stem for stem in named if is_known(stem)]
    names = bool(heard.text_of("topic", "quiz", "task"))  # "nxt" beside an answer names nothing
    return tuple(dict.fromkeys((*(known or (named if names else ())), *own)))


def _wanted(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of a wish without what it denies: "signs, not the chance chapter"."""
    denied = 0
    for word in words:
        denied = _DENIED if word.strip(_MARKS).casefold() == "not" else denied
        if not denied:
            yield word
        denied = 0 if word[-1] in ",.;:!?" else max(0, denied - 1)


# "solve" and "simplify" are kinds of question, and tell one calculation from another.
_ASKED_IN_WORDS: Final = frozenset(
    stem
    for key, each in read_language(LANGUAGE).items()
    if key.startswith("conversation_calculations.")
    for text in each.plain
    for stem in tokens(text)
)


def _stems_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(stem for text in texts for stem in tokens(text))


# What wishes are made of names no topic: "an easier one to practise".
_OF_WISHES: Final = _stems_of(
    text for kind, texts in EXAMPLES.items() if kind in WISHES for text in texts
)
