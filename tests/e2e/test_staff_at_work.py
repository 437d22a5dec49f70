"""What staff do for a course in a real browser: clear an inbox, and hold a class with a clicker."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from evals.product import Product
from tests.e2e.acts import TURN, settle
from tutor_app.domain.values import Sentence, TurnRecord
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    FeedbackRecords,
    InboxRecords,
    open_database,
)

ASKED = 30
GRAPH = "Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5, C-D 8"
ARRAY = "quicksort [3, 1, 2], Lomuto partition, the last element is the pivot"


def open_staff_page(page: Page, product: Product, address: str) -> None:
    page.goto(f"{product.url}/{address}")
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_label("Staff code")).to_be_hidden()
    settle(page)


def fill_inbox(product: Product) -> str:
    """Let students ask in a course: 15 messages without an answer, 15 with a thumb down."""
    engine = open_database(product.settings)
    records, feedback = ConversationRecords(engine), FeedbackRecords(engine)
    course = CourseRecords(engine).create("A full inbox", "the forum").id
    for number in range(ASKED):
        learner = records.learner(f"inbox {number % 7}")
        turn = records.add_turn(records.create(learner, course).id, f"Question {number:02}?")
        records.begin(turn.id)
        declined = number % 2 == 0
        record = TurnRecord(intent="direct", found=None, declined=declined)
        records.finish(turn.id, "done", (Sentence(text="…", role="explanation"),), record)
        if not declined:
            feedback.give(turn.id, learner, good=False, reason="no answer to this")
    return course


def test_an_inbox_of_thirty_is_cleared(product: Product, context: BrowserContext) -> None:
    course = fill_inbox(product)
    page = context.new_page()
    open_staff_page(page, product, f"inbox?course={course}")
    rows = page.locator('.st-key-inbox-list [class*="st-key-open-"]')
    expect(page.get_by_role("radio", name=f"To do: {ASKED}")).to_be_visible()
    expect(rows).to_have_count(25)

    # Two by reading them where they stand; the first is followed by the next.
    rows.first.get_by_role("button").click()
    for number in (29, 28):
        expect(page.locator(TURN).last).to_contain_text(f"Question {number}?")
        settle(page)
        page.get_by_role("button", name="Told the students").click()
    expect(page.locator(TURN).last).to_contain_text("Question 27?")
    settle(page)
    page.get_by_role("button", name="Back to the inbox").click()

    # The others by their reason, a page of the list at once.
    page.locator(".st-key-inbox-kind").get_by_role("combobox").first.click()
    page.get_by_role("option", name=re.compile("Thumb down")).click()
    expect(rows).to_have_count(14)
    page.locator('.st-key-inbox-list [class*="st-key-pick-"] label').first.click()
    expect(page.get_by_text("1 message chosen")).to_be_visible()
    settle(page)
    page.get_by_role("button", name="Tutor's fault").click()
    expect(rows).to_have_count(13)  # the reason stays chosen, with its new count
    for outcome, count in (("Tutor's fault", 13), ("Material mended", 14)):
        settle(page)
        page.get_by_text(f"All {count} messages listed").click()
        expect(page.get_by_text(f"{count} messages chosen")).to_be_visible()
        settle(page)
        page.get_by_role("button", name=outcome).click()
        expect(page.get_by_text(f"{count} messages chosen")).to_be_hidden()
    expect(page.get_by_text("Nothing is waiting for you here.")).to_be_visible()

    outcomes = [
        row.outcome for row in InboxRecords(open_database(product.settings)).list_rows(course)
    ]
    counts = {outcome: outcomes.count(outcome) for outcome in ("told", "fault", "material")}
    assert counts == {"told": 2, "fault": 14, "material": 14}


@pytest.mark.long
def test_a_class_is_held_with_a_clicker(product: Product, context: BrowserContext) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    CourseRecords(open_database(product.settings)).create("Students go first", "the forum")
    open_staff_page(page, product, "trace-lab")
    for problem, name in ((GRAPH, "Week 3"), (ARRAY, "")):
        save_in_set(page, problem, name)
    page.get_by_role("button", name="Week 3 (2)").click()
    expect(page.get_by_text("Problem 1 of 2")).to_be_visible()
    settle(page)
    page.get_by_text("Large, for projecting").click()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    here = page.locator('tr[aria-current="step"]')
    expect(here).to_have_attribute("data-step", "0")
    for key, step in (("PageDown", 1), ("ArrowRight", 2), ("Space", 3), ("PageUp", 2)):
        press(page, key)
        expect(here).to_have_attribute("data-step", str(step))
        expect(page.locator("tr[data-step]")).to_have_count(step + 1)  # none of the later rows

    settle(page)
    page.get_by_text("Foretell the next step").click()
    guess = page.get_by_label("Your guess")
    expect(guess).to_be_in_viewport(ratio=1)
    settle(page)
    guess.fill("A")
    guess.press("Enter")
    expect(page.locator("tr[data-step]")).to_have_count(2)
    for rows in (3, 4, 5):  # the keys of a clicker count though the box has the focus
        press(page, "PageDown")
        expect(page.locator("tr[data-step]")).to_have_count(rows)
        expect(guess.or_(page.get_by_text("That was the last step."))).to_be_in_viewport()
    press(page, "PageDown")
    expect(page.get_by_text("Problem 2 of 2")).to_be_visible()

    press(page, "Escape")
    expect(page.get_by_role("heading", name="Week 3")).to_be_visible()
    settle(page)
    page.get_by_text("Link, QR code and problems of this set").click()
    expect(page.locator("img.el-qr")).to_be_visible()
    link = page.locator('[class*="st-key-link-set-"] .stCode code').inner_text()
    student = open_as_student(context, link)
    expect(student.get_by_text("Problem 1 of 2")).to_be_visible()
    expect(student.locator("tr[data-step]")).to_have_count(1)
    expect(student.get_by_text("All rows")).to_be_hidden()


def save_in_set(page: Page, problem: str, name: str) -> None:
    """Run the problem and keep it; with a name in a new set, else in the one chosen last."""
    box = page.get_by_role("textbox", name="The problem")
    if not name:  # folded away while the first one runs
        page.get_by_text("The problem", exact=True).first.click()
    box.fill(problem)
    page.get_by_role("button", name="Run it").click()
    expect(page.locator("tr[data-step]")).to_have_count(1)
    settle(page)
    if name:
        page.get_by_text("Sets of problems for a class").click()
        page.get_by_label("Name of the set").fill(name)
        page.get_by_label("Name of the set").press("Tab")
        settle(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    settle(page)


def press(page: Page, key: str) -> None:
    settle(page)
    page.keyboard.press(key)


def open_as_student(context: BrowserContext, link: str) -> Page:
    assert context.browser is not None
    page = context.browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(link)
    settle(page)
    return page
