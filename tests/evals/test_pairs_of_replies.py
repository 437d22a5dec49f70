"""Pairs of replies for readers: the order is drawn by lot, and the key is kept apart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from evals.readings.reply_pairs import count_choices, pair_up, read_model_conversations

TWO = """# Model conversations

## 1 A heap

**S:** what is a heap
**T:** A tree. «Each parent is smaller.» Which node is smallest?
[ask.fact → nothing → – ]

**S:** the root
**T:** Right.
[tell.answer → – ]

## 2 Code

**S:** crashes
```python
x = 1 / 0
```
**T:** It divides by 0.
[work.bug → – ]
"""


def test_the_turns_of_each_conversation_are_read(tmp_path: Path) -> None:
    path = tmp_path / "model.md"
    path.write_text(TWO, encoding="utf-8")
    one, two = read_model_conversations(path)
    assert [student for student, _ in one.turns] == ["what is a heap", "the root"]
    assert one.turns[1][1] == "Right."
    assert two.id == "2"
    assert "1 / 0" in two.turns[0][0]


def test_a_pair_has_both_replies_and_the_key_knows_ours(tmp_path: Path) -> None:
    path = tmp_path / "model.md"
    path.write_text(TWO, encoding="utf-8")
    conversation = read_model_conversations(path)[0]
    pairs = list(pair_up(conversation, lambda text: f"ours to {text}", random.Random(1)))
    for pair in pairs:
        assert pair[pair["ours"]] == f"ours to {pair['student']}"
        assert {pair["A"], pair["B"]} > {f"ours to {pair['student']}"}
    assert pairs[1]["student_before"] == ["what is a heap"]


def test_choices_are_counted_by_whose_reply_they_are() -> None:
    ours = {"1#1": "A", "1#2": "B", "1#3": "A"}
    counted = count_choices({"1#1": "A", "1#2": "A", "1#3": "tie"}, ours)
    assert counted == {"pairs": 3, "ours": 1, "tie": 1, "theirs": 1, "ours_or_tie": 0.667}


def test_a_choice_for_an_unknown_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="9#1"):
        count_choices({"9#1": "A"}, {"1#1": "A"})
