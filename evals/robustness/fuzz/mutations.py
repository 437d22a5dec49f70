"""Real-looking messages with long runs of something in them, up to the accepted length."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

SEEDS = Path(__file__).with_name("seeds.jsonl")

# What is repeated. Each run has cost a reader a square of its length, or looks like one that would.
RUNS: Mapping[str, str] = {
    "open": "[",
    "nested": "[[],",
    "parentheses": "(",
    "closing": ")",
    "less": "<",
    "greater": ">",
    "dots": ".",
    "edges": "a-b ",
    "edge list": "A-B 4, ",
    "pairs": "(A, B, 4), ",
    "arrows": "A -> ",
    "assignments": "d[a]=",
    "keys": "A: B(2), ",
    "dict": "{'A': ",
    "equals": "x = 1\n",
    "blanks": " ",
    "tabs": "\t",
    "lines": "\n\na",
    "wide blanks": "\u00a0",
    "digits": "7",
    "numbers": "5, ",
    "bare numbers": "12 ",
    "decimals": "1.",
    "functions": "def f(x):\n    return x\n",
    "definitions": "def f(x)",
    "loops": "for i in x:\n ",
    "letters": "a",
    "capitals": "AB",
    "names": "A, ",
    "bare names": "A B ",
    "words": "the ",
    "unequal words": "Node Alpha ",
    "and": "A and ",
    "dashes": "-",
    "spaced dashes": "- ",
    "bullets": "- A\n",
    "numbered": "1. A\n",
    "table": "1 | A | B, C | A\n",
    "bars": "|",
    "cells": "A:1 | ",
    "commas": ",",
    "blank commas": " ,",
    "semicolons": "; ",
    "colons": ":",
    "quotes": "'",
    "quoted": "'a' ",
    "backslashes": "\\",
    "latex": "\\frac{a}{",
    "dollars": "$",
    "backticks": "`",
    "fences": "```\n",
    "underscores": "_",
    "stars": "* ",
    "questions": "? ",
    "is": "is ",
    "from": "from A to ",
    "open lists": "OPEN: A, ",
    "steps": "step 1: A, ",
    "sentences": "Then A is expanded. ",
    "marks": "\u00e9\u0301",
    "arrows of unicode": "\u2192",
    "infinities": "A=\u221e, ",
    "emoji": "\U0001f600",
    "full width": "\uff0c",
    "quoted mail": "> ",
    "trace": "Traceback (most recent call last):\n",
    "file": '  File "a.py", line 1\n',
    "insert": "insert 5, ",
    "tree": "(max (min ",
    "weights": "w=2 v=3 ",
    "matrix": "0 1 0 1\n",
}

Mutate = Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """A message in two parts and what is repeated between them."""

    seed: str
    kind: str
    before: str
    unit: str
    after: str

    def at_length(self, characters: int) -> str:
        """Return the message of at most so many characters."""
        room = characters - len(self.before) - len(self.after)
        return self.before + self.unit * max(0, room // len(self.unit)) + self.after


def read_seeds(path: Path = SEEDS) -> list[str]:
    """Return the messages of a file of JSON lines: strings, or objects with a message or program.

    Of the objects, `message`, or `problem`, `bug_code` and `bug_desc` together, is the message.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_message(json.loads(line)) for line in lines if line.strip()]


def _message(row: object) -> str:
    if isinstance(row, str):
        return row
    assert isinstance(row, dict)
    if "message" in row:
        return str(row["message"])
    return f"{row.get('problem', '')}\n\n```python\n{row.get('bug_code', '')}\n```\n"


def draw_mutations(seeds: Sequence[str], random: Random, longest: int) -> Iterator[Mutation]:
    """Yield mutations without end: every run in turn, then pieces of the messages themselves."""
    while True:
        for kind, unit in RUNS.items():
            yield _mutation(random.choice(seeds), kind, unit, random, longest)
        for _ in range(len(RUNS) // 4):
            seed = random.choice(seeds)
            kind, unit = _piece(seed, random)
            yield _mutation(seed, kind, unit, random, longest)


def _piece(seed: str, random: Random) -> tuple[str, str]:
    """Return something of the message itself: all of it, a line, some characters, two runs."""
    match random.choice(("whole", "line", "piece", "piece", "two runs")):
        case "whole":
            return "itself", f"{seed}\n"
        case "line":
            return "own line", f"{random.choice(seed.splitlines())}\n"
        case "piece":
            start = random.randrange(len(seed))
            return "own piece", seed[start : start + random.randint(1, 40)]
        case _:
            return "two runs", "".join(random.sample(sorted(RUNS.values()), 2))


def _mutation(seed: str, kind: str, unit: str, random: Random, longest: int) -> Mutation:
    seed = seed[: longest // 4]
    line_ends = [place for place, letter in enumerate(seed) if letter == "\n"]
    match random.choice(("begin", "end", "inside", "own line")):
        case "begin":
            before, after = "", f" {seed}"
        case "end":
            before, after = f"{seed} ", ""
        case "own line" if line_ends:
            place = random.choice(line_ends)
            before, after = f"{seed[:place]}\n", seed[place:]
        case _:
            place = random.randrange(len(seed))
            before, after = seed[:place], seed[place:]
    return Mutation(seed=seed, kind=kind, before=before, unit=unit, after=after)
