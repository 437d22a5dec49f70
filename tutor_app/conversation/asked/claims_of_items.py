"""What exercises ask for in general: "give a graph in which a shortest path changes"."""

from __future__ import annotations

from functools import cache
from typing import Final

from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.tracing.trials.general_claim import GeneralClaim
from tutor_app.understanding.general_claims import hear_generally

_LIKELY: Final = -2.0  # logit of what an exercise supposes: of that nothing is given away
_LEAST: Final = 0.3  # how surely an exercise is heard: a procedure on "the largest" is none


def is_asked_by_item(claim: GeneralClaim, book: AssignmentBook) -> bool:
    """Whether an exercise asks for this, or for something else under the same change.

    What it supposes may be misread: the same of the same subject is enough, unless both suppose
    something, and each something else.
    """
    asked = [one for item in book.items if (one := _claim_of(item.statement)) is not None]
    return any(
        claim.change in one.setting
        or (
            (one.outcome, one.change) == (claim.outcome, claim.change)
            and bool(set(one.subjects) & set(claim.subjects))
            and (not one.setting or not claim.setting or bool(one.setting & claim.setting))
        )
        for one in asked
    )


@cache
def _claim_of(item: str) -> GeneralClaim | None:
    heard = hear_generally("", item, least=_LIKELY)
    return heard.claim if heard is not None and heard.sure >= _LEAST else None
