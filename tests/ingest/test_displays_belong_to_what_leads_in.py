"""Code, formulas and short lines below a sentence are part of it: in text, crop and search."""

from __future__ import annotations

from pathlib import Path

from ingest.boilerplate import remove_boilerplate
from ingest.chunk import split_into_chunks
from ingest.headings_and_exercises import paragraphs
from ingest.readers.pdf import open_pdf
from tests.doubles.pdf import Sheet, read_pages
from tutor_app.answering.choose_quotes import is_whole
from tutor_app.domain.values import Document, SourceSentence

FILLER = "Every search keeps a frontier of vertices that wait for their turn."


def sentences(sheet: Sheet, tmp_path: Path) -> list[SourceSentence]:
    with open_pdf(sheet.save(tmp_path / "a.pdf")) as pdf:
        parts = paragraphs(remove_boilerplate(list(read_pages(pdf))))
    document = Document(id="d", course_id="c", name="a.pdf", kind="textbook", sha256="0")
    return [s for chunk in split_into_chunks(document, parts).chunks for s in chunk.sentences]


def test_a_command_belongs_to_the_sentence_that_leads_in(tmp_path: Path) -> None:
    sheet = Sheet().text(FILLER).text("To leave the program the command is")
    sheet.lines("> q()", font="cour").text(FILLER)

    found = sentences(sheet, tmp_path)[1]

    assert found.text == "To leave the program the command is > q()"
    assert found.without_displays == "To leave the program the command is"
    assert len(found.boxes) == 2
    assert is_whole(found)  # so it can be quoted


def test_a_sentence_goes_on_below_its_display(tmp_path: Path) -> None:
    sheet = Sheet().text("The mean is computed by")
    sheet.lines("> sum(x) / length(x)", font="cour").text("which is seldom needed. " + FILLER)

    first, second = sentences(sheet, tmp_path)

    assert first.text == "The mean is computed by > sum(x) / length(x) which is seldom needed."
    assert first.without_displays == "The mean is computed by which is seldom needed."
    assert (second.text, second.prose) == (FILLER, None)


def test_what_begins_anew_below_a_display_is_another_sentence(tmp_path: Path) -> None:
    sheet = Sheet().text("The mean of the numbers in a row is computed by:")
    sheet.lines("> mean(x)", font="cour").text(FILLER)

    assert [each.text for each in sentences(sheet, tmp_path)] == [
        "The mean of the numbers in a row is computed by: > mean(x)",
        FILLER,
    ]


def test_code_of_many_words_is_a_display_too(tmp_path: Path) -> None:
    sheet = Sheet().text("A loop over all the names is written like this:")
    sheet.lines("for name in names of course:", "    print name again", font="cour").text(FILLER)

    assert sentences(sheet, tmp_path)[0].text.endswith("print name again")


def test_labels_and_loose_signs_belong_to_nothing(tmp_path: Path) -> None:
    closed = Sheet().text(FILLER).lines("a b").text(FILLER)
    signs = Sheet().text("The following holds for all numbers x and y:").lines("8 > < > :")

    assert [each.text for each in sentences(closed, tmp_path)] == [FILLER, FILLER]
    assert sentences(signs, tmp_path)[0].text.endswith("x and y:")


def test_a_listing_is_no_part_of_a_sentence(tmp_path: Path) -> None:
    sheet = Sheet().text("The whole program is this one:")
    sheet.lines(*(f"> step({n})" for n in range(12)), font="cour")

    assert sentences(sheet, tmp_path)[0].text == "The whole program is this one:"
