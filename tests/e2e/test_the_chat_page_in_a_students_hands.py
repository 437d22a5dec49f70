"""What was typed is shown as typed; phone, keyboard, screen reader; who sees which conversation."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Page, expect

from evals.product import Product
from tests.e2e.acts import (
    TURN,
    answered,
    ask,
    open_chat,
    open_materials,
    quotes,
    settle,
    source_chip,
)
from tests.e2e.course_pdf import QUICK, QUICK_ANSWER
from tutor_app.storage.records import CourseRow

PHONE = {"width": 390, "height": 844}
TYPED = "    if x < 3:\n        *y* = _z_ # not a heading\n<b>$5</b> & `code`"


def test_a_message_is_shown_as_typed(chat: Page) -> None:
    chat.get_by_role("textbox", name="Ask about").fill(TYPED)
    chat.keyboard.press("Enter")
    asked = chat.get_by_test_id("asked")
    expect(asked).to_be_visible()

    # The page draws it anew while the answer comes: what was found once may be gone.
    expect(asked).to_have_js_property("textContent", TYPED)
    expect(asked).to_have_css("white-space", "pre-wrap")
    expect(asked.locator("*")).to_have_count(0)


def test_a_paste_of_30000_characters_gets_a_clear_answer_and_is_not_lost(chat: Page) -> None:
    text = "flash " * 5000
    chat.get_by_role("textbox", name="Ask about").fill(text)
    chat.keyboard.press("Enter")

    expect(chat.get_by_text("20,000")).to_be_visible()
    given_back = chat.get_by_role("textbox", name="Ask about")
    expect(given_back).to_have_value(text)
    given_back.fill(QUICK)
    chat.get_by_role("button", name="Send message").click()
    expect(quotes(chat.locator(TURN)).first).to_be_visible()
    expect(given_back).to_have_value("")
    expect(chat.get_by_text("20,000")).to_be_hidden()


def test_a_phone_reads_quotes_as_text_and_scrolls_only_downwards(
    browser: Browser, product: Product, course: CourseRow
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = open_chat(context.new_page(), product, course.id)
    turn = answered(page, QUICK + " " + "x" * 120)
    words = turn.locator(".el-words mark").first
    expect(words).to_be_visible()
    assert words.evaluate("mark => parseFloat(getComputedStyle(mark).fontSize)") >= 16
    expect(quotes(turn).first).to_be_hidden()
    turn.get_by_text("As it stands on the page").first.tap()
    expect(quotes(turn).first).to_be_visible()
    assert_no_sideways_scroll(page)

    source_chip(turn).first.click()
    expect(page.get_by_test_id("page-picture")).to_be_visible()
    settle(page)
    assert_no_sideways_scroll(page)
    open_materials(page, product)
    expect(page.get_by_text("In this course")).to_be_visible()
    settle(page)
    assert_no_sideways_scroll(page)
    context.close()


def assert_no_sideways_scroll(page: Page) -> None:
    widths = page.evaluate(
        "() => ['html', '.stApp', '.stMain'].map(s => document.querySelector(s))"
        ".map(e => [e.scrollWidth, e.clientWidth])"
    )
    assert all(content <= window for content, window in widths), widths


def test_the_keyboard_is_enough(chat: Page) -> None:
    turn = answered(chat, QUICK)
    expect(quotes(turn).first).to_be_visible()
    source_chip(turn).first.press("Enter")
    expect(chat.get_by_role("dialog")).to_contain_text("Page 1 of 4")
    chat.keyboard.press("Escape")
    expect(chat.get_by_role("dialog")).to_be_hidden()

    settle(chat)
    turn.locator("summary").first.press("Enter")
    expect(turn.locator("mark").first).to_contain_text(QUICK_ANSWER)


def test_a_screen_reader_is_told_when_the_answer_is_there(chat: Page) -> None:
    region = chat.get_by_test_id("announcer")
    expect(region).to_have_attribute("aria-live", "polite")
    region.evaluate("e => { window.region = e }")
    expect(quotes(ask(chat, QUICK)).first).to_be_visible()

    expect(region).to_have_text(re.compile("The answer is complete"))
    assert region.evaluate("e => e === window.region")


def test_the_learners_token_is_in_a_cookie_that_scripts_cannot_read(
    chat: Page, context: BrowserContext
) -> None:
    ask(chat, QUICK)
    chat.wait_for_url("**/?c=*")
    cookie = next(c for c in context.cookies() if c.get("name") == "elenchus_learner")

    assert cookie.get("httpOnly") is True
    assert cookie.get("sameSite") == "Lax"
    assert re.fullmatch("[0-9a-f]{32}", cookie.get("value", ""))
    assert cookie.get("value", "") not in chat.url
    assert "elenchus_learner" not in chat.evaluate("() => document.cookie")


def test_a_conversation_is_not_shown_to_another_browser(chat: Page, browser: Browser) -> None:
    ask(chat, QUICK)
    chat.wait_for_url("**/?c=*")
    other = browser.new_context()
    page = other.new_page()
    page.goto(chat.url)

    expect(page.get_by_text("belongs to another browser")).to_be_visible()
    expect(page.get_by_test_id("asked")).to_have_count(0)
    other.close()


def test_127_0_0_1_leads_to_localhost_where_the_cookie_is(
    context: BrowserContext, product: Product, course: CourseRow
) -> None:
    page = context.new_page()
    page.goto(product.url.replace("localhost", "127.0.0.1") + f"/?course={course.id}")
    assert page.url == f"{product.url}/?course={course.id}"


def test_a_conversation_is_renamed_exported_and_deleted(chat: Page) -> None:
    expect(quotes(answered(chat, QUICK)).first).to_be_visible()
    menu = chat.get_by_role("button", name="Options of this conversation")

    menu.click()
    with chat.expect_download() as download:
        chat.get_by_role("button", name="Export to Markdown").click()
    exported = download.value.path().read_text(encoding="utf-8")
    assert QUICK in exported
    assert QUICK_ANSWER in exported
    assert "lighthouses.pdf" in exported

    settle(chat)
    chat.get_by_role("button", name="Rename").click()
    expect(chat.get_by_role("button", name="Export to Markdown")).to_be_hidden()
    chat.get_by_label("Title").fill("Wicks")
    chat.get_by_role("button", name="Save").click()
    expect(chat.locator(".el-current")).to_have_text("Wicks")

    settle(chat)
    menu.click()
    settle(chat)
    chat.get_by_role("button", name="Delete").click()
    expect(chat.get_by_role("button", name="Export to Markdown")).to_be_hidden()
    chat.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(chat.get_by_test_id("asked")).to_have_count(0)
    expect(chat.get_by_text("Wicks")).to_have_count(0)
