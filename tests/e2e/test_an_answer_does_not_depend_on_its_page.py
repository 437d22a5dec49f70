"""Reload, close, come back, stop, ask again, kill: complaint 12 (chat lost on refresh or dropped
socket) and complaint 13 (one user's work freezes others)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from evals.product import Product
from tests.e2e.acts import TURN, answered, ask, open_chat, quotes, settle, source_chip, stop_button
from tests.e2e.conftest import QUESTION
from tests.e2e.course_pdf import ANSWERABLE, QUICK, QUICK_ANSWER
from tutor_app.storage.records import CourseRow

Release = Callable[[], None]


def expect_turns(page: Page, *questions: str) -> None:
    expect(page.get_by_test_id("asked")).to_have_text(list(questions))


def test_the_first_quote_does_not_wait_for_the_tutors_question(
    chat: Page, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    expect(stop_button(turn)).to_be_visible()
    expect(turn).not_to_contain_text(QUESTION)

    thinking()
    expect(turn).to_contain_text(QUESTION)
    expect(stop_button(turn)).to_be_hidden()


def test_reload_in_mid_answer_loses_nothing(chat: Page, thinking: Release) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    expect(stop_button(turn)).to_be_visible()
    said = str(quotes(turn).first.get_attribute("alt"))

    chat.reload()
    expect(quotes(turn).first).to_have_attribute("alt", said)
    expect(stop_button(turn)).to_be_visible()
    thinking()
    expect(turn).to_contain_text(QUESTION)
    expect_turns(chat, ANSWERABLE)


def test_the_answer_is_complete_when_the_student_comes_back(
    chat: Page, context: BrowserContext, product: Product, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(stop_button(turn)).to_be_visible()
    chat.wait_for_url("**/?c=*")
    address = chat.url
    chat.close()

    thinking()
    product.wait_until_answered(address.partition("c=")[2])
    page = context.new_page()
    page.goto(address)
    expect(page.locator(TURN)).to_contain_text(QUESTION)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_stop_keeps_what_was_said(chat: Page, thinking: Release) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    stop_button(turn).click()

    expect(turn).to_contain_text("Stopped")
    thinking()
    settle(chat)
    expect(quotes(turn).first).to_be_visible()
    expect(turn).not_to_contain_text(QUESTION)
    chat.reload()
    expect(turn).to_contain_text("Stopped")


def test_a_second_question_waits_behind_the_first_visibly(chat: Page, thinking: Release) -> None:
    first = ask(chat, ANSWERABLE)
    expect(stop_button(first)).to_be_visible()
    second = ask(chat, QUICK)

    expect(second).to_contain_text("Waiting behind the answer above")
    thinking()
    expect(first).to_contain_text(QUESTION)
    expect(quotes(second).first).to_have_attribute("alt", re.compile(re.escape(QUICK_ANSWER)))
    expect_turns(chat, ANSWERABLE, QUICK)


def test_a_source_stays_open_while_the_answer_goes_on_and_ends(
    chat: Page, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    source_chip(turn).first.click()
    dialog = chat.get_by_role("dialog")
    expect(dialog.get_by_test_id("page-picture")).to_be_visible()

    thinking()
    expect(turn).to_contain_text(QUESTION)
    settle(chat)
    expect(dialog.get_by_test_id("page-picture")).to_be_visible()
    dialog.get_by_role("button", name="Next page").click()
    expect(dialog).to_contain_text(re.compile(r"Page 3 of 4"))
    chat.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_another_student_is_answered_meanwhile(
    chat: Page, browser: Browser, product: Product, course: CourseRow, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(stop_button(turn)).to_be_visible()

    other = browser.new_context()
    page = open_chat(other.new_page(), product, course.id)
    expect(quotes(ask(page, QUICK)).first).to_be_visible()
    expect(stop_button(turn)).to_be_visible()
    expect(turn).not_to_contain_text(QUESTION)
    other.close()


def test_the_page_comes_back_by_itself_when_its_server_is_killed(
    chat: Page, product: Product, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    product.kill("tutor_app.web.server")
    thinking()

    expect(turn).to_contain_text(QUESTION, timeout=40_000)
    expect_turns(chat, ANSWERABLE)
    settle(chat)
    expect(quotes(ask(chat, QUICK)).first).to_be_visible()


@pytest.mark.long
def test_an_answer_begins_again_when_its_worker_is_killed(
    chat: Page, product: Product, thinking: Release
) -> None:
    turn = ask(chat, ANSWERABLE)
    expect(quotes(turn).first).to_be_visible()
    product.kill("worker_process --queue turns")  # both, where memory allows two

    expect(turn).to_contain_text("begins again", timeout=60_000)
    thinking()
    expect(turn).to_contain_text(QUESTION, timeout=60_000)
    expect(quotes(turn).first).to_be_visible()
    expect_turns(chat, ANSWERABLE)


def test_finished_answers_stay_readable_while_redis_is_away(chat: Page, product: Product) -> None:
    turn = answered(chat, QUICK)
    product.kill("redis-server")

    chat.reload()
    expect(quotes(turn).first).to_be_visible()
    expect(quotes(ask(chat, ANSWERABLE)).first).to_be_visible(timeout=40_000)
