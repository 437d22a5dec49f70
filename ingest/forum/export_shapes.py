"""Forum exports as Discourse, Ed and Piazza shape them, and the plain one, told by their fields.

The field names are those of the vendors' exports and interfaces; whatever else stands there is not
looked at. Private threads, whispers and what was deleted stay out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

from ingest.forum.forum_thread import ForumExport, ForumPost, ForumThread, PostRole

_STAFF_ROLES = frozenset(
    ("admin", "moderator", "staff", "instructor", "professor")
    + ("ta", "tutor", "mentor", "teacher", "lecturer")
)
_PERSON_FIELDS = ("name", "username", "display_name", "display_username", "email", "user_name")
_TAG = re.compile(r"<[^>]+>")
Record = dict[str, Any]


def read_export(data: object) -> ForumExport | None:
    """Return the threads of an export; None if it is none of a known shape."""
    export = ForumExport()
    users = _users(data)
    known = False
    for record in _records(data):
        for detect, read in _SHAPES:
            if detect(record):
                known = True
                _note_people(record, export.people)
                read(record, export, users)
                break
    for user in users.values():
        _note_people(user, export.people)
    return export if known else None


def _records(data: object) -> Iterator[Record]:
    """Yield what may be a thread: the file itself, a list of them, or one under a usual name."""
    if isinstance(data, list):
        for one in data:
            yield from _records(one)
    elif isinstance(data, dict):
        inside = [data[key] for key in ("threads", "topics", "thread", "posts_list") if key in data]
        inside = inside or [data["content"]] if isinstance(data.get("content"), list) else inside
        if inside:
            for one in inside:
                yield from _records(one)
        else:
            yield data


def _users(data: object) -> dict[str, Record]:
    """Return the people that the file lists, by their id."""
    listed = data.get("users", []) if isinstance(data, dict) else []
    people = [one for one in listed if isinstance(one, dict)]
    return {str(one.get("id", one.get("user_id"))): one for one in people}


def _note_people(value: object, people: set[str]) -> None:
    if isinstance(value, list):
        for one in value:
            _note_people(one, people)
    elif isinstance(value, dict):
        is_person = any(key in value for key in ("username", "email", "role", "display_name"))
        for key, one in value.items():
            if is_person and key in _PERSON_FIELDS and isinstance(one, str) and one.strip():
                people.add(one.strip())
            elif key in ("username", "email", "user_name") and isinstance(one, str):
                people.add(one.strip())
            else:
                _note_people(one, people)


# --- the plain shape: topic_id, title, url, posts with post_number, role, text --------------------


def _is_plain(record: Record) -> bool:
    posts = record.get("posts")
    return isinstance(posts, list) and any("text" in one for one in posts if isinstance(one, dict))


def _plain(record: Record, export: ForumExport, users: dict[str, Record]) -> None:
    url = _address(record.get("url"))
    posts: list[ForumPost] = []
    for place, one in enumerate(record["posts"], 1):
        number = _number(one.get("post_number")) or place
        posts.append(
            ForumPost(
                number=number,
                text=str(one.get("text", "")),
                role=_role(one.get("role")),
                date=_day(one.get("created_at") or one.get("date")),
                url=_address(one.get("url")) or (f"{url}/{number}" if url else ""),
                reply_to=_number(one.get("reply_to_post_number")),
                accepted=bool(one.get("accepted_answer")),
            )
        )
    _add(export, record, posts, url)


# --- Discourse: a topic with its post_stream ------------------------------------------------------


def _is_discourse(record: Record) -> bool:
    return isinstance(record.get("post_stream"), dict)


def _discourse(record: Record, export: ForumExport, users: dict[str, Record]) -> None:
    if record.get("archetype") == "private_message":
        export.skipped["private"] += 1
        return
    url = _address(record.get("url") or record.get("topic_url"))
    posts: list[ForumPost] = []
    for one in record["post_stream"].get("posts", ()):
        if one.get("deleted_at") or one.get("user_deleted") or one.get("hidden"):
            export.skipped["deleted"] += 1
            continue
        if one.get("post_type", 1) != 1:  # 2 moderator action, 3 small action, 4 whisper
            export.skipped["whisper"] += 1
            continue
        number = _number(one.get("post_number")) or len(posts) + 1
        raw = one.get("raw")
        is_staff = any(one.get(key) for key in ("admin", "moderator", "staff"))
        posts.append(
            ForumPost(
                number=number,
                text=str(raw or one.get("cooked", "")),
                role="staff" if is_staff else "student",
                date=_day(one.get("created_at")),
                url=f"{url}/{number}" if url else "",
                reply_to=_number(one.get("reply_to_post_number")),
                accepted=bool(one.get("accepted_answer")),
                is_html=not raw,
            )
        )
    _add(export, record, posts, url)


# --- Ed: a thread with answers and comments -------------------------------------------------------


def _is_ed(record: Record) -> bool:
    return "title" in record and isinstance(record.get("answers"), list)


def _ed(record: Record, export: ForumExport, users: dict[str, Record]) -> None:
    if record.get("private") or record.get("is_private"):
        export.skipped["private"] += 1
        return
    url = _address(record.get("url"))
    posts: list[ForumPost] = []

    def add(one: Record, reply_to: int | None) -> None:
        if one.get("deleted_at") or one.get("is_private") or one.get("private"):
            export.skipped["deleted"] += 1
            return
        user = one.get("user") or users.get(str(one.get("user_id"))) or {}
        written = one.get("text") or one.get("document")
        number = len(posts) + 1
        posts.append(
            ForumPost(
                number=number,
                text=str(written or one.get("content", "")),
                role=_role(user.get("role") or user.get("course_role")),
                date=_day(one.get("created_at")),
                url=url,
                reply_to=reply_to,
                accepted=bool(one.get("endorsed") or one.get("is_endorsed"))
                and reply_to is not None,
                is_html=not written,
            )
        )
        for inner in (*one.get("answers", ()), *one.get("comments", ())):
            add(inner, number)

    add(record, None)
    _add(export, record, posts, url)


# --- Piazza: a post with history and children -----------------------------------------------------


def _is_piazza(record: Record) -> bool:
    return isinstance(record.get("history"), list) and "children" in record


def _piazza(record: Record, export: ForumExport, users: dict[str, Record]) -> None:
    if record.get("status") in ("private", "deleted") or "instructor-note" in record.get(
        "tags", ()
    ):
        export.skipped["deleted" if record["status"] == "deleted" else "private"] += 1
        return
    newest: Record = (record["history"] or [{}])[0]
    url = _address(record.get("url"))
    posts: list[ForumPost] = []

    def add(one: Record, said: Record, reply_to: int | None) -> None:
        user = users.get(str(said.get("uid") or one.get("uid"))) or {}
        is_staff = one.get("type") == "i_answer" or _role(user.get("role")) == "staff"
        number = len(posts) + 1
        endorsed = one.get("tag_endorse") or one.get("is_tag_endorse")
        posts.append(
            ForumPost(
                number=number,
                text=str(said.get("content") or one.get("subject", "")),
                role="staff" if is_staff else "student",
                date=_day(said.get("created") or one.get("created")),
                url=url,
                reply_to=reply_to,
                accepted=one.get("type") == "i_answer" or bool(endorsed and reply_to),
                is_html=True,
            )
        )
        for inner in one.get("children", ()):
            add(inner, (inner.get("history") or [{}])[0], number)

    add(record, newest, None)
    _add(
        export, {"title": newest.get("subject", ""), "tags": record.get("folders", ())}, posts, url
    )


_Read = Callable[[Record, ForumExport, dict[str, Record]], None]
_SHAPES: tuple[tuple[Callable[[Record], bool], _Read], ...] = (
    (_is_discourse, _discourse),
    (_is_piazza, _piazza),
    (_is_ed, _ed),
    (_is_plain, _plain),
)


def _add(export: ForumExport, record: Record, posts: list[ForumPost], url: str) -> None:
    kept = [post for post in posts if _TAG.sub("", post.text).strip()]
    export.skipped["empty"] += len(posts) - len(kept)
    if not kept:
        return
    title = html.unescape(_TAG.sub("", str(record.get("title", "")))).strip()
    tags = tuple(
        str(t.get("name", "") if isinstance(t, dict) else t) for t in record.get("tags") or ()
    )
    export.threads.append(ForumThread(title=title, posts=tuple(kept), url=url, tags=tags))


def _role(value: object) -> PostRole:
    return "staff" if str(value).lower() in _STAFF_ROLES else "student"


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _day(value: object) -> str:
    found = re.match(r"\d{4}-\d\d-\d\d", str(value or ""))
    return found[0] if found else ""


def _address(value: object) -> str:
    text = str(value or "")
    return text if text.startswith(("http://", "https://")) else ""
