"""The page where a code makes this browser the same learner as another one.

It is plain HTML, not one of Streamlit's pages: the learner's cookie is out of reach of scripts, so
only an answer of the server can set it.
"""

from __future__ import annotations

import logging
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tutor_app.cookies import LEARNER_COOKIE, YEAR_SECONDS, cookie_line
from tutor_app.errors import LiveStateLost
from tutor_app.guessing import WrongCodes

if TYPE_CHECKING:
    from starlette.requests import Request

    from tutor_app.memory import DeviceCodes

log = logging.getLogger(__name__)

DEVICE_ROUTE = "/device"
TRIES = 20  # of one address in five minutes: a class may stand behind one
LONGEST_FORM = 1000  # bytes

WRONG = (
    "That code is not valid. It works once, and for ten minutes: make a new one on your other "
    "device. Nothing was changed here."
)
ELSEWHERE = "This form was sent from another site, so nothing was changed. Enter the code here."
AWAY = "Codes cannot be looked up just now. Nothing was changed; try again in a moment."

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Another device · Elenchus</title>
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
<h1>Go on from another device</h1>
<p>On the device where your conversations are, open the menu on the left, choose
<b>Another device</b>, and make a code. Enter it here: this browser then shows the same
conversations, and the hints go on where you were.</p>
{error}
<form method="post" action="/device">
<label for="code">Code</label>
<input id="code" name="code" required maxlength="20" autocomplete="off" autocapitalize="characters"
 spellcheck="false" autofocus placeholder="XXXX-XXXX">
<button>Go on here</button>
</form>
<p class="soft">Conversations begun in this browser before are no longer shown here afterwards. To
keep them at hand, go the other way: make the code here.</p>
<p><a href="/">Back to the chat</a></p>
</main></body>
</html>
"""


class AnotherDevice:
    """Answers GET and POST of `/device`."""

    def __init__(self, codes: DeviceCodes, *, secure: bool, wrong: WrongCodes | None = None):
        self._codes = codes
        self._secure = secure
        self._wrong = wrong or WrongCodes(TRIES)

    async def answer(self, request: Request) -> Response:
        """Show the form; or take a code, and make this browser the learner who made it."""
        if request.method != "POST":
            return _page()
        if not _same_origin(request):
            return _page(ELSEWHERE, 403)
        address = request.client.host if request.client else ""
        if seconds := self._wrong.seconds_to_wait(address):
            return _page(f"Too many wrong codes. Try again in {seconds} s.", 429)
        body = (await request.body())[: LONGEST_FORM + 1]
        code = parse_qs(body.decode("utf-8", "replace")).get("code", [""])[0]
        try:
            # Deriving the key of a code takes a while on purpose; others are answered meanwhile.
            token = await run_in_threadpool(self._codes.redeem, code)
        except LiveStateLost:
            return _page(AWAY, 503)
        if token is None:
            self._wrong.note(address)
            return _page(WRONG, 422)
        log.info("a learner goes on in another browser")
        answer = RedirectResponse("/", status_code=303)
        cookie = cookie_line(LEARNER_COOKIE, token, YEAR_SECONDS, secure=self._secure)
        answer.headers.append("set-cookie", cookie)
        return answer


def _page(error: str = "", status: int = 200) -> HTMLResponse:
    said = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    headers = {"cache-control": "no-store", "x-frame-options": "DENY"}
    return HTMLResponse(_PAGE.format(error=said), status_code=status, headers=headers)


def _same_origin(request: Request) -> bool:
    """Another site must not make this browser somebody else (a form is no script: no CORS)."""
    if site := request.headers.get("sec-fetch-site", ""):  # sent over HTTPS and on localhost
        return site == "same-origin"
    origin = request.headers.get("origin", "")
    return urlsplit(origin).netloc == request.headers.get("host", "")
