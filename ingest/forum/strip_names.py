"""Takes names, handles and addresses out of a forum's text before anything is stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from ingest.forum.forum_thread import ForumThread
from tutor_app.retrieval.vocabulary import english_ranks

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# What code marks so is kept: "@app.get(", "@property" above a function, "@types/node".
_MENTION = re.compile(
    r"(?<![\w@/.])@(?!user\b)[A-Za-z][\w-]*(?:\.[\w-]+)*"
    r"(?![\w(/-]|\.\w|\s*\n\s*(?:@|def |async |class ))"
)
_QUOTED_USER = re.compile(r"""(\[quote=["']?)[^,"'\]]+""")
_USER_CARD = re.compile(r"(/u(?:sers?)?/)[\w.%-]+")
_SHORTEST = 2  # letters of a part of a name that is struck out
_NAME, _USER, _ADDRESS = "[name]", "@user", "[email]"


def strip_people(thread: ForumThread, people: Callable[[str], str]) -> ForumThread:
    """Return the thread without what `people` (of `people_stripper`) takes out of a text."""
    posts = tuple(replace(post, text=people(post.text)) for post in thread.posts)
    return replace(thread, title=people(thread.title), posts=posts)


def people_stripper(people: Iterable[str]) -> Callable[[str], str]:
    """Return what takes these people, all mentions and all mail addresses out of a text.

    Whole names and handles go whatever their case. A part of a name that is also an English word
    ("Will", "mark") goes only where it is written as a name is: with a capital.
    """
    whole: set[str] = set()
    as_written: set[str] = set()
    for person in people:
        name = person.split("@")[0].strip() if "@" in person else person.strip()
        parts = [part for part in re.split(r"[\s,.()]+", name) if len(part) >= _SHORTEST]
        if len(parts) > 1:
            whole.add(name)
        for part in parts:
            is_word = part.lower() in english_ranks() or len(part) == _SHORTEST
            (as_written if is_word else whole).add(part if not is_word else part.capitalize())
    patterns = [
        (_alternatives(whole, re.IGNORECASE), _NAME),
        (_alternatives(as_written, 0), _NAME),
    ]

    def strip(text: str) -> str:
        text = _EMAIL.sub(_ADDRESS, text)
        text = _USER_CARD.sub(r"\1user", text)
        text = _QUOTED_USER.sub(r"\1user", text)
        text = _MENTION.sub(_USER, text)
        for pattern, placeholder in patterns:
            if pattern is not None:
                text = pattern.sub(placeholder, text)
        return text

    return strip


def _alternatives(names: set[str], flags: int) -> re.Pattern[str] | None:
    if not names:
        return None
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", flags)
