"""Problems for a class are kept under a name, and opened by an id that nobody can guess."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records import ProblemSetRecords
from tutor_app.storage.records.row_values import SetProblem


def test_a_set_is_made_filled_renamed_and_deleted(engine: Engine) -> None:
    records = ProblemSetRecords(engine)
    made = records.create("  Week 3:  shortest paths ")
    assert (made.name, made.problems) == ("Week 3: shortest paths", ())
    assert len(made.id) >= 10
    assert records.create("Another").id != made.id

    problems = (SetProblem(text="DFS from A on A-B", algorithm="dfs"), SetProblem(text="BFS …"))
    records.change(made.id, problems, name="Week 4")
    assert records.get(made.id).problems == problems
    assert [one.name for one in records.list()] == ["Another", "Week 4"]

    records.delete(made.id)
    with pytest.raises(NotFound):
        records.get(made.id)
    with pytest.raises(NotFound):
        records.change(made.id, problems)
