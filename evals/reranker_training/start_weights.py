"""What the cross-encoder starts from before it has learned anything: MiniLM's layers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tutor_app.retrieval.reranker_training.network_file import LAYERS, WIDTH, Array

_SMALL = 0.02  # deviation of the two heads before they learn

# MiniLM's names for the parts of a layer.
_OF_MINILM = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "f": "output.dense",
    "n2": "output.LayerNorm",
}


def weights_of_minilm(stored: Mapping[str, Array], places: int, seed: int) -> dict[str, Array]:
    """Return what an untrained cross-encoder starts from: MiniLM's layers, and two small heads.

    `stored` are MiniLM's weights by its own names. Positions from `places` on are cut off.
    """
    embeddings = "embeddings"
    weights = {
        "bert.word.weight": stored[f"{embeddings}.word_embeddings.weight"],
        "bert.place.weight": stored[f"{embeddings}.position_embeddings.weight"][:places],
        "bert.kind": stored[f"{embeddings}.token_type_embeddings.weight"][0],
    }
    for part in ("weight", "bias"):
        weights[f"bert.norm.{part}"] = stored[f"{embeddings}.LayerNorm.{part}"]
        for number in range(LAYERS):
            for short, long in _OF_MINILM.items():
                own = f"encoder.layer.{number}.{long}.{part}"
                weights[f"bert.layers.{number}.{short}.{part}"] = stored[own]
    random = np.random.default_rng(seed)
    for head, width in (("sent", 2 * WIDTH), ("pas", WIDTH)):
        weights[f"{head}.weight"] = random.normal(0, _SMALL, (1, width)).astype(np.float32)
        weights[f"{head}.bias"] = np.zeros(1, np.float32)
    return weights
