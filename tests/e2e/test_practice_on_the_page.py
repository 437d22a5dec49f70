"""A gap is filled on the page, checked at once, and what came of it is there after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from evals.product import Product
from tests.e2e.acts import answered, open_chat, settle, source_chip
from tests.e2e.screenshots import demo_pdfs
from tutor_app.domain.values import Cloze
from tutor_app.storage.records import CourseRow, RecallRecords, open_database
from tutor_app.web.chat.practice_card import AGAIN

QUESTION = "why does A* never reopen a node with a consistent heuristic?"


@pytest.fixture(scope="module")
def demo(product: Product, tmp_path_factory: pytest.TempPathFactory) -> CourseRow:
    files = demo_pdfs(tmp_path_factory.mktemp("demo") / "pdf")
    return product.course("Search", *[file for file in files if "lecture-2" in file.name])


def test_a_gap_is_tried_twice_over_a_reload_and_kept(
    product: Product, context: BrowserContext, demo: CourseRow
) -> None:
    page = open_chat(context.new_page(), product, demo.id)
    turn = answered(page, QUESTION)
    card = opened(turn)
    page.wait_for_url("**/?c=*")
    cloze = given(page, product)
    expect(card).to_contain_text(cloze.after.strip()[:30])

    fill(card, "something else")
    expect_said(card, AGAIN())
    page.reload()
    card = page.locator('[class*="st-key-cloze-"]')
    expect_said(card, AGAIN())

    swapped = cloze.answer[:-3] + cloze.answer[-2] + cloze.answer[-3] + cloze.answer[-1]
    fill(card, swapped.upper())
    expect_said(card, f"Right: “{cloze.answer}”.")
    expect(card.locator("mark")).to_have_text(cloze.answer)
    page.reload()
    expect_said(card, f"Right: “{cloze.answer}”.")

    settle(page)
    source_chip(card).click()
    expect(page.get_by_role("dialog")).to_contain_text(f"Page {cloze.page} of")
    kept = recalled(product, demo, cloze)
    assert (kept.tries, kept.outcome) == (2, "right")


def opened(turn: Locator) -> Locator:
    card = turn.locator('[class*="st-key-cloze-"]')
    button = turn.get_by_role("button", name="Practise this")
    expect(card.or_(button)).to_be_visible()
    if button.is_visible():
        button.click()
    expect(card).to_be_visible()
    return card


def expect_said(card: Locator, words: str) -> None:
    """While Streamlit redraws, the old verdict may stand beside the new one for a moment."""
    expect(card.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(card.get_by_role("status")).to_have_count(1)


def fill(card: Locator, word: str) -> None:
    settle(card.page)
    card.get_by_label("The missing word").fill(word)
    card.get_by_role("button", name="Check").click()


def given(page: Page, product: Product) -> Cloze:
    found = re.search(r"[?&]c=([0-9a-f]+)", page.url)
    assert found
    (turn,) = product.conversations().turns(found[1])
    (cloze,) = (event for event in turn.events if isinstance(event, Cloze))
    return cloze


def recalled(product: Product, course: CourseRow, cloze: Cloze):  # type: ignore[no-untyped-def]
    engine = open_database(product.settings)
    with engine.connect() as connection:
        learners = connection.exec_driver_sql("SELECT id FROM learners").scalars().all()
    rows = [
        RecallRecords(engine).list_items(learner, course.id).get(cloze.id) for learner in learners
    ]
    return next(row for row in rows if row is not None)
