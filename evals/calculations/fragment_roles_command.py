"""`python -m evals fragment-roles`: whose the mathematics in a message is, heard and learned."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from evals.calculations.fragment_rows import (
    GENERATED,
    LEARNED,
    PROSE_KEPT,
    READERS,
    heard_by,
    heard_unseen,
    marked_fragments,
    measure_roles,
    read_fragments,
    write_roles,
)
from evals.calculations.generated_fragments import generated_messages
from tutor_app.calculations.speech.fragment_roles import shipped_roles
from tutor_app.domain.settings import load_settings
from tutor_app.runtime.composition import build_embedder


def fragment_roles_command(
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    show: Annotated[bool, typer.Option(help="print what is heard wrongly")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Whose the mathematics in messages is: voices by weights of the others, and readers'."""
    embedder = build_embedder(load_settings(), threads=1)
    rows = read_fragments(LEARNED, embedder)
    made = marked_fragments(generated_messages(GENERATED), embedder)
    if train:
        write_roles([*rows, *made], embedder.name)
        shipped_roles.cache_clear()
    readers = read_fragments((READERS,), embedder)
    prose = read_fragments((PROSE_KEPT,), embedder)
    for vectors in (True, False):
        model = shipped_roles(vectors=vectors)
        for name, heard in (
            ("unseen voices", heard_unseen(rows, made, embedder.name, vectors=vectors)),
            ("readers", heard_by(model, readers)),
            ("prose kept out", heard_by(model, prose)),
        ):
            told = {"rows": name, "vectors": vectors, **measure_roles(heard)}
            print(json.dumps(told) if as_json else told)
            if show:
                wrong = [
                    f"  {row.role} heard as {r}: {row.text}" for row, r in heard if row.role != r
                ]
                print("\n".join(wrong))
