"""A program that a model has mended aims what is asked, where it passes; nobody is shown it."""

from __future__ import annotations

import re

from tests.doubles.debugging import ASK, PROGRAM, Learner, fenced
from tests.doubles.program_runs import case, run_one
from tutor_app.programs.message_reading.mend_program import passes
from tutor_app.programs.program_structure import read_program
from tutor_app.programs.run_program import run_program

# No single edit mends it.
TWO_FAULTS = PROGRAM.replace("item > start", "item < start")
MENDED = PROGRAM.replace("result = 1", "result = 0").replace("item > start", "start < item")
MEND = "line 2:     result = 0\nline 4:         if start < item:"
OF_TWO = ASK.replace(PROGRAM, TWO_FAULTS)
SAYINGS = (
    "hmm",
    "hint",
    "I don't know",
    "just give me the fixed code",
    "what is the bug?",
    "hint",
    "so what must line 2 be?",
    "is it the 1?",
    "hint",
    "show me the solution",
    "why?",
    "hint",
)


class Mender:
    """A model that mends in its turn what it is told to, and keeps what it was asked."""

    def __init__(self, *written: str | None) -> None:
        self.written = list(written)
        self.asked: list[str] = []

    def __call__(self, request: str) -> str | None:
        self.asked.append(request)
        return self.written.pop(0) if len(self.written) > 1 else self.written[0]


def kept(learner: Learner) -> str | None:
    """The program that is known to pass."""
    assert learner.work.program is not None
    return learner.work.program.passing


def asked(learner: Learner) -> str:
    assert learner.work.program is not None
    awaited = learner.work.program.awaited
    return awaited.key if awaited is not None else ""


def test_a_mended_program_that_passes_every_call_is_kept() -> None:
    mender = Mender(MEND)
    learner = Learner(mender=mender)

    learner.say(OF_TWO)

    passing = kept(learner)
    assert passing is not None
    assert passing.strip() == read_program(MENDED).text.strip()
    assert run_one(passing, case("total([1, 2, 3], 0)", "6")).status == "passed"


def test_the_model_is_given_the_program_and_what_its_calls_must_give() -> None:
    mender = Mender(MEND)

    Learner(mender=mender).say(OF_TWO)

    request = mender.asked[0].split("\n")
    assert request[1] == "2     result = 1"
    assert "total([1, 2, 3], 0) gives 1, should give 6" in request
    assert "too much" not in mender.asked[0]


def test_one_that_does_not_pass_every_call_is_not_kept() -> None:
    for written in (
        "line 2:     result = 0",  # of two calls one passes
        "line 4:         if start < item:",
        "line 2:     result = (",
        "cut 1-6",
        "line 2:     res = 0",
        "line 2:     while True: pass",
        "the program begins with the wrong value",
        "",
        None,
    ):
        learner = Learner(mender=Mender(written))

        learner.say(OF_TWO)

        assert kept(learner) is None, written


def test_one_that_is_known_stays_while_the_calls_fail() -> None:
    mender = Mender(MEND)
    learner = Learner(mender=mender)
    learner.say(OF_TWO)

    for said in SAYINGS[:3]:
        learner.say(said)

    assert kept(learner) is not None
    assert len(mender.asked) == 1


def test_one_that_fails_a_call_told_later_is_sought_anew() -> None:
    mender = Mender(MEND, None)
    learner = Learner(mender=mender)
    learner.say(OF_TWO)

    learner.say("total([5], 5) should give 5")

    assert len(mender.asked) == 2
    assert "total([5], 5) gives 1, should give 5" in mender.asked[1]


def test_what_one_edit_mends_or_what_passes_is_not_put_to_the_model() -> None:
    mender = Mender(MEND)
    for first in (ASK, ASK.replace("result = 1", "result = 0"), f"help{fenced(TWO_FAULTS)}"):
        Learner(mender=mender).say(first)

    assert mender.asked == []


def test_no_word_of_it_is_in_any_reply() -> None:
    learner = Learner(mender=Mender(MEND))
    replies = [learner.say(OF_TWO)] + [learner.say(said) for said in SAYINGS]

    assert kept(learner) is not None
    told = [re.sub(r"\s+", "", reply) for reply in replies]
    assert not any(part in reply for reply in told for part in ("result=0", "start<item"))


def test_no_hint_before_the_last_one_names_a_line_that_it_changes() -> None:
    learner = Learner(mender=Mender(MEND))
    learner.say(OF_TWO)

    while learner.level < 4:
        reply = learner.say("hint")
        if learner.level < 4:
            assert not re.search(r"\bline [24]\b", reply), reply


def test_the_next_question_is_about_the_moment_at_which_the_run_parts_from_it() -> None:
    learner, plain = Learner(mender=Mender(MEND)), Learner()
    for each in (learner, plain):
        each.say(OF_TWO)
        each.say("hmm")

    assert asked(learner).startswith("held:result when the loop is reached")
    assert not asked(plain).startswith("held:result when the loop is reached")


def test_the_reply_to_the_message_itself_is_told_before_it_is_sought() -> None:
    assert Learner(mender=Mender(MEND)).say(OF_TWO) == Learner().say(OF_TWO)


def test_a_program_that_does_not_end_or_load_passes_nothing() -> None:
    run = run_program(TWO_FAULTS, [case("total([2], 0)", "2"), case("total([], 0)")])

    assert passes(MENDED, run)
    assert not passes(TWO_FAULTS, run)
    assert not passes("def total(items, start):\n    while True:\n        pass", run)
    assert not passes("def total(items start):", run)
    assert not passes("raise ValueError", run)


def test_where_nothing_is_said_of_any_call_no_program_passes() -> None:
    assert not passes(MENDED, run_program(TWO_FAULTS, [case("total([1], 0)")]))
