"""Looking at every part of an installation: does it work, and what to do where it does not."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import redis

from tutor_app.duties.registry import Duty
from tutor_app.duties.results import ExamResult, standings
from tutor_app.embedded.endpoint import local_endpoint
from tutor_app.embedded.model_files import (
    FETCH_COMMAND,
    choose_reranker,
    embedder_path,
    megabytes,
    model_path,
    tessdata_path,
)
from tutor_app.embedded.redis_server import redis_binary
from tutor_app.embedded.supervise import Instance, process_states, running_instance
from tutor_app.errors import ModelFileInvalid, ModelUnreachable, SettingsInvalid, TutorError
from tutor_app.records import CourseRecords, CourseRow, open_database
from tutor_app.retrieval.stored import indexed_with, is_outdated
from tutor_app.settings import Settings

NOT_RUNNING = "not running: `elenchus up` starts it"
INSTALL = "pip install -r requirements.txt (or make demo)"
ASK_SECONDS = 3.0
LOW_DISK = 1_000_000_000
_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^;\s]+)\s*(?P<marker>;.*)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One part. `remedy` is what to do where it is not `ok`; `needed` where nothing works then."""

    part: str
    ok: bool
    detail: str
    remedy: str = ""
    needed: bool = True


def doctor(settings: Settings) -> list[Check]:
    """Look at every part; nothing is started or changed but the database's tables."""
    instance = running_instance(settings)
    return [
        _packages(),
        _model_file(settings),
        _model_server(settings, instance),
        *_duties(settings),
        _embedder(settings),
        _reranker(settings),
        _scans(settings),
        _redis(settings, instance),
        *_database_and_indexes(settings),
        *_processes(settings, instance),
        _disk(settings),
    ]


def _packages() -> Check:
    try:
        pins = importlib.metadata.requires("elenchus") or []
    except importlib.metadata.PackageNotFoundError:
        return Check(
            part="packages", ok=False, detail="elenchus is not installed", remedy="pip install -e ."
        )
    wrong = [words for pin in pins if (words := _wrong_package(pin))]
    if wrong:
        return Check(part="packages", ok=False, detail="; ".join(wrong), remedy=INSTALL)
    return Check(part="packages", ok=True, detail=f"{len(pins)} as pinned")


def _wrong_package(pin: str) -> str | None:
    """What is wrong with one package. One with a marker is looked at with the part it is of."""
    found = _PINNED.match(pin)
    if found is None or found["marker"]:
        return None
    try:
        installed = importlib.metadata.version(found["name"])
    except importlib.metadata.PackageNotFoundError:
        return f"{found['name']} is missing"
    if installed.split("+")[0] != found["version"]:  # torch says 2.13.0+cpu
        return f"{found['name']} {installed} in place of {found['version']}"
    return None


def _model_file(settings: Settings) -> Check:
    if not settings.uses_local_model:
        return Check(part="model file", ok=True, detail="none: MODEL_BASE_URL names an endpoint")
    try:
        path = model_path(settings)
    except ModelFileInvalid as exc:
        return Check(part="model file", ok=False, detail=str(exc), remedy=FETCH_COMMAND)
    return Check(
        part="model file", ok=True, detail=f"{path.name}, {megabytes(path.stat().st_size)}"
    )


def _model_server(settings: Settings, instance: Instance | None) -> Check:
    if not settings.uses_local_model:
        url, key = settings.model_base_url, settings.model_api_key.get_secret_value()
        return _asked("model endpoint", url, key, "check MODEL_BASE_URL and MODEL_API_KEY")
    if instance is None:
        return Check(part="model server", ok=True, detail=NOT_RUNNING)
    try:
        endpoint = local_endpoint(settings)
    except ModelUnreachable as exc:
        return Check(part="model server", ok=False, detail=str(exc), remedy="elenchus up")
    remedy = "wait while it loads; what `elenchus up` prints says more"
    return _asked("model server", endpoint.base_url, endpoint.api_key, remedy)


