"""A program on the table holds the floor: what speaks of it is not looked up in the course."""

from __future__ import annotations

import pytest

from tutor_app.domain.teaching import AwaitedAnswer, ProgramRecord, WorkRecord
from tutor_app.domain.values import Exchange, Intent, Session
from tutor_app.programs.message_about_program import (
    is_about_program,
    is_program_to_check,
    speaks_of_run,
)
from tutor_app.understanding.message_features import read_shape

SHIFT = """def shift(word, by):
    out = ""
    for letter in word:
        pos = ALPHABET.index(letter) + by
        out = out + ALPHABET[pos]
    return out"""


TICKET = """def price(day):
    price = 12
    if day == "sat" or "sun":
        price = price + 3
    return price"""


def holds(words: str, last: Intent = "debugging", awaited: AwaitedAnswer | None = None) -> bool:
    record = ProgramRecord(cases=('{"call": "shift(\'xyz\', 3)", "expected": "a1b2"}',))
    work = WorkRecord(
        kind="program",
        key="k",
        text=SHIFT,
        program=ProgramRecord(cases=record.cases, awaited=awaited),
    )
    before = (Exchange(question="it stops", intent=last),)
    session = Session(
        conversation_id="c", course_id="c", course_name="Search", before=before, work=work
    )
    return is_about_program(read_shape(words), session)


@pytest.mark.parametrize(
    "words",
    [
        'For "x", pos is 23 + 3 = 26. Is that the trouble?',
        "What if line 4 took the rest of a division?",
        "I changed it, and nothing else comes out.",
        "```python\ndef shift(word, by):\n    return word\n```\nbetter?",
    ],
)
def test_what_names_its_parts_or_asks_nothing_goes_on_with_it(words: str) -> None:
    assert holds(words)


def test_code_with_its_names_is_of_its_run_whatever_else_is_asked() -> None:
    work = WorkRecord(kind="program", key="k", text=SHIFT)
    before = (Exchange(question="it stops", intent="debugging"),)
    session = Session(
        conversation_id="c", course_id="c", course_name="Search", before=before, work=work
    )

    assert speaks_of_run(read_shape('ran it with out = "". why is late marking correct?'), session)
    assert not speaks_of_run(read_shape("how late may i hand in, is x = 3 days ok?"), session)


def test_a_part_of_it_that_is_named_is_of_it_though_the_course_has_the_other_words() -> None:
    work = WorkRecord(kind="program", key="k", text=TICKET)
    before = (Exchange(question="it gives 15", intent="debugging"),)
    session = Session(
        conversation_id="c", course_id="c", course_name="Search", before=before, work=work
    )

    assert speaks_of_run(read_shape("why does it go in the if on monday"), session)
    assert not speaks_of_run(read_shape("when are the lectures on monday"), session)
    assert not speaks_of_run(read_shape("what happens if i hand in late"), session)


def test_an_answer_to_the_open_question_goes_on_with_it() -> None:
    awaited = AwaitedAnswer(key="rounds", kind="count", accepted=("3",))
    assert holds("is it 3?", awaited=awaited)
    assert not holds("is it optimal?", awaited=awaited)


def test_a_question_in_other_words_may_leave_it() -> None:
    assert not holds("What is a stable sort?")


def test_after_a_side_question_its_names_and_values_come_back_to_it() -> None:
    assert holds("now shift and out look fine", last="direct")
    assert holds("it prints a1b2 now", last="direct")
    assert not holds("thanks, that helps", last="direct")


def test_a_program_of_another_kind_is_another_one() -> None:
    assert not holds("```python\ndef area(radius):\n    return 3 * radius\n```")


def test_a_pasted_program_can_be_run_to_check_it() -> None:
    assert is_program_to_check(read_shape(f"Is this right?\n```python\n{SHIFT}\n```"))
    assert not is_program_to_check(read_shape("Is it right that a queue is first in, first out?"))
