"""HTML to blocks. Beautiful Soup reads what browsers do: tags that nobody closed, any encoding."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from ingest.readers.source_blocks import SourceBlock, code_blocks, inline_text, plain_block
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.material import Origin

_WORDS = read_word_lists(Path(__file__).with_name("html_tags.yaml"))
_DROPPED, _BLOCKS = _WORDS["dropped"], _WORDS["blocks"]
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_KEPT_TAGS = {"code": "code", "kbd": "code", "tt": "code", "b": "b", "strong": "b", "th": "b"}
_KEPT_TAGS |= {"i": "i", "em": "i", "sub": "sub", "sup": "sup"}
_DATA_ADDRESS = re.compile(r"data:image/[\w.+-]+;base64,(.+)", re.S)
_MAIN = ("main", "article", '[role="main"]', "#content", "#main-content")
_MAIN_SHARE = 0.5  # of the page's letters: what holds less is not the page's text


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPage:
    """A page as blocks; `title` and `url` are what it says of itself."""

    blocks: tuple[SourceBlock, ...]
    title: str = ""
    url: str = ""


def read_web_page(content: bytes | str) -> WebPage:
    """Return the blocks of an HTML page, without its menus and programs."""
    soup = BeautifulSoup(content, "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    url = _own_address(soup)
    for tag in soup.find_all(_is_dropped):
        tag.decompose()
    origin = Origin(url=url, title=title) if url else None
    blocks = list(_blocks(_main_part(soup)))
    if title and not any(block.role == "heading" for block in blocks):
        blocks.insert(0, plain_block("heading", title, level=1))
    return WebPage(
        blocks=tuple(replace(block, origin=origin) for block in blocks), title=title, url=url
    )


def _is_dropped(tag: Tag) -> bool:
    return tag.name in _DROPPED or tag.get("hidden") is not None


def _own_address(soup: BeautifulSoup) -> str:
    for selector, key in (
        ('link[rel~="canonical"]', "href"),
        ('meta[property="og:url"]', "content"),
    ):
        tag = soup.select_one(selector)
        if tag is not None and str(tag.get(key, "")).startswith(("http://", "https://")):
            return str(tag[key])
    return ""


def _main_part(soup: BeautifulSoup) -> Tag:
    whole: Tag = soup.body or soup
    letters = len(whole.get_text())
    for selector in _MAIN:
        found = soup.select_one(selector)
        if found is not None and len(found.get_text()) > _MAIN_SHARE * letters:
            return found
    return whole


def _blocks(tag: Tag) -> Iterator[SourceBlock]:
    """Yield the blocks inside a tag; loose words between them are paragraphs."""
    loose: list[Tag | NavigableString] = []
    for child in tag.children:
        if isinstance(child, Tag) and (child.name in _BLOCKS or _holds_blocks(child)):
            yield from _loose_text(loose)
            loose = []
            yield from _blocks_of(child)
        elif isinstance(child, Tag) or type(child) is NavigableString:
            loose.append(child)
    yield from _loose_text(loose)


def _holds_blocks(tag: Tag) -> bool:
    return tag.find(lambda inner: inner.name in _BLOCKS or inner.name == "img") is not None or (
        tag.name == "img"
    )


def _blocks_of(tag: Tag) -> Iterator[SourceBlock]:
    if tag.name in _HEADINGS:
        yield from _one("heading", [tag], level=_HEADINGS[tag.name])
    elif tag.name == "pre":
        yield from code_blocks(tag.get_text())
    elif tag.name == "tr":
        cells = tuple(_inline([cell]) for cell in tag.find_all(["td", "th"], recursive=False))
        if any(cells):
            yield SourceBlock(role="row", cells=cells)
    elif tag.name == "img":
        yield from _picture(tag)
    elif tag.name == "li":
        yield from _item(tag)
    else:
        yield from _blocks(tag)


def _item(tag: Tag) -> Iterator[SourceBlock]:
    for number, block in enumerate(_blocks(tag)):
        if number == 0 and block.role == "text":
            yield replace(block, role="item", cells=(f"{_number_of(tag)}{block.cells[0]}",))
        else:
            yield block


def _number_of(tag: Tag) -> str:
    """Return the number before a point of a numbered list."""
    above = tag.parent
    if above is None or above.name != "ol":
        return ""
    begins = str(above.get("start", "1"))
    before = sum(isinstance(one, Tag) and one.name == "li" for one in tag.previous_siblings)
    return f"{(int(begins) if begins.isdecimal() else 1) + before}. "


def _picture(tag: Tag) -> Iterator[SourceBlock]:
    caption = inline_text(" ".join(str(tag.get("alt", "")).split()))
    match = _DATA_ADDRESS.match(str(tag.get("src", "")))
    try:
        picture = base64.b64decode(match[1]) if match else b""
    except (binascii.Error, ValueError):
        picture = b""
    if picture:
        yield SourceBlock(role="picture", cells=(caption,), picture=picture)
    elif caption:
        yield SourceBlock(role="text", cells=(caption,))


def _loose_text(parts: list[Tag | NavigableString]) -> Iterator[SourceBlock]:
    yield from _one("text", parts)


def _one(
    role: str, parts: list[Tag | NavigableString] | list[Tag], level: int = 0
) -> Iterator[SourceBlock]:
    text = _inline(parts)
    if text:
        yield SourceBlock(
            role="heading" if role == "heading" else "text", cells=(text,), level=level
        )


def _inline(parts: list[Tag | NavigableString] | list[Tag]) -> str:
    """Return inline HTML: words, code, emphasis; of a link its words."""
    return " ".join("".join(_pieces(parts)).split())


def _pieces(parts: list[Tag | NavigableString] | list[Tag]) -> Iterator[str]:
    for part in parts:
        if not isinstance(part, Tag):
            yield inline_text(str(part))
            continue
        inside = "".join(
            _pieces([c for c in part.children if isinstance(c, Tag) or type(c) is NavigableString])
        )
        kept = _KEPT_TAGS.get(part.name)
        if part.name == "br" or part.name in _BLOCKS:
            inside += " "
        yield f"<{kept}>{inside}</{kept}>" if kept and inside.strip() else inside
