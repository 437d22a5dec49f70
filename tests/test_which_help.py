"""Which of its helps the tutor gives to a message, and what it says of that."""

from __future__ import annotations

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tutor import respond
from tutor_app.values import (
    Done,
    Event,
    Intent,
    Message,
    Quote,
    Session,
    TraceShown,
    Understood,
)
from tutor_app.wiring import Tools

RULE = "The crash of a container ends its program, because nothing restarts it."
COURSE = small_index(RULE, "A queue hands out the oldest vertex first.")
PROGRAM = """def biggest(values):
    best = 0
    for v in values:
        if v > best:
            best = v
    return best"""
TRACE = "Run BFS from A to D on the directed graph A->B, A->C, B->D, C->D"


def ask(text: str, wanted: Intent | None = None) -> list[Event]:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs")
    tools = Tools(
        courses=lambda course_id: COURSE, embedder=BagOfWords(), profile=PROFILES["dense"]
    )
    return list(respond(Message(text=text, wanted=wanted), session, tools))


def help_of(events: list[Event]) -> Understood:
    return next(event for event in events if isinstance(event, Understood))


def left_by(events: list[Event]) -> Done:
    done = events[-1]
    assert isinstance(done, Done)
    return done


def test_a_program_that_misbehaves_is_asked_about_and_never_mended() -> None:
    events = ask(f"why does this return 0 for [-3, -1]?\n{PROGRAM}")

    assert help_of(events).intent == "debugging"
    work = left_by(events).record.work
    assert work is not None
    assert work.kind == "program"


def test_a_fault_that_is_only_told_is_looked_up_in_the_course() -> None:
    events = ask("my container has a crash, what ends its program?")

    assert RULE in [mark.text for e in events if isinstance(e, Quote) for mark in e.marked]


def test_a_problem_is_run_unless_the_student_wants_it_explained() -> None:
    assert any(isinstance(event, TraceShown) for event in ask(TRACE))

    events = ask(TRACE, wanted="conceptual")
    assert not any(isinstance(event, TraceShown) for event in events)
    assert help_of(events).intent == "conceptual"


@pytest.mark.parametrize("wanted", ["direct", "conceptual", "debugging"])
def test_the_help_that_a_student_chose_is_the_help_they_get(wanted: Intent) -> None:
    events = ask(f"what does a queue do with the oldest vertex?\n{PROGRAM}", wanted=wanted)

    assert help_of(events) == Understood(intent=wanted)


def test_of_two_likely_helps_the_explanation_is_given_and_the_other_offered() -> None:
    taken = help_of(
        ask("a stack and a queue hand out the oldest vertex first, arent they the same?")
    )

    assert taken.intent in ("direct", "conceptual")


CRASHING = """from collections import deque

def bfs(graph, start):
    queue = deque([start])
    seen = set()
    while queue:
        u = queue.popleft()
        for v in graph[u]:
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return seen

print(bfs({'A': ['B', 'C'], 'B': ['D'], 'C': ['D']}, 'A'))

Traceback (most recent call last):
  File "bfs.py", line 14, in <module>
  File "bfs.py", line 8, in bfs
    for v in graph[u]:
KeyError: 'D'"""


@pytest.mark.parametrize("words", ["my bfs crashes help", "bfs", "now?"])
def test_a_program_of_a_known_algorithm_is_a_program_and_no_problem_without_a_graph(
    words: str,
) -> None:
    events = ask(f"{words}\n\n{CRASHING}")

    assert help_of(events).intent == "debugging"
    work = left_by(events).record.work
    assert work is not None and work.kind == "program"
    assert left_by(events).record.tracing is None
