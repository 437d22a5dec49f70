"""Cells of arrays and tables: each state has its own colour and its own border or sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.tracing.pictures.svg import Key, Palette, text_at, width_of
from tutor_app.wording.catalogue import phrase

_WORDS = {
    state: phrase(f"trace_pictures.{state}")
    for state in ("now", "moved", "done", "out", "path", "filled", "looked", "visited")
}
_SIGNS = {"moved": "↕", "done": "✓"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What is drawn, its size, and what is said of it: `words` in the title, `notes` below."""

    body: str
    width: float
    height: float
    words: str
    description: str
    notes: Sequence[str] = ()
    keys: Sequence[Key] = ()


def style(state: str, colours: Palette) -> tuple[str, str, str, float, str]:
    """Return fill, colour of the text, colour, width and dashes of the border."""
    return {
        "now": (colours.now, colours.on_now, colours.ink, 3.0, ""),
        "moved": (colours.waiting, colours.ink, colours.waiting_line, 2.5, ""),
        "done": (colours.done, colours.ink, colours.line, 1.5, ""),
        "out": (colours.paper, colours.soft, colours.line, 1.2, "4 3"),
        "path": (colours.waiting, colours.ink, colours.path, 2.5, ""),
        "filled": (colours.waiting, colours.ink, colours.waiting_line, 2.0, ""),
        "looked": (colours.waiting, colours.ink, colours.path, 2.5, ""),
        "visited": (colours.done, colours.ink, colours.line, 1.5, ""),
    }.get(state, (colours.paper, colours.ink, colours.line, 1.5, ""))


def box(
    corner: tuple[float, float], size: tuple[float, float], text: str, state: str, colours: Palette
) -> str:
    """Return a cell with its value; long values are written smaller."""
    x, y = corner
    wide, high = size
    fill, ink, line, thick, dashes = style(state, colours)
    letters = min(16.0, 16 * (wide - 6) / max(width_of(text, 16), 1))
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    drawn = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="3" '
        f'fill="{fill}" stroke="{line}" stroke-width="{thick}"{dashed}/>'
    )
    weight = 700 if state in ("now", "path") else 500
    drawn += text_at(
        x + wide / 2, y + high / 2 + letters * 0.36, text, ink, font_size=f"{letters:.1f}",
        font_weight=weight,
    )  # fmt: skip
    if state in _SIGNS:
        drawn += text_at(x + wide - 7, y + 11, _SIGNS[state], ink, font_size=9)
    return drawn


def keys(states: set[str], colours: Palette) -> list[Key]:
    """Return the legend of the states that occur, in a fixed order."""
    return [
        Key(drawing=box((3, 0), (20, 14), "", state, colours), words=words())
        for state, words in _WORDS.items()
        if state in states
    ]
