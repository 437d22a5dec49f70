"""A student's level outlives the reload, every process, Redis, and the way to another device."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from evals.product import Product, running_product
from tests.doubles.trace_tutor import WRONG
from tests.e2e.acts import TURN, answered, open_chat, settle
from tests.e2e.conftest import Model
from tutor_app.domain.teaching import CourseSettings
from tutor_app.storage.records import CourseRecords, CourseRow, CourseSettingsRecords, open_database
from tutor_app.understanding.dialogue_acts import NEXT_HINT


@pytest.fixture
def home() -> Iterator[Path]:
    # A unix socket's path may have at most 107 characters, which pytest's tmp_path can exceed.
    folder = Path(tempfile.mkdtemp(prefix="el-", dir="/tmp"))
    yield folder / "home"
    shutil.rmtree(folder, ignore_errors=True)


def course_with_hints(product: Product) -> CourseRow:
    """A course that never shows a table, without material: an exact run needs none."""
    engine = open_database(product.settings)
    course = CourseRecords(engine).create("Hints", "the forum")
    CourseSettingsRecords(engine).change(course.id, CourseSettings(reveal_policy="hints"))
    return course


def level(page: Page) -> Locator:
    """The ladder under the newest turn, in words."""
    return page.locator(TURN).last.locator(".el-ladder")


def next_hint(page: Page) -> None:
    settle(page)
    page.locator(TURN).last.get_by_role("button", name=NEXT_HINT).click()


@pytest.mark.long
def test_the_level_is_there_after_everything_was_killed_and_redis_emptied(
    context: BrowserContext, browser: Browser, home: Path, model_cache: Path, model: Model
) -> None:
    configuration = {"MODEL_BASE_URL": model.url, "MODEL_NAME": "scripted"}
    page = context.new_page()
    with running_product(home, model_cache, configuration) as product:
        open_chat(page, product, course_with_hints(product).id)
        answered(page, WRONG)
        expect(level(page)).to_contain_text("Hint 1 of 4")
        next_hint(page)
        expect(level(page)).to_contain_text("Hint 2 of 4")
        page.wait_for_url("**/?c=*")
        conversation = page.url.partition("?")[2]
        product.kill_all()
    shutil.rmtree(home / "redis")

    with running_product(home, model_cache, configuration) as product:
        page.goto(f"{product.url}/?{conversation}")
        expect(page.locator(TURN)).to_have_count(2)
        expect(level(page)).to_contain_text("Hint 2 of 4")
        next_hint(page)
        expect(level(page)).to_contain_text("Hint 3 of 4")

        settle(page)
        page.get_by_role("button", name="Another device").click()
        page.get_by_role("button", name="Make a code").click()
        code = page.get_by_test_id("device-code").inner_text()
        phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        phone.goto(f"{product.url}/device")
        phone.get_by_label("Code").fill(code)
        phone.keyboard.press("Enter")
        phone.wait_for_url(f"{product.url}/")
        phone.goto(f"{product.url}/?{conversation}")
        expect(level(phone)).to_contain_text("Hint 3 of 4")
        next_hint(phone)
        expect(level(phone)).to_contain_text("Hint 4 of 4")
        phone.context.close()

        page.reload()
        expect(level(page)).to_contain_text("Hint 4 of 4")
