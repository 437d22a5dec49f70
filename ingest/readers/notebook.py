"""Jupyter notebooks, through nbformat: it knows all versions of the format and mends old ones."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

import nbformat

from ingest.readers.markdown_file import read_markdown
from ingest.readers.source_blocks import SourceBlock, code_blocks
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

NOT_A_NOTEBOOK = phrase("ingest_files.not_a_notebook")

_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_MOST_OUTPUT = 2000  # characters of one output: the rest is rows and rows of a table


def read_notebook(text: str) -> list[SourceBlock]:
    """Return what a notebook says, runs and shows, in its order.

    Raises:
        FileUnreadable: it is no notebook.
    """
    try:
        notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    except Exception as exc:
        raise FileUnreadable(NOT_A_NOTEBOOK()) from exc
    blocks: list[SourceBlock] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            blocks += read_markdown(str(cell.source))
        elif cell.cell_type == "code":
            blocks += code_blocks(str(cell.source))
            for output in cell.get("outputs", ()):
                blocks += _output(output)
    return blocks


def _output(output: Any) -> Iterator[SourceBlock]:
    data = output.get("data", {})
    picture = data.get("image/png") or data.get("image/jpeg")
    if picture:
        try:
            content = base64.b64decode("".join(picture))
        except (binascii.Error, ValueError, TypeError):
            return
        yield SourceBlock(role="picture", cells=("",), picture=content)
        return
    text = output.get("text") or data.get("text/plain") or ""
    text = "".join(text) if isinstance(text, list) else str(text)
    yield from code_blocks(_TERMINAL_CODES.sub("", text)[:_MOST_OUTPUT])
