"""A seeded choice of answers written out for a person who reads them cold."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.answers.gold_questions import GoldQuestion
from evals.answers.measure_answers import Answered
from tutor_app.answering.quote_display import MAX_PARAGRAPH


def choose(questions: Sequence[GoldQuestion], count: int, seed: int) -> list[GoldQuestion]:
    """Return `count` of the answerable questions, always the same for a seed."""
    asked = sorted((q for q in questions if q.answerable), key=lambda q: q.id)
    return random.Random(seed).sample(asked, min(count, len(asked)))


def write_out(answered: Sequence[Answered], path: Path) -> None:
    """Write question and answer as a student sees them, marked sentences in bold."""
    path.write_text("\n".join(_lines(answered)), encoding="utf-8")


def _lines(answered: Sequence[Answered]) -> Iterator[str]:
    for one in answered:
        yield f"## {one.question.id}: {one.question.text}\n"
        if not one.quotes:
            yield "I don't know: I found nothing in this course's material that answers this.\n"
        for quote in one.quotes:
            text = quote.paragraph[:MAX_PARAGRAPH]
            for mark in quote.marked:
                text = text.replace(mark.text, f"**{mark.text}**")
            lines = [*quote.above.splitlines(), text, *quote.below.splitlines()]
            yield _quoted(lines, f"({quote.document_name}, page {quote.page})")
            if quote.onward:
                shown = "open below it" if quote.onward_open else "behind a click"
                yield _quoted(quote.onward.splitlines(), f"(Read on, {shown})", ">> ")


def _quoted(lines: Sequence[str], place: str, sign: str = "> ") -> str:
    between = f"\n{sign.rstrip()}\n{sign}"
    return f"{sign}{between.join([*lines, place])}\n"
