"""Whether a message about a program tells a change of it: learned from messages of students.

A logistic regression on the message's vector, its code and its words. The weights lie in
`change_speech.json`, written by `python -m evals change-speech --train`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, SUPPOSING, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.student_changes.edit_features import signs_in
from tutor_app.programs.student_changes.placed_change import STEPS
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.understanding.learned_weights import Floats, LearnedWeights, vectors_of

WEIGHTS: Final = Path(__file__).with_name("change_speech.json")
NAMES: Final = ("proposes",)
_MOST_PIECES = 3
_UNSURE = NEGATIONS - {"no"} | SUPPOSING | {"should", "would", "havent", "haven't", "didn't"}
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_MADE, _OPENING = _WORDS["made_words"], _WORDS["made_by"]
_NEAR = 2  # words before it in which it is said who made it
_LONG = 60.0  # words from where on a message is as long as any
# "Undid it", "put that back"; not "undid the print", which is about another thing than the change.
_UNDONE = re.compile(
    r"(?i)\b(?:undid|undone|reverted|rolled back)(?=\s*(?:$|[.,;:!)]|(?:it|that|this|them|both|all"
    r"|everything|again|and|to|now)\b|(?:the|my|that|this) (?:changes?|edits?|last one)\b))"
    r"|\b(?:put|changed|set|switched|turned|took) (?:it|that|this|everything) back\b"
)


@cache
def shipped_model(*, vectors: bool) -> LearnedWeights:
    """Return the model with the weights that ship, with those of vectors or learned without."""
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return LearnedWeights.read(found["with_vectors" if vectors else "plain"])


def is_undone(words: str) -> bool:
    """Return whether words tell that a change is out of the program again."""
    told = ((each, _UNDONE.search(each)) for each in split_sentences(words))
    found = [each[: at.start()].casefold().split() for each, at in told if at is not None]
    return any(_UNSURE.isdisjoint(before) for before in found)


def says_made(words: str) -> bool:
    """Return whether words tell of a change as made: "i changed it to", "moved the return"."""
    for sentence in split_sentences(words):
        said = [token.text.casefold() for token in tokens_of(sentence)]
        for at in (n for n, word in enumerate(said) if word in _MADE):
            before = said[max(0, at - _NEAR) : at]
            is_own = not before or not _OPENING.isdisjoint(before)
            is_none = not _UNSURE.isdisjoint((*said[:at], *said[at + 1 : at + 2]))
            if is_own and not is_none and "nothing" not in said:
                return True
    return False


def likely_change(
    words: str, source: str, guess: ActGuess | None, embedder: Embedder | None
) -> float:
    """Return how likely a message about a program tells a change of it, 0 to 1."""
    vectors = vectors_of([words], embedder, shipped_model(vectors=True).encoder)
    model = shipped_model(vectors=bool(vectors))
    features = dict(features_of_message(words, source, guess))
    return likely_of(model, features, vectors[0] if vectors else None)


def likely_of(model: LearnedWeights, features: Mapping[str, float], vector: Floats | None) -> float:
    """Return the same of a message's features and its vector."""
    (score,) = model.scores(features, vector)
    return float(1 / (1 + math.exp(-score)))


def placing_acts(guess: ActGuess | None, proposes: float | None) -> tuple[str, ...]:
    """Return what a message does as far as it says whether a change is told, the likeliest first.

    `proposes` is how likely it tells one, 0 to 1.
    """
    guessed = (guess.act, guess.second) if guess is not None else ()
    if proposes is None:
        return guessed
    return (*guessed, f"proposes {min(STEPS - 1, int(proposes * STEPS))}")


def features_of_message(
    words: str, source: str, guess: ActGuess | None
) -> Iterator[tuple[str, float]]:
    """Yield what tells it beside the vector: the act guessed, the code, each word."""
    yield "any", 1.0
    if guess is not None:
        yield f"act {guess.act}", 1.0
        yield f"sure {guess.act}", guess.confidence
        yield f"second {guess.second}", 0.5
    yield "asks", float("?" in words)
    yield "length", min(_LONG, len(words.split())) / 20
    signs = signs_in(words, source)
    if signs is None:
        return
    code = signs.code
    new = [code.fragments[number] for number in signs.new]
    yield "brings code", float(signs.brings_code)
    yield "brings lines", float(bool(code.blocks))
    yield "new pieces", float(min(_MOST_PIECES, sum(each.size > 1 for each in new)))
    yield "new operator", float(any(each.kind == "operator" for each in new))
    yield "names lines", float(bool(code.lines))
    yield from ((f"said {tag}", 1.0) for tag in signs.said if not tag.startswith("line "))
    yield from ((f"word {word}", 1.0) for word in set(code.words))
