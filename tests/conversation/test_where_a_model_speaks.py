"""A model that may answer sees what the student sees, and speaks wherever the course is quoted."""

from __future__ import annotations

import re
from dataclasses import replace

from evals.hint_ladder.recorded_learner import Classroom, Replied
from tests.doubles.chat_models import Scripted, answering, verifying
from tutor_app.domain.as_read import as_read
from tutor_app.domain.values import Cloze, ProblemRead, Quote, Sentence, SideBySide
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.verify import DUTY as VERIFY

SAID = "What follows from it is worth a second look."


def talk(
    room: Classroom, *messages: str, says: str = SAID, denies: bool = False, finds: bool = True
) -> tuple[Replied, list[str]]:
    """The last reply of a conversation, and the passages that the model was given for it."""

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verifying(message, lambda _: finds)
        return answering(says, denies=denies)

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


def in_view(replied: Replied) -> list[str]:
    """The kinds of what a student reads at once, in order."""
    return [
        e.role if isinstance(e, Sentence) else type(e).__name__.lower()
        for e in as_read(replied.events)
        if isinstance(e, Sentence | ProblemRead | SideBySide)
        or (isinstance(e, Quote | Cloze) and not e.quiet)
    ]


def test_it_speaks_beside_what_code_has_decided_and_may_deny_it(demo_room: Classroom) -> None:
    claim = "prims vs dijkstras, they look like literally the same code to me"
    replied, _ = talk(demo_room, claim)
    assert in_view(replied) == ["verdict", "explanation"]
    assert any(attempt.duty == ANSWER for attempt in replied.record.attempts)
    assert in_view(talk(demo_room, claim, denies=True)[0]) == ["explanation"]


def test_its_answer_is_read_in_place_of_the_quotes_which_wait_behind_a_button(
    demo_room: Classroom,
) -> None:
    asked = "what is iterative deepening good for"
    replied, _ = talk(demo_room, asked)
    assert in_view(replied) == ["explanation"]
    assert any(isinstance(e, Quote) and not e.quiet for e in replied.events), "they came first"
    assert in_view(talk(demo_room, asked, finds=False)[0])[:2] == ["lead_in", "quote"]


def test_a_trial_that_found_nothing_against_a_claim_gives_way_to_the_course(
    demo_room: Classroom,
) -> None:
    claim = "A consistent heuristic is automatically admissible, but I believe it also works the "
    claim += "other way round."
    tried, _ = talk(demo_room, claim, finds=False)
    assert in_view(tried)[-1] == "result"
    assert in_view(talk(demo_room, claim)[0]) == ["explanation"]


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


def test_beside_a_calculation_it_tells_no_value_that_is_still_to_be_found(
    algebra_room: Classroom,
) -> None:
    work = (
        "drawing two red balls: first 3/5, second also 3/5 because the bag is the same, so 9/25. "
    )
    work += "they said no putting back"
    assert spoke(talk(algebra_room, work, says="One red ball fewer is left then.")[0])
    assert not spoke(talk(algebra_room, work, says="It is 3/10 then.")[0])
    assert not spoke(talk(algebra_room, work, "I'm stuck", says="One red ball fewer is left.")[0])
