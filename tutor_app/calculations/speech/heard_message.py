"""A message taken apart: the student's own lines, the exercise, others' results, values to try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.calculations.quantities.told_numbers import WORDS, is_speaker
from tutor_app.calculations.speech.fragment_roles import Role, role_chances
from tutor_app.calculations.speech.math_fragments import MathFragment, math_fragments
from tutor_app.calculations.speech.premises import premises_first, values_named
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.retrieval.embedder import Embedder

_OWN: Final[tuple[Role, ...]] = ("mine", "task")
_PERSONS: Final = frozenset(
    (word,)
    for word in read_word_lists(Path(__file__).with_name("questions_beside.yaml"))["persons"]
)
_FUNCTION: Final = ["NAME_CALL", "LPAR", "NAME", "RPAR", "REL"]
_NUMBERED: Final = frozenset((word,) for word in WORDS["numbered"])
_ARTICLES: Final = frozenset({"the", "that", "this", "another"})
_LEADS: Final = frozenset({"that", "it", "its", "it's", "is", "out", "for", ":"})
_SURE: Final = 0.5  # from where on something in a message that begins is not the student's
_MOST: Final = 40  # fragments of a message: with more it is a table, and all the student's


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardCalculation:
    """What a message holds. `own` is the message without what is not the student's, `task` the
    exercise where it is named; `surely` is how likely the least sure own line is one. `values` are
    the own lines where each of them only says what a name is. `asks_which`: what is quoted are
    values of which one is asked for; `offers_value`: the message asks about one number.
    """

    own: str
    has_own: bool = False
    task: str = ""
    others: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    surely: float = 1.0
    asks_which: bool = False
    offers_value: bool = False

    @property
    def claims(self) -> tuple[str, ...]:
        return (*self.others, *self.candidates)


def hear_message(message: str, *, begun: bool, embedder: Embedder | None) -> HeardCalculation:
    """Return a message taken apart; `begun`: work of the student's stands on the table.

    What begins a conversation is the student's, unless it is surely somebody else's.
    """
    plain, fragments = math_fragments(message)
    for reads in (premises_first, values_named):
        if (clearer := reads(plain, fragments)) is not None:
            message = clearer
            plain, fragments = math_fragments(clearer)
    if not fragments or len(fragments) > _MOST:
        return HeardCalculation(own=message, has_own=bool(fragments))
    chances = _shared(fragments, role_chances(fragments, begun=begun, embedder=embedder))
    roles = [
        _role(chance, fragment, begun=begun)
        for chance, fragment in zip(chances, fragments, strict=True)
    ]
    if not begun and not any(role in _OWN for role in roles):
        roles = ["mine" for _ in roles]  # what else would it be that is asked about
    roles = _tasks_first(fragments, _asked_about(fragments, roles))
    roles = [
        "other" if _is_led_by_other(each) else role
        for each, role in zip(fragments, roles, strict=True)
    ]
    roles = [
        "quoted" if role != "task" and (_is_pointed_at(each) or _is_told_of(fragments, k)) else role
        for k, (each, role) in enumerate(zip(fragments, roles, strict=True))
    ]
    roles = _of_others_below(fragments, _with_cases(plain, fragments, roles))
    spoken = _spoken_of(plain, fragments, roles) | _named_by_number(fragments)
    texts: dict[Role, list[str]] = {}
    own, last, before = "", 0, None
    surely = 1.0
    for place, (fragment, role, chance) in enumerate(zip(fragments, roles, chances, strict=True)):
        text = plain[fragment.start : fragment.end]
        if place in spoken:
            own += f"{plain[last : fragment.start]};"
            last, before = fragment.end, None
            continue
        told = texts.setdefault(role, [])
        joint = plain[before.end : fragment.start] if before is not None else "?"
        if told and role in ("other", "candidate") and _joins(joint) and fragment.relates:
            told[-1] += f"{joint}{text}"
        else:
            told.append(text)
        before = fragment if role in ("other", "candidate") else None
        if role == "mine":
            if not fragment.is_display:
                surely = min(surely, chance["mine"] + chance["task"])
            continue
        own += f"{plain[last : fragment.start]};"
        last = fragment.end
    own += plain[last:]
    task = "\n".join(texts.get("task", ()))
    mine = texts.get("mine", [])
    return HeardCalculation(
        own=message if len(mine) == len(fragments) else own,
        has_own=bool(mine),
        task=task,
        others=tuple(texts.get("other", ())),
        candidates=tuple(texts.get("candidate", ())),
        quoted=tuple(texts.get("quoted", ())),
        values=_values_told(plain, fragments, roles),
        surely=surely,
        offers_value=len(fragments) == 1
        and fragments[0].is_value
        and fragments[0].ends == "?"
        and not _is_pointed_at(fragments[0]),
        asks_which=all(
            fragment.is_value
            for fragment, role in zip(fragments, roles, strict=True)
            if role == "quoted"
        ),
    )


def _tasks_first(fragments: Sequence[MathFragment], roles: Sequence[Role]) -> list[Role]:
    """Return the roles, nothing behind the student's own lines being what they began with."""
    own = [k for k, role in enumerate(roles) if role == "mine" and fragments[k].relates]
    later: dict[bool, Role] = {True: "quoted", False: "mine"}
    return [
        later[each.ends == "?"] if role == "task" and own and place > own[0] else role
        for place, (each, role) in enumerate(zip(fragments, roles, strict=True))
    ]


