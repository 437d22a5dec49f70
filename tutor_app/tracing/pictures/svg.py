"""What the pictures share: colours, escaped text, numbers as written, legends, the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from tutor_app.domain.traces import Number

MARGIN = 14
LINE = 20  # one line of a legend or a note
_CHAR, _CAPITAL = 0.55, 0.72  # widths of characters of the sans-serif face, in font sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Colours of the page's theme (.streamlit/config.toml), light or dark."""

    paper: str
    ink: str
    soft: str
    line: str
    now: str
    on_now: str
    waiting: str
    waiting_line: str
    done: str
    tree: str
    path: str
    bad: str


LIGHT = Palette(
    paper="#fdfcfa",
    ink="#22201c",
    soft="#6b655a",
    line="#a39b8b",
    now="#1d5f5a",
    on_now="#ffffff",
    waiting="#fff0bf",
    waiting_line="#9a6700",
    done="#dcd7cc",
    tree="#1d5f5a",
    path="#b5390f",
    bad="#a3341f",
)
DARK = Palette(
    paper="#171715",
    ink="#ebe8e1",
    soft="#a59f93",
    line="#6f6b62",
    now="#7cc4bb",
    on_now="#0f1f1d",
    waiting="#40370f",
    waiting_line="#e0bb4b",
    done="#3b3a35",
    tree="#7cc4bb",
    path="#f2a65e",
    bad="#f09a86",
)


def palette(dark: bool) -> Palette:
    """Return the colours for a dark or a light page."""
    return DARK if dark else LIGHT


def number_text(number: Number | None) -> str:
    """Return a number as it is written on paper: "−3", "2.5", "∞"; nothing for None."""
    if number is None:
        return ""
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    written = f"{number:.10g}" if isinstance(number, float) else str(number)
    return written.replace("-", "−")


def shorten_text(text: str, longest: int) -> str:
    """Return the text, cut with "…" where it is longer than `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is, in the units of the font size."""
    capitals = sum(char.isupper() for char in text)
    return (capitals * _CAPITAL + (len(text) - capitals) * _CHAR) * size


def clean(text: str) -> str:
    """Return text that is allowed in XML, without characters that XML forbids."""
    return escape("".join(char for char in text if char.isprintable() or char == "\u00a0"))


def text_at(x: float, y: float, text: str, fill: str, **more: str | float) -> str:
    """Return a text element, centred at x unless told otherwise; names have "_" for "-"."""
    given = {"text-anchor": "middle", "font-size": 13} | {
        name.replace("_", "-"): value for name, value in more.items()
    }
    named = "".join(f' {name}="{value}"' for name, value in given.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}"{named}>{clean(text)}</text>'


def plate(x: float, y: float, text: str, size: float, paper: str) -> str:
    """Return a patch of paper that keeps a text readable over lines, to be drawn before it.

    An outline of the letters would look better, but not every SVG program draws it below them.
    """
    wide = width_of(text, size) + 4
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - size * 0.82:.1f}" width="{wide:.1f}" '
        f'height="{size:.1f}" rx="3" fill="{paper}"/>'
    )


# --- the frame -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One entry of a legend: a small drawing 26 wide, 14 high, its top left at (0, 0)."""

    drawing: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFrame:
    """What stands around the drawing. `notes` say what is left out; `wrong`: a step to mark."""

    title: str
    description: str
    notes: Sequence[str]
    keys: Sequence[Key]
    wrong: str | None


def frame_drawing(
    body: str, width: float, height: float, frame: PictureFrame, colours: Palette
) -> str:
    """Return the whole SVG: title, notes above, the drawing, the legend below.

    It scales with the page: its size is a view box, and its width at most a little more than that.
    """
    width = max(width, 360)
    title = _wrapped(frame.title, width, 14)
    notes = [line for note in frame.notes for line in _wrapped(note, width, 12)]
    top = MARGIN + LINE * (len(title) + len(notes)) + 6
    if frame.wrong is not None:
        top += LINE
    legend, legend_height = _legend(frame.keys, width, colours)
    total = top + height + legend_height + MARGIN
    name = sha256(f"{frame.title}{frame.description}{body}".encode()).hexdigest()[:12]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {total:.0f}" '
        f'role="img" aria-labelledby="t{name} d{name}" font-family="sans-serif" '
        f'style="width:100%;max-width:{width * 1.35:.0f}px;height:auto;display:block;'
        f'margin:auto">',
        f'<title id="t{name}">{clean(frame.title)}</title>',
        f'<desc id="d{name}">{clean(frame.description)}</desc>',
        f'<rect width="100%" height="100%" fill="{colours.paper}"/>',
    ]
    y = MARGIN + 8.0
    left: dict[str, str | float] = {"text_anchor": "start"}
    for line in title:
        parts.append(text_at(MARGIN, y, line, colours.ink, font_size=14, font_weight=600, **left))
        y += LINE
    if frame.wrong is not None:
        parts.append(text_at(MARGIN, y, f"✗ {frame.wrong}", colours.bad, font_weight=600, **left))
        parts.append(
            f'<rect x="2" y="2" width="{width - 4:.0f}" height="{total - 4:.0f}" rx="8" '
            f'fill="none" stroke="{colours.bad}" stroke-width="3"/>'
        )
        y += LINE
    for line in notes:
        parts.append(text_at(MARGIN, y, line, colours.soft, font_size=12, **left))
        y += LINE
    parts.append(f'<g transform="translate(0 {top:.0f})">{body}</g>')
    parts.append(f'<g transform="translate(0 {top + height:.0f})">{legend}</g></svg>')
    return "".join(parts)


def _wrapped(text: str, width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):  # not at a no-break space
        if lines and width_of(f"{lines[-1]} {word}", size) <= width - 2 * MARGIN:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _legend(keys: Sequence[Key], width: float, colours: Palette) -> tuple[str, float]:
    parts: list[str] = []
    x, y = float(MARGIN), 6.0
    for key in keys:
        needed = 34 + width_of(key.words, 12) + 14
        if x > MARGIN and x + needed > width:
            x, y = float(MARGIN), y + LINE
        words = text_at(34, 11, key.words, colours.ink, font_size=12, text_anchor="start")
        parts.append(f'<g transform="translate({x:.0f} {y:.0f})">{key.drawing}{words}</g>')
        x += needed
    return "".join(parts), y + LINE if keys else 0
