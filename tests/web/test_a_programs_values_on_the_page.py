"""The run of a student's own program, as the page draws and exports it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from evals.hint_ladder.transcripts import event_text
from tests.sentences import says
from tests.web.app_test import app_of
from tests.web.test_a_conversation_is_exported import conversation, turn
from tutor_app.domain.values import Sentence, VariablesShown
from tutor_app.domain.variable_tables import VariableRow, VariableTable
from tutor_app.web.chat.export_conversation import conversation_markdown
from tutor_app.web.chat.turn_reading import announcement, read_turn

TABLE = VariableTable(
    call="f(2)",
    columns=("a", "b"),
    rows=(
        VariableRow(kind="call", line=1, values=(None, None), detail="n = 2"),
        VariableRow(kind="line", line=2, code="a = '<b>'", values=("'<b>'", None), changed=(0,)),
        VariableRow(kind="left_out", count=12),
        VariableRow(kind="limit", line=2, detail="steps", count=200_001),
    ),
)


def player(table):  # type: ignore[no-untyped-def]  # AppTest takes the body alone
    from tutor_app.web.components.variables_player import draw_variables  # noqa: PLC0415

    draw_variables(table, "k")


def opened() -> AppTest:
    return app_of(player, table=TABLE).run()


def html(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(part.proto.body for part in page.html)


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


def test_next_moves_the_marked_row_and_says_what_its_line_sets() -> None:
    page = opened()
    assert 'class="el-here" data-step="1" aria-current="step"' in html(page)
    assert "The call begins with <code>n = 2</code>." in html(page)

    press(page, "Next")
    assert 'class="el-here" data-step="2" aria-current="step"' in html(page)
    assert "<code>a</code> is <code>&#x27;&lt;b&gt;&#x27;</code> now." in html(page)
    assert '<b class="el-new"><code class="el-short">&#x27;&lt;b&gt;&#x27;</code></b>' in html(page)
    assert "<b>'" not in html(page)


def test_what_is_left_out_and_the_limit_are_rows() -> None:
    said = html(opened())

    assert "12 rows left out" in said
    assert "stopped after 200,001 lines" in said


def test_a_screen_reader_hears_that_there_is_a_table() -> None:
    lead_in = Sentence(text="The run:", role="lead_in")
    shown = read_turn((lead_in, VariablesShown(table=TABLE)), "done")

    assert says(announcement(shown, waiting=False), "page_chat.spoken_table")


def test_it_goes_along_with_an_exported_conversation_and_a_transcript() -> None:
    event = VariablesShown(table=TABLE)
    exported = conversation_markdown(conversation(), "Programs", [turn("Show the values", event)])

    row = "| 2 | 2 `a = '<b>'` | **`'<b>'`** |  |"
    assert row in exported
    assert row in event_text(event)
