"""Files that look like solutions, though nobody has marked them so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from ingest.course_check_report import SuspectedSolution
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

NAME_SAYS_SO = phrase("ingest_check.name_says_so")
LINE_SAYS_SO = phrase("ingest_check.line_says_so", "line")
PARAGRAPHS_BEGIN = phrase("ingest_check.paragraphs_begin", "count", "start")
ANSWERS_ITEMS = phrase("ingest_check.answers_items", "items", "file")

_TASKS = (
    r"(?:assignment|homework|hw|problem(?:\s+set)?|exercise|exam|quiz|midterm|final|sheet|lab)s?"
)
_TITLE = re.compile(
    rf"^\W*(?:(?:sample|model|suggested|official|worked|full)\s+)?(?:solutions?|answers?)\b"
    rf"(?:\s+(?:to|for)\b.*{_TASKS}|\s*$)"
    rf"|\b{_TASKS}\b.{{0,40}}\b(?:solutions?|answers?|answer key)\s*$"
    r"|\banswer key\b|\bmarking (?:scheme|guide)\b|\bfor the teaching staff\b",
    re.I,
)
_NAME = re.compile(r"(?<![a-z])(?:solutions?|sol|soln|answers?|answer[-_ ]?key)(?![a-z])", re.I)
_LABEL = re.compile(r"^\W*(?:(?:sample|model)\s+)?(?:solution|answer)\b\s*(?:\d|to\b|[:.(])", re.I)
_ITEM = re.compile(
    r"^\W*(?:(?:item|exercise|problem|question|task|solution|answer)\s+)?(\d{1,2})\b[.):]?", re.I
)
_HEADED = re.compile(
    r"^\W*(?:item|exercise|problem|question|task|solution|answer)\s+(\d{1,2})\b", re.I
)
_LABELS = 2  # labelled answers; a textbook has one here and there
_ITEMS = 2  # answered items of one assignment
_LONG = 15  # words of an answer beyond those of its item
_LOOKED_AT = 120  # words after a number
_ALIKE = 0.3  # share of an item's words that an answer to it takes up


def find_solutions(documents: Sequence[StoredDocument]) -> list[SuspectedSolution]:
    """Return the files that look like solutions, each with the sign by which it does."""
    assignments = [d for d in documents if d.document.kind == "assignment"]
    found = []
    for stored in documents:
        if stored.document.kind in ("solution", "textbook") and len(stored.chunks) > 200:
            continue  # a whole book may well hold some answers
        why = _why(stored, assignments)
        if why:
            found.append(SuspectedSolution(name=stored.document.name, why=why))
    return found


def _why(stored: StoredDocument, assignments: Sequence[StoredDocument]) -> str:
    if _NAME.search(stored.document.name):
        return NAME_SAYS_SO()
    openings = [part.text for part in stored.paragraphs[:3]]
    headings = list(dict.fromkeys(h for chunk in stored.chunks for h in chunk.headings))
    for line in [*headings, *openings]:
        if _TITLE.search(line[:120]):
            return LINE_SAYS_SO(line=line[:60].strip())
    labels = [part.text for part in stored.paragraphs if _LABEL.match(part.text)]
    labels += [heading for heading in headings if _LABEL.match(heading)]
    if len(labels) >= _LABELS:
        return PARAGRAPHS_BEGIN(count=len(labels), start=labels[0][:40].strip())
    for assignment in assignments:
        if assignment is stored:
            continue
        answered = _answered(stored, assignment)
        if len(answered) >= max(_ITEMS, len(dict(_asked(assignment))) / 2):
            return ANSWERS_ITEMS(items=", ".join(answered), file=assignment.document.name)
    return ""


def _answered(stored: StoredDocument, assignment: StoredDocument) -> list[str]:
    """Return the items of the assignment that appear in the file with more words after them."""
    asked = dict(_asked(assignment))
    said = _by_number(stored)
    answered = []
    for number, words in asked.items():
        answer = said.get(number, [])
        beyond = [word for word in answer if word not in words]
        # Two sheets of a course begin alike, "Gegeben ist der Graph": one that is said to be a
        # sheet answers another only where it takes up what that item alone has.
        others = (theirs for other, theirs in asked.items() if other != number)
        common = set(chain.from_iterable(others)) if stored.document.kind == "assignment" else set()
        own = set(words) - common
        about = own and len(own & set(answer)) >= _ALIKE * len(own)
        if about and len(beyond) >= _LONG:
            answered.append(number)
    return answered


def _asked(assignment: StoredDocument) -> Iterator[tuple[str, list[str]]]:
    items: dict[str, list[str]] = defaultdict(list)
    for chunk in assignment.chunks:
        if chunk.exercise:
            items[chunk.exercise.split("(")[0]] += tokens(chunk.text)
    yield from ((number, words) for number, words in items.items() if len(words) >= 5)


def _by_number(stored: StoredDocument) -> dict[str, list[str]]:
    """Return the words that follow each number, in its heading or at a paragraph's beginning."""
    found: dict[str, list[str]] = defaultdict(list)
    for chunk in stored.chunks:
        if chunk.exercise and stored.document.kind != "assignment":
            continue  # exercises of a book ask; they don't answer
        number = next((m[1] for h in reversed(chunk.headings) if (m := _HEADED.match(h))), None)
        for sentence in chunk.sentences:
            if item := _ITEM.match(sentence.text):
                number = item[1]
            if number:
                found[number] += tokens(sentence.text)[: _LOOKED_AT - len(found[number])]
    return found
