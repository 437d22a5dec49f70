"""Messages that ask nothing about the course and still deserve an answer.

Distress, anger, a bad day, a bare "help": a search would find nothing, and a sentence written for
the occasion says more than "I don't know".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.normal_form import normal_form
from tutor_app.wording.catalogue import Phrase, phrase

Need = Literal[
    "crisis",
    "rude",
    "low",
    "stress",
    "solutions",
    "sorry",
    "language",
    "play",
    "quiz",
    "stuck",
    "help",
]

AFFECT_RESPONSES: Mapping[Need, Phrase] = {
    "crisis": phrase("conversation_affect.crisis"),
    "rude": phrase("conversation_affect.rude"),
    "low": phrase("conversation_affect.low"),
    "stress": phrase("conversation_affect.stress", "course"),
    "stuck": phrase("conversation_affect.stuck"),
    "solutions": phrase("conversation_affect.solutions", "course"),
    "sorry": phrase("conversation_affect.sorry"),
    "language": phrase("conversation_affect.language", "course"),
    "play": phrase("conversation_affect.play", "course"),
    "quiz": phrase("conversation_affect.quiz", "course"),
    "help": phrase("conversation_affect.help", "course"),
}


@dataclass(frozen=True, slots=True)
class _Sign:
    """A pattern of one need. A message of more than `longest` words asks something as well."""

    need: Need
    longest: int
    pattern: re.Pattern[str]


def _sign(need: Need, longest: int, *wordings: str) -> _Sign:
    return _Sign(need, longest, re.compile("|".join(wordings)))


_THIS = r"(?:you|u|this|it|that|the (?:bot|tutor|app|thing|answer)|this (?:bot|tutor|app|thing))"
_IS = r"(?:'?re|'?s| are| r| is)?"
_VERY = r"(?:(?:so|really|very|just|such|totally|completely|fucking|freaking|an?|all|absolutely) )*"
_BAD = (
    r"(?:useless|stupid|dumb|idiots?|idiotic|trash|garbage|crap|bullshit|shit|terrible|awful"
    r"|worthless|annoying|rubbish|horrible|pathetic|lame|the worst|no help|not help\w*)"
)
_I_AM = r"i(?:'?m| am| feel)(?: feeling)?"
_CURSE = r"(?:fuck|fck|f\*+k|shit|damn|wtf|stfu|ffs|screw)"
_KEPT = (
    r"\b(?:solutions? (?:files?|sheets?|pdfs?|keys?|manuals?)|answer keys?"
    r"|(?:solutions?|answers) (?:to|of|for|from) (?:the |all |my |our |this )*"
    r"(?:assignments?|homeworks?|hw|exams?|tests?|midterms?|finals?|sheets?|problem sets?))\b"
)
_POLITE = r"(?:(?:can|could|would|will) (?:you|u) |please |pls |hey |just |maybe )*"
_TONGUE = (
    r"(?:german|deutsch|french|fran[cç]ais|spanish|espa[nñ]ol|italian|italiano|portuguese"
    r"|portugu[eê]s|dutch|polish|russian|turkish|arabic|hindi|chinese|mandarin|japanese|korean"
    r"|ukrainian|swedish|my (?:own )?language|another language|other languages)"
)

# The first that matches counts. Only an essay is too long to be searched for a crisis.
_SIGNS = (
    _sign(
        "crisis",
        120,
        r"\bkill(?:ing)? myself\b|\bsuicidal\b|\b(?:commit|committing) suicide\b",
        r"\bend(?:ing)? my (?:own )?life\b|\b(?:i )?(?:want|wanna|wish)(?: to| i could)? die\b",
        r"\b(?:hurt|harm|cut)(?:ing)? myself\b|\bself[- ]?harm(?:ing)?\b|\bbetter off dead\b",
        r"\bdo(?:n'?t| not) want to (?:live|be alive|exist)\b|\bno reason to live\b",
        r"\bmich umbringen\b|\bich will sterben\b|\bme suicider\b|\bveux mourir\b|\bsuicidarme\b",
        r"\bquiero morir(?:me)?\b|自杀|自殺|死にたい",
    ),
    _sign(
        "rude",
        8,
        rf"^{_THIS}{_IS} {_VERY}{_BAD}(?:[ !.]*(?:bot|tutor|app|thing|program))?$",
        rf"^{_THIS}(?: really| fucking)? sucks?(?: so much)?$|^i hate (?:you|u|this)\b(?!.*\?)",
        rf"^(?:oh |for )?{_CURSE}(?: (?:you|u|this|it|that|off|sake|shit|everything))*$",
        r"^(?:just )?shut up$|^(?:you )?(?:idiot|moron|dumbass)$",
    ),
    _sign(
        "low",
        16,
        rf"^(?:ugh )?{_I_AM} {_VERY}(?:too )?"
        r"(?:stupid|dumb|an? idiot|hopeless|worthless|a failure)\b",
        r"\bi(?:'?ll| will) never (?:get|understand|learn|pass|make)"
        r"(?: this| it| that| anything)?$",
        r"\bi can'?t do this(?: any ?more)?$|\bi(?:'?ll| will) fail\b",
        rf"\b{_I_AM} (?:so |totally )?(?:going to|gonna) fail\b",
        r"^i (?:do not|don'?t) (?:get|understand) anything(?: at all| any ?more)?$",
    ),
    _sign(
        "stress",
        12,
        rf"^(?:hi |hey |ugh )?{_I_AM} {_VERY}"
        r"(?:stressed|anxious|nervous|overwhelmed|panick\w+|scared|worried|exhausted)(?: out)?"
        r"(?:$| (?:about|of|by|because of|for) (?:the |my |this |all )*(?:exams?|tests?|midterms?"
        r"|finals?|deadlines?|course|class|grades?|assignments?|homework|it|everything)\b)",
    ),
    _sign(
        "solutions",
        40,
        rf"\b(?:print|show|give|send|reveal|leak|tell|copy|paste|list|need|want)\b.*{_KEPT}(?!.*\d.*\d)",
        r"\b(?:ignore|forget|disregard)\b.{0,30}\b(?:instructions|rules|guidelines|prompts?)\b",
        r"\b(?:show|print|reveal|repeat|tell)\b.*\b(?:system |hidden |secret )prompt\b",
    ),
    _sign("sorry", 7, rf"^(?:oh |ok )?(?:{_I_AM} )?{_VERY}sorry\b(?!.*\b(?:but|what|why|how)\b)"),
    _sign(
        "language",
        12,
        rf"^{_POLITE}(?:answer|speak|reply|respond|write|talk|explain|say|translate)\b.*"
        rf"\b(?:in|to|into) {_TONGUE}(?: please| pls)?$",
        rf"^do (?:you|u) (?:speak|know|understand) {_TONGUE}$|^in {_TONGUE}(?: please| pls)?$",
        r"^(?:bitte )?auf deutsch(?: bitte)?$|^en (?:fran[cç]ais|espa[nñ]ol)(?: por favor)?$",
    ),
    _sign(
        "play",
        12,
        rf"^{_POLITE}(?:tell|write|make|sing|give)(?: me)?(?: us)? (?:an? |another |some )?"
        r"(?:\w+ )?(?:jokes?|poems?|songs?|stor(?:y|ies)|raps?|haikus?|riddles?|limericks?)\b",
    ),
    _sign(
        "quiz",
        8,
        rf"^(?:ok |so )?{_POLITE}(?:quiz|test|examine|drill) me"
        r"(?: please| pls| now| on (?:this|it))?$",
        rf"^(?:ok |so )?{_POLITE}(?:give|ask|show)(?: me)? (?:an? |some |more |another )*"
        r"(?:(?:practice|quiz|test|exam) )?(?:exercises?|questions?|quiz(?:zes)?|practice)"
        r"(?: please| pls| to practi[cs]e)?$",
        r"^(?:i want to|let me|can i) practi[cs]e(?: a bit| please)?$",
    ),
    _sign(
        "stuck",
        10,
        rf"^{_POLITE}help(?: me)?(?: out)?(?: please| pls| here| now)?$",
        r"^i(?:'?m| am) (?:lost|stuck)$",
        rf"^{_POLITE}(?:an? |the |next |another |give me an? )*hints?(?: please| pls)?$",
        r"^(?:sorry |hm+ |well |ok )*(?:i (?:really )?(?:do not|don'?t|dunno) ?(?:know|understand"
        r"|get it)?(?: it| that| this)?|idk|dunno|no (?:idea|clue)|i have no (?:idea|clue))$",
        r"^i need (?:some |your )?help(?: please| pls)?$|^where do i (?:start|begin)$",
        r"^i do(?: not|n'?t) know (?:how|where|what)(?: i should| to)? (?:start|begin|do|ask)\b"
        r".{0,12}$",
    ),
    _sign(
        "help",
        10,
        r"^\?+$|^test(?:ing)?$|^[a-z]$|^how does this work$|^how do i use this$",
        r"^what can (?:you|u|i) (?:do|ask)(?: here)?$|^what can (?:you|u) help(?: me)? with$",
    ),
)
_ENDING = " \t\n.!…,;:)("


def find_need(text: str) -> Need | None:
    """Return the need that the whole message shows; None if it asks for more."""
    plain = normal_form(text).strip(_ENDING)
    if plain.strip("?"):
        plain = plain.rstrip("?").strip(_ENDING)
    length = len(plain.split())
    for sign in _SIGNS:
        if length <= sign.longest and sign.pattern.search(plain):
            return sign.need
    return None
