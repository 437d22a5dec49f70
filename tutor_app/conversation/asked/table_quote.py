"""Rows of a table as a quote: pictured from its head down to the last of them."""

from __future__ import annotations

from tutor_app.conversation.asked.things_weighed import TableRows
from tutor_app.domain.values import Box, MarkedSentence, Quote


def quote_rows(table: TableRows) -> Quote:
    """Return the head of a table with the rows that answer, these marked."""
    chunk = table.chunk
    lines = (table.head, *table.rows)
    return Quote(
        passage_id=chunk.id,
        document_id=chunk.document.id,
        document_name=chunk.document.name,
        kind=chunk.document.kind,
        page=table.head.boxes[0].page,
        headings=chunk.headings,
        paragraph="\n".join(line.text for line in lines),
        crops=_crop(table),
        marked=tuple(MarkedSentence(text=row.text, boxes=row.boxes) for row in table.rows),
        by_ocr=chunk.by_ocr,
        origin=chunk.origin,
    )


def _crop(table: TableRows) -> tuple[Box, ...]:
    """Return the part of the page from the head to the last row; each line alone on two pages."""
    boxes = [box for line in (table.head, *table.rows) for box in line.boxes]
    if len({box.page for box in boxes}) > 1:
        return tuple(boxes)
    return (
        Box(
            page=boxes[0].page,
            x0=min(box.x0 for box in boxes),
            y0=min(box.y0 for box in boxes),
            x1=max(box.x1 for box in boxes),
            y1=max(box.y1 for box in boxes),
        ),
    )
