"""What a quoted paragraph leads in: the list or the code below its colon, its end overleaf."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.stored import PlacedParagraph

LONGEST = 1000  # characters of the paragraph and what follows it together
_NOTES = 3  # footnotes and captions that may stand before the rest overleaf
_LEADS_IN = re.compile(r":[)”\"']*$")
_ENDS = re.compile(r"[.!?:;][)\]”’\"']*$")
_FIRST_ITEM = re.compile(r"^\W{0,3}(?:[•–—▪◦]|\(?(?:1|a|i)[.)])\s")
_ITEM = re.compile(r"^\W{0,3}(?:[•–—▪◦]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s")


def what_follows(
    paragraph: PlacedParagraph, document_id: str, index: CourseIndex
) -> list[PlacedParagraph]:
    """Return the paragraphs without which this one does not say what it sets out to say."""
    after = index.find_paragraph(document_id, paragraph.number + 1)
    begins_list = after is not None and _FIRST_ITEM.match(after.text)
    if _LEADS_IN.search(paragraph.text) or (begins_list and not _ITEM.match(paragraph.text)):
        found = list(_led_in(paragraph, document_id, index))
    elif not _ENDS.search(paragraph.text):
        found = list(_rest(paragraph, document_id, index))
    else:
        found = []
    kept: list[PlacedParagraph] = []
    for part in found:
        if len(paragraph.text) + sum(len(p.text) for p in (*kept, part)) > LONGEST:
            break
        kept.append(part)
    return kept


def _led_in(
    paragraph: PlacedParagraph, document_id: str, index: CourseIndex
) -> Iterator[PlacedParagraph]:
    """Yield what stands below a colon: the next paragraph, and more of a list or of code."""
    number = paragraph.number + 1
    page = paragraph.box.page
    while (part := index.find_paragraph(document_id, number)) and part.box.page <= page + 1:
        below = number == paragraph.number + 1
        if not (below or _ITEM.match(part.text) or not _ENDS.search(part.text)):
            return
        yield part
        number += 1


def _rest(
    paragraph: PlacedParagraph, document_id: str, index: CourseIndex
) -> Iterator[PlacedParagraph]:
    """Yield the other half of a paragraph that a page's end or a formula cut in two."""
    for number in range(paragraph.number + 1, paragraph.number + 2 + _NOTES):
        part = index.find_paragraph(document_id, number)
        if part is None or part.box.page > paragraph.box.page + 1:
            return
        if part.text[:1].islower():
            yield part
            return
