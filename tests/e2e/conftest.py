"""Elenchus running as a whole, and a real browser to look at it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from evals.product import REPOSITORY, Product, running_product
from tests.e2e.acts import open_chat
from tests.e2e.course_pdf import write_course_pdf
from tutor_app.storage.records import CourseRow

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUESTION = "Which part of a Fresnel lens bends the light of the lamp?"

expect.set_options(timeout=30_000)  # milliseconds; a busy machine is no failure


@pytest.hookimpl(tryfirst=True)  # before the marks are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(480))


@dataclass(frozen=True, kw_only=True)
class Model:
    """Asks the same good question and verifies it; thinks as long as `hold` exists."""

    url: str
    hold: Path


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    hold = tmp_path_factory.mktemp("model") / "hold"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    reply = f'{{"question": "{QUESTION}"}}'
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.doubles.scripted_openai", "--port", str(port)]
        + ["--hold", str(hold), "--reply", reply, "--verifies"],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield Model(url=f"http://127.0.0.1:{port}/v1", hold=hold)
    server.kill()


@pytest.fixture
def thinking(model: Model) -> Iterator[Callable[[], None]]:
    """The model thinks until this is called, so that an answer can be caught midway."""
    model.hold.touch()
    yield lambda: model.hold.unlink(missing_ok=True)
    model.hold.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def product(model: Model, model_cache: Path) -> Iterator[Product]:
    # A unix socket's path may have at most 107 characters, which pytest's tmp_path can exceed.
    home = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))
    configuration = {
        "MODEL_BASE_URL": model.url,
        "MODEL_NAME": "scripted",
        "MODEL_DUTIES": "force-follow-up",
    }
    with running_product(home / "home", model_cache, configuration) as running:
        yield running
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def course_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_course_pdf(tmp_path_factory.mktemp("pdf") / "lighthouses.pdf")


@pytest.fixture(scope="session")
def course(product: Product, course_pdf: Path) -> CourseRow:
    return product.course("Lighthouses", course_pdf)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert found, "no Chromium here; `make chromium` installs one"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=CHROMIUM_ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One student's browser."""
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    yield made
    made.close()


@pytest.fixture
def chat(context: BrowserContext, product: Product, course: CourseRow) -> Page:
    """The chat page of the course, nothing asked yet."""
    return open_chat(context.new_page(), product, course.id)
