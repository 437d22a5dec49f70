"""ELENCHUS_HOME belongs to its owner alone: it holds students' words and locked solutions."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.settings import Settings

log = logging.getLogger(__name__)

# What Elenchus writes. Nothing else is touched: somebody may have named a folder of their own.
OWN_PATHS = ("*.sqlite*", "db.lock", "files", "courses", "redis", "run", "exam", "demo")
GROUP_AND_OTHERS = 0o077


def keep_files_private() -> None:
    """Let this process and those it starts create files that only their owner can read."""
    os.umask(GROUP_AND_OTHERS)


def close_home(settings: Settings) -> None:
    """Close a home that an earlier version made readable to others."""
    home = settings.elenchus_home
    if not home.exists():
        return
    for path in (home, *_written(home)):
        try:
            _close(path)
        except OSError as exc:
            log.warning("others may still read %s: %s", path, exc.strerror)


def _written(home: Path) -> Iterator[Path]:
    for pattern in OWN_PATHS:
        for path in home.glob(pattern):
            yield path
            if path.is_dir() and not path.is_symlink():
                yield from path.rglob("*")


def _close(path: Path) -> None:
    if path.is_symlink():
        return
    mode = path.stat().st_mode & 0o7777
    if mode & GROUP_AND_OTHERS and not path.is_socket():
        path.chmod(mode & ~GROUP_AND_OTHERS)
