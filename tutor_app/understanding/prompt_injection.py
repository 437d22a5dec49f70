"""Sentences of an answer that address its judge are neither an answer nor an instruction."""

from __future__ import annotations

import re

from tutor_app.domain.normal_form import split_sentences

_ADDRESSES = re.compile(
    r"^\W*(?:system|assistant|developer|user|instructions?|prompt)\s*:"
    r"|\b(?:graders?|language models?|chatbot|system prompt|tutor)\b"
    r"|\b(?:ignore|disregard|forget|override)\b.{0,30}"
    r"\b(?:above|below|instructions?|rules?|points?|list|previous|everything|prompt)\b"
    r"|\b(?:all|every|each)\b.{0,20}\bpoints?\b.{0,12}\b(?:covered|there|present|right|correct)\b"
    r"|\bpoints?\s+\d+.{0,30}\b(?:covered|there|present|right|correct)\b"
    r"|\b(?:output|reply|respond)\b.{0,40}\b(?:all|every|numbers?|list|json|covered|only|with)\b"
    r"|\b(?:mark|count|accept|grade|treat|confirm|say)\b.{0,20}\b(?:this|it|my|mine|the|that)\b.{0,30}"
    r"\b(?:right|correct|complete|covered|full marks?|points?)\b"
    r"|\b(?:student|answer)\b.{0,12}\b(?:is|has|was)\b.{0,20}"
    r"\b(?:complete|correct(?:ly)?|full marks?)\b"
    r"|[\"']covered[\"']\s*:",
    re.IGNORECASE,
)


def without_addressing(answer: str) -> str:
    """Return an answer without the sentences that tell a judge what to say about it.

    Empty lines between its parts stay.
    """
    parts = (_spoken_to_nobody(part) for part in re.split(r"\n{2,}", answer))
    return "\n\n".join(part for part in parts if part)


def _spoken_to_nobody(text: str) -> str:
    sentences = split_sentences(text, at_semicolons=True)
    return "\n".join(sentence for sentence in sentences if not _ADDRESSES.search(sentence))
