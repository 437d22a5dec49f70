"""The planted sentences on their whole way: question, quotes, a model that sends them, checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from evals.answers.planted_sentences import all_claims
from tests.doubles.chat_models import Scripted, sentences, verdict
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Message, Quote, Sentence, Session
from tutor_app.models.duties.duty_registry import DUTIES
from tutor_app.models.duties.explain import DUTY as EXPLAIN
from tutor_app.models.exams.exam_items import Claim
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.profiles import PROFILES

SESSION = Session(conversation_id="c", course_id="c", course_name="Search")
# Every passage is found: the subject here is what comes after.
PROFILE = replace(PROFILES["default"], floor=-1.0)
BY_CODE = ("wrong number", "wrong name", "false quotation")


@cache
def index_of(passage: str) -> CourseIndex:
    return small_index(passage)


def send(claim: Claim, duties: frozenset[str], *, verified: bool = True) -> list[Sentence]:
    """What a student is shown when the model answers `claim`, and calls it supported."""

    def reply(message: str, fields: frozenset[str]) -> str:
        return verdict(verified) if "supported" in fields else sentences(claim.sentence)

    services = Services(
        courses=lambda course_id: index_of(claim.passage.text),
        embedder=BagOfWords(),
        profile=PROFILE,
        duties=duties,
        model=lambda: Scripted(reply),
    )
    asked = Message(text=f"Explain why: {claim.passage.text[:150]}", wanted="conceptual")
    events = list(respond(asked, SESSION, services))
    assert any(isinstance(event, Quote) for event in events), claim.id
    return [event for event in events if isinstance(event, Sentence)]


def planted(*kinds: str) -> Iterator[Claim]:
    return (c for c in all_claims() if not c.is_supported and (not kinds or c.kind in kinds))


def shown(claim: Claim, duties: frozenset[str], *, verified: bool = True) -> bool:
    return any(said.text == claim.sentence for said in send(claim, duties, verified=verified))


def test_without_the_duty_none_of_200_planted_sentences_is_shown() -> None:
    claims = list(planted())
    assert len(claims) == 200
    assert [claim.id for claim in claims if shown(claim, frozenset())] == []


def test_with_the_duty_and_a_verifier_that_says_yes_code_stops_99_percent_of_what_it_can() -> None:
    claims = list(planted(*BY_CODE))
    let_through = [claim.id for claim in claims if shown(claim, frozenset({EXPLAIN}))]
    assert len(claims) > 100
    assert len(let_through) <= 0.01 * len(claims)


def test_with_the_duty_supported_sentences_do_reach_the_student() -> None:
    claims = [claim for claim in all_claims() if claim.is_supported]
    through = [claim for claim in claims if shown(claim, frozenset({EXPLAIN}))]
    assert len(through) >= 0.9 * len(claims)
    assert all(
        said.by_model and said.role == "explanation" and said.passage_id
        for said in send(through[0], frozenset({EXPLAIN}))
        if said.text == through[0].sentence
    )


def test_what_the_verification_denies_is_not_shown_whatever_code_thinks() -> None:
    every_duty = frozenset(duty.name for duty in DUTIES)
    claims = [claim for claim in all_claims() if claim.is_supported][:40]
    assert not any(shown(claim, every_duty, verified=False) for claim in claims)


@pytest.mark.parametrize("kind", ["negation", "swapped roles"])
def test_code_alone_cannot_stop_a_negation_or_swapped_roles_so_the_duty_is_needed(
    kind: str,
) -> None:
    claims = list(planted(kind))
    assert sum(shown(claim, frozenset({EXPLAIN})) for claim in claims) > len(claims) / 2
