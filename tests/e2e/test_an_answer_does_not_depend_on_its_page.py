"""Reload, close, come back, stop, ask again, kill: complaint 12 (chat lost on refresh or dropped
socket) and complaint 13 (one user's work freezes others)."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.acts import ask, quotes, source_chip, stop_button
from tests.e2e.conftest import QUESTION
from tests.e2e.course_pdf import ANSWERABLE, QUICK, QUICK_ANSWER
from tests.e2e.product import Product
from tutor_app.records import CourseRow


def turns(page: Page) -> list[str]:
    return page.get_by_test_id("asked").all_inner_texts()


def test_the_first_quote_comes_long_before_the_tutors_question(chat: Page) -> None:
    started = time.monotonic()
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    seconds = time.monotonic() - started

    expect(stop_button(turn)).to_be_visible()
    assert seconds < 4
    expect(turn).to_contain_text(QUESTION)
    expect(stop_button(turn)).to_be_hidden()


def test_reload_in_mid_answer_loses_nothing(chat: Page) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    expect(stop_button(turn)).to_be_visible()
    shown = quotes(turn).count()

    chat.reload()
    expect(quotes(turn)).to_have_count(shown)
    expect(turn).to_contain_text(QUESTION)
    assert turns(chat) == [ANSWERABLE]


def test_the_answer_is_complete_when_the_student_comes_back(
    chat: Page, context: BrowserContext, product: Product
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(stop_button(turn)).to_be_visible()
    chat.wait_for_url("**/?c=*")
    address = chat.url
    chat.close()

    time.sleep(6)
    page = context.new_page()
    page.goto(address)
    expect(page.locator('[class*="st-key-turn-"]')).to_contain_text(QUESTION, timeout=3_000)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_stop_keeps_what_was_said(chat: Page) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    stop_button(turn).click()

    expect(turn).to_contain_text("Stopped")
    expect(quotes(turn).first).to_be_visible()
    expect(turn).not_to_contain_text(QUESTION)
    chat.reload()
    expect(turn).to_contain_text("Stopped")


def test_a_second_question_waits_behind_the_first_visibly(chat: Page) -> None:
    first = ask(chat, ANSWERABLE)
    expect(stop_button(first)).to_be_visible()
    second = ask(chat, QUICK)

    expect(second).to_contain_text("Waiting behind the answer above")
    expect(first).to_contain_text(QUESTION)
    expect(quotes(second).first).to_be_visible()
    assert QUICK_ANSWER in str(quotes(second).first.get_attribute("alt"))
    assert turns(chat) == [ANSWERABLE, QUICK]


def test_a_source_stays_open_while_the_answer_goes_on_and_ends(chat: Page) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    source_chip(turn).first.click()
    dialog = chat.get_by_role("dialog")
    expect(dialog.get_by_test_id("page-picture")).to_be_visible()

    expect(turn).to_contain_text(QUESTION)
    expect(dialog.get_by_test_id("page-picture")).to_be_visible()
    dialog.get_by_role("button", name="Next page").click()
    expect(dialog).to_contain_text(re.compile(r"Page 3 of 4"))
    chat.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_another_student_is_answered_meanwhile(
    chat: Page, browser: Browser, product: Product, course: CourseRow
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(stop_button(turn)).to_be_visible()

    other = browser.new_context()
    page = other.new_page()
    page.goto(f"{product.url}/?course={course.id}")
    started = time.monotonic()
    expect(quotes(ask(page, QUICK)).first).to_be_visible()
    assert time.monotonic() - started < 4
    other.close()


def test_the_page_comes_back_by_itself_when_its_server_is_killed(
    chat: Page, product: Product
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    product.kill("tutor_app.web")

    expect(turn).to_contain_text(QUESTION, timeout=40_000)
    assert turns(chat) == [ANSWERABLE]
    expect(quotes(ask(chat, QUICK)).first).to_be_visible()


def test_an_answer_begins_again_when_its_worker_is_killed(chat: Page, product: Product) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    product.kill("tutor_app.embedded.worker_process")

    expect(turn).to_contain_text("begins again", timeout=60_000)
    expect(turn).to_contain_text(QUESTION, timeout=60_000)
    expect(quotes(turn).first).to_be_visible()
    assert turns(chat) == [ANSWERABLE]


def test_finished_answers_stay_readable_while_redis_is_away(chat: Page, product: Product) -> None:
    turn = ask(chat, QUICK)
    expect(quotes(turn).first).to_be_visible()
    expect(stop_button(turn)).to_be_hidden()
    product.kill("redis-server")

    chat.reload()
    expect(quotes(turn).first).to_be_visible()
    expect(quotes(ask(chat, ANSWERABLE)).first).to_be_visible(timeout=40_000)
