"""Taking an exam: which models earn the duty, and what becomes of a broken one."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.doubles.chat_models import Scripted, answering, cuts_the_stream, verifying
from tests.doubles.told_problems import reads_by_lot, reads_exactly
from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.values import Quote
from tutor_app.models.duties.duty_registry import (
    READ_EXACTLY,
    READ_SUPPORTED,
    SAID_NOTHING,
    TELLS_APART,
    duty_named,
)
from tutor_app.models.duties.exam_results import ExamResult
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.exams.exam_figures import balanced_accuracy, wilson
from tutor_app.models.exams.exam_items import read_claims, read_quote_sets
from tutor_app.models.exams.exam_runner import Room, estimate, examine
from tutor_app.models.exams.graded_readings import reading_name
from tutor_app.models.exams.take_exam import ExamBrokenOff
from tutor_app.models.exams.verify_exam import batches_of
from tutor_app.models.prompts import as_data

MODEL = ModelIdentity(kind="endpoint", name="scripted", digest="f" * 64)
VERIFY = duty_named("verify")
ANSWER = duty_named("answer")
FOLLOW_UP = duty_named("follow-up")
READ_PROBLEM = duty_named("read-problem")
ANSWERED = {as_data(one.question): as_data(one.quotes[0].text)[:40] for one in read_quote_sets()}
SUPPORTED = {claim.sentence: claim.is_supported for claim in read_claims()}


def always(question: str, quotes: Sequence[Quote]) -> bool:
    return True


def room(folder: Path, limit: int | None = None, leads_back: Callable[..., bool] = always) -> Room:
    return Room(identity=MODEL, folder=folder, leads_back=lambda: leads_back, limit=limit)


def figure(result: ExamResult, name: str) -> float:
    return next(figure.value for figure in result.figures if figure.name == name)


def knows_all(message: str, fields: frozenset[str]) -> str:
    """Judges the exam's claims rightly; what it writes itself it finds supported."""
    if "supported" in fields:
        return verifying(message, lambda said: SUPPORTED.get(said, True))
    asked, (first, *_) = asked_of(message)
    if asked not in ANSWERED or ANSWERED[asked] != first[:40]:
        return answering(answers=())
    return answering(*about(first))


def about(quoted: str) -> list[str]:
    """Sentences of words of a quote, which pass the checks of code."""
    words = [word.strip(".,:;()") for word in quoted.split()]
    terms = list(dict.fromkeys(w for w in words if w.isalpha() and w.islower() and len(w) > 5))
    return [f"Here {one} goes with {other}." for one, other in zip(terms, terms[1:], strict=False)][
        :6:2
    ]


def asked_of(message: str) -> tuple[str, list[str]]:
    """The question that a message puts, and the quotes beside it."""
    quoted = re.findall(r"^\d+\. (.*)$", message.partition("</quotes>")[0], re.MULTILINE)
    return message.partition("<question>")[2].partition("</question>")[0], quoted


def test_a_model_that_knows_all_verifies(tmp_path: Path) -> None:
    model = Scripted(knows_all)
    result = examine(VERIFY, model, room(tmp_path))
    assert figure(result, TELLS_APART) == 1.0
    assert result.passes(VERIFY)
    assert len(model.asked) == 40, "five sentences a call"


def test_the_two_sentences_of_a_pair_are_never_asked_about_together() -> None:
    for batch in batches_of(read_claims()):
        assert len({claim.id[:-1] for claim in batch.claims}) == len(batch.claims) == 5


def test_what_it_writes_is_held_up_only_by_the_reading(tmp_path: Path) -> None:
    result = examine(ANSWER, Scripted(knows_all), room(tmp_path))
    assert result.complete
    assert not result.passes(ANSWER), "nobody has read what it writes"
    assert str(tmp_path / "readings" / reading_name(MODEL)) in result.note
    assert result.passes_for_now(ANSWER) is False
    quick = dataclasses.replace(result, quick=True)
    assert quick.passes_for_now(ANSWER), result.figures


