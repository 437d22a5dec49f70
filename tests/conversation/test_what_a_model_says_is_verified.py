"""Planted sentences on their whole way: question, quotes, a model that sends them, its verifier."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from evals.answers.planted_sentences import all_claims
from evals.hint_ladder.recorded_learner import Classroom
from tests.doubles.chat_models import Scripted, answering, verifying
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import AnswerDone, Message, Quote, Sentence, Session
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.duty_registry import DUTIES
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.models.exams.exam_items import Claim
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.evaluation_course import COURSE

SESSION = Session(conversation_id="c", course_id="c", course_name="Search")
# Every passage is found: the subject here is what comes after.
PROFILE = replace(PROFILES["default"], floor=-1.0)
BOTH = frozenset({ANSWER, VERIFY})
EVERY = frozenset(duty.name for duty in DUTIES)
RIGHT_ANSWERS = Path(__file__).parents[2] / "evals/questions/right_answers.jsonl"
Finds = Callable[[str], bool]


@cache
def index_of(passage: str) -> CourseIndex:
    return small_index(passage)


def turns() -> Iterator[tuple[Claim, ...]]:
    """All 400 sentences, as answers of up to six on one passage; never both of a pair in one."""
    claims = all_claims()
    for passage in dict.fromkeys(claim.passage.text for claim in claims):
        own = [claim for claim in claims if claim.passage.text == passage]
        for side in (own[::2], own[1::2]):
            yield from batched(side, 6)


def batched(these: Sequence[Any], size: int) -> Iterator[tuple[Any, ...]]:
    rest = iter(these)
    while batch := tuple(islice(rest, size)):
        yield batch


def said_in(claims: Sequence[Claim], duties: frozenset[str], finds: Finds) -> list[Sentence]:
    """What a student is shown when the model writes these claims, and verifies as `finds` says."""

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verifying(message, finds)
        return answering(*(claim.sentence for claim in claims))

    services = Services(
        courses=lambda course_id: index_of(claims[0].passage.text),
        embedder=BagOfWords(),
        profile=PROFILE,
        duties=duties,
        model=lambda: Scripted(reply),
    )
    asked = Message(text=f"Explain why: {claims[0].passage.text[:150]}", wanted="conceptual")
    events = list(respond(asked, SESSION, services))
    assert any(isinstance(event, Quote) for event in events), claims[0].id
    return [event for event in events if isinstance(event, Sentence) and event.by_model]


def shown(duties: frozenset[str], finds: Finds, some: int | None = None) -> set[str]:
    """What is shown of all sentences, or of those in `some` of the turns."""
    return {one.text for claims in islice(turns(), some) for one in said_in(claims, duties, finds)}


def test_of_200_planted_sentences_no_more_is_shown_than_the_verifier_misses() -> None:
    draw = random.Random(16)
    false = sorted(claim.sentence for claim in all_claims() if not claim.is_supported)
    true = sorted(claim.sentence for claim in all_claims() if claim.is_supported)
    missed = set(draw.sample(false, len(false) // 20))
    rejected = set(draw.sample(true, len(true) // 20))
    assert (len(false), len(true), len(missed), len(rejected)) == (200, 200, 10, 10)

    told = shown(BOTH, lambda said: said in missed or said in set(true) - rejected)

    assert told & set(false) <= missed
    assert len(told & set(true)) >= 0.85 * len(true)


@pytest.mark.parametrize("duties", [frozenset(), frozenset({ANSWER}), EVERY - {VERIFY}])
def test_without_a_model_that_may_verify_none_of_its_sentences_is_shown(
    duties: frozenset[str],
) -> None:
    assert shown(duties, lambda _: True, some=20) == set()


def test_what_the_verification_denies_is_not_shown_whatever_code_thinks() -> None:
    assert shown(EVERY, lambda _: False, some=20) == set()


def test_a_verifier_that_says_yes_leaves_code_which_stops_99_percent_of_what_it_can() -> None:
    told = shown(BOTH, lambda _: True)
    kinds = ("wrong number", "wrong name", "false quotation")
    stoppable = {c.sentence for c in all_claims() if not c.is_supported and c.kind in kinds}
    assert len(stoppable) > 100
    assert len(stoppable & told) <= 0.01 * len(stoppable)
    for kind in ("negation", "swapped roles"):  # these only the verifier can stop
        those = {claim.sentence for claim in all_claims() if claim.kind == kind}
        assert len(those & told) > len(those) / 2


def test_what_is_shown_is_marked_as_the_models_and_names_its_passage() -> None:
    claims = next(turns())
    said = said_in(claims, BOTH, lambda _: True)
    assert said
    assert all(one.role == "explanation" and one.passage_id for one in said)


# --- what would give a solution away -----------------------------------------------------------


def leaking() -> list[str]:
    """Right answers to the demo course's items, in words that no solution has."""
    rows = [json.loads(line) for line in RIGHT_ANSWERS.read_text(encoding="utf-8").splitlines()]
    texts = [part["text"] for row in rows for part in row["segments"] if part["points"]]
    return random.Random(16).sample([text for text in texts if len(text.split()) > 4], 60)


def test_points_of_a_solution_in_other_words_are_not_shown_though_they_are_true(
    demo_room: Classroom,
) -> None:
    asked = "why does the order of a queue matter in a search?"
    told: list[str] = []
    for texts in batched(leaking(), 6):

        def reply(message: str, fields: frozenset[str], texts: tuple[str, ...] = texts) -> str:
            if "supported" in fields:
                return verifying(message, lambda _: True)
            return answering(*texts)

        services = replace(
            demo_room.services, duties=BOTH, model=lambda reply=reply: Scripted(reply)
        )
        events = list(respond(Message(text=asked), replace(SESSION, course_id=COURSE), services))
        assert isinstance(events[-1], AnswerDone)
        told += [e.text for e in events if isinstance(e, Sentence) and e.by_model]
    assert len(told) <= 3, told
