"""The materials page as its script draws it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tests.web.given import write_pdf
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.staff.materials_page import draw_materials_page  # noqa: PLC0415

    draw_materials_page(services, visitor)


@pytest.fixture
def code(services: PageServices) -> str:
    return StaffCode(open_database(services.settings)).renew()


def open_page(services: PageServices) -> AppTest:
    visitor = Visitor(learner_id=None, visit="v", address="a")
    return app_of(script, services=services, visitor=visitor).run()


def enter(page: AppTest, code: str) -> AppTest:
    page.text_input(key="staff-code").set_value(code)
    return next(b for b in page.button if b.label == "Open").click().run()


def press(page: AppTest, label: str) -> AppTest:
    return next(b for b in page.button if b.label == label).click().run()


def test_a_wrong_code_opens_nothing(services: PageServices, code: str) -> None:
    services.courses.create("Secret course")
    page = enter(open_page(services), "wrong")
    assert "not the staff code" in page.error[0].value
    assert not page.selectbox
    assert not page.file_uploader


def test_six_wrong_codes_have_to_wait(services: PageServices, code: str) -> None:
    page = open_page(services)
    for _ in range(6):
        page = enter(page, "wrong")
    assert "Too many wrong codes" in page.error[0].value


def test_the_first_course_is_made_with_its_contact(services: PageServices, code: str) -> None:
    page = enter(open_page(services), code)
    page.text_input[0].set_value("Proofs")
    page.text_input[1].set_value("forum")
    press(page, "Create course")
    (course,) = services.courses.list()
    assert (course.name, course.contact) == ("Proofs", "forum")


def test_many_files_are_added_with_the_kinds_chosen(
    services: PageServices, code: str, tmp_path
) -> None:  # type: ignore[no-untyped-def]
    course = services.courses.create("Proofs")
    page = enter(open_page(services), code)
    names = ["book.pdf", "hw1_solutions.pdf"]
    contents = [write_pdf(tmp_path / name, name).read_bytes() for name in names]
    page.file_uploader[0].set_value(
        [(name, content, "application/pdf") for name, content in zip(names, contents, strict=True)]
    ).run()
    assert len(list(services.settings.files_dir.iterdir())) == 2
    kinds = [box for box in page.selectbox if box.label.startswith("Kind of")]
    assert [box.value for box in kinds] == ["textbook", "solution"]

    kinds[0].set_value("slides")
    page = press(page, "Add to course")
    rows = services.courses.documents(course.id)
    assert [(d.name, d.kind, d.status) for d in rows] == [
        ("book.pdf", "slides", "waiting"),
        ("hw1_solutions.pdf", "solution", "waiting"),
    ]
    assert "2 files added." in page.success[0].value


def test_a_file_that_the_disk_cannot_take_is_named_and_the_page_stays(
    services: PageServices, code: str
) -> None:
    services.courses.create("Proofs")
    page = enter(open_page(services), code)
    services.settings.files_dir.write_text("in the way, as a full disk is")
    page.file_uploader[0].set_value([("a.pdf", b"%PDF a", "application/pdf")]).run()

    assert not page.exception
    said = page.error[0].value.replace("\\", "")
    assert "a.pdf: " in said and says(said, "ingest_files.not_saved")

    services.settings.files_dir.unlink()
    page.file_uploader[0].set_value([("a.pdf", b"%PDF a", "application/pdf")]).run()
    assert not page.error
    press(page, "Add to course")
    assert [d.name for d in services.courses.documents("proofs")] == ["a.pdf"]


WRONG = [
    ("notes.pages", b"PK\x03\x04", "application/zip"),
    ("empty.pdf", b"", "application/pdf"),
    ("twice.pdf", b"%PDF one", "application/pdf"),
    ("twice.pdf", b"%PDF another", "application/pdf"),
]


def test_each_file_that_is_refused_is_named_with_why_and_what_to_do(
    services: PageServices, code: str
) -> None:
    course = services.courses.create("Proofs")
    page = enter(open_page(services), code)
    right = ("a.pdf", b"%PDF a", "application/pdf")
    page.file_uploader[0].set_value([WRONG[0], right, *WRONG[1:]]).run()

    lines = page.error[0].value.replace("\\", "").splitlines()
    refused = {line[2:].partition(":")[0]: line for line in lines if line.startswith("- ")}
    assert list(refused) == ["notes.pages", "empty.pdf", "twice.pdf"]
    assert "not read" in refused["notes.pages"] and "Save it as PDF" in refused["notes.pages"]
    assert "empty" in refused["empty.pdf"]
    assert "another name" in refused["twice.pdf"]

    page = press(page, "Add to course")
    assert [d.name for d in services.courses.documents(course.id)] == ["a.pdf", "twice.pdf"]
    assert "notes" in page.error[0].value  # still there to be read


def test_refused_files_alone_are_named_until_others_are_dropped(
    services: PageServices, code: str
) -> None:
    services.courses.create("Proofs")
    page = enter(open_page(services), code)
    page.file_uploader[0].set_value([WRONG[0]]).run()
    assert "notes" in page.error[0].value
    assert not any(button.label == "Add to course" for button in page.button)

    page.file_uploader[0].set_value([("a.pdf", b"%PDF a", "application/pdf")]).run()
    assert not page.error


def test_a_pdf_is_taken_whatever_its_name_says(services: PageServices, code: str) -> None:
    services.courses.create("Proofs")
    page = enter(open_page(services), code)
    page.file_uploader[0].set_value([("chapter one", b"%PDF-1.7 a", "")]).run()
    assert not page.error
    press(page, "Add to course")
    assert [d.name for d in services.courses.documents("proofs")] == ["chapter one"]


def test_the_same_bytes_by_two_names_are_added_once_and_told(
    services: PageServices, code: str
) -> None:
    course = services.courses.create("Proofs")
    page = enter(open_page(services), code)
    page.file_uploader[0].set_value(
        [(name, b"%PDF same", "application/pdf") for name in ("hw1_solutions.pdf", "copy.pdf")]
    ).run()
    assert not page.exception
    page = press(page, "Add to course")
    assert [d.name for d in services.courses.documents(course.id)] == ["hw1_solutions.pdf"]
    assert "copy.pdf has the same bytes as hw1_solutions.pdf" in page.success[0].value


def test_progress_of_each_file_is_shown_and_can_be_cancelled(
    services: PageServices, code: str
) -> None:
    course = services.courses.create("Proofs")
    document, _ = services.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    services.courses.set_status(document.id, "indexing")
    services.progress.set(course.id, document.id, 5, 20, "Reading page 5")
    page = enter(open_page(services), code)
    shown = "\n".join(part.proto.body for part in page.html)
    assert "Reading page 5" in shown
    assert 'aria-valuenow="25"' in shown

    page.button(key="cancel-indexing").click().run()
    assert services.progress.cancel_requested(course.id)


def test_one_line_says_how_long_all_files_still_take(services: PageServices, code: str) -> None:
    course = services.courses.create("Proofs")
    document, _ = services.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    services.courses.set_status(document.id, "indexing")
    services.progress.set(course.id, ALL_FILES, 39, 390, "about 4 min left")
    page = enter(open_page(services), code)
    shown = "\n".join(part.proto.body for part in page.html)
    assert "39 of 390 pages, about 4 min left" in shown
    assert 'aria-valuenow="10"' in shown


def test_a_file_that_failed_says_why(services: PageServices, code: str) -> None:
    course = services.courses.create("Proofs")
    document, _ = services.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    services.courses.set_status(document.id, "failed", "It has a password.")
    page = enter(open_page(services), code)
    assert any("It has a password." in part.proto.body for part in page.html)


def test_a_file_changes_its_kind_and_is_removed_by_its_menu(
    services: PageServices, code: str
) -> None:
    course = services.courses.create("Proofs")
    document, _ = services.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    services.courses.mark_indexed(course.id, {document.id: (1, 1)})
    page = enter(open_page(services), code)
    page.menu_button(key=f"options-{document.id}").set_value("solution").run()
    newest = services.courses.documents(course.id)[-1]
    assert (newest.kind, newest.status, newest.version) == ("solution", "waiting", 2)

    page.menu_button(key=f"options-{newest.id}").set_value("remove").run()
    assert services.courses.documents(course.id) == []


def test_a_course_is_deleted_only_when_its_name_is_typed(services: PageServices, code: str) -> None:
    services.courses.create("Proofs")
    page = enter(open_page(services), code)
    page.button(key="course-delete").click().run()
    page.text_input(key="delete-name").set_value("Proof").run()
    assert page.button(key="confirm-course").disabled
    page.text_input(key="delete-name").set_value("Proofs").run()
    page.button(key="confirm-course").click().run()
    assert services.courses.list() == []


def test_a_course_gets_another_name_and_contact(services: PageServices, code: str) -> None:
    course = services.courses.create("Proofs", "forum")
    page = enter(open_page(services), code)
    page.button(key="course-settings").click().run()
    page.text_input[0].set_value("Proofs and Sets")
    page.text_input[1].set_value("ta@school.edu")
    press(page, "Save")
    row = services.courses.get(course.id)
    assert (row.name, row.contact) == ("Proofs and Sets", "ta@school.edu")


def test_the_page_locks(services: PageServices, code: str) -> None:
    services.courses.create("Proofs")
    page = enter(open_page(services), code)
    page.button(key="lock").click().run()
    assert page.text_input(key="staff-code").value == ""
