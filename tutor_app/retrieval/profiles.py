"""Retrieval profiles by name: which stages run, with which weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.errors import SettingsInvalid
from tutor_app.wording.catalogue import phrase

CHUNK = 500  # characters; K3
NO_PROFILE = phrase("errors_retrieval.no_profile", "name", "known")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Shares of the min-max scaled rankings in the fused score."""

    dense: float = 0.0
    sentence: float = 0.0
    bm25: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How passages are found.

    `pool` says what is scaled and fused: the `candidates` nearest chunks of the dense ranking, or
    the whole course. With `mmr_lambda` None the results are not diversified. At most `rerank_pairs`
    pairs are read one by one: by the project's own cross-encoder, by the one that is set, or by the
    configured `model`. The order is that of these scores or, with a `rerank_share`, of the fused
    score and this share of the logit. With a `section_budget` each passage found brings so many
    characters of its section along (tutor_app/retrieval/section_context.py). If the
    relevance (tutor_app/retrieval/relevance.py) is below `floor`, nothing is passed on. With `sure`
    only what reaches it is surely answered: below, the project's own cross-encoder reads the first
    passages, and decides by the probability that the course answers. In a course with a forum
    `forum_weights` stand in for `weights`: among thousands of short posts, single sentences are
    near to everything. With `answers` a student's question and what staff's newer word replaced are
    left out: documents alone are found by them, too. With a `beam`
    only those blocks are searched that a beam of so many nodes comes to in the tree of summaries
    (tutor_app/retrieval/hierarchy). Files that are read while the profile is in force are cut into
    chunks of `chunk` characters.
    """

    name: str
    weights: Weights
    pool: Literal["dense", "course"] = "course"
    candidates: int = 50
    mmr_lambda: float | None = None
    rerank: Literal["own", "set", "model"] | None = None
    rerank_pairs: int = 20
    rerank_share: float | None = None
    section_budget: int | None = None
    top_k: int = 8
    floor: float = 0.44
    sure: float | None = None
    forum_weights: Weights | None = None
    answers: bool = True
    chunk: int = CHUNK
    beam: int | None = None

    def weights_in(self, *, has_forum: bool, english: bool = True) -> Weights:
        """Return the weights that count in a course with a forum, or without one.

        For a question that is not `english` words count most, and cosines settle ties: the default
        embedder has seen English only.
        """
        if not english:
            return _BY_WORDS
        return self.forum_weights if has_forum and self.forum_weights else self.weights


_BY_WORDS = Weights(dense=0.15, sentence=0.15, bm25=1.0)
_DEFAULT = Weights(dense=1.0, sentence=1.0, bm25=0.5)
_KITE = Weights(dense=0.7, bm25=0.3)  # KITE, section 3.3

# Where 0.6 would read more questions, those documents that nothing was fitted on gain nothing by it
# (docs/experiments.md).
_SURE = 0.5

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        # Chosen on the 90 answerable dev questions, see docs/experiments.md.
        Profile(name="default", weights=_DEFAULT, top_k=12, sure=_SURE, forum_weights=_KITE),
        Profile(name="kite", weights=_KITE, pool="dense", mmr_lambda=0.7, rerank="set"),
        Profile(
            name="read",
            weights=_DEFAULT,
            top_k=12,
            rerank="own",
            rerank_pairs=12,
            rerank_share=0.1,
            sure=_SURE,
            forum_weights=_KITE,
        ),
        Profile(name="bm25", weights=Weights(bm25=1.0)),
        Profile(name="dense", weights=Weights(dense=1.0)),
        Profile(name="fused", weights=_KITE, pool="dense"),
        # Virtual TA: threshold on the cosine alone, at most 50 chunks of 750 characters
        Profile(name="virtual_ta", weights=Weights(dense=1.0), top_k=50, floor=0.40, chunk=750),
        # Rori: the sub-section whose vector is nearest, and the section around it
        Profile(name="rori", weights=Weights(dense=1.0), top_k=24, section_budget=6_000),
        # EduMod-LLM: 15 nearest vectors by a model's probability of "yes" to "is this relevant?"
        Profile(
            name="vector_gen",
            weights=Weights(dense=1.0),
            pool="dense",
            candidates=15,
            rerank="model",
            rerank_pairs=15,
            forum_weights=Weights(dense=1.0),
        ),
        # EduMod-LLM's structure-aware retrieval, with extractive summaries
        Profile(
            name="hier_gen",
            weights=_DEFAULT,
            top_k=12,
            sure=_SURE,
            forum_weights=_KITE,
            beam=12,
        ),
        Profile(name="fused_mmr", weights=_KITE, pool="dense", mmr_lambda=0.7),
    )
}


def reads_by_itself(profile: Profile) -> bool:
    """Whether a profile needs the project's own cross-encoder."""
    return profile.rerank == "own" or profile.sure is not None


def profile_named(name: str) -> Profile:
    """Return a profile.

    Raises:
        SettingsInvalid: there is none of this name.
    """
    if name not in PROFILES:
        raise SettingsInvalid(NO_PROFILE(name=name, known=", ".join(PROFILES)))
    return PROFILES[name]
