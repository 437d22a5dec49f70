"""A forum of people who are nobody, as vendors export it, with names wherever people put them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_TOLD = yaml.safe_load(Path(__file__).with_name("planted_forum.yaml").read_text(encoding="utf-8"))
_LONGEST_ORDINARY = 3  # letters: a part of a name that is shorter may be any word


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody of the planted forum."""

    name: str
    handle: str

    @property
    def first(self) -> str:
        return self.name.split()[0]

    @property
    def mail(self) -> str:
        return f"{self.handle}@students.example"

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must stand nowhere: name, surname, handle, address."""
        surname = self.name.split()[-1]
        parts = (self.name, self.handle, self.mail, *((surname,) if surname != "Grace" else ()))
        return tuple(part for part in parts if len(part) > _LONGEST_ORDINARY)


PEOPLE = tuple(Person(name=name, handle=handle) for name, handle in _TOLD["people"])


def exports(seed: int) -> dict[str, Any]:
    """Return a file of each vendor's shape by name, as JSON values."""
    rng = random.Random(seed)
    return {
        "discourse.json": {"topics": [_discourse(one) for one in _threads(rng)]},
        "ed.json": {"threads": [_ed(one) for one in _threads(rng)]},
        "piazza.json": [_piazza(one) for one in _threads(rng)],
        "threads.json": [_plain(one) for one in _threads(rng)],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlantedThread:
    number: int
    title: str
    posts: tuple[tuple[Person, str], ...]


def _threads(rng: random.Random) -> Iterator[_PlantedThread]:
    for number, told in enumerate(_TOLD["threads"], 1):
        people = rng.sample(PEOPLE, len(told["posts"]) + 1)
        named = people[-1]
        yield _PlantedThread(
            number=number,
            title=_filled(told["title"], named, people[0]),
            posts=tuple(
                (writer, _filled(text, named, writer))
                for writer, text in zip(people, told["posts"], strict=False)
            ),
        )


def _filled(text: str, named: Person, writer: Person) -> str:
    return text.format(
        name=named.name,
        first=named.first,
        handle=named.handle,
        mail=named.mail,
        other=writer.name,
        other_first=writer.first,
        other_handle=writer.handle,
    )


def _day(number: int) -> str:
    return f"2026-10-{number:02}T09:00:00Z"


def _discourse(thread: _PlantedThread) -> dict[str, Any]:
    posts = [
        {
            "post_number": number,
            "username": person.handle,
            "name": person.name,
            "cooked": f"<p>{text}</p>",
            "created_at": _day(number),
            "moderator": number == 2,
        }
        for number, (person, text) in enumerate(thread.posts, 1)
    ]
    address = f"https://forum.example/t/{thread.number}"
    return {"title": thread.title, "url": address, "post_stream": {"posts": posts}}


def _ed(thread: _PlantedThread) -> dict[str, Any]:
    def record(number: int) -> dict[str, Any]:
        person, text = thread.posts[number]
        role = "staff" if number == 1 else "student"
        user = {"name": person.name, "email": person.mail, "role": role}
        return {"text": text, "created_at": _day(number + 1), "user": user}

    answers = [record(number) | {"comments": []} for number in range(1, len(thread.posts))]
    return record(0) | {"title": thread.title, "answers": answers, "comments": []}


def _piazza(thread: _PlantedThread) -> dict[str, Any]:
    (_, asked), *rest = thread.posts
    children = [
        {
            "type": "i_answer" if number == 0 else "followup",
            "created": _day(number + 2),
            "history": [{"content": f"<p>{text}</p>", "created": _day(number + 2)}],
            "children": [],
            "user_name": person.name,
        }
        for number, (person, text) in enumerate(rest)
    ]
    history = [{"subject": thread.title, "content": f"<p>{asked}</p>", "created": _day(1)}]
    people = [{"email": person.mail, "name": person.name} for person in PEOPLE]
    return {
        "type": "question",
        "status": "active",
        "history": history,
        "children": children,
        "change_log": people,
    }


def _plain(thread: _PlantedThread) -> dict[str, Any]:
    posts = [
        {
            "post_number": number,
            "role": "staff" if number == 2 else "student",
            "username": person.handle,
            "name": person.name,
            "text": text,
            "created_at": _day(number),
        }
        for number, (person, text) in enumerate(thread.posts, 1)
    ]
    members = [{"username": person.handle, "name": person.name} for person in PEOPLE]
    return {
        "topic_id": thread.number,
        "title": thread.title,
        "posts": posts,
        "participants": members,
    }
