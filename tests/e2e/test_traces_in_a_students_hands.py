"""Problems as students type them, run and corrected in a real browser; a run played in the lab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from evals.product import Product
from tests.e2e.acts import TURN, answered, open_chat, settle
from tutor_app.domain.teaching import CourseSettings, RevealPolicy
from tutor_app.storage.records import CourseRecords, CourseRow, CourseSettingsRecords, open_database
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.web.lab.trace_lab import STAFF_ONLY

DICT = (
    "graph = {'A': ['B', 'C'], 'B': ['D'], 'C': ['D', 'E'], 'D': ['F'], 'E': ['F'], 'F': []}\n"
    "Run BFS from A to F."
)
ROADS = (
    "There is a road from Ulm to Aalen of length 7, one from Aalen to Crailsheim of length 4 and "
    "one from Ulm to Crailsheim of length 12. Use Dijkstra starting at Ulm."
)
MATRIX = (
    "Prim from A on this adjacency matrix:\n"
    "   A B C D\nA  0 4 2 0\nB  4 0 1 5\nC  2 1 0 8\nD  0 5 8 0"
)
WRONG = (
    "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, "
    "B-C 3. Ties are broken alphabetically.\nI got this:\n1 | S\n2 | B\n3 | A\n4 | C\n"
    "Path: S -> B -> C, cost 7\nIs it right?"
)
RIGHT = "1 | S\n2 | A\n3 | B\n4 | C\nPath: S -> A -> B -> C, cost 6"


@pytest.fixture(scope="module")
def courses(product: Product) -> dict[RevealPolicy, CourseRow]:
    """Courses without material: an exact run needs none."""
    engine = open_database(product.settings)
    made: dict[RevealPolicy, CourseRow] = {}
    policies: tuple[RevealPolicy, ...] = ("open", "hints")
    for policy in policies:
        made[policy] = CourseRecords(engine).create(f"Traces, {policy}", "the forum")
        CourseSettingsRecords(engine).change(made[policy].id, CourseSettings(reveal_policy=policy))
    return made


def newest(page: Page) -> Locator:
    return page.locator(TURN).last


def drawn(turn: Locator) -> Locator:
    """The pictures of the turn that the browser could draw."""
    pictures = turn.locator(".el-picture img")
    expect(pictures.first).to_be_visible()
    for picture in pictures.all():
        assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 100
    return pictures


def test_a_dict_a_road_map_and_a_matrix_are_drawn_and_run(
    product: Product, context: BrowserContext, courses: dict[RevealPolicy, CourseRow]
) -> None:
    page = open_chat(context.new_page(), product, courses["open"].id)
    turn = answered(page, DICT)
    expect(turn).to_contain_text("A → B → D → F")
    assert "Breadth-first search: the start" in str(drawn(turn).first.get_attribute("alt"))

    turn = answered(page, ROADS)
    expect(turn).to_contain_text("Crailsheim = 11")
    drawn(turn)

    turn = answered(page, MATRIX)
    expect(turn).to_contain_text("Weight: 8")
    turn.get_by_role("slider").press("ArrowRight")
    expect(turn.locator('tr[aria-current="step"]')).to_have_attribute("data-step", "2")
    settle(page)
    turn.get_by_role("button", name="Next").press("Enter")
    expect(turn.locator('tr[aria-current="step"]')).to_have_attribute("data-step", "3")
    settle(page)
    with page.expect_download() as got:
        turn.get_by_role("button", name="CSV").click()
    assert got.value.path().read_text(encoding="utf-8").startswith("step,")


def test_a_wrong_trace_is_corrected_over_hints_to_the_right_one(
    product: Product, context: BrowserContext, courses: dict[RevealPolicy, CourseRow]
) -> None:
    page = open_chat(context.new_page(), product, courses["hints"].id)
    turn = answered(page, WRONG)
    expect(turn.locator("tr[data-step]")).to_have_count(0)
    for turns in (2, 3, 4):
        newest(page).get_by_role("button", name=NEXT_HINT).click()
        expect(page.locator(TURN)).to_have_count(turns)
        expect(newest(page).get_by_text("Hint", exact=True)).to_be_visible()
        settle(page)

    yours = newest(page).locator("tr[data-yours]")
    expect(yours).to_contain_text("your step 2")
    expect(yours.locator("mark")).to_have_text("B")
    expect(newest(page).locator("tr[data-step]").last).to_have_attribute("data-step", "2")
    expect(answered(page, RIGHT)).to_contain_text("All your steps are right")


def test_the_problem_is_corrected_on_the_page(
    product: Product, context: BrowserContext, courses: dict[RevealPolicy, CourseRow]
) -> None:
    page = open_chat(context.new_page(), product, courses["open"].id)
    turn = answered(page, ROADS)
    turn.get_by_text("Correct it").click()
    words = turn.get_by_role("textbox", name="The problem")
    expect(words).to_have_value(re.compile(re.escape("(12)")))  # set a moment after it is drawn
    settle(page)
    words.fill(words.input_value().replace("(12)", "(3)"))
    turn.get_by_role("button", name="Use this").click()

    expect(page.locator(TURN)).to_have_count(2)
    expect(newest(page)).to_contain_text("Crailsheim = 3")


def test_a_trace_is_played_predicted_and_projected_in_the_lab(
    product: Product, context: BrowserContext, courses: dict[RevealPolicy, CourseRow]
) -> None:
    page = context.new_page()
    page.goto(f"{product.url}/trace-lab")
    expect(page.get_by_text(STAFF_ONLY())).to_be_visible()
    settle(page)
    page.get_by_label("Staff code").fill(product.staff_code)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("radio", name="Dijkstra", exact=True)).to_be_visible()
    settle(page)
    page.get_by_role("radio", name="Dijkstra", exact=True).click()
    here = page.locator('tr[aria-current="step"]')
    expect(here).to_have_attribute("data-step", "0")
    settle(page)

    page.get_by_role("button", name="Play").click()
    expect(here).to_have_attribute("data-step", re.compile("[2-9]"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    settle(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_text("Large, for projecting").click()
    expect(page.get_by_role("textbox", name="The problem")).to_be_hidden()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    shown = page.locator("tr[data-step]").first
    assert shown.evaluate("row => parseFloat(getComputedStyle(row).fontSize)") >= 20
    settle(page)
    step = int(str(here.get_attribute("data-step")))
    page.keyboard.press("b")
    expect(here).to_have_attribute("data-step", str(step - 1))
    expect(page.locator(".el-reason")).to_be_visible()
    settle(page)

    page.get_by_text("Foretell the next step").click()
    expect(page.locator("tr[data-step]")).to_have_count(1)
    settle(page)
    page.get_by_label("Your guess").fill("A")
    page.get_by_label("Your guess").press("Enter")
    expect(page.get_by_text("Right: that is step 1.")).to_be_visible()
    expect(page.locator("tr[data-step]")).to_have_count(2)
