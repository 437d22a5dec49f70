"""`elenchus doctor`: one line for each part."""

from __future__ import annotations

from rich.console import Console

from tutor_app.embedded.doctor import Check, doctor
from tutor_app.settings import Settings


def check_everything(settings: Settings, console: Console) -> int:
    """Print every check; the exit status is 1 where a needed part is broken."""
    checks = doctor(settings)
    for check in checks:
        console.print(_line(check), markup=False, highlight=False, soft_wrap=True)
    broken = [check.part for check in checks if check.needed and not check.ok]
    if broken:
        console.print(f"\nTo be mended: {', '.join(broken)}.", style="red", markup=False)
        return 1
    console.print("\nEverything that is needed is there.", style="green")
    return 0


def _line(check: Check) -> str:
    mark = "ok     " if check.ok else "BROKEN " if check.needed else "without"
    line = f"{mark} {check.part:<16} {check.detail}"
    return f"{line}\n        → {check.remedy}" if check.remedy and not check.ok else line
