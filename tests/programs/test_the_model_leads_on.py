"""What the model adds to what was run: a reaction and a question, of known facts alone.

The model is a script here; what it writes may be right, made up, or give the repair away.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import ASK, MENDED, PROGRAM, Learner, fenced
from tests.doubles.scripted_reading import reads
from tutor_app.domain.values import Sentence
from tutor_app.programs.message_reading.tutor_turn import (
    changed_lines,
    checked,
    parse_turn,
    write_facts,
)
from tutor_app.programs.program_structure import read_program

SAID = "i think start is not counted"
READINGS = {"gives too much": "does: saw", SAID: "does: cause\nprobe 5: result"}
QUESTION = "What does `result` hold before the first round?"
REPAIR = "    result = 0"


class Teller:
    """A model that says one thing, and keeps what it was told."""

    def __init__(self, *lines: str) -> None:
        self.written: str | None = "\n".join(lines) if lines else None
        self.told: list[tuple[tuple[str, str], str]] = []

    def __call__(self, exchange: tuple[str, str], facts: str) -> str | None:
        self.told.append((exchange, facts))
        return self.written


def learner(teller: Teller) -> Learner:
    """A learner with a program on the table, whom a model leads on from then on."""
    made = Learner(reader=reads(READINGS))
    made.say(ASK)
    made.teller = teller
    return made


def test_what_the_model_asks_follows_what_the_run_shows() -> None:
    student = learner(Teller("verdict none", "say You look at the right name.", f"ask {QUESTION}"))

    told = [each for each in student.events(SAID) if isinstance(each, Sentence)]

    assert [each.text for each in told][-2:] == ["You look at the right name.", QUESTION]
    assert "`result`" in told[0].text
    assert told[-1].role == "question"


def test_the_model_goes_on_from_its_own_reading_with_what_was_run() -> None:
    teller = Teller("verdict none", f"ask {QUESTION}")
    learner(teller).say(SAID)

    (request, reading), facts = teller.told[-1]

    assert request.endswith(SAID)
    assert reading == READINGS[SAID]
    assert facts.startswith("Seen:\n")
    assert "result is" in facts


def test_a_repair_that_is_known_is_told_to_the_model_alone() -> None:
    teller = Teller("verdict none", f"ask {QUESTION}")
    student = learner(teller)

    reply = student.say(SAID)

    assert "2 + result = 0" in teller.told[-1][1]
    assert "result = 0" not in reply


@pytest.mark.parametrize(
    "line",
    [
        "ask Why does `result` hold 4711 here?",
        "ask What does `total_so_far` hold?",
        "ask Should line 2 be result=0?",
        "ask Look at line 2 again.",
        "ask",
    ],
    ids=["a number of its own", "a name of its own", "the repair", "no question", "nothing"],
)
def test_what_may_not_be_shown_leaves_the_question_to_code(line: str) -> None:
    plain = Learner(reader=reads(READINGS))
    plain.say(ASK)

    assert learner(Teller("verdict none", line)).say(SAID) == plain.say(SAID)


def test_without_the_model_in_time_code_asks() -> None:
    plain = Learner(reader=reads(READINGS))
    plain.say(ASK)

    assert learner(Teller()).say(SAID) == plain.say(SAID)


def test_a_question_is_not_put_twice() -> None:
    student = learner(Teller("verdict none", f"ask {QUESTION}"))
    student.say(SAID)

    assert QUESTION not in student.say(f"{SAID}, i said")


def test_a_verdict_against_the_run_is_not_said() -> None:
    answers = READINGS | {"4": "does: answers\nanswer 4711", "start": READINGS[SAID]}
    student = Learner(reader=reads(answers), teller=Teller())
    student.say(ASK)
    assert student.work.program is not None
    awaited = student.work.program.awaited
    student.teller = Teller("verdict right", "say Yes, just so.", f"ask {QUESTION}")

    reply = student.say("4711")

    assert awaited is not None
    assert "Yes, just so." not in reply


def test_a_mended_program_is_confirmed_by_its_run_alone() -> None:
    teller = Teller("verdict no", "say No, that is wrong.", f"ask {QUESTION}")
    student = Learner(reader=reads(READINGS | {"now": "does: made, check"}), teller=teller)
    student.say(ASK)

    reply = student.say(f"now?{fenced(MENDED)}")

    assert "wrong" not in reply
    assert QUESTION not in reply


def test_facts_are_written_with_the_lines_that_a_repair_changes() -> None:
    source = read_program(PROGRAM).text
    facts = write_facts(["`x` is `1`"], source, source.replace("    result = 1", REPAIR))

    assert facts.split("\n") == [
        "Seen:",
        "x is 1",
        "Repair:",
        "2 - result = 1",
        "2 + result = 0",
        "Your turn.",
    ]
    assert changed_lines(source, source) == []


def test_what_is_no_turn_is_none() -> None:
    assert parse_turn("I would say that it is right") is None
    assert parse_turn("verdict perhaps\nask Why?") is None


def test_code_that_the_student_wrote_may_be_said_again() -> None:
    source = read_program(PROGRAM).text
    repaired = source.replace("    result = 1", REPAIR)
    turn = parse_turn("verdict right\nask With `result = 0` in line 2, what comes out?")
    assert turn is not None

    assert not checked(turn, source, source, repaired).ask
    assert checked(turn, f"{source} what if result = 0", source, repaired).ask
