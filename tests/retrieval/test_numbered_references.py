"""References by number are resolved through structure, before any vector is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.index import DOCUMENT, small_index
from tutor_app.domain.values import Chunk, Document
from tutor_app.retrieval.numbered_references import resolve_reference, without_reference

MST = replace(DOCUMENT, id="mst", name="07-mst.pdf", pages=4)
DFS = replace(DOCUMENT, id="dfs", name="06-dfs.pdf", pages=4)
TASKS = replace(DOCUMENT, id="a2", name="assignment-2.pdf", kind="assignment", pages=1)


def chunk(
    document: Document, text: str, *headings: str, exercise: str | None = None, page: int = 1
) -> Chunk:
    made = small_index(text).chunks[0]
    sentences = tuple(
        replace(s, boxes=tuple(replace(box, page=page) for box in s.boxes)) for s in made.sentences
    )
    return Chunk(
        id=f"{document.id}/{text}",
        document=document,
        sentences=sentences,
        headings=headings,
        exercise=exercise,
    )


CHUNKS = (
    chunk(DFS, "Figure 6.. First.", "Search", "6. Orders"),
    chunk(DFS, "Figure 6.. Second.", "Search", "6. Cycles", page=2),
    *(chunk(DFS, f"Figure 6.. Number {n}.", "Search", "6. Sorting") for n in (3, 4, 5)),
    chunk(DFS, "Figure 6.6. The sixth.", "Search", "6. Sorting"),
    chunk(DFS, "Figure 6.2 shows another thing.", "Search", "6. Sorting"),
    chunk(DFS, "1. Draw a tree.", "Search", "Exercises", exercise="1"),
    chunk(MST, "Figure .. A tree.", "Minimum Trees", "7.3 Kruskal"),
    chunk(MST, "Figure .. Another.", "Minimum Trees", "7.4 Prim", page=4),
    chunk(MST, "5. Update the tree.", "Minimum Trees", "Exercises", exercise="5"),
    chunk(MST, "(a) Make it lighter.", "Minimum Trees", "Exercises", exercise="5(a)"),
    chunk(MST, "1. Find a cycle.", "Minimum Trees", "Exercises", exercise="1"),
    chunk(TASKS, "3. Run it.", "Items", exercise="3"),
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("exercise 5 of chapter 7", ["5. Update the tree.", "(a) Make it lighter."]),
        ("Ex. 5(a) in chapter 7 pls", ["(a) Make it lighter."]),
        ("problem 5a of ch. 7", ["(a) Make it lighter."]),
        ("ex 5 mst: what is allowed?", ["5. Update the tree.", "(a) Make it lighter."]),
        ("exercise 5", ["5. Update the tree.", "(a) Make it lighter."]),  # the only one
        ("assignment 2 item 3", ["3. Run it."]),
        ("section 7.4", ["Figure .. Another."]),
        ("page 2 of chapter 6", ["Figure 6.. Second."]),
        ("figure 6.6", ["Figure 6.6. The sixth."]),
        ("fig. 6.2", ["Figure 6.. Second."]),  # by its order, which the sixth confirms
        ("section 6.2", []),  # nothing of these numbers can be read
        ("figure 7.1", []),
    ],
)
def test_what_is_named_is_found(asked: str, found: list[str]) -> None:
    resolved = resolve_reference(asked, CHUNKS)

    assert [chunk.text for chunk in resolved.chunks] == found
    assert bool(resolved.problem) == (not found)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("exercise 99 of chapter 7", "exercise 99 in 07-mst: its exercises go from 1 to 5"),
        ("exercise 99", "exercise 99"),
        ("exercise 1 of lecture 9", "“lecture 9”"),
        ("exercise 1", "exercise 1 of 06-dfs"),
        ("page 40 of chapter 7", "page 40 in 07-mst: it has 4 pages"),
        ("lemma 7.1", "lemma 7.1 in 07-mst"),
    ],
)
def test_what_is_not_there_is_said(asked: str, said: str) -> None:
    resolved = resolve_reference(asked, CHUNKS)

    assert resolved.chunks == ()
    assert said in resolved.problem


def test_an_order_that_the_readable_digits_contradict_is_not_counted_on() -> None:
    lost = [chunk(DFS, f"Figure 6.. Number {n}.", "Search") for n in (1, 2, 3)]
    sixth = chunk(DFS, "Figure 6.6. The sixth.", "Search")

    assert resolve_reference("figure 6.2 of chapter 6", [*lost, sixth]).chunks == ()


def test_the_documents_name_in_the_message_says_which_one_is_meant() -> None:
    assert [c.text for c in resolve_reference("ex 1 mst", CHUNKS).chunks] == ["1. Find a cycle."]


@pytest.mark.parametrize(
    "asked",
    ["why V-1 rounds?", "3SAT", "can i move 5 disks", "when is assignment 2 due", "what is a tree"],
)
def test_a_number_is_not_always_a_reference(asked: str) -> None:
    assert resolve_reference(asked, CHUNKS) == resolve_reference("", CHUNKS)


def test_what_else_is_asked_is_what_is_left() -> None:
    assert without_reference("exercise 5 of chapter 7: why a tree?").split() == [
        *"of : why a tree?".split()
    ]
