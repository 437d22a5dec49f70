"""Whether a request comes from a page of this Elenchus, and not from another site."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.requests import Request


def is_same_origin(request: Request) -> bool:
    """Another site must not act for this browser's learner (a form is no script: no CORS)."""
    if site := request.headers.get("sec-fetch-site", ""):  # sent over HTTPS and on localhost
        return site == "same-origin"
    origin = request.headers.get("origin", "")
    return urlsplit(origin).netloc == request.headers.get("host", "")
