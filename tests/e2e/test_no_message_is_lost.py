"""What was typed is stored once: Enter twice, a connection that breaks, a page loaded anew."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, Route, expect

from evals.product import INDEX_SECONDS, Product
from ingest.upload_store import store_upload
from tests.e2e.acts import TURN, ask, open_chat, quotes, settle, stop_button
from tests.e2e.course_pdf import QUICK
from tutor_app.runtime.course_files import PendingFile, add_files
from tutor_app.storage.live import open_queue
from tutor_app.storage.records import CourseRecords, CourseRow, open_database

SECOND, THIRD = "Who writes the log?", "How is the lens cleaned?"


def send(page: Page, text: str) -> None:
    """Press Enter, and wait for nothing."""
    box = page.get_by_role("textbox", name="Ask about")
    box.fill(text)
    box.press("Enter")


def stored(page: Page, product: Product) -> list[str]:
    page.wait_for_url("**/?c=*")
    conversation = page.url.partition("c=")[2]
    return [turn.question for turn in product.conversations().turns(conversation)]


def expect_turns(page: Page, *questions: str) -> None:
    expect(page.get_by_test_id("asked")).to_have_text(list(questions))


def test_messages_sent_before_the_page_has_run_are_all_there_in_order(
    chat: Page, product: Product
) -> None:
    for text in (QUICK, SECOND, THIRD):
        send(chat, text)
    expect_turns(chat, QUICK, SECOND, THIRD)
    assert stored(chat, product) == [QUICK, SECOND, THIRD]


def test_enter_twice_sends_once(chat: Page, product: Product) -> None:
    box = chat.get_by_role("textbox", name="Ask about")
    box.fill(QUICK)
    box.press("Enter")
    box.press("Enter")
    settle(chat)
    expect_turns(chat, QUICK)
    assert stored(chat, product) == [QUICK]


def test_shift_and_enter_begin_a_new_line(chat: Page) -> None:
    box = chat.get_by_role("textbox", name="Ask about")
    box.fill("one")
    box.press("Shift+Enter")
    box.press_sequentially("two")
    expect(box).to_have_value("one\ntwo")
    expect(chat.get_by_test_id("asked")).to_have_count(0)


def test_a_message_whose_answer_was_lost_on_the_way_is_stored_once(
    chat: Page, product: Product
) -> None:
    tried: list[str] = []

    def lose_the_answer(route: Route) -> None:
        tried.append(str(route.request.post_data))
        if len(tried) > 2:
            route.continue_()
            return
        route.fetch()  # it arrives, and is stored
        route.abort()

    chat.route("**/send?*", lose_the_answer)
    send(chat, QUICK)
    expect_turns(chat, QUICK)
    assert len(tried) == 3
    assert len(set(tried)) == 1
    assert stored(chat, product) == [QUICK]


def test_a_message_is_not_shown_as_sent_before_it_is_and_outlives_a_reload(
    chat: Page, product: Product
) -> None:
    chat.route("**/send?*", lambda route: route.abort())
    send(chat, QUICK)
    waiting = chat.get_by_role("list", name="Messages on their way")
    expect(waiting).to_contain_text("kept here")
    expect(chat.get_by_test_id("asked")).to_have_count(0)

    chat.reload()
    expect(waiting).to_contain_text(QUICK)
    chat.unroute("**/send?*")
    expect_turns(chat, QUICK)
    expect(waiting).not_to_contain_text(QUICK)
    assert stored(chat, product) == [QUICK]


def test_while_the_server_is_away_students_read_plain_words_and_lose_nothing(
    chat: Page, product: Product
) -> None:
    expect(quotes(ask(chat, QUICK)).first).to_be_visible()
    settle(chat)
    product.kill("tutor_app.web")
    expect(chat.get_by_text("starting again").first).to_be_visible()
    send(chat, SECOND)

    expect_turns(chat, QUICK, SECOND)
    expect(chat.get_by_text("starting again")).to_be_hidden()
    expect(chat.get_by_role("dialog")).to_have_count(0)
    assert stored(chat, product) == [QUICK, SECOND]


def test_an_open_page_runs_nothing_while_nothing_is_said(chat: Page, thinking: object) -> None:
    turn = ask(chat, "Why does a Fresnel lens send the light of the lamp out to sea?")
    expect(stop_button(turn)).to_be_visible()
    chat.wait_for_timeout(1500)  # milliseconds: the first quotes are drawn
    chat.evaluate(
        "() => { window.runs = 0; new MutationObserver(() => window.runs++).observe("
        "document.querySelector('.stApp'), {attributeFilter: ['data-test-script-state']}) }"
    )
    chat.wait_for_timeout(4000)
    assert chat.evaluate("() => window.runs") == 0


def test_a_waiting_students_page_goes_on_when_the_course_is_ready(
    context: BrowserContext, product: Product, course_pdf: object
) -> None:
    courses = CourseRecords(open_database(product.settings))
    course: CourseRow = courses.create("Waited for", "the teaching assistants")
    page = open_chat(context.new_page(), product, course.id)
    expect(page.get_by_text("not indexed yet")).to_be_visible()

    sha256, size = store_upload(product.settings, course_pdf)  # type: ignore[arg-type]
    pending = PendingFile(name="lighthouses.pdf", sha256=sha256, size=size, kind="textbook")
    add_files([pending], course.id, courses, open_queue(product.settings))
    expect(page.get_by_text(re.compile("marked on the page"))).to_be_visible(
        timeout=INDEX_SECONDS * 1000
    )
    expect(quotes(ask(page, QUICK)).first).to_be_visible()
    expect(page.locator(TURN)).to_have_count(1)
