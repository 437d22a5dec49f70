"""What staff change by hand of something with a key, in one JSON file beside a course's index."""

from __future__ import annotations

from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter

Kept = TypeVar("Kept")


class KeptByKey(Generic[Kept]):
    """A file `name` of a course's folder that maps keys to values; what equals `empty` is left out.

    No file is the same as an empty one.
    """

    def __init__(self, name: str, empty: Kept) -> None:
        self.name, self.empty = name, empty
        self._adapter: TypeAdapter[dict[str, Kept]] = TypeAdapter(dict[str, type(empty)])  # type: ignore[arg-type, misc]

    def read(self, course_dir: Path) -> dict[str, Kept]:
        """Return all that is kept.

        Raises:
            ValueError: the file is damaged.
            OSError: it cannot be read.
        """
        try:
            return self._adapter.validate_json((course_dir / self.name).read_bytes())
        except FileNotFoundError:
            return {}

    def keep(self, course_dir: Path, key: str, value: Kept) -> None:
        """Keep a value in place of the one before.

        Raises:
            OSError: the disk does not take it; what was kept before stays.
            ValueError: the file is damaged.
        """
        known = self.read(course_dir)
        known.pop(key, None)
        if value != self.empty:
            known[key] = value
        partial = course_dir / f"{self.name}.new"
        partial.write_bytes(self._adapter.dump_json(known, indent=1))
        partial.replace(course_dir / self.name)
