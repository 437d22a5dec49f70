"""No word of a locked solution reaches a student, unless it is open elsewhere or theirs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tutor_app.domain.values import Cloze, Event, Quote, Sentence
from tutor_app.wording.catalogue import phrase

RUN = 6  # tokens in a row, as docs/teaching.md has it
_TOKEN = re.compile(r"\w+")
_FIGURE = re.compile(r"\d+|[^\W\d]")  # a number, or the one letter of a node
_QUOTED = re.compile(r"[“„]([^”“]*)[”“]")
_BREAK = "\0"
_Runs = frozenset[tuple[str, ...]]
WITHHELD = phrase("exercises_open_work.withheld")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """The runs of tokens that stand in locked solutions and nowhere in open material."""

    locked: _Runs = frozenset()

    @staticmethod
    def of(locked: Iterable[str], open_texts: Iterable[str]) -> Guard:
        """Return the guard of `locked` texts; what `open_texts` also say is open."""
        secret = frozenset(run for text in locked for run in _runs(text))
        known = (
            frozenset(run for text in open_texts for run in _runs(text)) if secret else frozenset()
        )
        return Guard(locked=secret - known)

    def leaks(self, text: str, own_words: Iterable[str] = (), *, computed: bool = False) -> bool:
        """True if `text` holds a run of a solution that is not in the student's own words.

        A quotation of the student does not join with the words beside it. `computed`: the text
        reports an exact run, so its figures are the run's own, also beside the student's words:
        "P, Q, G with cost 8" confirms "P Q G, cost 8". Runs of other words still count.
        """
        if not self.locked:
            return False
        own = tuple(own_words)
        found = self.locked.intersection(_runs(_parted(text, own)))
        if computed:
            found = frozenset(run for run in found if not _is_the_runs_own(run, own))
        return bool(found.difference(*(_runs(words) for words in own)))


def keep_locked(
    events: Iterable[Event], guard: Guard, own_words: Iterable[str], *, computed: bool = False
) -> Iterator[Event]:
    """Yield the events of a reply without those that would show words of a locked solution.

    `own_words` is what the student wrote in this conversation; `computed`: the reply is made of an
    exact run, and the reveal policy decides how much of that is shown. A notice replaces the first
    event that is left out. Words spread over several sentences in a row count, too.
    """
    said = tuple(own_words)
    told = False
    before = ""
    for event in events:
        text = shown_words(event)
        if text and guard.leaks(f"{before} {text}", said, computed=computed):
            if not told:
                yield Sentence(text=WITHHELD(), role="notice")
            told = True
            continue
        if text:
            before = " ".join(_TOKEN.findall(text)[-(RUN - 1) :])
        yield event


def shown_words(event: Event) -> str:
    """Return all words of an event that a student reads."""
    match event:
        case Sentence(text=text):
            return text
        case Cloze(before=before, answer=answer, after=after):
            return f"{before}{answer}{after}"
        case Quote():
            marked = (mark.text for mark in event.marked)
            return "\n".join((event.above, event.paragraph, event.below, event.onward, *marked))
        case _:
            return ""


def _is_the_runs_own(run: tuple[str, ...], own_words: Iterable[str]) -> bool:
    """Return whether a row of tokens is figures, or those that the student gave with a word or two.

    They are the student's where they wrote them in this order, whatever stood between.
    """
    figures = [token for token in run if _FIGURE.fullmatch(token)]
    if len(figures) == len(run):
        return True
    given = f" {' '.join(figures)} "
    said = (filter(_FIGURE.fullmatch, _tokens(words)) for words in own_words)
    mostly = len(figures) > len(run) / 2
    return mostly and any(given in f" {' '.join(theirs)} " for theirs in said)


def _parted(text: str, own_words: Iterable[str]) -> str:
    """Return the text with a break in place of each quotation of the student's own words."""
    said = [f" {' '.join(_tokens(words))} " for words in own_words]

    def part(quoted: re.Match[str]) -> str:
        words = f" {' '.join(_tokens(quoted[1]))} "
        return _BREAK if any(words in message for message in said) else quoted[0]

    return _QUOTED.sub(part, text)


def _runs(text: str) -> _Runs:
    parts = [_tokens(part) for part in text.split(_BREAK)]
    return frozenset(
        tuple(words[at : at + RUN]) for words in parts for at in range(len(words) - RUN + 1)
    )


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
