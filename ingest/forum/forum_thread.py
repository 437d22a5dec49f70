"""A thread of a forum as it is kept: no names, only who is staff. Also its form as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from pydantic import TypeAdapter

PostRole = Literal["staff", "student"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumPost:
    """One post. `reply_to` is the number of the post that it answers, if that is known.

    `text` is Markdown, or HTML if `is_html`; `url` opens the post, `date` is its day: "2025-01-31".
    """

    number: int
    text: str
    role: PostRole = "student"
    date: str = ""
    url: str = ""
    reply_to: int | None = None
    accepted: bool = False
    is_html: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumThread:
    """A question with its answers, the question first."""

    title: str
    posts: tuple[ForumPost, ...]
    url: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumFile:
    """What is stored of an export: `forum` names the form of this file."""

    threads: tuple[ForumThread, ...]
    forum: Literal["elenchus-1"] = "elenchus-1"


@dataclass(slots=True)
class ForumExport:
    """An export as it was read. `skipped` counts by reason what was left out.

    `people` are all names, handles and addresses that stand in its fields.
    """

    threads: list[ForumThread] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    people: set[str] = field(default_factory=set)


FORUM_ADAPTER: TypeAdapter[ForumFile] = TypeAdapter(ForumFile)
