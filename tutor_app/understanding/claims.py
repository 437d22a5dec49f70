"""The claim that a message makes about its subject, told by form: what could be right or wrong.

"so bfs always uses more memory?", "isn't it O(n)", "does A* stop there": each says something that
a sentence of the course may decide. "why?" and "give me one" do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NO_WORDS, QUESTION_WORDS, YES_WORDS, read_word_lists
from tutor_app.domain.normal_form import split_sentences, straighten
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.hasty_typing import written_out

_LISTS: Final = read_word_lists(Path(__file__).with_name("claim_words.yaml"))
_SIGNS: Final = '.,:;!?()"“”'
_ASKS: Final = frozenset(QUESTION_WORDS) | {f"{word}s" for word in QUESTION_WORDS}
_WISHED_WITHIN: Final = 3  # words from the start: "can you please explain"


def claim_of(text: str, *, told: bool = False) -> str | None:
    """Return the sentence of a message that claims most; None where it claims nothing.

    What is asked counts before what is told beside it: "the notes say …. so it is enough for …?"
    `told`: the message was understood to tell something. Else a question in it, or none of the
    words that make a statement, says that it asks.
    """
    parts = [(part, _words(part)) for part in split_sentences(written_out(text))]
    if not told and any(_asks(words) for _, words in parts):
        return None
    if any(_asks_behind(part) for part, _ in parts):
        return None
    claims = [part for part, words in parts if _says_more(words) and _claims(words, told=told)]
    claims = [part for part in claims if part.endswith("?")] or claims
    return max(claims, key=lambda claim: len(set(tokens(claim))), default=None)


def without_auxiliaries(text: str) -> str:
    """Return the words of a text that are no form of "be", "do", "have" and the like."""
    return " ".join(word for word in _words(text) if word not in _LISTS["auxiliaries"])


def asks_to_know(sentence: str) -> bool:
    """Tell whether a sentence has the mark of a question, or asks for more than yes or no."""
    return sentence.rstrip().endswith("?") or _asks(_words(sentence))


def without_lead(sentence: str) -> str:
    """Return a sentence without what only says yes or no before it: "i say no, it runs out"."""
    clauses = sentence.split(", ")
    while len(clauses) > 1 and not _says_more(_words(clauses[0])):
        clauses = clauses[1:]
    return ", ".join(clauses)


def claims_by_asking(sentence: str) -> bool:
    """Tell whether a sentence claims something: it asks nothing, or only whether it is right.

    "So it's the same, right?" does; "so is it the same?" asks.
    """
    if not sentence.rstrip(' "”').endswith("?"):
        return True
    *before, tag = sentence.split(", ")
    return bool(before) and not _says_more(_words(tag))


def only_asks(sentence: str) -> bool:
    """Tell whether a sentence asks openly, and states nothing: "if it does, could it still fall?".

    "So it's the same, right?" and "isn't it the same?" state something, and so does "can it be 7?".
    """
    if not sentence.rstrip().endswith("?") or any(map(str.isdigit, sentence)):
        return False
    clauses = [
        [word for word in _words(one) if word not in _LISTS["leads"]][:1]
        for one in sentence.split(", ")
    ]
    return any(word and word[0] in _LISTS["doubts"] for word in clauses)


def asks_openly(sentence: str) -> bool:
    """Tell whether a question asks for more than yes or no: "but why is it wrong?"."""
    return sentence.rstrip().endswith("?") and _asks(_words(sentence))


def asks_verdict(sentence: str) -> bool:
    """Tell whether a question asks for a verdict and names nothing: "it is correct?", "no??"."""
    words = _words(sentence)
    return sentence.rstrip().endswith("?") and not _says_more(words) and not _asks(words)


def _says_more(words: Sequence[str]) -> bool:
    """Whether words say more than that something is so: "yes or no?", "so no answer"."""
    return bool(set(tokens(" ".join(words))) - YES_WORDS - NO_WORDS - _LISTS["verdicts"])


def _words(sentence: str) -> list[str]:
    return [word.strip(_SIGNS) for word in straighten(sentence).casefold().split()]


def _asks(words: Sequence[str]) -> bool:
    """Tell whether a sentence asks for more than yes or no."""
    own = _without_openers(words)
    polar = bool(own) and own[0] in _LISTS["auxiliaries"]
    return not polar and any(word.replace("'", "") in _ASKS for word in own)


def _asks_behind(sentence: str) -> bool:
    """Tell whether a question stands behind a comma: "i don't get it, what is it good for".

    "…, where h is the estimate" and "…, which is optimal" are parts of what is claimed.
    """
    behind = [_words(clause)[:1] for clause in sentence.split(", ")[1:]]
    return any(word and word[0] in _LISTS["asks_behind"] for word in behind)


def _claims(words: Sequence[str], *, told: bool) -> bool:
    own = _without_openers(words)
    if not own or own[0].replace("'", "") in _ASKS or _wishes(own):
        return False
    leads = not _LISTS["leads"].isdisjoint(words[: len(words) - len(own)])
    return told or leads or not _LISTS["auxiliaries"].isdisjoint(words)


def _without_openers(words: Sequence[str]) -> Sequence[str]:
    start = next(
        (place for place, word in enumerate(words) if word and word not in _LISTS["openers"]),
        len(words),
    )
    return words[start:]


def _wishes(words: Sequence[str]) -> bool:
    """Tell whether the tutor is told or asked to do something, and nothing is claimed."""
    if words[1:2] == ["you"] and words[0] in _LISTS["asks_the_tutor"]:
        return True
    return not _LISTS["wishes"].isdisjoint(words[:_WISHED_WITHIN])
