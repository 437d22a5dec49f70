"""`elenchus doctor`: one line for each part."""

from __future__ import annotations

from rich.console import Console

from tutor_app.domain.settings import Settings
from tutor_app.runtime.embedded.doctor import PartCheck, check_installation
from tutor_app.wording.catalogue import phrase

TO_BE_MENDED = phrase("commands_doctor.to_be_mended", "parts")
ALL_THERE = phrase("commands_doctor.all_there")


def check_everything(settings: Settings, console: Console) -> int:
    """Print every check; the exit status is 1 where a needed part is broken."""
    checks = check_installation(settings)
    for check in checks:
        console.print(_line(check), markup=False, highlight=False, soft_wrap=True)
    broken = [check.part for check in checks if check.needed and not check.ok]
    if broken:
        words = TO_BE_MENDED(parts=", ".join(broken))
        console.print(f"\n{words}", style="red", markup=False)
        return 1
    console.print(f"\n{ALL_THERE()}", style="green")
    return 0


def _line(check: PartCheck) -> str:
    mark = "ok     " if check.ok else "BROKEN " if check.needed else "without"
    line = f"{mark} {check.part:<16} {check.detail}"
    return f"{line}\n        → {check.remedy}" if check.remedy and not check.ok else line
