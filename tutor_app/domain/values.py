"""The values that flow through the tutor; everything is frozen.

Those of the course's material are in material.py, those of hints and course settings in
teaching.py, those of practice in practice.py, those of traces in traces.py and variable_tables.py;
those that flow with messages and replies are named here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from tutor_app.domain.material import MATERIAL_KINDS as MATERIAL_KINDS
from tutor_app.domain.material import Box as Box
from tutor_app.domain.material import Chunk as Chunk
from tutor_app.domain.material import Document as Document
from tutor_app.domain.material import MaterialKind as MaterialKind
from tutor_app.domain.material import Origin as Origin
from tutor_app.domain.material import Passage as Passage
from tutor_app.domain.material import RetrievalCall as RetrievalCall
from tutor_app.domain.material import RetrievalResult as RetrievalResult
from tutor_app.domain.material import Scores as Scores
from tutor_app.domain.material import SourceSentence as SourceSentence
from tutor_app.domain.material import TreePath as TreePath
from tutor_app.domain.material import title_of_file as title_of_file
from tutor_app.domain.practice import PracticeQuestion as PracticeQuestion
from tutor_app.domain.practice import PracticeRound as PracticeRound
from tutor_app.domain.practice import QuestionResult as QuestionResult
from tutor_app.domain.practice import RecallChance as RecallChance
from tutor_app.domain.teaching import CourseSettings as CourseSettings
from tutor_app.domain.teaching import LadderEvent as LadderEvent
from tutor_app.domain.teaching import Ladders as Ladders
from tutor_app.domain.teaching import ListedLadders as ListedLadders
from tutor_app.domain.teaching import TracingRecord as TracingRecord
from tutor_app.domain.teaching import WorkRecord as WorkRecord
from tutor_app.domain.traces import Problem as Problem
from tutor_app.domain.traces import StudentTrace as StudentTrace
from tutor_app.domain.variable_tables import VariableTable as VariableTable

Intent = Literal["direct", "conceptual", "validation", "debugging", "tracing", "evaluation"]
TurnStatus = Literal["queued", "running", "done", "stopped", "failed", "interrupted"]
FINISHED_STATUSES: frozenset[TurnStatus] = frozenset({"done", "stopped", "failed", "interrupted"})


# --- what is shown ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedSentence:
    """A sentence shown as the answer, with the boxes to mark."""

    text: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A paragraph of the course with the sentences that answer marked in it.

    `paragraph` is the text shown, at most 1,000 characters of one block of a page; `crops` are the
    parts of pages to picture: one, or two if a marked sentence continues on the next page. `above`
    and `below` are the rest of the list that the paragraph belongs to or introduces, one line for
    each paragraph. `onward` is what the section says next, pictured in `onward_crops` and shown at
    once if `onward_open`. `passage_id` is the id of the chunk it comes from, `origin` where that is
    at home. A `quiet` one waits behind a button: it says more than was asked.
    """

    passage_id: str
    document_id: str
    document_name: str
    kind: MaterialKind
    page: int
    headings: tuple[str, ...]
    paragraph: str
    crops: tuple[Box, ...]
    marked: tuple[MarkedSentence, ...]
    above: str = ""
    below: str = ""
    onward: str = ""
    onward_crops: tuple[Box, ...] = ()
    onward_open: bool = False
    by_ocr: bool = False
    quiet: bool = False
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide:
    """The quotes behind this one stand in columns: the first `counts[0]` are of `names[0]`, …"""

    names: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What is going on now, in words for the student. `ahead` is the place in the model's queue."""

    text: str
    ahead: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One passage as a chip under the answer."""

    passage_id: str
    document_id: str
    document_name: str
    kind: MaterialKind
    page: int
    headings: tuple[str, ...]
    by_ocr: bool = False
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The passages that the answer rests on, best first."""

    sources: tuple[Source, ...]


