"""A model that may answer sees what the student sees, and speaks wherever the course is quoted."""

from __future__ import annotations

import re
from dataclasses import replace

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.doubles.chat_models import Scripted, answering, verifying
from tutor_app.domain.values import Quote, Sentence
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.verify import DUTY as VERIFY

SAID = "What follows from it is worth a second look."


def talk(room: Classroom, *messages: str) -> tuple[Replied, list[str]]:
    """The last reply of a conversation, and the passages that the model was given for it."""

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verifying(message, lambda _: True)
        return answering(SAID)

    model = Scripted(reply)
    services = room.services
    room.services = replace(services, duties=frozenset({ANSWER, VERIFY}), model=lambda: model)
    try:
        with room.learner() as learner:
            for message in messages:
                model.asked.clear()
                replied = learner.say(message)
    finally:
        room.services = services
    given = model.asked[0].partition("</quotes>")[0] if model.asked else ""
    return replied, re.findall(r"^\d+\. (.*)$", given, re.MULTILINE)


def spoke(replied: Replied) -> bool:
    return any(isinstance(e, Sentence) and e.by_model for e in replied.events)


def test_it_is_given_each_paragraph_that_is_quoted_and_others_of_the_same_passage(
    algebra_room: Classroom,
) -> None:
    replied, given = talk(algebra_room, "Why is the sum of a die's outcomes counted only once?")
    quoted = [e.paragraph for e in replied.events if isinstance(e, Quote) and not e.quiet]
    assert quoted and all(any(q[:60] in text for text in given) for q in quoted)

    _, given = talk(algebra_room, "Why do we subtract P(A and B) for an 'or'?")
    assert any(text.startswith("The addition rule") for text in given)
    assert any(text.startswith("The probability that A does not happen") for text in given)


def test_it_speaks_beside_what_code_has_decided(demo_room: Classroom) -> None:
    replied, _ = talk(demo_room, "prims vs dijkstras, they look like literally the same code to me")
    assert spoke(replied)
    assert any(attempt.duty == ANSWER for attempt in replied.record.attempts)


def test_a_message_that_leans_on_quotes_is_answered_from_them_where_nothing_new_is_found(
    algebra_room: Classroom,
) -> None:
    replied, given = talk(
        algebra_room,
        "what is the shortcut for 'at least one'",
        "but why is that easier than adding up the cases",
    )
    assert any("This is often the shorter way" in text for text in given)
    assert spoke(replied)
    assert not replied.record.declined


def test_an_assignment_behind_the_button_is_not_given_and_keeps_nobody_from_answering(
    algebra_room: Classroom,
) -> None:
    replied, given = talk(algebra_room, "what is the shortcut for 'at least one'")
    kinds = {e.kind for e in replied.events if isinstance(e, Quote) and e.quiet}
    assert "assignment" in kinds
    assert given and not any("without replacement. What is" in text for text in given)
    assert spoke(replied)
