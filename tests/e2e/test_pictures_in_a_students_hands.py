"""A photographed sheet and a photographed program, from the file to a hint, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, expect

from evals.pictures.photographed_sheets import take_picture
from evals.product import Product
from tests.e2e.acts import TURN, open_chat, settle
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.web.picture_text_route import LARGEST_PICTURE

SUM = "2x + 6 = 14\n2x = 20\nx = 10\nis this right?"
PROGRAM = """def count_vowels(text):
    count = 0
    for ch in text.lower():
        if ch in "aeiou":
            count = count + 1
        return count

print(count_vowels("banana"))"""
PHONE = {"width": 390, "height": 844}
DROP = """([name, bytes]) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }))
    for (const kind of ["dragover", "drop"])
        dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }))
}"""
PASTE = """(field, [name, bytes]) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }))
    field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
}"""


def photo(text: str, name: str = "sheet.jpg") -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": taken(text)}


def taken(text: str) -> bytes:
    return take_picture(text, "DejaVuSans.ttf", "photo", seed=3)


def choose(page: Page, *files: FilePayload) -> None:
    page.locator("input.files").set_input_files([*files])


def read_text(page: Page, name: str = "sheet.jpg") -> Locator:
    return page.get_by_role("textbox", name=f"What is read in {name}")


def send(page: Page) -> Locator:
    page.get_by_role("button", name="Send message").click()
    expect(page.locator(".picture")).to_have_count(0)
    settle(page)
    return page.locator(TURN).last


@pytest.mark.long
def test_pictures_are_read_corrected_and_taken_through_to_a_hint(
    product: Product, context: BrowserContext
) -> None:
    course = CourseRecords(open_database(product.settings)).create("Sheets", "algebra and programs")
    page = open_chat(context.new_page(), product, course.id)
    button = page.get_by_role("button", name="Send message")

    # What is no picture says so; what is too large is not sent to be read.
    choose(page, {"name": "notes.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.locator(".note")).to_contain_text("not a PNG, JPEG or WebP")
    expect(button).to_be_disabled()
    page.get_by_role("button", name="Remove the picture").click()
    large = {"name": "huge.jpg", "mimeType": "image/jpeg", "buffer": bytes(LARGEST_PICTURE + 1)}
    choose(page, FilePayload(**large))  # type: ignore[typeddict-item]
    expect(page.locator(".notice")).to_contain_text("larger than 12 MB")

    # A sheet with a wrong equation: read, corrected by the student, judged.
    choose(page, photo(SUM))
    expect(page.locator(".picture img")).to_have_js_property("complete", True)
    expect(read_text(page)).to_have_value(re.compile("2x = 20\nx ?= ?10"))
    read_text(page).fill(SUM)
    for _ in range(2):  # its text outlives the page, the picture does not
        page.reload()
        expect(page.get_by_role("textbox", name="Ask about")).to_have_value(SUM)
        settle(page)
    turn = send(page)
    expect(turn.get_by_test_id("asked")).to_contain_text("2x = 20")
    expect(turn).to_contain_text("Hint 1 of 4")
    expect(turn).to_contain_text("subtracted on both sides")

    # On a phone: a program is pasted, a second picture dropped and taken away again.
    page.set_viewport_size(PHONE)
    page = open_chat(page, product, course.id)
    field = page.get_by_role("textbox", name="Ask about")
    field.evaluate(PASTE, ["program.png", [*taken(PROGRAM)]])
    expect(read_text(page, "program.png")).to_have_value(re.compile("\n {8}return count"))
    page.evaluate(DROP, ["other.png", [*taken(SUM)]])
    expect(read_text(page, "other.png")).to_have_value(re.compile("2x = 20"))
    page.get_by_role("button", name="Remove the picture").last.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    field.fill("count_vowels('banana') gives 0 and should give 3, why?")
    turn = send(page)
    expect(turn.get_by_test_id("asked")).to_contain_text("for ch in text.lower():")
    expect(turn).to_contain_text("count_vowels")
    expect(turn).to_contain_text(re.compile("Hint 1|line|gives"))
