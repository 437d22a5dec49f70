"""How much of a run may be shown: by course, and by where the problem stands in the material."""

from __future__ import annotations

import pytest

from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import Box, Chunk, Document, MaterialKind, SourceSentence
from tutor_app.exercises.policy_in_material import policy_in_material
from tutor_app.tracing.reading.reading_results import Span

GRAPH = "A-B 4, A-C 2, C-B 1, B-D 5, C-D 8"
MESSAGE = f"run dijkstra from A on {GRAPH} please"
USED = (Span(start=MESSAGE.index(GRAPH), end=MESSAGE.index(GRAPH) + len(GRAPH)),)


def chunk_of(text: str, kind: MaterialKind) -> Chunk:
    document = Document(id=kind, course_id="c", name="a.pdf", kind=kind, sha256="0")
    box = Box(page=1, x0=0, y0=0, x1=1, y1=1)
    sentence = SourceSentence(text=text, boxes=(box,), paragraph=0)
    return Chunk(id=kind, document=document, sentences=(sentence,))


@pytest.mark.parametrize(
    ("kind", "policy"),
    [("assignment", "hints"), ("textbook", "open"), ("slides", "open"), ("logistics", None)],
)
def test_a_problem_of_the_material_follows_the_kind_of_its_file(
    kind: MaterialKind, policy: RevealPolicy | None
) -> None:
    chunk = chunk_of("Consider the graph A–B 4; A–C 2; C–B 1; B–D 5; C–D 8 drawn below.", kind)

    assert policy_in_material(MESSAGE, USED, [chunk]) == policy


def test_a_problem_of_an_assignment_stays_locked_where_a_lecture_shows_it_too() -> None:
    shown, set_ = chunk_of(GRAPH, "slides"), chunk_of(GRAPH, "assignment")

    assert policy_in_material(MESSAGE, USED, [shown, set_]) == "hints"


def test_another_problem_follows_the_course() -> None:
    chunk = chunk_of("Consider the graph A–B 7; A–C 3; C–E 1; B–E 5; C–D 9.", "assignment")

    assert policy_in_material(MESSAGE, USED, [chunk]) is None


def test_a_few_numbers_that_stand_anywhere_prove_nothing() -> None:
    text = "sort 3, 1, 2"

    assert (
        policy_in_material(text, (Span(start=5, end=12),), [chunk_of("3, 1, 2", "slides")]) is None
    )
