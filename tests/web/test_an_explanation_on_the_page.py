"""A model's sentence on the page: a label over it, and its passage's chip under it."""

from __future__ import annotations

from types import SimpleNamespace

from streamlit.testing.v1 import AppTest

from tests.web.app_test import app_of
from tests.web.given import quote
from tutor_app.domain.values import Sentence
from tutor_app.web.chat.turn_reading import TurnOnPage, read_turn

TEXT = "Without a base case the induction never starts."


def script(turn, shown):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.chat.turn_drawing import TurnActions, draw_turn  # noqa: PLC0415

    draw_turn(turn, shown, TurnActions(stop=print, retry=print), waiting=False)


def drawn(shown: TurnOnPage) -> AppTest:
    turn = SimpleNamespace(id="t", question="why?", status="done")
    return app_of(script, turn=turn, shown=shown).run()


def test_the_sentence_has_its_label_and_the_chip_of_the_quote_it_rests_on() -> None:
    said = Sentence(text=TEXT, role="explanation", by_model=True, passage_id="d1-2")
    page = drawn(read_turn([quote(page=1), quote(page=2), said], "done"))
    assert not page.exception
    assert any("the induction never starts" in part.value for part in page.markdown)
    assert any("In other words" in part.proto.body for part in page.html)
    chips = [button for button in page.button if button.key and "task-source" in button.key]
    assert len(chips) == 1
    assert "2" in chips[0].label


def test_sentences_in_a_row_have_one_label_and_a_chip_for_each_passage() -> None:
    said = [
        Sentence(text=f"{TEXT} {n}", role="explanation", by_model=True, passage_id=passage)
        for n, passage in enumerate(("d1-2", "d1-2", "d1-1"))
    ]
    page = drawn(read_turn([quote(page=1), quote(page=2), *said], "done"))
    labels = [part for part in page.html if "In other words" in part.proto.body]
    chips = [button for button in page.button if button.key and "task-source" in button.key]
    assert (len(labels), len(chips)) == (1, 2)


def test_code_in_the_tutors_words_is_drawn_as_code() -> None:
    asked = Sentence(text="Look at line 4, `while lo < hi:`. What holds?", role="question")
    page = drawn(read_turn([asked], "done"))

    assert any("`while lo < hi:`" in part.value for part in page.markdown)
