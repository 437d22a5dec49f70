"""The cookies by which a browser is known: random, and out of reach of scripts."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

LEARNER_COOKIE = "elenchus_learner"
VISIT_COOKIE = "elenchus_visit"
YEAR_SECONDS = 365 * 24 * 3600


def cookie_line(name: str, value: str, lifetime: int | None, *, secure: bool) -> str:
    """Return a Set-Cookie header; `lifetime` in seconds, None: until the browser is closed."""
    parts = [f"{name}={value}", "Path=/", "HttpOnly", "SameSite=Lax"]
    if lifetime is not None:
        parts.append(f"Max-Age={lifetime}")
    if secure:
        parts.append("Secure")
    return "; ".join(parts)


def read_cookie(header: str, name: str) -> str:
    """Return the cookie's value, "" where there is none."""
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
