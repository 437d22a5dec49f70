"""The words that pictures of every kind share."""

from __future__ import annotations

from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.wording.catalogue import phrase

STEP_TITLE = phrase("trace_pictures.step_title", "algorithm", "number", "last")
STEP_TITLE_ABOUT = phrase("trace_pictures.step_title_about", "algorithm", "number", "last", "words")
FIRST_DIFFERENCE = phrase("trace_pictures.first_difference", "number")
BEFORE_FIRST_STEP = phrase("trace_pictures.before_first_step")
NAMED = phrase("trace_pictures.named", "name", "values")


def title_step(run: AlgorithmRun, place: int, words: str) -> str:
    """Return the title of the picture after `run.steps[place]`; `words` may be empty."""
    title = STEP_TITLE_ABOUT if words else STEP_TITLE
    number, last = run.steps[place].number, run.steps[-1].number
    return title(algorithm=run.algorithm.name, number=number, last=last, words=words)


def note_first_difference(run: AlgorithmRun, place: int, wrong: int | None) -> str | None:
    """Return the words above the student's first wrong step, None if this is another step."""
    if not run.steps or run.steps[place].number != wrong:
        return None
    return FIRST_DIFFERENCE(number=wrong)
