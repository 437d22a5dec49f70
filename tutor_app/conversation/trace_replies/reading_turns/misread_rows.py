"""Rows that were read of words which say nothing of them, or deny them."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.held_to_words import (
    denies_some,
    said_before,
    says_some,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import Session, TracingRecord

LEAST_WORDS: Final = 4  # beside nodes and numbers: fewer are an answer in short
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:\.\d+)?")


def reads_what_nobody_said(text: str, session: Session, turn: ProblemTurn) -> bool:
    """Whether rows were read of words that say nothing of them: "why not 12, if it's cheaper"."""
    heard = turn.heard.student if turn.heard is not None else None
    if turn.is_new or heard is None or not heard.rows:
        return False
    in_words = _count_beside_cells(text, turn.problem) >= LEAST_WORDS
    return in_words and not says_some(heard.rows, said_before(session), text)


def reads_what_is_denied(
    text: str, session: Session, known: TracingRecord, turn: ProblemTurn
) -> bool:
    """Whether a row was read of words that deny it: "you can't take B before A"."""
    if turn.is_new or turn.student is None or turn.wanted != "check":
        return False
    before = known.attempt.rows if known.attempt is not None else ()
    new = [row for row in turn.student.rows if row not in before]
    return len(new) == 1 and denies_some(new, said_before(session), text)


def _count_beside_cells(text: str, problem: Problem) -> int:
    """Return how many words a text has that are neither nodes nor numbers."""
    nodes = (
        {node.casefold() for node in problem.graph.nodes} if problem.graph is not None else set()
    )
    words = [each.casefold() for each in _TOKEN.findall(text.replace("’", "'"))]
    return sum(each not in nodes and not each[0].isdecimal() for each in words)
