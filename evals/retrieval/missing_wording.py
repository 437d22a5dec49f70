"""`python -m evals wording`: the sentences that a language lacks, which are said in English."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from tutor_app.wording.catalogue import ENGLISH_ALONE, LANGUAGE, languages, read_language


def wording_command(
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """The sentences of each language, and the keys of those that it lacks."""
    result = {
        name: {"sentences": len(read_language(name)), "missing": missing_in(name)}
        for name in languages()
    }
    if as_json:
        typer.echo(json.dumps(result, indent=1))
        return
    for name in result:
        missing = missing_in(name)
        typer.echo(f"{name}: {len(read_language(name))} sentences, {len(missing)} missing")
        for key in missing:
            typer.echo(f"  {key}")


def missing_in(language: str) -> list[str]:
    """Return the keys of sentences that a language should have and lacks, sorted."""
    said = read_language(language)
    return sorted(
        key
        for key in read_language(LANGUAGE)
        if key not in said and key.partition(".")[0] not in ENGLISH_ALONE
    )
