"""The starter questions of one course, worked out once for each version of its index."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor_app.settings import Settings


def course_starters(course_id: str, settings: Settings) -> tuple[str, ...] | None:
    """Return the questions; None where the course has no index yet."""
    current = settings.course_dir(course_id) / "index" / "CURRENT"
    if not current.is_file():
        return None
    return ()
