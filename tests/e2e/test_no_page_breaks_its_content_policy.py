"""In a real browser nothing that the pages need is refused by their Content-Security-Policy."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from evals.product import Product
from tests.e2e.acts import answered, open_chat, open_materials, quotes, settle
from tutor_app.storage.records import CourseRow

NOTE_REFUSALS = """window.refused = [];
document.addEventListener("securitypolicyviolation", event =>
    window.refused.push(`${event.violatedDirective} ${event.blockedURI}`))"""


def refused(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.refused")
    return found


def test_chat_lab_and_materials_need_nothing_that_is_refused(
    product: Product, course: CourseRow, context: BrowserContext
) -> None:
    context.add_init_script(NOTE_REFUSALS)
    page = open_chat(context.new_page(), product, course.id)
    turn = answered(page, "Which part of a Fresnel lens bends the light?")
    expect(quotes(turn).first).to_be_visible()
    assert refused(page) == []

    page.goto(f"{product.url}/trace-lab")
    expect(page.get_by_text("Trace lab").last).to_be_visible()
    settle(page)
    assert refused(page) == []

    open_materials(page, product)
    expect(page.locator("input[type=file]")).to_be_attached()
    settle(page)
    assert refused(page) == []


def test_a_script_that_somebody_writes_into_a_page_does_not_run(
    product: Product, context: BrowserContext
) -> None:
    context.add_init_script(NOTE_REFUSALS)
    page = context.new_page()
    page.goto(f"{product.url}/device")
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.evil = 1';"
        " document.body.append(s) }"
    )
    assert page.evaluate("window.evil") is None
    assert any("script-src" in one for one in refused(page))
