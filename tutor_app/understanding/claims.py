"""The claim that a message makes about its subject, told by form: what could be right or wrong.

"so bfs always uses more memory?", "isn't it O(n)", "does A* stop there": each says something that
a sentence of the course may decide. "why?" and "give me one" do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import NO_WORDS, QUESTION_WORDS, YES_WORDS, read_word_lists
from tutor_app.domain.normal_form import split_sentences, straighten
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.hasty_typing import written_out

_LISTS: Final = read_word_lists(Path(__file__).with_name("claim_words.yaml"))
_SIGNS: Final = '.,:;!?()"“”'
_ASKS: Final = frozenset(QUESTION_WORDS) | {f"{word}s" for word in QUESTION_WORDS}
_ASKING_FIRST: Final = _LISTS["asks_first"] | {f"{word}nt" for word in _LISTS["asks_first"]}
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


def asks_yes_or_no(sentence: str) -> bool:
    """Tell by its grammar whether a sentence asks for yes or no.

    The clause that asks last tells: one that begins with an auxiliary does, one that begins with
    "why" does not, nor does "X or Y?". A statement with the mark of a question does, too.
    """
    said = written_out(sentence).rstrip(' "”')
    clauses = clauses_of(said)
    if any(map(_wishes_first, clauses)) or _offers_choice(clauses[-1]):
        return False
    asking = [one for one in forms_of(clauses) if one is not None]
    if asking:
        return asking[-1] == "polar"
    return said.endswith("?") and len(_without_openers(_words(said))) > 1


def asks_something(sentence: str) -> bool:
    """Tell whether a sentence asks, by its sign or its grammar."""
    return asks_to_know(sentence) or asks_yes_or_no(sentence)


def gives_reason(sentence: str) -> bool:
    """Tell whether a question supposes a reason for what stands before it: "is it because …?"."""
    be, it, word = (*_without_openers(_words(sentence)), "", "", "")[:3]
    return be in ("is", "isnt", "isn't") and it == "it" and word in _LISTS["reasons"]


def clauses_of(sentence: str) -> list[str]:
    """Return the stretches of a sentence between its commas, colons and dashes."""
    found = [""]
    for word in sentence.split():
        if found[-1].endswith((",", ";", ":", "–", "—", " -", "..")):
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def forms_of(clauses: Sequence[str]) -> list[Literal["open", "polar"] | None]:
    """Return how each clause asks by the words that it begins with; None where it does not.

    Behind a question "which" and "where" go on with it: "is that the one, which is larger?".
    """
    found = list[Literal["open", "polar"] | None]()
    for clause in clauses:
        words = _words(clause)
        own = _without_openers(words)
        before = words[: len(words) - len(own)]
        if len(own) > 1 and own[0].replace("'", "") in _ASKING_FIRST:
            states = not _LISTS["subjects"].isdisjoint(before[-1:])
            found.append(None if states else "polar")
            continue
        at = next((n for n, word in enumerate(own[:2]) if word.replace("'", "") in _ASKS), None)
        goes_on = at is not None and own[at] not in _LISTS["asks_behind"] and any(found)
        found.append(None if at is None or goes_on or _puts_case(own[at:]) else "open")
    return found


def _puts_case(words: Sequence[str]) -> bool:
    """Whether a word that could ask only begins a case: "when f is larger", "what about trees"."""
    asks = any(word.replace("'", "") in _ASKING_FIRST for word in words[1:2])
    return words[1:2] == ["about"] or (words[0] in _LISTS["puts_case"] and not asks)


def _wishes_first(clause: str) -> bool:
    own = _without_openers(_words(clause))
    asks_tutor = own[1:2] == ["you"] and own[0] in _LISTS["asks_the_tutor"]
    return asks_tutor or not _LISTS["wishes"].isdisjoint(own[:1])


def _offers_choice(clause: str) -> bool:
    """Whether a question asks which of two: "a queue or a stack?", not "is it so or not"."""
    words = _without_openers(_words(clause))
    at = next((n for n, word in enumerate(words) if word == "or" and n), None)
    return at is not None and not set(words[at + 1 : at + 2]) & {"not", *NO_WORDS}


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
