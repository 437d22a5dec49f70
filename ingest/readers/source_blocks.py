"""What files without pages are read into: blocks in order, to be laid out on pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from tutor_app.domain.material import Origin

BlockRole = Literal["heading", "text", "item", "code", "row", "picture"]
_CODE_LINES = 8  # a longer listing is cut, so that a quote shows its part of it
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\ufeff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBlock:
    """A heading, paragraph, point, listing, row of a table or picture.

    `cells` are inline HTML without anything active: one, or a row's. `level` is that of a heading,
    from 1. `picture` holds the bytes of a picture, whose words are its caption. A block that
    `opens` begins a new page.
    """

    role: BlockRole
    cells: tuple[str, ...]
    level: int = 0
    origin: Origin | None = None
    picture: bytes = b""
    opens: bool = False


def plain_block(
    role: BlockRole, text: str, *, level: int = 0, origin: Origin | None = None, opens: bool = False
) -> SourceBlock:
    """Return a block of plain text."""
    return SourceBlock(
        role=role, cells=(inline_text(text),), level=level, origin=origin, opens=opens
    )


def inline_text(text: str) -> str:
    """Return plain text as inline HTML."""
    return escape(_CONTROLS.sub("", text), quote=False)


def code_blocks(code: str, origin: Origin | None = None) -> Iterator[SourceBlock]:
    """Cut a listing at its blank lines, and where it grows long."""
    piece: list[str] = []
    for line in [*code.expandtabs(4).splitlines(), ""]:
        if piece and (not line.strip() or len(piece) == _CODE_LINES):
            yield plain_block("code", "\n".join(piece), origin=origin)
            piece = []
        if line.strip():
            piece.append(line.rstrip())


def text_blocks(text: str, origin: Origin | None = None) -> Iterator[SourceBlock]:
    """Cut plain text into paragraphs at its blank lines."""
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        words = " ".join(part.split())
        if words:
            yield plain_block("text", words, origin=origin)
