"""What a reply about a program shows of runs, held against the program and its repair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evals.__main__ import app
from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_facts import is_exposed
from evals.programs.debugging_leaks import Fix
from evals.programs.program_claims import ProgramClaim, says_it_passes
from evals.programs.program_fixes import is_praise, overclaims
from evals.programs.program_rows import ProgramRow
from evals.programs.program_talk import NOTHING_KNOWN, TalkReply
from evals.programs.program_truths import Judged, judge_reply
from tests.doubles.program_runs import case
from tutor_app.domain.values import Sentence

REPAIRED = """def total(items, start):
    result = 0
    for item in items:
        if item > start:
            result = result + item
    return result
"""
FAULTY = REPAIRED.replace("result = 0", "result = 1")
STATED = case("total([1, 2, 3], 0)", "6", origin="statement")


def judged(reply: str, told: str = "") -> Judged:
    return judge_reply(reply, [FAULTY], REPAIRED, [STATED], told)


@pytest.mark.parametrize(
    "reply",
    [
        "I ran it: `total([4], 0)` gives `5`.",
        "total([4], 0) gives 5, and it should give 4.",
        "On `total([4], 0)`, `result` holds `1` when the first round begins.",
        "Line 5 is never run on `total([4], 9)`.",
        "On `total([1, 2], 0)` the loop makes 2 rounds.",
        "`total(3, 0)` ends with `TypeError`, at line 3.",
        "Here `result` is 7 at the end.",
        "`print(total([4], 0))` prints `5`.",
    ],
)
def test_a_true_value_count_or_exception_is_a_fact(reply: str) -> None:
    assert judged(reply).true


@pytest.mark.parametrize(
    "reply",
    [
        "What does `total([4], 0)` give?",
        "Look at line 2, `result = 1`: what is it there for?",
        "`total([4], 0)` gives `9`.",
        "You say `total([4], 0)` gives `5`.",
        "`total([4], 0)` ends with `ValueError`.",
        "Line 5 is run 3 times on `total([4], 9)`.",
        "When `total([4], 0)` is there, does `result >= 5` hold?",
        "It passes the 3 calls that I ran.",
    ],
)
def test_an_input_alone_a_false_value_or_what_the_student_said_is_none(reply: str) -> None:
    assert not judged(reply).true


def test_a_variables_value_that_the_student_told_is_no_fact_of_a_run() -> None:
    assert judged("So `result` is 1 at first.").true
    assert not judged("So `result` is 1 at first.", told="the result is 1 before the loop").true
    assert judged("My run shows the same: `result` is 1.", told="the result is 1 there").true


def test_what_is_said_of_a_described_change_may_be_true_of_it_alone() -> None:
    described = FAULTY.replace("result = 1", "result = 2")
    reply = "I tried that in a copy: `total([4], 0)` gives `6`."

    assert judge_reply(reply, [FAULTY, described], REPAIRED, [STATED]).true
    assert judge_reply(reply, [FAULTY, FAULTY], REPAIRED, [STATED]).untrue


def test_what_is_said_to_be_due_is_held_against_the_repaired_program() -> None:
    wrong = judged("`total([4], 0)` gives `5`, and it should give `7`.").wrong

    assert wrong == (ProgramClaim(kind="due", value="7", call="total([4], 0)"),)
    assert not judged("`total([4], 0)` gives `5`, and it should give `4`.").wrong
    assert judged("`total(3, 0)` ends with `TypeError`. It should give `3`.").wrong


def test_an_input_that_the_repaired_program_does_not_take_is_unfit() -> None:
    seen = judged("Try `total(3, 0)`, `total([4])`, or `total([4], 0)`.")

    assert seen.inputs == ("total(3, 0)", "total([4])", "total([4], 0)")
    assert seen.fitting == ("total([4], 0)",)


def test_a_failing_input_is_one_on_which_the_repair_does_something_else() -> None:
    reply = "What does `total([4], 0)` give, and what does `total(5, 0)`?"

    assert judged(reply).failing == ("total([4], 0)",)
    assert not judge_reply(reply, [REPAIRED], REPAIRED, [STATED]).failing
    assert judge_reply("`total([1, 2, 3], 0)`", [FAULTY], None, [STATED]).failing
    assert judge_reply("It passes the call that I ran.", [REPAIRED], None, [STATED]).true


def test_where_python_stops_reading_is_a_fact() -> None:
    unread = FAULTY.replace("for item in items:", "for item in items")
    reply = "Python doesn't read the program: it stops at line 3."

    assert judge_reply(reply, [unread], REPAIRED, [STATED]).true
    assert not judge_reply(reply, [FAULTY], REPAIRED, [STATED]).true


def said(text: str) -> TalkReply:
    return TalkReply(events=(Sentence(text=text, role="verdict"),), record=NOTHING_KNOWN)


@pytest.mark.parametrize(
    "text", ["It passes the 5 calls that I ran.", "It passes the one call that I ran."]
)
def test_passing_all_that_was_run_is_no_more_than_what_was_run(text: str) -> None:
    assert says_it_passes(text)
    assert is_praise(said(text))
    assert not overclaims(text)


@pytest.mark.parametrize(
    "text",
    [
        "It passes 4 of the 5 calls that I ran.",
        "It passes the 4 other calls that I ran.",
        "It does not pass all calls.",
        "`total([4], 0)` gives `5`, and it should give `4`.",
        "Is it right now?",
        "Not everything is well with it.",
    ],
)
def test_naming_what_fails_is_no_praise(text: str) -> None:
    assert not is_praise(said(text))


@pytest.mark.parametrize(
    "text", ["Well done!", "Good that `total` does what you want now.", "It is correct now."]
)
def test_saying_that_it_is_right_is_more_than_what_was_run(text: str) -> None:
    assert overclaims(text)
    assert not says_it_passes(text)


def opened(message: str) -> Dialogue:
    row = ProgramRow(
        id="total",
        statement="total([1, 2, 3], 0) => 6",
        program=FAULTY,
        tests=(),
        bug_lines=frozenset({2}),
        repaired=REPAIRED,
        rows=1,
    )
    fix = Fix(lines=(), swaps=())
    return Dialogue(id="total", program=FAULTY, fix=fix, said=(message,), row=row)


def test_a_program_that_is_only_misread_is_not_exposed() -> None:
    pasted = f"```python\n{FAULTY}```"

    assert is_exposed(opened(f"it is wrong\n\ntotal([1, 2, 3], 0) => 6\n\n{pasted}"))
    assert not is_exposed(opened(f"it is wrong\n\n{pasted}"))
    assert not is_exposed(opened(f"it is wrong\n```python\ndef total(items: start)\n{FAULTY}```"))


def test_the_command_tells_both_halves_apart_and_tries_fixes(tmp_path: Path) -> None:
    def row(name: str) -> dict[str, str]:
        faulty, fixed = (f"1. def {name}(a):\n2.     return a[0] + a[{n}]" for n in (2, 1))
        return {
            "id": name,
            "problem": f"Write `{name}(a)`.\n## Example Cases:\n`{name}([2, 1, 7, 4]) => 3`",
            "bug_code": faulty,
            "bug_fixes": "Replace `2` with `1` on line 2.",
            "bug_desc": "",
            "unit_tests": f"assert {name}([2, 1, 7, 4]) == 3",
            "dialogue": f"User: it is wrong\nAssistant: Why?\nUser: ok\n<code>\n{fixed}\n</code>\n"
            "Assistant: Good.",
        }

    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row(name)) + "\n" for name in ("one_more", "after")))

    shown = CliRunner().invoke(
        app, ["debugging", "--questions", str(path), "--limit", "2", "--mutants", "4", "--json"]
    )

    figures = json.loads(shown.stdout)
    assert figures["exposed"] == 1
    assert figures["fixes"]["wrong"] == 4
    assert figures["fixes"]["right"] == 4  # as many wordings as there are mutants
    assert [half["fixes"]["right"] for half in figures["halves"].values()] == [2, 2]
