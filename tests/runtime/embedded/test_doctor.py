"""`elenchus doctor`: one line a part, each with what to do where it does not work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.models.model_files import DEFAULT_MODEL, EMBEDDER, cached_path
from tutor_app.runtime.embedded.doctor import PartCheck, check_installation
from tutor_app.storage.records import CourseRecords, open_database


def by_part(settings: Settings) -> dict[str, PartCheck]:
    return {check.part: check for check in check_installation(settings)}


def test_where_nothing_was_done_yet_it_says_what_to_do(settings: Settings) -> None:
    assert by_part(settings)["model file"].ok, "none is set"
    assert by_part(settings)["model server"].ok
    checks = by_part(settings.model_copy(update={"model": "default"}))
    assert not checks["model file"].ok
    assert not checks["embedder"].ok
    assert checks["embedder"].remedy == "elenchus fetch"
    for part in ("model server", "Redis", "processes"):
        assert checks[part].ok, "not running is no fault"
        assert "`elenchus up`" in checks[part].detail
    assert not settings.elenchus_home.exists(), "looking changes nothing"


def test_a_home_that_cannot_be_written_to_is_told_from_a_full_disk(settings: Settings) -> None:
    settings.elenchus_home.write_text("a file, no folder")
    check = by_part(settings)["disk"]
    assert not check.ok
    assert "nothing can be written" in check.detail
    assert "ELENCHUS_HOME" in check.remedy


def test_the_packages_are_those_of_requirements_txt(settings: Settings) -> None:
    assert by_part(settings)["packages"].ok


def test_a_wrong_model_file_is_told_from_a_missing_one(settings: Settings) -> None:
    path = cached_path(DEFAULT_MODEL, settings)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"GGUF other bytes")
    of_default = settings.model_copy(update={"model": "default"})
    assert "SHA-256 differs" in by_part(of_default)["model file"].detail


def test_without_a_reranker_the_reason_is_there_and_nothing_needed_is_broken(
    settings: Settings,
) -> None:
    check = by_part(settings)["reranker"]
    assert (check.ok, check.needed) == (False, False)
    assert "model hub only" in check.detail


def test_it_looks_whether_anything_gets_out_of_where_programs_are_run(settings: Settings) -> None:
    check = by_part(settings)["programs"]
    assert (check.ok, check.needed) == (True, True)


def test_without_tesseracts_data_it_says_how_scans_can_be_read(settings: Settings) -> None:
    check = by_part(settings)["scanned pages"]
    assert (check.ok, check.needed, check.remedy) == (False, False, "elenchus fetch tessdata")


def test_courses_have_a_line_each(settings: Settings) -> None:
    courses = CourseRecords(open_database(settings))
    empty, gone = courses.create("Empty"), courses.create("Gone")
    document, _ = courses.add_document(gone.id, "a.pdf", "textbook", "0" * 64, 1)
    courses.mark_indexed(gone.id, {document.id: (3, 10)})
    checks = by_part(settings)
    assert checks[f"index {empty.id}"].ok
    assert checks[f"index {empty.id}"].detail == "no material yet"
    assert not checks[f"index {gone.id}"].ok
    assert "Re-index" in checks[f"index {gone.id}"].remedy


class Keyed(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        allowed = self.headers.get("Authorization") == "Bearer right"
        self.send_response(200 if allowed else 401)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return None


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Keyed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("key", "ok", "words"), [("right", True, "answers at"), ("wrong", False, "answers 401")]
)
def test_a_configured_endpoint_is_asked_with_its_key(
    settings: Settings, endpoint: str, key: str, ok: bool, words: str
) -> None:
    remote = Settings(
        _env_file=None,
        elenchus_home=settings.elenchus_home,
        elenchus_cache=settings.elenchus_cache,
        model_base_url=endpoint,
        model_api_key=key,
        model_name="m",
    )
    checks = by_part(remote)
    assert checks["model endpoint"].ok is ok
    assert words in checks["model endpoint"].detail
    assert "model server" not in checks


def test_an_endpoint_and_a_redis_that_do_not_answer_are_named(settings: Settings) -> None:
    remote = settings.model_copy(
        update={
            "model_base_url": "http://127.0.0.1:9/v1",
            "model_name": "m",
            "redis_url": "redis://127.0.0.1:9",
        }
    )
    checks = by_part(remote)
    assert "does not answer" in checks["model endpoint"].detail
    assert not checks["Redis"].ok
    assert checks["Redis"].remedy == "check REDIS_URL"


def test_an_embeddings_endpoint_needs_no_files(settings: Settings) -> None:
    remote = settings.model_copy(update={"embedding_base_url": "http://127.0.0.1:9/v1"})
    assert by_part(remote)["embedder"].ok
    assert not cached_path(EMBEDDER, settings).exists()
