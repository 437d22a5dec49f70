"""The starter questions of one course, worked out once for each version of its index."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from tutor_app.answering.course_map.map_file import read_starters
from tutor_app.answering.definition_questions import definition_questions
from tutor_app.retrieval.index_files import MATERIAL, MATERIAL_ADAPTER, current_version

if TYPE_CHECKING:
    from pathlib import Path

    from tutor_app.domain.settings import Settings

STARTERS = 3  # questions shown before anything was asked

log = logging.getLogger(__name__)


def course_starters(course_id: str, settings: Settings) -> tuple[str, ...] | None:
    """Return the questions; None if the course has no index yet."""
    version = current_version(settings.course_dir(course_id))
    return None if version is None else _starters_of(version)


def _starters_of(version: Path) -> tuple[str, ...]:
    return read_starters(version) or _untried(version)


@lru_cache(maxsize=32)
def _untried(version: Path) -> tuple[str, ...]:
    """Return questions for an index whose own were not tried out yet, or not answered."""
    try:
        material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
    except (OSError, ValueError):  # asking says what is wrong with it; the page does without
        log.warning("no starter questions: %s cannot be read", version)
        return ()
    return definition_questions(material.chunks, STARTERS)
