"""What several tests here are given."""

from __future__ import annotations

from tutor_app.domain.values import Box, MarkedSentence, Quote


def quote(passage_id: str, *marked: str, paragraph: str = "") -> Quote:
    box = Box(page=1, x0=0, y0=0, x1=10, y1=10)
    return Quote(
        passage_id=passage_id,
        document_id="d",
        document_name="lecture.pdf",
        kind="slides",
        page=1,
        headings=("Breadth-first search",),
        paragraph=paragraph or " ".join(marked),
        crops=(box,),
        marked=tuple(MarkedSentence(text=text, boxes=(box,)) for text in marked),
    )
