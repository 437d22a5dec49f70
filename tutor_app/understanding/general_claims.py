"""Whether a message asks or claims something general of algorithms, and what.

"So prim and kruskal always give the same tree?" is read as a `GeneralClaim`, which can be tried on
small graphs. A small network has learned it from labelled messages; its files lie in
`general_claims/`, `python -m evals claim-training` writes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt
import onnxruntime

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.retrieval.minilm import session_options
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.plain_spelling import plain
from tutor_app.tracing.trials.edges_of_parts import claimed_of_edge
from tutor_app.tracing.trials.general_claim import (
    CHANGES,
    OF_TWO,
    OUTCOMES,
    GeneralClaim,
    Outcome,
)
from tutor_app.understanding.statement_classifier import NOT_LOADED, TOKENIZER
from tutor_app.understanding.turn_tokens import TurnTokenizer

Wanted = Literal["yes_no", "example", "counterexample", "other"]
WANTED: Final[tuple[Wanted, ...]] = get_args(Wanted)
NONE: Final = "none"
NAMED_OUTCOMES: Final = (NONE, *OUTCOMES)
SUBJECTS: Final = (
    *("bfs", "dfs", "ids", "ucs", "greedy", "astar", "dijkstra", "bellman_ford"),
    *("prim", "kruskal", "floyd_warshall", "mst", "shortest_path", "heuristic"),
)
_NO_ALGORITHMS: Final = ("mst", "shortest_path", "heuristic")
SETTINGS: Final = (
    *("negative_edge", "negative_cycle", "equal_weights", "distinct_weights"),
    *("h_zero", "h_exact", "h_too_large", "h_admissible", "h_consistent", "h_not_consistent"),
    *sorted(CHANGES),
    *("tree_graph", "stops_when_goal_seen"),
)
HEADS: Final = {
    "outcome": len(NAMED_OUTCOMES),
    "subjects": len(SUBJECTS),
    "setting": len(SETTINGS),
    "wanted": len(WANTED),
}
_IMPLIED: Final = {
    "h_zero": {"h_admissible", "h_consistent"},
    "h_exact": {"h_admissible", "h_consistent"},
    "h_consistent": {"h_admissible"},
    "h_not_consistent": {"h_admissible"},
}
FOLDER: Final = Path(__file__).with_name("general_claims")
ENCODER: Final = "encoder.onnx"
LABELS: Final = "labels.json"

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardGenerally:
    """A general claim as it is heard, what is wanted of it, and how sure that is (0 to 1)."""

    claim: GeneralClaim
    wanted: Wanted
    sure: float


def hear_generally(
    last_words: str, message: str, folder: Path = FOLDER, *, least: float = 0.0
) -> HeardGenerally | None:
    """Return the general claim that a message makes or asks about; None where it does neither.

    A setting counts as said from the logit `least` on.

    Raises:
        ModelFileInvalid: a file is missing or damaged.
    """
    outcome, subjects, setting, wanted = _weigh(last_words, message, folder)
    name = NAMED_OUTCOMES[int(outcome.argmax())]
    if name == NONE:
        return None
    said = claimed_of_edge(next(one for one in OUTCOMES if one == name), last_words, message)
    if said is None:
        return None
    claim = in_its_form(
        said,
        _subjects(last_words, message, subjects, said),
        frozenset(one for one, weight in zip(SETTINGS, setting, strict=True) if weight > least),
    )
    sure = float(_softmax(outcome).max()) * min(_sure(subjects), _sure(setting))
    return HeardGenerally(claim=claim, wanted=WANTED[int(wanted.argmax())], sure=sure)


def in_its_form(outcome: Outcome, subjects: Sequence[str], setting: frozenset[str]) -> GeneralClaim:
    """Return a claim with the subjects that its outcome is always said of, and without what is
    implied: a heuristic of zeros is consistent.

    Of two that are the same in something it doesn't matter which comes first.
    """
    of = tuple(sorted(subjects) if outcome.startswith("same") else subjects)
    change = bool(setting & CHANGES)
    match outcome:
        case "one_tree" | "has_cheapest_edge" | "has_dearest_edge" | "has_cut_edge":
            of = ("mst",)
        case "one_path":
            of = ("shortest_path",)
        case "admissible" | "consistent":
            of = ("heuristic",)
        case "done_early" | "extra_round_changes":
            of = ("bellman_ford",)
        case "same_path" if change:
            of = ("shortest_path",)
        case "same_tree" if change:
            of = ("mst",)
        case "same_tree" if set(of) != {"prim", "kruskal"}:
            of = ("mst", "shortest_path")
        case _:
            pass
    for kind, implied in _IMPLIED.items():
        setting = setting - implied if kind in setting else setting
    return GeneralClaim(subjects=of, outcome=outcome, setting=setting)


def _subjects(last_words: str, message: str, weights: Floats, outcome: Outcome) -> list[str]:
    """Return the subjects, those that are named in the order in which they are.

    An algorithm that is named nowhere is none; of what is said of two, the two that are named are.
    """
    named = list(dict.fromkeys([*algorithms_named(message), *algorithms_named(last_words)]))
    found = [one for one, weight in zip(SUBJECTS, weights, strict=True) if weight > 0]
    found = [one for one in found if one in (*named, *_NO_ALGORITHMS)]
    due = 2 if outcome in OF_TWO else 1
    if len(found) < due <= len(named):
        found = named[:due]
    return sorted(found, key=lambda one: named.index(one) if one in named else len(named))


def algorithms_named(text: str) -> list[str]:
    """Return the algorithms that a text names, in its order; also the one that others are set
    against ("fewer than bfs")."""
    spelled = plain(text)
    places = {
        one: min(at.start() for at in found)
        for one in SUBJECTS
        if one not in _NO_ALGORITHMS and (found := list(_mentions(one, spelled)))
    }
    return sorted(places, key=lambda one: places[one])


def _mentions(algorithm: str, spelled: str) -> Iterator[re.Match[str]]:
    for pattern in algorithm_named(algorithm).called:
        yield from re.finditer(pattern, spelled, re.IGNORECASE)


def encode(last_words: str, message: str, tokenizer: TurnTokenizer) -> Any:
    """Return the tokens of a message behind the tutor's last words; training reads them alike."""
    return tokenizer.encode("nothing", last_words, message)


