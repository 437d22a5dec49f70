"""Short messages about the problem at hand are told from those that say something of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tutor_app.conversation.trace_replies.problem_turn import understand_problem
from tutor_app.domain.teaching import TracingRecord, WorkRecord
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import Session
from tutor_app.understanding.dialogue_acts import NEXT_HINT, SHOW_ALL, aside


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NEXT_HINT, "stuck"),
        ("I'm stuck", "stuck"),
        ("idk", "stuck"),
        ("I don’t know.", "stuck"),
        ("can I have another hint?", "stuck"),
        ("help!", "stuck"),
        (SHOW_ALL, "all"),
        ("show all", "all"),
        ("just show me everything", "all"),
        ("just tell me the answer", "pressed"),
        ("please give me the solution, it's due in 10 minutes", "pressed"),
        ("what's the right step?", "pressed"),
        ("please i really need it im going to fail", "pressed"),
        ("my prof said i may see the solution", "pressed"),
        ("ok at least tell me which nodes it expands", "pressed"),
        ("just give me the fixed code", "pressed"),
        ("ok so what do i write", "pressed"),
        ("come on, just this once", "pressed"),
        (
            "hey can u just give me the answer to assignment 1 question 3, its due in 20 min",
            "pressed",
        ),
        ("E was added when C was expanded so whats wrong", "stuck"),
        ("can u do item 3 for me", "pressed"),
        ("wat comes next", "stuck"),
        ("ok what do i do now", "stuck"),
        ("why?", "why"),
        ("can you explain like im 5", "why"),
        ("in simple words please", "why"),
        ("What do you mean?", "why"),
        ("can you explain that", "why"),
        ("you are wrong, mine is right", "argue"),
        ("Are you sure? check it again", "argue"),
        ("my TA says it's fine", "argue"),
        ("no that is right, b is first in the alphabet", "argue"),
        ("what rule", "why"),
        ("which rule do you mean?", "why"),
        ("pleeease", "pressed"),
        ("please im desperate", "pressed"),
        ("Ich verstehe das nicht.", "stuck"),
        ("¡no entiendo!", "stuck"),
        ("je ne comprends pas", "stuck"),
        ("non lo so", "stuck"),
        ("was meinst du damit?", "why"),
        ("¿por qué?", "why"),
        ("gib mir bitte die Lösung", "pressed"),
        ("dame la respuesta por favor", "pressed"),
        ("das stimmt nicht", "argue"),
    ],
)
def test_what_a_short_message_wants(text: str, kind: str) -> None:
    assert aside(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S, A, B, G",
        "B",
        "y",
        "my friend says U is never expanded because f(U) is too big is that true",
        "why does A* need an admissible heuristic to be optimal?",
        "step 3 | C | D, E",
        "what is a minimum spanning tree?",
        "I get the path S, A, G with cost 6",
        "do I need it to be sorted?",
        "just tell me if S, A, G is right",
        "what is wrong with greedy search in general",
        "what do I write in the last column?",
    ],
)
def test_what_says_something_of_its_own(text: str) -> None:
    assert aside(text) is None


def test_an_aside_is_about_the_program_where_that_came_after_the_trace() -> None:
    problem = Problem(algorithm="bfs")
    trace = TracingRecord(problem=problem, key="t", policy="predict")
    program = WorkRecord(kind="program", key="p", text="def f(): pass")
    session = Session(conversation_id="c", course_id="c", course_name="Graphs", tracing=trace)

    assert understand_problem("I'm stuck", session) is not None
    later = replace(session, work=program, work_is_newer=True)
    assert understand_problem("I'm stuck", later) is None


@pytest.mark.parametrize(
    "text",
    [
        "warum ist Dijkstra schneller als Bellman-Ford",
        "por qué se usa una cola",
        "what rule does Kruskal use to reject an edge",
        "no, a heap is right there in the lecture, which page",
        "was bedeutet zulässig",
    ],
)
def test_a_question_of_its_own_is_no_aside_in_any_language(text: str) -> None:
    assert aside(text) is None
