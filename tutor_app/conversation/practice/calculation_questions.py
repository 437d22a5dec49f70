"""Calculations of a round of practice: made of a rule that the course teaches, on fresh numbers.

What they come to is worked out by SymPy, and an answer is held to it by the checker of students'
calculations: any way of writing the same value is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final
from weakref import WeakKeyDictionary

from pydantic import TypeAdapter

from tutor_app.answering.course_map.term_words import has_term, pad_words, term_words
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.conversation.practice.drawn_numbers import (
    draw_numbers,
    in_signs,
    slots_of,
    worked_out,
)
from tutor_app.conversation.practice.topic_fit import is_form_of
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.values import Chunk, PracticeQuestion, SourceSentence
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import LANGUAGE, Phrase, phrase, read_language

RULE_OF_COURSE = phrase("conversation_practice.rule_of_course", "sentence")
COMES_TO = phrase("conversation_practice.comes_to", "sum", "answer")
_SAYS_RULE = 7  # words
_TWO_SIGNS: Final = ("− −", "−−", "+ −")  # that a negative number put in leaves
_ITEM: Final = "calculation:{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationKind:
    """A calculation that can be asked for, as calculation_questions.yaml describes it.

    `level` is how hard it is, as a round's: 0 to 2; `sign` what x stands to the value in where the
    answer is an inequality; `practises` are the rules that it needs, and of a topic that is wished
    one of the words `only_for` must be there, where it has some.
    """

    name: str
    taught: tuple[str, ...]
    draws: Mapping[str, tuple[int, int]]
    answer: str
    where: str = ""
    practises: tuple[str, ...] = ()
    level: int = 1
    sign: str = ""
    only_for: tuple[str, ...] = ()
    as_asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtCalculation:
    """A kind of calculation with the sentence of the course that has its rule."""

    kind: CalculationKind
    chunk: Chunk
    sentence: SourceSentence

    @property
    def item(self) -> str:
        """What spacing remembers it by."""
        return _ITEM.format(self.kind.name)

    def may_be_on(self, topic: Sequence[str]) -> bool:
        """Whether a topic's stems leave it open to be asked."""
        own = [stem for word in self.kind.only_for for stem in tokens(word)]
        return not own or any(is_form_of(one, stem) for one in topic for stem in own)

    @property
    def words(self) -> str:
        """The words of the sentence, as `has_term` reads them."""
        return pad_words(self.sentence.text)


_TOLD: Final[dict[str, dict[str, Any]]] = read_yaml(
    Path(__file__).with_name("calculation_questions.yaml")
)


def _asks(name: str) -> Phrase:
    """Return the sentence that asks for a calculation, with the placeholders that it has."""
    key = f"conversation_calculations.{name}"
    parts = Formatter().parse(read_language(LANGUAGE)[key].plain[0])
    return phrase(key, *{slot for _, slot, _, _ in parts if slot})


_ASKS: Final = {name: _asks(name) for name in _TOLD}


@cache
def calculation_kinds() -> tuple[CalculationKind, ...]:
    """Return the calculations that can be asked for."""
    adapter = TypeAdapter(tuple[CalculationKind, ...])
    return adapter.validate_python([{"name": name, **each} for name, each in _TOLD.items()])


def items_for_rule(rule: str) -> tuple[str, ...]:
    """Return the calculations by which a rule is practised, as spacing remembers them."""
    return tuple(_ITEM.format(each.name) for each in calculation_kinds() if rule in each.practises)


# A course's sentences are looked through once, for each document that a round is on.
_known: WeakKeyDictionary[object, dict[str, tuple[TaughtCalculation, ...]]] = WeakKeyDictionary()


def calculations_taught(course: CourseForPractice) -> tuple[TaughtCalculation, ...]:
    """Return the calculations whose rule a sentence of the course has, with the first of these."""
    known = _known.setdefault(course.index, {})
    if course.document_id not in known:
        known[course.document_id] = tuple(_find_taught(course))
    return known[course.document_id]


def _find_taught(course: CourseForPractice) -> Iterator[TaughtCalculation]:
    left = [
        (kind, [" ".join(term_words(taught)) for taught in kind.taught])
        for kind in calculation_kinds()
    ]
    for chunk, sentence in course.sentences():
        if not left:
            return
        words = pad_words(sentence.text)
        if len(words.split()) < _SAYS_RULE:
            continue  # a heading: "Definition (order of operations)."
        for kind, keys in [*left]:
            if any(has_term(words, key) for key in keys):
                left.remove((kind, keys))
                yield TaughtCalculation(kind=kind, chunk=chunk, sentence=sentence)


def ask_to_work_out(
    taught: TaughtCalculation, seed: int, *, negative: bool = False
) -> PracticeQuestion | None:
    """Return the question on fresh numbers, the first one `negative` where that is wished; None
    where none that fit were drawn, or the question cannot be written so."""
    kind = taught.kind
    drawn = draw_numbers(kind.name, kind.draws, kind.where, seed)
    if drawn is None:
        return None
    if negative:
        if not kind.as_asked or "a" not in drawn:
            return None
        drawn["a"] = -drawn["a"]
    written = kind.answer.format(**drawn)
    answer = worked_out(written)
    asked = _ASKS[kind.name](**slots_of(drawn)).replace("-", "−")
    if negative and any(sign in asked for sign in _TWO_SIGNS):
        return None
    sentence = " ".join(taught.sentence.text.split())
    worked = in_signs(written) if not kind.sign else ""
    answer = f"x {kind.sign} {answer}" if kind.sign else answer
    return PracticeQuestion(
        item=taught.item,
        name=asked,
        kind="calculation",
        text=asked,
        accepted=(answer,),
        options=(),
        chunk_id=taught.chunk.id,
        sentence=taught.sentence.text,
        hint=RULE_OF_COURSE(sentence=sentence),
        working=COMES_TO(sum=worked, answer=answer) if worked not in (answer, "") else "",
        sum=written if kind.as_asked else "",
    )
