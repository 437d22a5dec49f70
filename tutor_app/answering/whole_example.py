"""A worked example as a whole: what it sets, and below it what came of it.

A table or a picture stands between the two; the quote's own picture shows it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tutor_app.answering.context_expansion import complete, pieces_of, read_on
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
    behind = read_on(whole, quote.document_id, index, whole.numbers)
    result = [part for part in behind if part.text.rstrip().endswith(_ENDS)][:1]
    if not result or not _is_on_case(result[0].text):
        return quote
    crops = tuple(onward_crops(quote, result, index))
    return replace(quote, onward=result[0].text, onward_crops=crops, onward_open=True)


def _is_on_case(text: str) -> bool:
    """Whether the first paragraph in sentences behind an example is on the same case."""
    return not _LABEL.match(text) and len(_OF_CASE.findall(_ORDER.sub("", text))) >= _FEWEST


def _paragraph_of(quote: Quote, index: CourseIndex) -> int | None:
    marked = {mark.text for mark in quote.marked}
    sentences = (
        one for chunk in index.chunks if chunk.id == quote.passage_id for one in chunk.sentences
    )
    return next((one.paragraph for one in sentences if one.text in marked), None)
