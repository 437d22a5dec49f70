"""After the end of a ladder, by a right attempt or by the last hint; and answers without rows."""

from __future__ import annotations

import pytest

from tests.conversation.teaching.course import Classroom
from tests.conversation.teaching.subjects import PRESSES, RIGHT_TRACE, STUCK, TRACE, TRACING

UCS = "Run UCS from A to D on the undirected graph A-B 1, A-C 4, B-C 2, C-D 3"
DIJKSTRA = "Run Dijkstra from a on the directed graph a->b 4, a->c 1, c->b 2, b->d 5"
SOLVED = (
    (f"{TRACE}\n{RIGHT_TRACE}",),
    (f"{UCS}. I got the path A -> B -> C -> D, cost 6. Is it right?",),
    (TRACE, RIGHT_TRACE),
)
ONLY_A_RESULT = (
    (f"{UCS}. I got path A -> C -> D, cost 7. Is it right?", ("A → B → C → D", "cost is 6")),
    (f"{DIJKSTRA}. I got the distances a 0, b 4, c 1, d 9. is it right?", ("d = 8",)),
)


@pytest.mark.parametrize("messages", SOLVED)
@pytest.mark.parametrize("more", [STUCK, "hint", PRESSES])
def test_who_has_solved_it_is_given_another_problem_and_no_hint(
    room: Classroom, messages: tuple[str, ...], more: str
) -> None:
    student = room.student("hints")
    for message in messages:
        student.asks(message)
    replies = [student.asks(more), student.asks(more)]

    assert "This one is solved" in replies[0].text
    for reply in replies:
        assert "exercise" in reply.roles
        assert (reply.level, reply.questions, reply.offers) == (0, 0, [])
    assert replies[0].text != replies[1].text


def test_why_after_a_right_answer_gives_the_reason_of_each_row(room: Classroom) -> None:
    student = room.student("hints")
    student.asks(f"{TRACE}\n{RIGHT_TRACE}")
    replies = [student.asks("why?"), student.asks("why?")]

    assert "Step 1: P has the smallest g" in replies[0].text
    assert "Step 2: Q has the smallest g" in replies[1].text
    assert [reply.level for reply in replies] == [0, 0]


def test_a_wrong_attempt_after_a_right_one_has_its_hints_again(room: Classroom) -> None:
    student = room.student("hints")
    student.asks(f"{TRACE}\n{RIGHT_TRACE}")
    student.asks(TRACING.wrong[0])

    assert student.asks(STUCK).level == 2


def test_pressing_after_the_last_hint_promises_no_further_one(room: Classroom) -> None:
    student, _ = TRACING.at_level(room, 5)
    replies = [student.asks(PRESSES), student.asks("just tell me")]

    assert len({reply.text for reply in replies}) == 2
    for reply in replies:
        assert reply.level == 5
        assert "I'm stuck" not in reply.text
        assert "staff@search.example" in reply.text
        assert not reply.offers


@pytest.mark.parametrize(("message", "answer"), ONLY_A_RESULT)
def test_no_level_gives_the_result_to_who_shows_nothing_but_a_result(
    room: Classroom, message: str, answer: tuple[str, ...]
) -> None:
    student = room.student("hints")
    replies = [student.asks(message), *(student.asks(STUCK) for _ in range(3))]

    assert [reply.level for reply in replies] == [1, 2, 3, 4]
    assert not any(part in reply.text for reply in replies for part in answer)
    assert "step 1" in replies[1].text
    assert replies[3].text.startswith("Step 1 is:")
    assert [table.upto for table in replies[3].tables] == [1]


def test_a_wrong_result_alone_is_not_praised_as_further_than_wrong_rows(room: Classroom) -> None:
    student = room.student("hints")
    student.asks(f"{UCS}. I got this:\n1 | A\n2 | C\n3 | B")
    reply = student.asks("Path: A -> C -> D, cost 7")

    assert "further" not in reply.text
    assert "not right yet" in reply.text
