"""What a message holds beside its prose: a program however it is pasted, errors, tables."""

from __future__ import annotations

import textwrap

import pytest

from tutor_app.domain.pasted_code import set_apart
from tutor_app.understanding.message_features import read_shape

LINES = ("def first(xs):", "    for x in xs:", "        if x > 0:", "            return x", "")
PROGRAM = "\n".join(LINES).strip()
ASKED = "Hi, it returns None for [-1, 2], can you help?"
NUMBERED = "\n".join(f"{n}. {line}" for n, line in enumerate(LINES, start=1))
LAYOUTS = {
    "as it is": PROGRAM,
    "fenced": f"```python\n{PROGRAM}\n```",
    "fenced without a language": f"```\n{PROGRAM}\n```",
    "a fence left open": f"```python\n{PROGRAM}",
    "tags": f"<code>\n{PROGRAM}\n</code>",
    "numbered": NUMBERED,
    "numbered with colons": NUMBERED.replace(". ", ": "),
    "numbered in a fence": f"```\n{NUMBERED}\n```",
    "Windows line ends": PROGRAM.replace("\n", "\r\n"),
    "quoted": textwrap.indent(PROGRAM, "> ", lambda line: True),
    "lines with a bar": "\n".join(f"{n} | {row}" for n, row in enumerate(PROGRAM.split("\n"), 1)),
    "a session": ">>> " + PROGRAM.replace("\n", "\n... "),
    "between ticks": f"`{PROGRAM}`",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_program_is_found_however_it_is_pasted(layout: str) -> None:
    shape = read_shape(f"{ASKED}\n{LAYOUTS[layout]}")

    assert shape.code is not None
    assert shape.code.strip() == PROGRAM
    assert shape.prose == ASKED


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        (f"my code {PROGRAM}", "my code"),
        (f"mine: ```python\n{PROGRAM}\n``` want 2", "mine: want 2"),
        (f"{PROGRAM}   want 2, get 3.", "want 2, get 3."),
        (f"{PROGRAM}  <- why 3?", "<- why 3?"),
        (
            f"def first(xs): - eats my 9\n\nall of it:\n{PROGRAM}",
            "first(xs): - eats my 9 all of it:",
        ),
    ],
)
def test_words_on_the_lines_of_a_program_are_no_code(pasted: str, words: str) -> None:
    shape = read_shape(pasted)

    assert (shape.code or "").strip() == PROGRAM
    assert shape.prose.removeprefix("def ").split() == words.split()


@pytest.mark.parametrize("line", ["f([3]) -> IndexError. is it the range?", "x = (1 + f(2)"])
def test_what_a_call_gives_and_open_brackets_stay_in_their_line(line: str) -> None:
    assert line in set_apart(f"{PROGRAM}\n{line}\n    + 3)")


def test_prose_above_and_below_the_program_is_kept() -> None:
    shape = read_shape(f"Here it is:\n{PROGRAM}\nIt never gets to 2.")

    assert shape.code == PROGRAM
    assert shape.prose.split() == "Here it is: It never gets to 2.".split()


def test_examples_of_the_exercise_are_no_part_of_the_program() -> None:
    shape = read_shape(f"first([0, 2]) => (2, 1)\nfirst([]) => ()\n\n{PROGRAM}")

    assert shape.code == PROGRAM


def test_blank_lines_and_indentation_stay() -> None:
    program = "a = input()\n\nif a:\n    print(a)"

    assert read_shape(program).code == program
    assert read_shape(textwrap.indent(program, "    ")).code == textwrap.indent(program, "    ")


@pytest.mark.parametrize(
    "program",
    [
        "int main() {\n    int x = 3\n    return x;\n}",
        "SELECT name FROM orders WHERE total > 3;",
        "for i = 1 to n\n  if a[i] = x then return i\nreturn -1",
        "const data = fetch('/api').then(r => { r.json() });\nconsole.log(data.name);",
        "def f(x)\n    return x",
        "for i in range(3): print(i)",
    ],
)
def test_programs_of_other_languages_and_with_slips_are_programs(program: str) -> None:
    assert read_shape(f"what is wrong?\n{program}").code == program


@pytest.mark.parametrize(
    "text",
    [
        "graph = {'A': {'B': 1},\n         'B': {}}\nh = {'A': 5, 'B': 4}",
        "c(A,B) = 5\nc(B,D) = 7",
        "T(n) = 2T(n/2) + n",
        "Return the largest element of the list.",
        "If n is even then it holds, for n odd we use the hypothesis.",
        "1. pick c: a=2, b=inf\n2. pick a: a=2, b=6",
        "1 | S\n2 | A\n3 | B",
        "limit([1, 2], 3) => [1, 2]",
        "from p",
        "from A to F",
        "return to B",
    ],
)
def test_data_formulas_and_sentences_are_no_program(text: str) -> None:
    assert read_shape(text).code is None


def test_a_traceback_is_kept_apart_with_its_error_and_line() -> None:
    shape = read_shape(
        "I get this:\nTraceback (most recent call last):\n"
        '  File "main.py", line 4, in <module>\n    total += row["price"]\n'
        "TypeError: unsupported operand\nwhy?"
    )

    assert shape.traceback is not None
    assert shape.traceback.endswith("TypeError: unsupported operand")
    assert shape.error == "TypeError: unsupported operand"
    assert shape.lines == (4,)
    assert shape.prose.split() == ["I", "get", "this:", "why?"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("it says KeyError: 'x'", "KeyError: 'x'"),
        ("Segmentation fault (core dumped) again", "Segmentation fault (core dumped)"),
        ("the training error is high", None),
    ],
)
def test_words_of_an_error_are_found(text: str, error: str | None) -> None:
    assert read_shape(text).error == error


def test_rows_of_a_table_and_numbers_of_lines_are_found() -> None:
    assert read_shape("Step 1: expand S\nStep 2: expand A").rows == (
        "Step 1: expand S",
        "Step 2: expand A",
    )
    assert read_shape("I think line 3 and lines 5-6 are wrong").lines == (3, 5, 6)


def test_data_given_in_the_message_are_counted() -> None:
    assert read_shape("run BFS: A-B, A-C, B-D").has_data
    assert read_shape("sort 5 3 1").has_data
    assert not read_shape("how does BFS work").has_data
