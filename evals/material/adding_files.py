"""`python -m evals adding FILE…`: from adding files in a browser to the first answer from them."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from evals.product import Product, running_product
from evals.speed.page_latency import CHROMIUM, FLAGS
from ingest.index_writer import read_material
from tutor_app.domain.settings import load_settings
from tutor_app.runtime.evaluation_course import console
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.storage.records.row_values import TO_INDEX

LONGEST = 1800.0  # seconds until the measurement is given up
LOOK_SECONDS = 0.2
CHECK_SECONDS = 15  # for the report to be written after the last file
# No duty is given to a model that nobody examined, so it is never asked.
NO_MODEL = {"MODEL_BASE_URL": "http://127.0.0.1:9/v1", "MODEL_NAME": "none"}
CHECK = "Check before you open the course"
_WORDS = 10  # of a sentence that can be asked for

out = Console()


def adding_command(
    files: Annotated[list[Path], typer.Argument(help="what is dropped", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Seconds from "Add to course" to the first answer and the last file; the check, unreloaded."""
    with tempfile.TemporaryDirectory(prefix="elenchus-adding-", dir="/tmp") as folder:
        cache = load_settings().elenchus_cache
        with running_product(Path(folder) / "home", cache, NO_MODEL) as product:
            figures = measure_adding(product, files)
    if as_json:
        out.print_json(json.dumps(figures))
        return
    for name, value in figures.items():
        out.print(f"{name:<24} {value}")


def measure_adding(product: Product, files: list[Path]) -> dict[str, Any]:
    """Add the files as an instructor, and ask as a student as soon as one of them answers."""
    courses = CourseRecords(open_database(product.settings))
    course = courses.create("Added").id
    found: dict[str, Any] = {"files": len(files)}

    def note(name: str, value: object) -> None:
        console.print(f"{name}: {value}")  # a long measurement that breaks off has told this much
        found[name] = value

    def waiting() -> int:
        return sum(row.status in TO_INDEX for row in courses.documents(course))

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        staff, student = browser.new_context().new_page(), browser.new_context().new_page()
        note("dropped", _drop(staff, product, files))
        staff.get_by_role("button", name="Add to course").click()
        clock = _Stopwatch()
        note("first_text_indexed", clock.wait_for(lambda: bool(_texts(product, course))))
        _ask(student, product, course)
        note("first_answer", clock.seconds)
        note("not_indexed_then", waiting())
        note("check_on_page_then", staff.get_by_text(CHECK).is_visible())
        note("last_indexed", clock.wait_for(lambda: not waiting()))
        staff.wait_for_timeout(CHECK_SECONDS * 1000)
        note("check_on_page_at_end", staff.get_by_text(CHECK).is_visible())
        browser.close()
    note("pages", sum(row.pages for row in courses.documents(course)))
    return found


def _ask(page: Page, product: Product, course: str) -> None:
    """Open the course as a student, ask, and wait for the first quote."""
    page.goto(f"{product.url}/?course={course}")
    box = page.get_by_role("textbox", name="Ask about")
    box.wait_for()
    box.fill(_question(product, course))
    box.press("Enter")
    page.locator("figure.el-crop img").first.wait_for(timeout=LONGEST * 1000)


class _Stopwatch:
    def __init__(self) -> None:
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return round(time.perf_counter() - self._started, 1)

    def wait_for(self, happened: Callable[[], bool]) -> float:
        """Return the seconds by which it had happened.

        Raises:
            TimeoutError: it did not, in all the time that a measurement may take.
        """
        while not happened():
            if self.seconds > LONGEST:
                raise TimeoutError("the course was not indexed in time")
            time.sleep(LOOK_SECONDS)
        return self.seconds


def _drop(page: Page, product: Product, files: list[Path]) -> float:
    """Open the materials page, drop the files; return the seconds until they can be added."""
    page.goto(f"{product.url}/materials")
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("No files yet").wait_for()
    clock = _Stopwatch()
    page.locator("input[type=file]").set_input_files(files)
    page.get_by_role("button", name="Add to course").wait_for(timeout=LONGEST * 1000)
    return clock.seconds


def _texts(product: Product, course: str) -> list[str]:
    """Return sentences of the files in force that students read, of the shortest first."""
    material = read_material(product.settings.course_dir(course))
    documents = material.documents if material else ()
    return [
        sentence.text
        for stored in documents
        if stored.document.kind in ("textbook", "slides")
        for chunk in stored.chunks
        for sentence in chunk.sentences
        if len(sentence.text.split()) >= _WORDS
    ]


def _question(product: Product, course: str) -> str:
    said = _texts(product, course)[0].rstrip(".")
    return f"Where does the course say that {said[0].lower()}{said[1:]}?"
