"""A newcomer finds their way: few rooms, each says what it is for, none is crowded."""

from __future__ import annotations

import ast
import statistics
from pathlib import Path

from tests.house.replaced_later import REPLACED_LATER

ROOT = Path(__file__).parents[2]
MOST_ROOMS = 17
MOST_MODULES = 25
MOST_OWN_IMPORTS = 5.6
MOST_FOLDERS = 3
OWN = ("tutor_app", "ingest", "evals", "demo_course")
PACKAGES = sorted(path.parent for path in (ROOT / "tutor_app").rglob("__init__.py"))


def test_the_product_has_few_rooms() -> None:
    entries = [path for path in (ROOT / "tutor_app").iterdir() if path.name != "__pycache__"]

    assert len(entries) <= MOST_ROOMS, sorted(path.name for path in entries)


def test_a_room_says_what_it_is_for() -> None:
    said = {package: (package / "__init__.py").read_text(encoding="utf-8") for package in PACKAGES}

    assert [
        str(package.relative_to(ROOT))
        for package, text in said.items()
        if len((ast.get_docstring(ast.parse(text)) or "").split()) < 4
    ] == []


def test_no_room_is_crowded() -> None:
    crowded = {}
    for package in PACKAGES:
        modules = [
            path
            for path in package.glob("*.py")
            if not any(path.match(pattern) for pattern in REPLACED_LATER)
        ]
        if len(modules) > MOST_MODULES:
            crowded[str(package.relative_to(ROOT))] = len(modules)

    assert crowded == {}


def test_no_module_lies_deep() -> None:
    below = (path.relative_to(ROOT / "tutor_app") for path in (ROOT / "tutor_app").rglob("*.py"))

    assert [str(path) for path in below if len(path.parents) - 1 > MOST_FOLDERS] == []


def test_a_file_imports_few_of_ours() -> None:
    counts = []
    for package in ("tutor_app", "ingest"):
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            modules = {
                node.module
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OWN)
            }
            counts.append(len(modules))

    assert statistics.mean(counts) <= MOST_OWN_IMPORTS
