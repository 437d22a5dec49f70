"""Word files, web pages, plain text and code: whatever is read whole, to blocks."""

from __future__ import annotations

from pathlib import Path

import mammoth

from ingest.forum.thread_blocks import read_forum
from ingest.readers.file_formats import FileFormat
from ingest.readers.markdown_file import read_markdown
from ingest.readers.notebook import read_notebook
from ingest.readers.slide_deck import read_slide_deck
from ingest.readers.source_blocks import SourceBlock, code_blocks, text_blocks
from ingest.readers.web_page import read_web_page
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

NOT_A_WORD_FILE = phrase("ingest_files.not_a_word_file")
NO_TEXT_FILE = phrase("ingest_files.no_text_file")

_ENCODINGS = ("utf-8-sig", "utf-16", "cp1252")
_MARKS_OF_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_blocks(path: Path, file_format: FileFormat) -> list[SourceBlock]:
    """Return the blocks of a file that has no pages of its own.

    Raises:
        FileUnreadable: it is not what its ending says, or damaged.
    """
    match file_format:
        case "word":
            return _word_file(path)
        case "slides":
            return read_slide_deck(path)
        case "html":
            return list(read_web_page(path.read_bytes()).blocks)
        case "notebook":
            return read_notebook(decode_text(path.read_bytes()))
        case "markdown":
            return read_markdown(decode_text(path.read_bytes()))
        case "forum":
            return read_forum(path.read_bytes())
        case "code":
            return list(code_blocks(decode_text(path.read_bytes())))
        case _:
            return list(text_blocks(decode_text(path.read_bytes())))


def _word_file(path: Path) -> list[SourceBlock]:
    try:
        with path.open("rb") as file:
            html = mammoth.convert_to_html(file).value
    except Exception as exc:
        raise FileUnreadable(NOT_A_WORD_FILE()) from exc
    return list(read_web_page(html).blocks)


def decode_text(content: bytes) -> str:
    """Return text in UTF-8, UTF-16 or the old Western encoding.

    Raises:
        FileUnreadable: it is no text.
    """
    if b"\x00" in content[:4096] and not content.startswith(_MARKS_OF_UTF16):
        raise FileUnreadable(NO_TEXT_FILE())
    for encoding in _ENCODINGS:
        if encoding == "utf-16" and not content.startswith(_MARKS_OF_UTF16):
            continue
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")
