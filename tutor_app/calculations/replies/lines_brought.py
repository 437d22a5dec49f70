"""Which lines of a message are work: its own below the exercise, none that are only spoken of."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.calculations.replies.calculation_attempt import CalculationAttempt, read_attempt
from tutor_app.calculations.replies.reply_turn import RIGHT, WHY, CalculationTurn
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.domain.teaching import WorkRecord

_SURELY_OWN: Final = 0.6  # below it a fragment in prose is never called a wrong line


def attempt_of(turn: CalculationTurn) -> CalculationAttempt | None:
    """Return the work that a message brings: its own lines, below the exercise where it names one.

    On work that has begun, what is not surely a line of the student's is held for none where it
    would be a wrong one.
    """
    heard, work = turn.heard, turn.work
    if work is None:
        return read_attempt(_below(heard.task, heard.own), None, turn.examine)
    if not heard.has_own and heard.task and not has_text(work.text, heard.task):
        return _of_task(turn, work, heard.task)
    tried = () if heard.others else heard.candidates
    if heard.has_own and turn.act.act in (*WHY, "react.disagree") and _stands(turn, work):
        return None  # quoted to ask about it
    if not tried and not heard.others and turn.act.act.startswith("tell."):
        tried = heard.quoted  # "the second one is -5": told, if that is what is lacking
    own = heard.own if heard.has_own else "\n".join(tried)
    if not own or (not heard.has_own and len(tried) > 1):
        return None
    attempt = read_attempt(_below(heard.task, own), work, turn.examine)
    if attempt is not None and _tells_nothing(turn, attempt):
        return None
    if attempt is None or attempt.facts.outcome in RIGHT:
        return attempt
    if (beside := _other_example(turn, attempt)) is not None:
        return beside
    before = attempt.before
    if heard.values and not attempt.is_new and before is not None and before.outcome in RIGHT:
        return None  # of work that is right another value is tried
    closed = not attempt.facts.names and attempt.facts.outcome == "wrong"
    in_doubt = not heard.has_own or (heard.surely < _SURELY_OWN and not _is_drawn(attempt))
    return None if in_doubt and not (closed and not heard.claims[1:]) else attempt


def _tells_nothing(turn: CalculationTurn, attempt: CalculationAttempt) -> bool:
    """Whether what was read is no work: told without a step, or an expression that nothing is said
    to be equal to in the prose of a message, which is spoken of and begins no other work."""
    facts = attempt.facts
    if not turn.heard.has_own and len(facts.lines) - 1 in facts.begun:
        return True
    prose = facts.prose > len(facts.lines) and not begins_anew(turn.text)
    return attempt.is_new and prose and not facts.has_value and facts.outcome not in RIGHT


def _is_drawn(attempt: CalculationAttempt) -> bool:
    """Whether lines are work, whoever tells them: drawn from each other, or further than before."""
    if attempt.is_new or attempt.before is None:
        return len(attempt.facts.lines) > 1
    return attempt.facts.checked > attempt.before.checked


def _other_example(turn: CalculationTurn, attempt: CalculationAttempt) -> CalculationAttempt | None:
    """Return another relation that a message asks about, with what is drawn from it, where that is
    right: "and x/(-2) < 3, I would say x > -6"."""
    heard = turn.heard
    if not heard.has_own or not heard.candidates or heard.others:
        return None
    text = "\n".join((*heard.candidates, heard.own))
    facts = turn.examine(text)
    drawn = facts.outcome in RIGHT and facts.has_work and len(facts.lines) > 1
    return replace(attempt, text=text, facts=facts, is_new=True) if drawn else None


def _stands(turn: CalculationTurn, work: WorkRecord) -> bool:
    """Whether all own lines of a message stand in the work on the table already."""
    lines = turn.examine(turn.heard.own).lines
    return bool(lines) and set(lines) <= set(turn.examine(work.text).lines)


def _of_task(turn: CalculationTurn, work: WorkRecord, task: str) -> CalculationAttempt | None:
    """Return the work on the table as it stands below the exercise that was lacking."""
    text = f"{task}\n{work.text}"
    facts = turn.examine(text)
    before = turn.examine(work.text)
    if facts.outcome not in (*RIGHT, "wrong") or facts.outcome == before.outcome == "right":
        return (
            None
            if before.outcome in (*RIGHT, "wrong")
            else CalculationAttempt(text=text, facts=facts, before=before, is_new=False)
        )
    return CalculationAttempt(text=text, facts=facts, before=before, is_new=False)


def _below(task: str, own: str) -> str:
    return own if not task or has_text(own, task) else f"{task}\n{own}"


def has_text(text: str, part: str) -> bool:
    """Whether a part stands in a text, whatever blanks they have."""
    return "".join(part.split()) in "".join(text.split())
