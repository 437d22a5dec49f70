"""Which other program is worked for a student, with the kind of fault that runs have shown."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from tutor_app.programs.fault_analogues import ANALOGUES, Analogue
from tutor_app.programs.fault_choice import fitting, too_like
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.program_structure import Program, read_program
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.small_edits.one_edits import one_edits
from tutor_app.wording.catalogue import phrase

GIVES = phrase("programs_moves.other_gives", "call", "seen", "wanted")
STOPS = phrase("programs_moves.other_stops", "call", "error", "wanted")
IS_UNREAD = phrase("programs_moves.other_is_unread", "call", "wanted")
NEVER_ENDS = phrase("programs_moves.other_never_ends", "call", "wanted")
IS_MENDED = phrase("programs_moves.other_is_mended", "old", "new", "wanted")
IS_MENDED_IN_LINES = phrase("programs_moves.other_is_mended_so", "wanted")

# Kinds of one construct, and what a course calls this; of the others no passage is sure to speak.
_TOPICS: Mapping[str, str] = {
    "range": "range and loops",
    "start_value": "starting value",
    "comparison": "comparison operators",
    "condition": "logical operators",
    "grouping": "operator precedence",
    "index": "indexing",
    "aliasing": "aliasing of lists",
    "changed_in_loop": "changing lists in loops",
    "return_place": "indentation and return",
    "missing_return": "return values of functions",
    "printed_not_returned": "printing and returning",
}


def kinds_of(fault: Fault | None) -> frozenset[str]:
    """Return the kinds of fault that a run has shown, that behind a mended line too."""
    found = (fault, fault.behind) if fault is not None else ()
    return frozenset(each.kind for each in found if each is not None)


def topic_of_fault(fault: Fault | None) -> str | None:
    """Return what a course calls the construct at fault, where a repair shows which one it is."""
    is_known = fault is not None and fault.ground == "repair"
    return _TOPICS.get(fault.kind) if fault is not None and is_known else None


def topic_of_kind(kind: str | None) -> str | None:
    """Return what a course calls the construct of a kind of fault."""
    return _TOPICS.get(kind) if kind is not None else None


def topic_of_change(before: Program, after: Program) -> str | None:
    """Return what a course calls the construct that a single change has mended."""
    if before.tree is None or after.tree is None:
        return None
    mended = ast.unparse(after.tree)
    kinds = {edit.kind for edit in one_edits(before.tree) if edit.source == mended}
    topics = {_TOPICS[kind] for kind in kinds if kind in _TOPICS}
    return topics.pop() if len(topics) == 1 else None


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
