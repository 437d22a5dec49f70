"""A reading's sheet: made from what `evals talk` kept, and counted with intervals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evals.__main__ import app
from evals.readings.reading_rates import rates
from evals.readings.reading_sheet import GradedReply, SheetInvalid, blank_sheet, read_sheets

KEPT = """### Student

```text
what is a heap
```

### Tutor

> **A heap is a tree.**
>
> — lecture-3, page 2

### Student

````text
```python
x = 1
```
````

### Tutor

I ran it.

"""


def reply(conversation: str, **told: object) -> GradedReply:
    known = {"round": "R1", "reader": "model", "kind": "concept", "course": "demo", "turn": 1}
    line = json.dumps({**known, "conversation": conversation, "student": "", "tutor": "", **told})
    return GradedReply.read(line, "sheet:1")


def test_a_transcript_becomes_a_line_for_each_reply(tmp_path: Path) -> None:
    kept = tmp_path / "anna-1.md"
    kept.write_text(KEPT, encoding="utf-8")
    told = {"round": "R1", "reader": "model", "kind": "concept", "course": "demo"}
    lines = list(blank_sheet(kept, **told))
    assert [(one.conversation, one.turn) for one in lines] == [("anna-1", 1), ("anna-1", 2)]
    assert lines[0].student == "what is a heap"
    assert "A heap is a tree." in lines[0].tutor
    assert lines[1].student.startswith("```python")
    assert lines[1].tutor == "I ran it."
    assert all(one.grade is None for one in lines)


def test_rates_count_graded_replies_only_and_aspects_where_they_were_asked() -> None:
    found = rates(
        [
            reply("a", grade="good", sees="yes"),
            reply("a", grade="missed", sees="some", turn=2),
            reply("b", grade="wrong"),
            reply("b", turn=2),
        ]
    )
    assert found["good"].share == pytest.approx(1 / 3)
    assert found["good or acceptable"].replies == 3
    assert found["sees"].share == 0.5
    assert found["sees at least to some extent"].share == 1.0
    assert "moves" not in found


def test_the_interval_is_over_conversations_not_over_replies() -> None:
    alike = [reply("a", grade="good", turn=n) for n in range(20)]
    other = [reply("b", grade="missed", turn=n) for n in range(20)]
    good = rates([*alike, *other])["good"]
    assert (good.low, good.high) == (0.0, 1.0)


@pytest.mark.parametrize("told", [{"grade": "fine"}, {"grade": "good", "sees": "maybe"}])
def test_a_grade_that_the_brief_does_not_know_is_refused_with_its_place(
    told: dict[str, str],
) -> None:
    with pytest.raises(SheetInvalid, match="sheet:1"):
        reply("a", **told)


def test_the_command_counts_sheets_by_kind(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.jsonl"
    lines = [reply("a", grade="good").line(), reply("b", grade="missed", kind="trace").line()]
    sheet.write_text("\n".join(lines), encoding="utf-8")
    assert len(read_sheets([sheet])) == 2
    ran = CliRunner().invoke(app, ["grade", str(sheet), "--json"])
    assert ran.exit_code == 0, ran.output
    counted = json.loads(ran.output)
    assert counted["replies"] == 2
    assert counted["by_kind"]["trace"]["good"] == 0.0


def test_an_ungraded_sheet_is_named_as_such(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.jsonl"
    sheet.write_text(reply("a").line(), encoding="utf-8")
    ran = CliRunner().invoke(app, ["grade", str(sheet)])
    assert ran.exit_code == 2
    assert "graded" in ran.output
