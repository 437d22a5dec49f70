"""Messages that make general claims of algorithms, or come near to it, as writers labelled them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from evals.programs.told_rows import QUESTIONS, read_json_lines
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.trials.general_claim import OUTCOMES, WITH_ESTIMATES, GeneralClaim
from tutor_app.understanding.general_claims import NONE, WANTED, Wanted, in_its_form

CLAIM_ROWS: Final = QUESTIONS / "general_claims"
SETTING_PHRASES: Final = CLAIM_ROWS / "setting_phrases.json"
# What may stand for another in a sentence, as students write it.
_EXCHANGED: Final = {
    "bfs": ("bfs", "BFS", "breadth first search"),
    "dfs": ("dfs", "DFS", "depth first search"),
    "ids": ("iterative deepening", "IDS"),
    "ucs": ("ucs", "UCS", "uniform cost search"),
    "greedy": ("greedy best first", "greedy", "greedy best-first search"),
    "astar": ("A*", "a*", "a star"),
    "dijkstra": ("dijkstra", "Dijkstra", "Dijkstra's algorithm"),
    "bellman_ford": ("bellman ford", "Bellman-Ford"),
    "prim": ("prim", "Prim's algorithm"),
    "kruskal": ("kruskal", "Kruskal's algorithm"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """A message behind the tutor's last words, and the claim that it makes; None of other ones."""

    last_words: str
    message: str
    claim: GeneralClaim | None
    wanted: Wanted

    @property
    def outcome(self) -> str:
        """The claim's outcome, "none" without a claim."""
        return NONE if self.claim is None else self.claim.outcome


def read_claims(files: Sequence[Path]) -> list[ClaimRow]:
    """Return the rows of files, each claim in the form in which the product tries it."""
    return [_row(found) for file in files for found in read_json_lines(file)]


def with_names_exchanged(rows: Sequence[ClaimRow], chance: random.Random) -> Iterator[ClaimRow]:
    """Yield rows in which one algorithm is named for another; its claim names that one, too."""
    for row in rows:
        if row.claim is None:
            continue
        for name in row.claim.subjects:
            others = [one for one in _EXCHANGED if one not in row.claim.subjects]
            put = chance.choice(others)
            found = _exchanged(row, name, put, chance.choice(_EXCHANGED[put]))
            if found is not None:
                yield found


def with_settings(rows: Sequence[ClaimRow], chance: random.Random) -> Iterator[ClaimRow]:
    """Yield rows whose claim names no setting with one said behind them, in words of a writer."""
    phrases = json.loads(SETTING_PHRASES.read_text(encoding="utf-8"))
    for row in rows:
        claim = row.claim
        if claim is None or claim.setting:
            continue
        about_h = not WITH_ESTIMATES.isdisjoint(claim.subjects)
        said = chance.choice([one for one in phrases if about_h or not one.startswith("h_")])
        words = chance.choice(phrases[said])
        message = f"{row.message.rstrip(' .?!')} {words}{chance.choice(('?', '', '.'))}"
        made = in_its_form(claim.outcome, claim.subjects, frozenset({said}))
        yield replace(row, message=message, claim=made)


def _row(found: dict[str, object]) -> ClaimRow:
    outcome = next((one for one in OUTCOMES if one == found["outcome"]), None)
    claim = None
    if outcome is not None:
        subjects, setting = found["subjects"], found["setting"]
        assert isinstance(subjects, list) and isinstance(setting, list)
        claim = in_its_form(outcome, subjects, frozenset(setting))
    return ClaimRow(
        last_words=str(found["before"]),
        message=str(found["text"]),
        claim=claim,
        wanted=next(one for one in WANTED if one == found["wants"]),
    )


def _exchanged(row: ClaimRow, name: str, put: str, words: str) -> ClaimRow | None:
    """Return the row with `words` for an algorithm's name; None where it is named nowhere."""
    if name not in _EXCHANGED:
        return None
    called = re.compile("|".join(algorithm_named(name).called) + r"(?:['’]s)?", re.IGNORECASE)
    message, times = called.subn(words, row.message)
    last, more = called.subn(words, row.last_words)
    if not times + more:
        return None
    assert row.claim is not None
    subjects = tuple(put if one == name else one for one in row.claim.subjects)
    return replace(
        row, message=message, last_words=last, claim=replace(row.claim, subjects=subjects)
    )
