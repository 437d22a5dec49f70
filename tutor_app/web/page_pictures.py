"""Pictures of course pages, whole or cropped, with sentences marked as with a highlighter."""

from __future__ import annotations

import hashlib
import io
import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import numpy as np
import pymupdf
from PIL import Image
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from ingest.upload_store import page_file
from tutor_app.domain.errors import NotFound, TutorError
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from starlette.requests import Request

    from tutor_app.domain.values import Box
    from tutor_app.storage.records import CourseRecords, DocumentRow

NO_PAGE = phrase("page_errors.no_page")
FILE_NOT_KEPT = phrase("page_errors.file_not_kept")
NO_PAGE_NUMBER = phrase("page_errors.no_page_number", "pages", "page")
NOT_A_PDF = phrase("page_errors.not_a_pdf")
OUTSIDE_PAGE = phrase("page_errors.outside_page")
PICTURE_ADDRESS = phrase("page_errors.picture_address")

PICTURE_ROUTE = "/page.png"  # Streamlit keeps /media/ for itself
HIGHLIGHT = (255, 233, 122)  # multiplied with the page, so that black stays black
_EDGE = 24  # of 255: what is fainter is shading
_EDGES_OF_A_BOX = 4
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
PADDING_X, PADDING_Y = 7.0, 2.5  # points around a crop: not so many that the next line shows
DEFAULT_WIDTH = 1400  # pixels: a column of 700 on a screen of twice the density
MAX_WIDTH = 2400
MAX_PIXELS = 12_000_000  # a page of five metres by half a metre is drawn smaller
MAX_MARKS = 200
CACHE_BYTES = 48 * 1024 * 1024
HOUR_SECONDS = 3600

Rectangle = tuple[float, float, float, float]

# PyMuPDF must not be used from several threads: every page is drawn under this one lock.
PYMUPDF_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSpec:
    """Which picture is requested: lengths in points of the displayed page, `width` in pixels."""

    document_id: str
    page: int
    crop: Rectangle | None
    marks: tuple[Rectangle, ...]
    width: int


class PictureSpecInvalid(TutorError):
    """The address does not say which picture."""


class PictureMissing(TutorError):
    """The file that this picture is drawn from is gone."""


def picture_address(
    document_id: str, page: int, crop: Box | None, marks: Sequence[Box], width: int = DEFAULT_WIDTH
) -> str:
    """Return the address of a picture, for `<img src>`; marks on other pages are left out."""
    fields = {"doc": document_id, "page": str(page)}
    if crop is not None:
        fields["crop"] = _numbers(crop)
    here = [_numbers(mark) for mark in marks if mark.page == page]
    if here:
        fields["mark"] = ";".join(here)
    fields["width"] = str(width)
    return f"{PICTURE_ROUTE}?{urlencode(fields, safe=',;')}"


def _numbers(box: Box) -> str:
    return ",".join(f"{value:.1f}" for value in (box.x0, box.y0, box.x1, box.y1))


class PagePictures:
    """The route that answers with pictures; keeps the latest ones in memory."""

    def __init__(self, courses: CourseRecords, files_dir: Path) -> None:
        self.courses = courses
        self.files_dir = files_dir
        self._cache: OrderedDict[str, bytes] = OrderedDict()
        self._cache_bytes = 0
        self._cache_lock = threading.Lock()

    async def answer(self, request: Request) -> Response:
        """GET /page.png: 200, 304, 400 (unclear), 404 (no such picture) or 410 (file gone)."""
        try:
            spec = read_picture_spec(dict(request.query_params))
            document = await run_in_threadpool(self._allowed_document, spec.document_id)
            tag = _tag(document.sha256, spec)
            headers = {"etag": tag, "cache-control": f"private, max-age={HOUR_SECONDS}"}
            if request.headers.get("if-none-match") == tag:
                return Response(status_code=304, headers=headers)
            picture = await run_in_threadpool(self._picture, document.sha256, spec, tag)
        except PictureSpecInvalid as exc:
            return PlainTextResponse(str(exc), status_code=400)
        except NotFound as exc:
            return PlainTextResponse(str(exc), status_code=404)
        except PictureMissing as exc:
            return PlainTextResponse(str(exc), status_code=410)
        return Response(picture, media_type="image/png", headers=headers)

    def _allowed_document(self, document_id: str) -> DocumentRow:
        """Solutions and files that are not open yet are never shown, nor what is such a one now."""
        document = self.courses.document(document_id)
        now_secret = any(
            other.is_closed and other.sha256 == document.sha256
            for other in self.courses.documents(document.course_id)
        )
        if document.is_closed or now_secret:
            raise NotFound(NO_PAGE())
        return document

    def _picture(self, sha256: str, spec: PictureSpec, tag: str) -> bytes:
        with self._cache_lock:
            if tag in self._cache:
                self._cache.move_to_end(tag)
                return self._cache[tag]
        picture = draw_picture(page_file(self.files_dir / sha256), spec)
        with self._cache_lock:
            self._cache_bytes += len(picture) - len(self._cache.get(tag, b""))
            self._cache[tag] = picture
            while self._cache_bytes > CACHE_BYTES and len(self._cache) > 1:
                self._cache_bytes -= len(self._cache.popitem(last=False)[1])
        return picture


