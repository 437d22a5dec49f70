"""Judged statements and claims held against the message: only what it says is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar

from tutor_app.domain.traces import Row
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.own_cells import own_cells
from tutor_app.tracing.claims.judge_claims import JudgedClaim, JudgedClaims
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.statement_texts import cell_text, claim_text, statement_text
from tutor_app.understanding.statement_classifier import STANCES, weigh_statements

# Measured on messages and writers that the network had not seen (docs/benchmarks.md, "What a
# message states"): how likely the message says a thing that is called wrong, and any thing at all.
WRONG_FROM: Final = 0.3
ANY_FROM: Final = 0.1
_SAYS: Final = STANCES.index("says")
_DENIES: Final = STANCES.index("denies")
DENIED_FROM: Final = 0.8
_Judged = TypeVar("_Judged", JudgedStatement, JudgedClaim)


def said_before(session: Session) -> str:
    """Return what the tutor said last, in a line."""
    return " ".join(session.before[-1].said) if session.before else ""


def only_said(
    judged: Sequence[JudgedStatement], last_words: str, message: str
) -> tuple[JudgedStatement, ...]:
    """Return the judged statements without those called wrong that the message does not say."""
    texts = [None if each.statement.denied else statement_text(each.statement) for each in judged]
    return _kept(judged, texts, last_words, message)


def only_claimed(judged: JudgedClaims, last_words: str, message: str) -> JudgedClaims:
    """Return the judged claims without those called wrong that the message does not make."""
    texts = [None if each.claim.denied else claim_text(each.claim) for each in judged.claims]
    return replace(judged, claims=_kept(judged.claims, texts, last_words, message))


def says_some(rows: Sequence[Row], last_words: str, message: str) -> bool:
    """Whether the message says any of what was read of it as rows; True where none has a text."""
    texts = [text for cell in own_cells(rows) if (text := cell_text(cell)) is not None]
    likely = weigh_statements(last_words, message, texts)[:, _SAYS]
    return not texts or bool(likely.max() >= ANY_FROM)


def denies_some(rows: Sequence[Row], last_words: str, message: str) -> bool:
    """Whether the message surely denies what was read of it as a row: "you can't take B"."""
    texts = [text for cell in own_cells(rows) if (text := cell_text(cell)) is not None]
    denied = weigh_statements(last_words, message, texts)[:, _DENIES] if texts else ()
    return any(likely >= DENIED_FROM for likely in denied)


def _kept(
    judged: Sequence[_Judged], texts: Sequence[str | None], last_words: str, message: str
) -> tuple[_Judged, ...]:
    wrong = [
        text
        for each, text in zip(judged, texts, strict=True)
        if each.verdict == "wrong" and text is not None
    ]
    likely = dict(zip(wrong, weigh_statements(last_words, message, wrong)[:, _SAYS], strict=True))
    return tuple(
        each
        for each, text in zip(judged, texts, strict=True)
        if each.verdict != "wrong" or text is None or likely[text] >= WRONG_FROM
    )
