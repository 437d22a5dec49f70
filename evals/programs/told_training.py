"""Learns which reading of a message is meant: a logistic regression over its readings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from evals.programs.told_rows import ToldRow, is_same, results_by_place
from tutor_app.programs.complaints.message_parts import MessageParts, TalkSoFar, message_parts
from tutor_app.programs.complaints.reading_features import features_of
from tutor_app.programs.complaints.reading_model import WEIGHTS, ReadingModel, left_behind
from tutor_app.programs.complaints.readings import Reading
from tutor_app.programs.ideas.said_sentences import read_sentences
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.understanding.act_classifier import ActClassifier

RIDGE = 0.6  # the penalty of large weights
OF_WORDS = 0.8  # how much a feature of one word counts beside the general ones
FEWEST = 2  # messages in which a feature stands, to be learned
# The tutor's last words in the two situations of a row.
ASKED_OF = "What should this call give?"
ASKED_WHICH = "Which of these isn't what you want, and what should it give instead?"
SURE_FROM = (
    0.75  # by leaving out one writer after the other: the share read against the wrong ones kept
)
DIGITS = 3
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Readings of a message as features, the empty one first: that nothing more is wanted."""

    program: str
    options: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]


def choices_of(rows: Sequence[ToldRow]) -> tuple[Choice, ...]:
    """Return what the messages let choose; each as an answer to the question, and without it."""
    known = {row.program.id: results_by_place(row.program) for row in rows}
    classifier = ActClassifier()
    found: list[Choice] = []
    for row in rows:
        results, places = known[row.program.id]
        asked_of = [r for r in results if places[plain_call(r.case.call.text)] == row.asked]
        asked = TalkSoFar(call=asked_of[0].case.call.text if asked_of else None)
        last = ASKED_OF if asked_of else ASKED_WHICH
        said = read_sentences(row.text, partial(classifier.classify, "program", last))
        acts = [(each.text, each.guess) for each in said]
        parts = message_parts(row.text, results, asked, row.program.program, acts)
        found += _choice(row, parts, places)
    return tuple(found)


def _choice(row: ToldRow, parts: MessageParts, places: Mapping[str, int]) -> Iterator[Choice]:
    """Yield what is chosen first, and what is left to choose behind each value that is told.

    What is true of a call and not labelled may be said in passing: it counts neither way.
    """
    told: list[Reading] = []
    options: list[Reading] = []
    for each in parts.readings:
        place = places[plain_call(parts.calls[each.call].text)]
        said = row.told.get(place)
        if said is not None and is_same(each.value, said):
            told.append(each)
            options.append(each)
        elif not is_same(each.value, row.program.calls[place].wanted):
            options.append(each)
    calls = {each.call for each in told}
    yield _between(row, parts, options, told)
    for count in range(1, len(calls) + 1):
        for chosen in combinations(calls, count):
            done = [each for each in told if each.call in chosen]
            left = left_behind(options, done)
            yield _between(row, parts, left, [each for each in told if each in left])


def _between(
    row: ToldRow, parts: MessageParts, options: Sequence[Reading], told: Sequence[Reading]
) -> Choice:
    return Choice(
        program=row.program.id,
        options=((), *(tuple(features_of(parts, each)) for each in options)),
        right=(not told, *(each in told for each in options)),
    )


def learn(choices: Sequence[Choice]) -> ReadingModel:
    """Return the weights under which the right readings are the likeliest."""
    count = Counter(name for each in choices for name in {n for o in each.options for n in o})
    names = sorted(name for name in count if count[name] >= FEWEST)
    scale = np.array([OF_WORDS if ": " in name else 1.0 for name in names])
    options = _matrix(choices, names, scale)
    starts = np.cumsum([0, *(len(each.options) for each in choices[:-1])])
    of_choice = np.repeat(np.arange(len(choices)), [len(each.options) for each in choices])
    right = np.concatenate([np.array(each.right) for each in choices])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = options @ weights
        all_of, all_shares = _log_sums(scores, starts, of_choice)
        right_of, shares = _log_sums(np.where(right, scores, -np.inf), starts, of_choice)
        slope = options.T @ (all_shares - shares) + RIDGE * weights
        return float((all_of - right_of).sum() + RIDGE / 2 * weights @ weights), slope

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B")
    weights = dict(zip(names, (found.x * scale).round(DIGITS).tolist(), strict=True))
    kept = {name: weight for name, weight in weights.items() if weight}
    return ReadingModel(weights=kept, sure_from=SURE_FROM)


def _matrix(choices: Sequence[Choice], names: Sequence[str], scale: Floats) -> csr_matrix:
    places = {name: place for place, name in enumerate(names)}
    options = [option for each in choices for option in each.options]
    pairs = [(n, places[name]) for n, o in enumerate(options) for name in o if name in places]
    rows, columns = (np.array(side) for side in zip(*pairs, strict=True))
    return csr_matrix((scale[columns], (rows, columns)), shape=(len(options), len(names)))


def _log_sums(
    scores: Floats, starts: npt.NDArray[np.int64], of_choice: npt.NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """Return the logarithm of the sum of each choice's powers, and each option's share of it."""
    top = np.maximum.reduceat(scores, starts)
    powers = np.exp(scores - top[of_choice])
    sums = np.add.reduceat(powers, starts)
    return top + np.log(sums), powers / sums[of_choice]


def write_weights(model: ReadingModel) -> None:
    """Write the weights that ship."""
    found = {"sure_from": model.sure_from, "weights": dict(sorted(model.weights.items()))}
    WEIGHTS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
