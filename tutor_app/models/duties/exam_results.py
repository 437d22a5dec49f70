"""Results of exams: stored by the model's digest, read when the tutor is assembled."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.duty_registry import DUTIES, Duty, prompts_version
from tutor_app.models.duties.model_identity import ModelIdentity, identify_model
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.models.local_endpoint import write_private

# Those of the two local models come along.
PROVISIONAL_DAYS = 7
LEAST_QUICK = 4  # items of each figure
SHIPPED = Path(__file__).resolve().parents[1] / "exams" / "results"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured share with its 95% interval. `items` is what it was measured on."""

    name: str
    value: float
    low: float
    high: float
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamResult:
    """The outcome of one duty's exam, taken with these versions of `prompts`, `items` and `checks`.

    `date` is the day, in UTC, of the last answer. `done` of `total` items were answered; a part of
    an exam grants nothing, save that a `quick` one may grant a duty for a week.
    """

    duty: str
    prompts: str
    items: str
    date: dt.date
    total: int
    done: int
    figures: tuple[Figure, ...]
    note: str = ""
    checks: int = 1
    quick: bool = False

    @property
    def complete(self) -> bool:
        return self.done == self.total

    def passes(self, duty: Duty) -> bool:
        """True if every figure that the duty needs is there and high enough."""
        return self.complete and all(
            any(
                figure.name == need.figure
                and figure.items >= need.items
                and figure.value >= need.least
                for figure in self.figures
            )
            for need in duty.needs
        )

    def passes_for_now(self, duty: Duty) -> bool:
        """True if a quick exam of the last week reached every figure, on fewer items."""
        today = dt.datetime.now(dt.UTC).date()
        is_fresh = 0 <= (today - self.date).days < PROVISIONAL_DAYS
        named = {figure.name: figure for figure in self.figures}
        return (
            self.quick
            and is_fresh
            and all(
                need.figure in named
                and named[need.figure].items >= LEAST_QUICK
                and named[need.figure].value >= need.least
                for need in duty.needs
                if need.quick
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResults:
    """All results of one model."""

    model: ModelIdentity
    exams: tuple[ExamResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the configured model stands with one duty; `result` is its latest valid exam.

    `for_now`: it is held by a quick exam, until a week has passed.
    """

    duty: Duty
    held: bool
    forced: bool
    result: ExamResult | None
    outdated: bool = False
    for_now: bool = False


_RESULTS = TypeAdapter(ModelResults)


def own_results(settings: Settings) -> Path:
    """Where the results of exams taken on this installation are kept."""
    return settings.elenchus_home / "exam" / "results"


def held_duties(settings: Settings) -> frozenset[str]:
    """Return the names of the duties that the configured model holds."""
    return frozenset(standing.duty.name for standing in standings(settings) if standing.held)


def standings(settings: Settings, folders: Sequence[Path] | None = None) -> list[Standing]:
    """Return where the configured model stands with every duty.

    `folders` hold results; by default those that ship and this installation's own.
    """
    results = _results(settings, folders or (SHIPPED, own_results(settings)))
    return [_standing(duty, results, settings) for duty in DUTIES]


def _results(settings: Settings, folders: Sequence[Path]) -> list[ExamResult]:
    if not settings.has_model:
        return []
    try:
        identity = identify_model(settings)
    except ModelFileInvalid as exc:
        logger.warning("No model, so no duty: %s", exc)
        return []
    return [one for folder in folders for one in read_results(folder / identity.file_name)]


def _standing(duty: Duty, results: Sequence[ExamResult], settings: Settings) -> Standing:
    exams = [result for result in results if result.duty == duty.name]
    version = prompts_version(duty)
    valid = [
        result for result in exams if (result.prompts, result.checks) == (version, duty.checks)
    ]
    granting = [one for one in valid if one.passes(duty) or one.passes_for_now(duty)]
    latest = max(granting or valid, key=lambda result: (result.done, result.date), default=None)
    forced = settings.model_duties == "force" or (
        settings.model_duties == "force-follow-up" and duty.name in (FOLLOW_UP, VERIFY)
    )
    earned = latest is not None and latest.passes(duty)
    for_now = not earned and latest is not None and latest.passes_for_now(duty)
    return Standing(
        duty=duty,
        held=forced or earned or for_now,
        for_now=for_now,
        forced=forced,
        result=latest,
        outdated=bool(exams) and not valid,
    )


def read_results(path: Path) -> tuple[ExamResult, ...]:
    """Return the exams in a file of results; none if it is missing or not one.

    One of which no item was answered was not taken, whoever wrote it down.
    """
    try:
        exams = _RESULTS.validate_json(path.read_bytes()).exams
        return tuple(exam for exam in exams if exam.done)
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as exc:
        logger.warning("The exam results in %s cannot be read: %s", path, exc)
        return ()


def keep_result(folder: Path, model: ModelIdentity, result: ExamResult) -> Path:
    """Put a result in its model's file, in place of one of the same versions.

    What a quick exam has granted stays beside a part of the whole one, until that is complete.
    """
    path = folder / model.file_name
    others = [known for known in read_results(path) if not _replaces(result, known)]
    exams = tuple(sorted((*others, result), key=lambda exam: (exam.duty, exam.date)))
    kept = ModelResults(model=model, exams=exams)
    write_private(path, _RESULTS.dump_json(kept, indent=2).decode() + "\n")
    return path


def _replaces(result: ExamResult, known: ExamResult) -> bool:
    if (known.duty, known.prompts, known.checks) != (result.duty, result.prompts, result.checks):
        return False
    return result.complete or known.quick == result.quick or not known.quick
