"""A round of practice: what is asked in it, what came of each question, what is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Problem
from tutor_app.domain.variable_tables import VariableTable

QuestionKind = Literal[
    "definition", "gap", "which", "meaning", "reason", "row", "calculation", "program"
]
# "hinted": right, after a hint or a wrong try; "missed": not right, or shown; "left": another one
# was wanted.
PracticeOutcome = Literal["right", "hinted", "missed", "left"]
ROUND = 5  # questions
EASIEST, HARDEST = 0, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeQuestion:
    """One question whose answer code can decide.

    `item` is what is remembered by spacing: the key of a term, or a name of another question;
    `name` says it in words. `text` is what is asked, `accepted` are right answers, the one that is
    shown first; `others` names that mean something else though they look alike. `options` are those
    of a choice, in order, one of which is accepted, and `notes` what the course says of each: the
    definition of a term, the term that a definition is of, or the claim that a reason is given
    for. `ruled_out` are options that a hint has shown to be wrong. After the answer `sentence` of
    the passage `chunk_id` is quoted. Of a run `step` is the row that is asked for. `hint` is told
    before the answer, and `working` with it, where the answer was computed; `table` is the run of
    a program. `sum` is what a calculation is to be made of, where its value alone is asked for.
    """

    item: str
    name: str
    kind: QuestionKind
    text: str
    accepted: tuple[str, ...]
    others: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    chunk_id: str = ""
    sentence: str = ""
    problem: Problem | None = None
    step: int | None = None
    tries: int = 0
    notes: tuple[str, ...] = ()
    ruled_out: tuple[str, ...] = ()
    hint: str = ""
    working: str = ""
    sum: str = ""
    table: VariableTable | None = None

    @property
    def is_computed(self) -> bool:
        """Whether the answer is a value that was worked out, and is no word of the course."""
        return self.kind in ("calculation", "program")

    @property
    def is_typed_exactly(self) -> bool:
        """Whether what looks like code may be the answer: a value, a row."""
        return self.is_computed or self.kind == "row"

    @property
    def open_options(self) -> tuple[str, ...]:
        """The options that no hint has ruled out."""
        return tuple(option for option in self.options if option not in self.ruled_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionResult:
    """What came of one question of a round; `answer` and `sentence` as they were in it."""

    item: str
    name: str
    kind: QuestionKind
    outcome: PracticeOutcome
    chunk_id: str = ""
    answer: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeRound:
    """A round of questions: how hard and how long it is, what it is on, what came of it so far.

    `level` goes from 0 (choices) to 2. The round is on one document, on terms by their keys, or on
    what has these stems or letters (`topic`); on the whole course where it has none. It asks
    questions of these `kinds`, where some are wished, of calculations only these `items` and those
    with these `properties`, `length` in all.
    `open_question` waits for an answer, also over turns about something else.
    """

    level: int = 1
    document_id: str = ""
    terms: tuple[str, ...] = ()
    topic: tuple[str, ...] = ()
    kinds: tuple[QuestionKind, ...] = ()
    items: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    results: tuple[QuestionResult, ...] = ()
    open_question: PracticeQuestion | None = None
    length: int = ROUND

    @property
    def is_over(self) -> bool:
        """Whether as many questions were settled as the round has."""
        return self.number > self.length

    @property
    def number(self) -> int:
        """The number of the open question; those that were left for another don't count."""
        return sum(result.outcome != "left" for result in self.results) + 1

    @property
    def right(self) -> int:
        """How many questions were answered rightly at the first try, without a hint."""
        return sum(result.outcome == "right" for result in self.results)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallChance:
    """How likely a learner still knows what was asked before: 0 to 1; `due`: time to ask again."""

    chance: float
    due: bool
