"""A message in two: what it tells of a run, and what it asks beside that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.parted_message import PartedMessage
from tutor_app.domain.lexicon import QUESTION_WORDS
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.tracing.spoken.words_at import WORDS

_SIGNS: Final = ".,:;!?()\"'"
SHORT = 4  # words: "who is right?", "what now?"
LEAST_OWN = 2  # words that no list of the claims has


def part_questions(text: str, problem: Problem) -> PartedMessage:
    """Return what a message tells and what it asks; whether something is right is no question."""
    lines: list[str] = []
    asked: list[str] = []
    for line in text.splitlines():
        kept: list[str] = []
        for sentence in split_sentences(line):
            words = _plain(sentence)
            if words[:2] == ["what", "if"] or words[:1] and words[0] in WORDS["supposes"]:
                return PartedMessage(told=text)
            at = _question_at(words, sentence)
            if chooses(sentence, problem):
                asked.append(sentence)
                continue
            if at is None and WORDS["means"] & set(words) and {*QUESTION_WORDS} & set(words):
                asked.append(sentence)  # "i don't know what CLOSED means": it may tell besides
                kept.append(sentence)
                continue
            if at is None and asked and _goes_on(sentence, words, problem):
                asked[-1] = f"{asked[-1]} {sentence}"
            elif at is None or not _counts(sentence, words[at:], problem):
                kept.append(sentence)
            else:
                asked.append(sentence)
                if at:
                    kept.append(_before(sentence, at))
        lines.append(" ".join(kept))
    return PartedMessage(told="\n".join(filter(None, lines)), asked=tuple(asked))


def chooses(sentence: str, problem: Problem) -> bool:
    """Whether a sentence asks which of two nodes, or of two numbers of one: "is it B or C?"."""
    symbols = symbols_in(sentence, problem)
    kinds = [each.kind for each in symbols]
    if "either" not in kinds or not sentence.rstrip().endswith("?"):
        return False
    at = kinds.index("either")
    before = symbols[at - 1].text.casefold() if at else ""
    if before in WORDS["verdict"]:
        return False  # "N becomes 6, right or is it 7?" tells
    placed = ("node", "number")
    sides = [next((each for each in side if each in placed), None) for side in _sides(kinds, at)]
    return None not in sides


def _sides(kinds: Sequence[str], at: int) -> tuple[Sequence[str], Sequence[str]]:
    return kinds[:at][::-1], kinds[at + 1 :]


def _plain(sentence: str) -> list[str]:
    return [word.strip(_SIGNS).casefold().replace("’", "'") for word in sentence.split()]


def _question_at(words: Sequence[str], sentence: str) -> int | None:
    """Return the word with which the question of a sentence begins; None where it asks nothing."""
    marked = sentence.rstrip().endswith("?")
    first = next((n for n, word in enumerate(words) if word not in WORDS["lead_in"]), 0)
    if marked and words[first : first + 1] and words[first] in WORDS["aux"]:
        return 0
    written = sentence.split()
    for place, word in enumerate(words):
        opens = place <= first or words[place - 1] in WORDS["joins"]
        behind_comma = place > 0 and written[place - 1].endswith((",", ":", ";"))
        if word in QUESTION_WORDS and (opens or behind_comma) and (marked or place <= first):
            return 0 if place <= first else place
    return 0 if marked and WORDS["aux"] & set(words) and name_algorithms(sentence) else None


def heart_of_question(sentence: str) -> str:
    """Return a question without the words that lead up to it: "one thing i still wonder: …"."""
    words = sentence.split()
    plain = _plain(sentence)
    openers = {*QUESTION_WORDS} | WORDS["aux"]
    begins = next((n for n, word in enumerate(plain) if word in openers), 0)
    return " ".join(words[begins:])


def _before(sentence: str, at: int) -> str:
    """Return what a sentence tells before its question."""
    words = sentence.split()[:at]
    while words and words[-1].strip(_SIGNS).casefold() in WORDS["joins"]:
        words.pop()
    return " ".join(words).rstrip(",;:") + "."


def _counts(sentence: str, words: Sequence[str], problem: Problem) -> bool:
    """Whether a question asks for more than a verdict, or for what comes next."""
    symbols = symbols_in(" ".join(words), problem)
    own = sum(each.kind == "unread" for each in symbols)
    names = any(name != problem.algorithm for name in name_algorithms(sentence))
    told = set(words)
    first = next((word for word in words if word not in WORDS["lead_in"]), "")
    if "why" in told or "how" in told or "when" in told or "who" in told:
        return len(words) > SHORT or names or any(each.kind == "node" for each in symbols)
    if told & WORDS["means"]:
        return True
    if told & {*QUESTION_WORDS}:
        return len(words) > SHORT and own > 0
    if first not in WORDS["aux"]:
        return names
    of_course = bool(told & (WORDS["final"] | WORDS["differs"])) or names
    can_be = bool(told & WORDS["able"]) and bool(told & (WORDS["lowered"] | WORDS["turns"]))
    ends = any(each.kind == "end" for each in symbols) and len(words) > SHORT
    placed = any(each.kind in ("node", "number") for each in symbols)
    return of_course or can_be or ends or (not placed and own >= LEAST_OWN)


def _goes_on(sentence: str, words: Sequence[str], problem: Problem) -> bool:
    """Whether a sentence goes on with the question before: "Or is it different there?"."""
    placed = any(each.kind in ("node", "number") for each in symbols_in(sentence, problem))
    return sentence.endswith("?") and words[:1] == ["or"] and not placed


def part_other_algorithm(text: str, algorithm: str) -> tuple[str, list[str]]:
    """Return a message without the questions that name another algorithm, and these."""
    own: list[str] = []
    beside: list[str] = []
    for line in text.splitlines():
        for sentence in split_sentences(line):
            other = set(name_algorithms(sentence)) - {algorithm}
            (beside if other and sentence.rstrip().endswith("?") else own).append(sentence)
        own.append("\n")
    return " ".join(own).strip(), beside
