"""What the tutor said last, as the classifier of acts reads it: in the order of the page."""

from __future__ import annotations

from dataclasses import replace

from tests.doubles.debugging import quote
from tutor_app.conversation.last_words import last_words
from tutor_app.domain.values import (
    Cloze,
    MarkedSentence,
    Offers,
    Sentence,
    TraceShown,
    VariablesShown,
)
from tutor_app.domain.variable_tables import VariableRow, VariableTable
from tutor_app.tracing.reading.problem_reader import read_problem

GAP = Cloze(
    id="g",
    before="A stack is last in, first ",
    answer="out",
    after=".",
    passage_id="p",
    document_id="d",
    document_name="Notes.pdf",
    page=1,
    headings=(),
)
LEAD_IN = Sentence(text="Your course says:", role="lead_in")
ASKED = Sentence(text="Which end is open?", role="question")


def test_quotes_stand_between_the_sentences_around_them() -> None:
    words = last_words((LEAD_IN, quote("A queue is fair."), ASKED))

    assert words == "Your course says: “A queue is fair.” (page 1) Which end is open?"


def test_of_a_paragraph_only_what_is_marked_is_said() -> None:
    paragraph = replace(
        quote("A queue is fair. A stack isn't."),
        marked=(MarkedSentence(text="A queue is fair.", boxes=()),),
    )

    assert last_words((paragraph,)) == "“A queue is fair.” (page 1)"


def test_a_gap_to_fill_in_is_said_without_its_word_and_a_hidden_one_not() -> None:
    assert last_words((GAP,)) == "A stack is last in, first ____."
    assert last_words((replace(GAP, quiet=True), Offers(messages=("I'm stuck",)))) == ""


def test_of_a_run_its_last_row_that_is_shown_is_said() -> None:
    read = read_problem("Run uniform cost search from S to C: S-A 1, S-B 4, A-B 2, B-C 3")
    assert read is not None
    shown = TraceShown(problem=read.problem, upto=1)

    assert last_words((shown,)).startswith("step 1 | ")
    assert last_words((replace(shown, upto=2),)).startswith("step 2 | ")


def test_of_a_program_the_last_row_of_its_values_is_said() -> None:
    table = VariableTable(
        call="f(2)",
        columns=("a", "b"),
        rows=(
            VariableRow(kind="call", line=1, values=(None, None), detail="n = 2"),
            VariableRow(kind="line", line=2, code="a = 4", values=("4", None), changed=(0,)),
        ),
    )

    assert last_words((VariablesShown(table=table),)) == "line 2 | a 4"
