"""`elenchus staff-code`: the code that opens the pages for staff, shown when it is made."""

from __future__ import annotations

from rich.console import Console

from tutor_app.domain.settings import Settings
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.wording.catalogue import phrase

STAFF_CODE = phrase("commands_running.staff_code", "code")
STAFF_CODE_KNOWN = phrase("commands_running.staff_code_known")


def show_staff_code(settings: Settings, *, renew: bool, console: Console) -> None:
    """Print the staff code if it can be known, which is only when it is made."""
    codes = StaffCode(open_database(settings))
    code = codes.renew() if renew else codes.ensure()
    if code is None:
        console.print(STAFF_CODE_KNOWN())
    else:
        print_staff_code(code, console)


def print_staff_code(code: str, console: Console) -> None:
    """Print a code that was just made."""
    console.print(f"\n{STAFF_CODE(code=code)}\n")
