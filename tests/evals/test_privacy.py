"""What the evaluation of privacy looks for, it would find."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path

from evals.privacy.planted_forum import PEOPLE, exports
from evals.privacy.privacy_command import names_in_files
from evals.privacy.privacy_questions import QuestionSources, generate
from ingest.intake import OfferedFile, open_offered

SECRET = [secret for person in PEOPLE for secret in person.secrets]
SOURCES = QuestionSources(
    solutions=["The frontier is a queue because the oldest node comes first."],
    later=["Merge sort splits the list in two halves again and again."],
    later_terms=["Merge sort"],
    open_terms=["Frontier"],
    items=["item 1 of assignment 1"],
)


def test_a_name_that_lies_in_a_file_is_counted(tmp_path: Path) -> None:
    (tmp_path / "courses").mkdir()
    (tmp_path / "courses" / "material.json").write_text(f"… said {PEOPLE[0].handle} …")
    (tmp_path / "files").write_text("no name")

    assert dict(names_in_files(tmp_path)) == {"courses": 1, "files": 0}


def test_exports_that_come_together_are_kept_without_any_name() -> None:
    offered = [
        OfferedFile(name, partial(io.BytesIO, json.dumps(value).encode()))
        for name, value in exports(seed=1).items()
    ]
    sent = " ".join(one.open().read().decode() for one in offered).casefold()
    kept = " ".join(
        one.open().read().decode() for one in open_offered(offered) if isinstance(one, OfferedFile)
    ).casefold()

    assert [secret for secret in SECRET if secret.casefold() not in sent] == []
    assert [secret for secret in SECRET if secret.casefold() in kept] == []
    assert "first-in first-out queue" in kept


def test_questions_are_the_same_for_a_seed_and_never_give_the_answer_away() -> None:
    made = generate(SOURCES, 50, seed=3)

    assert made == generate(SOURCES, 50, seed=3)
    assert len(made) == 50
    assert {question.about for question in made} == {
        "of_solutions",
        "of_later",
        "of_people",
        "of_open",
    }
    assert all("oldest node comes first" not in question.text for question in made)
