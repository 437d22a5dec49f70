"""An instructor drops fourteen files: the wrong ones are named, and the first right one answers
while the others are still being indexed."""

from __future__ import annotations

from itertools import product as pairs
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from evals.product import INDEX_SECONDS, Product
from tests.doubles.pdf import Sheet
from tests.e2e.acts import answered, create_course, open_chat, open_materials, quotes, settle
from tests.e2e.course_pdf import QUICK, QUICK_ANSWER, write_course_pdf
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.web.staff.course_check_view import CHECK_TITLE

SHIPS = "barque brig cutter dhow frigate galley ketch lugger schooner sloop xebec yawl".split()
DOES = "carries trims lowers sells mends paints".split()
LOADS = "anchors barrels canvas grain lanterns oil pitch ropes salt timber".split()
LONG = "zz-logbook.pdf"


def write_files(folder: Path) -> list[Path]:
    """Eleven PDFs, the last of them long, a text document, an empty file and one too large."""
    files = [write_course_pdf(folder / "lighthouses.pdf")]
    revealing = Sheet().heading("Assignment 1: Solutions").text("The two lights flash at once.")
    files.append(revealing.save(folder / "evening.pdf"))
    for n in range(8):
        sheet = Sheet().heading("Harbours").text(f"Harbour number {n} has a pier of its own.")
        files.append(sheet.new_page().save(folder / f"harbour-{n}.pdf"))
    sheet = Sheet().heading("Logbook")
    for n, (ship, does, load, _) in enumerate(pairs(SHIPS, DOES, LOADS, range(3))):
        if n % 12 == 11:
            sheet.new_page()
        sheet.text(f"On day {n} the {ship} {does} its {load} before it leaves the bay {n} times.")
    files.append(sheet.save(folder / LONG))
    (folder / "notes.pages").write_bytes(b"PK not a PDF")
    (folder / "empty.pdf").touch()
    with (folder / "huge.pdf").open("wb") as huge:
        huge.truncate(401 << 20)  # bytes, none of them on the disk
    return [folder / "notes.pages", *files, folder / "empty.pdf", folder / "huge.pdf"]


@pytest.mark.long
def test_the_first_of_fourteen_files_answers_while_others_are_indexed(
    product: Product, context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    open_materials(page, product)
    create_course(page, "Fourteen files")
    course_id = page.url.partition("course=")[2]
    courses = CourseRecords(open_database(product.settings))

    page.locator("input[type=file]").set_input_files(write_files(tmp_path))

    refused = page.get_by_role("alert").filter(has_text="not taken in")
    expect(refused.get_by_role("listitem")).to_have_count(2)
    expect(refused).to_contain_text("notes.pages: this kind of file")
    expect(refused).to_contain_text("empty.pdf: it is empty")
    too_large = page.get_by_test_id("stFileChip").filter(visible=True)
    expect(too_large).to_have_count(1)
    expect(too_large).to_contain_text("huge.pdf")
    expect(too_large.get_by_text("400.0MB or smaller")).to_be_in_viewport()
    settle(page)
    page.get_by_role("button", name="Add to course").click()
    expect(page.get_by_text("11 files added.")).to_be_visible()
    expect(refused).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="All files:")).to_contain_text("pages")
    check = page.get_by_test_id("stExpander").filter(has_text=CHECK_TITLE())
    expect(check).to_contain_text("evening.pdf", timeout=INDEX_SECONDS * 1000)
    first = page.locator(".el-file").filter(has_text="lighthouses.pdf")
    expect(first.locator(".el-state-indexed")).to_be_visible(timeout=INDEX_SECONDS * 1000)

    student = context.new_page()
    open_chat(student, product, course_id)
    turn = answered(student, QUICK)
    expect(quotes(turn).first).to_be_visible()
    assert QUICK_ANSWER in str(quotes(turn).first.get_attribute("alt"))
    statuses = {row.name: row.status for row in courses.documents(course_id)}
    assert (statuses["lighthouses.pdf"], statuses[LONG]) == ("indexed", "indexing")

    page.get_by_role("button", name="Cancel indexing").click()
    expect(page.locator(".el-state-cancelled")).to_contain_text("Cancelled")
    expect(page.locator(".el-state-indexed")).to_have_count(10)
