"""Pictures of traces for the documentation, and the recording of one that is played."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from evals.product import Product
from tests.e2e.acts import TURN, answered, open_chat, settle
from tutor_app.domain.teaching import CourseSettings
from tutor_app.storage.records import CourseRecords, CourseSettingsRecords, open_database
from tutor_app.understanding.dialogue_acts import NEXT_HINT

PROBLEM = "Run A* from S to G on S->A 1, S->B 4, A->B 2, A->C 5, B->C 1, C->G 3, B->G 7, directed; "
HEURISTIC = "h(S)=6, h(A)=5, h(B)=4, h(C)=2, h(G)=0"
WRONG = (
    "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, "
    "B-C 3.\nI got this:\n1 | S\n2 | B\n3 | A\n4 | C\nPath: S -> B -> C, cost 7. Is it right?"
)
FRAME_MILLISECONDS = 1_300
GIF_SIZE = (960, 540)
GIF_COLOURS = 48


def open_course(product: Product) -> str:
    """Make a course that shows whole runs; return its id."""
    engine = open_database(product.settings)
    course = CourseRecords(engine).create("Tracing", "the teaching assistants")
    CourseSettingsRecords(engine).change(course.id, CourseSettings(reveal_policy="open"))
    return course.id


def show_trace(page: Page, product: Product, course_id: str) -> None:
    """Leave the page at the third step of an A* search."""
    open_chat(page, product, course_id)
    turn = answered(page, PROBLEM + HEURISTIC)
    for step in (2, 3):  # it opens at the first
        turn.get_by_role("button", name="Next", exact=True).click()
        here = turn.locator('tr[aria-current="step"]')
        expect(here).to_have_attribute("data-step", str(step))
    turn.locator('[class*="st-key-scene-"]').first.evaluate("part => part.scrollIntoView()")


def show_wrong_trace(page: Page, product: Product, course_id: str) -> None:
    """Leave the page at the hint that shows the first wrong row beside the exact one."""
    open_chat(page, product, course_id)
    answered(page, WRONG)
    for turns in (2, 3, 4):
        page.get_by_role("button", name=NEXT_HINT).last.click()
        expect(page.locator(TURN)).to_have_count(turns)
        newest = page.locator(TURN).last
        expect(newest.get_by_text("Hint", exact=True)).to_be_visible()
        settle(page)
    yours = page.locator("tr[data-yours]").last
    yours.evaluate("row => row.scrollIntoView({block: 'center'})")


def show_lab(page: Page, product: Product) -> None:
    """Leave the page at an example in the lab, at its third step."""
    page.goto(f"{product.url}/trace-lab")
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("radio", name="Dijkstra", exact=True).click()
    for step in (1, 2, 3):
        page.get_by_role("button", name="Next").click()
        here = page.locator('tr[aria-current="step"]')
        expect(here).to_have_attribute("data-step", str(step))


def record(browser: Browser, product: Product, file: Path) -> None:
    """Join pictures of the projected lab, one a step, into a GIF."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    show_lab(page, product)
    page.get_by_text("Large, for projecting").click()
    expect(page.get_by_role("textbox", name="The problem")).to_be_hidden()
    page.get_by_text("All rows").click()
    expect(page.locator("tr[data-step]").nth(4)).to_be_visible()
    here = page.locator('tr[aria-current="step"]')
    last = int(page.locator("tr[data-step]").last.get_attribute("data-step") or 0)
    for step in (2, 1, 0):
        page.get_by_role("button", name="Back").click()
        expect(here).to_have_attribute("data-step", str(step))
    frames = []
    for step in range(last + 1):
        if step:
            page.keyboard.press("n")
            expect(here).to_have_attribute("data-step", str(step))
        settle(page)
        frames.append(_frame(page.screenshot()))
    context.close()
    first, *others = frames
    durations = [FRAME_MILLISECONDS] * len(others) + [3 * FRAME_MILLISECONDS]
    first.save(file, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)


def _frame(picture: bytes) -> Image.Image:
    shown = Image.open(io.BytesIO(picture)).convert("RGB")
    small = shown.resize(GIF_SIZE, Image.Resampling.LANCZOS)
    return small.quantize(GIF_COLOURS, dither=Image.Dither.NONE)
