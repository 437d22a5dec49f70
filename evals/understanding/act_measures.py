"""How often the classifier is right, beside rules that do not read the message."""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evals.understanding.act_rows import ActRow
from evals.understanding.move_families import families_of_label, family_of_guess
from tutor_app.understanding.act_classifier import (
    ACTS,
    ActClassifier,
    ActGuess,
    ActLogits,
    DialogueAct,
    Thresholds,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRow:
    """A row with what the classifier said of it, and how long that took."""

    row: ActRow
    guess: ActGuess
    logits: ActLogits
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the act is one of the row's two."""
        return self.guess.act in self.row.right

    @property
    def right_move(self) -> bool:
        """Whether the guess leads to a kind of move that one of the row's labels leads to."""
        row = self.row
        right = families_of_label(row.act, row.also, row.on_table, about_table=row.about_table)
        return family_of_guess(self.guess, row.on_table) in right


def judge(classifier: ActClassifier, rows: Sequence[ActRow]) -> list[JudgedRow]:
    """Return what the classifier says of each row."""
    classifier.classify("nothing", "", "")  # its files are read at the first message
    judged = []
    for row in rows:
        start = time.perf_counter()
        guess = classifier.classify(row.on_table, row.last_words, row.message)
        seconds = time.perf_counter() - start
        logits = classifier.weigh(row.on_table, row.last_words, row.message)
        judged.append(JudgedRow(row=row, guess=guess, logits=logits, seconds=seconds))
    return judged


def judge_again(judged: Sequence[JudgedRow], thresholds: Thresholds) -> list[JudgedRow]:
    """Return the same rows as other thresholds judge them."""
    return [replace(one, guess=thresholds.guess(one.logits, one.row.on_table)) for one in judged]


def measure(judged: Sequence[JudgedRow], seen: Collection[str] = ()) -> dict[str, Any]:
    """Return the figures of `evals acts`.

    A row's `also` counts as right everywhere. `about_table` and the F1 of its being false are of
    rows where something is on the table; `move_accuracy` is the share of rows whose guess leads to
    the kind of move that the label leads to; `confident` is the share of rows whose act was sure,
    and how many of those are right; `seen_in_training` counts rows that were learned from.
    """
    sure = [one for one in judged if one.guess.sure]
    on_table = [one for one in judged if one.row.on_table != "nothing"]
    return {
        "rows": len(judged),
        "acts": _share(one.right for one in judged),
        "acts_top2": _share(one.right or one.guess.second in one.row.right for one in judged),
        "macro_f1": _rounded(_macro_f1(judged)),
        "about_table": _share(one.guess.about_table == one.row.about_table for one in on_table),
        "about_table_false_f1": _rounded(
            _f1(
                [not one.row.about_table for one in on_table],
                [not one.guess.about_table for one in on_table],
            )
        ),
        "move_accuracy": _share(one.right_move for one in judged),
        "constant_rule": _share(_commonest(judged) in one.row.right for one in judged),
        "confident": [_rounded(len(sure) / len(judged)), _share(one.right for one in sure)],
        "seen_in_training": sum(one.row.fingerprint in seen for one in judged),
        "seconds_p50": round(statistics.median(one.seconds for one in judged), 4),
    }


def by_act(judged: Sequence[JudgedRow]) -> dict[DialogueAct, tuple[int, float]]:
    """Return for each act that was labelled its rows, and the share of them that is right."""
    counts = Counter(one.row.act for one in judged)
    right = Counter(one.row.act for one in judged if one.right)
    return {act: (counts[act], right[act] / counts[act]) for act in ACTS if counts[act]}


def table_rule(learned: Sequence[ActRow], rows: Sequence[ActRow]) -> float:
    """Return how often the act that is commonest on a row's table, where one learned, is right."""
    acts: Mapping[str, Counter[DialogueAct]] = {
        row.on_table: Counter() for row in [*learned, *rows]
    }
    for row in learned:
        acts[row.on_table][row.act] += 1
    overall = Counter(row.act for row in learned)
    answers = {table: (own or overall).most_common(1)[0][0] for table, own in acts.items()}
    return _share(answers[row.on_table] in row.right for row in rows)


def thresholds_of(judged: Sequence[JudgedRow], sure_when_right: float) -> Thresholds:
    """Return what rows of unseen writers say about when to trust a guess.

    The temperature makes the labelled acts likeliest; an act is sure from the lowest confidence on
    above which the wanted share is right; a message leaves the table below the probability that
    gives the highest F1.
    """
    logits = np.array([one.logits.acts for one in judged])
    labels = [ACTS.index(one.row.act) for one in judged]
    temperature = min(
        (float(value) for value in np.arange(0.6, 3.01, 0.05)),
        key=lambda value: _surprise(logits / value, labels),
    )
    confidence = _softmax(logits / temperature).max(axis=1)
    order = np.argsort(-confidence)
    right = np.array([judged[place].right for place in order])
    shares = np.cumsum(right) / np.arange(1, len(right) + 1)
    enough = np.flatnonzero(shares >= sure_when_right)
    sure_from = float(confidence[order[enough[-1]]]) if len(enough) else 1.0
    return Thresholds(
        temperature=round(temperature, 2),
        sure_from=math.floor(sure_from * 1000) / 1000,  # the row itself stays above
        about_table_from=_best_about_table(judged),
    )


def _best_about_table(judged: Sequence[JudgedRow]) -> float:
    on_table = [one for one in judged if one.row.on_table != "nothing"]
    leaves = [not one.row.about_table for one in on_table]
    likely = [1 / (1 + math.exp(-one.logits.about_table)) for one in on_table]
    return max(
        (round(float(value), 2) for value in np.arange(0.05, 0.96, 0.05)),
        key=lambda value: _f1(leaves, [one < value for one in likely]),
    )


def _commonest(judged: Sequence[JudgedRow]) -> DialogueAct:
    return Counter(one.row.act for one in judged).most_common(1)[0][0]


def _macro_f1(judged: Sequence[JudgedRow]) -> float:
    """The mean of the F1 of each act; a row is of its second label where that was said."""
    said = [one.guess.act for one in judged]
    true = [one.guess.act if one.right else one.row.act for one in judged]
    return statistics.mean(
        _f1([act == label for label in true], [act == label for label in said])
        for act in sorted(set(true))
    )


def _f1(true: Sequence[bool], said: Sequence[bool]) -> float:
    both = sum(one and other for one, other in zip(true, said, strict=True))
    return 2 * both / (sum(true) + sum(said)) if any(true) or any(said) else 0.0


def _softmax(logits: Any) -> Any:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _surprise(logits: Any, labels: Sequence[int]) -> float:
    likely = _softmax(logits)[np.arange(len(labels)), labels]
    return float(-np.log(likely + 1e-9).mean())


def _share(values: Any) -> float:
    counted = list(values)
    return _rounded(sum(counted) / len(counted)) if counted else 0.0


def _rounded(value: float) -> float:
    return round(value, 3)
