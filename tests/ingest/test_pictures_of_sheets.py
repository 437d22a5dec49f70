"""A picture of a sheet or a screen becomes its lines; what is none is told why."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from evals.pictures.photographed_sheets import Taken, take_picture
from ingest.pictures.open_picture import MOST_PIXELS, NOT_A_KIND, open_picture
from ingest.pictures.picture_process import read_in_process
from ingest.pictures.read_picture import read_picture
from ingest.pictures.text_lines import WordInPlace, text_of_words
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import speaking

SUM = "2x + 6 = 14\n2x = 20\nx = 10"
PROGRAM = """def longest(words):
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best

print(longest(["a", "bee"]))"""


@pytest.fixture
def tessdata(model_cache: Path) -> Path:
    folder = model_cache / "models" / "tessdata"
    if not folder.is_dir():
        pytest.fail("Tesseract's data is missing: `elenchus fetch tessdata` (make test does it).")
    return folder


def packed(text: str) -> list[str]:
    return ["".join(line.split()).lower() for line in text.splitlines()]


@pytest.mark.parametrize("taken", ["screenshot", "photo", "hard photo"])
def test_a_sheet_is_read_line_by_line_however_it_is_taken(taken: Taken, tessdata: Path) -> None:
    assert packed(read_picture(take_picture(SUM, "DejaVuSans.ttf", taken, 7), tessdata)) == packed(
        SUM
    )


def test_a_program_keeps_its_depth_and_its_empty_lines(tessdata: Path) -> None:
    read = read_picture(take_picture(PROGRAM, "DejaVuSans.ttf", "photo", 5), tessdata)
    depths = [len(line) - len(line.lstrip()) for line in read.splitlines()]
    assert depths == [0, 4, 4, 8, 12, 4, 0, 0]
    assert packed(read) == packed(PROGRAM)


def test_a_picture_on_its_side_is_turned_as_its_camera_says(tessdata: Path) -> None:
    upright = Image.open(io.BytesIO(take_picture(SUM, "DejaVuSans.ttf", "scan", 7)))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by a quarter to the right
    out = io.BytesIO()
    upright.rotate(90, expand=True).save(out, "jpeg", exif=exif, quality=95)
    assert packed(read_picture(out.getvalue(), tessdata))[1:] == packed(SUM)[1:]


def test_a_picture_is_read_in_a_process_that_tells_why_it_cannot_be(tessdata: Path) -> None:
    sheet = take_picture(SUM, "DejaVuSans.ttf", "photo", 7)
    assert packed(read_in_process(sheet, tessdata)) == packed(SUM)
    with pytest.raises(FileUnreadable, match="half there"):
        read_in_process(sheet[: len(sheet) // 2], tessdata)
    with pytest.raises(FileUnreadable, match="took too long"):
        read_in_process(sheet, tessdata, seconds=0.01)


def test_what_cannot_be_read_is_told_in_the_language_of_the_course(tmp_path: Path) -> None:
    with speaking("de"):
        told = NOT_A_KIND()
        with pytest.raises(FileUnreadable) as refusal:
            read_in_process(b"no picture", tmp_path)
    assert str(refusal.value) == told != NOT_A_KIND()


def test_an_empty_sheet_says_that_nothing_was_found(tessdata: Path) -> None:
    with pytest.raises(FileUnreadable, match="No text was found"):
        read_picture(encoded(Image.new("RGB", (400, 300), "white")), tessdata)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "not a PNG"),
        (b"%PDF-1.7 no picture", "not a PNG"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "damaged|not a PNG"),
    ],
)
def test_what_is_no_picture_is_refused(content: bytes, told: str) -> None:
    with pytest.raises(FileUnreadable, match=told):
        open_picture(content)


def test_a_picture_of_endless_pixels_is_refused_before_it_is_decoded() -> None:
    side = int(MOST_PIXELS**0.5) + 10
    with pytest.raises(FileUnreadable, match="million"):
        open_picture(encoded(Image.new("1", (side, side))))


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp"])
def test_png_jpeg_and_webp_are_opened_on_white(kind: str) -> None:
    mode = "RGB" if kind == "jpeg" else "RGBA"
    colour = (255, 255, 255) if kind == "jpeg" else (0, 0, 0, 0)
    opened = open_picture(encoded(Image.new(mode, (64, 48), colour), kind))
    assert (opened.mode, opened.size, opened.getpixel((5, 5))) == ("RGB", (64, 48), (255,) * 3)


def encoded(picture: Image.Image, kind: str = "png") -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()


def words(*rows: tuple[float, str]) -> str:
    """Set each row's words a letter wide of 10, the rows 30 apart."""
    placed = []
    for number, (left, text) in enumerate(rows):
        at = left
        for word in text.split():
            wide = 10.0 * len(word)
            y = 30.0 * number
            placed.append(WordInPlace(x0=at, y0=y, x1=at + wide, y1=y + 20, text=word))
            at += wide + 10
    return text_of_words(placed)


def test_lines_that_are_no_program_are_not_indented() -> None:
    assert words((0, "2x = 8"), (40, "x = 4")) == "2x = 8\nx = 4"


def test_signs_are_written_as_a_keyboard_has_them() -> None:
    assert words((0, "x = “a” — 1"), (0, "y = 1 + |")) == 'x = "a" - 1\ny = 1 + 1'


def test_a_letter_is_written_in_the_case_in_which_it_mostly_stands() -> None:
    assert words((0, "2x = 8"), (0, "X = 4"), (0, "Xx = 4"), (0, "3x = 12")) == (
        "2x = 8\nx = 4\nx = 4\n3x = 12"
    )


def test_columns_stay_apart() -> None:
    assert words((0, "node"), (0, "a")) == "node\na"
    two = [
        WordInPlace(x0=0, y0=0, x1=40, y1=20, text="step"),
        WordInPlace(x0=120, y0=0, x1=160, y1=20, text="node"),
    ]
    assert text_of_words(two) == "step   node"
