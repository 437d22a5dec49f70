"""Questions for the reason that the course gives: how a sentence with "because" goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tutor_app.answering.practice.cloze import sentence_id
from tutor_app.answering.practice.leaning_sentences import leans_on_others
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.term_questions import mix_options
from tutor_app.answering.question_features import is_caption
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.values import (
    Chunk,
    PracticeQuestion,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

GOES_ON = phrase("conversation_practice.goes_on", "claim")
_WORDS: Final[dict[str, Any]] = read_yaml(Path(__file__).with_name("reason_words.yaml"))
_LEANS: Final = frozenset(_WORDS["leans"].split())
_GOES_ON: Final = frozenset(_WORDS["goes_on"].split())
_LENGTHS = range(4, 24)  # words of a claim and of a reason
_OTHERS = 2
_NAMED_NODE = re.compile(r"(?<![\w*])[B-HJ-Z](?![\w*’'])|\d")  # of an example, or a number
_ENDS = ".;:"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonSentence:
    """A sentence of the course that gives the reason of what it claims."""

    claim: str
    join: str
    reason: str
    sentence: str
    chunk: Chunk

    @property
    def item(self) -> str:
        return f"reason:{sentence_id(self.sentence)}"

    @property
    def words(self) -> frozenset[str]:
        return frozenset(tokens(f"{self.claim} {self.reason}"))


def reasons_of(course: CourseForPractice) -> list[ReasonSentence]:
    """Return the sentences that give a reason and can be understood alone, in reading order."""
    return list(_reasons(course))


def _reasons(course: CourseForPractice) -> Iterator[ReasonSentence]:
    for chunk, sentence in course.sentences():
        text = " ".join(sentence.text.split())
        join = next((each for each in _WORDS["joins"] if text.count(each) == 1), None)
        if join is None or leans_on_others(text) or is_caption(text):
            continue
        claim, reason = text.split(join)
        reason = re.split(f"[{_ENDS}]", reason)[0].strip()
        if _stands(claim) and _stands(reason) and not _NAMED_NODE.search(text):
            yield ReasonSentence(
                claim=claim, join=join, reason=reason, sentence=sentence.text, chunk=chunk
            )


def _stands(part: str) -> bool:
    words = part.split()
    plain = [word.casefold() for word in words]
    leans = plain[0] in _LEANS or not _GOES_ON.isdisjoint(plain)
    return len(words) in _LENGTHS and not leans and part.count("(") == 0


def ask_for_reason(
    asked: ReasonSentence, all_reasons: Sequence[ReasonSentence]
) -> PracticeQuestion | None:
    """Return the choice among reasons of the course; None where too few other reasons are given.

    The wrong ones are given elsewhere, for something else: none of their claim's content words may
    stand in this claim, and so none of them can be a second reason for it.
    """
    claimed = set(tokens(asked.claim))
    elsewhere = [
        other
        for other in all_reasons
        if other.chunk.headings != asked.chunk.headings
        and claimed.isdisjoint(tokens(other.claim))
        and asked.reason.casefold() != other.reason.casefold()
    ]
    # Of the same file, and as long as the right one: neither subject nor length tells.
    file, length = asked.chunk.document.id, len(asked.reason)
    elsewhere.sort(key=lambda o: (o.chunk.document.id != file, abs(len(o.reason) - length)))
    claims: dict[str, str] = {}
    for other in elsewhere:
        claims.setdefault(other.reason, other.claim)
    wrong = list(claims)[:_OTHERS]
    if len(wrong) < _OTHERS:
        return None
    claims[asked.reason] = asked.claim
    options = mix_options(asked.reason, wrong)
    return PracticeQuestion(
        item=asked.item,
        name=asked.claim,
        kind="reason",
        text=GOES_ON(claim=f"{asked.claim}{asked.join.rstrip()} …"),
        accepted=(asked.reason,),
        options=options,
        notes=tuple(claims[option] for option in options),
        chunk_id=asked.chunk.id,
        sentence=asked.sentence,
    )
