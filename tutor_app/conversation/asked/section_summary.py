"""A section in a few lines: a sentence from each of its parts, in order, as many as asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.asked.named_section import section_named
from tutor_app.conversation.asked.section_lines import lines_of
from tutor_app.conversation.from_map.shown_places import source_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import read_number
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Quote,
    Sentence,
    Sources,
    SourceSentence,
    TurnRecord,
)
from tutor_app.wording.catalogue import phrase, unsaid

IN_SHORT = phrase("conversation_map.in_short", "section", "file")
ONE_LINE = phrase("conversation_map.one_line", "sentence", "page")
_LINES = 4  # where no number is given
_MOST = 8
_FEWEST = 2  # a single line is no summary

_Told = tuple[Chunk, SourceSentence]


def section_in_short(turn: TurnContext) -> Iterator[Event] | None:
    """Return the lines of the section that a message wants in short; None where it wants none."""
    index, course_map = turn.index, turn.course_map
    text = turn.message.text
    if index is None or course_map is None or turn.message.wanted is not None:
        return None
    lines = lines_wanted(text)
    said = plain(text)
    if lines is None and ASKED["summary"].isdisjoint(said):
        return None
    wanted = min(lines or _LINES, _MOST)
    section = section_named(text, index, course_map)
    if section is None or wanted < _FEWEST:
        return None
    told = lines_of(section, wanted, course_map, index)
    if len(told) < _FEWEST:
        return None
    quotes = [replace(show_sentences([one], index)[0], quiet=True) for one in told]
    return _reply(turn, quotes, told)


def lines_wanted(text: str) -> int | None:
    """Return in how many lines or sentences a message wants something; None where in no number."""
    words = plain(text)
    for at, word in enumerate(words):
        if word in ASKED["units"] and at:
            try:
                return max(1, read_number(words[at - 1]))
            except ValueError:
                continue
    return None


def _reply(turn: TurnContext, quotes: Sequence[Quote], told: Sequence[_Told]) -> Iterator[Event]:
    headings = [chunk.headings for chunk, _ in told]
    shared = [
        name for names in zip(*headings, strict=False) for name in {*names} if len({*names}) == 1
    ]
    section, file = (shared or list(headings[0]))[-1], told[0][0].document.title
    yield Sentence(text=unsaid(IN_SHORT, turn.session, section=section, file=file), role="lead_in")
    for quote, (chunk, sentence) in zip(quotes, told, strict=True):
        text = ONE_LINE(sentence=sentence.text, page=quote.page)
        yield Sentence(text=text, role="result", passage_id=chunk.id)
    yield from quotes
    yield Sources(sources=tuple({quote.page: source_of(quote) for quote in quotes}.values()))
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
