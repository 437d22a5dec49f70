"""Which question of a round comes next: what is due, then what is new, by how hard it is to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final, get_args

from tutor_app.answering.course_map.map_values import Term
from tutor_app.answering.course_map.term_words import has_term
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.next_row_questions import (
    algorithms_taught,
    ask_for_next_row,
    row_item,
)
from tutor_app.answering.practice.questions.reason_questions import (
    ReasonSentence,
    ask_for_reason,
    reasons_of,
)
from tutor_app.answering.practice.questions.term_questions import (
    TermQuestion,
    ask_about_term,
    item_of,
)
from tutor_app.conversation.practice.calculation_questions import (
    TaughtCalculation,
    ask_to_work_out,
    calculations_taught,
)
from tutor_app.conversation.practice.program_questions import (
    PracticeProgram,
    ask_what_it_gives,
    programs_for,
)
from tutor_app.conversation.practice.topic_fit import words_of_topic
from tutor_app.conversation.practice.wished_properties import has_properties
from tutor_app.domain.practice import (
    PracticeQuestion,
    PracticeRound,
    QuestionKind,
    RecallChance,
)
from tutor_app.programs.runs_at_once import Runner

# Which kinds a round asks, in this order, by how hard it is to be; of a kind that the course has no
# more of, the next is asked.
_ORDERS: Final[tuple[tuple[QuestionKind, ...], ...]] = (
    ("which", "meaning", "calculation", "reason", "which"),
    ("which", "calculation", "definition", "row", "program", "reason", "gap"),
    ("definition", "row", "program", "calculation", "gap", "reason"),
)
_OF_TERMS: Final[Mapping[QuestionKind, TermQuestion]] = {
    "definition": "definition",
    "gap": "gap",
    "which": "which",
    "meaning": "meaning",
}
_OF_FRESH_DATA: Final[frozenset[QuestionKind]] = frozenset({"calculation", "row", "program"})
_DOING: Final = 1.5  # what is practised is done where it can be, though with other numbers
_APART: Final = 1.1  # for each level that it is harder or easier than the round
_LIKE_LAST: Final = 0.75  # levels by which a calculation may be harder that is like the last one
_MOST_SEEDS = 2  # for data that were not asked about
_MOST_RUNS = 3  # programs that are tried for one question
Recalled = Mapping[str, RecallChance]


def next_question(
    practice: PracticeRound,
    course: CourseForPractice,
    recalled: Recalled,
    seed: int,
    runner: Runner | None = None,
) -> PracticeQuestion | None:
    """Return the next question of a round; None where nothing is left that can be asked.

    What is due comes first, the least likely to be known still before all, then what was never
    asked, then the rest. `seed` makes the data of a run; without a `runner` no
    program is asked about.
    """
    asked = frozenset(result.item for result in practice.results)
    order = _ORDERS[practice.level]
    first = (practice.number - 1) % len(order)
    kinds = tuple(dict.fromkeys((*order[first:], *order[:first], "definition", "which")))
    if practice.kinds:
        kinds = tuple(dict.fromkeys((*kinds, *practice.kinds)))
        kinds = tuple(kind for kind in kinds if kind in practice.kinds)
    makers = _Makers(
        practice=practice,
        course=course,
        recalled=recalled,
        asked=asked,
        seed=seed,
        runner=runner,
    )
    if practice.topic:
        return makers.ask_on_topic(kinds)
    if practice.properties:
        return next(makers.ask_with_properties(practice.properties), None)
    due = sorted(
        (one for one, known in recalled.items() if known.due and one not in asked),
        key=lambda one: recalled[one].chance,
    )
    for item in due:
        question = makers.ask_again(item, kinds)
        if question is not None and question.kind in kinds:
            return question
    own = replace(makers, only_own=True) if practice.terms else makers
    found = next(chain(own.ask_anew(kinds), makers.ask_anew(kinds)), None)
    return found if found is not None or not practice.kinds else makers.ask_once_more(kinds)


def count_due(practice: PracticeRound, course: CourseForPractice, recalled: Recalled) -> int:
    """Return how many terms of the round's subject are due again."""
    items = map(item_of, _subject(practice, course))
    return sum(item in recalled and recalled[item].due for item in items)


