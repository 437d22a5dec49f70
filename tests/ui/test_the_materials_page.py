"""The materials page as its script draws it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.given import write_pdf
from tutor_app.records import StaffCode, open_database
from tutor_app.ui.parts import Parts
from tutor_app.ui.visitor import Visitor


def script(parts, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.ui.materials_page import draw_materials_page  # noqa: PLC0415

    draw_materials_page(parts, visitor)


@pytest.fixture
def code(parts: Parts) -> str:
    return StaffCode(open_database(parts.settings)).renew()


def open_page(parts: Parts) -> AppTest:
    visitor = Visitor(learner_id=None, visit="v", address="a")
    return AppTest.from_function(script, kwargs={"parts": parts, "visitor": visitor}).run()


def enter(page: AppTest, code: str) -> AppTest:
    page.text_input(key="staff-code").set_value(code)
    return next(b for b in page.button if b.label == "Open").click().run()


def press(page: AppTest, label: str) -> AppTest:
    return next(b for b in page.button if b.label == label).click().run()


def test_a_wrong_code_opens_nothing(parts: Parts, code: str) -> None:
    parts.courses.create("Secret course")
    page = enter(open_page(parts), "wrong")
    assert "not the staff code" in page.error[0].value
    assert not page.selectbox
    assert not page.file_uploader


def test_six_wrong_codes_have_to_wait(parts: Parts, code: str) -> None:
    page = open_page(parts)
    for _ in range(6):
        page = enter(page, "wrong")
    assert "Too many wrong codes" in page.error[0].value


def test_the_first_course_is_made_with_its_contact(parts: Parts, code: str) -> None:
    page = enter(open_page(parts), code)
    page.text_input[0].set_value("Proofs")
    page.text_input[1].set_value("forum")
    press(page, "Create course")
    (course,) = parts.courses.list()
    assert (course.name, course.contact) == ("Proofs", "forum")


def test_many_files_are_added_with_the_kinds_chosen(parts: Parts, code: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    course = parts.courses.create("Proofs")
    page = enter(open_page(parts), code)
    names = ["book.pdf", "hw1_solutions.pdf"]
    contents = [write_pdf(tmp_path / name, name).read_bytes() for name in names]
    page.file_uploader[0].set_value(
        [(name, content, "application/pdf") for name, content in zip(names, contents, strict=True)]
    ).run()
    assert len(list(parts.settings.files_dir.iterdir())) == 2
    kinds = [box for box in page.selectbox if box.label.startswith("Kind of")]
    assert [box.value for box in kinds] == ["textbook", "solution"]

    kinds[0].set_value("slides")
    page = press(page, "Add to course")
    rows = parts.courses.documents(course.id)
    assert [(d.name, d.kind, d.status) for d in rows] == [
        ("book.pdf", "slides", "waiting"),
        ("hw1_solutions.pdf", "solution", "waiting"),
    ]
    assert "2 files added." in page.success[0].value


def test_a_file_that_the_disk_cannot_take_is_named_and_the_page_stays(
    parts: Parts, code: str
) -> None:
    parts.courses.create("Proofs")
    page = enter(open_page(parts), code)
    parts.settings.files_dir.write_text("in the way, as a full disk is")
    page.file_uploader[0].set_value([("a.pdf", b"%PDF a", "application/pdf")]).run()

    assert not page.exception
    said = page.error[0].value.replace("\\", "")
    assert said.startswith("a.pdf: The file could not be saved")
    assert "Nothing of the course has changed" in said

    parts.settings.files_dir.unlink()
    page.file_uploader[0].set_value([("a.pdf", b"%PDF a", "application/pdf")]).run()
    assert not page.error
    press(page, "Add to course")
    assert [d.name for d in parts.courses.documents("proofs")] == ["a.pdf"]


def test_the_same_bytes_by_two_names_are_added_once_and_told(parts: Parts, code: str) -> None:
    course = parts.courses.create("Proofs")
    page = enter(open_page(parts), code)
    page.file_uploader[0].set_value(
        [(name, b"%PDF same", "application/pdf") for name in ("hw1_solutions.pdf", "copy.pdf")]
    ).run()
    assert not page.exception
    page = press(page, "Add to course")
    assert [d.name for d in parts.courses.documents(course.id)] == ["hw1_solutions.pdf"]
    assert "copy.pdf has the same bytes as hw1_solutions.pdf" in page.success[0].value


def test_progress_of_each_file_is_shown_and_can_be_cancelled(parts: Parts, code: str) -> None:
    course = parts.courses.create("Proofs")
    document, _ = parts.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    parts.courses.set_status(document.id, "indexing")
    parts.progress.set(course.id, document.id, 5, 20, "Reading page 5")
    page = enter(open_page(parts), code)
    shown = "\n".join(part.proto.body for part in page.html)
    assert "Reading page 5" in shown
    assert 'aria-valuenow="25"' in shown

    page.button(key="cancel-indexing").click().run()
    assert parts.progress.cancel_requested(course.id)


def test_a_file_that_failed_says_why(parts: Parts, code: str) -> None:
    course = parts.courses.create("Proofs")
    document, _ = parts.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    parts.courses.set_status(document.id, "failed", "It has a password.")
    page = enter(open_page(parts), code)
    assert any("It has a password." in part.proto.body for part in page.html)


def test_a_file_changes_its_kind_and_is_removed_by_its_menu(parts: Parts, code: str) -> None:
    course = parts.courses.create("Proofs")
    document, _ = parts.courses.add_document(course.id, "a.pdf", "textbook", "0" * 64, 10)
    parts.courses.mark_indexed(course.id, {document.id: (1, 1)})
    page = enter(open_page(parts), code)
    page.menu_button(key=f"options-{document.id}").set_value("solution").run()
    newest = parts.courses.documents(course.id)[-1]
    assert (newest.kind, newest.status, newest.version) == ("solution", "waiting", 2)

    page.menu_button(key=f"options-{newest.id}").set_value("remove").run()
    assert parts.courses.documents(course.id) == []


def test_a_course_is_deleted_only_when_its_name_is_typed(parts: Parts, code: str) -> None:
    parts.courses.create("Proofs")
    page = enter(open_page(parts), code)
    page.button(key="course-delete").click().run()
    page.text_input(key="delete-name").set_value("Proof").run()
    assert page.button(key="confirm-course").disabled
    page.text_input(key="delete-name").set_value("Proofs").run()
    page.button(key="confirm-course").click().run()
    assert parts.courses.list() == []


def test_a_course_gets_another_name_and_contact(parts: Parts, code: str) -> None:
    course = parts.courses.create("Proofs", "forum")
    page = enter(open_page(parts), code)
    page.button(key="course-settings").click().run()
    page.text_input[0].set_value("Proofs and Sets")
    page.text_input[1].set_value("ta@school.edu")
    press(page, "Save")
    row = parts.courses.get(course.id)
    assert (row.name, row.contact) == ("Proofs and Sets", "ta@school.edu")


def test_the_page_locks(parts: Parts, code: str) -> None:
    parts.courses.create("Proofs")
    page = enter(open_page(parts), code)
    page.button(key="lock").click().run()
    assert page.text_input(key="staff-code").value == ""
