"""What replies about programs show of runs: bugs exposed, facts named, examples that are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evals.programs.debugging_dialogue import Dialogue
from evals.programs.program_rows import stated_cases
from evals.programs.program_talk import open_talk
from evals.programs.program_truths import judge_reply, load_error
from tutor_app.programs.replies.examine_program import examine
from tutor_app.programs.replies.program_topic import read_topic
from tutor_app.programs.runs_at_once import Runner
from tutor_app.understanding.message_features import read_shape

Json = dict[str, Any]
FIRST = 2  # replies within which a failing input is to be shown


def facts_in(reply: str, programs: Sequence[str], told: str, dialogue: Dialogue) -> Json:
    """Return what a reply shows of runs of the program as it is after what the student told.

    Of two `programs` the other one has the change that the student only described.
    """
    row = dialogue.row
    known = stated_cases(row) if row is not None else ()
    repaired = row.repaired if row is not None else None
    judged = judge_reply(reply, programs, repaired, known, told)
    # A program that Python does not read fails on every input.
    unread = [claim.value for claim in judged.true if claim.kind == "unread"]
    return {
        "inputs": list(judged.inputs),
        "unfit": [call for call in judged.inputs if call not in judged.fitting],
        "failing": [*judged.failing, *unread],
        "true": [str(claim) for claim in judged.true],
        "untrue": [str(claim) for claim in judged.untrue],
        "wrong": [str(claim) for claim in judged.wrong],
    }


def is_exposed(dialogue: Dialogue) -> bool | None:
    """Whether a case fails that the tutor reads in the first message; None without an example.

    What Python does not read counts only where the program itself is at fault, not its reading.
    """
    if dialogue.row is None or not stated_cases(dialogue.row):
        return None
    topic = read_topic(read_shape(dialogue.said[0]), open_talk(dialogue.id).session)
    if topic is None:
        return False
    run = examine(topic, Runner()).run
    if run is None:
        return False
    return bool(run.failing) or (
        run.load_error is not None and load_error(dialogue.row.program) is not None
    )


def fact_figures(dialogues: Sequence[Dialogue], rows: Sequence[Json]) -> Json:
    """Return the figures of dialogues whose replies are `rows`; None where nothing is to share."""
    exposed = {each.id: is_exposed(each) for each in dialogues}
    stated = [each for each in exposed if exposed[each] is not None]
    shown = {row["id"] for row in rows if row["number"] < FIRST and row["failing"]}
    inputs = sum(len(row["inputs"]) for row in rows)
    unfit = sum(len(row["unfit"]) for row in rows)
    return {
        "exposed": share(sum(bool(exposed[each]) for each in stated), len(stated)),
        "exposed_first_two": share(sum(each in shown for each in stated), len(stated)),
        "wrong_examples": sum(len(row["wrong"]) for row in rows),
        "names_a_fact": share(sum(bool(row["true"]) for row in rows), len(rows)),
        "input_fits": share(inputs - unfit, inputs),
    }


def share(some: int, of: int) -> float | None:
    return round(some / of, 4) if of else None
