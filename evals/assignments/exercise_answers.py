"""Short answers and gaps in generated variants: a right one is never called wrong, nor the reverse.

The exercises' facts are computed; the wordings (exercise_answers.yaml) are divided by writer, and
what tunes the reader never judges it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tutor_app.answering.practice.cloze import leave_a_gap
from tutor_app.answering.practice.gap_answers import read_gap_answer
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.values import Cloze, Passage, Scores
from tutor_app.exercises.contradiction import opposed
from tutor_app.exercises.rubric_matching import cover, sentences_of
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.search_terms import stem

WORDINGS = Path(__file__).with_name("exercise_answers.yaml")
SEED = 14
ROUNDS = 6  # exercises of each kind
MOST_GAPS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortExercise:
    """An exercise that a value answers, with the point of its solution and values of that kind."""

    statement: str
    point: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]


def measure_exercise_answers(embedder: Embedder, index: CourseIndex) -> dict[str, Any]:
    """Return by half how the variants were judged: right ones missed, or called wrong; wrong ones
    called right."""
    wordings = yaml.safe_load(WORDINGS.read_text(encoding="utf-8"))
    exercises = list(make_exercises(random.Random(SEED)))
    gaps = list(_gaps(index))
    return {
        half: {
            "values": _judge_values(exercises, says["values"], embedder, index.rarity),
            "gaps": _judge_gaps(gaps, says["gaps"]),
        }
        for half, says in wordings.items()
    }


def make_exercises(draw: random.Random) -> Iterator[ShortExercise]:
    """Yield exercises whose right values are computed."""
    for _ in range(ROUNDS):
        nodes = draw.randint(4, 60)
        yield ShortExercise(
            statement=f"How many edges does a spanning tree of a connected graph with {nodes} "
            "nodes have?",
            point=f"A spanning tree has {nodes} − 1 = {nodes - 1} edges.",
            right=(str(nodes - 1),),
            wrong=(str(nodes + 1), str(nodes * (nodes - 1) // 2), str(nodes - 2)),
        )
        b, d = draw.randint(2, 4), draw.randint(2, 4)
        count = sum(b**level for level in range(1, d + 1))
        sums = " + ".join(str(b**level) for level in range(1, d + 1))
        yield ShortExercise(
            statement=f"How many nodes below the root does breadth-first search generate for b = "
            f"{b} and d = {d}?",
            point=f"Breadth-first search generates {sums} = {count} nodes below the root.",
            right=(str(count), f"{sums} = {count}"),
            wrong=(str(count + 1), str(b**d), str(count - b)),
        )
        size = draw.choice([7, 15, 31, 63, 100, 200, 1000])
        steps = size.bit_length()
        yield ShortExercise(
            statement=f"How many elements does binary search look at, at most, in a sorted list of "
            f"{size} elements?",
            point=f"Binary search looks at no more than {steps} elements.",
            right=(str(steps),),
            wrong=(str(steps + 1), str(size // 2), str(steps - 1)),
        )
        order = draw.sample("ABCDEFG", 5)
        swapped = [*order[:2], order[3], order[2], order[4]]
        yield ShortExercise(
            statement="In which order does the search expand the nodes of Figure 1?",
            point=f"The order is {', '.join(order)}.",
            right=(", ".join(order), " ".join(order), " -> ".join(order)),
            wrong=(", ".join(swapped), " ".join(reversed(order))),
        )
        growth, others = draw.choice(
            [
                ("O(n log n)", ("O(n)", "O(n^2)", "O(log n)")),
                ("O(log n)", ("O(n)", "O(n log n)", "O(1)")),
            ]
        )
        yield ShortExercise(
            statement="How does the number of steps grow with the length n of the list?",
            point=f"The number of steps grows as {growth}.",
            right=(growth,),
            wrong=others,
        )
    for verdict, point in (
        ("yes", "The heuristic is consistent."),
        ("no", "The heuristic is not consistent."),
    ):
        yield ShortExercise(
            statement="Is the heuristic of Figure 1 consistent?",
            point=point,
            right=(verdict,),
            wrong=("no" if verdict == "yes" else "yes",),
        )


def _judge_values(
    exercises: list[ShortExercise],
    wordings: list[str],
    embedder: Embedder,
    rarity: Callable[[str], float],
) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    examples: list[str] = []
    for exercise in exercises:
        for wording in wordings:
            for kind, values in (("right", exercise.right), ("wrong", exercise.wrong)):
                for value in values:
                    text = wording.format(value=value)
                    found = _has_point(text, exercise, embedder, rarity)
                    against = bool(opposed(sentences_of(text), (exercise.point,)))
                    counts[kind] += 1
                    bad = (kind == "wrong" and found) or (kind == "right" and against)
                    counts[f"{kind}_misjudged"] += bad
                    counts[f"{kind}_found"] += found
                    if bad:
                        examples.append(f"{exercise.point} | {text}")
    return {
        "right": counts["right"],
        "right_called_wrong": counts["right_misjudged"],
        "right_cannot_tell": round(1 - counts["right_found"] / max(1, counts["right"]), 3),
        "wrong": counts["wrong"],
        "wrong_called_right": counts["wrong_misjudged"],
        "examples": examples[:10],
    }


def _has_point(
    text: str, exercise: ShortExercise, embedder: Embedder, rarity: Callable[[str], float]
) -> bool:
    (found,) = cover(text, (exercise.point,), exercise.statement, embedder, rarity)
    return found.said is not None


def _gaps(index: CourseIndex) -> Iterator[Cloze]:
    """Yield gaps in sentences of the course's teaching material, one of a passage."""
    count = 0
    for chunk in index.chunks:
        quotes = quote_named([Passage(chunk=chunk, scores=Scores())], index)
        gap = leave_a_gap("", quotes, index, frozenset()) if quotes else None
        if gap is not None and count < MOST_GAPS:
            count += 1
            yield gap


def _judge_gaps(gaps: list[Cloze], wordings: list[str]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    examples: list[str] = []
    words = sorted({gap.answer for gap in gaps})
    for number, gap in enumerate(gaps):
        # Another form of the word is the word.
        others = [word for word in words if stem(word) != stem(gap.answer) and word not in gap.also]
        slips = [word for word in gap.others if stem(word) != stem(gap.answer)]
        wrong = [*slips[:2], *others[number % len(others) :][:2]]
        for wording in wordings:
            for kind, values in (("right", _forms(gap.answer)), ("wrong", wrong)):
                for value in values:
                    text = wording.format(value=value)
                    verdict = read_gap_answer(text, gap)
                    counts[kind] += 1
                    counts[f"{kind}_{verdict}"] += 1
                    if verdict is not None and verdict != kind:
                        examples.append(f"{gap.answer} | {text}")
    return {
        "right": counts["right"],
        "right_called_wrong": counts["right_wrong"],
        "right_cannot_tell": round(counts["right_None"] / max(1, counts["right"]), 3),
        "wrong": counts["wrong"],
        "wrong_called_right": counts["wrong_right"],
        "examples": examples[:10],
    }


def _forms(word: str) -> tuple[str, ...]:
    """Return a word as students write it: in capitals, in the plural, with a slip of the pen."""
    forms = [word, word.upper(), word.capitalize(), f"“{word}”"]
    if len(word) >= 7:
        forms.append(word[:3] + word[4] + word[3] + word[5:])  # two letters exchanged
    return tuple(dict.fromkeys(forms))
