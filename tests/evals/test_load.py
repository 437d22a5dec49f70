"""Many students at once on the real product: nothing is lost or doubled; the script counts both."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from evals.load.browser import StudentPage, TurnSeen
from evals.load.load_command import NO_MODEL, Instance, measure_load
from evals.load.report import measure_play
from evals.load.students import LoadStudent, Plan, Play, SentMessage
from evals.product import Product, running_product
from tests.doubles.own_thread import in_own_thread
from tests.doubles.redis_server import RedisServer, redis_server
from tests.e2e.course_pdf import ANSWERABLE, QUICK, write_course_pdf
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Sentence, Status
from tutor_app.storage.live import TurnStreams
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database


@pytest.fixture(scope="module")
def product(model_cache: Path) -> Iterator[Product]:
    home = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))  # a socket's path must be short
    with running_product(home / "home", model_cache, NO_MODEL) as running:
        running.course("Lighthouses", write_course_pdf(home / "lighthouses.pdf"))
        yield running
    shutil.rmtree(home, ignore_errors=True)


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.timeout(480)
def test_nothing_of_what_several_students_send_is_lost_or_doubled(product: Product) -> None:
    instance = Instance(url=product.url, settings=product.settings, root=product.process.pid)
    plan = Plan(students=3, every=2.0, seconds=8.0, patient=True)
    result = in_own_thread(lambda: measure_load(instance, [ANSWERABLE, QUICK], plan))
    messages = result["messages"]
    assert messages["sent"] >= plan.students
    assert messages["stored"] == messages["answered"] == messages["drawn"] == messages["sent"]
    assert messages["lost"] == messages["doubled"] == messages["refused"] == 0
    assert messages["pictures"] > 0
    assert {"web", "worker", "redis"} <= set(result["processor_seconds_a_minute"])
    assert result["until_answer_stored"]["p50"] <= result["until_answer_drawn"]["p50"]


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


def test_a_lost_and_a_doubled_message_are_counted(settings: Settings, redis: RedisServer) -> None:
    settings.elenchus_home.mkdir(parents=True)
    engine = open_database(settings)
    records, streams = ConversationRecords(engine), TurnStreams(redis.client())
    CourseRecords(engine).create("Lighthouses", "the forum")
    page = StudentPage("http://localhost:1", token="a" * 32)
    asked = records.create(records.learner(page.token), "lighthouses")
    once, twice, _ = (records.add_turn(asked.id, text, None) for text in ("one", "two", "two"))
    streams.append(once.id, Status(text="Looking…"))
    streams.append(once.id, Sentence(text="An answer.", role="verdict"))
    page.turns[once.id] = TurnSeen(asked=100.5, status=100.5, answer=103.0)
    page.turns[twice.id] = TurnSeen(asked=111.0, status=114.0)
    sent = (SentMessage("one", 100.0), SentMessage("two", 110.0), SentMessage("three", 120.0))
    played = Play(students=(LoadStudent(page, sent),), asking=30.0)

    result = measure_play(played, engine, streams)

    assert (
        result["messages"] | {"sent": 3, "stored": 3, "lost": 1, "doubled": 1}
        == (result["messages"])
    )
    assert result["until_answer_drawn"] == {"p50": 3.0, "p95": 3.0, "max": 3.0}
    assert result["waits_over_2_s"] == {"messages": 2, "status_drawn_within_2_s": 1}
