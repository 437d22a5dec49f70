"""What every test starts from: no configuration of this machine, and no network."""

from __future__ import annotations

import gc
import ipaddress
import socket
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.doubles.kept_reader import KeptReader
from tests.doubles.kept_runs import KeptRun
from tests.doubles.migrated_database import MigratedDatabase
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

# Read before any test changes the environment: model files are fetched once, for all tests.
MODEL_CACHE = Settings(_env_file=None).elenchus_cache


# The marks of heavy tests, and the group of each: those of one group come one after the other.
# Two products or browsers at once would share the two cores that each needs for itself.
GROUPS = {"model": "processes", "processes": "processes", "browser": "browsers"}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is imported here stays: looking for garbage in it would take as long again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Side by side run only tests of different files, and of a heavy group only one."""
    for item in items:
        if item.get_closest_marker("xdist_group"):
            continue  # xdist would join the names of two groups to a third
        file = item.nodeid.split("::")[0]
        heavy = (group for mark, group in GROUPS.items() if item.get_closest_marker(mark))
        item.add_marker(pytest.mark.xdist_group(next(heavy, file)))
    if hasattr(config, "workerinput"):
        _longest_first(items)


def _longest_first(items: list[pytest.Item]) -> None:
    """What begins last must be short, since nothing else is left for the others by then."""
    groups = {item: _group_of(item) for item in items}
    tests = Counter(groups.values())
    heavy = set(GROUPS.values())
    slow = {groups[item] for item in items if item.get_closest_marker("timeout")}
    items.sort(key=lambda item: -tests[groups[item]])
    items.sort(key=lambda item: (groups[item] not in heavy, groups[item] not in slow))


def _group_of(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    assert mark is not None
    return str(mark.args[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: WorkerController, ids: list[str]) -> None:
    """Where xdist cannot read the groups, heavy tests would run side by side and nobody be told."""
    grouped = node.config.getoption("dist") == "loadgroup"
    if grouped and not all("@" in one for one in ids):
        pytest.exit("This pytest-xdist adds no groups under this pytest.", returncode=4)


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


@pytest.fixture(scope="session", autouse=True)
def _kept_reader() -> Iterator[None]:
    """Courses that this process indexes share a reading process."""
    reader = KeptReader()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ingest.ingest.ReadingProcess", reader.lend)
        yield
    reader.stop()


@pytest.fixture(autouse=True)
def kept_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose run this process has seen is not run again.

    A file that is about running programs gives this fixture anew, as one that does nothing.
    """
    monkeypatch.setattr("tutor_app.programs.run_program._Run", KeptRun)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> MigratedDatabase:
    return MigratedDatabase(tmp_path_factory.mktemp("migrated"))


@pytest.fixture(autouse=True)
def _migrated(migrated: MigratedDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process opens anew need not be migrated."""
    monkeypatch.setattr("tutor_app.storage.records.database.make_engine", migrated.make_engine)


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


@pytest.fixture(scope="session")
def minilm(model_cache: Path) -> Embedder:
    """The real embedder."""
    if not (model_cache / "models" / "all-MiniLM-L6-v2").exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch`)")
    return build_embedder(Settings(_env_file=None, elenchus_cache=model_cache), threads=1)
