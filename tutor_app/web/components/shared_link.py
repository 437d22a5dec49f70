"""A link that brings students somewhere, to copy, to project or to print as a QR code."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

QR_OF = phrase("page_links.qr_of", "address")
DOWNLOAD_QR = phrase("page_links.download_qr")
THIS_COMPUTER_ONLY = phrase("page_links.this_computer_only")
_HERE = {"localhost", "127.0.0.1", "::1"}
_PIXELS = 16  # a module of the picture to print: sharp at the width of a slide
_CORRECTION = "m"  # 15% of a code may be hidden, as by a reflection on the screen


def page_address(path: str, **query: str) -> str:
    """Return the address of a page, as this browser reaches the server."""
    here = urlsplit(st.context.url or "")
    return _address(f"{here.scheme}://{here.netloc}" if here.netloc else "", path, query)


def _address(server: str, path: str, query: Mapping[str, str]) -> str:
    return f"{server}/{path}?{urlencode(query)}"


def draw_shared_link(address: str, key: str) -> None:
    """Draw the address with its QR code; say where nobody else can reach it."""
    code = segno.make_qr(address, error=_CORRECTION)
    with st.container(key=f"link-{key}", gap="small"):
        st.code(address, language=None, wrap_lines=True)
        if urlsplit(address).hostname in _HERE:
            st.warning(THIS_COMPUTER_ONLY(), icon=":material/wifi_off:")
        st.html(
            f'<img class="el-qr" src="{code.svg_data_uri(dark="#000", light="#fff", border=4)}" '
            f'alt="{escape(QR_OF(address=address))}">'
        )
        st.download_button(
            DOWNLOAD_QR(),
            data=qr_png(address),
            file_name=f"{key}.png",
            mime="image/png",
            key=f"qr-{key}",
            icon=":material/qr_code_2:",
            on_click="ignore",
        )


def qr_png(address: str) -> bytes:
    """Return the QR code of an address as a picture to print."""
    out = io.BytesIO()
    segno.make_qr(address, error=_CORRECTION).save(out, kind="png", scale=_PIXELS, border=4)
    return out.getvalue()
