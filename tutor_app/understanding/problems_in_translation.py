"""Algorithm problems and rows of another language, read with the English words of tracing.

Nodes, numbers and edges are the same in every language; the words between them are few and stand
in a glossary. A message is read so only if it then is a problem with data of its own, or, beside a
problem that is on the table, if it says nothing but words of the glossary, nodes and numbers. All
else stays as the student wrote it, since the course is searched with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.traces import Problem
from tutor_app.tracing.reading.problem_reader import read_problem

_HERE: Final = Path(__file__).parent
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def as_english_problem(text: str, language: str, known: Problem | None) -> str | None:
    """Return a problem, or rows of the `known` one, in the words of English; None for all else."""
    glossary = _read(language)
    if not glossary:
        return None
    pattern = _pattern(language)
    # Case is ignored by other rules than casefold's: "ı" is found for "i", and names no word.
    english = pattern.sub(lambda found: glossary.get(_plain(found[0]), found[0]), text)
    english = re.sub(r"[ \t]{2,}", " ", english)
    if english == text:
        return None
    if known is not None and not _WORD.search(_without_nodes(pattern.sub(" ", text), known)):
        return english
    reading = read_problem(english)
    has_data = reading is not None and _data_of(reading.problem)
    return english if has_data else None


def _data_of(problem: Problem) -> bool:
    edges = problem.graph.edges if problem.graph is not None else ()
    others = (problem.array, problem.tree, problem.strings, problem.items, problem.operations)
    return bool(edges) or any(each is not None for each in others)


def _without_nodes(text: str, known: Problem) -> str:
    names = set(known.graph.nodes) if known.graph is not None else set()
    return _WORD.sub(lambda word: " " if word[0] in names else word[0], text)


@cache
def _read(language: str) -> Mapping[str, str]:
    file = _HERE / f"problems_{language}.yaml"
    if not file.exists():
        return {}
    told: dict[str, list[str]] = read_yaml(file)
    return {_plain(one): english for english, ways in told.items() for one in ways}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    ways = sorted(_read(language), key=len, reverse=True)
    spaced = (r"\s+".join(map(re.escape, way.split())) for way in ways)
    return re.compile(rf"(?<![\w*-])(?:{'|'.join(spaced)})(?![\w*])", re.I)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
