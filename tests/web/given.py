"""Values and small real parts for tests of the pages."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from tutor_app.domain.values import Box, MarkedSentence, Quote, Source

PARAGRAPH = "Strings are finite. Induction needs a base case. It also needs a step."


def box(page: int = 1, x0: float = 72, y0: float = 90, x1: float = 300, y1: float = 110) -> Box:
    return Box(page=page, x0=x0, y0=y0, x1=x1, y1=y1)


def quote(
    document_id: str = "d1", page: int = 1, text: str = "Induction needs a base case."
) -> Quote:
    return Quote(
        passage_id=f"{document_id}-{page}",
        document_id=document_id,
        document_name="proofs_1.pdf",
        kind="textbook",
        page=page,
        headings=("Proofs", "Induction"),
        paragraph=PARAGRAPH,
        crops=(box(page),),
        marked=(
            MarkedSentence(text="Induction needs a base case.", boxes=(box(page, x0=120, x1=200),)),
        ),
    )


def source(document_id: str = "d1", page: int = 1) -> Source:
    return Source(
        passage_id=f"{document_id}-{page}",
        document_id=document_id,
        document_name="proofs_1.pdf",
        kind="textbook",
        page=page,
        headings=("Proofs", "Induction"),
    )


def write_pdf(file: Path, *texts: str) -> Path:
    """One page a text, 400 by 300 points, black on white, the text at (72, 100)."""
    pdf = pymupdf.open()
    for text in texts or ("Induction needs a base case.",):
        page = pdf.new_page(width=400, height=300)
        page.insert_text((72, 100), text, fontsize=12)
    pdf.save(file)
    pdf.close()
    return file
