"""A stored forum as blocks: each thread on a page of its own, each post under a heading."""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import ValidationError

from ingest.forum.forum_thread import FORUM_ADAPTER, ForumPost, ForumThread
from ingest.readers.markdown_file import markdown_blocks
from ingest.readers.source_blocks import SourceBlock, plain_block
from ingest.readers.web_page import read_web_page
from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.material import Origin
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.dates_in_words import write_short_day

NOT_A_FORUM = phrase("ingest_files.not_a_forum")
POST = phrase("ingest_files.post", "number", "who")
BY_STAFF = phrase("ingest_files.post_by_staff")
BY_STUDENT = phrase("ingest_files.post_by_student")
ACCEPTED = phrase("ingest_files.post_accepted")
UNTITLED = phrase("ingest_files.thread_untitled")

_MARKUP = re.compile(r"</?[a-z]+>")
_ASKED = 300  # characters of the post that another one answers


def read_forum(content: bytes) -> list[SourceBlock]:
    """Return the blocks of a stored forum.

    Raises:
        FileUnreadable: it is no forum as Elenchus stores them.
    """
    try:
        forum = FORUM_ADAPTER.validate_json(content)
    except ValidationError as exc:
        raise FileUnreadable(NOT_A_FORUM()) from exc
    return [block for n, thread in enumerate(forum.threads) for block in _thread(thread, n > 0)]


def _thread(thread: ForumThread, opens: bool) -> Iterator[SourceBlock]:
    title = thread.title or UNTITLED()
    yield plain_block("heading", title, level=1, opens=opens)
    texts = {post.number: _blocks(post) for post in thread.posts}
    asked = {number: _first_words(blocks) for number, blocks in texts.items()}
    answered = {thread.posts[0].number}
    answered |= {post.reply_to for post in thread.posts if post.reply_to and post.role == "staff"}
    for post in thread.posts:
        origin = Origin(
            url=post.url or thread.url,
            title=title,
            date=post.date,
            role=post.role,
            accepted=post.accepted,
            asked=asked.get(post.reply_to or 0, ""),
            asks=post.role == "student" and (post.number in answered or "?" in post.text),
        )
        yield plain_block("heading", _heading(post), level=2, origin=origin)
        for block in texts[post.number]:
            is_heading = block.role == "heading"
            yield replace(
                block, origin=origin, level=block.level + 2 if is_heading else block.level
            )


def _blocks(post: ForumPost) -> list[SourceBlock]:
    return list(read_web_page(post.text).blocks) if post.is_html else markdown_blocks(post.text)


def _first_words(blocks: Sequence[SourceBlock]) -> str:
    """Return the beginning of a post, as whole words."""
    text = " ".join(_MARKUP.sub("", cell) for block in blocks for cell in block.cells)
    words = html.unescape(" ".join(text.split()))
    return words if len(words) <= _ASKED else words[:_ASKED].rpartition(" ")[0]


def _heading(post: ForumPost) -> str:
    parts = [POST(number=post.number, who=BY_STAFF() if post.role == "staff" else BY_STUDENT())]
    if post.date:
        parts.append(write_short_day(datetime.date.fromisoformat(post.date)))
    if post.accepted:
        parts.append(ACCEPTED())
    return ", ".join(parts)
