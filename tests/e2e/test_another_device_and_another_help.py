"""A second browser becomes the same learner by a code; a message is taken otherwise by a click."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from evals.product import Product
from tests.e2e.acts import TURN, answered, quotes
from tests.e2e.course_pdf import QUICK


def test_a_code_brings_the_conversation_to_a_phone(
    chat: Page, browser: Browser, product: Product
) -> None:
    expect(quotes(answered(chat, QUICK)).first).to_be_visible()
    chat.wait_for_url("**/?c=*")
    chat.get_by_role("button", name="Another device").click()
    chat.get_by_role("button", name="Make a code").click()
    code = chat.get_by_test_id("device-code").inner_text()

    phone = browser.new_context(viewport={"width": 390, "height": 844})
    page = phone.new_page()
    page.goto(chat.url)
    expect(page.get_by_text("belongs to another browser")).to_be_visible()

    page.goto(f"{product.url}/device")
    page.get_by_label("Code").fill(code.lower())
    page.keyboard.press("Enter")
    page.wait_for_url(f"{product.url}/")
    page.goto(chat.url)
    expect(page.locator(TURN)).to_contain_text(QUICK)

    page.goto(f"{product.url}/device")
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Go on here").click()
    expect(page.get_by_role("alert")).to_contain_text("It works once")
    phone.close()


def test_a_message_is_taken_otherwise_by_one_click(chat: Page) -> None:
    expect(quotes(answered(chat, QUICK)).first).to_be_visible()
    expect(chat.get_by_text("Taken as:")).to_be_visible()
    chat.get_by_role("button", name="explain", exact=True).click()

    expect(chat.locator(TURN)).to_have_count(2)
    expect(chat.get_by_text(re.compile("Taken as: explain"))).to_be_visible()
    expect(chat.get_by_text("(your choice)")).to_be_visible()


def test_a_thumb_down_by_keyboard_and_its_reason(chat: Page) -> None:
    expect(quotes(answered(chat, QUICK)).first).to_be_visible()
    chat.get_by_role("button", name="Bad answer").focus()
    chat.keyboard.press("Enter")
    chat.get_by_label("What was wrong with it?").fill("Too long")
    chat.keyboard.press("Enter")

    expect(chat.get_by_text("without your name")).to_be_visible()
    chat.reload()
    expect(chat.get_by_role("button", name="Bad answer (your choice)")).to_be_visible()
