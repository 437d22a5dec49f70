"""What the model adds to what was run: a reaction and a question, of known facts alone.

The model is a script here; what it writes may be right, made up, or give the repair away.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import ASK, MENDED, PROGRAM, Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says
from tutor_app.domain.values import Sentence
from tutor_app.programs.message_reading.tutor_turn import (
    changed_lines,
    keep_showable,
    parse_turn,
    write_facts,
)
from tutor_app.programs.next_move.moves import CHANGE
from tutor_app.programs.program_structure import read_program

SAID = "i think start is not counted"
# What the run bears out: it is true each time that line 5 is reached.
BEGUN = "it already has something before the first one is counted"
READINGS = {
    "gives too much": "does: saw",
    SAID: "does: cause\nprobe 5: result",
    BEGUN: "does: cause\nprobe 5: result >= 1",
}
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


def test_where_nothing_is_claimed_the_models_question_follows_what_the_run_shows() -> None:
    student = learner(Teller("verdict none", "say You look at the right name.", f"ask {QUESTION}"))

    told = [each for each in student.events(SAID) if isinstance(each, Sentence)]

    assert any("`result`" in each.text for each in told[:-1])
    assert (told[-1].text, told[-1].role) == (QUESTION, "question")
    assert "right name" not in " ".join(each.text for each in told)


@pytest.mark.parametrize(("verdict", "key"), [("right", "found_right"), ("partly", "found_partly")])
def test_a_claim_that_the_model_finds_right_is_told_so(verdict: str, key: str) -> None:
    student = learner(Teller(f"verdict {verdict}", f"ask {QUESTION}"))

    reply = student.say(BEGUN)

    assert says(reply, f"programs_ideas.{key}")
    assert QUESTION not in reply


def test_who_has_found_the_cause_is_asked_for_a_change() -> None:
    student = learner(Teller("verdict right", f"ask {QUESTION}"))

    student.say(BEGUN)

    assert student.work.program is not None
    assert student.work.program.asked[-1] == CHANGE


@pytest.mark.parametrize("verdict", ["right", "partly"])
def test_a_claim_that_nothing_computed_bears_out_gets_no_verdict(verdict: str) -> None:
    reply = learner(Teller(f"verdict {verdict}")).say(SAID)

    assert not says(reply, "programs_ideas.found_right")
    assert not says(reply, "programs_ideas.found_partly")


def test_what_the_model_finds_wrong_is_not_called_so() -> None:
    plain = Learner(reader=reads(READINGS))
    plain.say(ASK)

    assert learner(Teller("verdict no", f"ask {QUESTION}")).say(SAID) == plain.say(SAID)


def test_a_change_is_judged_by_its_run_alone() -> None:
    teller = Teller("verdict right", f"ask {QUESTION}")
    change = READINGS | {"maybe": "does: change\nline 4:         if item >= start:"}
    student = Learner(reader=reads(change))
    student.say(ASK)
    student.teller = teller

    student.say("maybe >= start")

    assert not teller.told


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


def test_an_answer_is_judged_by_its_run_alone() -> None:
    said = READINGS | {"4711": "does: answers, cause\nanswer 4711"}
    student = Learner(reader=reads(said))
    student.say(ASK)
    student.teller = Teller("verdict right", f"ask {QUESTION}")

    reply = student.say("4711")

    assert not says(reply, "programs_ideas.found_right")


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

    assert not keep_showable(turn, source, source, repaired).ask
    assert keep_showable(turn, f"{source} what if result = 0", source, repaired).ask
