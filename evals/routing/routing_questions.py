"""Questions with the functions that an expert would call, and the documents that answer them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tutor_app.domain.values import Chunk
from tutor_app.routing.edison import RULES, QuestionCategory
from tutor_app.routing.retrieval_functions import FUNCTIONS, FunctionName

Unit = tuple[str, int]  # a document, and the number of a post in it (0 for a page)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingQuestion:
    """A question; `documents` and `units` each answer it on their own or in part."""

    id: str
    text: str
    category: str
    functions: frozenset[FunctionName]
    documents: frozenset[str]
    units: frozenset[Unit]

    @property
    def known_category(self) -> QuestionCategory | None:
        """The category as a student would select it; None for one that has no answer."""
        return cast(QuestionCategory, self.category) if self.category in RULES else None


def read_routing_questions(path: Path, limit: int | None = None) -> list[RoutingQuestion]:
    """Read questions, one JSON object a line (fields: ../shared/data/course_forum/README.md).

    Raises:
        ValueError: a line is not a question.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_question(json.loads(line)) for line in lines if line.strip()][:limit]


def _question(row: dict[str, Any]) -> RoutingQuestion:
    units: set[Unit] = set()
    for gold in row["gold"]:
        if gold["type"] == "forum":
            units |= {(f"forum/{gold['topic_id']}.json", post) for post in gold["posts"]}
        else:
            units.add((gold["path"], 0))
    return RoutingQuestion(
        id=row["id"],
        text=row["question"],
        category=row["category"],
        functions=frozenset(name for name in FUNCTIONS if name in row["functions"]),
        documents=frozenset(name for name, _ in units),
        units=frozenset(units),
    )


def unit_of(chunk: Chunk) -> Unit:
    """Return the document and post that a chunk is of; a post's address ends with its number."""
    number = ""
    if chunk.document.kind == "forum" and chunk.origin is not None:
        number = chunk.origin.url.rsplit("/", 1)[-1]
    return chunk.document.name, int(number) if number.isdigit() else 0