def read_picture_spec(fields: dict[str, str]) -> PictureSpec:
    """Parse the address.

    Raises:
        PictureSpecInvalid: a field is missing or is no number.
    """
    try:
        marks = tuple(_rectangle(part) for part in fields.get("mark", "").split(";") if part)
        return PictureSpec(
            document_id=fields["doc"],
            page=int(fields["page"]),
            crop=_rectangle(fields["crop"]) if fields.get("crop") else None,
            marks=marks[:MAX_MARKS],
            width=max(100, min(MAX_WIDTH, int(fields.get("width", DEFAULT_WIDTH)))),
        )
    except (KeyError, ValueError) as exc:
        raise PictureSpecInvalid(PICTURE_ADDRESS()) from exc


def _rectangle(text: str) -> Rectangle:
    x0, y0, x1, y1 = (float(part) for part in text.split(","))
    if not all(math.isfinite(value) for value in (x0, y0, x1, y1)) or x1 <= x0 or y1 <= y0:
        raise ValueError(text)
    return x0, y0, x1, y1


def _tag(sha256: str, spec: PictureSpec) -> str:
    return f'"{hashlib.sha256(f"{sha256}{spec}".encode()).hexdigest()[:32]}"'


def page_shape(stored: Path, page: int) -> tuple[float, float] | None:
    """Return how wide and high a page of a stored file is, in points; None where none can tell."""
    try:
        with PYMUPDF_LOCK, pymupdf.open(page_file(stored), filetype="pdf") as pdf:
            whole = pdf[page - 1].rect
            return float(whole.width), float(whole.height)
    except (RuntimeError, IndexError, ValueError):  # its picture says what is wrong with it
        return None


def draw_picture(file: Path, spec: PictureSpec) -> bytes:
    """Return the picture as PNG.

    Raises:
        PictureMissing: the file is gone or cannot be opened.
        NotFound: it has no such page, or the crop lies outside it.
    """
    if not file.is_file():
        raise PictureMissing(FILE_NOT_KEPT())
    with PYMUPDF_LOCK:
        try:
            with pymupdf.open(file, filetype="pdf") as pdf:
                if not 1 <= spec.page <= pdf.page_count:
                    raise NotFound(NO_PAGE_NUMBER(pages=pdf.page_count, page=spec.page))
                return _draw_page(pdf[spec.page - 1], spec)
        except (pymupdf.FileDataError, pymupdf.EmptyFileError) as exc:
            raise PictureMissing(NOT_A_PDF()) from exc


def _draw_page(page: pymupdf.Page, spec: PictureSpec) -> bytes:
    whole: Rectangle = tuple(page.rect)
    x0, y0, x1, y1 = pad_crop(spec.crop, whole) if spec.crop else whole
    if x1 - x0 < 1 or y1 - y0 < 1:
        raise NotFound(OUTSIDE_PAGE())
    scale = min(spec.width / (x1 - x0), 6.0, (MAX_PIXELS / ((x1 - x0) * (y1 - y0))) ** 0.5)
    pixmap = page.get_pixmap(matrix=(scale, 0, 0, scale, 0, 0), clip=(x0, y0, x1, y1), alpha=False)
    pixels = np.frombuffer(pixmap.samples_mv, dtype=np.uint8)
    picture = pixels.reshape(pixmap.height, pixmap.width, pixmap.n)[..., :3].copy()
    if spec.crop:
        _clear_neighbours(picture, round((spec.crop[1] - y0) * scale))
        _clear_neighbours(picture[::-1], round((y1 - spec.crop[3]) * scale))
    _highlight(picture, spec.marks, (pixmap.x, pixmap.y), scale)
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "png", compress_level=5)
    return out.getvalue()


def pad_crop(crop: Rectangle, whole: Rectangle) -> Rectangle:
    """Return the crop with a small margin around it, within the page."""
    return (
        max(whole[0], crop[0] - PADDING_X),
        max(whole[1], crop[1] - PADDING_Y),
        min(whole[2], crop[2] + PADDING_X),
        min(whole[3], crop[3] + PADDING_Y),
    )


def _clear_neighbours(picture: Pixels, air: int) -> None:
    """Paint over the descenders of the line before that reach into the margin above the crop.

    Only if a row without ink lies between them and the crop, so that the crop's own accents stay.
    """
    blank = next((row for row in range(air - 1, 0, -1) if not _has_ink(picture[row])), None)
    if blank is not None:
        picture[:blank] = picture[blank]


def _has_ink(row: Pixels) -> bool:
    """Return whether a row has more edges than those of a shaded box and its border."""
    steps = np.abs(np.diff(row.astype(np.int16), axis=0)).max(axis=1)
    return int(np.count_nonzero(steps > _EDGE)) > _EDGES_OF_A_BOX


def _highlight(
    picture: Pixels,
    marks: Sequence[Rectangle],
    origin: tuple[int, int],
    scale: float,
) -> None:
    """Multiply the marked places with the highlighter's colour, each once."""
    marked = np.zeros(picture.shape[:2], dtype=bool)
    for mark in marks:
        left, top = (round(mark[i] * scale) - origin[i] for i in (0, 1))
        right, bottom = (round(mark[i + 2] * scale) - origin[i] for i in (0, 1))
        marked[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    colour = np.array(HIGHLIGHT, dtype=np.uint16)
    picture[marked] = (picture[marked].astype(np.uint16) * colour // 255).astype(np.uint8)
