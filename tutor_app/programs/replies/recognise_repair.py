"""Whether a student's words name a repair that is known to make every case pass.

"Should I loop over `lst` instead?" has no line of code in it. What the repair adds to the program
is held against the names, methods and signs that the words hold; nothing else is read in them.
"""

from __future__ import annotations

import ast
import re
from collections import Counter

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.token_likeness import tokens_of

_MARKED = re.compile(r"`([^`\n]+)`")
_ARITHMETIC = frozenset("+-*/")  # they stand in any sum that a student works out
_PLAIN_SIGNS = frozenset("()[]{},.:='\"`-")


def recognise_repair(source: str, words: str, fault: Fault | None) -> Change | None:
    """Return the repair whose new parts the words name, where they name just one's.

    Its lines are laid out anew, and its `new_text` is empty: it is no program to go on with.
    """
    tree = parse_program(source)
    if tree is None or fault is None or not fault.repairs:
        return None
    before = _counted(ast.unparse(tree))
    said = _code_words(words)
    named = [each for each in fault.repairs if _is_named(_counted(each) - before, said)]
    if len(named) != 1:
        return None
    return change_of(named[0], fault.lines[0], "", 1.0)


def _counted(source: str) -> Counter[str]:
    return Counter(token.text for token in tokens_of(source))


def _code_words(words: str) -> frozenset[str]:
    """Return what can only be meant as code: what stands in backticks, and signs."""
    marked = {token.text for piece in _MARKED.findall(words) for token in tokens_of(piece)}
    loose = (token.text for token in tokens_of(_MARKED.sub(" ", words)))
    signs = {text for text in loose if not text[0].isalpha() and text[0] != "_"}
    return frozenset((marked | signs) - _PLAIN_SIGNS)


def _is_named(added: Counter[str], said: frozenset[str]) -> bool:
    new = {text for text in added if text not in _PLAIN_SIGNS}
    telling = {text for text in new if not text.isdecimal() and text not in _ARITHMETIC}
    return bool(telling) and new <= said
