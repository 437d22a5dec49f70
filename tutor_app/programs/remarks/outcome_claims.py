"""Whether a call does what a message says of it: that it crashes, never ends, gives a value."""

from __future__ import annotations

from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.code_in_text import tokens_of, values_in, with_plain_signs, words_said
from tutor_app.programs.questions.step_facts import is_same
from tutor_app.programs.run_values import CaseResult

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = NEGATIONS | _WORDS["denying"] | {"without"}
_NEAR = 3  # words before one that deny it
_ENDING = _WORDS["stopping"] | {"comes"}
_MAKING = _WORDS["giving"] | {"makes", "make", "say", "says", "leaves", "->", "be"}
_BEFORE_VALUE = 2  # tokens between a word for giving and the value


def is_as_claimed(words: str, result: CaseResult) -> bool | None:
    """Return whether what words say of a call is what it does; None where they say nothing of it,
    more than one thing, or what it ought to do."""
    found = [
        verdict
        for sentence in split_sentences(with_plain_signs(words))
        for verdict in [_of_sentence(sentence, result)]
        if verdict is not None
    ]
    return found[0] if len(set(found)) == 1 else None


def _of_sentence(sentence: str, result: CaseResult) -> bool | None:
    said = [word.casefold() for word in words_said(sentence)]
    if not _WORDS["ought"].isdisjoint(said) or _WORDS["reason_words"] & {*said}:
        return None
    crashes = [at for at, word in enumerate(said) if word in _WORDS["crashing"]]
    if crashes:
        return (result.error is not None) != _is_denied(said, crashes[0])
    unending = not _WORDS["unending"].isdisjoint(said) or {"for", "ever"} <= {*said}
    unending = unending or any(
        word in _ENDING and not {"never", "not"}.isdisjoint(said[max(0, at - _NEAR) : at])
        for at, word in enumerate(said)
    )
    if unending:
        return result.status == "timed_out"
    return _of_value(sentence, result)


def _is_denied(said: list[str], at: int) -> bool:
    return not _DENYING.isdisjoint(said[max(0, at - _NEAR) : at])


def _of_value(sentence: str, result: CaseResult) -> bool | None:
    """Hold a value that is said to come out, none of those that go in, against what does."""
    call = result.case.call.text
    told = []
    for span in values_in(sentence):
        before = [token.text.casefold() for token in tokens_of(sentence[: span.start])]
        if span.text not in call and not _MAKING.isdisjoint(before[-_BEFORE_VALUE:]):
            told.append(span.text)
    denies = not _DENYING.isdisjoint(word.casefold() for word in words_said(sentence))
    if len(set(told)) != 1 or result.value is None or denies:
        return None
    return is_same(told[0], result.value)
