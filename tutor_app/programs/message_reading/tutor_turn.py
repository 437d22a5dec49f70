"""What the model adds to the facts of a reply: a reaction to the student's words, and a question.

The facts are computed and shown by code. The model is given them with the message and, where one is
known, a repair that is never shown; it writes at most two sentences and one question. Code shows
them only where each number and each piece of code in them is known from what the student can see,
and nothing of the repair stands in them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.message_reading.ask_for_reading import NOTHING_SAID
from tutor_app.programs.message_reading.reading import LONGEST, whole_lines
from tutor_app.programs.replies.format_code import with_calls

Verdict = Literal["right", "partly", "no", "none"]

MOST_WORDS = 45  # of the sentences before a question, and of a question
MOST_FACTS = 8
LONGEST_FACT = 240  # characters
SMALL = frozenset(map(str, range(4)))  # numbers that sentences have for other reasons
_CODE = re.compile(r"`([^`]*)`")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TutorTurn:
    """What the model says: its verdict on what the student claims, and what it adds to the facts.

    `key` is what would answer the question in its eyes.
    """

    verdict: Verdict
    say: str = ""
    ask: str = ""
    key: str = ""


def write_facts(facts: Sequence[str], source: str, repaired: str | None) -> str:
    """Return the text in which what was run for a message is put to the model, with the lines that
    a repaired program has otherwise where one is known."""
    seen = [" ".join(_plain(fact).split())[:LONGEST_FACT] for fact in facts[:MOST_FACTS]]
    repair = changed_lines(source, repaired) if repaired is not None else []
    return "\n".join(
        ["Seen:", *(seen or [NOTHING_SAID]), "Repair:", *(repair or [NOTHING_SAID]), "Your turn."]
    )


def _plain(fact: str) -> str:
    return with_calls(fact).replace("`", "")


def changed_lines(source: str, repaired: str) -> list[str]:
    """Return the lines that a repair takes out and puts in, each behind the number that it has, or
    would have, in the program. How a line is written does not matter: a repair may have come from
    the syntax tree."""
    old, new = _lines_of(source), _lines_of(repaired)
    keys = [[_as_written(line) for _, line in lines] for lines in (old, new)]
    written = []
    matcher = difflib.SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind != "equal":
            at = old[min(i, len(old) - 1)][0]
            written += [f"{number} - {line}" for number, line in old[i:j]]
            written += [f"{at} + {line}" for _, line in new[k:m]]
    return written


def _lines_of(source: str) -> list[tuple[int, str]]:
    lines = ((n, line.strip()) for n, line in enumerate(source.split("\n"), 1))
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def _as_written(line: str) -> str:
    """Return a line without what differs where code is written anew: spaces, quotes, brackets."""
    return _quoted("".join(token.text for token in tokens_of(line) if token.text not in "()"))


def parse_turn(text: str) -> TutorTurn | None:
    """Return the turn that a text holds; None where it holds none."""
    lines = [line.partition(" ") for line in whole_lines(text, LONGEST).strip().splitlines()]
    told = {kind: rest.strip() for kind, _, rest in lines}
    verdict = next((each for each in get_args(Verdict) if each == told.get("verdict")), None)
    if verdict is None:
        return None
    return TutorTurn(
        verdict=verdict, say=told.get("say", ""), ask=told.get("ask", ""), key=told.get("key", "")
    )


def keep_showable(turn: TutorTurn, known: str, source: str, repaired: str | None) -> TutorTurn:
    """Return a turn with the sentences that may be shown, "" for those that may not.

    `known` is all that the student can see: program, calls, the tutor's and their own words, facts.
    """
    hidden = _put_in(source, repaired, known) if repaired is not None else frozenset()
    say = turn.say if _is_known(turn.say, known, hidden) else ""
    ask = turn.ask if turn.ask.endswith("?") and _is_known(turn.ask, known, hidden) else ""
    return replace(turn, say=say, ask=ask)


def _is_known(text: str, known: str, hidden: frozenset[str]) -> bool:
    """Whether the numbers and the code of a sentence are known, and none of it is hidden."""
    if not text or len(text.split()) > MOST_WORDS:
        return False
    names = {token.text for token in tokens_of(known)}
    code = [token.text for part in _CODE.findall(text) for token in tokens_of(part)]
    numbers = {each.lstrip("-") for each in _NUMBER.findall(text)} - SMALL
    known_numbers = {each.lstrip("-") for each in _NUMBER.findall(known)}
    is_hidden = any(each in _without_spaces(_quoted(text)) for each in hidden)
    return not is_hidden and numbers <= known_numbers and all(each in names for each in code)


def _put_in(source: str, repaired: str, known: str) -> frozenset[str]:
    """Return the pieces of code that a repair puts in and that nobody has said."""
    old, new = ([_quoted(token.text) for token in tokens_of(text)] for text in (source, repaired))
    said = _without_spaces(_quoted(known))
    pieces = set()
    for _, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old[i:j] != new[k:m] and m > k:
            pieces.add("".join(new[max(0, k - 1) : m + 1]))
            pieces.add("".join(new[k : m + 1]))
            pieces.add("".join(new[max(0, k - 1) : m]))
    return frozenset(each for each in pieces if each not in said)


def _quoted(text: str) -> str:
    return text.replace("'", '"')


def _without_spaces(text: str) -> str:
    return "".join(text.split())
