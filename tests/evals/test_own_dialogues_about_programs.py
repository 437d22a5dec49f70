"""The dialogues about programs that were written for this project are read as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.programs.debugging_comparison import Given, measure
from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_own import read_own

OWN = Path(__file__).parents[2] / "evals" / "questions" / "debugging_own.yaml"
ONE = """
- id: one
  split: {split}
  layout: {layout}
  program: |
    def f(a):
        return a[1]
  fix: ["return a[0]", "return a[1]"]
  swaps: [["1", "0"]]
  said:
    - say: "wrong\\n{{program}}"
      about: ["line 2"]
    - say: "now?\\n{{program}}"
      edit: [["a[1]", "a[0]"]]
"""


def read(tmp_path: Path, layout: str = "fence", split: str = "tune") -> Dialogue:
    path = tmp_path / "own.yaml"
    path.write_text(ONE.format(layout=layout, split=split), encoding="utf-8")
    return read_own(path)[0]


def test_half_is_kept_from_tuning() -> None:
    tune, kept = read_own(OWN, "tune"), read_own(OWN, "kept")

    assert len(tune) == len(kept) == 17
    assert not {each.id for each in tune} & {each.id for each in kept}


def test_an_edit_stands_in_the_program_from_its_turn_on(tmp_path: Path) -> None:
    dialogue = read(tmp_path)

    assert ["a[1]" in program for program in dialogue.programs] == [True, False]
    assert "return a[0]" in dialogue.said[1]
    assert dialogue.fix.lines == ("return a[0]",)


@pytest.mark.parametrize(
    ("layout", "shown"),
    [
        ("fence", "```python\ndef f(a):"),
        ("bare", "wrong\n\ndef f(a):"),
        ("tabs", "\n\treturn a[1]"),
        ("crlf", "def f(a):\r\n"),
        ("numbered", "2.     return a[1]"),
    ],
)
def test_a_program_is_pasted_in_many_layouts(tmp_path: Path, layout: str, shown: str) -> None:
    assert shown in read(tmp_path, layout).said[0]


def test_only_marked_turns_count_as_taken_up(tmp_path: Path) -> None:
    def replies(dialogue: Dialogue) -> list[Given]:
        texts = ("What does line 3 do?", "And now?")
        return [
            Given(turn=t, text=text, said_so_far=t, program=p, seconds=0, templated=True)
            for t, text, p in zip(dialogue.said, texts, dialogue.programs, strict=True)
        ]

    figures, rows = measure([read(tmp_path)], replies)

    assert figures["taken_up"] == 0
    assert [row["taken_up"] for row in rows] == [False, None]


def test_an_edit_of_what_is_not_there_is_said(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    text = ONE.format(layout="fence", split="kept").replace('["a[1]"', '["b[1]"')
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match="one: 'b\\[1\\]' is not in the program"):
        read_own(path)