def _subject(practice: PracticeRound, course: CourseForPractice) -> list[Term]:
    """Return the terms that the round is on; those beside them only fill it up."""
    return [term for term in course.terms if not practice.terms or term.key in practice.terms]


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class _Makers:
    """What makes a question of each kind, of what was not asked in this round."""

    practice: PracticeRound
    course: CourseForPractice
    recalled: Recalled
    asked: frozenset[str]
    seed: int
    runner: Runner | None
    only_own: bool = False  # of the round's terms alone, of those beside them none

    def ask_again(self, item: str, kinds: Sequence[QuestionKind]) -> PracticeQuestion | None:
        """Return a question on what was asked before; None where the course has it no more."""
        if item in self._terms:
            term = self._terms[item]
            of_terms = (_OF_TERMS[kind] for kind in kinds if kind in _OF_TERMS)
            made = (ask_about_term(term, kind, self.course) for kind in of_terms)
            return next((each for each in made if each is not None), None)
        if item in self._reasons:
            return ask_for_reason(self._reasons[item], self._all_reasons)
        if item in self._algorithms:
            return ask_for_next_row(*self._algorithms[item], self.seed, self.course)
        if item in self._calculations:
            return ask_to_work_out(self._calculations[item], self.seed)
        if item in self._programs and self.runner is not None:
            return ask_what_it_gives(self._programs[item], self.seed, self.runner)
        return None

    def ask_anew(self, kinds: Sequence[QuestionKind]) -> Iterator[PracticeQuestion]:
        """Yield a question of each kind that there is, in this order."""
        for kind in kinds:
            yield from self._first(self._made(kind))

    def ask_once_more(self, kinds: Sequence[QuestionKind]) -> PracticeQuestion | None:
        """Return a question like one that was asked, on other data; None where none is made so."""
        return next(self._once_more(kinds), None)

    def ask_on_topic(self, kinds: Sequence[QuestionKind]) -> PracticeQuestion | None:
        """Return the question with most words of the topic, of what was not asked; None without.

        One like that on other data fits as well. What is practised is done where it can be: of two
        that fit alike, it is a calculation.
        """
        others = [kind for kind in get_args(QuestionKind) if kind not in kinds]
        for some in (kinds, others):
            some = sorted(dict.fromkeys(some), key=lambda kind: kind != "calculation")
            fresh = (question for kind in some for question in self._made(kind))
            best = max(chain(fresh, self._once_more(some)), key=self._fit, default=None)
            if best is not None and self._fit(best) > 0:
                return best
        return None

    def _fit(self, question: PracticeQuestion) -> float:
        """Return how well a question fits the topic: what was not asked before a little better."""
        said = words_of_topic(question, self.practice.topic, self.course)
        known = question.item in self.recalled or question.item in self.asked
        does = question.kind == "calculation"
        taught = self._calculations.get(question.item)
        if taught is not None and not taught.may_be_on(self.practice.topic):
            return 0.0
        apart = abs(taught.kind.level - self.practice.level) if taught is not None else 0
        return 2 * said - known + _DOING * does - _APART * apart if said else 0.0

    def _once_more(self, kinds: Sequence[QuestionKind]) -> Iterator[PracticeQuestion]:
        """Yield questions like those that were asked, on other data."""
        told = {result.name for result in self.practice.results}
        for seed in range(self.seed + 1, self.seed + 1 + _MOST_SEEDS):
            anew = replace(self, asked=frozenset(), seed=seed)
            for kind in kinds:
                if kind in _OF_FRESH_DATA:  # a run is named by its algorithm alone
                    made = anew._made(kind)
                    yield from (one for one in made if kind == "row" or one.name not in told)

    def _made(self, kind: QuestionKind) -> Iterator[PracticeQuestion]:
        """Yield the questions of a kind, of what was not asked in this round."""
        if kind == "reason":
            return self._on_reasons()
        if kind == "row":
            return self._on_rows()
        if kind == "calculation":
            return self._on_calculations()
        if kind == "program":
            return self._on_programs()
        return self._on_terms(_OF_TERMS[kind])

    def _first(self, questions: Iterator[PracticeQuestion]) -> Iterator[PracticeQuestion]:
        """Yield the first that was never asked, else the one least likely to be known."""
        known: list[PracticeQuestion] = []
        for question in questions:
            if question.item not in self.recalled:
                yield question
                return
            known.append(question)
        if known:
            yield min(known, key=lambda each: self.recalled[each.item].chance)

    def _on_terms(self, kind: TermQuestion) -> Iterator[PracticeQuestion]:
        for term in self._fresh_terms():
            question = ask_about_term(term, kind, self.course)
            if question is not None:
                yield question

    def _fresh_terms(self) -> list[Term]:
        """Return the terms not asked yet: the preferred, then those of files asked about least."""
        course = self.course
        files: Counter[str] = Counter(
            self._file(term) for term in course.terms if item_of(term) in self.asked
        )
        fresh = [term for term in course.terms if item_of(term) not in self.asked]
        if self.only_own:
            fresh = [term for term in fresh if self._is_preferred(term)]
        return sorted(fresh, key=lambda t: (not self._is_preferred(t), files[self._file(t)]))

    def _is_preferred(self, term: Term) -> bool:
        return term.key in self.practice.terms

    def _file(self, term: Term) -> str:
        chunk = self.course.chunk(term.definition.chunk_id)
        return chunk.document.id if chunk is not None else ""

    def _on_reasons(self) -> Iterator[PracticeQuestion]:
        for item, reason in self._reasons.items():
            if item not in self.asked:
                question = ask_for_reason(reason, self._all_reasons)
                if question is not None:
                    yield question

    def _on_rows(self) -> Iterator[PracticeQuestion]:
        for item, (algorithm, term) in self._algorithms.items():
            if item not in self.asked:
                question = ask_for_next_row(algorithm, term, self.seed, self.course)
                if question is not None:
                    yield question

    def _on_calculations(self) -> Iterator[PracticeQuestion]:
        level = self.practice.level
        by_level = sorted(
            self._calculations.items(), key=lambda each: abs(each[1].kind.level - level)
        )
        for item, taught in by_level:
            if item not in self.asked:
                question = ask_to_work_out(taught, self.seed)
                if question is not None:
                    yield question

    def ask_with_properties(self, wished: Sequence[str]) -> Iterator[PracticeQuestion]:
        """Yield calculations with the properties that are wished: like the last one where that can
        be, else as hard as the round is."""
        last = self.practice.results[-1].item if self.practice.results else ""
        told = {result.name for result in self.practice.results}
        nearest = sorted(
            self._calculations.values(),
            key=lambda each: (
                abs(each.kind.level - self.practice.level) - _LIKE_LAST * (each.item == last)
            ),
        )
        for taught in nearest:
            for seed in range(self.seed, self.seed + _MOST_SEEDS):
                for turned in (False, True):
                    question = ask_to_work_out(taught, seed, negative=turned)
                    if question is None or question.name in told:
                        continue
                    if has_properties(question.text, wished):
                        yield question

    def _on_programs(self) -> Iterator[PracticeQuestion]:
        """Yield a question on one program: the next that was not asked, another each time."""
        runner = self.runner
        left = [one for item, one in self._programs.items() if item not in self.asked]
        fresh = [one for one in left if one.item not in self.recalled] or left
        begin = self.seed % len(fresh) if fresh else 0
        for program in (*fresh[begin:], *fresh[:begin])[:_MOST_RUNS]:
            question = ask_what_it_gives(program, self.seed, runner) if runner else None
            if question is not None:
                yield question

    @cached_property
    def _terms(self) -> dict[str, Term]:
        return {item_of(term): term for term in _subject(self.practice, self.course)}

    @cached_property
    def _all_reasons(self) -> list[ReasonSentence]:
        return reasons_of(self.course.whole)

    @cached_property
    def _reasons(self) -> dict[str, ReasonSentence]:
        """The reasons that the round may ask for, by item, in reading order."""
        wanted = [term.name.casefold() for term in self.course.terms if self._is_preferred(term)]
        document = self.course.document_id
        found: dict[str, ReasonSentence] = {}
        for each in self._all_reasons:
            in_scope = not document or each.chunk.document.id == document
            if in_scope and (not wanted or _names(each.sentence, wanted)):
                found.setdefault(each.item, each)
        return found

    @cached_property
    def _algorithms(self) -> dict[str, tuple[str, Term]]:
        """The algorithms of whose runs the round may ask, by item, with their terms."""
        return {
            row_item(algorithm): (algorithm, term)
            for algorithm, term in algorithms_taught(self.course).items()
            if not self.practice.terms or self._is_preferred(term)
        }

    @cached_property
    def _calculations(self) -> dict[str, TaughtCalculation]:
        """The calculations whose rule the course teaches, by item; of a round's terms alone."""
        wanted = [term.key for term in self.course.terms if self._is_preferred(term)]
        return {
            each.item: each
            for each in calculations_taught(self.course)
            if not self.practice.terms or any(has_term(each.words, key) for key in wanted)
            if not self.practice.items or each.item in self.practice.items
        }

    @cached_property
    def _programs(self) -> dict[str, PracticeProgram]:
        """The programs that may be asked about, by item; none in a round on other terms."""
        if self.runner is None or (self.practice.terms and "program" not in self.practice.kinds):
            return {}
        return {each.item: each for each in programs_for(self.course)}


def _names(sentence: str, names: Sequence[str]) -> bool:
    return any(name in sentence.casefold() for name in names)
