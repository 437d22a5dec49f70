"""A course's map beside the index version that it was made of."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_values import FORMAT, CourseMap
from tutor_app.answering.course_map.mended_terms import read_mended, with_mended
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.index_files import MATERIAL, MATERIAL_ADAPTER, current_version

MAP = "map.json"
STARTERS = "starters.json"  # apart from the map: an empty chat needs no more of it
_ADAPTER: TypeAdapter[CourseMap] = TypeAdapter(CourseMap)

logger = logging.getLogger(__name__)


def write_map(version: Path, course_map: CourseMap) -> None:
    """Keep the map with its index version.

    Raises:
        OSError: the disk does not take it.
    """
    partial = version / f"{MAP}.new"
    partial.write_bytes(_ADAPTER.dump_json(course_map))
    partial.replace(version / MAP)


def write_starters(version: Path, questions: Sequence[str]) -> None:
    """Keep the questions that an empty chat offers with their index version.

    Raises:
        OSError: the disk does not take it.
    """
    (version / STARTERS).write_text(json.dumps(list(questions)), encoding="utf-8")


def read_starters(version: Path) -> tuple[str, ...]:
    """Return the questions kept with an index version; none where none were tried out."""
    try:
        return tuple(map(str, json.loads((version / STARTERS).read_text(encoding="utf-8"))))
    except (OSError, ValueError):
        return ()


def read_map(version: Path) -> CourseMap | None:
    """Return the map kept with an index version; None if there is none of this format."""
    try:
        course_map = _ADAPTER.validate_json((version / MAP).read_bytes())
    except (OSError, ValueError):
        return None
    return course_map if course_map.format == FORMAT else None


def map_of_version(version: Path) -> CourseMap:
    """Return the map of an index version; where none is kept, it is made of the index and kept.

    Raises:
        IndexMissing: the index cannot be read.
    """
    known = read_map(version)
    if known is not None:
        return known
    try:
        material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
    except (OSError, ValueError) as exc:
        raise IndexMissing(str(exc)) from exc
    made = make_map(material.documents)
    try:
        write_map(version, made)
    except OSError as exc:  # it is made again the next time
        logger.warning("The map of %s is not kept: %s", version, exc)
    return made


class CourseMaps:
    """The maps in use, each loaded once, and again when index or mended terms have changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._loaded: dict[str, tuple[Path, CourseMap]] = {}

    def __call__(self, course_id: str) -> CourseMap | None:
        """Return the map of the index in force, as staff mended it; None before there is one."""
        course_dir = self._settings.course_dir(course_id)
        version = current_version(course_dir)
        if version is None:
            return None
        known = self._loaded.get(course_id)
        try:
            if known is None or known[0] != version:
                known = self._loaded[course_id] = version, map_of_version(version)
            return with_mended(known[1], read_mended(course_dir))
        except (IndexMissing, OSError, ValueError) as exc:
            logger.warning("%s has no map: %s", course_id, exc)
            return known[1] if known is not None else None
