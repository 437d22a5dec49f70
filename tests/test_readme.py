"""What README, CONTRIBUTING and docs name is there: files, places, rooms, sizes of models."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.house.replaced_later import REPLACED_LATER
from tutor_app.models.model_files import DEFAULT_MODEL, EMBEDDER, SMALL_MODEL, megabytes

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_sizes_of_the_models_are_those_of_the_files() -> None:
    for model in (DEFAULT_MODEL, SMALL_MODEL, EMBEDDER):
        row = next(
            line
            for line in readme().splitlines()
            if f"| {model.title}" in line or f": {model.title}" in line
        )
        assert row.endswith(f"| {megabytes(model.size)} |")


def design() -> str:
    return (ROOT / "docs" / "design.md").read_text(encoding="utf-8")


def paths_in(text: str) -> set[str]:
    folders = "tutor_app|ingest|prompts|evals|demo_course|tests"
    return set(re.findall(rf"\b(?:{folders})/[\w/.]*\w", text))


def section(title: str, text: str) -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    made = {"demo_course/build"}  # by the command that stands above it
    named = paths_in(page.read_text(encoding="utf-8")) - made

    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can name, as GitHub makes them of its headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


def test_every_place_that_a_page_links_to_is_there() -> None:
    missing = []
    for page in PAGES:
        links = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8"))
        for file, anchor in links:
            target = page.parent / file if file else page
            if "://" not in file and not (
                target.exists() and (not anchor or anchor in anchors(target))
            ):
                missing.append(f"{page.name}: {file}#{anchor}")

    assert missing == []


def test_each_change_in_the_table_names_where_to_go() -> None:
    rows = section("I want to change …", design()).strip().splitlines()[2:]

    assert len(rows) >= 20
    assert [row for row in rows if not paths_in(row.split("|")[2])] == []


def test_the_design_lists_what_will_be_replaced() -> None:
    listed = section("To be replaced", design())

    assert [path for path in REPLACED_LATER if f"`{path}`" not in listed] == []


def test_the_readme_has_every_room() -> None:
    rooms = {f"`tutor_app/{path.parent.name}/`" for path in ROOT.glob("tutor_app/*/__init__.py")}

    assert rooms
    assert sorted(room for room in rooms if room not in section("For engineers", readme())) == []


def test_the_table_of_rooms_names_what_is_there() -> None:
    table = section("For engineers", readme()).split("|---|---|\n")[1].split("\n\n")[0]
    missing = []
    for row in table.splitlines():
        _, rooms, contents, _ = row.split("|")
        folders = [ROOT / "tutor_app", ROOT]
        roots = [f / room for room in re.findall(r"`([\w/]+)`", rooms) for f in folders]
        places = [path for root in roots for path in (root, *root.rglob("*"))]
        for name in re.findall(r"`([\w/.*-]+)`", contents):
            wanted = name.rstrip("/")
            if not any(path.match(wanted) or path.match(f"{wanted}.*") for path in places):
                missing.append(f"{rooms.strip()}: {name}")

    assert missing == []


def test_the_order_of_the_rooms_is_that_of_the_import_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    order = section("The rooms", design()).split("```")[1]

    assert re.findall(r"\w+", order) == [layer.removeprefix("tutor_app.") for layer in layers]


def test_the_licence_is_the_whole_agpl() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")

    assert text.split("\n")[0].strip() == "GNU AFFERO GENERAL PUBLIC LICENSE"
    assert "Version 3, 19 November 2007" in text
    assert [f"  {n}. " in text for n in range(18)] == [True] * 18
    assert "END OF TERMS AND CONDITIONS" in text
    assert "How to Apply These Terms to Your New Programs" in text
