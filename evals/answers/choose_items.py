"""Makes the items of the exam "choose what answers" from the questions on manuals.

Beside the sentences that answer a question stand those that answer other questions on the same
document and are nearest to it, so that neither subject nor shared words tell which is which. Each
fourth item has none: a question that the document does not answer, or one without its own sentence.

    python -m evals.answers.choose_items OUT.jsonl
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tutor_app.domain.settings import load_settings
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder

QUESTIONS = Path(__file__).resolve().parents[1] / "questions" / "on_documents"
CANDIDATES = 12
SEED = 16
OF_EACH = 2  # answered questions of a document
# Whose documents no prompt was tried on; the others may be looked at.
KEPT_WRITERS = frozenset("ghijkm")
# Neither the exam's items nor looked at: kept for later (README.md beside the questions).
LEFT_OUT = frozenset({"gnucash-help-en.pdf", "pspp.pdf"})

Row = dict[str, Any]


def choose_items(embedder: Embedder) -> Iterator[Row]:
    """Yield the items, documents in order; the same ones at each run."""
    draw = random.Random(SEED)
    for path in sorted(QUESTIONS.glob("writer_*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for document in sorted({row["document"] for row in rows} - LEFT_OUT):
            about = [row for row in rows if row["document"] == document]
            answered = [row for row in about if row["answerable"] and len(row["evidence"]) == 1]
            unanswered = [row for row in about if not row["answerable"]]
            split = "kept" if path.stem[-1] in KEPT_WRITERS else "tune"
            for number, row in enumerate(draw.sample(answered, OF_EACH)):
                without_own = number == 0 and draw.random() < 1 / 4
                yield _item(row, about, document, split, embedder, draw, own=not without_own)
            if unanswered and draw.random() < 1 / 2:
                row = draw.choice(unanswered)
                yield _item(row, about, document, split, embedder, draw, own=False)


def _item(  # noqa: PLR0913  (the parts of an item)
    row: Row,
    about: list[Row],
    document: str,
    split: str,
    embedder: Embedder,
    draw: random.Random,
    *,
    own: bool,
) -> Row:
    answers = list(row["evidence"]) if own else []
    others = {text for other in about if other is not row for text in other["evidence"]}
    others -= set(row["evidence"])
    listed = sorted(others)
    vectors = embedder.embed([row["question"], *listed])
    near = sorted(range(len(listed)), key=lambda at: -float(vectors[at + 1] @ vectors[0]))
    candidates = [listed[at] for at in near[: CANDIDATES - len(answers)]] + answers
    draw.shuffle(candidates)
    return {
        "id": f"{document.removesuffix('.pdf')}-{about.index(row):02}" + ("" if own else "-none"),
        "split": split,
        "question": row["question"],
        "candidates": candidates,
        "answers": sorted(candidates.index(text) + 1 for text in answers),
    }


def main() -> None:
    embedder = build_embedder(load_settings())
    lines = [json.dumps(item, ensure_ascii=False) for item in choose_items(embedder)]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
