"""How long something will still take, judging by how long it has taken so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tutor_app.wording.catalogue import phrase

TIME_LEFT = phrase("ingest_progress.time_left", "time")
SECONDS = phrase("ingest_progress.seconds", "seconds")
MINUTES = phrase("ingest_progress.minutes", "minutes")
HOURS_AND_MINUTES = phrase("ingest_progress.hours_and_minutes", "hours", "minutes")

_ENOUGH_SECONDS = 3.0  # before that, a guess would jump about


@dataclass(slots=True)
class _Rate:
    seconds: float = 0.0
    units: int = 0

    def seconds_for(self, units: float) -> float:
        return self.seconds / self.units * units if self.units else 0.0


class Forecast:
    """How long all files of a course will take, judging by their pages and texts so far.

    Reading pages and embedding texts are timed separately. How many texts an unread file will bring
    is estimated from the pages read so far. `pages` counts those of each file to be read,
    `unsearched` are the files that are not embedded, `now` is a clock in seconds.
    """

    def __init__(
        self,
        pages: Mapping[str, int],
        unsearched: Collection[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pages = dict(pages)
        self._unread = dict(pages)
        self._texts: dict[str, tuple[int, int]] = {}  # still to be embedded, of how many
        self._unsearched = frozenset(unsearched)
        self._reading, self._embedding = _Rate(), _Rate()
        self._now = now
        self._started = self._last = now()

    def note_page(self, file: str, number: int) -> None:
        """All pages before this one have been read."""
        unread = max(0, self._pages.get(file, 0) - number + 1)
        self._reading.units += max(0, self._unread.get(file, 0) - unread)
        self._reading.seconds += self._tick()
        self._unread[file] = unread

    def note_texts(self, file: str, done: int, total: int) -> None:
        """So many of the file's texts are embedded; those at the first call were known before."""
        self._unread[file] = 0
        left = total - done
        if file in self._texts:
            self._embedding.units += max(0, self._texts[file][0] - left)
        self._embedding.seconds += self._tick()
        self._texts[file] = (left, total)

    def note_end(self, file: str) -> None:
        """Nothing more is to be done for the file, whatever became of it."""
        self._unread[file] = 0
        if file in self._texts:
            self._texts[file] = (0, self._texts[file][1])

    @property
    def total(self) -> int:
        """Pages of all files."""
        return sum(self._pages.values())

    @property
    def pages_done(self) -> int:
        """Pages that are finished; those of the current file count by the share of its texts."""
        return round(sum(self._pages[file] * self._share(file) for file in self._pages))

    def words(self) -> str:
        """Return "about 4 min left"; empty while nobody can know."""
        searched = sum(n for file, n in self._unread.items() if file not in self._unsearched)
        texts = sum(left for left, _ in self._texts.values()) + self._texts_of(searched)
        seconds = self._reading.seconds_for(sum(self._unread.values()))
        seconds += self._embedding.seconds_for(texts)
        known = self._embedding.units or (self._reading.units and not texts and not searched)
        if not known or self._now() - self._started < _ENOUGH_SECONDS or not seconds:
            return ""
        return TIME_LEFT(time=words(seconds))

    def _share(self, file: str) -> float:
        if self._unread[file]:
            return 0.0
        left, total = self._texts.get(file, (0, 0))
        return 1 - left / total if total else 1.0

    def _texts_of(self, pages: int) -> float:
        known = [file for file in self._texts if file in self._pages]
        counted = sum(self._pages[file] for file in known)
        return pages * sum(self._texts[file][1] for file in known) / counted if counted else 0.0

    def _tick(self) -> float:
        now = self._now()
        passed, self._last = now - self._last, now
        return passed


def words(seconds: float) -> str:
    """Return "20 s", "4 min" or "1 h 10 min"."""
    if seconds < 55:
        return SECONDS(seconds=max(5, round(seconds / 5) * 5))
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return MINUTES(minutes=minutes)
    return HOURS_AND_MINUTES(hours=minutes // 60, minutes=minutes % 60)
