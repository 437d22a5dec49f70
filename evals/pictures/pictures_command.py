"""`python -m evals pictures`: what of pictures is misread, by how they are taken."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rapidfuzz.distance import Levenshtein
from rich.console import Console
from rich.table import Table

from evals.pictures.photographed_sheets import TAKEN, Taken, take_picture
from evals.pictures.sheet_rows import Part, Sheet, read_sheets
from ingest.pictures.picture_process import read_in_process
from tutor_app.calculations.calculation_process import CalculationTooLong, examine_calculation
from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.settings import load_settings
from tutor_app.models.model_files import tessdata_path
from tutor_app.programs.code_in_text import parse_program

PRINT_FONTS = ("DejaVuSans.ttf", "LiberationSerif-Regular.ttf", "DejaVuSansMono.ttf")
out = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSheet:
    """A sheet as it was read; `font` is "print" or "hand"."""

    sheet: Sheet
    font: str
    taken: Taken
    text: str

    @property
    def errors(self) -> int:
        return Levenshtein.distance(_even(self.sheet.text), _even(self.text))

    @property
    def right_lines(self) -> int:
        read = {_packed(line) for line in self.text.splitlines()}
        return sum(_packed(line) in read for line in self.sheet.text.splitlines())


def pictures_command(
    part: Annotated[Part, typer.Option(help="which writers' sheets")] = "looked_at",
    of_each: Annotated[int, typer.Option(help="sheets of each kind", min=1)] = 6,
    hand: Annotated[
        Path | None, typer.Option(help="folder of fonts that look written by hand", exists=True)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Character errors, lines read exactly, and verdicts that the picture leaves as they were."""
    figures = measure_pictures(read_all(part, of_each, hand))
    if as_json:
        print(json.dumps(figures))
        return
    table = Table("measure", "value")
    for name, figure in figures.items():
        table.add_row(name, json.dumps(figure))
    out.print(table)


def read_all(part: Part, of_each: int, hand: Path | None) -> list[ReadSheet]:
    """Read every sheet in every way that it is taken, as the page does.

    Raises:
        BadParameter: what reads pictures is not installed.
    """
    tessdata = tessdata_path(load_settings())
    if tessdata is None:
        raise typer.BadParameter("`elenchus fetch tessdata` first")
    written = sorted(hand.glob("*.woff2")) + sorted(hand.glob("*.ttf")) if hand else []
    read = []
    for number, sheet in enumerate(read_sheets(part, of_each)):
        fonts = [("print", PRINT_FONTS[number % len(PRINT_FONTS)])]
        fonts += [("hand", str(written[number % len(written)]))] if written else []
        for kind, font in fonts:
            for taken in TAKEN:
                if kind == "hand" and taken == "screenshot":
                    continue
                picture = take_picture(sheet.text, font, taken, seed=number)
                try:
                    text = read_in_process(picture, tessdata)
                except FileUnreadable:
                    text = ""
                read.append(ReadSheet(sheet=sheet, font=kind, taken=taken, text=text))
    return read


def measure_pictures(read: Sequence[ReadSheet]) -> dict[str, Any]:
    """Return shares: `errors` of characters, `lines` read exactly but for blanks."""
    figures: dict[str, Any] = {"pictures": len(read)}
    for font in sorted({one.font for one in read}):
        for taken in TAKEN:
            of_this = [one for one in read if (one.font, one.taken) == (font, taken)]
            if of_this:
                figures[f"{font}, {taken}"] = _figures(of_this)
    for kind in ("calculation", "program", "table"):
        figures[kind] = _figures([one for one in read if one.sheet.kind == kind])
    figures["programs_parsed"] = _parsed(read)
    figures["verdicts_kept"] = _verdicts(one for one in read if one.sheet.kind == "calculation")
    return figures


def _figures(read: Sequence[ReadSheet]) -> dict[str, float | int]:
    signs = sum(len(_even(one.sheet.text)) for one in read)
    lines = sum(one.sheet.text.count("\n") + 1 for one in read)
    return {
        "pictures": len(read),
        "errors": round(sum(one.errors for one in read) / max(1, signs), 4),
        "lines": round(sum(one.right_lines for one in read) / max(1, lines), 4),
    }


def _parsed(read: Sequence[ReadSheet]) -> dict[str, dict[str, int]]:
    """Count, by font, programs that Python reads as they were read from their picture."""
    counts: dict[str, dict[str, int]] = {}
    for one in read:
        if one.sheet.kind == "program" and parse_program(one.sheet.text) is not None:
            count = counts.setdefault(one.font, {"of": 0, "parsed": 0})
            count["of"] += 1
            count["parsed"] += parse_program(one.text) is not None
    return counts


def _verdicts(read: Iterable[ReadSheet]) -> dict[str, dict[str, int]]:
    """Count, by font, whether the picture's text gets the verdict that the typed text gets."""
    counts: dict[str, dict[str, int]] = {}
    for one in read:
        typed, seen = _verdict(one.sheet.text), _verdict(one.text)
        count = counts.setdefault(
            one.font, {"of": 0, "same": 0, "left_open": 0, "right_called_wrong": 0}
        )
        if typed in ("right", "wrong"):
            count["of"] += 1
            count["same"] += seen == typed
            count["left_open"] += seen not in ("right", "wrong")
            count["right_called_wrong"] += (typed, seen) == ("right", "wrong")
    return counts


def _verdict(text: str) -> str:
    try:
        return str(examine_calculation(text).outcome)
    except CalculationTooLong:
        return "too long"


def _even(text: str) -> str:
    """Return the text with single blanks, and each line's own depth."""
    lines = (line for line in text.splitlines() if line.strip())
    return "\n".join(
        " " * (len(line) - len(line.lstrip())) + " ".join(line.split()) for line in lines
    )


def _packed(line: str) -> str:
    return "".join(line.split())
