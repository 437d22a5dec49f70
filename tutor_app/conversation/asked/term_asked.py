"""Which term a message asks the meaning of, by the words that stand beside it."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.conversation.asked.asked_words import ASKED, clauses, plain, says_only
from tutor_app.retrieval.course_index import CourseIndex, content_words
from tutor_app.retrieval.numbered_references import without_reference

_LONGEST = 4  # words of a term
_QUOTES = str.maketrans("“”", '""')


def term_asked(text: str, index: CourseIndex) -> str:
    """Return the term whose meaning a message asks for, "" where it asks for something else.

    "cut definition??", "what a cut IS", "remind me what a cut was": beside the term stand only
    words that ask.
    """
    if text.count("=") > 1:
        return ""  # "prim = ?, kruskal = ?" asks for a value of each
    for clause in reversed(clauses(without_reference(text).translate(_QUOTES))):
        name = _asked_in(clause)
        words = content_words(name)
        if words and all(map(index.knows, words)):
            return name
    return ""


def asks_plainly(text: str, name: str) -> bool:
    """Whether a message is nothing but "what is …?" with the term."""
    beside = [word for word in plain(text) if word not in plain(name)]
    return says_only(beside, "what", "is", "articles")


def _asked_in(clause: str) -> str:
    quoted = clause.split('"')[1] if clause.count('"') == 2 else ""
    words = plain(clause.replace(quoted, " ") if quoted else clause)
    said = set(words)
    asks_what = bool(said & ASKED["what"])
    means = bool(said & ASKED["defines"])
    is_what = asks_what and bool(said & ASKED["is"] or said & {"whats", "what's", "what’s"})
    if not means and not is_what:
        return ""
    if said & ASKED["does"] and not means:
        return ""
    if quoted:
        return quoted if len(quoted.split()) <= _LONGEST else ""
    return _run(words)


def _run(words: Sequence[str]) -> str:
    """Return the one run of words that do not ask, where all others do."""
    asking = ("defines", "is", "what", "does", "articles", "polite", "person")
    own = [not says_only([word], *asking) for word in words]
    if True not in own:
        return ""
    start = own.index(True)
    end = next((at for at in range(start, len(own)) if not own[at]), len(own))
    rest = words[end:]
    tail = next((at for at, word in enumerate(rest) if word in ASKED["tails"]), len(rest))
    rest = rest[:tail]
    led = words[start] in {"of", "by"}
    name = words[start + led : end]
    fits = 0 < len(name) <= _LONGEST and says_only(rest, *asking)
    small = {"of", "with", "between", "and", "or", "to", "for", "than", "about", *ASKED["tails"]}
    return " ".join(name) if fits and small.isdisjoint(name) else ""
