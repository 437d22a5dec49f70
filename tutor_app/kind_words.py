"""Messages that ask nothing of the course yet deserve an answer of people's words.

Distress, anger, a bad day, a bare "help": where a search would find nothing, a line that was
written for it says more than "I don't know".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

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

LINES: dict[Need, str] = {
    "crisis": (
        "I'm sorry that it is this hard right now. I'm only a program that looks things up in a "
        "course, so please talk to a person, and do it now: someone you trust, your emergency "
        "number, or a crisis line (findahelpline.com lists them by country). The counselling "
        "service of your school can help too. The course can wait."
    ),
    "rude": (
        "That sounds frustrating, and I may have missed what you meant. Say it in other words, or "
        "paste what you have so far, and we begin there."
    ),
    "low": (
        "Being stuck here is normal, and it says nothing about you. Which word or step is the "
        "first that is unclear? Name it, or paste what you have so far, and we begin there."
    ),
    "stress": (
        "That sounds like a lot at once. Take one small piece: name one topic of {course}, and I "
        "show what your course says about it and find an exercise to try."
    ),
    "stuck": (
        "Let's find where it begins to be unclear. Name the idea, or the exercise by its number, "
        "or paste what you have so far, and we begin there."
    ),
    "solutions": (
        "Solutions stay with those who teach {course}: I never show them. Name an exercise, as in "
        "“assignment 1 item 2”, and I give you hints on it; or choose “Check my answer” and send "
        "yours."
    ),
    "sorry": "No harm done. What shall we look at next?",
    "language": (
        "I can only quote {course} in the language it is written in. Ask in that language, even "
        "in single words: the name of the idea is enough."
    ),
    "play": "That is not what I'm good at: I only know {course}. What shall we look at there?",
    "quiz": (
        "Ask why or how something in {course} works: below the answer I give you an exercise on "
        "it, or a word to fill in. You can also name an exercise by its number and try it here."
    ),
    "help": (
        "Ask me about {course} in your own words. You can also paste an algorithm problem to go "
        "through it step by step, your own steps to have them checked, or a program that "
        "misbehaves; and “Check my answer” looks at your answer to an exercise."
    ),
}


@dataclass(frozen=True, slots=True)
class _Sign:
    """`longest` is in words: whoever writes more asks something as well."""

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

# The first that is found counts. A crisis is looked for in anything shorter than an essay.
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


def need_of(text: str) -> Need | None:
    """Return what the whole message shows that its writer needs; None where it asks for more."""
    plain = " ".join(text.casefold().replace("’", "'").split()).strip(_ENDING)
    if plain.strip("?"):
        plain = plain.rstrip("?").strip(_ENDING)
    length = len(plain.split())
    for sign in _SIGNS:
        if length <= sign.longest and sign.pattern.search(plain):
            return sign.need
    return None
