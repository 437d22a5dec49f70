"""The passage of the course that exemplifies a term."""

from __future__ import annotations

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.conversation.from_map.shown_places import chunk_of, quote_example, read_lately
from tutor_app.domain.values import Quote, Session
from tutor_app.retrieval.course_index import CourseIndex


def example_of(
    term: Term, session: Session, index: CourseIndex, course_map: CourseMap
) -> Quote | None:
    """Return the example of a term that was not read lately; None where the course has none.

    Examples in the section that defines it come first, those that only mention it elsewhere last.
    """
    defined = chunk_of(term.definition.chunk_id, index)
    home = defined.headings if defined is not None else ()
    read = read_lately(session)
    examples: dict[str, list[int]] = {}
    for passage in course_map.passages:
        if passage.role != "example":
            continue
        chunk = chunk_of(passage.chunk_id, index)
        if chunk is None or chunk.exercise is not None:
            continue
        in_section = defined is not None and chunk.document == defined.document
        # A subsection has a subject of its own: there the term must be named.
        in_section = in_section and chunk.headings == home and bool(home)
        if in_section or passage.chunk_id in term.exemplified:
            examples.setdefault(passage.chunk_id, []).append(passage.paragraph)

    def order(chunk_id: str) -> tuple[bool, bool]:
        chunk = chunk_of(chunk_id, index)
        named = chunk_id in term.exemplified
        at_home = chunk is not None and bool(home) and chunk.headings[: len(home)] == home
        return not (named and at_home), not named

    for chunk_id in sorted(examples, key=order):
        quote = quote_example(chunk_id, examples[chunk_id], term, index)
        if quote is not None and quote.paragraph not in read:
            return quote
    return None