def _duties(settings: Settings) -> Iterator[Check]:
    """What the model may do, by its exams; without a duty the course's own words stand."""
    for standing in standings(settings):
        duty, result = standing.duty, standing.result
        part = f"duty {duty.short}"
        remedy = "" if result and result.complete else f"elenchus exam --duty {duty.short}"
        if standing.forced:
            yield Check(part=part, ok=True, detail="forced by MODEL_DUTIES, not earned")
            continue
        why = "its prompts changed since the exam" if standing.outdated else "no exam of this model"
        if result is not None:
            why = _marks(result, duty)
        detail = f"held: {why}" if standing.held else f"not held, so {duty.instead}: {why}"
        yield Check(part=part, ok=standing.held, detail=detail, remedy=remedy, needed=False)


def _marks(result: ExamResult, duty: Duty) -> str:
    """The figures that the duty needs, and the day of the exam."""
    named = {figure.name: figure for figure in result.figures}
    figures = [
        f"{named[need.figure].value:.2f} [{named[need.figure].low:.2f}, "
        f"{named[need.figure].high:.2f}] of {named[need.figure].items}, needed {need.least:.2f}"
        if need.figure in named
        else f"{need.figure}: not there yet"
        for need in duty.needs
    ]
    part = "" if result.complete else f", {result.done} of {result.total} items"
    return f"{'; '.join(figures)} (exam of {result.date}{part})"


def _asked(part: str, base_url: str, key: str, remedy: str) -> Check:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        reply = httpx.get(f"{base_url.rstrip('/')}/models", headers=headers, timeout=ASK_SECONDS)
    except httpx.HTTPError as exc:
        detail = f"{base_url} does not answer ({type(exc).__name__})"
        return Check(part=part, ok=False, detail=detail, remedy=remedy)
    if reply.status_code != httpx.codes.OK:
        detail = f"{base_url} answers {reply.status_code}"
        return Check(part=part, ok=False, detail=detail, remedy=remedy)
    return Check(part=part, ok=True, detail=f"answers at {base_url}")


def _embedder(settings: Settings) -> Check:
    if settings.embedding_base_url:
        detail = f"{settings.embedding_model} at {settings.embedding_base_url}"
        return Check(part="embedder", ok=True, detail=detail)
    try:
        return Check(part="embedder", ok=True, detail=str(embedder_path(settings)))
    except ModelFileInvalid as exc:
        return Check(part="embedder", ok=False, detail=str(exc), remedy=FETCH_COMMAND)


def _reranker(settings: Settings) -> Check:
    choice = choose_reranker(settings)
    if choice.path is not None:
        return Check(part="reranker", ok=True, detail=str(choice.path))
    return Check(
        part="reranker",
        ok=not settings.reranker_model,
        detail=f"the stage is skipped: {choice.reason}",
        remedy=FETCH_COMMAND,
        needed=False,
    )


def _scans(settings: Settings) -> Check:
    folder = tessdata_path(settings)
    if folder is not None:
        return Check(part="scanned pages", ok=True, detail=f"read with {folder}")
    return Check(
        part="scanned pages",
        ok=False,
        detail="not read: Tesseract's data is missing",
        remedy=f"{FETCH_COMMAND} tessdata",
        needed=False,
    )


def _redis(settings: Settings, instance: Instance | None) -> Check:
    if not settings.redis_url:
        try:
            binary = redis_binary()
        except SettingsInvalid as exc:
            return Check(part="Redis", ok=False, detail=str(exc), remedy="install redis-server")
        if instance is None:
            return Check(part="Redis", ok=True, detail=f"{NOT_RUNNING} ({binary})")
    client = redis.Redis.from_url(settings.redis_address, socket_timeout=ASK_SECONDS)
    try:
        client.ping()
    except redis.exceptions.RedisError as exc:
        detail = f"does not answer ({type(exc).__name__})"
        remedy = "check REDIS_URL" if settings.redis_url else f"see {settings.redis_dir}/redis.log"
        return Check(part="Redis", ok=False, detail=detail, remedy=remedy)
    finally:
        client.close()
    return Check(part="Redis", ok=True, detail="answers")


