"""The words by which things of a course are named with a number: "figure 2", "Aufgabe 2.1"."""

from __future__ import annotations

import re
from typing import Literal, get_args

Kind = Literal["exercise", "figure", "table", "section", "page", "lemma"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_NUMBER = r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,2})"
_PART = r"\s*(?:\(\s*(?P<part>[a-z])\s*\)|(?P<letter>[a-z])\b|part\s+\(?(?P<named>[a-z])\)?\b)?"
WORDS: dict[Kind, str] = {
    "exercise": r"exc?er[cs]i[sc]es?|ex\.?|exc\.?|problems?|prob\.?|questions?|tasks?|items?|hw"
    r"|(?:übungs)?aufgaben?|aufg\.?",
    "figure": r"figures?|fig\.?|abbildung(?:en)?|abb\.?",
    "table": r"tables?|tabellen?",
    "section": r"sections?|sect?\.?|§|abschnitte?",
    "page": r"pages?|pp?\.|seiten?",
    "lemma": r"lemmas?|theorems?|thm\.?|corollary|corollaries|propositions?|claims?|definitions?"
    r"|satz|sätze|beispiel|bemerkung|korollar",
}
REFERENCES = {
    kind: re.compile(rf"(?<!\w)(?P<word>{words})\s*(?:no\.?|number|#)?\s*{_NUMBER}{_PART}", re.I)
    for kind, words in WORDS.items()
}
PLACE = re.compile(
    r"(?<!\w)(?P<word>chapters?|ch\.?|chap\.?|lectures?|lec\.?|assignments?"
    r"|as(?:s?i?gn?m?t?s?|s)\.?|homework|hw|sheets?|problem sets?|slides?|weeks?"
    r"|kapitel|kap\.|vorlesung|skript|(?:übungs|aufgaben)?blatt)"
    r"\s*(?:no\.?|number|#)?\s*(?P<number>\d{1,2})(?![\d.]*\d)",
    re.I,
)
KINDS_OF_FILES = {"assignment": ("assignment", "homework", "hw", "sheet", "problem set", "blatt")}
FILE_NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
