"""Which of its helps the tutor gives to a message, and what it says of that."""

from __future__ import annotations

import pytest

from tests.doubles.acts import SaysAct
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    Intent,
    IntentRecognised,
    Message,
    Session,
    TraceShown,
)
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.understanding.act_classifier import ActClassifier, DialogueAct, TellsActs

RULE = "The crash of a container ends its program, because nothing restarts it."
COURSE = small_index(RULE, "A queue hands out the oldest vertex first.")
PROGRAM = """def biggest(values):
    best = 0
    for v in values:
        if v > best:
            best = v
    return best"""
TRACE = "Run BFS from A to D on the directed graph A->B, A->C, B->D, C->D"


def ask(text: str, wanted: Intent | None = None, acts: TellsActs | None = None) -> list[Event]:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs")
    services = Services(
        courses=lambda course_id: COURSE,
        embedder=BagOfWords(),
        profile=PROFILES["dense"],
        acts=acts or ActClassifier(),
    )
    return list(respond(Message(text=text, wanted=wanted), session, services))


def help_of(events: list[Event]) -> IntentRecognised:
    return next(event for event in events if isinstance(event, IntentRecognised))


def left_by(events: list[Event]) -> AnswerDone:
    done = events[-1]
    assert isinstance(done, AnswerDone)
    return done


def test_a_program_that_misbehaves_is_asked_about_and_never_mended() -> None:
    events = ask(f"why does this return 0 for [-3, -1]?\n{PROGRAM}")

    assert help_of(events).intent == "debugging"
    work = left_by(events).record.work
    assert work is not None
    assert work.kind == "program"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("my container has a crash, what ends its program?", "debugging"),
        ("NullPointerException at Main.java:17 no idea where that comes from", "debugging"),
        ("So a subnet /26 has 62 usable hosts, right? I did 2^6 - 2", "validation"),
    ],
)
def test_help_with_own_work_stays_that_where_little_of_the_work_is_shown(
    text: str, intent: Intent
) -> None:
    events = ask(text)

    assert help_of(events).intent == intent
    assert left_by(events).record.intent == intent


def test_a_problem_is_run_unless_the_student_wants_it_explained() -> None:
    assert any(isinstance(event, TraceShown) for event in ask(TRACE))

    events = ask(TRACE, wanted="conceptual")
    assert not any(isinstance(event, TraceShown) for event in events)
    assert help_of(events).intent == "conceptual"


@pytest.mark.parametrize("wanted", ["direct", "conceptual", "debugging"])
def test_the_help_that_a_student_chose_is_the_help_they_get(wanted: Intent) -> None:
    events = ask(f"what does a queue do with the oldest vertex?\n{PROGRAM}", wanted=wanted)

    assert help_of(events) == IntentRecognised(intent=wanted)


def test_of_two_likely_helps_the_likelier_is_given_and_the_other_offered() -> None:
    unsure = SaysAct("ask.fact", "work.bug", sure=False)

    taken = help_of(ask("is a binary search tree always balanced", acts=unsure))

    assert taken == IntentRecognised(intent="direct", sure=False, others=("debugging",))


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


@pytest.mark.parametrize("act", ["ask.fact", "chat.smalltalk", "ask.run"])
def test_a_program_is_looked_at_whatever_the_words_beside_it_sound_like(act: DialogueAct) -> None:
    text = f"I sat here all evening, my flatmate too.\n\n{PROGRAM}\n\nprint(biggest([-3, -1]))"

    assert help_of(ask(text, acts=SaysAct(act))).intent == "debugging"


def test_edges_in_a_program_are_no_problem_to_practise() -> None:
    program = """def mst(n, edges):
    parent = list(range(n))
    total = 0
    for w, a, b in sorted(edges):
        if parent[a] != parent[b]:
            parent[a] = b
            total += w
    return total

print(mst(3, [(1, 0, 1), (2, 0, 2), (3, 1, 2)]))"""
    events = ask(f"Kruskal. Weights 1, 2, 3, the answer is 3 and mine 6.\n```\n{program}\n```")

    assert help_of(events).intent == "debugging"
    record = left_by(events).record
    assert record.work is not None and record.work.kind == "program"
    assert record.tracing is None
