"""The other program of level 3 in words: its code, what it does, what the fault was."""

from __future__ import annotations

from tutor_app.programs.fault_analogues import Analogue
from tutor_app.programs.replies.format_code import as_code
from tutor_app.wording.catalogue import phrase

GIVES = phrase("programs_moves.other_gives", "call", "seen", "wanted")
STOPS = phrase("programs_moves.other_stops", "call", "error", "wanted")
IS_UNREAD = phrase("programs_moves.other_is_unread", "call", "wanted")
NEVER_ENDS = phrase("programs_moves.other_never_ends", "call", "wanted")
IS_MENDED = phrase("programs_moves.other_is_mended", "old", "new", "wanted")
IS_MENDED_IN_LINES = phrase("programs_moves.other_is_mended_so", "wanted")


def work_analogue(analogue: Analogue, lead: str) -> str:
    """Return the other program with its fault, worked: what it does, why, and what mends it."""
    told = f"{_outcome(analogue)} {analogue.worked} {_mended(analogue)}"
    return f"{lead}\n\n{analogue.block}\n\n{told}"


def _outcome(analogue: Analogue) -> str:
    call, wanted = as_code(analogue.call), as_code(analogue.should)
    if analogue.never_ends:
        return NEVER_ENDS(call=call, wanted=wanted)
    if analogue.raises == "SyntaxError":
        return IS_UNREAD(call=call, wanted=wanted)
    if analogue.raises is not None:
        return STOPS(call=call, error=as_code(analogue.raises), wanted=wanted)
    return GIVES(call=call, seen=as_code(analogue.gives or ""), wanted=wanted)


def _mended(analogue: Analogue) -> str:
    old, new = analogue.mend.old.strip(), analogue.mend.new.strip()
    wanted = as_code(analogue.should)
    if "\n" in old or "\n" in new:
        return IS_MENDED_IN_LINES(wanted=wanted)
    return IS_MENDED(old=as_code(old), new=as_code(new), wanted=wanted)
