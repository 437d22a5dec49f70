"""A message about a calculation with all that its reply is made of, and what a reply leaves."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.replies.calculation_attempt import Examine
from tutor_app.calculations.replies.calculation_hints import Cite
from tutor_app.calculations.speech.heard_message import HeardCalculation
from tutor_app.domain.values import (
    Event,
    LadderEvent,
    Sentence,
    SentenceRole,
    Session,
    WorkRecord,
)
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import Phrase
from tutor_app.wording.quote_sentences import name_staff

MOST_SHOWN = 300  # characters of lines that are said back
MOST_HINTS = 60
RIGHT = ("right", "worked_right")
SET_UPS = ("worked_right", "off_story")  # verdicts after which another set-up may follow
# Acts that ask for a reason, and those that may.
REASONS = ("ask.why", "ask.reason", "ask.simpler")
WHY = (*REASONS, "ask.fact")
Asked = Literal["why", "numbers"]
Reply = Generator[Event, None, WorkRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationTurn:
    """A message about a calculation; `heard` is it taken apart, `item` that of an assignment which
    it is for, as far as it says so, and `told` what that one asks. `asks`: parts of it ask for a
    reason, or to see something in numbers.
    """

    text: str
    act: ActGuess
    session: Session
    cite: Cite
    examine: Examine
    heard: HeardCalculation
    item: str | None = None
    told: str = ""
    asks: frozenset[Asked] = frozenset()

    @property
    def work(self) -> WorkRecord | None:
        """The calculation on the table."""
        work = self.session.work
        return work if work is not None and work.kind == "calculation" else None

    @property
    def person(self) -> str:
        """Who can be asked beside the tutor."""
        return name_staff(self.session.contact)

    def unsaid(self, sentence: Phrase, **values: object) -> str:
        """Return a wording that was not said about this calculation before."""
        said = "\n".join(self.work.hints) if self.work is not None else ""
        wordings = sentence.wordings(**values)
        return next((each for each in wordings if each not in said), wordings[0])

    def leave_record(
        self,
        text: str,
        key: str,
        said: Sequence[Event],
        ladder: tuple[LadderEvent, ...] = (),
        verdict: str | None = None,
    ) -> WorkRecord:
        """Return what a reply leaves for the next one."""
        before = self.work.hints if self.work is not None else ()
        told = "\n".join(each.text for each in said if isinstance(each, Sentence))
        return WorkRecord(
            kind="calculation",
            key=key,
            text=text,
            item=self._item_of(key),
            attempt=self.text if self.text != NEXT_HINT else None,
            hints=(*before, told)[-MOST_HINTS:],
            verdict=verdict,
            ladder=ladder,
        )

    def _item_of(self, key: str) -> str | None:
        """Return the item that a calculation is for: as named now, or when it began."""
        goes_on = self.work is not None and self.work.key == key
        return self.item or (self.work.item if goes_on and self.work is not None else None)


def lines_of(facts: CalculationFacts) -> str:
    """Return the lines as they were read, so many as are said back."""
    text = "; ".join(facts.lines)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} …"


def say_as(text: str, role: SentenceRole) -> Sentence:
    return Sentence(text=text, role=role)
