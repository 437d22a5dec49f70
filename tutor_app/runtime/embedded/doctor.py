"""Looking at every part of an installation: does it work, and what to do where it does not."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import redis

from tutor_app.domain.errors import (
    LiveStateLost,
    ModelFileInvalid,
    ModelUnreachable,
    SettingsInvalid,
    TutorError,
)
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.duty_registry import Duty
from tutor_app.models.duties.exam_results import PROVISIONAL_DAYS, ExamResult, Figure, standings
from tutor_app.models.duties.model_in_words import (
    machine_in_words,
    model_in_words,
    this_machine,
)
from tutor_app.models.local_endpoint import local_endpoint
from tutor_app.models.model_files import (
    FETCH_COMMAND,
    choose_reranker,
    embedder_path,
    megabytes,
    model_path,
    tessdata_path,
)
from tutor_app.programs.sandbox import probe_isolation
from tutor_app.retrieval.index_files import indexed_with, is_outdated
from tutor_app.runtime.embedded import doctor_words as say
from tutor_app.runtime.embedded.redis_server import redis_binary
from tutor_app.runtime.embedded.supervise import RunningInstance, process_states, running_instance
from tutor_app.storage.live.job_queue import INDEX_QUEUE, TURNS_QUEUE
from tutor_app.storage.live.redis_connection import connect
from tutor_app.storage.live.worker_readiness import ReadyWorkers
from tutor_app.storage.records import CourseRecords, CourseRow, open_database

ASK_SECONDS = 3.0
LOW_DISK = 1_000_000_000
_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^;\s]+)\s*(?P<marker>;.*)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCheck:
    """One part. `remedy` is what to do where it is not `ok`; `needed` where nothing works then."""

    part: str
    ok: bool
    detail: str
    remedy: str = ""
    needed: bool = True


def check_installation(settings: Settings) -> list[PartCheck]:
    """Look at every part; nothing is started or changed but the database's tables."""
    instance = running_instance(settings)
    return [
        _packages(),
        _model_file(settings),
        _model_server(settings, instance),
        PartCheck(part="machine", ok=True, detail=" ".join(machine_in_words(this_machine()))),
        PartCheck(part="model", ok=True, detail=" ".join(model_in_words(settings))),
        *_duties(settings),
        _embedder(settings),
        _reranker(settings),
        _scans(settings),
        _programs(),
        _redis(settings, instance),
        *_database_and_indexes(settings),
        *_processes(settings, instance),
        _disk(settings),
    ]


def _packages() -> PartCheck:
    try:
        pins = importlib.metadata.requires("elenchus") or []
    except importlib.metadata.PackageNotFoundError:
        return PartCheck(
            part="packages", ok=False, detail=say.NOT_INSTALLED(), remedy="pip install -e ."
        )
    wrong = [words for pin in pins if (words := _wrong_package(pin))]
    if wrong:
        return PartCheck(
            part="packages", ok=False, detail="; ".join(wrong), remedy=say.INSTALL_PACKAGES()
        )
    return PartCheck(part="packages", ok=True, detail=say.PACKAGES_AS_PINNED(count=len(pins)))


def _wrong_package(pin: str) -> str | None:
    """What is wrong with one package. One with a marker is checked with the part it belongs to."""
    found = _PINNED.match(pin)
    if found is None or found["marker"]:
        return None
    try:
        installed = importlib.metadata.version(found["name"])
    except importlib.metadata.PackageNotFoundError:
        return say.PACKAGE_MISSING(package=found["name"])
    if installed.split("+")[0] != found["version"]:  # torch says 2.13.0+cpu
        return say.PACKAGE_DIFFERS(
            package=found["name"], installed=installed, version=found["version"]
        )
    return None


def _model_file(settings: Settings) -> PartCheck:
    if not settings.uses_local_model:
        none = say.NO_MODEL_FILE if settings.has_model else say.NO_MODEL_SET
        return PartCheck(part="model file", ok=True, detail=none())
    try:
        path = model_path(settings)
    except ModelFileInvalid as exc:
        return PartCheck(part="model file", ok=False, detail=str(exc), remedy=FETCH_COMMAND)
    found = say.MODEL_FILE_FOUND(file=path.name, size=megabytes(path.stat().st_size))
    return PartCheck(part="model file", ok=True, detail=found)


def _model_server(settings: Settings, instance: RunningInstance | None) -> PartCheck:
    if not settings.has_model:
        return PartCheck(part="model server", ok=True, detail=say.NO_MODEL_SET())
    if not settings.uses_local_model:
        url, key = settings.model_base_url, settings.model_api_key.get_secret_value()
        return _asked("model endpoint", url, key, say.CHECK_ENDPOINT())
    if instance is None:
        return PartCheck(part="model server", ok=True, detail=say.NOT_RUNNING())
    try:
        endpoint = local_endpoint(settings)
    except ModelUnreachable as exc:
        return PartCheck(part="model server", ok=False, detail=str(exc), remedy="elenchus up")
    return _asked("model server", endpoint.base_url, endpoint.api_key, say.WAIT_WHILE_LOADING())


