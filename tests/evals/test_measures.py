"""The figures of the evaluations, on ranks and answers made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evals.answers.citations import check_citations
from evals.answers.cold_reading import write_out
from evals.answers.gold_questions import GoldQuestion, comparable, read_questions
from evals.answers.measure_answers import (
    Answered,
    answer,
    declining,
    measure_answers,
    quoting_nothing,
)
from evals.retrieval.measure_retrieval import page_measures, ranked_pages
from ingest.ingest import IndexReport
from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tests.doubles.pdf import Sheet
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Box, MarkedSentence, Passage, Quote, Scores, TurnRecord
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder
from tutor_app.runtime.kind_of_file import surely_kind

A1, A2, A3, B1, B2, B9 = (("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("b", 9))


def gold(*pages: tuple[str, int], evidence: str = "", answer: str = "") -> GoldQuestion:
    return GoldQuestion(
        id="q",
        text="Why?",
        kind="conceptual",
        gold=frozenset(pages),
        answer=answer,
        evidence=(evidence,) if evidence else (),
    )


def quote(document: str, page: int, paragraph: str, *marked: str, passage: str = "p") -> Quote:
    box = Box(page=page, x0=0, y0=0, x1=9, y1=9)
    return Quote(
        passage_id=passage,
        document_id="d",
        document_name=document,
        kind="textbook",
        page=page,
        headings=(),
        paragraph=paragraph,
        crops=(box,),
        marked=tuple(MarkedSentence(text=text, boxes=(box,)) for text in marked),
    )


def answered(question: GoldQuestion, *quotes: Quote, seconds: float = 1.0) -> Answered:
    record = TurnRecord(intent="direct", found=None, declined=not quotes)
    return Answered(question=question, quotes=quotes, record=record, seconds=seconds)


# --- ranks -------------------------------------------------------------------------------------


def test_page_measures_of_three_questions_worked_out_by_hand() -> None:
    ranks = [
        (frozenset({A1}), [A1, A2]),  # first
        (frozenset({A2, B2}), [A1, B1, B2, A3, A2]),  # third and fifth
        (frozenset({B9}), [A1, A2]),  # nowhere
    ]

    assert page_measures(ranks) == {
        "hit@1": round(1 / 3, 4),
        "hit@3": round(2 / 3, 4),
        "hit@5": round(2 / 3, 4),
        "recall@5": round((1 + 1 + 0) / 3, 4),
        "mrr": round((1 + 1 / 3 + 0) / 3, 4),
    }


def test_a_page_at_rank_six_is_found_by_mrr_only() -> None:
    ranks = [(frozenset({B9}), [A1, A2, A3, B1, B2, B9])]

    assert page_measures(ranks) == {
        "hit@1": 0,
        "hit@3": 0,
        "hit@5": 0,
        "recall@5": 0,
        "mrr": round(1 / 6, 4),
    }


def test_recall_counts_every_gold_page() -> None:
    assert page_measures([(frozenset({A1, A2, A3, B9}), [A1, B1])])["recall@5"] == 0.25


def test_passages_become_distinct_pages_in_rank_order() -> None:
    chunks = small_index("One.", "Two.", "Three.").chunks
    ranked = [chunks[1], chunks[0], chunks[1], chunks[2]]

    pages = ranked_pages([Passage(chunk=chunk, scores=Scores()) for chunk in ranked])

    assert pages == [("a.pdf", 2), ("a.pdf", 1), ("a.pdf", 3)]


# --- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The well-known queue", "the wellknown\nQueue"),
        ("“fair”", '"fair"'),
        ("it’s", "it's"),
        ("ﬁnite ﬂow", "finite flow"),
        ("soft\u00adhyphen", "softhyphen"),
        ("non‐breaking", "non-breaking"),
    ],
)
def test_texts_are_compared_without_what_extraction_varies(one: str, other: str) -> None:
    assert comparable(one) == comparable(other)


def test_different_words_stay_different() -> None:
    assert comparable("a < b") != comparable("a > b")
    assert comparable("queue") not in comparable("stack")


# --- answers -----------------------------------------------------------------------------------


def test_citing_showing_and_marking_are_three_things() -> None:
    question = gold(A1, evidence="It is fair.")
    paragraph = "Take a queue. It is fair. It is quick."

    elsewhere = answered(question, quote("b", 1, paragraph, "Take a queue."))
    shown = answered(question, quote("a", 1, paragraph, "Take a queue."))
    marked = answered(question, quote("a", 1, paragraph, "It is fair."))

    flags = [(a.cites_gold, a.shows_evidence, a.marks_evidence) for a in (elsewhere, shown, marked)]
    assert flags == [(False, True, False), (True, True, False), (True, True, True)]


def test_what_is_read_on_counts_by_itself_only() -> None:
    question = gold(A1, evidence="It is fair.")
    plain = quote("a", 1, "Take a queue.", "Take a queue.")
    in_list = answered(question, replace(plain, below="It is fair."))
    opened = answered(question, replace(plain, onward="It is fair.", onward_open=True))
    behind = answered(question, replace(plain, onward="It is fair."))

    for one, unasked in ((in_list, True), (opened, True), (behind, False)):
        assert not one.shows_evidence
        assert one.shows_evidence_unasked == unasked
        assert one.shows_evidence_reading_on


def test_what_is_read_on_is_written_out_apart(tmp_path: Path) -> None:
    plain = quote("a", 1, "Take a queue. Do.", "Take a queue.")
    shown = replace(plain, above="Two steps:", onward="It is fair.", onward_open=True)

    write_out([answered(gold(A1), shown)], tmp_path / "out.md")

    quoted = "> Two steps:\n>\n> **Take a queue.** Do.\n>\n> (a, page 1)\n"
    assert quoted in (tmp_path / "out.md").read_text()
    assert ">> It is fair.\n>>\n>> (Read on, open below it)\n" in (tmp_path / "out.md").read_text()


def test_a_declined_question_counts_as_a_miss() -> None:
    question = gold(A1, evidence="It is fair.", answer="It is fair.")
    course = IndexedFolder(
        settings=Settings(_env_file=None),
        embedder=BagOfWords(),
        report=IndexReport(indexed=(), failed=(), pages=0, chunks=0, seconds=0),
    )
    asked = [
        answered(question, quote("a", 1, "It is fair.", "It is fair."), seconds=1.0),
        answered(question, seconds=3.0),
        answered(gold(), seconds=2.0),
    ]

    measured = measure_answers(course, asked)

    assert measured["questions"] == 2
    assert measured["answers"] == {
        "cites_gold": 0.5,
        "shows_evidence": 0.5,
        "marks_evidence": 0.5,
        "shown_without_a_click": 0.5,
        "shown_reading_on": 0.5,
        "similarity": 0.5,
        "paragraphs": 1,
        "sentences": 1,
    }
    assert measured["seconds"] == {"p50": 2.0, "p95": 2.9}


def test_declining_is_measured_with_out_of_scope_as_the_positive_class() -> None:
    inside, outside = gold(A1), gold()
    shown = quote("a", 1, "x", "x")
    asked = [
        answered(outside),
        answered(outside),
        answered(outside, shown),
        answered(inside),
        answered(inside, shown),
    ]

    figures = declining(asked)

    assert (figures["precision"], figures["recall"]) == (round(2 / 3, 4), round(2 / 3, 4))


def test_what_is_turned_back_quotes_nothing_and_is_not_called_declined() -> None:
    turned_back = answered(gold())
    turned_back = replace(turned_back, record=replace(turned_back.record, declined=False))
    asked = [turned_back, answered(gold(A1), quote("a", 1, "x", "x"))]

    assert (declining(asked)["f1"], quoting_nothing(asked)["f1"]) == (0, 1)


def test_declining_nothing_has_no_precision() -> None:
    assert declining([answered(gold(), quote("a", 1, "x", "x"))])["precision"] == 0


# --- files -------------------------------------------------------------------------------------


def test_questions_are_read_with_all_their_gold_pages(tmp_path: Path) -> None:
    row = {
        "id": "q1",
        "question": "Why?",
        "kind": "conceptual",
        "gold": [{"file": "a", "pages": [1, 2]}, {"file": "b", "pages": [9]}],
        "answer": "Because.",
        "evidence_by_page": [{"quote": "It is fair."}],
    }
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps(row) + "\n\n" + json.dumps({**row, "id": "q2", "gold": []}) + "\n")

    first, second = read_questions(file)

    assert first.gold == {A1, A2, B9}
    assert first.evidence == ("It is fair.",)
    assert (first.answerable, second.answerable) == (True, False)


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "q1"}\n')

    with pytest.raises(ValueError, match="q1"):
        read_questions(file)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("assignment1_solutions.pdf", "solution"),
        ("assignment1.pdf", "assignment"),
        ("syllabus.pdf", "logistics"),
        ("06-dfs.pdf", "textbook"),
        ("Übungsblatt-1.pdf", "assignment"),
    ],
)
def test_the_kind_is_told_by_the_name(name: str, kind: str) -> None:
    assert surely_kind(name) == kind


# --- citations ---------------------------------------------------------------------------------


@pytest.fixture
def honest(settings: Settings, tmp_path: Path) -> Answered:
    """An answer of the real tutor over a page, with a sentence over its end."""
    desk = CourseDesk(settings)
    desk.id = desk.courses.create(COURSE).id
    sheet = Sheet().text("Trees have leaves. A queue makes the search go by levels, since the")
    sheet.new_page().text("queue is fair to each level. Trees have roots.")
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    question = gold(("a.pdf", 1))
    object.__setattr__(question, "text", "Why does a queue make the search go by levels?")
    return answer(question, desk.services())


def test_an_honest_answer_has_no_problems(honest: Answered, tmp_path: Path) -> None:
    result = check_citations(tmp_path, [honest])

    assert result["problems"] == []
    assert (result["questions"], result["quotes"] >= 1) == (1, True)


@pytest.mark.parametrize(
    "forged",
    [
        quote("a.pdf", 1, "x", "A stack makes the search go by levels."),
        quote("a.pdf", 2, "x", "Trees have leaves."),
        quote("a.pdf", 7, "x", "Trees have leaves."),
    ],
)
def test_an_invented_or_misplaced_sentence_is_a_problem(
    forged: Quote, honest: Answered, tmp_path: Path
) -> None:
    false = Answered(question=honest.question, quotes=(forged,), record=honest.record, seconds=1)

    problems = check_citations(tmp_path, [false])["problems"]

    assert any("not on a.pdf" in problem for problem in problems)
    assert any("passage that was not retrieved" in problem for problem in problems)
