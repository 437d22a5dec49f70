"""PowerPoint through python-pptx: each slide on a page of its own, with its notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER

from ingest.readers.source_blocks import SourceBlock, inline_text, plain_block, text_blocks
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

NOT_A_DECK = phrase("ingest_files.not_a_deck")
SLIDE = phrase("ingest_files.slide", "number")
NOTES = phrase("ingest_files.slide_notes")

_FILE_NAME = re.compile(r"\S+\.[a-z]{3,4}", re.I)
_FOOTERS = (PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE)


def read_slide_deck(path: Path) -> list[SourceBlock]:
    """Return the slides in order: title, points, tables, pictures, then the speaker's notes.

    Raises:
        FileUnreadable: it is no PowerPoint file that can be opened.
    """
    try:
        slides = list(Presentation(str(path)).slides)
        blocks: list[SourceBlock] = []
        for number, slide in enumerate(slides, 1):
            first, *rest = _slide(slide, number)
            blocks += [replace(first, opens=number > 1), *rest]
    except Exception as exc:
        raise FileUnreadable(NOT_A_DECK()) from exc
    return blocks


def _slide(slide: Any, number: int) -> Iterator[SourceBlock]:
    title = slide.shapes.title
    words = " ".join(title.text_frame.text.split()) if title is not None else ""
    yield plain_block("heading", words or SLIDE(number=number), level=1)
    shapes = [shape for shape in slide.shapes if title is None or shape.shape_id != title.shape_id]
    for shape in sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0)):
        yield from _shape(shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = list(text_blocks(slide.notes_slide.notes_text_frame.text.replace("\n", "\n\n")))
        if notes:
            yield plain_block("heading", NOTES(), level=2)
            yield from notes


def _shape(shape: Any) -> Iterator[SourceBlock]:
    if shape.is_placeholder and shape.placeholder_format.type in _FOOTERS:
        return
    if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
        for inner in shape.shapes:
            yield from _shape(inner)
    elif getattr(shape, "has_table", False) and shape.has_table:
        for row in shape.table.rows:
            yield SourceBlock(role="row", cells=tuple(inline_text(c.text) for c in row.cells))
    elif shape.shape_type == MSO_SHAPE_TYPE.PICTURE:
        caption = shape._element.nvPicPr.cNvPr.get("descr", "")
        caption = "" if _FILE_NAME.fullmatch(caption) else caption  # what a program puts there
        yield SourceBlock(role="picture", cells=(inline_text(caption),), picture=shape.image.blob)
    elif shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            if text := " ".join(paragraph.text.split()):
                yield plain_block("item", text)
