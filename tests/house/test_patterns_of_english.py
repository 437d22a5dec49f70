"""Where sentences are still told apart by regular expressions: few files, few characters, listed.

Acts are learned from examples, words that belong together are lists. docs/design.md says of each
file below why a pattern is left there.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_CHARACTERS = 8_000
# Layouts of problems and rows, code, PDFs and markup: forms, whose words are a notation's.
FORMS = (
    "tutor_app/calculations/",
    "tutor_app/tracing/",
    "tutor_app/programs/",
    "tutor_app/models/",
    "tutor_app/runtime/",
    "tutor_app/web/",
    "tutor_app/understanding/message_features.py",
)
PATTERNS = (
    "tutor_app/answering/context_expansion.py",
    "tutor_app/answering/practice/leaning_sentences.py",
    "tutor_app/answering/question_features.py",
    "tutor_app/exercises/assignment_items.py",
    "tutor_app/exercises/contradiction.py",
    "tutor_app/exercises/exercise_hints.py",
    "tutor_app/exercises/exercise_task.py",
    "tutor_app/exercises/item_matching.py",
    "tutor_app/exercises/reason_matching.py",
    "tutor_app/retrieval/reference_words.py",
    "tutor_app/retrieval/spell_correction.py",
    "tutor_app/understanding/hasty_typing.py",
    "tutor_app/understanding/prompt_injection.py",
)
# An alternative of words, or a word with its boundary: "yes|yeah", r"\bwhy\b".
_OF_WORDS = re.compile(r"[a-z]{3,}\)?[?]?\|[(]?[a-z]{2,}|\\b\(?[a-z]{3,}")
_ALLOWED = 2  # alternatives of words in one pattern: "chapter|lecture" is no grammar


def patterns_of_words(path: Path) -> list[str]:
    """Return the string literals of a module that tell words apart as regular expressions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    found = (text for text in texts if isinstance(text, str) and "\n\n" not in text)
    return [text for text in found if len(_OF_WORDS.findall(text)) > _ALLOWED]


def test_sentences_are_told_apart_by_few_patterns() -> None:
    product = (
        path
        for path in sorted((ROOT / "tutor_app").rglob("*.py"))
        if not str(path.relative_to(ROOT)).startswith(FORMS)
    )
    counted = {
        str(path.relative_to(ROOT)): sum(map(len, patterns))
        for path in product
        if (patterns := patterns_of_words(path))
    }

    assert set(counted) <= set(PATTERNS), set(counted) - set(PATTERNS)
    assert sum(counted.values()) <= MOST_CHARACTERS, counted


def test_every_file_with_patterns_is_explained() -> None:
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")

    assert [path for path in PATTERNS if f"`{path}`" not in design] == []
