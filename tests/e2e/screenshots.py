"""Pictures of every page for the documentation: `python -m tests.e2e.screenshots [FOLDER]`.

The product runs as after `make demo`, with its demo course; each view is taken on a desktop and on
a phone, light and dark.
"""

from __future__ import annotations

import io
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from demo_course.build import build
from evals.product import REPOSITORY, Product, running_product
from tests.e2e.acts import answered, open_materials, quotes, settle, source_chip
from tests.e2e.conftest import CHROMIUM_ARGUMENTS, CHROMIUM_NAMES
from tests.e2e.trace_pictures import (
    open_course,
    record,
    show_lab,
    show_trace,
    show_wrong_trace,
)
from tutor_app.domain.settings import Settings

SIZES = {"desktop": (1440, 900, 1), "phone": (390, 844, 2)}
QUESTION = "Why is A* optimal with an admissible heuristic?"
COURSE = "Search and Graph Algorithms"
COLOURS = 256


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REPOSITORY / "docs" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))
    nobody = {"MODEL_BASE_URL": "http://127.0.0.1:9/v1", "MODEL_NAME": "none"}
    with running_product(home / "home", Settings().elenchus_cache, nobody) as product:
        course = product.course(COURSE, *demo_pdfs(home / "pdf"))
        traced = open_course(product)
        with sync_playwright() as playwright:
            chromium = next(filter(None, map(shutil.which, CHROMIUM_NAMES)))
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
            for size in SIZES:
                for scheme in ("light", "dark"):
                    with student(browser, size, scheme) as page:
                        take_all(page, product, course.id, folder, f"{size}-{scheme}")
                    with student(browser, size, scheme) as page:
                        take_traces(page, product, traced, folder, f"{size}-{scheme}")
            record(browser, product, folder / "trace.gif")
    shutil.rmtree(home, ignore_errors=True)


# Pictures that are loaded late and what Streamlit shows before its own parts have come.
DRAWN = """() => {
  const seen = (e) => { const r = e.getBoundingClientRect();
    return r.height && r.top >= 0 && r.bottom < innerHeight };
  return [...document.querySelectorAll("img")].filter(seen).every((e) => e.complete)
    && ![...document.querySelectorAll('[data-testid="stSkeleton"]')].some(seen);
}"""


def demo_pdfs(folder: Path) -> list[Path]:
    folder.mkdir()
    build(folder)
    return sorted(folder.glob("*.pdf"))


@contextmanager
def student(browser: Browser, size: str, scheme: str) -> Iterator[Page]:
    width, height, density = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=density,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    yield context.new_page()
    context.close()


def take_all(page: Page, product: Product, course_id: str, folder: Path, name: str) -> None:
    page.goto(f"{product.url}/?course={course_id}")
    expect(page.locator(".st-key-starters button").first).to_be_visible()
    take(page, folder / f"welcome-{name}.png")

    turn = answered(page, QUESTION)
    expect(
        quotes(turn).or_(turn.locator(".el-words")).locator("visible=true").first
    ).to_be_visible()
    page.get_by_test_id("asked").first.scroll_into_view_if_needed()
    take(page, folder / f"chat-{name}.png")

    source_chip(turn).first.click()
    expect(page.get_by_test_id("page-picture")).to_be_visible()
    take(page, folder / f"source-{name}.png")
    page.keyboard.press("Escape")

    open_materials(page, product)
    expect(page.get_by_text(re.compile("files, .* indexed"))).to_be_visible()
    take(page, folder / f"materials-{name}.png")


def take_traces(page: Page, product: Product, course_id: str, folder: Path, name: str) -> None:
    show_trace(page, product, course_id)
    take(page, folder / f"trace-{name}.png")
    show_wrong_trace(page, product, course_id)
    take(page, folder / f"trace-wrong-{name}.png")
    show_lab(page, product)
    take(page, folder / f"lab-{name}.png")


def take(page: Page, file: Path) -> None:
    page.wait_for_load_state("networkidle")
    settle(page)
    page.wait_for_function(DRAWN)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main()
