"""What staff changed of a course's map, kept beside all index versions: it outlives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.storage.kept_by_key import KeptByKey

MENDED = "map_mended.json"  # in the course's folder


@dataclass(frozen=True, slots=True, kw_only=True)
class TermChanges:
    """What staff want of one term; empty where they leave it as it was found.

    `definition` is the text of the sentence that defines it: where a newer index no longer has it,
    the sentence that was found counts again.
    """

    name: str = ""
    definition: str = ""
    hidden: bool = False


_KEPT = KeptByKey(MENDED, TermChanges())


def read_mended(course_dir: Path) -> dict[str, TermChanges]:
    """Return what staff changed, by the key of the term; raises as `KeptByKey.read`."""
    return _KEPT.read(course_dir)


def mend_term(course_dir: Path, key: str, mended: TermChanges) -> None:
    """Keep what staff want of a term; raises as `KeptByKey.keep`."""
    _KEPT.keep(course_dir, key, mended)


def with_mended(course_map: CourseMap, mended: Mapping[str, TermChanges]) -> CourseMap:
    """Return the map with what staff changed of its terms."""
    terms = (
        _mend(term, mended[term.key]) if term.key in mended else term for term in course_map.terms
    )
    return replace(course_map, terms=tuple(terms))


def _mend(term: Term, mended: TermChanges) -> Term:
    chosen = [place for place in term.candidates if place.text == mended.definition]
    others = [place for place in term.candidates if place.text != mended.definition]
    return replace(
        term,
        name=mended.name or term.name,
        candidates=(*chosen, *others),
        hidden=mended.hidden,
        mended=True,
    )
