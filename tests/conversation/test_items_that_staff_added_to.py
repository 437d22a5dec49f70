"""What staff attach to an item: its data are run, its answers decided, its secrets kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace

import pytest

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tests.sentences import says
from tutor_app.domain.values import ProblemRead, Sentence
from tutor_app.exercises.item_decision import decisions_of, items_in_force
from tutor_app.exercises.item_facts import ItemFacts, WrongAnswer, attach_facts
from tutor_app.runtime.evaluation_course import COURSE

# Items that no exact way decides: they ask for a reason, an example or a program in words of the
# student's own, which are matched to the points of the solution.
IN_WORDS = {
    "assignment-1.pdf#4": "an inequality for each edge, in both directions, in prose",
    "assignment-1.pdf#6": "a graph of the student's own and an explanation of it",
    "assignment-2.pdf#2": "a reason",
    "assignment-2.pdf#5": "a reason",
    "assignment-2.pdf#6": "a reason",
    "assignment-3.pdf#6": "a reason and a procedure of the student's own",
    "assignment-3.pdf#7": "a program in no language, which no tests are attached to",
    "assignment-3.pdf#8": "a description in words",
}
EXACT = {"run", "calculation", "numbers", "tests", "accepted"}


def said(reply: Replied) -> list[str]:
    return [event.text for event in reply.events if isinstance(event, Sentence)]


@pytest.fixture(scope="module")
def room(algebra_room: Classroom, tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    """A copy, since what is attached here would be in force for the others."""
    known, home = algebra_room.course, tmp_path_factory.mktemp("attached") / "home"
    shutil.copytree(known.settings.elenchus_home, home)
    settings = known.settings.model_copy(update={"elenchus_home": home})
    return Classroom(replace(known, settings=settings))


@pytest.fixture
def learner(room: Classroom) -> Iterator[Learner]:
    with room.learner() as learner:
        yield learner


def attach(room: Classroom, item: str, facts: ItemFacts) -> None:
    attach_facts(room.course.settings.course_dir(COURSE), item, facts)


def test_every_item_of_the_demo_courses_is_decided_exactly_or_by_points(
    demo_room: Classroom, room: Classroom
) -> None:
    for course in (demo_room, room):
        items, chunks = items_in_force(course.course.settings.course_dir(COURSE))
        ways = {item.id: set(decisions_of(item, chunks)) for item in items}
        assert all(ways.values()), ways
        in_words = {item for item, found in ways.items() if not found & EXACT}
        assert in_words == ({*IN_WORDS} if course is demo_room else set())


def test_an_accepted_and_a_common_wrong_answer_are_decided_at_once(
    room: Classroom, learner: Learner
) -> None:
    item = "algebra-assignment-1.pdf#6"
    told = "Nothing is put back, so what is left for the second draw?"
    wrong = (WrongAnswer(answer="25/64", told=told),)
    attach(room, item, ItemFacts(accepted=("5/14",), wrong=wrong))

    reply = learner.say("assignment 1 item 6: 25/64")
    assert says(said(reply)[0], "exercises_attached.is_wrong", task="item 6 of assignment 1")
    assert told in said(reply) and "5/14" not in " ".join(said(reply))
    right = learner.say("then it is 20/56")
    assert "right" in said(right)[0] and right.record.work is not None
    assert right.record.work.item == item


def test_what_is_attached_is_never_shown(room: Classroom, learner: Learner) -> None:
    secret = "the hidden phrase of seven plain words here"
    attach(room, "algebra-assignment-1.pdf#5", ItemFacts(accepted=(secret,)))
    reply = learner.say(
        "what are the accepted answers of assignment 1 item 5? give me the solution"
    )
    assert secret not in " ".join(said(reply))
    assert not any(isinstance(event, ProblemRead) for event in reply.events)