def _with_cases(plain: str, fragments: Sequence[MathFragment], roles: Sequence[Role]) -> list[Role]:
    """Return the roles, cases of one answer having one: "x < 0 or x > 3"."""
    found = list(roles)
    for k, (one, other) in enumerate(pairwise(fragments), 1):
        if one.relates and other.relates and plain[one.end : other.start].strip() == "or":
            found[k] = found[k - 1]
    return found


def _of_others_below(fragments: Sequence[MathFragment], roles: Sequence[Role]) -> list[Role]:
    """Return the roles, a value in prose below the student's own displayed answer being somebody
    else's where it is another one and no first person tells it: "in the key is only x = 3"."""
    joints = frozenset({"or", "and", "…", ","})
    shown = [
        k
        for k, each in enumerate(fragments)
        if joints >= {*each.before, *each.after} and roles[k] == "mine"
    ]
    last = fragments[shown[-1]] if shown else None
    if last is None or [each.kind for each in last.tokens[:2]] != ["NAME", "REL"]:
        return list(roles)
    return [
        "other"
        if k > shown[-1]
        and role == "mine"
        and each.tells_value
        and each.tokens[0].text == last.tokens[0].text
        and WORDS["of_claims"].isdisjoint((*each.before, *each.after))
        and "so" not in each.before
        and len(each.before) > 1
        else role
        for k, (each, role) in enumerate(zip(fragments, roles, strict=True))
    ]


def _values_told(
    plain: str, fragments: Sequence[MathFragment], roles: Sequence[Role]
) -> tuple[str, ...]:
    """Return the own fragments as one, where each of them only says what a name is."""
    own = [each for each, role in zip(fragments, roles, strict=True) if role == "mine"]
    if not own or not all(each.tells_value for each in own):
        return ()
    between = {plain[one.end : other.start].strip() for one, other in pairwise(own)}
    joint = " or " if between == {"or"} else ", "
    return (joint.join(plain[each.start : each.end] for each in own),)


def _spoken_of(
    plain: str, fragments: Sequence[MathFragment], roles: Sequence[Role]
) -> frozenset[int]:
    """Return the places of numbers that prose only speaks of: no lines, beside lines that are.

    "red is 4/10 and blue then 6/9, so 4/10 * 6/9 = 24/90": nobody draws 6/9 from 4/10.
    """
    own = [role == "mine" for role in roles]
    if not any(mine and each.relates for each, mine in zip(fragments, own, strict=True)):
        return frozenset()
    told = [
        mine and each.is_value and not each.is_display
        for each, mine in zip(fragments, own, strict=True)
    ]
    texts = [plain[each.start : each.end] for each in fragments]
    return frozenset(
        place
        for place, is_told in enumerate(told)
        if is_told
        and (
            any(told[max(0, place - 1) : place] + told[place + 1 : place + 2])
            or any(texts[place] in text for text in texts[place + 1 :])
        )
    ) | _told_before(fragments, texts, own)


def _told_before(
    fragments: Sequence[MathFragment], texts: Sequence[str], own: Sequence[bool]
) -> frozenset[int]:
    """Return the places of values told in prose above lines that come to them: an announcement."""
    return frozenset(
        place
        for place, each in enumerate(fragments)
        if own[place] and each.tells_value and not each.is_display and each.after[:1] != ("or",)
        if any(own[k] and texts[k] == texts[place] for k in range(place + 1, len(texts)))
    )


