"""The page where a code makes this browser the same learner as another one.

It is plain HTML, not one of Streamlit's pages: the learner's cookie is out of reach of scripts, so
only an answer of the server can set it.
"""

from __future__ import annotations

import logging
import math
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tutor_app.domain.errors import LiveStateLost
from tutor_app.web.code_tries import CodeTries
from tutor_app.web.cookies import LEARNER_COOKIE, YEAR_SECONDS, cookie_line
from tutor_app.web.security.same_origin import is_same_origin
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from starlette.requests import Request

    from tutor_app.storage.live import DeviceCodes

WRONG_CODE = phrase("page_device.wrong_code")
OTHER_SITE = phrase("page_device.other_site")
UNAVAILABLE = phrase("page_device.unavailable")
TOO_MANY_CODES = phrase("page_device.too_many_codes", "seconds")
_PAGE_TEXTS = {
    name: phrase(f"page_device.{name}")
    for name in ("title", "heading", "about", "code", "submit", "warning", "back")
}
log = logging.getLogger(__name__)

DEVICE_ROUTE = "/device"
TRIES = 20  # at once from one address: a class may share it
TRY_SECONDS = 15.0  # between two further tries from it
LONGEST_FORM = 1000  # bytes

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{
  margin: 0; padding: 12vh 1rem 2rem; font: 1rem/1.55 system-ui, sans-serif;
  background: light-dark(#fdfcfa, #171715); color: light-dark(#22201c, #ebe8e1);
}}
main {{ max-width: 27rem; margin: 0 auto; }}
h1 {{ font: 500 1.9rem/1.2 Georgia, serif; margin: 0 0 .8rem; }}
label {{ display: block; font-weight: 600; margin: 1.4rem 0 .35rem; }}
input, button {{
  font: inherit; border-radius: .625rem; min-height: 2.9rem; box-sizing: border-box;
}}
input {{
  width: 100%; padding: 0 .9rem; border: 1px solid light-dark(#8a8377, #77736a); color: inherit;
  background: light-dark(#ffffff, #1e1e1b); letter-spacing: .12em; text-transform: uppercase;
}}
button {{
  margin-top: .9rem; padding: 0 1.3rem; border: 0; cursor: pointer; color: #ffffff;
  background: light-dark(#1d5f5a, #26756d);
}}
input:focus-visible, button:focus-visible, a:focus-visible {{
  outline: 2px solid light-dark(#1d5f5a, #7cc4bb); outline-offset: 2px;
}}
a {{ color: light-dark(#1d5f5a, #7cc4bb); }}
.soft {{ color: light-dark(#6b655a, #a59f93); font-size: .95rem; }}
.error {{
  padding: .7rem .9rem; border-radius: .625rem;
  background: light-dark(#fbe9e4, #3a1f18); color: light-dark(#8a2a17, #f3b4a5);
}}
</style>
</head>
<body><main>
<h1>{heading}</h1>
<p>{about}</p>
{error}
<form method="post" action="/device">
<label for="code">{code}</label>
<input id="code" name="code" required maxlength="20" autocomplete="off" autocapitalize="characters"
 spellcheck="false" autofocus placeholder="XXXX-XXXX">
<button>{submit}</button>
</form>
<p class="soft">{warning}</p>
<p><a href="/">{back}</a></p>
</main></body>
</html>
"""


class DevicePairing:
    """Answers GET and POST of `/device`."""

    def __init__(self, codes: DeviceCodes, *, secure: bool, tries: CodeTries | None = None):
        self._codes = codes
        self._secure = secure
        self._tries = tries or CodeTries(TRIES, TRY_SECONDS)

    async def answer(self, request: Request) -> Response:
        """Show the form; or take a code, and make this browser the learner who made it."""
        if request.method != "POST":
            return _page()
        if not is_same_origin(request):
            return _page(OTHER_SITE(), 403)
        address = request.client.host if request.client else ""
        body = await request.body()
        code = parse_qs(body.decode("utf-8", "replace")).get("code", [""])[0]
        if self._tries.take(address) is None:
            seconds = math.ceil(self._tries.seconds_to_wait(address))
            return _page(TOO_MANY_CODES(seconds=seconds), 429)
        try:
            # Deriving the key of a code takes a while on purpose; others are answered meanwhile.
            token = await run_in_threadpool(self._codes.redeem, code)
        except LiveStateLost:
            return _page(UNAVAILABLE(), 503)
        if token is None:
            return _page(WRONG_CODE(), 422)
        log.info("a learner goes on in another browser")
        answer = RedirectResponse("/", status_code=303)
        cookie = cookie_line(LEARNER_COOKIE, token, YEAR_SECONDS, secure=self._secure)
        answer.headers.append("set-cookie", cookie)
        return answer


def _page(error: str = "", status: int = 200) -> HTMLResponse:
    alert = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    texts = {name: words() for name, words in _PAGE_TEXTS.items()}
    headers = {"cache-control": "no-store"}
    return HTMLResponse(_PAGE.format(error=alert, **texts), status_code=status, headers=headers)
