"""Complaint 19: math delimiters render raw."""

from __future__ import annotations

import pytest

from tutor_app.web.components.math_text import (
    TextSegment,
    escape_markdown,
    split_formulas,
    to_markdown,
)


@pytest.mark.parametrize(
    ("written", "pieces"),
    [
        ("so $n^2$ steps", [("text", "so "), ("inline", "n^2"), ("text", " steps")]),
        (r"so \(n^2\) steps", [("text", "so "), ("inline", "n^2"), ("text", " steps")]),
        ("$$n^2$$", [("display", "n^2")]),
        (r"\[ n^2 \]", [("display", "n^2")]),
        (r"\begin{align}a &= b\end{align}", [("display", r"\begin{aligned}a &= b\end{aligned}")]),
        (r"\begin{equation*}a\end{equation*}", [("display", "a")]),
        (
            r"$$\begin{align*}a\end{align*}$$",
            [("display", r"\begin{aligned}a\end{aligned}")],
        ),
        (r"\begin{pmatrix}1\end{pmatrix}", [("display", r"\begin{pmatrix}1\end{pmatrix}")]),
        ("$x$, $y$", [("inline", "x"), ("text", ", "), ("inline", "y")]),
        (r"cost $c = \$5$", [("text", "cost "), ("inline", r"c = \$5")]),
        ("$2n$ or $2 + n$", [("inline", "2n"), ("text", " or "), ("inline", "2 + n")]),
        ("$$a\nb$$", [("display", "a\nb")]),
    ],
)
def test_a_formula_is_found(written: str, pieces: list[tuple[str, str]]) -> None:
    assert split_formulas(written) == [TextSegment(kind, body) for kind, body in pieces]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "written",
    [
        "between $5 and $10",
        "it costs $5, or $6.",
        "$5 and $10 and $15",
        "US$ 5 and US$ 6",
        "a $ b $ c",
        "only one $ here",
        r"\$5 and \$6",
    ],
)
def test_a_price_stays_a_price(written: str) -> None:
    assert "".join(p.body for p in split_formulas(written)) == written
    assert {p.kind for p in split_formulas(written)} == {"text"}


def test_a_formula_after_a_price_is_still_found() -> None:
    assert TextSegment("inline", "n^2") in split_formulas("for $5 you get $n^2$ steps")


def test_dollars_in_code_are_code() -> None:
    assert split_formulas("run `echo $A $B` now")[1] == TextSegment("code", "`echo $A $B`")


def test_what_is_no_formula_is_escaped() -> None:
    assert to_markdown("a*b_c <s> $x_1$ for $5") == r"a\*b\_c \<s\> $x_1$ for \$5"


def test_code_of_the_tutor_stays_code_only_when_wanted() -> None:
    assert to_markdown("use `a*b`", code=True) == "use `a*b`"
    assert to_markdown("use `a*b`") == r"use \`a\*b\`"


def test_display_formulas_stand_on_their_own_line() -> None:
    assert to_markdown(r"thus \[n\] holds") == "thus\n\n$$\nn\n$$\n\nholds"


def test_escaping_keeps_indentation_and_lines() -> None:
    assert escape_markdown("a\n  b") == "a  \n\u00a0\u00a0b"
