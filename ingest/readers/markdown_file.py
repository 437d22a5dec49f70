"""Markdown with front matter. markdown-it-py follows CommonMark and is in the product already."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace

import yaml
from markdown_it import MarkdownIt

from ingest.readers.source_blocks import SourceBlock, plain_block
from ingest.readers.web_page import read_web_page
from tutor_app.domain.material import Origin

_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.S
)
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_DATES = ("date", "updated", "last_modified", "published")


def read_markdown(text: str) -> list[SourceBlock]:
    """Return the blocks of a Markdown file; its front matter gives title, address and date."""
    front, body = split_front_matter(text)
    url, title = str(front.get("url", "")), str(front.get("title", ""))
    date = next((found for key in _DATES if (found := _day(front.get(key)))), "")
    blocks = markdown_blocks(body)
    if title and not (blocks and blocks[0].role == "heading"):
        blocks.insert(0, plain_block("heading", title, level=1))
    is_address = url.startswith(("http://", "https://"))
    origin = Origin(url=url if is_address else "", title=title, date=date)
    return [replace(block, origin=origin if is_address or date else None) for block in blocks]


def markdown_blocks(text: str) -> list[SourceBlock]:
    """Return the blocks of Markdown without front matter."""
    return list(read_web_page(_MARKDOWN.render(text)).blocks)


def split_front_matter(text: str) -> tuple[dict[str, object], str]:
    """Return what stands in YAML before the text, and the text; broken YAML says nothing."""
    match = _FRONT_MATTER.match(text)
    if match is None:
        return {}, text
    try:
        front = yaml.safe_load(match[1])
    except yaml.YAMLError:
        front = None
    return (front if isinstance(front, dict) else {}), text[match.end() :]


def _day(value: object) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]
    found = re.match(r"\d{4}-\d\d-\d\d", str(value or ""))
    return found[0] if found else ""
