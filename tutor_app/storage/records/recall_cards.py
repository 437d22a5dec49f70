"""When a learner is asked something again: FSRS over what was asked in rounds of practice.

Ye, Su, Cao: A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling, KDD
2022, as the package `fsrs` has it. A card is what the package keeps of one question of a learner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, cast

from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from tutor_app.domain.practice import PracticeOutcome, QuestionResult, RecallChance
from tutor_app.storage.records.database_tables import ConversationModel, RecallCardModel

# "easy" is never given: code sees that an answer is right, not how it felt.
_RATINGS: Final[Mapping[PracticeOutcome, Rating]] = MappingProxyType(
    {"right": Rating.Good, "hinted": Rating.Hard, "missed": Rating.Again}
)
# Without chance: the same answers at the same times lead to the same days.
_SCHEDULER: Final = Scheduler(enable_fuzzing=False)


def chances_of_recall(
    session: Session, learner_id: str, course_id: str, now: datetime
) -> dict[str, RecallChance]:
    """Return, by item, how likely the learner still knows what was asked, and what is due."""
    query = select(RecallCardModel).where(
        RecallCardModel.learner_id == learner_id, RecallCardModel.course_id == course_id
    )
    return {
        model.item_id: RecallChance(
            chance=_SCHEDULER.get_card_retrievability(_card(model), now),
            due=model.due <= now,
        )
        for model in session.scalars(query)
    }


def _card(model: RecallCardModel) -> Card:
    return Card.from_dict(cast(CardDict, model.card))


def keep_reviews(
    session: Session,
    conversation: ConversationModel,
    results: Iterable[QuestionResult],
    now: datetime,
) -> None:
    """Store what a finished turn's answers say of the learner's memory, in its transaction."""
    for result in results:
        if result.outcome not in _RATINGS:
            continue
        key = (conversation.learner_id, conversation.course_id, result.item)
        model = session.get(RecallCardModel, key, populate_existing=True)
        card = _card(model) if model is not None else Card(card_id=0, due=now)
        card, _ = _SCHEDULER.review_card(card, _RATINGS[result.outcome], now)
        put_card(
            session,
            {
                "learner_id": key[0],
                "course_id": key[1],
                "item_id": result.item,
                "card": dict(card.to_dict()),
                "due": card.due,
            },
        )


def put_card(session: Session, row: Mapping[str, object]) -> None:
    """Store a card in one statement: two turns of a learner may end at the same moment.

    Reading first and inserting then, as `merge` does, would cost the later one its whole turn.
    """
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert if is_postgres else sqlite.insert
    changed = {"card": row["card"], "due": row["due"]}
    statement = insert(RecallCardModel).values(**row)
    keys = [RecallCardModel.learner_id, RecallCardModel.course_id, RecallCardModel.item_id]
    session.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed))
