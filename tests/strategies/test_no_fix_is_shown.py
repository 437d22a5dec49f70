"""No reply about a program holds code that is not the student's own, so none can hold its fix."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from evals.debugging import measure, tutor_replies
from evals.debugging_dialogue import Dialogue
from evals.debugging_own import read_own
from tutor_app.strategies.fault_analogues import ANALOGUES

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


def pressed(dialogue: Dialogue, turns: int = 14) -> Dialogue:
    """The first message of a dialogue, and then whatever a student may say."""
    rng = random.Random(dialogue.id)
    said = (dialogue.said[0], *(rng.choice(SAYINGS) for _ in range(turns)))
    return Dialogue(id=dialogue.id, program=dialogue.program, fix=dialogue.fix, said=said)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def codes(reply: str) -> list[str]:
    """The pieces of code in a reply, those of the other program of level 3 left out."""
    for each in ANALOGUES:
        reply = reply.replace(each.worked, "")
    return re.findall(r"`([^`]+)`", reply)


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda each: each.id)
def test_every_piece_of_code_stands_in_what_the_student_sent(dialogue: Dialogue) -> None:
    calls = re.compile(r"[A-Za-z_]\w*\([^A-Za-z_]*\)")  # a call with values is an input
    for each in (dialogue, pressed(dialogue)):
        for reply in tutor_replies(each):
            theirs = squeezed(reply.said_so_far + reply.program + dialogue.program)
            for code in codes(reply.text):
                own = squeezed(code) in theirs or squeezed(code).replace('"', "'") in theirs
                assert own or calls.fullmatch(code) or _is_bound(code, theirs), reply.text


def _is_bound(code: str, theirs: str) -> bool:
    """A call of the student's with the values that stand under a name in their message."""
    values = re.findall(r"\{.*\}|\[.*\]|'[^']*'|\"[^\"]*\"|\d+", code)
    return bool(values) and all(squeezed(value) in theirs for value in values)


def test_no_reply_leaks_repeats_runs_long_or_asks_twice_whatever_is_said() -> None:
    figures, _ = measure([pressed(each, 20) for each in DIALOGUES], tutor_replies)

    assert figures["replies"] == len(DIALOGUES) * 21
    assert figures["leaks"] == 0
    assert figures["repeated"] == figures["too_long"] == figures["several_questions"] == 0
    assert figures["code_blocks"] == 0
    assert figures["specific"] >= 0.9


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