@lru_cache(maxsize=64)  # a turn asks for its message, and for its sentences, more than once
def _weigh(last_words: str, message: str, folder: Path) -> list[Floats]:
    tokenizer, session = _read(folder)
    turn = encode(last_words, message, tokenizer)
    tokens = np.array([turn.ids], dtype=np.int64)
    part = np.zeros_like(tokens)
    part[0, turn.part :] = 1
    inputs = {"tokens": tokens, "mask": np.ones_like(tokens), "part": part}
    return [np.asarray(each)[0] for each in session.run(list(HEADS), inputs)]


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), dtype=np.float32)


def _sure(logits: Floats) -> float:
    """Return how sure the least sure of several yes or no decisions is."""
    return float((1 / (1 + np.exp(-np.abs(logits)))).min())


@cache  # a process needs them once
def _read(folder: Path) -> tuple[TurnTokenizer, Any]:  # onnxruntime ships no types
    try:
        labels = json.loads((folder / LABELS).read_text(encoding="utf-8"))
        if labels["heads"] != [list(NAMED_OUTCOMES), list(SUBJECTS), list(SETTINGS), list(WANTED)]:
            raise ValueError("other labels")
        session = onnxruntime.InferenceSession(
            folder / ENCODER, session_options(1), providers=["CPUExecutionProvider"]
        )
        return TurnTokenizer(TOKENIZER), session
    except Exception as exc:  # both libraries raise classes that are nothing but Exceptions
        raise ModelFileInvalid(NOT_LOADED(reason=type(exc).__name__)) from exc