def _database_and_indexes(settings: Settings) -> Iterator[Check]:
    file = settings.elenchus_home / "db.sqlite"
    if not settings.database_url and not file.exists():
        yield Check(part="database", ok=True, detail="not made yet: the first start makes it")
        return
    try:
        courses = CourseRecords(open_database(settings))
        rows = courses.list()
    except TutorError as exc:
        yield Check(part="database", ok=False, detail=str(exc), remedy="see docs/operations.md")
        return
    where = "DATABASE_URL" if settings.database_url else str(file)
    yield Check(part="database", ok=True, detail=f"{_courses(len(rows))} in {where}")
    for row in rows:
        yield _index(settings, courses, row)


def _courses(number: int) -> str:
    return "1 course" if number == 1 else f"{number} courses"


def _index(settings: Settings, courses: CourseRecords, course: CourseRow) -> Check:
    part = f"index {course.id}"
    documents = courses.documents(course.id)
    indexed = [row for row in documents if row.status == "indexed"]
    if not documents:
        detail, remedy = "no material yet", f"elenchus ingest {course.id} FILE.pdf"
        return Check(part=part, ok=True, detail=detail, remedy=remedy)
    if indexed and not (settings.course_dir(course.id) / "index" / "CURRENT").exists():
        remedy = "press Re-index on the materials page"
        return Check(part=part, ok=False, detail="its files are gone", remedy=remedy)
    if is_outdated(settings.course_dir(course.id)):
        return Check(
            part=part,
            ok=False,
            detail="made by another version of Elenchus; questions are answered from it as far as "
            "it can be read; files and conversations are safe",
            remedy="elenchus up reads its files again by itself, or press Re-index",
            needed=False,
        )
    made_by = indexed_with(settings.course_dir(course.id))
    if made_by is not None and made_by != settings.embedding_model:
        return Check(
            part=part,
            ok=False,
            detail=f"made with {made_by}, but EMBEDDING_MODEL is {settings.embedding_model}: "
            "questions are not answered; files and conversations are safe",
            remedy=f"press Re-index on the materials page, or set EMBEDDING_MODEL={made_by}",
        )
    others = [f"{row.name} {row.status}" for row in documents if row.status != "indexed"]
    detail = ", ".join([f"{len(indexed)} files indexed", *others])
    remedy = f"elenchus ingest {course.id} FILE.pdf, or the materials page" if others else ""
    return Check(part=part, ok=not others, detail=detail, remedy=remedy, needed=False)


def _processes(settings: Settings, instance: Instance | None) -> Iterator[Check]:
    if instance is None:
        yield Check(part="processes", ok=True, detail=NOT_RUNNING)
        return
    states = process_states(settings)
    if not states:
        yield Check(
            part="processes", ok=False, detail="the supervisor is silent", remedy="elenchus up"
        )
    for name, state in states.items():
        remedy = "it is tried again and again; `elenchus up` prints why it ends"
        yield Check(part=f"process {name}", ok=state == "RUNNING", detail=state, remedy=remedy)


def _disk(settings: Settings) -> Check:
    folder = _existing(settings.elenchus_home)
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return Check(
            part="disk",
            ok=False,
            detail=f"nothing can be written to {settings.elenchus_home}",
            remedy="get the right to write there, or set ELENCHUS_HOME to another folder",
        )
    free = shutil.disk_usage(folder).free
    return Check(
        part="disk",
        ok=free >= LOW_DISK,
        detail=f"{megabytes(free)} free for {settings.elenchus_home}",
        remedy="make room: uploads and indexes need about ten times the size of the PDFs",
    )


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.parent)
