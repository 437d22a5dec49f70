"""Work that is right so far: it is told so, led on, and never accused of a mistake."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.conversation.teaching.course import Classroom, Student
from tests.conversation.teaching.subjects import STUCK
from tests.sentences import says

ACCUSES = ("not right", "begun well", "Look again", "looks as if", "leave this rule", "ends before")
BFS = "BFS from A to F on the undirected graph A-B, A-C, B-D, C-D, D-E, E-F"
UCS = "Run UCS from A to E on the undirected graph A-B 2, A-C 5, B-C 1, C-D 2, D-E 3, B-D 9"
BELLMAN = "Run Bellman-Ford from s on the directed graph s->a 6, s->b 7, a->c 5, b->c -3, c->a -2"
SORT = "insertion sort of 8, 3, 9, 1, 4"
KRUSKAL = "Run Kruskal on the undirected graph a-b 2, a-c 3, b-c 1, c-d 4"
BEGUN = (
    (f"{BFS}\n1 A\n2 B\n3 C\nis this right so far?",),
    (f"{UCS}. I have: first A, then B",),
    (BELLMAN, "after pass 1: s 0, a 2, b 7, c 4"),
    (f"Is my {SORT} right?\n3, 8, 9, 1, 4\n3, 8, 9, 1, 4",),
    (f"{KRUSKAL}. So far: b-c accepted, a-b accepted. is it right?",),
)


def begins(room: Classroom, messages: Sequence[str]) -> Student:
    student = room.student("hints")
    for message in messages:
        reply = student.asks(message)
    left = reply.replied.record.tracing
    assert left is not None
    in_words = says(reply.text, "trace_replies.right_rows_so_far")
    assert in_words or left.answered in ("right", "so_far")
    return student


@pytest.mark.parametrize("messages", BEGUN)
def test_no_level_accuses_work_that_is_right_so_far(
    room: Classroom, messages: Sequence[str]
) -> None:
    student = begins(room, messages)
    replies = [student.asks(STUCK) for _ in range(4)]

    assert [reply.level for reply in replies] == [1, 2, 3, 4]
    for reply in replies:
        assert not any(accuses in reply.text for accuses in ACCUSES), reply.text


@pytest.mark.parametrize("messages", BEGUN)
def test_why_is_answered_in_other_words_each_time_and_leads_to_the_next_row(
    room: Classroom, messages: Sequence[str]
) -> None:
    student = begins(room, messages)
    replies = [student.asks(words) for words in (STUCK, "why?", "what do you mean?", STUCK)]
    texts = [reply.text for reply in replies]

    assert says(texts[0], "trace_hints.rule_to_go_on")
    assert len(set(texts)) == len(texts)
    assert all(reply.questions == 1 for reply in replies)


@pytest.mark.parametrize("policy", ["predict", "hints"])
def test_the_rule_is_not_told_again_at_every_row(room: Classroom, policy: str) -> None:
    student = room.student(policy)  # type: ignore[arg-type]
    student.asks(UCS)
    hints = []
    for row in ("A", "B", "C"):
        student.asks(row)
        hints.append(student.asks(STUCK).text)

    assert says(hints[0], "trace_hints.rule_to_go_on")
    assert "Up to B all of yours is right." in hints[1]
    assert "Up to C all of yours is right." in hints[2]


def test_who_claims_an_end_that_comes_too_soon_is_told_that_something_is_missing(
    room: Classroom,
) -> None:
    student = room.student("hints")
    student.asks(f"{UCS}. I got this:\n1 | A\n2 | B\n3 | C\nPath: A -> B -> C -> D -> E, cost 8")
    hint = student.asks(STUCK)

    assert says(hint.text, "trace_checks.stopped_too_early")


LATE_GOAL = (
    "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, A-C 6, "
    "B-C 3. Ties are broken alphabetically.\n"
)


def test_a_mended_row_is_the_middle_of_the_run_although_another_goal_test_would_end_there(
    room: Classroom,
) -> None:
    student = room.student("hints")
    student.asks(f"{LATE_GOAL}I got this:\n1 | S\n2 | B\n3 | A\n4 | C\nIs it right?")

    assert says(student.asks("2 | A").text, "trace_replies.right_rows_so_far")
    stuck = student.asks(STUCK).text
    assert says(stuck, "trace_hints.rule_to_go_on") and "solved" not in stuck
    assert says(student.asks("3 | B").text, "trace_replies.right_rows_so_far")
    assert "All your steps are right" in student.asks("4 | C").text


def test_who_ends_when_the_goal_is_only_generated_is_not_right_where_costs_count(
    room: Classroom,
) -> None:
    student = room.student("hints")
    student.asks(f"{LATE_GOAL}I got this:\n1 | S\n2 | B\n3 | A\n4 | C\nIs it right?")

    text = student.asks("2 | A\nPath: S -> A -> C, cost 7").text
    assert not says(text, "trace_replies.right")
    assert not says(text, "trace_conventions.goal_test=generation")
