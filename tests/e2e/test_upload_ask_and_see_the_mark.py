"""From an instructor's PDF to the marked sentence on a student's page; complaint 1: uploads that
are silently ignored, and complaint 10: citations that cannot be opened."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from evals.product import INDEX_SECONDS, Product
from tests.e2e.acts import (
    answered,
    create_course,
    marked_share,
    open_chat,
    open_materials,
    quotes,
    settle,
    source_chip,
)
from tests.e2e.course_pdf import QUICK, QUICK_ANSWER
from tutor_app.web.staff.course_check_view import CHECK_TITLE


def test_a_pdf_is_uploaded_and_its_sentence_answers_marked_on_its_page(
    product: Product, context: BrowserContext, course_pdf: Path
) -> None:
    page = context.new_page()
    open_materials(page, product)
    create_course(page, "Uploaded in the browser")

    page.locator("input[type=file]").set_input_files(course_pdf)
    expect(page.get_by_text("Ready to add to")).to_be_visible()
    page.get_by_role("button", name="Add to course").click()
    expect(page.get_by_text("1 file added.")).to_be_visible()
    indexed = page.locator(".el-state-indexed")
    expect(indexed).to_have_text("Indexed", timeout=INDEX_SECONDS * 1000)
    expect(page.locator(".el-file-facts")).to_contain_text("4 pages")
    expect(page.get_by_text(CHECK_TITLE())).to_be_visible()  # by itself, when it is written

    course_id = page.url.partition("course=")[2]
    open_chat(page, product, course_id)
    turn = answered(page, QUICK)
    expect(quotes(turn).first).to_be_visible()
    assert QUICK_ANSWER in str(quotes(turn).first.get_attribute("alt"))
    assert 0.02 < marked_share(quotes(turn).first) < 0.9

    turn.locator("details:not(.el-look)").first.click()
    expect(turn.locator("mark").first).to_contain_text(QUICK_ANSWER)

    source_chip(turn).first.click()
    dialog = page.get_by_role("dialog")
    whole_page = dialog.get_by_test_id("page-picture")
    expect(whole_page).to_be_visible()
    expect(dialog).to_contain_text("Page 1 of 4")
    settle(page)
    assert 0.002 < marked_share(whole_page) < 0.2
    expect(dialog.locator(".el-place")).to_be_in_viewport()  # the page is opened there

    dialog.get_by_role("button", name="Next page").click()
    expect(dialog).to_contain_text("Page 2 of 4")
    settle(page)
    assert marked_share(whole_page) == 0.0
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_wrong_staff_code_opens_nothing(product: Product, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{product.url}/materials")
    page.get_by_label("Staff code").fill("not-the-code")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("That is not the staff code.")).to_be_visible()
    expect(page.get_by_text("Add files")).to_be_hidden()
