"""Whether a student says that the program works now, or takes their leave: no run tells that."""

from __future__ import annotations

import re

_WORKS = re.compile(
    r"\b(?:works?|worked|working|pass(?:es|ed|ing)?(?! in\b)|fixed|solved|mended|correct output"
    r"|expected output|as (?:expected|intended))\b"
)
_NOT_YET = re.compile(
    r"\b(?:not|never|still|how|why|if|whether|half|almost|supposed|should|would|could|can|only"
    r"|confus\w*|strange|weird|puzzl\w*|that (?:is|are) (?:passing|correct|working|right)"
    r"|(?:first|second|third|1st|2nd) (?:\w+ )?(?:test|case|example|one)"
    r"|except|but|some(?:times)?|seems? (?:like|wrong)|trying|help me)\b|n't\b|\?"
)
_THANKS = re.compile(r"\b(?:thank(?:s| you)|thx|cheers|bye|goodbye|that'?s all)\b")
_YES = re.compile(r"^\W*(?:yes|yep|yeah|it does|it did|now it does)\b")
_TROUBLE = re.compile(r"\b(?:but|not|wrong|seems?|error|fails?|failing|still)\b|n't\b")


def says_it_works(plain: str) -> bool:
    """Whether the student says that the program does now what it should."""
    if _YES.search(plain) and _THANKS.search(plain):
        return True
    sentences = re.split(r"(?<=[.!?…])\s+|(?<=\.\.)|,\s+and\s+", plain)
    for number, sentence in enumerate(sentences):
        if _WORKS.search(sentence) and not _NOT_YET.search(sentence):
            return not any(_TROUBLE.search(later) for later in sentences[number + 1 :])
    return False


def says_goodbye(words: str) -> bool:
    """Whether a message thanks or takes its leave."""
    return bool(_THANKS.search(words.casefold()))