def test_one_that_answers_whatever_stands_there_does_not(tmp_path: Path) -> None:
    def always_answers(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verifying(message, lambda _: True)
        return answering(*about(asked_of(message)[1][0]))

    result = examine(ANSWER, Scripted(always_answers), room(tmp_path))
    assert figure(result, SAID_NOTHING) == 0.0


@pytest.mark.parametrize(("false_ones", "earned"), [(2, True), (3, False)])
def test_a_persons_reading_of_100_sentences_gives_or_withholds_the_duty(
    tmp_path: Path, false_ones: int, earned: bool
) -> None:
    read_by_a_person(tmp_path, [n >= false_ones for n in range(100)])
    result = examine(ANSWER, Scripted(knows_all), room(tmp_path))
    assert figure(result, READ_SUPPORTED) == 1 - false_ones / 100
    assert result.passes(ANSWER) is earned


def test_a_half_read_reading_gives_no_duty(tmp_path: Path) -> None:
    read_by_a_person(tmp_path, [True if n else None for n in range(100)])
    assert not examine(ANSWER, Scripted(knows_all), room(tmp_path)).passes(ANSWER)


def read_by_a_person(folder: Path, marks: Sequence[bool | None]) -> None:
    reading = folder / "readings" / reading_name(MODEL)
    reading.parent.mkdir(parents=True)
    rows = [
        {"id": str(n), "passage": "p", "sentence": "s", "supported": mark}
        for n, mark in enumerate(marks)
    ]
    reading.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def test_always_yes_is_at_one_half(tmp_path: Path) -> None:
    result = examine(
        VERIFY, Scripted(lambda message, _: verifying(message, lambda said: True)), room(tmp_path)
    )
    assert figure(result, TELLS_APART) == 0.5
    assert figure(result, "unsupported sentences that it stops") == 0.0
    assert not result.passes(VERIFY)


def test_a_random_model_is_near_one_half(tmp_path: Path) -> None:
    dice = random.Random(4)
    result = examine(
        VERIFY,
        Scripted(lambda message, _: verifying(message, lambda said: dice.random() < 0.5)),
        room(tmp_path),
    )
    assert 0.35 < figure(result, TELLS_APART) < 0.65
    assert not result.passes(VERIFY)


def test_replies_that_are_no_verdict_count_as_wrong_on_both_sides(tmp_path: Path) -> None:
    result = examine(VERIFY, Scripted(lambda *_: "maybe"), room(tmp_path))
    assert figure(result, TELLS_APART) == 0.0


def test_an_endpoint_that_always_cuts_the_stream_breaks_the_exam_off_and_grants_nothing(
    tmp_path: Path,
) -> None:
    with pytest.raises(ExamBrokenOff, match="go on"):
        examine(VERIFY, Scripted(cuts_the_stream), room(tmp_path))
    assert room(tmp_path).sheet(VERIFY).answers == {}


def test_one_item_whose_reply_always_breaks_off_counts_as_failed(tmp_path: Path) -> None:
    bad = read_claims()[7].sentence

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields and bad in message:
            raise ModelUnreachable("cut")
        return knows_all(message, fields)

    result = examine(VERIFY, Scripted(reply), room(tmp_path))
    assert result.complete
    assert figure(result, "the same over all items") == pytest.approx(0.975)


def test_an_exam_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    first = Scripted(knows_all)
    part = examine(VERIFY, first, room(tmp_path, limit=6))
    assert (part.done, part.total, len(first.asked)) == (6, 40, 6)
    assert not part.passes(VERIFY)
    assert estimate(VERIFY, room(tmp_path), None).items == 34
    second = Scripted(lambda message, _: verifying(message, lambda said: True))
    whole = examine(VERIFY, second, room(tmp_path))
    assert (whole.done, len(second.asked)) == (40, 34)


def test_a_line_half_written_when_the_power_went_is_asked_again(tmp_path: Path) -> None:
    examine(VERIFY, Scripted(knows_all), room(tmp_path, limit=2))
    (file,) = (tmp_path / "answers").rglob("*.jsonl")
    file.write_text(file.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    assert len(room(tmp_path).sheet(VERIFY).answers) == 1


def test_prices_give_a_cost_and_without_them_it_is_unknown(tmp_path: Path) -> None:
    assert estimate(VERIFY, room(tmp_path), None).money is None
    cost = estimate(VERIFY, room(tmp_path), (1.0, 10.0))
    assert cost.money == pytest.approx((cost.sent + 10 * cost.received) / 1_000_000)
    assert cost.sent > 20_000
    assert estimate(FOLLOW_UP, room(tmp_path, limit=3), None).items == 3


def asks_well(message: str, fields: frozenset[str]) -> str:
    """Asks about words of the quotes that the student did not use."""
    offered = message.partition("Words of the last quotes to ask about: ")[2]
    if not offered:
        quoted, _, asked = message.partition("<question>")
        words = [word.strip(".,:;()") for word in quoted.split()]
        fresh = [w for w in words if w.isalpha() and w.islower() and len(w) > 5]
        offered = ", ".join(w for w in dict.fromkeys(fresh) if w[:5] not in asked.casefold())
    chosen = [word.strip(". ") for word in offered.split(",")]
    return json.dumps({"question": f"What would it mean if {' or '.join(chosen[:3])} were gone?"})


def test_good_questions_that_lead_back_earn_the_follow_up(tmp_path: Path) -> None:
    result = examine(FOLLOW_UP, Scripted(asks_well), room(tmp_path))
    assert result.complete
    assert result.passes(FOLLOW_UP), result.figures


def test_questions_that_lead_elsewhere_do_not(tmp_path: Path) -> None:
    astray = room(tmp_path, leads_back=lambda question, quotes: False)
    result = examine(FOLLOW_UP, Scripted(asks_well), astray)
    assert result.figures[0].value == 0.0
    assert not result.passes(FOLLOW_UP)


def test_the_students_own_question_earns_nothing(tmp_path: Path) -> None:
    def echoes(message: str, fields: frozenset[str]) -> str:
        found = message.split("<question>")[-1].split("</question>")[0]
        return json.dumps({"question": f"{found.strip('?')}?"})

    result = examine(FOLLOW_UP, Scripted(echoes), room(tmp_path))
    assert result.figures[0].value < 0.2


def test_reading_every_told_problem_exactly_earns_that_duty(tmp_path: Path) -> None:
    model = Scripted(reads_exactly)
    result = examine(READ_PROBLEM, model, room(tmp_path))
    assert result.complete
    assert figure(result, READ_EXACTLY) == 1.0
    assert len(model.asked) == 40, "no right reading is repaired"
    assert result.passes(READ_PROBLEM)


def test_dealing_names_and_numbers_out_by_lot_earns_nothing_and_is_mostly_stopped(
    tmp_path: Path,
) -> None:
    result = examine(READ_PROBLEM, Scripted(reads_by_lot(random.Random(5))), room(tmp_path))
    assert figure(result, READ_EXACTLY) < 0.1
    assert figure(result, "readings that pass the checks") <= 0.25
    assert not result.passes(READ_PROBLEM)


@pytest.mark.parametrize("said", ["yes", '{"supported": "yes"}', '{"directed": true, "edges": []}'])
def test_a_model_that_always_says_the_same_reads_nothing(tmp_path: Path, said: str) -> None:
    result = examine(READ_PROBLEM, Scripted(lambda *_: said), room(tmp_path))
    assert figure(result, READ_EXACTLY) == 0.0
    assert figure(result, "readings that pass the checks") == 0.0


def test_a_reading_whose_stream_is_cut_breaks_the_exam_off_too(tmp_path: Path) -> None:
    with pytest.raises(ExamBrokenOff, match="go on"):
        examine(READ_PROBLEM, Scripted(cuts_the_stream), room(tmp_path))
    assert estimate(READ_PROBLEM, room(tmp_path), None).items == 40


def test_intervals_agree_with_published_values() -> None:
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)
    both = balanced_accuracy("b", (50, 50), (25, 50))
    assert both.value == 0.75
    assert both.low < 0.70 < 0.80 < both.high
