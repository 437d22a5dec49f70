"""Claims about the verdict on a trace, about step numbers, and about what comes out."""

from __future__ import annotations

import re

from evals.traces.claims.grammar import Check, ClaimPattern, Holds, TraceFacts

_GOOD = {"right", "correct", "fine"}
_STEP = r"(?:steps?|pass(?:es)?|limits?|rows?)"


def _first(facts: TraceFacts) -> int:
    return facts.run.algorithm.first_step


def _last_right(facts: TraceFacts) -> int | None:
    if facts.verdict is None or not facts.verdict.right_steps:
        return None
    return _first(facts) + facts.verdict.right_steps - 1


def _right_until(match: re.Match[str], facts: TraceFacts) -> Holds:
    """ "Steps 1 to 3 are right": from the first step to the last right one."""
    if match["word"] not in _GOOD:
        return False
    claimed = int(match["a"]), int(match["b"])
    return claimed == (_first(facts), _last_right(facts))


def _one_right(match: re.Match[str], facts: TraceFacts) -> Holds:
    number = int(match["a"])
    verdict = facts.verdict
    if match["word"] not in _GOOD:
        return verdict is not None and verdict.first_error_step == number
    return number == _first(facts) == _last_right(facts)


def _first_wrong(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.verdict is not None and facts.verdict.first_error_step == int(match["a"])


def _all_steps(match: re.Match[str], facts: TraceFacts) -> Holds:
    verdict = facts.verdict
    if verdict is None:
        return False
    if match["final"] is not None and verdict.correct != (match["final"] == "too"):
        return False
    return (verdict.first_error_step is None) == (match["word"] in _GOOD)


def _whole(match: re.Match[str], facts: TraceFacts) -> Holds:
    verdict = facts.verdict
    if verdict is None:
        return False
    negated = bool(match["not"])
    return verdict.correct == ((match["word"] in _GOOD) != negated)


def _state(wanted: str) -> Check:
    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        verdict = facts.verdict
        if verdict is None or verdict.correct:
            return False
        return {
            "not_all": verdict.first_error_step is not None and not verdict.missing,
            "final": verdict.first_error_step is None,
            "missing": verdict.missing and verdict.right_steps > 0,
            "extra": verdict.extra,
            "from_first": not verdict.right_steps,
        }[wanted]

    return check


def _asked(match: re.Match[str], facts: TraceFacts) -> Holds:
    """A question about a step is about the first wrong one; without a verdict, about any."""
    number = int(match["a"])
    if facts.verdict is None or facts.verdict.first_error_step is None:
        return _first(facts) <= number <= facts.last
    return number == facts.verdict.first_error_step


def _after(match: re.Match[str], facts: TraceFacts) -> Holds:
    verdict = facts.verdict
    wrong = None if verdict is None else verdict.first_error_step
    return int(match["a"]) == (facts.last if wrong is None else wrong - 1)


def _ends(match: re.Match[str], facts: TraceFacts) -> Holds:
    return int(match["a"]) == facts.last


def _looked_at(match: re.Match[str], facts: TraceFacts) -> Holds:
    return frozenset({int(match["a"])}) & facts.all_steps


def _counted(match: re.Match[str], facts: TraceFacts) -> Holds:
    verdict = facts.verdict
    right = verdict is not None and verdict.first_error_step is None
    return right and int(match["a"]) == facts.last - _first(facts) + 1


def _not_found(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.run.final.get("found") is False


def _is_true(field: str) -> Check:
    return lambda match, facts: facts.run.final.get(field) is True


VERDICT_CLAIMS: tuple[ClaimPattern, ...] = (
    ClaimPattern(
        rf"(?i:{_STEP}) (?P<a>\d+) (?:to|and|–|-|through) (?P<b>\d+) are"
        r" (?:all )?(?P<word>right|correct|fine|wrong|incorrect)",
        _right_until,
    ),
    ClaimPattern(
        rf"(?i:{_STEP}) (?P<a>\d+) is (?P<word>right|correct|fine|wrong|incorrect|not right)",
        _one_right,
    ),
    ClaimPattern(rf"(?i:first (?:wrong|mistake)[^.\d]*{_STEP}) (?P<a>\d+)", _first_wrong),
    ClaimPattern(
        rf"(?i:{_STEP}) (?P<a>\d+) is (?:the|where you[^.]*) first wrong(?: one)?", _first_wrong
    ),
    ClaimPattern(r"All (?P<a>\d+) steps are right", _counted),
    ClaimPattern(
        r"(?:All your|Your) steps are (?P<word>right|wrong|correct|incorrect)"
        r"(?:; the final answer is (?P<final>not yet|too))?",
        _all_steps,
    ),
    ClaimPattern(
        r"(?:That|Your trace|Your answer|It|This|Your order) is (?:all |quite )?"
        r"(?P<not>not )?(?P<word>right|correct|wrong|incorrect)(?: yet)?",
        _whole,
    ),
    ClaimPattern(r"begun well, and not all of it is right yet", _state("not_all")),
    ClaimPattern(r"What you have is right so far", _state("missing")),
    ClaimPattern(r"All that you have is right, and something is still missing", _state("missing")),
    ClaimPattern(r"All rows so far are right", _state("missing")),
    ClaimPattern(r"found all the right steps, and there is something too much", _state("extra")),
    ClaimPattern(r"Begin with the first step", _state("from_first")),
    ClaimPattern(rf"(?i:try {_STEP}) (?P<a>\d+) on its own", _asked),
    ClaimPattern(rf"(?i:(?:in|with|for|about) {_STEP}) (?P<a>\d+)(?=[^.]*\?)", _asked),
    ClaimPattern(rf"(?i:after {_STEP}) (?P<a>\d+)(?=[^.]*\?)", _after),
    ClaimPattern(rf"(?i:ends with {_STEP}) (?P<a>\d+)", _ends),
    ClaimPattern(
        rf"(?i:(?:look at|in|at|after|with) {_STEP}) (?P<a>\d+)(?! no distance| distances)",
        _looked_at,
        pins=True,
    ),
    ClaimPattern(r"It is not found", _not_found),
    ClaimPattern(r"There is a cycle, so there is no topological order", _is_true("cycle")),
    ClaimPattern(
        r"There is a negative cycle, so there are no shortest distances",
        _is_true("negative_cycle"),
    ),
)
