"""Calls, values and lines of a student's program as they stand in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from tutor_app.programs.run_values import Case, CaseResult
from tutor_app.wording.catalogue import phrase

THE_PROGRAM = phrase("programs_facts.the_program")
THE_PROGRAM_WITH = phrase("programs_facts.the_program_with", "typed")
AFTER = phrase("programs_facts.after", "call", "before")
THIS_CALL = phrase("programs_facts.this_call")
LONGEST_CALL = 110  # characters; of a longer one the beginning is shown
LONGEST_VALUE = 110
MOST_LINES = 20  # of what was printed that are shown
# What stands between these signs names a call; in a reply it is written out once.
_OPENS, _CLOSES = "\ue000", "\ue001"
_NAMED = re.compile(f"{_OPENS}([^{_OPENS}{_CLOSES}]*){_CLOSES}")


def as_code(text: str, most: int = LONGEST_VALUE) -> str:
    """Return a piece of code for a sentence, cut where it is long."""
    # Blanks stay: those inside a text are part of it.
    plain = " ".join(line.strip() for line in text.strip().splitlines()).replace("`", "'")
    return f"`{plain}`" if len(plain) <= most else f"`{plain[: most - 1]}…`"


def as_printed(text: str, most: int = LONGEST_VALUE) -> str:
    """Return what was printed for a sentence, with the blanks that its first line begins with."""
    plain = text.strip("\n").rstrip().replace("`", "'").replace("\n", " ⏎ ")
    return f"`{plain}`" if len(plain) <= most else f"`{plain[: most - 1]}…`"


def printed_block(text: str) -> str:
    """Return what was printed as it stands, set apart; of much the first lines."""
    lines = [line.rstrip() for line in text.rstrip().replace("`", "'").split("\n")]
    left_out = ["…"] if len(lines) > MOST_LINES else []
    cut = (n if len(n) <= LONGEST_VALUE else f"{n[: LONGEST_VALUE - 1]}…" for n in lines)
    return as_block("\n".join([*islice(cut, MOST_LINES), *left_out]))


def as_block(text: str) -> str:
    """Return lines as they stand, set apart from the sentence before them and the one after."""
    return f"\n\n```text\n{text}\n```\n\n"


def name_call(case: Case) -> str:
    """Return how a sentence names what was run; `write_calls` makes words of it."""
    if case.call.is_script:
        typed = ", ".join(as_code(line) for line in case.call.typed)
        return THE_PROGRAM_WITH(typed=typed) if typed else THE_PROGRAM()
    *before, last = case.call.text.split("\n")
    code = as_code(last, LONGEST_CALL)
    if before and not case.call.own_setup:
        code = AFTER(call=code, before=as_code("; ".join(before), LONGEST_CALL))
    return f"{_OPENS}{code}{_CLOSES}"


def name_run(result: CaseResult) -> str:
    """Return how a sentence names what has run a program's lines: of a print that only shows what
    the lines before it made, the program."""
    return THE_PROGRAM() if result.only_shows else name_call(result.case)


def write_calls(texts: Iterable[str]) -> list[str]:
    """Return the sentences of a reply with each call in full once, "this call" where it goes on."""
    last: str | None = None

    def write(found: re.Match[str]) -> str:
        nonlocal last
        goes_on, last = found[1] == last, found[1]
        if not goes_on:
            return found[1]
        before = found.string[: found.start()]
        begins = not before or before.endswith((". ", "\n\n", "\n\n "))
        return THIS_CALL().capitalize() if begins else THIS_CALL()

    return [_NAMED.sub(write, text) for text in texts]


def with_calls(text: str) -> str:
    """Return a sentence with its calls in full."""
    return _NAMED.sub(lambda found: found[1], text)


def without_calls(text: str) -> str:
    """Return a sentence with "this call" for its calls."""
    return _NAMED.sub(THIS_CALL(), text)
