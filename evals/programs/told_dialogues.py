"""Dialogues with made-up students: is every sentence that the tutor says of a call so?

A sentence "`f(2)` gives `3`" has to be what the program at hand gives, or a version of it that was
only told; "as it should" and "it should give" what the right program gives.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from evals.programs.program_claims import read_claims
from evals.programs.program_talk import Talk, TalkReply, open_talk
from evals.programs.program_truths import judge_reply, outcome
from tutor_app.conversation.services import Services
from tutor_app.programs.replies.accepted_answers import asked_about
from tutor_app.programs.replies.kept_cases import plain_call

WORDS = Path(__file__).parents[1] / "questions" / "told_dialogues.yaml"
_PLACES = ("first", "second", "third")
TURNS = 5  # of talk, before the program is mended
_PRAISE = ("as it should", "what you want", "as they should")  # of the catalogue's sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Untruth:
    """A reply with what is not so in it, and the message that it answers."""

    message: str
    reply: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDialogues:
    """What came of dialogues: `claims` counts what was said of calls."""

    replies: int
    claims: int
    untrue: tuple[Untruth, ...]


@cache
def _words() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    return loaded


def play_dialogues(count: int, seed: int, services: Services) -> PlayedDialogues:
    """Play so many dialogues, chosen by seed, and hold each reply against runs."""
    chance = random.Random(seed)
    replies = claims = 0
    untrue: list[Untruth] = []
    for number in range(count):
        student = _Student.drawn(chance)
        for message, reply in student.play(open_talk(f"told-{seed}-{number}", services)):
            replies += 1
            claims += len(read_claims(reply.text, student.source))
            untrue += (
                Untruth(message=message, reply=reply.text, what=what)
                for what in _untrue(reply, student)
            )
    return PlayedDialogues(replies=replies, claims=claims, untrue=tuple(untrue))


def _untrue(reply: TalkReply, student: _Student) -> Iterator[str]:
    told = [one for one in (reply.described, reply.version) if one is not None]
    judged = judge_reply(reply.text, [student.source, *told], student.right, [])
    yield from (f"{each.call} {each.kind} {each.value}" for each in judged.untrue + judged.wrong)
    for sentence in reply.sentences:
        praised = any(words in sentence.text for words in _PRAISE)
        for claim in read_claims(sentence.text, student.source) if praised else ():
            if claim.call is not None and claim.kind == "gives":
                if claim.value != student.due(claim.call):
                    yield f"{claim.call} praised with {claim.value}"


@dataclass(slots=True)
class _Student:
    """A student with a faulty program, who knows what its calls must give."""

    chance: random.Random
    right: str
    source: str
    calls: list[str]
    wrong: list[str]

    @classmethod
    def drawn(cls, chance: random.Random) -> _Student:
        program = chance.choice(_words()["programs"])
        calls = chance.sample(program["calls"], len(program["calls"]))
        prints = "".join(f"print({call})\n" for call in calls)
        right = f"{program['right']}\n{prints}"
        wrong = [right.replace(old, new) for old, new in program["wrong"]]
        chance.shuffle(wrong)
        return cls(chance, right, wrong[0], calls, wrong[1:])

    def due(self, call: str) -> str:
        return _shown(self.right, call)

    def play(self, talk: Talk) -> Iterator[tuple[str, TalkReply]]:
        """Yield the messages with their replies: complaint, talk, versions, the right one."""
        message = f"{self._say('openings')}\n\n```python\n{self.source}```"
        reply, talk = talk.say(message)
        yield message, reply
        for _ in range(TURNS):
            message = self._next(talk)
            reply, talk = talk.say(message)
            yield message, reply
            self.source = reply.version or self.source  # a change that was told as made
        self.source = self.right
        message = f"{self._say('versions')}\n\n```python\n{self.source}```"
        yield message, talk.say(message)[0]

    def _next(self, talk: Talk) -> str:
        """Answer what was asked, half of the time; else talk, or bring another version."""
        record = talk.session.work.program if talk.session.work is not None else None
        call, proposed = asked_about(record.awaited) if record is not None else (None, None)
        if call is not None and self.chance.random() < 0.6:
            asked = next(
                (c for c in self.calls if plain_call(c) == plain_call(call)), self.calls[0]
            )
            if proposed is not None:
                return "yes" if proposed == self.due(asked) else f"no, {self.due(asked)}"
            return self._say("answers", asked)
        if self.wrong and self.chance.random() < 0.2:
            self.source = self.wrong.pop()
            return f"{self._say('versions')}\n\n```python\n{self.source}```"
        return self._say("talk")

    def _say(self, kind: str, call: str | None = None) -> str:
        failing = [c for c in self.calls if _shown(self.source, c) != self.due(c)]
        right = [c for c in self.calls if c not in failing] or self.calls
        chosen = call or self.chance.choice(failing or self.calls)
        other = self.chance.choice(right)
        names = [w for w in self.source.split() if w.isidentifier() and f"{w} =" in self.source]
        return str(self.chance.choice(self._fitting(kind, other))).format(
            call=chosen,
            bare=chosen.partition("(")[2][:-1],
            place=_PLACES[self.calls.index(chosen)],
            gives=_shown(self.source, chosen),
            due=self.due(chosen),
            name=self.chance.choice(names or ["it"]),
            number=self.chance.randint(0, 5),
            other_call=other,
            other_place=_PLACES[self.calls.index(other)],
            other_due=self.due(other),
        )

    def _fitting(self, kind: str, other: str) -> list[str]:
        """Return the wordings that are true: nothing is called fine that is not."""
        is_fine = _shown(self.source, other) == self.due(other)
        is_right = self.source == self.right
        texts: list[str] = _words()[kind]
        kept = [each for each in texts if is_fine or "{other_call}" not in each]
        return [each for each in kept if is_right or kind != "versions" or "now {due}" not in each]


def _shown(source: str, call: str) -> str:
    seen = outcome(source, call)
    return seen.value if seen.value is not None else (seen.error.type if seen.error else "")
