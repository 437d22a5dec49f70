"""Build the PDFs of a demo course from its sources: those of search, or those of algebra.

    python -m demo_course.build [OUT_DIR]

Each source is Markdown with three lines of front matter (title, kind, file). The same sources give
the same bytes each time, so that building again changes nothing in an index.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from demo_course.pdf_layout import print_pdf
from tutor_app.domain.values import MATERIAL_KINDS, MaterialKind

FOLDER = Path(__file__).parent
DEFAULT_OUT = FOLDER / "build"
ALGEBRA = FOLDER / "algebra"
COURSES = (FOLDER, ALGEBRA)  # each with a course.yaml and its sources


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedFile:
    """One built PDF."""

    path: Path
    kind: MaterialKind
    title: str


def build(out: Path = DEFAULT_OUT, of: Path = FOLDER) -> list[PrintedFile]:
    """Write the PDFs of the course in the folder `of` into `out`; an unchanged one is left alone.

    Raises:
        ValueError: where a source's front matter is not whole, or course.yaml says otherwise.
    """
    out.mkdir(parents=True, exist_ok=True)
    course = yaml.safe_load((of / "course.yaml").read_text(encoding="utf-8"))
    declared = {entry["file"]: entry["kind"] for entry in course["materials"]}
    materials = []
    for source in sorted((of / "source").glob("*.md")):
        front, text = _parts(source)
        path = out / front["file"]
        data = print_pdf(text, title=front["title"], running_head=course["name"])
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
        materials.append(PrintedFile(path=path, kind=_kind(front, declared), title=front["title"]))
    return materials


def _parts(source: Path) -> tuple[dict[str, str], str]:
    """Front matter and text of one source."""
    opening, _, rest = source.read_text(encoding="utf-8").partition("---\n")
    head, closing, text = rest.partition("\n---\n")
    front = yaml.safe_load(head) if closing and not opening else None
    if not isinstance(front, dict) or set(front) != {"title", "kind", "file"}:
        raise ValueError(f"{source.name}: the front matter must give title, kind and file")
    return front, text


def _kind(front: dict[str, str], declared: dict[str, str]) -> MaterialKind:
    for kind in MATERIAL_KINDS:
        if kind == front["kind"] == declared.get(front["file"]):
            return kind
    raise ValueError(f"course.yaml must list {front['file']} with a known kind: {front['kind']}")


def main(arguments: Sequence[str]) -> int:
    out = Path(arguments[0]) if arguments else DEFAULT_OUT
    for material in build(out):
        print(f"{material.kind:<10} {material.path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
