"""The picture's text alternative, the paragraph beside it, the source's chip."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.given import box, quote
from tutor_app.domain.values import MarkedSentence
from tutor_app.web.components.quote_html import (
    mark_sentences,
    message_html,
    paragraph_html,
    quote_html,
    source_label,
)
from tutor_app.web.page_pictures import read_picture_spec


def test_a_message_is_escaped_and_nothing_else() -> None:
    assert "<b>*x*</b>" not in message_html("<b>*x*</b>")
    assert "  &lt;b&gt;*x*&lt;/b&gt; _y_ #z" in message_html("  <b>*x*</b> _y_ #z")


def test_a_program_and_a_table_stand_in_even_widths() -> None:
    assert "el-even" in message_html("why?\n\ndef f(n):\n    return n - 1")
    assert "el-even" in message_html("is it right?\n1\tS\tA, B\n2\tA\tB, C")
    assert "el-even" not in message_html("why does BFS use a queue?\nand DFS a stack?")


def test_the_pictures_alternative_is_the_marked_sentence() -> None:
    assert 'alt="Induction needs a base case."' in quote_html(quote())


def test_a_phone_reads_the_words_first_and_a_figure_as_a_picture() -> None:
    html = quote_html(replace(quote(), above="First:", below="Last."))
    words, look, figure = (
        html.index(part) for part in ('class="el-words"', 'class="el-look"', "<figure")
    )
    assert words < look < figure
    assert "<mark>Induction needs a base case.</mark>" in html[words:look]
    assert "<p>First:</p>" in html[words:look]
    assert "<p>Last.</p>" in html[words:look]

    drawn = replace(quote(), crops=(box(y0=100, y1=400),), paragraph="Figure 3: A tree.")
    assert "el-words" not in quote_html(drawn)
    assert "el-look" not in quote_html(drawn)


def test_a_quote_over_two_pages_is_two_pictures() -> None:
    html = quote_html(replace(quote(), crops=(box(page=1), box(page=2))))
    assert html.count("<img") == 2
    assert "page=1&amp;" in html
    assert "page=2&amp;" in html


def test_a_pictures_address_is_understood_by_its_route() -> None:
    html = quote_html(quote())
    address = html.split('src="')[1].split('"')[0].replace("&amp;", "&")
    fields = {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}
    wish = read_picture_spec(fields)
    assert (wish.document_id, wish.page) == ("d1", 1)
    assert wish.crop == (72, 90, 300, 110)
    assert wish.marks == ((120, 90, 200, 110),)


def going_on(*, opened: bool) -> str:
    onward = (box(page=2, y0=300, y1=400),)
    return quote_html(
        replace(quote(), onward="It needs a step.", onward_crops=onward, onward_open=opened)
    )


def test_what_goes_on_waits_behind_two_words_unmarked() -> None:
    before, behind = going_on(opened=False).split('<details class="el-onward"')

    assert "Read on</summary>" in behind
    assert " open" not in behind.split(">")[0]
    assert 'alt="It needs a step."' in behind
    assert "crop=72.0,300.0,300.0,400.0" in behind
    assert "mark=" in before
    assert "mark=" not in behind


def test_what_goes_on_is_open_where_the_question_needs_it() -> None:
    assert '<details class="el-onward" open>' in going_on(opened=True)


def test_a_quote_after_which_nothing_goes_on_offers_nothing() -> None:
    assert "Read on" not in quote_html(quote())


def test_the_text_holds_the_list_around_the_paragraph_and_what_goes_on() -> None:
    html = paragraph_html(
        replace(quote(), above="Two cases:\n1. Zero.", below="3. Many.", onward="So it <ends>.")
    )

    order = ["<p>Two cases:</p><p>1. Zero.</p>", "Strings are", "<p>3. Many.</p>"]
    order.append("<hr><p>So it &lt;ends&gt;.</p>")
    assert [part for part in order if part not in html] == []
    assert sorted(order, key=html.index) == order


@pytest.mark.parametrize(
    ("paragraph", "sentences", "html"),
    [
        ("A b. C d. E f.", ["C d."], "A b. <mark>C d.</mark> E f."),
        ("A\nb. C  d.", ["A b.", "C d."], "<mark>A\nb.</mark> <mark>C  d.</mark>"),
        ("A & b < c.", ["A & b < c."], "<mark>A &amp; b &lt; c.</mark>"),
        (
            "A b. This goes on to",
            ["This goes on to the next page."],
            "A b. <mark>This goes on to</mark>",
        ),
        ("A b.", ["Not there."], "A b. <mark>Not there.</mark>"),
        ("A b c d.", ["A b c", "b c d."], "<mark>A b c</mark><mark> d.</mark>"),
    ],
)
def test_sentences_are_marked_in_their_paragraph(
    paragraph: str, sentences: list[str], html: str
) -> None:
    assert mark_sentences(paragraph, sentences) == html


def test_the_paragraph_can_be_copied_with_its_mark() -> None:
    marked = (MarkedSentence(text="Induction needs a base case.", boxes=()),)
    assert (
        "Strings are finite. <mark>Induction needs a base case.</mark> It also needs a step."
        in paragraph_html(replace(quote(), marked=marked))
    )


def test_a_chip_names_document_page_and_heading_and_escapes_markdown() -> None:
    assert source_label(quote(page=3)) == r"proofs\_1 · p\. 3 · Induction"
