"""all-MiniLM-L6-v2 without torch gives the vectors of sentence-transformers."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.models.model_files import EMBEDDER
from tutor_app.retrieval.embedder import LocalEmbedder
from tutor_app.retrieval.minilm import MiniLmEmbedder

REPOSITORY = Path(__file__).parents[2]
ODD = [
    "",
    " ",
    "\n\t",
    "Ångström’s naïve façade ß",
    "深度优先搜索 and 広さ優先探索",
    "خوارزمية ديكسترا",
    "🙂🙂 O(n²) ≤ Θ(n log n) ∀ε>0",
    "zero\u200bwidth \u0000 control \ufffd",
    "[CLS] what stands for itself [SEP] [PAD] [MASK]",
    "unsplittable" * 400,
    "[[[]]]," * 300,
    "graph " * 255,  # with the two marks one token too many
    "graph " * 254,
]


@pytest.fixture(scope="module")
def folder(model_cache: Path) -> Path:
    path = model_cache / "models" / EMBEDDER.target
    if not path.exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch embedder`)")
    return path


def prose() -> list[str]:
    """60 paragraphs of one word to several hundred, from this project's own pages."""
    pages = [page.read_text() for page in sorted(REPOSITORY.glob("docs/*.md"))]
    parts = [part for page in pages for part in page.split("\n\n") if len(part) < 800]
    return [*parts[:: len(parts) // 60][:60], pages[0]]


def test_the_vectors_are_those_of_sentence_transformers(folder: Path) -> None:
    texts = ODD + prose()
    assert len(texts) > 60

    ours = MiniLmEmbedder(folder, "m", EMBEDDER.weights).embed(texts)

    theirs = LocalEmbedder(folder, "m", threads=1).embed(texts)
    assert np.abs(ours - theirs).max() < 1e-4


def test_no_texts_have_no_vectors(folder: Path) -> None:
    assert MiniLmEmbedder(folder, "m", EMBEDDER.weights).embed([]).shape == (0, 384)


@pytest.mark.parametrize("file", ["tokenizer.json", EMBEDDER.weights])
def test_a_file_that_is_cut_short_is_told_with_what_to_do(
    folder: Path, tmp_path: Path, file: str
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("tokenizer.json", EMBEDDER.weights):
        shutil.copyfile(folder / name, copy / name)
    with (copy / file).open("r+b") as cut:
        cut.truncate(100_000)

    with pytest.raises(ModelFileInvalid, match="elenchus fetch"):
        MiniLmEmbedder(copy, "m", EMBEDDER.weights)


def test_a_vector_that_its_owner_changed_is_remembered_as_it_was(folder: Path) -> None:
    embedder = MiniLmEmbedder(folder, "m", EMBEDDER.weights)
    (first,) = embedder.embed(["a graph"])
    kept = first.copy()

    first[:] = 0.0

    assert (embedder.embed(["a graph"])[0] == kept).all()
