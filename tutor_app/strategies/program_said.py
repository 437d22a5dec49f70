"""What a student does in a message about a program: shows it, answers, asks, presses, is done."""

from __future__ import annotations

import re
from typing import Literal

from tutor_app.strategies.asides import aside
from tutor_app.strategies.program_view import Program

Said = Literal[
    "first",
    "attempt",
    "mended",
    "thanks",
    "stuck",
    "pressed",
    "why",
    "how",
    "look_up",
    "definition",
    "argue",
    "fix",
    "answer",
]

FEW_WORDS = 12  # a longer message says something of its own
_WORKS = re.compile(
    r"\b(?:works?|worked|working|pass(?:es|ed|ing)?|fixed|solved|mended|correct output"
    r"|expected output|as (?:expected|intended))\b"
)
_NOT_YET = re.compile(
    r"\b(?:not|never|still|how|why|if|whether|half|almost|supposed|should|would|could|can|only"
    r"|confus\w*|strange|weird|puzzl\w*|that (?:is|are) (?:passing|correct|working|right)"
    r"|(?:first|second|third|1st|2nd) (?:\w+ )?(?:test|case|example|one)"
    r"|except|but|some(?:times)?|seems? (?:like|wrong)|trying|help me)\b|n't\b|\?"
)
_IT_DOES = re.compile(r"(?:^|[.!?] )(?:yes[,!.]? )?(?:it looks like )?it (?:does|did)(?: now)?[.!]")
_THANKS = re.compile(r"\b(?:thank(?:s| you)|thx|cheers|bye|goodbye|that'?s all)\b")
_YES = re.compile(r"^\W*(?:yes|yep|yeah|it does|it did|now it does)\b")
# What the student wants to know of the language, to find the repair themselves.
_LOOK_UP = re.compile(
    r"\b(?:what|which|how)\b[^.?!]*\b(?:should|do|can|could|would) i\b[^.?!]*\?"
    r"|\b(?:don'?t know|not sure|can'?t remember) (?:how|what|which)\b[^.?!]*\b(?:to|i should)\b"
)
_DEFINITION = re.compile(
    r"^(?:\w+[,.!]? ){0,2}(?:what(?:'s| is| are) (?:an? |the )?(?!bug|fix|mistake|error|wrong)"
    r"|what do(?:es)? (?!you|it|this|that|my)|can you explain )[^.?!]*\?$"
)
_CHANGE = (
    r"(?:chang|replac|us|add|remov|delet|put|mov|switch|swap|set|writ|round|append|initiali[sz]"
    r"|convert|indent|updat|loop|stor|compar|return|subtract|multipl|insert|tr)(?:e|y|ing|ies)?\b"
)
# A change that the student says in words: "Should I use …?", "I forgot to set …", "… instead".
_FIX_IN_WORDS = re.compile(
    r"\b(?:should i|i (?:should|need to|have to|must|could|can|will|would|want to|might)|i'?ll|i'?d"
    rf"|(?:can|could|may|do|if) i|what if (?:i|we)|let me|i(?:'m| am) going to)\b(?:\W+\w+){{0,3}}?"
    rf"\W+{_CHANGE}|\binstead\b|\bi forgot\b|\b(?:have|needs?|has|ought) to be\b"
    r"|\b(?:am|was) i (?:missing|supposed to)\b|\bdo i (?:need|have) to\b|\bis it possible to\b"
    r"|\bi (?:changed|replaced|added|removed|switched|swapped|moved|put)\b"
)
_HOW = re.compile(
    r"\bhow (?:do|can|could|should|would) i (?:find|see|check|determine|know|tell|verify|test)\b"
)
_PRESSED = re.compile(
    r"\b(?:fix|solve|correct|rewrite|repair|debug|write|do) (?:it|this|that|my (?:code|program)"
    r"|the (?:code|program|bug|line))(?: out)? (?:for me|please|pls)\b"
    r"|\b(?:just|please|pls|can you(?: just)?) (?:fix|solve|correct|rewrite|repair)\b"
    r"|\b(?:give|show|send|tell|write)(?: me)? (?:just )?(?:the |a |your )?"
    r"(?:right |correct(?:ed)? |fixed |working |whole |full |complete )*"
    r"(?:code|program|line|fix|version|bug|mistake|error|answer|solution)\b"
    r"|\bwhat(?:'s| is) the (?:bug|fix|mistake|error|correct (?:code|line))\b"
    r"|\bwhere(?:'s| is) the (?:bug|mistake|error)\b"
    r"|\bwhat (?:do|should) i (?:write|type|put|change)\b"
)
_SIMPLER = re.compile(
    r"\bsimplif\w+ (?:it|that|the question)\b|\brephrase\b|\b(?:ask|say|put) (?:it"
    r"|that) (?:again|differently"
    r"|another way|in other words)\b|\bdon'?t (?:get|understand) (?:the|your|that) question\b"
)
_UNSURE = re.compile(
    r"\b(?:don'?t|do not|doesn'?t|not) (?:know|understand|see|sure|get it|remember)\b|\bno idea\b"
    r"|\bnot sure\b|\bconfus(?:ed|ing)\b|\bi'?m (?:so |really )?(?:lost|stuck)\b"
    r"|\bi can'?t remember\b"
)
_TROUBLE = re.compile(r"\b(?:but|not|wrong|seems?|error|fails?|failing|still)\b|n't\b")


def what_is_said(words: str, before: Program | None, program: Program) -> Said:
    """Tell what the student does in a message; `before` is the program it goes on from, if any."""
    plain = " ".join(words.casefold().replace("’", "'").split())
    if before is None:
        return "first"
    edited = program.text != before.text
    wanted = aside(words)
    if not edited and (wanted in ("pressed", "all") or _PRESSED.search(plain)):
        return "pressed"
    if says_it_works(plain) or (edited and _IT_DOES.search(plain)):
        return "mended"
    return "attempt" if edited else _said_in_words(words, plain)


def _said_in_words(words: str, plain: str) -> Said:
    wanted = aside(words)
    if wanted == "argue":
        return "argue"
    if _HOW.search(plain):
        return "how"
    if _LOOK_UP.search(plain):
        return "look_up"
    if _DEFINITION.search(plain):
        return "definition"
    if wanted == "why" or _SIMPLER.search(plain):
        return "why"
    if wanted == "stuck":
        return wanted
    if _UNSURE.search(plain) and len(plain.split()) <= FEW_WORDS:
        return "stuck"
    if _THANKS.search(plain) and len(plain.split()) <= FEW_WORDS:
        return "thanks"
    return "fix" if _FIX_IN_WORDS.search(plain) else "answer"


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
