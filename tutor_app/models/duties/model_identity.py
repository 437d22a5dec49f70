"""Which model an exam was about: the bytes of a local file, or an endpoint's URL and name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.model_files import LOCAL_MODELS, NO_MODEL_SET, file_sha256, model_path


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """`digest` is the file's SHA-256, or one of the endpoint's URL and model name.

    What stands behind an endpoint's name can change unseen: the date of the exam is kept with it.
    """

    kind: Literal["local", "endpoint"]
    name: str
    digest: str

    @property
    def file_name(self) -> str:
        """The name of its file of results."""
        return f"{self.digest}.json"


def identify_model(settings: Settings) -> ModelIdentity:
    """Return which model is configured.

    Raises:
        ModelFileInvalid: no model is set, or the local model's file is missing or damaged.
    """
    if not settings.has_model:
        raise ModelFileInvalid(NO_MODEL_SET())
    if not settings.uses_local_model:
        where = f"{settings.model_base_url.rstrip('/')} {settings.model_name}"
        digest = hashlib.sha256(where.encode()).hexdigest()
        return ModelIdentity(kind="endpoint", name=where, digest=digest)
    path = model_path(settings)
    known = LOCAL_MODELS.get(settings.model)
    if known is not None and known.sha256 is not None:
        return ModelIdentity(kind="local", name=path.name, digest=known.sha256)
    state = path.stat()
    digest = _hashed(path, state.st_size, state.st_mtime_ns)
    return ModelIdentity(kind="local", name=path.name, digest=digest)


@lru_cache(maxsize=4)
def _hashed(path: Path, size: int, changed: int) -> str:
    """The hash of a file of this size and time of change."""
    return file_sha256(path)
