"""What a message wants of a round of practice, and what the round is to be on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, cast, get_args

import yaml

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.conversation.from_map.named_terms import term_named
from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.practice.practice_parts import (
    MessagePart,
    PartKind,
    PracticeWish,
    parts_of_message,
)
from tutor_app.conversation.practice.something_to_do import wishes_something_to_do
from tutor_app.conversation.practice.wished_kinds import kind_word, wished_kinds
from tutor_app.conversation.practice.wished_length import (
    names_a_thing,
    says_short_thing,
    wished_length,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.practice import EASIEST, HARDEST
from tutor_app.exercises.exercise_task import item_named
from tutor_app.retrieval.search_terms import CHAT_WORDS, tokens
from tutor_app.retrieval.vocabulary import english_ranks, plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import LANGUAGE, read_language

EXAMPLES: Final[dict[PartKind, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("practice_wishes.yaml").read_text(encoding="utf-8")
)
_WISHES: Final[frozenset[str]] = frozenset(get_args(PracticeWish))
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
_ON_A_TOPIC: Final[tuple[PartKind, ...]] = ("topic", "another", "quiz", "task", "harder", "easier")
_OF_THE_QUESTION: Final = ("hint", "confused", "why")
_SURE: Final = 0.5  # how likely a part must be a wish
_LIKELY: Final = 0.4  # how likely it must be one that ends or begins something
_FINAL: Final = frozenset({"stop", "reveal", "quiz"})
_EVERYDAY: Final = 600  # rank among English words: what is more common names no topic
_EASY, _HARD, _OF_RUNS, _SMALL, _SHORT, _LONG = (
    frozenset(tokens(" ".join(PART_WORDS[name])))
    for name in ("easy", "hard", "runs", "small", "short", "long")
)
_OF_SIZE: Final = _SMALL | _SHORT | _LONG
_LEAVES: Final = MessagePart(text="another", kind="another", likely=1.0, wishes=1.0)
_UNSURE: Final = 0.6  # how likely a part is at most that may be another wish by its words
_MARKS: Final = ".,:;!?()\"'’“”"
_LONGEST = 12  # words of a message that is hardly more than a wish
_NAME = 1  # content words of an answer that names one thing
_FEWEST = 2  # words of a part that is read by what was learned


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
            if part.kind in _WISHES and part.wishes >= _SURE
            if part.likely >= _LIKELY or part.kind not in _FINAL
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
        return self.text_of(*_ON_A_TOPIC)

    def algorithm_wished(self, at_hand: str) -> str | None:
        """Return the algorithm other than that at hand that its wishes name: "do Prim"."""
        wished = (p.text for p in self.parts if p.kind in _ON_A_TOPIC or p.wishes >= _SURE)
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
        return any(part.kind in ("answer", "reason", "check") for part in self.parts)

    @property
    def is_question(self) -> bool:
        """Whether some of it asks of the course or says something kind, and answers nothing."""
        return any(part.kind in ("question", "social") for part in self.parts)

    @property
    def asks_to_go_on(self) -> bool:
        """Whether it says in more than a word that what was ended goes on; "ok" does not."""
        said = self.text_of("resume")
        return len(plain_words(said)) >= _FEWEST and "resume" in self.wishes

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


def hear_message(turn: TurnContext) -> RoundMessage:
    """Return a message in its parts.

    One word alone is near to anything: it is a wish where the examples have it. A wish for help
    with a question that names a term of the course is a question about that.
    """
    text, course_map = turn.message.text, turn.course_map
    if len(plain_words(text)) < _FEWEST:
        found = _kind_of_word(text)
        alone = (
            [] if found is None else [MessagePart(text=text, kind=found, likely=1.0, wishes=1.0)]
        )
        return RoundMessage(text=text, parts=tuple(alone))
    parts = parts_of_message(text, turn.services.embedder)
    if len(parts) == 1 and parts[0].kind == "topic" and _is_term(text, course_map):
        parts = (replace(parts[0], kind="answer"),)
    parts = tuple(_to_do(_of_course(part, course_map)) for part in parts)
    if turn.session.practice_round or turn.session.tracing or turn.session.ended_run:
        begins = any(p.kind in ("task", "quiz") and p.wishes >= _SURE for p in parts)
        parts = tuple(_as_wish(part, turn, begins=begins) for part in parts)
        parts = _switched(parts, turn)
    heard = RoundMessage(text=text, parts=parts)
    if heard.wish != "topic" or not _asks(turn, heard) or _names_topic(turn, heard):
        return heard
    # "why both sides? what if i only do it on one" wishes nothing: what is open stays so.
    parts = tuple(replace(p, kind="question") if p.kind == "topic" else p for p in heard.parts)
    return replace(heard, parts=parts)


def topic_words(heard: RoundMessage, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the stems, and the single letters, that a round is wished to be on.

    Where the course knows some of the stems, the others are no part of the topic.
    """
    ranks = english_ranks()
    words = [word.strip(_MARKS) for word in heard.on_topic.split()]
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


def may_ask_for_quiz(turn: TurnContext) -> bool:
    """Whether a message's act leaves room for a wish to be asked."""
    return not turn.act.sure or "ask.practice" in (turn.act.act, turn.act.second)


