"""Sheets as a camera sees them: text set in a font, then tilted, shaded, blurred and noisy."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scipy.ndimage import gaussian_filter  # type: ignore[import-untyped]

from ingest.pictures.flatten_sheet import perspective

Taken = Literal["screenshot", "scan", "photo", "hard photo"]
TAKEN: tuple[Taken, ...] = ("screenshot", "scan", "photo", "hard photo")
_JPEG_QUALITY = {"scan": 85, "photo": 80, "hard photo": 60}


@dataclass(frozen=True, slots=True, kw_only=True)
class Camera:
    """How a sheet is taken.

    `tilt` is the share of a side by which corners move, `turn` in degrees, `shade` the share of
    light that is lost in the darkest corner, `blur` the radius in pixels, `noise` the standard
    deviation of a pixel (of 255), `desk` whether the desk shows around the sheet.
    """

    tilt: float
    turn: float
    shade: float
    blur: float
    noise: float
    desk: bool


CAMERAS: dict[Taken, Camera] = {
    "scan": Camera(tilt=0, turn=0.6, shade=0.05, blur=0.5, noise=3, desk=False),
    "photo": Camera(tilt=0.05, turn=3, shade=0.35, blur=0.8, noise=6, desk=True),
    "hard photo": Camera(tilt=0.1, turn=6, shade=0.55, blur=1.4, noise=12, desk=True),
}


def take_picture(text: str, font: Path | str, taken: Taken, seed: int) -> bytes:
    """Return a picture of the text as it is taken: PNG of a screenshot, JPEG of the others."""
    chance = np.random.default_rng(seed)
    if taken == "screenshot":
        return _encoded(_sheet(text, font, size=18, margin=24), "png")
    sheet = _sheet(text, font, size=44, margin=110)
    camera = CAMERAS[taken]
    seen = _seen(sheet, camera, chance)
    out = io.BytesIO()
    Image.fromarray(seen).save(out, "jpeg", quality=_JPEG_QUALITY[taken])
    return out.getvalue()


def _sheet(text: str, font: Path | str, *, size: int, margin: int) -> Image.Image:
    face = _face(str(font), size)
    spacing = size // 2
    probe = ImageDraw.Draw(Image.new("RGB", (8, 8)))
    _, _, right, bottom = probe.multiline_textbbox((0, 0), text, font=face, spacing=spacing)
    sheet = Image.new("RGB", (int(right) + 2 * margin, int(bottom) + 2 * margin), "white")
    draw = ImageDraw.Draw(sheet)
    draw.multiline_text((margin, margin), text, font=face, fill=(25, 25, 45), spacing=spacing)
    return sheet


def _face(font: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font by its file, or by its name if the system or Matplotlib has it."""
    try:
        return ImageFont.truetype(font, size)
    except OSError:
        return ImageFont.truetype(str(Path(get_data_path()) / "fonts" / "ttf" / font), size)


def _seen(sheet: Image.Image, camera: Camera, chance: np.random.Generator) -> np.ndarray:
    width, height = sheet.size
    pad = int(0.12 * max(width, height)) if camera.desk else 0
    frame = Image.new("RGB", (width + 2 * pad, height + 2 * pad), (96, 78, 62))
    frame.paste(sheet, (pad, pad))
    turned = frame.rotate(
        float(chance.uniform(-camera.turn, camera.turn)),
        resample=Image.Resampling.BICUBIC,
        fillcolor=(96, 78, 62) if camera.desk else (255, 255, 255),
    )
    tilted = _tilted(turned, camera.tilt, chance)
    blurred = tilted.filter(ImageFilter.GaussianBlur(camera.blur))
    pixels = np.asarray(blurred).astype(float)
    return _lit(pixels, camera, chance)


def _tilted(image: Image.Image, tilt: float, chance: np.random.Generator) -> Image.Image:
    if not tilt:
        return image
    width, height = image.size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    moved = [
        (x + chance.uniform(-tilt, tilt) * width / 2, y + chance.uniform(-tilt, tilt) * height / 2)
        for x, y in corners
    ]
    coefficients = perspective(corners, moved)
    return image.transform(
        image.size,
        Image.Transform.PERSPECTIVE,
        coefficients,
        Image.Resampling.BICUBIC,
        fillcolor=(96, 78, 62),
    )


def _lit(pixels: np.ndarray, camera: Camera, chance: np.random.Generator) -> np.ndarray:
    height, width = pixels.shape[:2]
    across, down = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    angle = chance.uniform(0, 2 * np.pi)
    slope = np.cos(angle) * (across - 0.5) + np.sin(angle) * (down - 0.5) + 0.5
    cloud = gaussian_filter(chance.normal(size=(height, width)), max(height, width) / 8)
    cloud = (cloud - cloud.min()) / max(1e-9, float(np.ptp(cloud)))
    light = 1 - camera.shade * np.clip(0.7 * slope + 0.3 * cloud, 0, 1)
    noisy = pixels * light[..., None] + chance.normal(0, camera.noise, pixels.shape)
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


def _encoded(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()
