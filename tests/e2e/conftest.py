"""Elenchus running as a whole, and a real browser to look at it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.course_pdf import write_course_pdf
from tests.e2e.product import REPOSITORY, Product, running_product
from tutor_app.records import CourseRow

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
MODEL_SECONDS = 4.0  # what the tutor's question takes here, so that an answer can be caught midway
QUESTION = "Which part of a Fresnel lens bends the light of the lamp?"

OpenPage = Callable[..., Page]

expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(240))


@pytest.fixture(scope="session")
def slow_model() -> Iterator[str]:
    """The address of an endpoint that asks the same good question, slowly."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    reply = f'{{"question": "{QUESTION}"}}'
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.doubles.scripted_openai", "--port", str(port)]
        + ["--delay", str(MODEL_SECONDS), "--reply", reply],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield f"http://127.0.0.1:{port}/v1"
    server.kill()


@pytest.fixture(scope="session")
def product(slow_model: str, model_cache: Path) -> Iterator[Product]:
    # A unix socket's path may have at most 107 characters, which pytest's tmp_path can exceed.
    home = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))
    configuration = {
        "MODEL_BASE_URL": slow_model,
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
    page = context.new_page()
    page.goto(f"{product.url}/?course={course.id}")
    expect(page.get_by_role("textbox", name="Ask about")).to_be_visible()
    time.sleep(0.3)  # the first run of the script ends after the input is drawn
    return page
