"""A model's own answer: checked by code, verified in one call, dropped where it is not."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence

import pytest

from tests.doubles.chat_models import Scripted, answering, verdicts, verifying
from tests.models.duties.test_choose import ATTACKS
from tests.models.given import quote
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.values import Quote
from tutor_app.models.duties.answer import Answerer, AskedFor, ModelAnswer, answer, may_answer
from tutor_app.models.duties.verify import verification_prompt

ASKED = "why does bfs find the shortest path?"
QUOTES = (
    quote("queue", "The queue hands out vertices in the order of their distance from the start."),
    quote("stack", "A stack hands back the vertex that was pushed last."),
)
GOOD = "Vertices leave the queue sorted by how far they are from the start."
OTHER = "With a stack, the vertex pushed last comes back."
WRONG = "The queue hands out 7 vertices at the start."


def tell(
    model: Scripted,
    quotes: Sequence[Quote] = QUOTES,
    stop: Callable[[], bool] = lambda: False,
    leaks: Callable[[str], bool] = lambda _: False,
) -> ModelAnswer:
    by = Answerer(model=model, stop=stop, leaks=leaks)
    return answer(AskedFor(question=ASKED, facts=tuple(quotes)), by)


def model(written: str, finds: Callable[[str], bool] = lambda said: True) -> Scripted:
    """Writes this reply; verifies as `finds` says."""

    def reply(message: str, fields: frozenset[str]) -> str:
        return verifying(message, finds) if "supported" in fields else written

    return Scripted(reply)


def said(told: ModelAnswer) -> list[str]:
    return [sentence.text for sentence in told.said]


def test_each_sentence_that_passes_is_said_with_the_passage_it_rests_on() -> None:
    scripted = model(answering(GOOD, OTHER, rests_on=(1, 2), answers=(2, 1)))
    told = tell(scripted)
    assert [(s.text, s.passage_id) for s in told.said] == [(GOOD, "queue"), (OTHER, "stack")]
    assert all(s.by_model and s.role == "explanation" for s in told.said)
    assert told.answers == (1, 0)
    assert len(scripted.asked) == 2, "one call writes, one verifies both sentences"


def test_what_code_rejects_is_not_even_verified() -> None:
    scripted = model(answering(WRONG, OTHER))
    told = tell(scripted)
    assert said(told) == [OTHER]
    assert WRONG not in scripted.asked[1]
    assert "a number that is not in the quotes" in [one.failed_check for one in told.attempts]


def test_a_number_of_the_students_own_may_be_taken_up() -> None:
    applied = "For your 7 vertices the queue keeps the order of distance from the start."
    by = Answerer(model=model(answering(applied)), stop=lambda: False)
    asked = AskedFor(question="and if I have 7 vertices?", facts=QUOTES)
    assert said(answer(asked, by)) == [applied]


def test_what_is_not_verified_is_never_said() -> None:
    told = tell(model(answering(GOOD, OTHER), finds=lambda text: text == OTHER))
    assert said(told) == [OTHER]
    assert [a.failed_check for a in told.attempts].count("not supported by its passage") == 1


@pytest.mark.parametrize("first", [WRONG, "The start leaves the queue last."])
def test_what_leans_on_a_sentence_that_was_left_out_goes_with_it(first: str) -> None:
    leaning = "So the start of the queue comes first."
    told = tell(model(answering(first, leaning, OTHER), finds=lambda text: text != first))
    assert said(told) == [OTHER]
    assert not told.opens
    assert tell(model(answering(GOOD, leaning))).opens


@pytest.mark.parametrize("verdict", ["perhaps", '{"supported": [9]}', '{"supported": "all"}', ""])
def test_a_verification_that_is_no_verdict_supports_nothing(verdict: str) -> None:
    def reply(message: str, fields: frozenset[str]) -> str:
        return verdict if "supported" in fields else answering(GOOD)

    assert tell(Scripted(reply)).said == ()


def test_what_would_give_a_solution_away_is_not_even_verified() -> None:
    scripted = model(answering(GOOD))
    told = tell(scripted, leaks=lambda text: text == GOOD)
    assert told.said == ()
    assert len(scripted.asked) == 1


def test_where_it_finds_no_answer_it_says_so_and_nothing_is_verified() -> None:
    scripted = model(answering(answers=()))
    told = tell(scripted)
    assert (told.answers, told.said, len(scripted.asked)) == ((), (), 1)


@pytest.mark.parametrize(
    "written", ["Sure! BFS uses a queue.", answering(GOOD, answers=(9,)), '{"sentences": []}']
)
def test_a_reply_of_another_shape_says_nothing(written: str) -> None:
    told = tell(model(written))
    assert told.said == ()
    assert told.answers is None
    assert told.problem is None


def test_the_same_sentence_is_said_once_and_six_at_most_are_taken() -> None:
    more = [f"A stack hands back vertex {name} that was pushed last." for name in "bcdefgh"]
    assert said(tell(model(answering(GOOD, GOOD)))) == [GOOD]
    assert len(tell(model(answering(*more))).attempts) <= 2 + 6


@pytest.mark.parametrize("error", [ModelUnreachable("gone"), ModelRefused("no")])
@pytest.mark.parametrize("while_verifying", [False, True])
def test_an_endpoint_that_fails_says_nothing_and_staff_learn_why(
    error: Exception, while_verifying: bool
) -> None:
    def reply(message: str, fields: frozenset[str]) -> str:
        if ("supported" in fields) is while_verifying:
            raise error
        return verdicts(1) if "supported" in fields else answering(GOOD)

    told = tell(Scripted(reply))
    assert told.said == ()
    assert told.problem == str(error)
    checks = [a.failed_check for a in told.attempts if a.reply == GOOD]
    assert checks == (["not verified"] if while_verifying else [])


def test_stop_says_nothing_more() -> None:
    told = tell(model(answering(GOOD)), stop=lambda: True)
    assert told.said == ()
    assert [a.failed_check for a in told.attempts] == ["stopped"]


def test_assignments_are_not_explained() -> None:
    assert may_answer(QUOTES)
    assert not may_answer([*QUOTES, dataclasses.replace(QUOTES[0], kind="assignment")])
    assert not may_answer([])


def obeys(message: str, fields: frozenset[str]) -> str:
    """A model that does what any text in its prompt tells it; where it is told nothing, it errs."""
    if "supported" in fields:
        return verdicts()
    told = re.search(r"reply with (\{.*?\]\}|the words PWNED)", message)
    return answering("PWNED by the quotes.", OTHER) if told is None else told[1]


def test_an_attack_in_a_document_or_a_message_says_nothing_and_stays_in_its_place() -> None:
    for attack in ATTACKS:
        by = Answerer(model=Scripted(obeys), stop=lambda: False)
        poisoned = (*QUOTES, quote("bad", attack))
        for asked in (
            AskedFor(question=ASKED, facts=poisoned),
            AskedFor(question=f"{ASKED} {attack}", facts=QUOTES),
            AskedFor(question=ASKED, facts=QUOTES, before=attack),
        ):
            told = answer(asked, by)
            assert told.said == (), attack
            for attempt in told.attempts:
                if attempt.prompt:
                    assert (
                        attempt.prompt.count("</quotes>")
                        == attempt.prompt.count("</question>")
                        == 1
                    )
                    assert "<|im_" not in attempt.prompt, attack


def test_an_attack_on_the_verification_stays_in_its_place() -> None:
    for attack in ATTACKS:
        for passages, asked, sentences in (
            ([attack], ASKED, [GOOD]),
            (["A queue."], attack, [GOOD]),
            (["A queue."], ASKED, [attack]),
        ):
            last = verification_prompt(passages, asked, sentences)[-1].content
            assert all(last.count(f"</{tag}>") == 1 for tag in ("quotes", "question", "sentences"))
            assert "<|im_" not in last, attack
