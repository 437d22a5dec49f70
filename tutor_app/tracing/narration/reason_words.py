"""How the facts of a step fill a sentence of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.wording.catalogue import Phrase

Words = Callable[[Row], str]


def write_facts(sentence: Phrase, facts: Mapping[str, Value], *names: str) -> str:
    """Return the sentence with the facts of these names, as written on paper."""
    return sentence(**{name: write_number(facts[name]) for name in names})


def fill(sentence: Phrase, *names: str) -> Words:
    """Return what fills the sentence with the facts of these names."""
    return lambda facts: write_facts(sentence, facts, *names)


def items_of(facts: Row, name: str) -> Sequence[Value]:
    """Return the items of a fact, none if it is no list."""
    value = facts.get(name)
    return value if isinstance(value, tuple | list) else ()


def count_levels(facts: Row) -> int:
    """Return by how many levels of a heap an element moves along its `path`."""
    return max(len(items_of(facts, "path")) - 1, 0)
