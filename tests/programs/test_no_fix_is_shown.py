"""No reply holds code that is not the student's own, but for calls and what runs of them gave."""

from __future__ import annotations

import ast
import random
import re
from functools import partial
from pathlib import Path

import pytest

from evals.programs.debugging_comparison import measure, tutor_replies
from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_own import read_own
from tutor_app.programs.code_in_text import is_value, parse_expression
from tutor_app.programs.fault_analogues import ANALOGUES
from tutor_app.programs.replies.choose_analogue import work_analogue

OWN = Path(__file__).parents[2] / "evals" / "questions" / "debugging_own.yaml"
DIALOGUES = read_own(OWN)
# Students who press, guess, and find what their program may not even do.
SAYINGS = (
    "hint",
    "I'm stuck",
    "why",
    "just give me the fixed code",
    "what is the bug?",
    "should I use == instead?",
    "so i = 1?",
    "maybe change line 3",
    "is it the loop?",
    "it never enters the loop",
    "it skips the last one",
    "it stays the same",
    "it gives 5 instead of 6",
    "it still doesn't work",
    "would elif help",
    "return?",
)


def pressed(dialogue: Dialogue, turns: int = 4) -> Dialogue:
    """The first message of a dialogue, and then whatever a student may say."""
    rng = random.Random(dialogue.id)
    said = (dialogue.said[0], *(rng.choice(SAYINGS) for _ in range(turns)))
    return Dialogue(id=dialogue.id, program=dialogue.program, fix=dialogue.fix, said=said)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def codes(reply: str) -> list[str]:
    """The pieces of code in a reply, those of the other program of level 3 left out."""
    for each in ANALOGUES:
        reply = reply.replace(work_analogue(each, ""), "")
    return re.findall(r"`([^`]+)`", reply)


@pytest.mark.parametrize("dialogue", DIALOGUES[::4], ids=lambda each: each.id)
def test_every_piece_of_code_is_the_students_or_what_a_run_gave(dialogue: Dialogue) -> None:
    for each in (dialogue, pressed(dialogue)):
        for reply in tutor_replies(each):
            theirs = squeezed(reply.said_so_far + reply.program + dialogue.program)
            for code in codes(reply.text):
                own = squeezed(code) in theirs or squeezed(code).replace("'", '"') in theirs
                own = own or squeezed(code).replace('"', "'") in theirs
                shown = is_value(code) or re.match(r"[A-Z]\w*Error\b", code) or code.endswith("…`")
                assert own or shown or _is_input(code) or _is_bound(code, theirs), reply.text


def _is_input(code: str) -> bool:
    """Whether a piece of code is a call with nothing but values."""
    match parse_expression(code):
        case ast.Call(func=ast.Name(), args=values, keywords=[]):
            return all(is_value(ast.unparse(value)) for value in values)
        case _:
            return False


def _is_bound(code: str, theirs: str) -> bool:
    """A call of the student's with the values that stand under a name in their message."""
    values = re.findall(r"\{.*\}|\[.*\]|'[^']*'|\"[^\"]*\"|\d+", code)
    return bool(values) and all(squeezed(value) in theirs for value in values)


@pytest.mark.long
def test_no_reply_leaks_repeats_runs_long_or_asks_twice_whatever_is_said() -> None:
    by_button = partial(tutor_replies, wanted="debugging")
    chosen = DIALOGUES[1::5]
    figures, _ = measure([pressed(each, 8) for each in chosen], by_button)

    assert figures["replies"] == len(chosen) * 9
    assert figures["leaks"] == 0
    assert figures["too_long"] == figures["several_questions"] == 0
    assert figures["code_blocks"] == 0
    assert figures["repeated"] == 0


def test_a_call_without_values_is_not_made_up_since_it_may_be_the_line_that_is_missing() -> None:
    program = "def main():\n    print(1)\n"
    dialogue = Dialogue(
        id="main",
        program=program,
        fix=DIALOGUES[0].fix,
        said=(f"nothing comes\n```python\n{program}\n```", "hint", "hint", "idk"),
    )

    assert not any(
        "main()" in reply.text.replace("def main():", "") for reply in tutor_replies(dialogue)
    )
