"""What a message states: a value of its own, not one that it replaces or gives to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.understanding.statement_classifier import STANCES, weigh_statements

SAYS = STANCES.index("says")
MESSAGE = "2 plus 1 is 3 and that beats 4, so I rub out the 4. Mill 3, then Pub drops to 8"


def test_a_value_that_is_told_is_likelier_said_than_one_replaced_or_of_another() -> None:
    told, replaced, of_another = weigh_statements(
        "", MESSAGE, ["Mill is 3.", "Mill is 4.", "Mill is 8."]
    )[:, SAYS]
    assert told > 0.5 > max(replaced, of_another)


def test_statements_are_weighed_alike_together_and_alone() -> None:
    statements = ["Mill is 3.", "The path is Home, Church, Mill, Pub, School, Lake."]
    together = weigh_statements("Which one is next?", MESSAGE, statements)
    alone = weigh_statements("Which one is next?", MESSAGE, statements[:1])
    assert together[0] == pytest.approx(alone[0], abs=1e-3)
    assert together.sum(axis=1) == pytest.approx([1.0, 1.0], abs=1e-5)


def test_without_statements_nothing_is_read() -> None:
    assert weigh_statements("", MESSAGE, []).shape == (0, len(STANCES))


def test_files_that_are_missing_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileInvalid):
        weigh_statements("", MESSAGE, ["Mill is 3."], tmp_path)
