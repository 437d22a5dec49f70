"""Fetching model files: sources in order, space on the disk, wrong bytes refused.

Everything unfinished lies under models/partial/ and is moved in place only when its hash is right.
"""

from __future__ import annotations

import functools
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from filelock import FileLock

from tutor_app.domain.errors import DownloadFailed, ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.download_sources import DownloadSource, default_sources
from tutor_app.models.model_files import (
    ModelFile,
    cached_path,
    file_sha256,
    is_whole,
    megabytes,
    models_dir,
    write_stamp,
)
from tutor_app.wording.catalogue import phrase

NO_SPACE = phrase("models_files.no_space", "model", "needed", "folder", "free")
OUT_OF_REACH = phrase("models_files.out_of_reach", "source")
ATTEMPT = phrase("models_files.attempt", "source", "reason")
NOT_THAT_MODEL = phrase("models_files.not_that_model", "model", "attempts")
NOT_FETCHED = phrase("models_files.not_fetched", "model", "attempts", "folder")
WEIGHTS_MISSING = phrase("models_files.weights_missing", "weights")
WRONG_SIZE = phrase("models_files.wrong_size", "size", "expected")
WRONG_HASH = phrase("models_files.wrong_hash", "digest", "expected")


class FetchProgress(Protocol):
    """Is told how far downloads are; the command line draws bars from it."""

    def begin(self, model: ModelFile, source: str) -> None: ...

    def advance(self, model: ModelFile, size: int) -> None: ...


def fetch(
    models: Sequence[ModelFile],
    settings: Settings,
    progress: FetchProgress,
    sources: Sequence[DownloadSource] | None = None,
) -> None:
    """Fetch every model that is not complete in the cache; complete ones need no network.

    Raises:
        DownloadFailed: no source gave a model; says what each source answered.
        ModelFileInvalid: what the sources gave has the wrong bytes.
    """
    missing = [model for model in models if not is_whole(model, settings)]
    if not missing:
        return
    tried = default_sources() if sources is None else sources
    folder = models_dir(settings)
    folder.mkdir(parents=True, exist_ok=True)
    # Two commands at once would write the same parts.
    with FileLock(folder / ".fetch.lock"):
        for model in missing:
            if not is_whole(model, settings):
                _check_space(model, folder)
                _fetch_one(model, settings, progress, tried)


def _check_space(model: ModelFile, folder: Path) -> None:
    """Parts and the joined file lie side by side for a moment."""
    needed, free = 2 * model.size, shutil.disk_usage(folder).free
    if free < needed:
        raise DownloadFailed(
            NO_SPACE(
                model=model.title, needed=megabytes(needed), folder=folder, free=megabytes(free)
            )
        )


def _fetch_one(
    model: ModelFile, settings: Settings, progress: FetchProgress, sources: Sequence[DownloadSource]
) -> None:
    failures: list[str] = []
    refused: list[str] = []
    for source in (source for source in sources if source.holds(model)):
        if not source.reachable():
            failures.append(OUT_OF_REACH(source=source.name))
            continue
        staging = models_dir(settings) / "partial" / model.target / source.name.replace(" ", "-")
        staging.mkdir(parents=True, exist_ok=True)
        progress.begin(model, source.name)
        try:
            staged = source.fetch(model, staging, functools.partial(progress.advance, model))
        except DownloadFailed as exc:
            failures.append(ATTEMPT(source=source.name, reason=exc))
            continue
        wrong = _what_is_wrong(model, staged)
        if wrong is None:
            _put_in_place(model, settings, staged)
            progress.advance(model, model.size)
            return
        refused.append(ATTEMPT(source=source.name, reason=wrong))
        shutil.rmtree(staging)
    attempts = "".join(f"\n  {line}" for line in (*refused, *failures))
    if refused:
        raise ModelFileInvalid(NOT_THAT_MODEL(model=model.title, attempts=attempts))
    raise DownloadFailed(
        NOT_FETCHED(model=model.title, attempts=attempts, folder=models_dir(settings))
    )


def _what_is_wrong(model: ModelFile, staged: Path) -> str | None:
    weights = staged / model.weights if model.is_folder else staged
    if not weights.is_file():
        return WEIGHTS_MISSING(weights=model.weights)
    if model.sha256 is None:
        return None
    size, digest = weights.stat().st_size, file_sha256(weights)
    if not model.is_folder and size != model.size:
        return WRONG_SIZE(size=f"{size:,}", expected=f"{model.size:,}")
    if digest != model.sha256:
        return WRONG_HASH(digest=digest[:16], expected=model.sha256[:16])
    return None


def _put_in_place(model: ModelFile, settings: Settings, staged: Path) -> None:
    """Move the verified model to its name in the cache and delete the parts."""
    final = cached_path(model, settings)
    if model.is_folder:
        shutil.rmtree(final, ignore_errors=True)
    staged.replace(final)
    if model.sha256 is not None:
        write_stamp(model, settings)
    shutil.rmtree(models_dir(settings) / "partial" / model.target, ignore_errors=True)
