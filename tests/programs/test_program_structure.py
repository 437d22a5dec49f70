"""What is seen in a program without running it."""

from __future__ import annotations

from tutor_app.programs.fault_analogues import ANALOGUES
from tutor_app.programs.fault_choice import constructs, fitting
from tutor_app.programs.program_structure import (
    changed_lines,
    fingerprint,
    goes_on_from,
    read_program,
)

PROGRAM = read_program(
    "def keep(words, limit):\n"
    "    kept = []\n"
    "    for word in words:\n"
    "        if len(word) < limit:\n"
    "            kept.append(word)\n"
    "    return kept"
)


def test_places_are_found_in_their_order_with_what_they_set() -> None:
    found = [(place.kind, place.line, place.name) for place in PROGRAM.places]

    assert found == [
        ("start", 2, "kept"),
        ("loop", 3, "word"),
        ("condition", 4, "limit"),
        ("update", 5, "kept"),
        ("result", 6, "kept"),
    ]


def test_a_program_that_does_not_parse_is_read_line_by_line() -> None:
    broken = read_program(PROGRAM.text.replace("words:", "words"))

    assert [place.line for place in broken.places] == [2, 3, 4, 5, 6]
    assert broken.stops_at == 3
    assert broken.functions[0].params == ("words", "limit")


def test_a_return_outside_a_function_is_where_python_stops() -> None:
    assert read_program(PROGRAM.text.replace("    return", "return")).stops_at == 6


def test_other_languages_do_not_stop_python() -> None:
    assert read_program("for (int i = 0; i < 3; i++) {\n  x += i;\n}").stops_at is None


def test_fingerprint_keeps_through_names_spaces_and_comments_but_not_through_work() -> None:
    renamed = PROGRAM.text.replace("kept", "found").replace("word", "w") + "  # done"

    assert fingerprint(read_program(renamed)) == fingerprint(PROGRAM)
    assert fingerprint(read_program(PROGRAM.text.replace("<", ">"))) != fingerprint(PROGRAM)


def test_an_edited_program_goes_on_and_another_one_does_not() -> None:
    edited = read_program(PROGRAM.text.replace("<", "<=") + "\nprint(keep([], 3))")
    other = read_program("def area(a, b):\n    return a * b\nprint(area(2, 3))")

    assert goes_on_from(edited, PROGRAM)
    assert not goes_on_from(other, PROGRAM)


def test_changed_lines_count_depth_but_not_the_width_of_a_step() -> None:
    deeper = read_program(PROGRAM.text.replace("    return", "        return"))
    wider = read_program(PROGRAM.text.replace("    ", "  "))

    assert changed_lines(deeper, PROGRAM) == (6,)
    assert changed_lines(wider, PROGRAM) == ()


def test_analogues_need_what_the_program_has() -> None:
    assert all(each.needs <= constructs(PROGRAM) for each in fitting(PROGRAM))
    assert "recursion" not in {need for each in fitting(PROGRAM) for need in each.needs}
    recursive = read_program("def f(n):\n    return f(n - 1)")
    assert "recursion" in fitting(recursive)[0].needs


def test_every_analogue_fits_into_a_reply_and_asks_nothing() -> None:
    for each in ANALOGUES:
        assert len(each.worked.split()) <= 60
        assert "?" not in each.worked + each.exercise
        assert "```" not in each.worked


def test_every_python_program_has_an_analogue() -> None:
    assert fitting(read_program("def f(a):\n    return a"))


def test_a_print_with_an_arrow_in_its_text_is_a_line_of_the_program() -> None:
    program = 'for n in [1, 2]:\n    print("stop", n, "-> next", n + 1)'

    assert read_program(f"{program}\nnext_stop(1) -> 2").text == program
