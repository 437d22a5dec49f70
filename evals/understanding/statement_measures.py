"""How well the network tells what messages do with statements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from evals.understanding.statement_rows import StatementRow
from tutor_app.conversation.trace_replies.in_sentences.held_to_words import (
    ANY_FROM,
    WRONG_FROM,
)
from tutor_app.understanding.statement_classifier import FOLDER, STANCES, weigh_statements

_SAYS = STANCES.index("says")


def weigh_rows(rows: Sequence[StatementRow], folder: Path = FOLDER) -> npt.NDArray[np.float32]:
    """Return the probabilities of the stances (rows, stances)."""
    weighed = [
        weigh_statements(last, message, [each.statement for each in group], folder)
        for (last, message), of_message in groupby(rows, lambda r: (r.last_words, r.message))
        for group in (list(of_message),)
    ]
    return np.concatenate(weighed)


def measure_statements(
    rows: Sequence[StatementRow], weights: npt.NDArray[np.float32]
) -> dict[str, Any]:
    """Return what probabilities are worth on labelled rows.

    `kept_of_said`: of what messages say, the share that the product goes on with;
    `dropped_of_unsaid`: of what they don't say, the share that it drops; both at the bound for what
    is called wrong and at that for what is read at all. `right_of_kept`: of what passes the bound,
    the share that is said.
    """
    truth = np.array([STANCES.index(row.stance) for row in rows])
    guess, likely = weights.argmax(axis=1), weights[:, _SAYS]
    says = truth == _SAYS
    bounds = {"called_wrong": WRONG_FROM, "read_at_all": ANY_FROM}
    return {
        "rows": len(rows),
        "messages": len({row.message for row in rows}),
        "stances": _share(guess == truth),
        "says_or_not": _share((guess == _SAYS) == says),
        **{
            name: {
                "kept_of_said": _share(likely[says] >= bound),
                "dropped_of_unsaid": _share(likely[~says] < bound),
                "right_of_kept": _share(says[likely >= bound]),
            }
            for name, bound in bounds.items()
        },
        "by_stance": {
            stance: _share(guess[truth == place] == place)
            for place, stance in enumerate(STANCES)
            if (truth == place).any()
        },
    }


def _share(hits: npt.NDArray[np.bool_]) -> float | None:
    return round(float(hits.mean()), 3) if len(hits) else None
