"""Which of the small changes that words fit is meant: each is run."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.programs.merging.choose_version import is_misplaced
from tutor_app.programs.merging.code_told import specific
from tutor_app.programs.merging.run_changes import run_each
from tutor_app.programs.merging.told_in_words import changes_in_words
from tutor_app.programs.questions.step_facts import reports
from tutor_app.programs.run_values import ProgramRun
from tutor_app.programs.student_changes.placement import Change

PLACED = 1.5  # how likely a line that moves or goes is of which nothing that comes out is told


def change_in_words(source: str, words: str, run: ProgramRun, told: Sequence[str]) -> Change | None:
    """Return the change that words tell: of those that they fit the one that gives what is told,
    else the one that helps, else a line moved or gone; None where that leaves several."""
    shown = (*told, *(each.value or each.printed for each in run.results))
    values = frozenset(token for text in shown for token in specific(text)) | {*told}
    changes = changes_in_words(source, words, values)
    pairs = [(c, after) for c, after in run_each(source, changes, run) if after.loads]
    sound = [(c, after) for c, after in pairs if not is_misplaced(run, after)]
    seen = [pair for pair in sound if reports(pair[1], told)]
    helping = [pair for pair in sound if not pair[1].failing and pair[1].of_status("passed")]
    top = max((c.likeness for c, _ in sound if c.named), default=0.0)
    placed = [(c, after) for c, after in sound if c.named and c.likeness == top > PLACED]
    for chosen in (seen, helping, placed):
        if chosen:
            return chosen[0][0] if len({_shown(after) for _, after in chosen}) == 1 else None
    return None


def _shown(run: ProgramRun) -> tuple[tuple[object, ...], ...]:
    return tuple((each.status, each.value, each.printed) for each in run.results)
