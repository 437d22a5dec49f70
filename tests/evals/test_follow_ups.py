"""The evaluation of follow-up messages: items true to the demo course, and right figures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evals.answers.follow_ups import Arm, FollowUpItem, Found, measure, read_items
from evals.answers.gold_questions import comparable

SOURCE = Path(__file__).parents[2] / "demo_course" / "source"


def test_half_of_the_items_is_kept_out_of_tuning_and_forty_lean_on_what_was_said() -> None:
    items = read_items()

    assert Counter(item.split for item in items) == {"tune": 26, "kept": 26}
    assert sum(item.leans for item in items) >= 40
    assert len({(item.first, item.then) for item in items}) == len(items)


def test_every_evidence_stands_in_the_demo_course() -> None:
    course = comparable(
        " ".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.glob("*.md")))
    ).replace("\\", "")

    missing = [e for item in read_items() for e in item.evidence if comparable(e) not in course]
    assert missing == []


def item(**changes: object) -> FollowUpItem:
    fields = dict(id="a", split="tune", leans=True, first=("q",), then="why?", evidence=("Two.",))
    return FollowUpItem(**{**fields, **changes})  # type: ignore[arg-type]


def test_the_figures_count_ranks_and_what_is_shown() -> None:
    first, second = Found(passages=("two.", "x"), shown=""), Found(passages=("x", "Two."), shown="")
    none = Found(passages=(), shown="It says: two.")
    arms: list[dict[Arm, Found]] = [
        {"with": first, "without": none, "always": second},
        {"with": second, "without": none, "always": second},
    ]

    figures = measure([(item(), arms[0]), (item(split="kept"), arms[1])])["all"]

    assert [figures["with"][k]["value"] for k in ("hit@1", "hit@5", "shown")] == [0.5, 1.0, 0.0]
    assert [figures["without"][k]["value"] for k in ("hit@1", "hit@5", "shown")] == [0, 0, 1.0]
    assert figures["always"]["hit@1"]["value"] == 0
