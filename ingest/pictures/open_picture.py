"""From the bytes of a student's file to a picture that is surely one, upright and not too large."""

from __future__ import annotations

import io

from PIL import Image, ImageOps, UnidentifiedImageError

from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

NOT_A_KIND = phrase("page_pictures.not_a_kind")
BROKEN = phrase("page_pictures.broken")
TOO_SMALL = phrase("page_pictures.too_small")
TOO_MANY_PIXELS = phrase("page_pictures.too_many_pixels", "megapixels")

KINDS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 60_000_000  # phones take up to 50 million
LEAST_SIDE = 16  # pixels
_WORKED_ON = 4_000_000  # pixels: 150 a line of text on a full sheet


def open_picture(content: bytes) -> Image.Image:
    """Return the picture in RGB, turned as its camera says, on white where it is transparent.

    Raises:
        FileUnreadable: it is no PNG, JPEG or WebP, it is broken, or far too large or too small.
    """
    try:
        with Image.open(io.BytesIO(content), formats=KINDS) as opened:
            _check_size(opened)
            opened.draft("RGB", _drafted(opened.size))
            upright = ImageOps.exif_transpose(opened)
            shown = _on_white(upright)
    except Image.DecompressionBombError as exc:
        raise FileUnreadable(TOO_MANY_PIXELS(megapixels=MOST_PIXELS // 10**6)) from exc
    except UnidentifiedImageError as exc:
        raise FileUnreadable(NOT_A_KIND()) from exc
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as exc:
        raise FileUnreadable(BROKEN()) from exc
    share = (_WORKED_ON / (shown.width * shown.height)) ** 0.5
    if share < 1:
        size = (max(1, int(shown.width * share)), max(1, int(shown.height * share)))
        return shown.resize(size, Image.Resampling.LANCZOS)
    return shown


def _check_size(picture: Image.Image) -> None:
    if picture.width * picture.height > MOST_PIXELS:
        raise FileUnreadable(TOO_MANY_PIXELS(megapixels=MOST_PIXELS // 10**6))
    if min(picture.size) < LEAST_SIDE:
        raise FileUnreadable(TOO_SMALL())


def _drafted(size: tuple[int, int]) -> tuple[int, int]:
    """Return the least size in which a JPEG is to be decoded: it need not be whole."""
    share = min(1.0, (_WORKED_ON / (size[0] * size[1])) ** 0.5)
    return (max(1, int(size[0] * share)), max(1, int(size[1] * share)))


def _on_white(picture: Image.Image) -> Image.Image:
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    clear = picture.convert("RGBA")
    paper = Image.new("RGBA", clear.size, "white")
    return Image.alpha_composite(paper, clear).convert("RGB")