def _duties(settings: Settings) -> Iterator[PartCheck]:
    """What the model may do, by its exams; without a duty the course's own words stand."""
    if not settings.has_model:
        return  # there is nothing to examine
    for standing in standings(settings):
        duty, result = standing.duty, standing.result
        part = f"duty {duty.short}"
        remedy = "" if result and result.complete else f"elenchus exam --duty {duty.short}"
        if standing.forced:
            yield PartCheck(part=part, ok=True, detail=say.DUTY_FORCED())
            continue
        why = say.PROMPTS_CHANGED() if standing.outdated else say.NO_EXAM()
        if result is not None:
            why = _marks(result, duty)
        held = standing.held
        detail = (
            say.DUTY_HELD(why=why) if held else say.DUTY_NOT_HELD(instead=duty.instead, why=why)
        )
        if standing.for_now and result is not None:
            until = result.date + dt.timedelta(days=PROVISIONAL_DAYS)
            detail = say.DUTY_FOR_NOW(until=until, why=why)
        yield PartCheck(part=part, ok=standing.held, detail=detail, remedy=remedy, needed=False)


def _marks(result: ExamResult, duty: Duty) -> str:
    """The figures that the duty needs, and the day of the exam."""
    named = {figure.name: figure for figure in result.figures}
    marks = "; ".join(
        _mark(named[need.figure], need.least)
        if need.figure in named
        else say.NO_MARK(figure=need.figure)
        for need in duty.needs
    )
    if result.complete:
        return say.EXAM_OF(marks=marks, date=result.date)
    return say.EXAM_BEGUN(marks=marks, date=result.date, done=result.done, total=result.total)


def _mark(figure: Figure, needed: float) -> str:
    return say.MARK(
        value=f"{figure.value:.2f}",
        low=f"{figure.low:.2f}",
        high=f"{figure.high:.2f}",
        items=figure.items,
        least=f"{needed:.2f}",
    )


def _asked(part: str, base_url: str, key: str, remedy: str) -> PartCheck:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        reply = httpx.get(f"{base_url.rstrip('/')}/models", headers=headers, timeout=ASK_SECONDS)
    except httpx.HTTPError as exc:
        detail = say.ENDPOINT_SILENT(url=base_url, error=type(exc).__name__)
        return PartCheck(part=part, ok=False, detail=detail, remedy=remedy)
    if reply.status_code != httpx.codes.OK:
        detail = say.ENDPOINT_REFUSES(url=base_url, status=reply.status_code)
        return PartCheck(part=part, ok=False, detail=detail, remedy=remedy)
    return PartCheck(part=part, ok=True, detail=say.ENDPOINT_ANSWERS(url=base_url))


def _embedder(settings: Settings) -> PartCheck:
    if settings.embedding_base_url:
        detail = say.EMBEDDER_AT(model=settings.embedding_model, url=settings.embedding_base_url)
        return PartCheck(part="embedder", ok=True, detail=detail)
    try:
        return PartCheck(part="embedder", ok=True, detail=str(embedder_path(settings)))
    except ModelFileInvalid as exc:
        return PartCheck(part="embedder", ok=False, detail=str(exc), remedy=FETCH_COMMAND)


def _reranker(settings: Settings) -> PartCheck:
    choice = choose_reranker(settings)
    if choice.path is not None:
        return PartCheck(part="reranker", ok=True, detail=str(choice.path))
    return PartCheck(
        part="reranker",
        ok=not settings.reranker_model,
        detail=say.STAGE_SKIPPED(reason=choice.reason),
        remedy=FETCH_COMMAND,
        needed=False,
    )


def _scans(settings: Settings) -> PartCheck:
    folder = tessdata_path(settings)
    if folder is not None:
        return PartCheck(part="scanned pages", ok=True, detail=say.READ_WITH(folder=folder))
    return PartCheck(
        part="scanned pages",
        ok=False,
        detail=say.NO_TESSERACT(),
        remedy=f"{FETCH_COMMAND} tessdata",
        needed=False,
    )


def _programs() -> PartCheck:
    """Whether students' programs are run: only behind a boundary that holds."""
    off = probe_isolation()
    if off is None:
        return PartCheck(part="programs", ok=True, detail=say.PROGRAMS_RUN())
    return PartCheck(
        part="programs",
        ok=False,
        detail=say.PROGRAMS_NOT_RUN(reason=off.reason),
        remedy=say.USE_LINUX(),
        needed=False,
    )


