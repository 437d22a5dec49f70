"""Signs in its wording that a sentence answers this kind of question: definitions, reasons.

The amounts are added to scores between 0 and about 2.3 and were chosen on the dev questions
(docs/experiments.md); small changes to them make little difference.
"""

from __future__ import annotations

import re

from tutor_app.domain.lexicon import QUESTION_WORDS
from tutor_app.domain.normal_form import split_sentences

_DEFINITION = 0.1
_REASON = 0.2
_CAPTION = -0.1
_EXERCISE = -0.2
_EXERCISE_FOR_WHY = -0.5
_OFFER = 0.3
_DATE = 0.6
_SUBJECT = 0.4
_OTHER_NUMBER = -0.6

_ASKS_WHAT = re.compile(
    r"\b(what('?s|s| is| are| does| do)?|define|definition|meaning|mean|called)\b|=\s?\?|\?\?",
    re.IGNORECASE,
)
# "when should I use it?" asks for no day.
_ASKS_WHEN = re.compile(
    r"(?!.*\b(use|used|choose|prefer|pick|apply|need|better|worth)\b)"
    r".*(\bwhen\b|\b(what|which) (day|date|time|week)\b|\b(due|deadline|date)\b)",
    re.IGNORECASE | re.DOTALL,
)
_ASKS_ABOUT = re.compile(
    r"\b(course|class|module|lecture|chapter|assignment|sheet)\b.*\babout\b"
    r"|\bwhat (do|will) (we|i|you) (learn|do|cover)\b",
    re.IGNORECASE,
)
_ASKS_ELSE = re.compile(r"\b(instead|alternatives?|something else)\b", re.IGNORECASE)
_ASKS_WHY = re.compile(r"\bwhy\b|\bhow come\b|\breason\b", re.IGNORECASE)
_ASKS_MORE = re.compile(
    r"\b(why|how|reason|prove|proof|explain|explanation|work(s|ing)?|idea|case)\b|\bhow come\b",
    re.IGNORECASE,
)
_ASKS_CODE = re.compile(
    r"\b(code|pseudo-?code|implement\w*|loops?|write (it )?out)\b", re.IGNORECASE
)
_ASKS_STEPS = re.compile(
    r"\b(steps?|step by step|stages?|phases?|passes|code|pseudo-?code|algorithm|procedure"
    r"|implement(ation)?|loops?|write (it|this|them)? ?out|recipe)\b",
    re.IGNORECASE,
)
_ASKS_EXERCISE = re.compile(
    r"\b(exercises?|ex|hw|homework|problems?|assignment|questions?|part|allowed|am i|do (i|they)"
    r"|supposed to|last two|what (kind|should))\b|\([a-z]\)",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\b(is|are|be) (called|defined|said|known)\b|\bwe (call|say|define)\b"
    r"|\b(called|known as|denotes?|refers? to|means?)\b|\bin a nutshell\b"
    r"|\b(is|are) (simply |just |also )?(a|an|the|any|those|one)\b|\bif and only if\b"
    r"|\bconsists? of\b",
    re.IGNORECASE,
)
_REASONS = re.compile(
    r"\b(because|since|therefore|thus|hence|so that|otherwise|reason|follows|implies"
    r"|in other words|must|cannot|can’t|without)\b",
    re.IGNORECASE,
)
# What is offered in the place of something else.
_OFFERS = re.compile(
    r"\b(instead|alternatives?|(is|are|be|can be) used|use|chooses?|better|preferred|replaces?)\b",
    re.IGNORECASE,
)
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
# "2.14" may be a room and "1/2" a half: only with a year are these days.
_HAS_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.? (?:of )?{_MONTH}\b|\b{_MONTH}\.? \d{{1,2}}\b"
    r"|\b\d{1,2}([./])\d{1,2}\1(?:20)?\d\d\b|\b20\d\d-\d\d-\d\d\b"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b"
)
_INTRODUCES = re.compile(
    r"\b(introduces?|covers?|deals? with|teach(es)?|(is|are) about|asks about|you (will )?learn"
    r"|looks? at|trains?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(assignment|homework|lecture|chapter|week|sheet|exercise|section|item|problem|figure"
    r"|table|part)s? (\d{1,2})\b",
    re.IGNORECASE,
)
_IS_CAPTION = re.compile(r"(Figure|Table|Fig)\b")


def asks_for_more(question: str) -> bool:
    """True if one sentence is hardly an answer: to a why, a how, or a wish for steps or code."""
    return bool(_ASKS_MORE.search(question)) or asks_for_steps(question)


def asks_for_code(question: str) -> bool:
    """True for a question about code."""
    return bool(_ASKS_CODE.search(question))


def asks_for_steps(question: str) -> bool:
    """True for a question about steps or code."""
    return bool(_ASKS_STEPS.search(question))


def asks_when(question: str) -> bool:
    """True for a question about a day or a time of the course."""
    return any(map(_asks_for_day, split_sentences(question)))


def _asks_for_day(sentence: str) -> bool:
    """True if a sentence asks for a day: "why is it kept when …?" asks for something else."""
    words = re.findall(r"\w+", sentence.casefold())
    before = words[: words.index("when")] if "when" in words else []
    return bool(_ASKS_WHEN.match(sentence)) and not set(QUESTION_WORDS) & set(before)


def asks_for_exercise(question: str) -> bool:
    """True for a question about an exercise, or about what is to be done in one."""
    return bool(_ASKS_EXERCISE.search(question))


def tells_when(text: str) -> bool:
    """True if a day or a time of day is named."""
    return bool(_HAS_DATE.search(text))


def is_caption(sentence: str) -> bool:
    """True for the line below a figure or a table."""
    return bool(_IS_CAPTION.match(sentence))


def cue(question: str, sentence: str, *, in_exercise: bool) -> float:
    """Return what the wording adds to a sentence's score, or subtracts from it."""
    why = bool(_ASKS_WHY.search(question))
    score = _meets(question, sentence)
    if why and _REASONS.search(sentence):
        score += _REASON
    if not why and _ASKS_WHAT.search(question) and _DEFINES.search(sentence):
        score += _DEFINITION
    if is_caption(sentence):
        score += _CAPTION
    if in_exercise and not asks_for_exercise(question):
        score += _EXERCISE_FOR_WHY if why else _EXERCISE
    return score


def _meets(question: str, sentence: str) -> float:
    """Return what a sentence gains for what the question asks for: a day, a subject, a way out."""
    score = 0.0
    if _ASKS_ELSE.search(question) and _OFFERS.search(sentence):
        score += _OFFER
    if _ASKS_ABOUT.search(question) and _INTRODUCES.search(sentence):
        score += _SUBJECT
    if asks_when(question) and tells_when(sentence):
        score += _DATE
    if _is_of_another(question, sentence):
        score += _OTHER_NUMBER
    return score


def _is_of_another(question: str, sentence: str) -> bool:
    """True if the question names a thing by its number and the sentence names only another one."""
    asked = {(name.lower(), number) for name, number in _NUMBERED.findall(question)}
    told = {(name.lower(), number) for name, number in _NUMBERED.findall(sentence)}
    names = {name for name, _ in asked}
    told = {pair for pair in told if pair[0] in names}
    return bool(told) and not told & asked
