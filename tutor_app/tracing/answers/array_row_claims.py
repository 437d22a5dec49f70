"""What a message says of the rows of an array's run: fields with values, arrays, row numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tutor_app.domain.traces import Number, Value
from tutor_app.tracing.answers.answer_items import AnswerItems, Item, settle

_KEYS = ("key", "selected", "pivot")  # of one element of an array that is sorted
_LABELS = ("pivot", "key", "mid", "lo", "hi", "value")
_LETTERS: Mapping[str, str] = {"l": "lo", "r": "hi", "m": "mid"}
_SIDES: Mapping[str, str] = {"goes_left": "left", "goes_right": "right", "found": "found"}
_SIDE_NAMES = frozenset({"left", "right"})  # "smaller" says a side only of a half
_BOUNDS: Mapping[str, str] = {"left": "lo", "right": "hi"}
_SIGNS = frozenset({"+", "/", "-", "–", "*", "//"})  # of a calculation


@dataclass(frozen=True, slots=True, kw_only=True)
class RowClaim:
    """One thing that a message says of a row.

    `field` is a column, "row" for the number of the row that what follows is said of, or "" for a
    number that no name stands before. `border` is what parts it from what was said before, from 0
    (nothing) to 1 ("then", a new line). `sure` is false where a word may mean something else.
    """

    field: str
    value: Value
    border: float = 0.0
    sure: bool = True


def read_array_claims(
    text: str, columns: Sequence[str], array: Sequence[Number], *, row_asked: bool = True
) -> tuple[RowClaim, ...]:
    """Return what a message says of an array's run, in the order in which it is said.

    `row_asked`: a row was asked for, so that numbers alone belong to it.
    """
    claims: list[RowClaim] = []
    parts = text.split("?")
    for place, part in enumerate(parts):
        items = settle(AnswerItems(part, ()).items)
        read = _ArrayClaims(items, columns, array, asks=place + 1 < len(parts)).read()
        claims += [replace(read[0], border=1.0), *read[1:]] if read and claims else read
    return tuple(_ColumnNames(columns, array).give(claims) if row_asked else claims)


class _ArrayClaims:
    """Reads the claims of one sentence."""

    def __init__(
        self,
        items: Sequence[Item],
        columns: Sequence[str],
        array: Sequence[Number],
        *,
        asks: bool = False,
    ) -> None:
        self._items = items
        self._columns = columns
        self._array = array
        self._asks = asks

    def read(self) -> tuple[RowClaim, ...]:
        """Return all claims; what is no claim is left out."""
        return tuple(self._read())

    def _read(self) -> Iterator[RowClaim]:
        place, border = 0, 0.0
        while place < len(self._items):
            found = (
                self._row_number(place)
                or self._several(place)
                or self._at_place(place)
                or self._named_behind(place)
                or self._labelled(place)
                or self._whole_array(place)
            )
            if found is not None:
                claims, place = found
                for claim in claims:
                    yield replace(claim, border=border)
                    border = 0.0
                continue
            item = self._items[place]
            if (side := self._side(place)) is not None:
                yield replace(side, border=border)
                border = 0.0
            elif item.kind == "number" and not self._calculates(place):
                field = self._heads_array(place)
                yield RowClaim(field=field, value=item.value, border=border)
                border = 0.0
            border = max(border, _border_of(item))
            place += 1

    # --- rows ----------------------------------------------------------------------------------

    def _row_number(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read "row 3", "3rd row", and "3:" before the name of a field."""
        item, behind = self._items[place], self._item(place + 1)
        if behind is None:
            return None
        number: Number | None = None
        of_array = self._whole_array(place + 1) is not None
        if item.is_word("row") and behind.kind in ("number", "ordinal") and not of_array:
            number = behind.value
        elif item.kind == "ordinal" and behind.is_word("row"):
            number = item.value
        elif item.kind == "number" and (behind.is_mark("break") or behind.text == ":"):
            begins = place == 0 or self._items[place - 1].is_mark("break")
            number = item.value if begins and self._label(place + 2) else None
        if number is None or number != int(number):
            return None
        return [RowClaim(field="row", value=int(number))], place + 2

    # --- fields with values --------------------------------------------------------------------

    def _several(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read "lo, hi = 4, 7": several names, and as many numbers behind them."""
        labels: list[str] = []
        while (label := self._label(place)) or (labels and self._item_parts(place)):
            labels += [label] if label else []
            place += 1
        numbers: list[Number] = []
        while (item := self._item(place)) is not None and (
            item.kind == "number" or (numbers and self._item_parts(place))
        ):
            numbers += [item.value] if item.kind == "number" else []
            place += 1
        if len(labels) < 2 or len(labels) != len(numbers):
            return None
        pairs = zip(labels, numbers, strict=True)
        return [RowClaim(field=label, value=number) for label, number in pairs], place

    def _item_parts(self, place: int) -> bool:
        item = self._item(place)
        if item is None or item.text == "+":
            return False
        is_bracket = item.is_mark("open_bracket", "close_bracket") and item.text != "<"
        parts = item.is_mark("comma", "cell", "equals") or item.text in ("and", "/")
        return is_bracket or parts or item.is_word("link")

    def _labelled(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read a name with the number behind it, that of a calculation behind its last "="."""
        label, behind = self._label(place), self._item(place + 1)
        if not label:
            return None
        if behind is not None and behind.text in _SIGNS:
            return [], place + 2  # a term
        at = place + 1
        while (item := self._item(at)) is not None and self._leads_on(item):
            at += 1
        values, end, calculates = self._result_from(at)
        if calculates and len(values) != 1:
            return [], end  # a calculation without its result
        if not values:
            return None
        while (moved := self._moves_to(end, values[0])) is not None:
            values, end = [moved], end + 2
        return [RowClaim(field=label, value=values[0])], end

    def _result_from(self, place: int) -> tuple[list[Number], int, bool]:
        """Return what stands behind the last "=", where it ends, and whether it calculates."""
        values: list[Number] = []
        calculates = False
        while (item := self._item(place)) is not None and self._belongs(place, calculates, values):
            if item.is_mark("equals"):
                values = []
            calculates = calculates or item.text in _SIGNS
            if item.kind == "number":
                values.append(item.value)
                if not calculates and not self._calculates_on(place):
                    return values, place + 1, False
            place += 1
        return values, place, calculates

    def _named_behind(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read "6 is the key": the name stands behind the number."""
        item, link = self._items[place], self._item(place + 1)
        if item.kind != "number" or link is None or not link.is_word("link"):
            return None
        at = place + 2
        while (between := self._item(at)) is not None and between.is_word("filler"):
            at += 1
        label, behind = self._label(at), self._item(at + 1)
        own = behind is not None and (behind.kind == "number" or self._leads_on(behind))
        return ([RowClaim(field=label, value=item.value)], at + 1) if label and not own else None

    def _at_place(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read "a[5] = 30" and "a[mid] = 30"."""
        opens, inside, closes = (self._item(place + n) for n in range(3))
        if "value" not in self._columns or place == 0 or opens is None or inside is None:
            return None
        if opens.text != "[" or closes is None or closes.text != "]":
            return None
        by_name = self._label(place + 1) == "mid"
        equals, result = self._item(place + 3), self._item(place + 4)
        if not (by_name or inside.kind == "number"):
            return None
        claims = [] if by_name else [RowClaim(field="mid", value=inside.value)]
        holds = equals is not None and (equals.is_mark("equals") or equals.is_word("link"))
        if not holds or result is None or result.kind != "number":
            return claims, place + 3
        return [*claims, RowClaim(field="value", value=result.value)], place + 5

    def _leads_on(self, item: Item) -> bool:
        """Whether an item may stand between a name and its number: "is at index", "= ("."""
        leads = item.is_word("link", "filler", "noun") or item.is_mark("equals", "open_bracket")
        return (leads or item.is_mark("close_bracket")) and item.text not in ("<", "and")

    def _belongs(self, place: int, calculates: bool, values: Sequence[Number]) -> bool:
        """Whether an item is part of the calculation that gives a value."""
        item = self._items[place]
        if item.kind == "number" or item.text in _SIGNS:
            return True
        if item.is_mark("equals", "open_bracket", "close_bracket"):
            return item.text != "<" and (calculates or not values)
        return bool(self._label(place)) and self._calculates_on(place)

    def _calculates_on(self, place: int) -> bool:
        """Whether a sign of a calculation and another number or name follow."""
        sign = self._item(place + 1)
        if sign is not None and sign.is_mark("close_bracket"):
            return self._calculates_on(place + 1)
        behind = next((i for i in self._items[place + 2 :] if i.text not in ("/", "(")), None)
        is_term = behind is not None and (behind.kind == "number" or behind.name in _LABELS)
        ends = sign is None or sign.text not in _SIGNS
        named = sign is not None and sign.text == "/" and self._is_named(place + 2)
        return not ends and is_term and not named

    def _is_named(self, place: int) -> bool:
        """Whether a name with a number of its own stands here: "lo 4 / hi 7"."""
        behind = self._item(place + 1)
        return bool(self._label(place)) and (behind is None or behind.text not in _SIGNS)

    def _moves_to(self, place: int, value: Number) -> Number | None:
        """Return 4 behind the 0 of "from 0 to 4", 5 behind the 5.5 of "5.5 -> 5"."""
        item, behind = self._item(place), self._item(place + 1)
        if item is None or behind is None or behind.kind != "number":
            return None
        rounds = item.is_mark("arrow") and value != int(value)
        return behind.value if item.text == "to" or rounds else None

    def _label(self, place: int) -> str:
        item, behind = self._item(place), self._item(place + 1)
        if item is None:
            return ""
        if item.kind == "word" and item.name in _LABELS and item.name in self._columns:
            return item.name
        if item.is_word("chosen") and "selected" in self._columns:
            return "selected"
        word = item.text.casefold()
        if word in _BOUNDS and behind is not None and behind.is_mark("equals"):
            label = _BOUNDS[word]
        else:
            label = _LETTERS.get(word, "") if item.kind == "unread" else ""
        return label if label in self._columns else ""

    def _heads_array(self, place: int) -> str:
        """Return the column of a number right before a whole array: "3, 1 2 3 5"; "" for none."""
        column = next((name for name in _KEYS if name in self._columns), "")
        before = self._item(place - 1)
        begins = before is None or before.is_word("chosen", "then") or before.is_mark("break")
        at = place + 1
        while (item := self._item(at)) is not None and self._introduces(item):
            at += 1
        return column if begins and at > place + 1 and self._whole_array(at) else ""

    def _introduces(self, item: Item) -> bool:
        """Whether an item may stand between a number and the array that comes out."""
        words = item.is_word("then", "array") or item.text.casefold() in ("now", "is", "and", "the")
        return words or item.is_mark("comma", "equals", "arrow", "break")

    # --- arrays, sides, numbers alone ----------------------------------------------------------

    def _whole_array(self, place: int) -> tuple[list[RowClaim], int] | None:
        """Read as many numbers as the array has; one before them is its key or pivot."""
        if place >= len(self._items) or len(self._array) < 2 or "array" not in self._columns:
            return None
        behind = self._items[place:]
        held = list(takewhile(_in_array, behind))
        numbers = [item.value for item in held if item.kind == "number"]
        begins = behind[0].kind == "number"
        if not begins or len(numbers) != len(self._array):
            return None
        return [RowClaim(field="array", value=tuple(numbers))], place + len(held)

    def _side(self, place: int) -> RowClaim | None:
        """Read on which side the search goes on, or that it found what it looks for."""
        item, before, behind = self._items[place], self._item(place - 1), self._item(place + 1)
        if item.kind != "word" or item.name not in _SIDES or "action" not in self._columns:
            return None
        if before is not None and before.is_word("negation"):
            return None
        word = item.text.casefold()
        of_half = behind is not None and behind.is_word("noun")
        if item.name != "found" and word not in _SIDE_NAMES and not of_half:
            return None
        is_last = all(item.kind == "mark" for item in self._items[place + 1 :])
        is_first = before is None and not is_last
        agrees = (self._asks and is_last and not self._goes(before)) or is_first
        remains = (behind is not None and behind.text == "over") or (
            before is not None and (before.is_word("empty", "noun") or before.text in ("is", "are"))
        )
        if (word == "right" and agrees) or (word == "left" and remains):
            return None
        return RowClaim(field="action", value=_SIDES[item.name])

    def _goes(self, before: Item | None) -> bool:
        """Whether a side is named behind this: "so right?"; "is it right?" names none."""
        if before is None or before.text.casefold() in ("is", "it", "that", "this"):
            return before is None
        return before.is_word("link", "then") or before.text.casefold() in ("so", "the")

    def _calculates(self, place: int) -> bool:
        """Whether a number is a term of a calculation."""
        beside = (self._item(place - 1), self._item(place + 1))
        return any(item is not None and item.text in _SIGNS for item in beside)

    def _item(self, place: int) -> Item | None:
        return self._items[place] if 0 <= place < len(self._items) else None


def _in_array(item: Item) -> bool:
    inside = item.is_mark("cell", "open_bracket", "close_bracket", "comma") and item.text != "<"
    return item.kind == "number" or (inside and item.text != "+")


def _border_of(item: Item) -> float:
    if item.is_word("then") or item.is_mark("break", "cell"):
        return 1.0
    return 0.5 if item.is_mark("comma", "arrow") or item.text == "and" else 0.0


class _ColumnNames:
    """Gives numbers alone the name of a column where they can be no other one."""

    def __init__(self, columns: Sequence[str], array: Sequence[Number]) -> None:
        self._columns = columns
        self._array = array

    def give(self, claims: Sequence[RowClaim]) -> Iterator[RowClaim]:
        """Yield the claims, the numbers among them with names."""
        named = any(claim.field not in ("", "row", "action") for claim in claims)
        loose = [claim for claim in claims if claim.field == ""]
        values = [claim.value for claim in loose]
        pair = not named and "mid" in self._columns and self._is_pair(values)
        before: RowClaim | None = None
        for place, claim in enumerate(claims):
            given = claim
            if claim.field == "" and "mid" in self._columns and not named and len(loose) == 1:
                given = self._named_alone(claim)
            elif pair and claim.field == "":
                given = replace(claim, field="mid" if claim is loose[0] else "value")
            elif claim.field == "" and before is not None and before.field == "mid":
                given = self._named_behind_mid(claim)
            elif self._is_key(claims, place):
                given = replace(claim, field=self._key, sure=False)
            before = given
            yield given

    def _is_key(self, claims: Sequence[RowClaim], place: int) -> bool:
        """Whether a number begins what is said of a row, and is alone there."""
        claim, behind = claims[place], claims[place + 1] if place + 1 < len(claims) else None
        alone = behind is None or behind.field != "" or behind.border == 1
        begins = place == 0 or claim.border == 1
        return bool(self._key) and claim.field == "" and begins and alone

    @property
    def _key(self) -> str:
        """The column that names one element of an array that is sorted; "" without."""
        of_array = next((name for name in _KEYS if name in self._columns), "")
        return of_array if "array" in self._columns else ""

    def _named_alone(self, claim: RowClaim) -> RowClaim:
        """Take the only number for the middle, one that is no place for its value."""
        if self._is_place(claim.value):
            return replace(claim, field="mid")
        return replace(claim, field="value") if claim.value in self._array else claim

    def _named_behind_mid(self, claim: RowClaim) -> RowClaim:
        """Take an element right behind a middle for its value: "mid 5, 30"."""
        is_value = "value" in self._columns and claim.border < 1 and claim.value in self._array
        sure = not self._is_place(claim.value)
        return replace(claim, field="value", sure=sure) if is_value else claim

    def _is_pair(self, values: Sequence[Value]) -> bool:
        """Whether two numbers are a place and what stands somewhere: "5 and 30"."""
        if len(values) != 2 or values[1] not in self._array:
            return False
        return self._is_place(values[0]) and not self._is_place(values[1])

    def _is_place(self, value: Value) -> bool:
        return isinstance(value, int) and 0 <= value <= len(self._array)
