"""Every sentence that the code says is in the catalogue, and every sentence there is said."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ingest
import tutor_app
from evals.retrieval.missing_wording import missing_in
from tutor_app.wording import catalogue
from tutor_app.wording.catalogue import (
    CatalogueError,
    Phrase,
    languages,
    phrase,
    phrases_of,
    placeholders_of,
    read_language,
    speaking,
    spoken_language,
)

SCRIPTS = ("tutor_app.web.app", "tutor_app.runtime.worker")  # they run as they are imported


def _import_everything() -> list[ModuleType]:
    return [
        importlib.import_module(module.name)
        for package in (tutor_app, ingest)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if module.name not in SCRIPTS and not module.name.endswith("migrations.env")
    ]


def test_no_sentence_is_unused() -> None:
    _import_everything()

    assert set(read_language("en")) - catalogue.used_keys == set()


def _calls(module: ModuleType) -> Iterator[tuple[Phrase, ast.Call]]:
    """Yield each call of a sentence that the module names by a constant, in its source."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id=name):
                called = getattr(module, name, None)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                called = getattr(getattr(module, owner, None), name, None)
            case _:
                continue
        if isinstance(called, Phrase):
            yield called, node


@pytest.mark.long
def test_each_call_of_a_sentence_fills_its_placeholders() -> None:
    calls = [call for module in _import_everything() for call in _calls(module)]

    for sentence, call in calls:
        given = {keyword.arg for keyword in call.keywords}
        wordings = (*sentence.plain, *sentence.singular)
        # A count may choose the wording without being said in it.
        taken = set().union(*map(placeholders_of, wordings)) | ({"count"} & given)
        assert None in given or given == taken, ast.unparse(call)  # None: some come as **facts
        assert None in given or not sentence.singular or "count" in given, ast.unparse(call)
    assert len(calls) > 500


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_a_language_has_every_sentence_with_the_same_placeholders(language: str) -> None:
    english, other = read_language("en"), read_language(language)

    assert missing_in(language) == []
    assert set(other) <= set(english)
    for key, said in other.items():
        entry = english[key]
        assert len(said.plain) == len(entry.plain), key  # callers take turns through them
        assert bool(said.singular) == bool(entry.singular), key
        taken = placeholders_of(entry.plain[0]) | ({"count"} if entry.singular else set())
        for text in (*said.plain, *said.singular):
            assert placeholders_of(text) | ({"count"} if said.singular else set()) == taken, key


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "en").mkdir()
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "used_keys", set())
    read_language.cache_clear()
    yield tmp_path / "en"
    read_language.cache_clear()


def test_a_missing_key_ends_the_start(folder: Path) -> None:
    (folder / "turn.yaml").write_text("too_slow: This took too long.\n")

    assert phrase("turn.too_slow")() == "This took too long."
    with pytest.raises(CatalogueError, match="turn.too_quick"):
        phrase("turn.too_quick")


def test_a_placeholder_too_many_or_too_few_ends_the_start(folder: Path) -> None:
    (folder / "welcome.yaml").write_text("ask_about: Ask about {course}.\n")

    assert phrase("welcome.ask_about", "course")(course="Graphs") == "Ask about Graphs."
    with pytest.raises(CatalogueError, match="course"):
        phrase("welcome.ask_about")
    with pytest.raises(CatalogueError, match="course"):
        phrase("welcome.ask_about", "course", "page")


def test_one_and_many_are_worded_apart(folder: Path) -> None:
    (folder / "hints.yaml").write_text(
        'left:\n  one: One hint is left.\n  other: "{count} hints are left."\n'
    )
    left = phrase("hints.left", "count")

    assert left(count=1) == "One hint is left."
    assert left(count=3) == "3 hints are left."


def test_wordings_take_turns(folder: Path) -> None:
    (folder / "praise.yaml").write_text('right: ["Right: {what}.", "Yes, {what}."]\n')
    right = phrase("praise.right", "what")

    assert right.wordings(what="B") == ("Right: B.", "Yes, B.")


def test_a_sentence_is_said_in_the_language_that_is_spoken(folder: Path) -> None:
    (folder / "hints.yaml").write_text(
        'left:\n  one: One hint.\n  other: "{count} hints."\nmore: More of it.\n'
    )
    (folder.parent / "de").mkdir()
    (folder.parent / "de" / "hints.yaml").write_text(
        'left:\n  one: Ein Hinweis.\n  other: "{count} Hinweise."\n'
    )
    left, more = phrase("hints.left", "count"), phrase("hints.more")

    with speaking("de"):
        assert (left(count=1), left(count=2)) == ("Ein Hinweis.", "2 Hinweise.")
        assert more() == "More of it."  # it lacks this one, which is listed and no error
    assert missing_in("de") == ["hints.more"]
    assert left(count=1) == "One hint."
    with speaking("xx"):
        assert spoken_language() == "en"


def test_the_sentences_of_a_topic_are_named_by_id(folder: Path) -> None:
    (folder / "rules.yaml").write_text("bfs: Take the front.\ndfs: Take the top.\n")
    (folder / "filled.yaml").write_text('starts: "It starts at {node}."\n')

    rules = phrases_of("rules")
    assert {name: rule() for name, rule in rules.items()} == {
        "bfs": "Take the front.",
        "dfs": "Take the top.",
    }
    assert catalogue.used_keys == {"rules.bfs", "rules.dfs"}
    with pytest.raises(CatalogueError, match="node"):
        phrases_of("filled")
    with pytest.raises(CatalogueError, match="rule"):
        phrases_of("rule")