def _redis(settings: Settings, instance: RunningInstance | None) -> PartCheck:
    if not settings.redis_url:
        try:
            binary = redis_binary()
        except SettingsInvalid as exc:
            return PartCheck(part="Redis", ok=False, detail=str(exc), remedy=say.INSTALL_REDIS())
        if instance is None:
            detail = say.REDIS_NOT_RUNNING(not_running=say.NOT_RUNNING(), binary=binary)
            return PartCheck(part="Redis", ok=True, detail=detail)
    client = redis.Redis.from_url(settings.redis_address, socket_timeout=ASK_SECONDS)
    try:
        client.ping()
    except redis.exceptions.RedisError as exc:
        detail = say.REDIS_SILENT(error=type(exc).__name__)
        log = say.SEE_REDIS_LOG(folder=settings.redis_dir)
        remedy = say.CHECK_REDIS_URL() if settings.redis_url else log
        return PartCheck(part="Redis", ok=False, detail=detail, remedy=remedy)
    finally:
        client.close()
    return PartCheck(part="Redis", ok=True, detail=say.REDIS_ANSWERS())


def _database_and_indexes(settings: Settings) -> Iterator[PartCheck]:
    file = settings.elenchus_home / "db.sqlite"
    if not settings.database_url and not file.exists():
        yield PartCheck(part="database", ok=True, detail=say.NO_DATABASE_YET())
        return
    try:
        courses = CourseRecords(open_database(settings))
        rows = courses.list()
    except TutorError as exc:
        yield PartCheck(part="database", ok=False, detail=str(exc), remedy=say.SEE_OPERATIONS())
        return
    where = "DATABASE_URL" if settings.database_url else str(file)
    yield PartCheck(part="database", ok=True, detail=say.COURSES(count=len(rows), where=where))
    for row in rows:
        yield _index(settings, courses, row)


def _index(settings: Settings, courses: CourseRecords, course: CourseRow) -> PartCheck:
    part = f"index {course.id}"
    documents = courses.documents(course.id)
    indexed = [row for row in documents if row.status == "indexed"]
    if not documents:
        remedy = f"elenchus ingest {course.id} FILE.pdf"
        return PartCheck(part=part, ok=True, detail=say.NO_MATERIAL(), remedy=remedy)
    if indexed and not (settings.course_dir(course.id) / "index" / "CURRENT").exists():
        return PartCheck(part=part, ok=False, detail=say.FILES_GONE(), remedy=say.PRESS_REINDEX())
    if is_outdated(settings.course_dir(course.id)):
        return PartCheck(
            part=part,
            ok=False,
            detail=say.INDEX_OUTDATED(),
            remedy=say.READ_AGAIN_BY_ITSELF(),
            needed=False,
        )
    made_by = indexed_with(settings.course_dir(course.id))
    if made_by is not None and made_by != settings.embedding_model:
        return PartCheck(
            part=part,
            ok=False,
            detail=say.OTHER_EMBEDDER(indexed_with=made_by, embedder=settings.embedding_model),
            remedy=say.REINDEX_OR_SET_EMBEDDER(indexed_with=made_by),
        )
    others = [f"{row.name} {row.status}" for row in documents if row.status != "indexed"]
    detail = ", ".join([say.FILES_INDEXED(count=len(indexed)), *others])
    remedy = say.INGEST_FILE_OR_PAGE(course=course.id) if others else ""
    return PartCheck(part=part, ok=not others, detail=detail, remedy=remedy, needed=False)


def _processes(settings: Settings, instance: RunningInstance | None) -> Iterator[PartCheck]:
    if instance is None:
        yield PartCheck(part="processes", ok=True, detail=say.NOT_RUNNING())
        return
    states = process_states(settings)
    if not states:
        yield PartCheck(
            part="processes", ok=False, detail=say.SUPERVISOR_SILENT(), remedy="elenchus up"
        )
    for name, state in states.items():
        part, runs = f"process {name}", state == "RUNNING"
        yield PartCheck(part=part, ok=runs, detail=state, remedy=say.TRIED_AGAIN())
    yield _ready(settings, "answers", TURNS_QUEUE)
    yield _ready(settings, "indexing", INDEX_QUEUE)


def _ready(settings: Settings, part: str, queue: str) -> PartCheck:
    """Whether a worker takes the jobs of a queue: it may run, and still be loading."""
    try:
        ready = ReadyWorkers(connect(settings), queue).list_ready()
    except LiveStateLost as exc:
        return PartCheck(part=part, ok=False, detail=str(exc), remedy="elenchus up")
    if not ready:
        return PartCheck(part=part, ok=False, detail=say.NO_WORKER(), remedy=say.WAIT_FOR_WORKER())
    workers = ", ".join(say.WORKER(name=one.name, seconds=f"{one.age:.0f}") for one in ready)
    return PartCheck(part=part, ok=True, detail=say.READY(workers=workers))


def _disk(settings: Settings) -> PartCheck:
    folder = _existing(settings.elenchus_home)
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return PartCheck(
            part="disk",
            ok=False,
            detail=say.NOT_WRITABLE(folder=settings.elenchus_home),
            remedy=say.GET_RIGHT_TO_WRITE(),
        )
    free = shutil.disk_usage(folder).free
    return PartCheck(
        part="disk",
        ok=free >= LOW_DISK,
        detail=say.DISK_FREE(size=megabytes(free), folder=settings.elenchus_home),
        remedy=say.MAKE_ROOM(),
    )


def _existing(path: Path) -> Path:
    return path if path.exists() else _existing(path.parent)
