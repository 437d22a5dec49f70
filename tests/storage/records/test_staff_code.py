"""The code that opens the staff's pages."""

from __future__ import annotations

from sqlalchemy import Engine, text

from tutor_app.storage.records import StaffCode


def test_the_code_is_told_once_and_stored_only_as_a_hash(engine: Engine) -> None:
    staff = StaffCode(engine)
    code = staff.ensure()

    assert code is not None
    assert staff.ensure() is None
    with engine.connect() as connection:
        stored = connection.execute(text("SELECT hash FROM staff_code")).scalar_one()
    assert code.encode() not in stored
    assert code.replace("-", "").encode() not in stored


def test_the_code_is_read_without_regard_to_case_and_hyphens(engine: Engine) -> None:
    staff = StaffCode(engine)
    code = staff.ensure() or ""

    assert staff.check(code)
    assert staff.check(f" {code.lower().replace('-', ' ')} ")
    assert not staff.check(code[:-1])
    assert not staff.check("")


def test_there_is_no_way_in_before_a_code_is_made(engine: Engine) -> None:
    assert not StaffCode(engine).check("")


def test_a_new_code_ends_the_old_one(engine: Engine) -> None:
    staff = StaffCode(engine)
    old = staff.ensure() or ""

    new = staff.renew()

    assert (staff.check(old), staff.check(new)) == (False, True)
