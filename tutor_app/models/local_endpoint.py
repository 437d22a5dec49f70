"""Where the embedded model server listens, and its key: run/model.json, readable by its owner."""

from __future__ import annotations

import json
import os
import secrets
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.model_files import LOCAL_MODELS
from tutor_app.wording.catalogue import phrase

NOT_RUNNING = phrase("models_endpoint.not_running")
HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An OpenAI-compatible endpoint. `base_url` ends in /v1."""

    base_url: str
    api_key: str
    name: str

    @property
    def port(self) -> int:
        return int(self.base_url.rsplit(":", 1)[1].split("/")[0])


def local_endpoint(settings: Settings) -> Endpoint:
    """The embedded model server's endpoint; it may still be loading, or be down.

    Raises:
        ModelUnreachable: no model server was ever started on this ELENCHUS_HOME.
    """
    try:
        return Endpoint(**json.loads(_endpoint_file(settings).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as exc:
        raise ModelUnreachable(NOT_RUNNING()) from exc


def reserve_endpoint(settings: Settings) -> Endpoint:
    """Settle port and key before the server runs, so that every process finds the same file.

    Both survive a restart; a port that another program has taken is replaced.
    """
    name = model_name(settings)
    try:
        known = local_endpoint(settings)
        port, key = known.port, known.api_key
    except ModelUnreachable:
        port, key = 0, secrets.token_urlsafe(32)
    if port == 0 or not port_is_free(HOST, port):
        port = _free_port()
    endpoint = Endpoint(base_url=f"http://{HOST}:{port}/v1", api_key=key, name=name)
    write_private(_endpoint_file(settings), json.dumps(asdict(endpoint)))
    return endpoint


def model_name(settings: Settings) -> str:
    """The name that the local server answers to."""
    model = LOCAL_MODELS.get(settings.model)
    return Path(model.target if model else settings.model).stem


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


def port_is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        # As servers do: a port whose last connections are still closing counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _endpoint_file(settings: Settings) -> Path:
    return settings.run_dir / "model.json"
