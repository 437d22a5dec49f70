"""What the product says stands in `tutor_app/wording/en`; what still stands in code says why."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.replaced_later import REPLACED_LATER

ROOT = Path(__file__).parents[2]
# Five words with single spaces between them.
_SENTENCE = re.compile(r"(?:[\w’'“”`\"()-]+[,.:;?!]* ){4,}[\w’'“”`\"()-]+")
_PATTERN = re.compile(r"\\[bdsw]|\(\?|\w\|\w")
_MARKUP = re.compile(r"<[^<>]*>|\{[^{}]*\}|\b(?:CREATE TABLE|INSERT|SELECT)\b.*", re.S)

# Log lines, the help that a command prints of itself, and errors that only an engineer meets.
_FOR_ENGINEERS = re.compile(
    r"(?:log|logger|logging)\.\w+|typer\.\w+|\w+\.add_argument|re\.\w+"
    r"|(?:Runtime|Type|Value|Timeout|Assertion|Attribute|Catalogue)Error"
)

# How many sentences may stand in a file, and why they do.
LEFT_IN_CODE = {
    # The settings describe themselves, and docs/operations.md prints that as its table; what is
    # said of them where they are wrong is said below the catalogue, which imports domain.
    "tutor_app/domain/settings.py": 32,
    # Names of checks: a prompt that asks for a repair, and the results of exams that are kept, hold
    # them word for word. So do the latter the names of duties and of an exam's figures.
    "tutor_app/models/duties/answer.py": 5,
    "tutor_app/models/duties/ask_follow_up.py": 1,
    "tutor_app/models/duties/choose.py": 4,
    "tutor_app/models/duties/duty_registry.py": 12,
    "tutor_app/models/duties/judge.py": 6,
    "tutor_app/models/duties/question_checks.py": 12,
    "tutor_app/models/duties/read_problem.py": 1,
    "tutor_app/models/duties/statement_checks.py": 5,
    "tutor_app/models/duties/understand.py": 2,
    "tutor_app/models/duties/verify.py": 4,
    "tutor_app/models/exams/choose_exam.py": 2,
    "tutor_app/models/exams/follow_up_exam.py": 3,
    "tutor_app/models/exams/judge_exam.py": 3,
    "tutor_app/models/exams/read_problem_exam.py": 4,
    "tutor_app/models/exams/answer_exam.py": 1,
    "tutor_app/models/exams/understand_exam.py": 1,
    "tutor_app/models/exams/verify_exam.py": 3,
    "tutor_app/models/checked_request.py": 1,
    # What a model is told of a run, word for word as it was trained with it.
    "tutor_app/programs/replies/told_turn.py": 1,
    # Messages that warm a process up, and a text that tells one embedder from another: nobody
    # reads them.
    "ingest/embedding_cache.py": 1,
    # What another program writes and is looked for, or what is written into its files.
    "tutor_app/runtime/embedded/child_processes.py": 1,
    "tutor_app/runtime/embedded/redis_server.py": 1,
    "tutor_app/runtime/embedded/supervise.py": 2,
    "tutor_app/web/components/error_boundary.py": 1,
    # Another language: SQL, Lua, a policy for browsers.
    "tutor_app/storage/live/model_semaphore.py": 1,
    "tutor_app/storage/migrations/versions/0001_start.py": 1,
    "tutor_app/storage/records/database_tables.py": 1,
    "tutor_app/web/security/security_headers.py": 1,
    # By which words the course is searched for an algorithm.
    "tutor_app/tracing/algorithms/alphabeta.py": 1,
    "tutor_app/tracing/algorithms/bellman_ford.py": 1,
    "tutor_app/tracing/algorithms/best_first.py": 1,
    "tutor_app/tracing/algorithms/hill_climbing.py": 1,
    # A student's program runs without the catalogue beside it; `elenchus doctor` reads the reasons.
    "tutor_app/programs/sandboxed_child/main.py": 1,
    "tutor_app/programs/sandboxed_child/seccomp.py": 5,
    # Names that Python has, and a line of it.
    "tutor_app/programs/argument_fit.py": 5,
    "tutor_app/programs/student_changes/code_fragments.py": 2,
    "tutor_app/programs/small_edits/statement_edits.py": 1,
    "tutor_app/programs/fault_choice.py": 1,
    "tutor_app/programs/sandbox.py": 1,
    # Names of what a learned model weighs; of the first, two are names that Python has.
    "tutor_app/programs/student_changes/expression_changes.py": 4,
    "tutor_app/programs/student_changes/edit_features.py": 5,
    "tutor_app/programs/student_changes/statement_changes.py": 2,
}


def _sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each string with a sentence in it, with its line; docstrings and patterns apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) or (
            isinstance(node, ast.Call) and _FOR_ENGINEERS.fullmatch(ast.unparse(node.func))
        ):
            if isinstance(node, ast.Call) or isinstance(node.value, ast.Constant):
                skipped.update(id(inner) for inner in ast.walk(node))
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "it" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if not _PATTERN.search(text) and _SENTENCE.search(_MARKUP.sub(" ", text)):
            yield node.lineno, text


def _modules() -> Iterator[Path]:
    for package in ("tutor_app", "ingest"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not any(path.match(pattern) for pattern in REPLACED_LATER):
                yield path


def test_no_sentence_stands_in_code_but_for_a_reason() -> None:
    found = {str(path.relative_to(ROOT)): list(_sentences(path)) for path in _modules()}

    assert {
        path: sentences
        for path, sentences in found.items()
        if len(sentences) > LEFT_IN_CODE.get(path, 0)
    } == {}