def asks_for_quiz(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether a message asks to be asked, and for no exercise of the course or of its own."""
    act, wishes = turn.act, heard.wishes
    if item_named(turn.message.text, turn.session, turn.book) is not None:
        return False
    is_short = len(plain_words(turn.message.text)) <= _LONGEST  # who tells more wishes more
    if is_short and {"task", "stop"} & wishes and not {"quiz", "topic"} & wishes:
        return False
    if act.act == "ask.practice":
        return act.sure or "quiz" in wishes
    helps = act.sure and act.act.startswith("help.")  # "who has the answers to quiz 5"
    return "quiz" in wishes and not helps and (act.second == "ask.practice" or not act.sure)


def wishes_no_run(turn: TurnContext) -> bool:
    """Whether a wish names what is no run: "quiz me on heuristics", "ask me definitions"."""
    kinds, course_map = wished_kinds(turn.message.text, None), turn.course_map
    if kinds and "row" not in kinds:
        return True
    return course_map is not None and term_named(turn.message.text, course_map) is not None


def terms_around(term: Term, course_map: CourseMap) -> tuple[str, ...]:
    """Return the keys of a term, of those named after it, and of those that its definition uses."""
    said = pad_words(term.definition.text)
    near = [
        other.key
        for other in course_map.shown_terms
        if other.key != term.key
        and (
            {*term.words} <= {*other.words}
            or has_term(pad_words(other.definition.text), term.key)
            or has_term(said, other.key)
        )
    ]
    return (term.key, *near)


def _to_do(part: MessagePart) -> MessagePart:
    """Return a part as the wish for something to do that its form shows."""
    if not wishes_something_to_do(part.text):
        return part
    kind = part.kind if part.kind in _ON_A_TOPIC else "task"
    return replace(part, kind=kind, likely=1.0, wishes=1.0)


def _as_wish(part: MessagePart, turn: TurnContext, *, begins: bool) -> MessagePart:
    """Return a part that is not sure as the wish that its words are: for something short, or on a
    topic where a value is asked for, "a percent one instead".

    `begins`: another part wishes for something to do, of which this may say what it is to be on.
    """
    if part.likely >= _UNSURE or any(sign.isdigit() for sign in part.text):
        return part
    if says_short_thing(part.text):
        return replace(part, kind="easier", likely=_UNSURE, wishes=1.0)
    waits, index = turn.session.asked_in_round, turn.index
    if waits is None or not waits.is_computed or index is None or part.kind in _WISHES:
        return part
    as_topic = replace(part, kind="topic", likely=_UNSURE, wishes=1.0)
    heard = RoundMessage(text=part.text, parts=(as_topic,))
    words = topic_words(heard, index.knows)
    is_topic = names_a_thing(part.text) and bool(words) or begins and any(map(index.knows, words))
    return as_topic if is_topic else part


def _switched(parts: tuple[MessagePart, ...], turn: TurnContext) -> tuple[MessagePart, ...]:
    """Return the parts of a message: what ends one thing for another that is named only leaves it.

    "no more dijkstra, lets do prim" ends no practice.
    """
    if not any(part.kind == "stop" for part in parts):
        return parts
    run = turn.session.tracing
    at_hand = run.problem.algorithm if run is not None else None
    begun = [_begins_other(part, at_hand, turn) for part in parts]
    if not any(begun):
        return parts
    named = (replace(p, kind="topic") if b else p for p, b in zip(parts, begun, strict=True))
    return tuple(_LEAVES if part.kind == "stop" else part for part in named)


def _begins_other(part: MessagePart, at_hand: str | None, turn: TurnContext) -> bool:
    """Whether a part wishes for something by its name, other than the run at hand."""
    is_wish = part.kind in _ON_A_TOPIC or part.wishes >= _SURE
    if not is_wish or part.kind in ("stop", "resume", "progress"):
        return False
    named = name_algorithms(part.text)
    if named:
        return any(name != at_hand for name in named)
    begins = part.kind in ("topic", "quiz", "task") and part.likely >= _LIKELY
    heard = RoundMessage(text=part.text, parts=(part,))
    return begins and (turn.index is not None and bool(topic_words(heard, turn.index.knows)))


def _kind_of_word(word: str) -> PartKind | None:
    said = (kind for kind, group in EXAMPLES.items() if any(is_right(word, (w,)) for w in group))
    return next(said, None)


def _of_course(part: MessagePart, course_map: CourseMap | None) -> MessagePart:
    if part.kind not in _OF_THE_QUESTION or course_map is None:
        return part
    if term_named(part.text, course_map) is None:
        return part
    return replace(part, kind="question")


def _asks(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether a message asks of the course, beside what may be a topic or in it."""
    if any(part.kind in ("question", "why") for part in heard.parts):
        return True
    return turn.act.sure and turn.act.act in ("ask.why", "ask.reason")


def _names_topic(turn: TurnContext, heard: RoundMessage) -> bool:
    """Whether what may be a topic names one: words, a term, or kinds of question."""
    index, course_map, told = turn.index, turn.course_map, heard.on_topic
    if all(part.likely < _SURE for part in heard.parts if part.kind == "topic"):
        return False
    known = index is not None and bool(topic_words(heard, index.knows))
    is_named = course_map is not None and term_named(told, course_map) is not None
    return known or is_named or bool(wished_kinds(told, None)) or name_algorithms(told) != ()


def _is_term(text: str, course_map: CourseMap | None) -> bool:
    """Whether a message is a term of the course and nothing else."""
    return course_map is not None and any(
        pad_words(text).strip() == term.key for term in course_map.shown_terms
    )


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
    text for kind, texts in EXAMPLES.items() if kind in _WISHES for text in texts
)
