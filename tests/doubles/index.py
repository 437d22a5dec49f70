"""A course index of a few sentences, without files."""

from __future__ import annotations

from collections.abc import Sequence

import faiss
import numpy as np

from tests.doubles.embedder import BagOfWords
from tutor_app.domain.values import Box, Chunk, Document, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.index_files import FORMAT, Material, PlacedParagraph, StoredDocument

DOCUMENT = Document(id="d", course_id="c", name="a.pdf", kind="textbook", sha256="0", pages=9)


def small_index(*chunks: str | Sequence[str], embedder: Embedder | None = None) -> CourseIndex:
    """Each chunk is one paragraph of one page: a sentence, or several."""
    made, placed = [], []
    for number, chunk in enumerate(chunks):
        texts = [chunk] if isinstance(chunk, str) else list(chunk)
        boxes = [
            Box(page=number + 1, x0=72, y0=100 + 14 * n, x1=500, y1=112 + 14 * n)
            for n in range(len(texts))
        ]
        sentences = tuple(
            SourceSentence(text=text, boxes=(box,), paragraph=number)
            for text, box in zip(texts, boxes, strict=True)
        )
        made.append(Chunk(id=f"chunk{number}", document=DOCUMENT, sentences=sentences))
        whole = Box(page=number + 1, x0=72, y0=boxes[0].y0, x1=500, y1=boxes[-1].y1)
        placed.append(PlacedParagraph(number=number, text=" ".join(texts), box=whole))
    stored = StoredDocument(document=DOCUMENT, chunks=tuple(made), paragraphs=tuple(placed))
    embedder = embedder or BagOfWords()
    material = Material(format=FORMAT, embedder=embedder.name, documents=(stored,))
    vectors = embedder.embed([chunk.text for chunk in made])
    flat = faiss.IndexFlatIP(vectors.shape[1])
    flat.add(vectors)
    sentence_vectors = embedder.embed([s.text for chunk in made for s in chunk.sentences])
    return CourseIndex(material, flat, np.asarray(sentence_vectors))
