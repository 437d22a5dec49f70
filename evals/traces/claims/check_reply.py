"""Does a reply say only what is so? Each sentence is checked against the exact run.

What a sentence claims is found by patterns: which node is selected in a step, what enters OPEN, a
cost, an order, a path, how far a trace is right. A node, a number or a verdict that no known claim
accounts for is reported too, so that a reply in unknown words is not believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from evals.traces.claims.array_claims import ARRAY_CLAIMS
from evals.traces.claims.cells import cell_holds, cells, mask_row_name, row_named
from evals.traces.claims.grammar import ClaimPattern, Holds, TraceFacts, compiled
from evals.traces.claims.graph_claims import GRAPH_CLAIMS
from evals.traces.claims.table_claims import TABLE_CLAIMS
from evals.traces.claims.verdicts import VERDICT_CLAIMS
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.narration.mistake_texts import CHECKS, MISTAKES

_CLAIMS = (*VERDICT_CLAIMS, *TABLE_CLAIMS, *ARRAY_CLAIMS, *GRAPH_CLAIMS)
_JUDGING = re.compile(r"\b(?:right|wrong|correct|incorrect|accepted|rejected)\b", re.I)
_UNKNOWN_NAME = re.compile(r"(?<![\w.'])[A-Z](?![\w'])")
# "A closed node …": an article, not the node A.
_ARTICLE = re.compile(
    r"^A(?= (?!is |has |was |and |keeps |joins? |gets |with |from |to |comes |goes )[a-z])"
)
# Words that hold numbers or judging words and claim nothing of a run.
_PLAIN = (
    "in-degree 0",
    "one thing",
    "is it accepted",
    "A closed node is opened again:",
    # An article, where the message calls a node "a".
    "a smaller example",
    "a problem to practise on",
    "a row at a time",
)


@dataclass
class _StepsMeant:
    """What has been said so far: the steps that may be meant. None: any."""

    steps: frozenset[int] | None = None
    chosen: bool = False


def contradictions(text: str, run: AlgorithmRun, verdict: Verdict | None = None) -> list[str]:
    """Return what a reply says that is not so, one line each; empty where all of it holds.

    `run` is the exact run that the reply is about, `verdict` that on the student's trace, if there
    is one. Sentences about another instance (a worked example) are checked with its own run.
    """
    facts = TraceFacts(run=run, verdict=verdict)
    found: list[str] = []
    reading = _StepsMeant()
    for sentence in re.split(r"(?<=[.?!])\s+", _without_plain(text, facts)):
        found.extend(_check_sentence(sentence, facts, reading))
    return found


def _without_plain(text: str, facts: TraceFacts) -> str:
    """Return the text without what is the same for every run, or known to hold in this one."""
    verdict = facts.verdict
    plain = [facts.run.algorithm.rule, facts.run.algorithm.name, *_PLAIN, *_conventions(facts.run)]
    plain.extend(check() for check in CHECKS.values())
    known = MISTAKES.get(verdict.misconception or "") if verdict is not None else None
    if known is not None:
        plain.append(known())
    for words in sorted(plain, key=len, reverse=True):
        text = text.replace(words, "#")
    return text


def _conventions(run: AlgorithmRun) -> list[str]:
    known = dict(run.problem.conventions)
    if run.problem.graph is not None:
        known["directed"] = run.problem.graph.directed
    return [describe_convention(name, value, run.algorithm.id) for name, value in known.items()]


def _check_sentence(sentence: str, facts: TraceFacts, reading: _StepsMeant) -> list[str]:
    found: list[str] = []
    step = row_named(sentence)
    if step is not None:
        found.extend(_pin(step, facts, reading))
        sentence = mask_row_name(sentence)
    for match, field in list(cells(sentence, facts)):
        if not cell_holds(facts, field, match["value"], step):
            found.append(f"not so: {match[0]!r}")
        sentence = _masked(sentence, match)
    for claim in _CLAIMS:
        pattern = compiled(claim.pattern, facts.nodes)
        for match in list(pattern.finditer(sentence)):
            if not _fits(claim, claim.check(match, facts), reading):
                found.append(f"not so: {match[0]!r}")
            sentence = _masked(sentence, match)
    return [*found, *_unaccounted(sentence, facts)]


def _pin(step: int, facts: TraceFacts, reading: _StepsMeant) -> list[str]:
    reading.steps, reading.chosen = frozenset({step}), False
    verdict = facts.verdict
    if step not in facts.all_steps:
        return [f"there is no step {step}"]
    if verdict is not None and verdict.first_error_step not in (None, step):
        return [f"the first wrong step is not {step}"]
    return []


def _fits(claim: ClaimPattern, holds: Holds, reading: _StepsMeant) -> bool:
    """Return whether a claim holds together with what was said before of the same step."""
    if isinstance(holds, bool):
        return holds
    if claim.pins:
        reading.steps, reading.chosen = holds, False
        return bool(holds)
    if claim.chooses and reading.chosen:
        reading.steps = None  # the next step is spoken of
    reading.chosen = reading.chosen or claim.chooses
    both = holds if reading.steps is None else holds & reading.steps
    reading.steps = both or reading.steps
    return bool(both)


def _masked(sentence: str, match: re.Match[str]) -> str:
    return sentence[: match.start()] + "#" * len(match[0]) + sentence[match.end() :]


def _unaccounted(sentence: str, facts: TraceFacts) -> list[str]:
    """Return the nodes, numbers and judgements that no claim accounts for."""
    rest = _ARTICLE.sub("#", sentence)
    left = compiled("{N}|{V}", facts.nodes).findall(rest)
    if facts.nodes:
        left.extend(name for name in _UNKNOWN_NAME.findall(rest) if name not in ("I", "A"))
    left.extend(_JUDGING.findall(rest))
    return [f"cannot be checked: {word!r} in {sentence!r}" for word in dict.fromkeys(left)]