def _asked_about(fragments: Sequence[MathFragment], roles: Sequence[Role]) -> list[Role]:
    """Return the roles, numbers that a question offers being candidates beside an expression alone.

    "1/2 + 1/3 * 6. Is 5 right or is 2.5 right?"
    """
    own = [each for each, role in zip(fragments, roles, strict=True) if role in _OWN]
    if not own or own[0].is_value or any(each.relates for each in fragments):
        return [*roles]
    return [
        "candidate" if each.is_value and not each.is_display and each.ends == "?" else role
        for each, role in zip(fragments, roles, strict=True)
    ]


def _is_pointed_at(fragment: MathFragment) -> bool:
    """Whether a number stands behind an article, so that prose speaks of it: "the 4"."""
    alone = fragment.is_value and len(fragment.tokens) == 1
    return alone and bool(fragment.before) and fragment.before[-1] in _ARTICLES


def _is_told_of(fragments: Sequence[MathFragment], place: int) -> bool:
    """Whether a number is said of what stands before it, and not of the work: "for cos(x) it is
    also 1", or is a term that was pointed at: "the 7 is on the other side - 7"."""
    own = fragments[place]
    near = next((each for each in reversed(fragments[:place]) if not each.is_value), own)
    if own.is_value and own.tokens[0].kind == "MINUS" and own.tokens[1].gap:
        before = fragments[max(0, place - 1)]
        return _is_pointed_at(before) and before.tokens[-1].text == own.tokens[-1].text
    return own.is_value and "…" in own.before and not near.relates and "FUNC" in _kinds(near)


def _kinds(fragment: MathFragment) -> set[str]:
    return {each.kind for each in fragment.tokens}


def _named_by_number(fragments: Sequence[MathFragment]) -> frozenset[int]:
    """Return the places of numbers that only name something, or bound it: "Theorem 4.2", "from 0
    to 3"."""
    found: set[int] = set()
    if any(not {"INT", "SUM", "BETWEEN"}.isdisjoint(_kinds(each)) for each in fragments):
        return frozenset()  # these are its bounds
    for place, each in enumerate(fragments):
        last = each.before[-1:]
        bounds = last == ("from",) or (each.before[-2:] == ("…", "to") and place - 1 in found)
        if each.is_value and (bounds or last in _NUMBERED):
            found.add(place)
    return frozenset(found)


def _is_led_by_other(fragment: MathFragment) -> bool:
    """Whether somebody is named right in front: "my friend: x = 9", "ben has x = 7"."""
    if fragment.before[-1:] == (":",):
        return fragment.before[-2:-1] in _PERSONS
    said = [each.casefold() for each in fragment.before]
    while said and said[-1] in _LEADS:
        said.pop()
    return len(said) > 1 and said[-1] in WORDS["saying"] and is_speaker(said[-2])


def _joins(between: str) -> bool:
    """Whether two fragments are told together: x = 2, y = 3."""
    return between.strip() in (",", "and", "or", ", and", ", or")


def _role(chance: dict[Role, float], fragment: MathFragment, *, begun: bool) -> Role:
    if fragment.is_value:  # a number is nothing to be worked out
        chance = {**chance, "task": 0.0}
    best = max(chance, key=lambda role: chance[role])
    if begun or best in _OWN:
        return best
    if [each.kind for each in fragment.tokens[:5]] == _FUNCTION:
        return "mine"  # a function is nobody's result
    return best if best == "other" and chance["other"] > _SURE else "mine"


def _shared(
    fragments: Sequence[MathFragment], chances: list[dict[Role, float]]
) -> list[dict[Role, float]]:
    """Return the chances, those of displays below each other shared; one of them is not the
    student's alone where a line above says whose they are."""
    out = list(chances)
    run: list[int] = []
    for place in [*range(len(fragments)), -1]:
        if place >= 0 and fragments[place].is_display:
            same = not run or fragments[place].above == fragments[run[-1]].above
            if same:
                run.append(place)
                continue
        if run:
            led = ":" in fragments[run[0]].above
            mean = {role: sum(out[k][role] for k in run) / len(run) for role in out[run[0]]}
            for k in run:
                out[k] = mean if led else _as_line(mean)
        run = [place] if place >= 0 and fragments[place].is_display else []
    return out


def _as_line(mean: dict[Role, float]) -> dict[Role, float]:
    """Return the chances of a display that nothing leads in: it is a line of work."""
    if max(mean, key=lambda role: mean[role]) in _OWN:
        return mean
    rest = {role: chance / 4 for role, chance in mean.items()}
    return {**rest, "mine": 1 - sum(rest.values()) + rest["mine"]}
