"""`python -m evals attack`: a server of its own, every way in that was ever found, what got in."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evals.attack import inside, over_the_network
from evals.attack.attacked_server import Target, target

Attack = Callable[[Target], tuple[int, int]]  # how often it was tried, how often it succeeded

ATTACKS: tuple[Attack, ...] = (
    over_the_network.upload_without_staff,
    over_the_network.fill_the_memory,
    over_the_network.forge_addresses,
    over_the_network.rebind_names,
    over_the_network.read_the_inside,
    over_the_network.frame_any_answer,
    over_the_network.picture_solutions,
    over_the_network.read_others_conversations,
    inside.race_the_staff_code,
    inside.lock_the_instructor_out,
    inside.find_deleted_words,
    inside.have_homework_run,
    inside.import_hostile_settings,
    inside.read_the_home_as_another_user,  # last: what the others had written is looked at too
)


def attack_command(
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Attack a server of its own; the exit status is 1 where anything got in."""
    results = attack_all()
    if as_json:
        print(json.dumps(results))
    else:
        Console().print(_table(results))
    raise typer.Exit(1 if any(one["got_in"] for one in results) else 0)


def attack_all(attacks: Sequence[Attack] = ATTACKS) -> list[dict[str, str | int]]:
    """Return for each attack its name, how often it was tried, and how often it got in."""
    results: list[dict[str, str | int]] = []
    with target() as attacked:
        for attack in attacks:
            tried, got_in = attack(attacked)
            name = attack.__name__.replace("_", " ")
            results.append({"attack": name, "tried": tried, "got_in": got_in})
    return results


def _table(results: Sequence[dict[str, str | int]]) -> Table:
    table = Table("attack", "tried", "got in")
    for one in results:
        table.add_row(str(one["attack"]), str(one["tried"]), str(one["got_in"]))
    return table
