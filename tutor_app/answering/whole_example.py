"""A worked example as a whole: what it sets, and below it what came of it.

A table or a picture stands between the two; the quote's own picture shows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile

from tutor_app.answering.context_expansion import PlacedParagraph, complete, pieces_of, read_on
from tutor_app.answering.quote_display import onward_crops
from tutor_app.domain.values import Quote
from tutor_app.retrieval.course_index import CourseIndex

# "Worked example.", "Definition (cut).": what begins so is a thing by itself.
_LABEL = re.compile(r"[A-Z][a-z]+( [a-z]+)?( [\d.]+)?( \([^()]+\))?[.:] [A-Z]")
_ORDER = re.compile(r"O\s*\([^()]*\)")
# Letters that name nodes, and numbers: what came of an example has some.
_OF_CASE = re.compile(r"(?<![\w’'])(?:(?![aAI]\b)[A-Za-z]|\d+)(?![\w’'])")
_FEWEST = 2
_ENDS = (".", "!", "?")  # a line of a table ends otherwise


def whole_example(quote: Quote, index: CourseIndex) -> Quote:
    """Return the quote of an example with what the course says came of it, shown at once."""
    number = _paragraph_of(quote, index)
    if number is None:
        return quote
    whole = complete(pieces_of(quote.document_id, number, index), quote.document_id, index)
    result = _result(read_on(whole, quote.document_id, index, whole.numbers))
    if not result:
        return quote
    crops = tuple(onward_crops(quote, result, index))
    text = "\n".join(part.text for part in result)
    return replace(quote, onward=text, onward_crops=crops, onward_open=True)


def _result(behind: Sequence[PlacedParagraph]) -> list[PlacedParagraph]:
    """Return the first paragraph in sentences behind an example, if it is on the same case."""
    prose = next(dropwhile(lambda part: not part.text.rstrip().endswith(_ENDS), behind), None)
    if prose is None or _LABEL.match(prose.text):
        return []
    of_case = _OF_CASE.findall(_ORDER.sub("", prose.text))
    return [prose] if len(of_case) >= _FEWEST else []


def _paragraph_of(quote: Quote, index: CourseIndex) -> int | None:
    marked = {mark.text for mark in quote.marked}
    sentences = (
        one for chunk in index.chunks if chunk.id == quote.passage_id for one in chunk.sentences
    )
    return next((one.paragraph for one in sentences if one.text in marked), None)
