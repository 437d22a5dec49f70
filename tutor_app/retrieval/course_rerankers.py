"""The cross-encoder of the course that is asked about: its own one, else the common one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.material import Chunk
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.reranker import Relevance
from tutor_app.retrieval.sentence_reranker import FOLDER, NETWORK, SentenceReranker

logger = logging.getLogger(__name__)

_FOLDER: Final = "reranker"
_Version = tuple[str, int]  # the course, and when its network was written


def course_reranker_folder(settings: Settings, course_id: str) -> Path:
    """Return where `elenchus train-reranker` puts a course's own cross-encoder."""
    return settings.course_dir(course_id) / _FOLDER


class CourseRerankers:
    """Keeps one course's own network in memory at a time; it is read anew when it has changed.

    Raises:
        ModelFileInvalid: the common one is missing or damaged.
    """

    def __init__(self, settings: Settings, common: Path = FOLDER) -> None:
        self._settings = settings
        self._common = SentenceReranker(common)
        self._own: tuple[_Version, SentenceReranker] | None = None
        self._lock = threading.Lock()

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return what the cross-encoder of the passages' course gives them.

        Raises:
            RerankFailed: it broke off.
        """
        if not passages:
            return []
        return self._of(passages[0].document.course_id).score(question, passages)

    def _of(self, course_id: str) -> SentenceReranker:
        folder = course_reranker_folder(self._settings, course_id)
        try:
            version = course_id, (folder / NETWORK).stat().st_mtime_ns
        except FileNotFoundError:
            return self._common
        with self._lock:
            if self._own is None or self._own[0] != version:
                try:
                    self._own = version, SentenceReranker(folder)
                except ModelFileInvalid as exc:
                    logger.warning("%s: the common cross-encoder is used. %s", course_id, exc)
                    self._own = version, self._common
            return self._own[1]
