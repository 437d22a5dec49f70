"""`python -m evals.speed.busy_indexing COURSE_DIR`: embed an index's chunks until killed."""

from __future__ import annotations

import sys
from pathlib import Path

from ingest.index_writer import embedded_text, read_material
from tutor_app.domain.settings import load_settings
from tutor_app.runtime.composition import build_embedder


def main(course_dir: Path) -> None:
    material = read_material(course_dir)
    assert material is not None, "index the course first"
    embedder = build_embedder(load_settings(), threads=1)
    texts = [embedded_text(chunk) for chunk in material.chunks]
    while True:
        for start in range(0, len(texts), 64):
            embedder.embed(texts[start : start + 64])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
