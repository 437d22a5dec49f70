"""Small files of all formats, made by the libraries that people's programs write them with."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path

import docx
import nbformat.v4
from PIL import Image
from pptx import Presentation
from pptx.util import Inches

from ingest.intake import FileLeftOut, IntakeNote, OfferedFile, open_offered

QUEUES = "A queue makes the search go level by level."
STACKS = "A stack makes the search go deep first."
HEAPS = "A heap gives the smallest key at once."


def png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "navy").save(out, "png")
    return out.getvalue()


def markdown_page(path: Path, body: str, **front: str) -> Path:
    lines = "".join(f"{key}: {value}\n" for key, value in front.items())
    path.write_text(f"---\n{lines}---\n\n{body}", encoding="utf-8")
    return path


def web_page(path: Path) -> Path:
    path.write_text(
        f"""<html><head><title>Search</title><script>var secret = 1;</script>
        <link rel="canonical" href="https://course.example/search"></head>
        <body><nav>Home Imprint Contact</nav><main><h1>Search</h1><p>{QUEUES}</p>
        <h2>Heaps</h2><p>{HEAPS}<table><tr><th>Structure</th><th>Order</th></tr>
        <tr><td>Queue structure</td><td>first in, first out</td></tr></table></main></body>
        </html>""",
        encoding="utf-8",
    )
    return path


def slide_deck(path: Path) -> Path:
    deck = Presentation()
    for title, text, notes in (("Queues", QUEUES, ""), ("Stacks", STACKS, HEAPS)):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    deck.slides[0].shapes.add_picture(io.BytesIO(png()), Inches(1), Inches(4))
    deck.save(str(path))
    return path


def word_file(path: Path) -> Path:
    written = docx.Document()
    written.add_heading("Search", 1)
    written.add_paragraph(QUEUES)
    written.add_heading("Depth", 2)
    written.add_paragraph(STACKS, style="List Bullet")
    written.add_picture(io.BytesIO(png()))
    written.save(str(path))
    return path


def notebook(path: Path) -> Path:
    v4 = nbformat.v4
    picture = {"image/png": base64.b64encode(png()).decode()}
    cell = v4.new_code_cell(
        "queue = [1, 2]\nprint(queue.pop(0))",
        outputs=[
            v4.new_output("stream", text="1 is printed first\n"),
            v4.new_output("display_data", data=picture),
        ],
    )
    made = v4.new_notebook(cells=[v4.new_markdown_cell(f"# Search\n\n{QUEUES}"), cell])
    path.write_text(nbformat.writes(made), encoding="utf-8")
    return path


def zip_of(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def offered(**files: object) -> list[OfferedFile]:
    """Files as they are handed in, by their name before ".json", or whole with bytes."""
    return [
        OfferedFile(f"{name}.json", lambda data=data: io.BytesIO(json.dumps(data).encode()))
        for name, data in files.items()
    ]


def opened(given: list[OfferedFile]) -> tuple[dict[str, bytes], dict[str, str], list[str]]:
    """What comes through the door: bytes by name, reasons by name, notes."""
    found = list(open_offered(given))
    return (
        {one.name: one.open().read() for one in found if isinstance(one, OfferedFile)},
        {one.name: one.reason for one in found if isinstance(one, FileLeftOut)},
        [one.text for one in found if isinstance(one, IntakeNote)],
    )
