"""Which reader a file needs: by its ending, and for a PDF by its first bytes."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Literal

FileFormat = Literal[
    "pdf", "markdown", "html", "notebook", "slides", "word", "code", "text", "picture", "forum"
]
ENDINGS: dict[FileFormat, tuple[str, ...]] = {
    "pdf": (".pdf",),
    "markdown": (".md", ".markdown", ".mdx", ".qmd", ".rmd"),
    "html": (".html", ".htm", ".xhtml"),
    "notebook": (".ipynb",),
    "slides": (".pptx",),
    "word": (".docx",),
    "code": (
        *(".py", ".r", ".jl", ".java", ".c", ".h", ".cpp", ".cc", ".hpp", ".cs", ".go", ".rs"),
        *(".js", ".ts", ".jsx", ".tsx", ".css", ".sql", ".sh", ".ps1", ".bat", ".m", ".hs", ".ml"),
        *(".kt", ".swift", ".rb", ".php", ".lua", ".scala", ".pl", ".yaml", ".yml", ".toml"),
        *(".csv", ".tsv", ".xml", ".ini"),
    ),
    "text": (".txt", ".text", ".rst", ".org", ".adoc", ".tex", ".log"),
    "picture": (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp"),
    "forum": (".json",),
}
_BY_ENDING = {ending: name for name, endings in ENDINGS.items() for ending in endings}
_PDF_MARK = b"%PDF-"


def format_of_file(name: str, head: bytes = b"") -> FileFormat | None:
    """Return the format of a file of this name whose first bytes are `head`; None if unknown."""
    known = _BY_ENDING.get(PurePosixPath(name.lower()).suffix)
    return known or ("pdf" if _PDF_MARK in head else None)
