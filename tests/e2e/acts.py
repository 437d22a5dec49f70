"""What a person does on the pages, in a few verbs."""

from __future__ import annotations

import io
import re

import numpy as np
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.e2e.product import Product
from tutor_app.page_pictures import HIGHLIGHT


def ask(page: Page, question: str) -> Locator:
    """Type the question, press Enter, return its turn."""
    box = page.get_by_role("textbox", name="Ask about")
    box.fill(question)
    box.press("Enter")
    turn = page.locator('[class*="st-key-turn-"]').filter(has_text=question.strip()).last
    expect(turn).to_be_visible()
    return turn


def quotes(turn: Locator) -> Locator:
    return turn.locator("figure.el-crop img")


def stop_button(turn: Locator) -> Locator:
    return turn.get_by_role("button", name="Stop")


def source_chip(turn: Locator) -> Locator:
    return turn.get_by_role("button", name=re.compile("p\\. \\d"))


def open_materials(page: Page, product: Product) -> None:
    page.goto(f"{product.url}/materials")
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()


def marked_share(picture: Locator) -> float:
    """The share of a picture's pixels that have the highlighter's colour."""
    expect(picture).to_have_js_property("complete", True)
    address = picture.evaluate("img => img.src")
    answer = picture.page.request.get(address)
    assert answer.status == 200, answer.text()
    pixels = np.asarray(Image.open(io.BytesIO(answer.body())).convert("RGB")).astype(int)
    near = np.abs(pixels - np.array(HIGHLIGHT)).max(axis=2) < 12
    return float(near.mean())