SentenceRole = Literal[
    "explanation",
    "lead_in",
    "decline",
    "pointer",
    "exercise",
    "question",
    "notice",
    "small_talk",
    "verdict",
    "hint",
    "result",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One checked sentence of the tutor. `role` says what it is for.

    `by_model` is true where a model found the words; `passage_id` names the passage it rests on.
    `practice_id` identifies an offered exercise, so that it is not offered again. `replaces` are
    roles: what was said before in this turn in one of them falls, and quotes wait behind a button.
    """

    text: str
    role: SentenceRole
    by_model: bool = False
    passage_id: str | None = None
    practice_id: str | None = None
    replaces: tuple[SentenceRole, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloze:
    """A quoted sentence of the course with its key term left out, for the learner to fill in.

    The sentence is `before`, `answer`, `after`, word for word; `boxes` are its lines. `also` are
    other names of the term that count as right; `others` are words one slip away from it that mean
    something else. `id` identifies the sentence. A `quiet` one waits behind a button, since the
    answer already ends with another question.
    """

    id: str
    before: str
    answer: str
    after: str
    passage_id: str
    document_id: str
    document_name: str
    page: int
    headings: tuple[str, ...]
    boxes: tuple[Box, ...] = ()
    also: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    by_ocr: bool = False
    quiet: bool = False

    @property
    def sentence(self) -> str:
        return f"{self.before}{self.answer}{self.after}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemRead:
    """The problem as the tutor read it in the student's words, to look at and to correct.

    `assumed` names the conventions that the message did not state. Where it is `ours`, the tutor
    made it up as an example, and there is nothing to correct.
    """

    problem: Problem
    assumed: tuple[str, ...] = ()
    ours: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceShown:
    """Rows of an exact run; whoever draws them runs the problem again.

    `upto` is the number of the last row that may be seen, None for all of them; `wrong_step` the
    row in which the student's own trace first differs, `attempt` that trace.
    """

    problem: Problem
    upto: int | None = None
    wrong_step: int | None = None
    attempt: StudentTrace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VariablesShown:
    """What the variables of the student's own program hold while it runs, line by line."""

    table: VariableTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What the student may say next with one click; each is sent as a message of theirs."""

    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentRecognised:
    """Which help the message was taken to ask for; the student can change it with one click.

    If it is not `sure`, the student is asked: `others` are what else it may be.
    """

    intent: Intent
    sure: bool = True
    others: tuple[Intent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HintLevel:
    """Where the learner stands on the hint ladder of this problem: 1 to 4, 5 after the last."""

    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """The turn starts again: a reader drops what it has shown of it so far."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerStopped:
    """The student pressed Stop; what was said so far stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFailed:
    """Something broke. `message` says what happened, what is safe and what to do next."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDone:
    """The end of an answer, with what staff see of it."""

    record: TurnRecord


Event = (
    Status
    | Sources
    | Quote
    | SideBySide
    | Sentence
    | Cloze
    | ProblemRead
    | TraceShown
    | VariablesShown
    | Offers
    | IntentRecognised
    | HintLevel
    | Reset
    | AnswerStopped
    | AnswerFailed
    | AnswerDone
)


# --- a conversation --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a student wrote, verbatim. `wanted` is the help that they chose themselves, if any."""

    text: str
    wanted: Intent | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One earlier message of the conversation and what was said to it, for follow-ups.

    `topics` are the section titles of what was quoted; `said` the tutor's own sentences; `shown`
    everything that the student was shown, in order.
    """

    question: str
    intent: Intent | None = None
    topics: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    shown: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedFile:
    """A file of a course that opens or is due at a time; of one not open, students hear no more."""

    name: str
    kind: MaterialKind
    opens_at: datetime | None = None
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation, as the tutor needs it: where it is held and what was asked before.

    `offered` are the ids of what this learner was given to practise in this course, ever; `ladder`
    knows what happened on their hint ladders there. `before` are the last exchanges of this
    conversation, oldest first. `tracing` is what its last turn about an algorithm problem left, or
    `ended_run`, where the learner has ended that; `work` what its last turn about a program, an
    exercise or an answer left, `ended_work` what was put away last; `work_is_newer` says that work
    came later than the run; `earlier_work` is the last work on each other item of an assignment,
    newest first. `practice_round` is the last
    round of practice; `round_is_newest` says that no work of the student's came later,
    `round_turns_ago` how many turns about something else did.
    `recalled` is what was asked in this course's rounds, by item. `unindexed_files` counts the
    files of the course still to be read, one of which may answer what nothing answers now.
    `dated` are the files that staff gave a date.
    """

    conversation_id: str
    course_id: str
    course_name: str
    learner_id: str = ""
    contact: str = ""
    before: tuple[Exchange, ...] = ()
    offered: frozenset[str] = frozenset()
    settings: CourseSettings = field(default_factory=CourseSettings)
    ladder: Ladders = field(default_factory=ListedLadders)
    tracing: TracingRecord | None = None
    ended_run: TracingRecord | None = None
    work: WorkRecord | None = None
    ended_work: WorkRecord | None = None
    work_is_newer: bool = False
    earlier_work: tuple[WorkRecord, ...] = ()
    practice_round: PracticeRound | None = None
    round_is_newest: bool = False
    round_turns_ago: int = 0
    recalled: Mapping[str, RecallChance] = field(default_factory=dict)
    unindexed_files: int = 0
    dated: tuple[DatedFile, ...] = ()

    @property
    def asked_in_round(self) -> PracticeQuestion | None:
        """The question of a round that the last reply asked; None where it did not end in one."""
        practice = self.practice_round if self.round_is_newest else None
        return practice.open_question if practice and self.round_turns_ago == 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAttempt:
    """One try of a model at a duty. `failed_check` names the check that its words did not pass.

    `sent` and `received` are tokens, `price` what they cost by the prices that were set then.
    """

    duty: str
    prompt: str
    reply: str
    failed_check: str | None
    seconds: float
    first_token_seconds: float | None = None
    sent: int = 0
    received: int = 0
    price: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """Everything that explains one answer to staff. Times are seconds by stage.

    `practice` is the passage of the exercise that the answer ends with, `practice_round` the round
    of questions as it stands after the turn, `answered` what came of questions in it. `doubts` says
    that the message doubts the answer before it.
    """

    intent: Intent | None
    found: RetrievalResult | None
    practice: Passage | None = None
    attempts: tuple[ModelAttempt, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    declined: bool = False
    tracing: TracingRecord | None = None
    work: WorkRecord | None = None
    practice_round: PracticeRound | None = None
    answered: tuple[QuestionResult, ...] = ()
    doubts: bool = False

    @property
    def moves(self) -> tuple[LadderEvent, ...]:
        """What the turn changed on the hint ladder, oldest first."""
        left = (self.tracing, self.work)
        return tuple(event for one in left if one is not None for event in one.ladder)
