"""Short dialogues about concepts: does the sentence or figure that answers come first?"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer

from demo_course.build import DEFAULT_OUT, FOLDER, build
from evals.answers.talk_rows import measure_talk_rows, shown_to_row
from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.conversation.heard.hear_talk import SORRY
from tutor_app.domain.values import Quote, Sentence, TraceShown
from tutor_app.runtime.evaluation_course import index_folder

DIALOGUES = Path(__file__).parents[1] / "questions" / "question_dialogues.jsonl"
_FEWEST_LINES = 2
PHRASES = {"conversation_heard.sorry": SORRY}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAtOnce:
    """What a reply shows at once, in order: the sections that it stands in, and its words."""

    heading: str
    text: str


def question_dialogues_command(
    questions: Annotated[Path, typer.Option(exists=True)] = DIALOGUES,
    materials: Annotated[
        list[str] | None, typer.Option(help="COURSE=FOLDER of a course that the rows name")
    ] = None,
    split: Annotated[str, typer.Option(help="only these rows: tune or kept")] = "",
    verbose: Annotated[bool, typer.Option(help="print the replies that miss")] = False,
) -> None:
    """Judge the last reply of each dialogue by what must come first, and what must not be shown.

    Rows of a course without a folder are left out and counted. Rows with sentences as `gold` are
    of the demo course (`talk_rows`).
    """
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    rooms = _rooms(materials or [])
    if "gold" in rows[0]:
        typer.echo(json.dumps(_by_gold(rows, rooms["demo"], verbose=verbose), indent=2))
        return
    rows = [row for row in rows if split in ("", row["split"])]
    met: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    left_out = 0
    for row in rows:
        if row["course"] not in rooms:
            left_out += 1
            continue
        replied = _play(row["turns"], rooms[row["course"]])
        shown = shown_at_once(replied)
        said = all(is_said(key, replied) for key in row.get("says", ()))
        found = is_met(row, shown) and said, is_shown(row, shown)
        for name in (
            row["split"],
            f"{row['split']}, {row['course']}",
            f"{row['split']}, {row['kind']}",
        ):
            met[name].append(found)
        if verbose and not found[0]:
            typer.echo(f"\n{row['id']} {row['kind']}: {row['turns']}", err=True)
            typer.echo(f"    wanted {row.get('first') or row}", err=True)
            for one in shown:
                typer.echo(f"    > {one.heading}: {one.text[:160]}", err=True)
    told = {
        name: {
            "of": len(each),
            "first": round(fmean(first for first, _ in each), 3),
            "shown": round(fmean(anywhere for _, anywhere in each), 3),
        }
        for name, each in sorted(met.items())
    }
    typer.echo(json.dumps({"left_out": left_out, **told}))


def _by_gold(
    rows: Sequence[Mapping[str, Any]], room: Classroom, *, verbose: bool
) -> dict[str, dict[str, int]]:
    found = []
    for row in rows:
        one = shown_to_row(row, _play([*row["before"], row["message"]], room))
        found.append(one)
        if verbose and not (one.first and one.clean and one.said == (row["verdict"] or one.said)):
            missed = [what for what in ("first", "shown", "clean") if not getattr(one, what)]
            wanted = row["verdict"] or "-"
            typer.echo(f"\n{row['kind']} {missed}, said {one.said or '-'} for {wanted}", err=True)
            typer.echo(f"    {[*row['before'], row['message']]}", err=True)
            typer.echo(f"    gold {[text[:90] for text in row['gold']]}", err=True)
            for mark in one.marks:
                typer.echo(f"    > {mark[:220]}", err=True)
    return measure_talk_rows(found)


def shown_at_once(replied: Replied) -> list[ShownAtOnce]:
    """Return what a reply shows without a click: verdicts, lines, and the marks of open quotes."""
    headings = {
        event.passage_id: " ".join(event.headings)
        for event in replied.events
        if isinstance(event, Quote)
    }
    shown = []
    for event in replied.events:
        if isinstance(event, Quote) and not event.quiet:
            marked = " ".join(mark.text for mark in event.marked) or event.paragraph
            shown.append(ShownAtOnce(heading=" ".join(event.headings), text=marked))
        elif isinstance(event, TraceShown):
            shown.append(ShownAtOnce(heading="", text=f"computed {event.problem.algorithm}"))
        elif isinstance(event, Sentence) and event.role == "result":
            shown.append(
                ShownAtOnce(heading=headings.get(event.passage_id or "", ""), text=event.text)
            )
    return shown


def is_met(row: Mapping[str, Any], shown: Sequence[ShownAtOnce]) -> bool:
    """Whether what must come first does, and nothing stands there that must not."""
    if any(part in one.text for part in row.get("never", ()) for one in shown):
        return False
    if "lines" in row:
        fits = _FEWEST_LINES <= len(shown) <= row["lines"]
        return fits and all(row["section"] in one.heading for one in shown)
    if len(shown) > row.get("most", len(shown)):
        return False
    if "each" in row:
        return _in_order(row["each"], shown)
    return bool(shown) and any(part in shown[0].text for part in row["first"])


def is_shown(row: Mapping[str, Any], shown: Sequence[ShownAtOnce]) -> bool:
    """Whether what answers is shown at all."""
    if "lines" in row:
        return any(row["section"] in one.heading for one in shown)
    if "each" in row:
        parts = [part for ways in row["each"] for part in ways]
        return any(part in one.text for part in parts for one in shown)
    return any(part in one.text for part in row["first"] for one in shown)


def _in_order(wanted: Sequence[Sequence[str]], shown: Sequence[ShownAtOnce]) -> bool:
    """Whether each statement has a sentence of the course that is meant for it, in their order."""
    places = [
        next((at for at, one in enumerate(shown) if any(part in one.text for part in ways)), None)
        for ways in wanted
    ]
    found = [place for place in places if place is not None]
    return len(found) == len(wanted) and found == sorted(found)


def is_said(key: str, replied: Replied) -> bool:
    """Whether a reply has a sentence of the catalogue, in one of its wordings, told by its key."""
    wordings = PHRASES[key].wordings()
    return any(isinstance(one, Sentence) and one.text in wordings for one in replied.events)


def _rooms(materials: Sequence[str]) -> Mapping[str, Classroom]:
    folders = {name: Path(folder) for name, _, folder in (one.partition("=") for one in materials)}
    if "demo" not in folders:
        build(DEFAULT_OUT)
        folders["demo"] = DEFAULT_OUT
    if "algebra" not in folders:
        folders["algebra"] = DEFAULT_OUT.with_name("build-algebra")
        build(folders["algebra"], FOLDER / "algebra")
    return {name: Classroom(index_folder(folder)) for name, folder in folders.items()}


def _play(turns: Sequence[str], room: Classroom) -> Replied:
    with room.learner() as learner:
        return [learner.say(turn) for turn in turns][-1]
