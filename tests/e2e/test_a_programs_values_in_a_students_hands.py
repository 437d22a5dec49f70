"""The values of a student's own program, asked for and stepped through in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, expect

from evals.product import Product
from tests.doubles.debugging import ASK
from tests.e2e.acts import answered, open_chat, settle
from tutor_app.programs.variable_tables.show_run import SHOW_VALUES
from tutor_app.storage.records import CourseRecords, open_database

CURRENT = 'tr[aria-current="step"]'


@pytest.mark.long
def test_the_values_of_a_failing_call_are_stepped_through(
    product: Product, context: BrowserContext
) -> None:
    course = CourseRecords(open_database(product.settings)).create("Programs", "the forum")
    page = open_chat(context.new_page(), product, course.id)
    turn = answered(page, ASK)
    turn.get_by_role("button", name=SHOW_VALUES).click()
    shown = page.locator('[class*="st-key-turn-"]').last
    expect(shown.locator(".el-table")).to_be_visible()
    settle(page)

    expect(shown.locator(CURRENT)).to_have_attribute("data-step", "1")
    shown.get_by_role("button", name="Next").click()
    expect(shown.locator(CURRENT)).to_have_attribute("data-step", "2")
    expect(shown.locator(f"{CURRENT} .el-new")).to_have_text("1")
    expect(shown.locator(".el-reason")).to_contain_text("result is 1 now")
    settle(page)
    shown.get_by_role("slider").press("End")
    expect(shown.locator(CURRENT)).to_contain_text("gives 7")
    settle(page)
    shown.get_by_role("button", name="Back").click()
    expect(shown.locator(CURRENT)).not_to_contain_text("gives 7")
