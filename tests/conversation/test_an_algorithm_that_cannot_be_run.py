"""A problem for an algorithm that the tutor does not know is named as such, with what it knows."""

from __future__ import annotations

import pytest
import yaml

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.trace_tutor import TOOLS
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.conversation.untraced_problem import untraced_problem
from tutor_app.domain.teaching import WorkRecord
from tutor_app.domain.values import (
    Event,
    Message,
    ProblemRead,
    Quote,
    Sentence,
    Session,
    TraceShown,
)
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.narration.convention_texts import name_what_runs
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.untraced_algorithms import NAMES, name_untraced
from tutor_app.understanding.intent import HelpRequest
from tutor_app.understanding.message_features import read_shape

ABOUT_FLOW = "A maximum flow sends as much as the edges of the network can carry."
ABOUT_QUEUES = "A queue hands out the oldest vertex first."
COURSE = Services(
    courses=lambda _: small_index(ABOUT_QUEUES, ABOUT_FLOW),
    embedder=BagOfWords(),
    profile=PROFILES["dense"],
)
FLOW = "Run max-flow (Edmonds–Karp with BFS) from s to t on s->a 4, a->t 3, s->b 2, b->t 5"


def ask(text: str, services: Services = COURSE) -> list[Event]:
    session = Session(conversation_id="c", course_id="c", course_name="Graphs")
    return list(respond(Message(text=text), session, services))


def notices(events: list[Event]) -> list[str]:
    return [e.text for e in events if isinstance(e, Sentence) and e.role == "notice"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (FLOW, "maximum flow"),
        ("Build the Huffman tree for a:5 b:9 c:12 d:13 e:16", "Huffman coding"),
        ("trace edit distance on kitten and sitting", "edit distance"),
        ("Trace Huffman coding", "Huffman coding"),
        ("Insert 5, 3, 8, 1 into an AVL tree", "AVL trees"),
        ("What is the max flow of s->a 4, a->t 3, s->b 2, b->t 5?", "maximum flow"),
    ],
)
def test_it_is_named_with_the_list_of_those_that_can_be_run(text: str, name: str) -> None:
    events = ask(text)

    assert notices(events) == [name_what_runs(name)]
    assert not any(isinstance(event, ProblemRead | TraceShown) for event in events)


def test_a_run_that_is_asked_for_beside_open_work_is_a_new_subject() -> None:
    open_work = WorkRecord(kind="exercise", key="dijkstra", text="dijkstra from S on S-A 4, S-B 1")
    session = Session(
        conversation_id="c", course_id="c", course_name="Graphs", work=open_work, work_is_newer=True
    )

    events = list(respond(Message(text="run max flow on s-a 3, a-t 2"), session, COURSE))

    assert notices(events) == [name_what_runs("maximum flow")]


def test_the_list_has_every_algorithm_that_can_be_run() -> None:
    said = name_what_runs("Huffman coding")

    assert all(algorithm.name in said for algorithm in all_algorithms().values())


def test_the_nearest_place_of_the_course_is_quoted() -> None:
    quotes = [event for event in ask(FLOW) if isinstance(event, Quote)]

    assert [quote.paragraph for quote in quotes] == [ABOUT_FLOW]
    assert quotes[0].page == 2


def test_without_material_it_is_named_all_the_same() -> None:
    assert notices(ask(FLOW, TOOLS)) == [name_what_runs("maximum flow")]


@pytest.mark.parametrize(
    "text",
    ["What is a maximum flow?", "Why does a maximum flow send as much as the network can carry?"],
)
def test_a_question_about_the_concept_keeps_its_quotes(text: str) -> None:
    events = ask(text)

    assert not notices(events)
    assert any(isinstance(e, Quote) and e.paragraph == ABOUT_FLOW for e in events)


def test_beside_one_that_can_be_run_and_on_no_data_it_is_compared() -> None:
    session = Session(conversation_id="c", course_id="x", course_name="X")
    for text, told in (("compare beam search and A*", None), ("beam search", "beam search")):
        asked = HelpRequest(
            intent="tracing", sure=False, others=("direct",), shape=read_shape(text), act="ask.fact"
        )
        assert untraced_problem(Message(text=text), asked, session, None) == told


def test_an_algorithm_that_can_be_run_and_is_named_first_is_run() -> None:
    graph = "the undirected graph A-B 4, A-C 2, C-B 1"
    for text in (
        f"Dijkstra from A on {graph}, no max flow",
        f"Not TSP: Dijkstra from A on {graph}",
    ):
        reading = read_problem(text)
        assert reading is not None
        assert reading.problem.algorithm == "dijkstra"


def test_every_spelling_is_recognised_and_is_of_no_algorithm_that_can_be_run() -> None:
    listed: dict[str, list[str]] = yaml.safe_load(NAMES.read_text(encoding="utf-8"))
    assert len(listed) >= 60
    for name, spellings in listed.items():
        for spelling in (name, *spellings):
            assert name_untraced(f"Please run {spelling.title()} on this.") == name, spelling
    own = {algorithm.name: name_untraced(algorithm.name) for algorithm in all_algorithms().values()}
    assert set(own.values()) == {None}
    assert all(name_algorithm(name) for name in own)
