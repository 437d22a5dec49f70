"""What a message claims, asks or proposes is answered first: from the run, or by saying that it
doesn't tell.

The runs are real.
"""

from __future__ import annotations

import pytest

from tutor_app.programs.ideas.asked_rules import takes_for_shared
from tutor_app.programs.replies.printed_lines import AS_WANTED
from tutor_app.programs.run_values import Call, Case, Limits
from tutor_app.programs.run_verdicts import judge_case


@pytest.mark.parametrize(
    ("words", "shared"),
    [
        ("they share one n", True),
        ("n is not shared", False),
        ("each call has its own n", False),
        ("is it shared or has each its own", None),
        ("n is 2", None),
    ],
)
def test_words_take_variables_for_shared_or_for_own(words: str, shared: bool | None) -> None:
    assert takes_for_shared(words) is shared


@pytest.mark.parametrize(
    ("printed", "wanted", "passes"),
    [
        ("20 [('in', 5)]", '20 [("in",5)]', True),
        ("20 [('in', 5)]", '20 [("in",6)]', False),
        ("*  *", "* *", False),
    ],
)
def test_groups_within_a_printed_line_are_compared_as_values(
    printed: str, wanted: str, passes: bool
) -> None:
    case = Case(call=Call(text="print(x)"), origin="student", prints=wanted)

    result = judge_case(case, {"printed": printed}, [], Limits())

    assert (result.status == "passed") is passes


def test_one_line_is_worded_as_one() -> None:
    assert AS_WANTED(count=1).startswith("That is one line,")
