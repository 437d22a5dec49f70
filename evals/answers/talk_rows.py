"""Messages to a course, each with the sentences that answer it: what comes first, what is shown.

A row has the messages `before`, the `message`, the sentences that answer (`gold`) and that fit as
well (`also`), words that no answer has (`never`), and "yes" or "no" where that is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.answers.gold_questions import comparable
from evals.hint_ladder.recorded_learner import Replied
from tutor_app.conversation.subject.claim_reply import BORNE_OUT, DENIED
from tutor_app.conversation.subject.decided_between import NOT_THE_SAME
from tutor_app.conversation.subject.plain_verdict import NO, YES
from tutor_app.domain.values import Quote, Sentence

_MARK = "\0"


@dataclass(frozen=True, slots=True)
class ShownToRow:
    """What came of a row; `said` is "yes", "no", or "" where it gave no verdict."""

    row: Mapping[str, Any]
    marks: Sequence[str]
    said: str

    @property
    def first(self) -> bool:
        """Whether what answers comes first; nothing at all where the course has no answer."""
        return _has(self.marks[:1], self.row["gold"]) if self.row["gold"] else not self.marks

    @property
    def fits(self) -> bool:
        """The same, with what fits as well."""
        return self.first or _has(self.marks[:1], self.row["also"])

    @property
    def shown(self) -> bool:
        """Whether what answers is shown at all."""
        return _has(self.marks, self.row["gold"]) if self.row["gold"] else not self.marks

    @property
    def clean(self) -> bool:
        """Whether nothing is shown that has to do with something else."""
        words = [word.casefold() for word in self.row["never"]]
        return not any(word in mark.casefold() for word in words for mark in self.marks)


def shown_to_row(row: Mapping[str, Any], replied: Replied) -> ShownToRow:
    """Return what a reply shows at once, and whether it says yes or no."""
    quotes = [one for one in replied.events if isinstance(one, Quote) and not one.quiet]
    marks = [" ".join(mark.text for mark in one.marked) or one.paragraph for one in quotes]
    said = [one.text for one in replied.events if isinstance(one, Sentence)]
    return ShownToRow(row, marks, verdict_in(said))


def verdict_in(said: Sequence[str]) -> str:
    """Return the last yes or no among sentences, "" where there is none."""
    ways = {
        "yes": list(_begins(BORNE_OUT, YES)),
        "no": list(_begins(DENIED, NO, NOT_THE_SAME)),
    }
    told = [
        verdict
        for text in said
        for verdict, begins in ways.items()
        if any(one in text for one in begins)
    ]
    return told[-1] if told else ""


def _begins(*phrases: Any) -> Iterator[str]:
    for one in phrases:
        yield from (way.split(_MARK)[0] for way in one.wordings(place=_MARK))


def measure_talk_rows(found: Sequence[ShownToRow]) -> dict[str, dict[str, int]]:
    """Return the counts for all rows and for each kind."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in found:
        for name in ("all", one.row["kind"]):
            told = counts[name]
            told["of"] += 1
            for what in ("first", "fits", "shown", "clean"):
                told[what] += bool(getattr(one, what))
            if one.row["verdict"]:
                told["verdicts"] += 1
                told["right"] += one.said == one.row["verdict"]
            told["false"] += bool(one.said) and one.said != (one.row["verdict"] or one.said)
            told["most_quotes"] = max(told["most_quotes"], len(one.marks))
    return {name: dict(each) for name, each in counts.items()}


def _has(marks: Sequence[str], wanted: Sequence[str]) -> bool:
    shown = [comparable(one) for one in marks]
    return any(comparable(one) in mark for one in wanted for mark in shown)
