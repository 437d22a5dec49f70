"""Makes the items of the exam "understand a message" from rows that a network had not learned.

FOLDER holds a network that had seen neither writer: the one before `c382da6`, as git keeps it.
Items are rows of which it was unsure, drawn by lot.

    python -m evals.understanding.understand_items FOLDER OUT.jsonl
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.understanding.act_labels import read_seen
from evals.understanding.act_measures import JudgedRow, judge
from evals.understanding.act_rows import OWN_ROWS, read_rows
from tutor_app.understanding.act_classifier import ActClassifier

WRITERS = ("writer_k", "writer_l")
ITEMS = 60
SEED = 16
MOST_LAST_WORDS = 1_500  # characters of the end of what the tutor said


def unsure_rows(folder: Path) -> list[JudgedRow]:
    """Return the rows that the network of a folder has not seen and is unsure of."""
    seen = read_seen(folder)
    rows = [row for name in WRITERS for row in read_rows(OWN_ROWS / f"{name}.jsonl")]
    fresh = [row for row in rows if row.fingerprint not in seen]
    return [one for one in judge(ActClassifier(folder), fresh) if not one.guess.sure]


def act_items(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the items; the same ones at each run."""
    drawn = random.Random(SEED).sample(unsure_rows(folder), ITEMS)
    for number, one in enumerate(drawn, 1):
        row = one.row
        yield {
            "id": f"understand-{number:02d}",
            "on_table": row.on_table,
            "last_words": row.last_words[-MOST_LAST_WORDS:],
            "message": row.message,
            "right": sorted(row.right),
            "about_table": row.about_table,
            "guessed": one.guess.act,
        }


def main() -> None:
    """Write the items to the file named on the command line."""
    folder, out = map(Path, sys.argv[1:3])
    lines = (json.dumps(item, ensure_ascii=False) for item in act_items(folder))
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
