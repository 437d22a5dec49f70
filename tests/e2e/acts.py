"""What a person does on the pages, in a few verbs."""

from __future__ import annotations

import io
import re

import numpy as np
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PageTimeout

from evals.product import Product
from tutor_app.web.page_pictures import HIGHLIGHT

TURN = '[class*="st-key-turn-"]'
SETTLED = """() => {
    const app = document.querySelector('[data-testid="stApp"]')
    const answering = document.querySelector('[class*="st-key-stop-"]')
    const moving = document.getAnimations().some(
        one => one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity)
    return app?.dataset.testScriptState === "notRunning" && !answering && !moving
}"""
WHY_NOT = """() => ({
    script: document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState,
    answering: [...document.querySelectorAll('[class*="st-key-stop-"]')].map(one => one.className),
    moving: document.getAnimations().filter(one => one.playState === "running").map(
        one => [one.effect.target?.className, one.currentTime, one.effect.getComputedTiming()]),
    followers: [...document.querySelectorAll("*")].map(
        one => one.shadowRoot?.querySelector('[data-testid="announcer"]')?.follower
    ).filter(Boolean).map(({ drawn, told, following, source }) => (
        { drawn, told, following, stream: source?.readyState })),
})"""
SETTLE_MILLISECONDS = 60_000


def settle(page: Page) -> None:
    """Wait until no answer is under way, the page has drawn all it has to, and nothing moves.

    All are looked at in one moment. What is drawn anew or moves between the press and the release
    of the mouse loses the click, so whatever a test does next waits for this.
    """
    try:
        page.wait_for_function(SETTLED, timeout=SETTLE_MILLISECONDS)
    except PageTimeout:
        raise AssertionError(f"the page does not settle: {page.evaluate(WHY_NOT)}") from None


def open_chat(page: Page, product: Product, course_id: str) -> Page:
    """Open the chat of a course, nothing asked yet."""
    page.goto(f"{product.url}/?course={course_id}")
    expect(page.get_by_role("textbox", name="Ask about")).to_be_visible()
    settle(page)
    return page


def answered(page: Page, message: str) -> Locator:
    """Ask, wait for the whole answer, return its turn."""
    turn = ask(page, message)
    settle(page)
    return turn


def ask(page: Page, question: str) -> Locator:
    """Type the question, press Enter, return its turn."""
    box = page.get_by_role("textbox", name="Ask about")
    box.fill(question)
    box.press("Enter")
    turn = page.locator(TURN).filter(has_text=question.strip()).last
    expect(turn).to_be_visible()
    return turn


def quotes(turn: Locator) -> Locator:
    return turn.locator("figure.el-crop img")


def stop_button(turn: Locator) -> Locator:
    # While the page is drawn anew the button may stand there twice for a moment.
    return turn.get_by_role("button", name="Stop").first


def source_chip(turn: Locator) -> Locator:
    return turn.get_by_role("button", name=re.compile("p\\. \\d"))


def open_materials(page: Page, product: Product) -> None:
    page.goto(f"{product.url}/materials")
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()


def create_course(page: Page, name: str) -> None:
    """On the materials page, whether there is a course already or not."""
    new_course = page.get_by_role("button", name="New course")
    expect(new_course.or_(page.get_by_role("button", name="Create course"))).to_be_visible()
    settle(page)
    if new_course.is_visible():
        new_course.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Create course").click()
    expect(page.get_by_text("No files yet")).to_be_visible()


def marked_share(picture: Locator) -> float:
    """The share of a picture's pixels that have the highlighter's colour."""
    expect(picture).to_have_js_property("complete", True)
    address = picture.evaluate("img => img.src")
    answer = picture.page.request.get(address)
    assert answer.status == 200, answer.text()
    pixels = np.asarray(Image.open(io.BytesIO(answer.body())).convert("RGB")).astype(int)
    near = np.abs(pixels - np.array(HIGHLIGHT)).max(axis=2) < 12
    return float(near.mean())
