"""`elenchus course set`: what staff decide for a course, from the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from tutor_app.commands.materials import find_course
from tutor_app.errors import SettingsInvalid
from tutor_app.records import CourseRecords, CourseSettingsRecords, open_database
from tutor_app.settings import Settings
from tutor_app.teaching import CourseSettings, RevealPolicy
from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.values import Value

POLICIES: Mapping[RevealPolicy, str] = {
    "open": "whole tables at once, when they are asked for",
    "predict": "the student foretells a row, then it is shown; all of them after three",
    "hints": "never the table: hints only, as for assignments",
}


def set_course(
    settings: Settings,
    course: str,
    policy: RevealPolicy | None,
    conventions: Sequence[str],
    console: Console,
) -> None:
    """Change what was named, and print what is in force.

    Raises:
        NotFound: there is no such course.
        SettingsInvalid: a convention, or its choice, does not exist; nothing was changed.
    """
    engine = open_database(settings)
    row = find_course(CourseRecords(engine), course)
    records = CourseSettingsRecords(engine)
    before = records.get(row.id)
    after = replace(
        before,
        reveal_policy=policy or before.reveal_policy,
        trace_conventions=read_conventions(conventions, before.trace_conventions),
    )
    if after != before:
        records.change(row.id, after)
        console.print("In force from the next message on.")
    _print(row.name, after, len(records.history(row.id)), console)


def read_conventions(given: Sequence[str], before: Mapping[str, Value]) -> dict[str, Value]:
    """Return the conventions after `name=choice` (or `name=` to forget one) was said.

    Raises:
        SettingsInvalid: names what is not known and what is.
    """
    known = known_conventions()
    after = dict(before)
    problems = []
    for said in given:
        name, _, choice = (part.strip() for part in said.partition("="))
        if name not in known:
            problems.append(f"{name!r} is no convention. There are: {', '.join(sorted(known))}.")
        elif not choice:
            after.pop(name, None)
        elif choice not in known[name]:
            choices = ", ".join(known[name])
            problems.append(f"{name} cannot be {choice!r}. It can be: {choices}.")
        else:
            after[name] = known[name][choice]
    if problems:
        raise SettingsInvalid("\n".join([*problems, "Nothing was changed."]))
    return after


def known_conventions() -> dict[str, dict[str, Value]]:
    """Return the choices of every convention of every algorithm, by how they are written."""
    known: dict[str, dict[str, Value]] = {}
    for algorithm in all_algorithms().values():
        for name, convention in algorithm.conventions.items():
            for choice in convention.choices:
                known.setdefault(name, {})[_written(choice)] = choice
    return known


def _written(choice: Value) -> str:
    return ("no", "yes")[choice] if isinstance(choice, bool) else str(choice)


def _print(name: str, settings: CourseSettings, versions: int, console: Console) -> None:
    table = Table("setting", "in force", title=name, title_justify="left")
    policy = settings.reveal_policy
    table.add_row("policy", f"{policy}: {POLICIES[policy]}")
    for convention, choice in sorted(settings.trace_conventions.items()):
        table.add_row(convention, _written(choice))
    if not settings.trace_conventions:
        table.add_row("conventions", "each algorithm's own defaults")
    console.print(table)
    if versions > 1:
        console.print(f"Changed {versions - 1} times before; every version is kept.")
