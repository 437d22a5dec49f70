"""Names say what a thing is, and each names one thing only.

A function called `told` or a class called `Done` makes the reader look up who did what to whom;
`tell_case` and `AnswerDone` don't. So of the public functions, methods and classes of the product
at most 3 in 1,000 may be called by a bare participle (`told`, `checked`), pronoun (`another`) or
question word (`which`). And a module or class that shares its name with another one is opened by
mistake: whoever looks for layout.py must find one.

What docs/design.md lists as to be replaced is left out: names there go with what they name.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.house.replaced_later import REPLACED_LATER

ROOT = Path(__file__).parents[2]
PRODUCT = ("tutor_app", "ingest")
EVERYTHING = (*PRODUCT, "evals", "demo_course")
MOST_BARE_PER_THOUSAND = 3.0
# Participles that do not end in "-ed".
IRREGULAR = set(
    "begun bought bound brought built caught chosen done drawn driven dropped eaten fallen felt "
    "foretold forgotten found framed given gone grown heard held hidden hinted kept known laid "
    "learnt led left lent lost made meant met paid phrased said seen sent shown shut slept sold "
    "spelt spent spoken stood sunk taken taught thought thrown told torn understood undone won "
    "worn woven written".split()
)
PRONOUNS = set(
    "all another any anybody anything both each either everything he her him his how it its itself "
    "many mine much neither none nobody nothing one other others own ours same she some somebody "
    "something such that their theirs them these they this those we what when where which who whom "
    "whose why yours".split()
)
# Words in "-ed" that are no participles.
NOUNS_AND_VERBS = {"embed", "feed", "need", "proceed", "seed", "speed"}


def is_bare(name: str) -> bool:
    """Whether a name is one such word: `Told` is, `AnswerTold` is not."""
    word = name.lower()
    if any(letter.isupper() for letter in name[1:]):
        return False
    return (
        word in IRREGULAR
        or word in PRONOUNS
        or (word.isalpha() and word.endswith("ed") and word not in NOUNS_AND_VERBS)
    )


def modules(packages: tuple[str, ...], left_out: tuple[str, ...]) -> Iterator[Path]:
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            if not any(path.match(pattern) for pattern in left_out):
                yield path


def public_names() -> Iterator[tuple[str, str]]:
    """(file, name) of every public function, method and class of the product."""
    for path in modules(PRODUCT, REPLACED_LATER):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        scopes = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
        for scope in scopes:
            for node in scope.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    if not node.name.startswith("_"):
                        yield str(path.relative_to(ROOT)), node.name


def of_one_name(named: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    """Return by name the files that share it."""
    files = defaultdict(list)
    for path, name in named:
        files[name].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1}


def test_names_say_what_they_are() -> None:
    names = list(public_names())
    bare = [f"{path}: {name}" for path, name in names if is_bare(name)]

    assert len(bare) * 1000 <= MOST_BARE_PER_THOUSAND * len(names), bare


def test_no_two_modules_share_a_name() -> None:
    named = (
        (str(path.relative_to(ROOT)), path.stem.strip("_"))
        for path in modules(EVERYTHING, REPLACED_LATER)
        if path.name not in ("__init__.py", "__main__.py")
    )

    assert not of_one_name(named)


def test_no_two_classes_share_a_name() -> None:
    """Nor does a private one share a public one's: `_Frame` beside `Frame` is read as the same."""
    named = (
        (str(path.relative_to(ROOT)), node.name.lstrip("_"))
        for path in modules(EVERYTHING, REPLACED_LATER)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )

    assert not of_one_name(named)
