"""From a photographed sheet to black on white, upright and even, as OCR likes it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image
from scipy.ndimage import (  # type: ignore[import-untyped]
    binary_opening,
    gaussian_filter,
    label,
    maximum_filter,
)

Greys = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Corner = tuple[float, float]

_LOOKED_AT = 400  # pixels of the longer side, on which the sheet is looked for
_LEAST_SHEET, _MOST_SHEET = 0.2, 0.97  # shares of the picture
_STRAIGHT = 0.93  # share of its four-cornered hull that a sheet fills
_DESK = 40  # greys, of 255, by which what is around a sheet is darker
_MARGIN = 0.015  # share of a sheet that is left out at each edge, with its shadow
_DARK_SCREEN = 100  # mean grey, of 255, below which light letters stand on dark
_LETTERS = 34  # pixels: about the height of a capital that Tesseract reads best
_MOST_ENLARGED = 3.0
_INK_SPREAD = 40  # how many times smaller than a side the patch is that holds some paper


def flatten_sheet(picture: Image.Image) -> Image.Image:
    """Return the sheet alone, its corners pulled square, in even light, ink dark on white."""
    sheet = _pulled_square(picture.convert("L"))
    greys = np.asarray(sheet, dtype=np.float64)
    if greys.mean() < _DARK_SCREEN:
        greys = 255 - greys
    return _enlarged(Image.fromarray(_in_even_light(greys))).convert("RGB")


def _in_even_light(greys: Greys) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Divide by what the paper is like around each place, which takes shadows away."""
    patch = max(15, max(greys.shape) // _INK_SPREAD)
    calm = gaussian_filter(greys, 1.0)
    paper = gaussian_filter(maximum_filter(calm, size=patch), patch)
    even = np.clip(greys / np.maximum(paper, 1) * 255, 0, 255)
    low, high = np.percentile(even, (1, 60))
    stretched = (even - low) / max(1.0, high - low) * 255
    return np.asarray(np.clip(stretched, 0, 255), dtype=np.uint8)


def _enlarged(sheet: Image.Image) -> Image.Image:
    """Enlarge small letters: those of a screenshot are half as high as Tesseract wants them."""
    height = _height_of_letters(np.asarray(sheet) < 128)
    if not height:
        return sheet
    times = min(_MOST_ENLARGED, _LETTERS / height)
    if times < 1.15:
        return sheet
    size = (round(sheet.width * times), round(sheet.height * times))
    return sheet.resize(size, Image.Resampling.LANCZOS)


def _height_of_letters(ink: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    """Return about the height in pixels of a capital: the upper heights of what hangs together."""
    marks, count = label(ink)
    if not count or count > 40_000:
        return 0.0
    rows = np.nonzero(ink)
    numbers = marks[rows]
    top = np.full(count + 1, np.iinfo(np.int64).max)
    bottom = np.zeros(count + 1, dtype=np.int64)
    np.minimum.at(top, numbers, rows[0])
    np.maximum.at(bottom, numbers, rows[0])
    heights = (bottom - top + 1)[1:]
    letters = heights[(heights >= 6) & (heights < ink.shape[0] / 4)]
    return float(np.percentile(letters, 75)) if len(letters) else 0.0


def _pulled_square(greys: Image.Image) -> Image.Image:
    corners = _corners_of_sheet(greys)
    if corners is None:
        return greys
    left_top, right_top, right_bottom, left_bottom = (np.array(corner) for corner in corners)
    width = int(max(np.hypot(*(right_top - left_top)), np.hypot(*(right_bottom - left_bottom))))
    height = int(max(np.hypot(*(left_bottom - left_top)), np.hypot(*(right_bottom - right_top))))
    shown = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    return greys.transform(
        (width, height),
        Image.Transform.PERSPECTIVE,
        perspective(shown, corners),
        Image.Resampling.BICUBIC,
        fillcolor=255,
    )


def perspective(shown: Sequence[Corner], source: Sequence[Corner]) -> list[float]:
    """Return the eight numbers by which Pillow takes each corner shown from its source."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(shown, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    values = [number for corner in source for number in corner]
    return [float(number) for number in np.linalg.solve(np.array(rows), np.array(values))]


def _corners_of_sheet(greys: Image.Image) -> tuple[Corner, ...] | None:
    """Return the corners of a light sheet on a darker desk, clockwise from the left top one.

    None where no such sheet shows: a screenshot, or a page that fills the picture.
    """
    share = min(1.0, _LOOKED_AT / max(greys.size))
    small = greys.resize((max(8, int(greys.width * share)), max(8, int(greys.height * share))))
    pixels = gaussian_filter(maximum_filter(np.asarray(small, dtype=np.float64), 7), 2)
    light = binary_opening(pixels > _threshold(pixels), iterations=3)
    marks, count = label(light)
    if not count:
        return None
    sizes = np.bincount(marks.ravel())
    sizes[0] = 0
    sheet = marks == sizes.argmax()
    if not _LEAST_SHEET < sheet.mean() < _MOST_SHEET:
        return None
    edge = np.concatenate((sheet[0], sheet[-1], sheet[:, 0], sheet[:, -1]))
    if edge.mean() > 0.5 or pixels[sheet].mean() - pixels[~sheet].mean() < _DESK:
        return None
    down, across = np.nonzero(sheet)
    sums, differences = across + down, across - down
    places = (sums.argmin(), differences.argmax(), sums.argmax(), differences.argmin())
    corners = tuple((float(across[place]), float(down[place])) for place in places)
    if sheet.sum() < _STRAIGHT * _area(corners) or _area(corners) < _LEAST_SHEET * sheet.size:
        return None
    middle_x, middle_y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    return tuple(
        (
            (x + 2 * _MARGIN * (middle_x - x)) / share,
            (y + 2 * _MARGIN * (middle_y - y)) / share,
        )
        for x, y in corners
    )


def _area(corners: tuple[Corner, ...]) -> float:
    """Return the area that corners in turn enclose, by the shoelace formula."""
    after = (*corners[1:], corners[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, after, strict=True))) / 2


def _threshold(greys: Greys) -> float:
    """Return the grey that parts a picture into light and dark with least spread (Otsu, 1979)."""
    counts, edges = np.histogram(greys, bins=64)
    middles = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(counts)
    above = below[-1] - below
    sums = np.cumsum(counts * middles)
    inside = (below > 0) & (above > 0)
    low = sums[inside] / below[inside]
    high = (sums[-1] - sums[inside]) / above[inside]
    spread = below[inside] * above[inside] * (low - high) ** 2
    return float(middles[inside][spread.argmax()]) if len(spread) else 127.0
