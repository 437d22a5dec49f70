"""What the adapter that reads messages about runs learns: rows as the product puts them.

Each row whose nodes are single letters is put two times more with other letters, in problem,
message and reading alike: what a node is called must not matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from string import ascii_uppercase

from evals.reader_training.step_rows import StepRow, judging_step_rows, learned_step_rows
from evals.reader_training.training_examples import SEED, TrainingExample

TASK = "read_steps"  # prompts/<name>.md
COPIES = 2
# Letters that are words: a message with one of them as a node keeps its names.
WORDS_TOO = frozenset("AI")
LETTERS = [each for each in ascii_uppercase if each not in WORDS_TOO]
# In small letters these are quantities or spellings of chats: "u", "g 5".
SPELLINGS = frozenset("BCDFGHKMNRSTUXY")


def step_examples() -> tuple[list[TrainingExample], list[TrainingExample]]:
    """Return what is learned from, in random order, and what is kept to judge by."""
    chance = random.Random(SEED)
    learned = [each for row in learned_step_rows() for each in _forms(row, chance)]
    chance.shuffle(learned)
    return learned, [example_of(row) for row in judging_step_rows()]


def example_of(row: StepRow, letters: Mapping[str, str] | None = None) -> TrainingExample:
    """Return a row as the product puts it to the model, and its reading; with other `letters`."""
    request, answer = row.request, row.written
    if letters:
        request, answer = (_with_letters(text, letters) for text in (request, answer))
    return TrainingExample(task=TASK, request=request, answer=answer)


def _forms(row: StepRow, chance: random.Random) -> Iterator[TrainingExample]:
    yield example_of(row)
    nodes = row.exact.problem.graph.nodes if row.exact.problem.graph is not None else ()
    if may_rename(nodes, row.words):
        for _ in range(COPIES):
            others = chance.sample(LETTERS, len(nodes))
            yield example_of(row, dict(zip(nodes, others, strict=True)))


def may_rename(nodes: tuple[str, ...], words: str) -> bool:
    """Whether the letters of a message that are nodes can be told from all others."""
    letters = {node.upper() for node in nodes}
    if any(len(node) != 1 or not node.isalpha() for node in nodes):
        return False
    if re.search(r"\b[A-Za-z]\d|\d[A-Za-z]\b", re.sub(r"[fgh]\d", "", words)):
        return False
    alone = set(re.findall(r"(?<![\w'’])[A-Za-z](?![\w'’])", words))
    if any(each.upper() in letters & WORDS_TOO for each in alone):
        return False
    return not any(each.islower() and each.upper() in letters & SPELLINGS for each in alone)


def _with_letters(text: str, letters: Mapping[str, str]) -> str:
    """Return a text with nodes renamed, each as it is written: small letters stay small."""
    known = {node.casefold(): (node, other) for node, other in letters.items()}
    names = "|".join({each for node in letters for each in (node.lower(), node.upper())})

    def rename(found: re.Match[str]) -> str:
        node, other = known[found[0].casefold()]
        if found[0] == node:
            return other
        return other.lower() if found[0].islower() else other.upper()

    return re.sub(rf"(?<![A-Za-z0-9'’])(?:{names})(?![A-Za-z0-9'’])", rename, text)
