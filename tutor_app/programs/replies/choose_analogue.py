"""Which other program is worked for a student, with the kind of fault that runs have shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor_app.programs.fault_analogues import ANALOGUES, Analogue
from tutor_app.programs.fault_choice import fitting, too_like
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.program_structure import PlaceKind, Program, changed_lines, read_program
from tutor_app.programs.replies.format_code import as_code
from tutor_app.wording.catalogue import phrase

GIVES = phrase("programs_moves.other_gives", "call", "seen", "wanted")
STOPS = phrase("programs_moves.other_stops", "call", "error", "wanted")
IS_UNREAD = phrase("programs_moves.other_is_unread", "call", "wanted")
NEVER_ENDS = phrase("programs_moves.other_never_ends", "call", "wanted")
IS_MENDED = phrase("programs_moves.other_is_mended", "old", "new", "wanted")
IS_MENDED_IN_LINES = phrase("programs_moves.other_is_mended_so", "wanted")

_OF_PLACE: Mapping[PlaceKind, str] = {
    "start": "start_value",
    "loop": "range",
    "while": "loop_exit",
    "condition": "comparison",
    "update": "update",
    "print": "printed_not_returned",
    "result": "missing_return",
    "call": "method",
}


def kinds_of(fault: Fault | None) -> frozenset[str]:
    """Return the kinds of fault that a run has shown, that behind a mended line too."""
    found = (fault, fault.behind) if fault is not None else ()
    return frozenset(each.kind for each in found if each is not None)


def kinds_changed(program: Program, before: Program) -> frozenset[str]:
    """Return the kinds of fault that the lines which a student has changed may have had."""
    changed = changed_lines(program, before)
    return frozenset(_OF_PLACE[place.kind] for place in program.places if place.line in changed)


def choose_analogue(source: str, kinds: frozenset[str], said: Sequence[str]) -> Analogue | None:
    """Return the other program of one of these kinds, else of what this program is made of.

    One that was worked already is left out, and one whose mended line could stand in the student's.
    """
    program = read_program(source)
    of_kind = [each for each in ANALOGUES if kinds & each.faults]
    told = "\n".join(said)
    for each in dict.fromkeys((*of_kind, *fitting(program))):
        if each.block not in told and not too_like(each, program):
            return each
    return None


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
