"""`hier_gen` (E3): blocks, a tree of their summaries, and a beam search from the contents down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import DOCUMENT, small_index
from tutor_app.domain.values import Chunk, Origin, RetrievalResult
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.hierarchy.beam_search import descend
from tutor_app.retrieval.hierarchy.question_blocks import cut_into_blocks
from tutor_app.retrieval.hierarchy.summary_tree import ARITY, TreeNode, table_of_contents
from tutor_app.retrieval.profiles import PROFILES, Profile
from tutor_app.retrieval.retrieve import retrieve

HIER_GEN = replace(PROFILES["hier_gen"], floor=-1.0, sure=None)
SHEET = replace(DOCUMENT, id="s", name="hw1.pdf", kind="assignment")
FORUM = replace(DOCUMENT, id="f", name="queues.json", kind="forum")
QUESTION = "Why does my queue hang on cycles?"
TEXTS = {
    "Graphs have nodes.": {"headings": ("Graphs",)},
    "Edges join two nodes.": {"headings": ("Graphs", "Edges")},
    "A queue serves who came first.": {"headings": ("Queues",)},
    "A ring buffer holds a queue.": {"headings": ("Queues", "Buffers")},
    "1. Write a search with a queue.": {"document": SHEET, "exercise": "1"},
    "(a) Count its steps.": {"document": SHEET, "exercise": "1(a)", "headings": ("Hints",)},
    "2. Sort a list of names.": {"document": SHEET, "exercise": "2"},
    QUESTION: {"document": FORUM, "origin": Origin(url="1", title="Queues", asks=True)},
    "Mark what was visited.": {"document": FORUM, "origin": Origin(url="2", title="Queues")},
    "When is the exam?": {"document": FORUM, "origin": Origin(url="3", title="Queues", asks=True)},
    "In May.": {"document": FORUM, "origin": Origin(url="4", title="Queues")},
    "Thanks, now the queue ends.": {
        "document": FORUM,
        "origin": Origin(url="5", title="Queues", asked=QUESTION),
    },
}


@pytest.fixture
def index() -> CourseIndex:
    made = small_index(*TEXTS)
    made.chunks = tuple(replace(chunk, **TEXTS[chunk.text]) for chunk in made.chunks)
    return made


def found(index: CourseIndex, question: str, profile: Profile = HIER_GEN) -> RetrievalResult:
    return retrieve(read_query(question, BagOfWords(), index), index, profile, None)


def texts(chunks: list[Chunk]) -> list[str]:
    return [chunk.text for chunk in chunks]


def test_a_question_stands_with_its_parts_and_a_post_with_its_answers(index: CourseIndex) -> None:
    blocks = {
        (block.kind, block.number): texts([index.chunks[row] for row in block.rows])
        for block in cut_into_blocks(index.chunks)
        if block.kind != "section"
    }

    assert blocks["question", "1"] == ["1. Write a search with a queue.", "(a) Count its steps."]
    assert blocks["question", "2"] == ["2. Sort a list of names."]
    threads = [
        texts([index.chunks[row] for row in block.rows])
        for block in cut_into_blocks(index.chunks)
        if block.kind == "thread"
    ]
    assert threads == [
        [QUESTION, "Mark what was visited.", "Thanks, now the queue ends."],
        ["When is the exam?", "In May."],
    ]


def nodes_of(node: TreeNode) -> list[TreeNode]:
    return [node, *(below for child in node.children for below in nodes_of(child))]


def test_each_parent_holds_what_its_few_children_hold_and_sums_it_up() -> None:
    words = ("cats", "dogs", "eels", "foxes", "gnats", "hens", "ibis", "jays", "kites", "lynx")
    many = small_index(*(f"Here live {word} and {word}." for word in (*words, *words[::-1])))
    many.chunks = tuple(
        replace(chunk, headings=("Zoo", f"House {n}")) for n, chunk in enumerate(many.chunks)
    )

    (root,) = table_of_contents(many)

    for node in nodes_of(root):
        assert len(node.children) <= ARITY
        if node.children:
            assert node.rows == tuple(row for child in node.children for row in child.rows)
            below = {s.text for child in node.children for s in child.sentences}
            assert {s.text for s in node.sentences} <= below
    assert sorted(root.rows) == list(range(20))


def test_the_contents_are_one_node_a_document_called_as_staff_call_it(index: CourseIndex) -> None:
    assert [node.title for node in table_of_contents(index)] == ["a", "hw1", "Queues"]
    assert table_of_contents(index) is table_of_contents(index)


def test_a_beam_of_one_opens_one_part_a_level(index: CourseIndex) -> None:
    query = read_query("ring buffer", BagOfWords(), index)

    (leaf,) = descend(query, index, 1, range(len(index.chunks)))

    assert [node.title for node in leaf.path] == ["a", "Queues", "Buffers"]
    assert len(leaf.scores) == 3


def test_only_blocks_that_the_beam_comes_to_are_found_with_the_way_there(
    index: CourseIndex,
) -> None:
    result = found(index, "ring buffer", replace(HIER_GEN, beam=1))

    assert texts([passage.chunk for passage in result.kept]) == ["A ring buffer holds a queue."]
    (way,) = result.paths
    assert way.titles == ("a", "Queues", "Buffers")
    assert way.passage_ids == (result.kept[0].chunk.id,)
    assert found(index, "ring buffer", PROFILES["default"]).paths == ()


def test_a_wide_beam_finds_what_the_default_finds(index: CourseIndex) -> None:
    wide = found(index, "edges join nodes", replace(HIER_GEN, beam=50))
    default = found(index, "edges join nodes", replace(HIER_GEN, beam=None))

    assert [p.chunk.id for p in wide.kept] == [p.chunk.id for p in default.kept]


def test_only_sources_of_the_kinds_asked_for_are_opened(index: CourseIndex) -> None:
    query = read_query("queue", BagOfWords(), index)

    kept = retrieve(query, index, replace(HIER_GEN, beam=1), None, kinds={"assignment"}).kept

    assert {passage.chunk.document.kind for passage in kept} == {"assignment"}


def test_where_there_is_no_such_source_nothing_is_found(index: CourseIndex) -> None:
    query = read_query("queue", BagOfWords(), index)

    assert retrieve(query, index, HIER_GEN, None, kinds={"logistics"}).kept == ()
    assert found(small_index(), "queue").kept == ()
