"""Questions that a course certainly answers: terms it defines in a section named after them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.domain.values import Chunk, MaterialKind
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.catalogue import phrase

WHAT_IS = phrase("conversation_map.what_is", "term")
WHAT_ARE = phrase("conversation_map.what_are", "term")
TAUGHT: frozenset[MaterialKind] = frozenset({"textbook", "slides"})
_DEFINITION = re.compile(
    r"^(?:(?P<article>An?|The)\s+)?(?P<term>[A-Za-z][\w’-]*(?:\s+[\w’-]+){0,3}?)\s+"
    r"(?P<verb>is|are)\s+(?:called\s+)?(?:an?|the)\s"
)
_NUMBER = re.compile(r"^[\W\d.]+")
# How definitions are labelled where they are set apart: "Definition 2.1 (frontier)."
_LABEL = re.compile(r"^Definition(?:\s+[\d.]+)?\s*\((?P<term>[^()]+)\)\.$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A sentence that says what its subject is; `subject` is worded as in a question: "a frontier".

    `named` is true if the term is a label or the whole heading of the section.
    """

    document_id: str
    subject: str
    verb: str
    named: bool

    @property
    def question(self) -> str:
        return (WHAT_ARE if self.verb == "are" else WHAT_IS)(term=self.subject)


def definition_questions(chunks: Sequence[Chunk], count: int) -> tuple[str, ...]:
    """Return up to `count` questions, from each file in turn; none if nothing is defined."""
    by_document: dict[str, list[str]] = {}
    for definition in sorted(_definitions(chunks), key=lambda one: not one.named):
        asked = by_document.setdefault(definition.document_id, [])
        if not any(definition.question in others for others in by_document.values()):
            asked.append(definition.question)
    return tuple(_spread(list(by_document.values()), count))


def _spread(lists: Sequence[Sequence[str]], count: int) -> list[str]:
    """Take from files evenly spaced over the course, one each, then a second one each."""
    chosen: list[str] = []
    depth = 0
    while len(chosen) < count and any(len(questions) > depth for questions in lists):
        deep = [questions[depth] for questions in lists if len(questions) > depth]
        chosen += deep[:: max(1, len(deep) // (count - len(chosen)))]
        depth += 1
    return chosen[:count]


def _definitions(chunks: Iterable[Chunk]) -> Iterator[Definition]:
    taught = [c for c in chunks if c.document.kind in TAUGHT and not c.exercise and c.headings]
    small = {word for chunk in taught for word in chunk.text.split()}
    for chunk in taught:
        heading = list(tokens(_NUMBER.sub("", chunk.headings[-1])))
        label = ""
        for sentence in chunk.sentences:
            found = _labelled(label, sentence.text) or _defined(sentence.text, heading)
            if found is not None and is_prose(sentence.text):
                yield Definition(
                    document_id=chunk.document.id,
                    subject=_subject(found["article"], label or found["term"], small),
                    verb=found.groupdict().get("verb") or "is",
                    named=bool(label) or list(tokens(found["term"])) == heading,
                )
            labelled = _LABEL.search(sentence.text)
            label = labelled["term"] if labelled is not None else ""


def _labelled(term: str, sentence: str) -> re.Match[str] | None:
    """Return the term if the sentence after "Definition (frontier)." begins with it."""
    if not term or term.endswith("s"):  # one or many: the label does not say
        return None
    return re.match(rf"(?i)(?:(?P<article>an?|the)\s+)?(?P<term>{re.escape(term)})\b", sentence)


def _defined(sentence: str, heading: Sequence[str]) -> re.Match[str] | None:
    """Return the term if the sentence says what it is and the heading above names it."""
    found = _DEFINITION.match(sentence)
    if found is None or not all(map(tokens, found["term"].split())):
        return None
    return found if _stands_in(tokens(found["term"]), heading) else None


def _stands_in(term: Sequence[str], heading: Sequence[str]) -> bool:
    """Return whether the words of a term stand in a heading, one after the other."""
    return any(
        list(heading[at : at + len(term)]) == list(term)
        for at in range(len(heading) - len(term) + 1)
    )


def _subject(article: str | None, term: str, small: Set[str]) -> str:
    """Return a sentence's subject as it is spelled in the middle of one."""
    if article is not None:
        return f"{article.lower()} {term}"
    is_word = term.split()[0].lower() in small and not any(map(str.isupper, term[1:]))
    return term[0].lower() + term[1:] if is_word else term
