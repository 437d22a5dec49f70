"""What every test starts from: no configuration of this machine, and no network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor_app.settings import Settings

# Read before any test changes the environment: model files are fetched once, for all tests.
MODEL_CACHE = Settings(_env_file=None).elenchus_cache


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own settings change no test."""
    for field in Settings.model_fields:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only this machine can be reached, unless a test is marked `network`."""
    if request.node.get_closest_marker("network"):
        yield
        return
    really_connect = socket.socket.connect

    def connect(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and self.type == socket.SOCK_STREAM:
            host = address[0] if isinstance(address, tuple) else str(address)
            if not _is_loopback(host):
                raise OSError(f"a test tried to reach {host}; mark it `network` if it must")
        really_connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    yield


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of an installation that nothing has been done with yet."""
    return Settings(
        _env_file=None, elenchus_home=tmp_path / "home", elenchus_cache=tmp_path / "cache"
    )


@pytest.fixture(scope="session")
def model_cache() -> Path:
    """The cache that `make test` fetches the 0.5B model and the embedder into."""
    return MODEL_CACHE
