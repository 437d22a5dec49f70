"""Pages to paragraphs under their headings, with the numbers of exercises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.boilerplate import block_size, body_size
from ingest.exercise_numbers import ITEM, exercise_number, holds_exercises, item_of_title
from ingest.readers.pdf import Block, Page, TextLine, Word
from tutor_app.domain.values import Box, Origin

_WORD = re.compile(r"[^\W\d_]{2,}")
# Chinese, Japanese and Thai set no spaces between words.
_SPACELESS = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_LEADING_NUMBER = re.compile(r"^[\s.:·–—-]+")
_ENDS = re.compile(r"[.!?:;][)\]”’\"']*(?:(?<!\d\.)\d{1,2})?$")
_MAX_HEADING = 120
_LEADER = re.compile(r"(?:\.\s?){5,}")  # from a title to its page
_LONGEST_DISPLAY = 8  # lines
_DISPLAY_GAP = 1.5  # of a line's height, above a display
_READABLE = 0.4  # of the signs of a display that are letters or digits
_RELATES = re.compile(r"[=→]|\w ?(?:->|[–—-]) ?\w")  # an equation, an edge
_OPENING = 6  # words in a row at the beginning, which labels and formulas do not have


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A block of running text on one page, with the displays that it leads in: code, formulas.

    `small` for footnotes and captions, `item` as Block. `displays` are the places of those lines;
    `origin` says where the text is at home, if that is not its file.
    """

    number: int
    page: int
    lines: tuple[TextLine, ...]
    headings: tuple[str, ...]
    exercise: str | None
    small: bool
    item: bool = False
    displays: frozenset[int] = frozenset()
    origin: Origin | None = None

    @property
    def words(self) -> Iterator[Word]:
        for line in self.lines:
            yield from line.words

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def box(self) -> Box:
        words = list(self.words)
        return Box(
            page=self.page,
            x0=min(w.x0 for w in words),
            y0=min(w.y0 for w in words),
            x1=max(w.x1 for w in words),
            y1=max(w.y1 for w in words),
        )

    @property
    def is_open(self) -> bool:
        """True if the text continues: it does not end as a sentence does."""
        return not _ENDS.search(self.text)


def paragraphs(
    pages: Sequence[Page], *, all_exercises: bool = False, all_text: bool = False
) -> list[Paragraph]:
    """Return the text paragraphs in reading order, each with the headings it stands under.

    `all_exercises` treats every numbered item as an exercise (in an assignment), not only those in
    a section called "Exercises". A display (code, a formula, a short line) belongs to the text that
    leads in. Labels of figures and fragments of formulas are left out unless `all_text` keeps them
    (in a solution, no row of a table may become known).
    """
    body = body_size(pages)
    levels = _heading_levels(pages, body)
    found: list[Paragraph] = []
    headings: dict[int, str] = {}
    exercise: str | None = None
    for page in pages:
        for block in (part for whole in page.blocks for part in _split_headings(whole, body)):
            if is_heading(block, body):
                level = levels[_rounded(block)]
                headings = {k: v for k, v in headings.items() if k < level}
                headings[level] = heading_text(block)
                exercise = item_of_title(block.text) if all_exercises else None
                continue
            begins = all_exercises and _begins_item(block)
            if not (all_text or begins) and found and _leads_in(found[-1], block, page.number):
                found[-1] = _with_display(found[-1], block)
                continue
            if not (all_text or begins or _is_text(block)):
                continue
            path = tuple(headings[k] for k in sorted(headings))
            in_exercises = all_exercises or holds_exercises(path)
            small = block_size(block) < body - 1.0 and not block.item
            if in_exercises and not small:
                exercise = exercise_number(block.text, exercise)
            paragraph = Paragraph(
                number=len(found),
                page=page.number,
                lines=block.lines,
                headings=path,
                exercise=exercise if in_exercises else None,
                small=small,
                item=block.item,
            )
            if found and _continues(found[-1], paragraph):
                found[-1] = replace(found[-1], lines=found[-1].lines + paragraph.lines)
            else:
                found.append(paragraph)
    return found


def share_left_out(pages: Sequence[Page], parts: Sequence[Paragraph]) -> float:
    """Return the share of the pages' letters that stand in no paragraph and no heading, 0 to 1.

    Rows of a table of contents or of an index are not meant to be found.
    """
    body = body_size(pages)
    blocks = (
        part for page in pages for whole in page.blocks for part in _split_headings(whole, body)
    )
    meant = [b for b in blocks if not is_heading(b, body) and not _LEADER.search(b.text)]
    whole = sum(_letters(block.text) for block in meant)
    found = sum(_letters(part.text) for part in parts if not _LEADER.search(part.text))
    return round(max(0.0, 1 - found / whole), 2) if whole else 0.0


def _letters(text: str) -> int:
    return sum(sign.isalnum() for sign in text)


def is_heading(block: Block, body: float) -> bool:
    """True for a short block in larger print than the text, or in bold of the same size."""
    text = block.text
    if (
        block.item
        or len(text) > _MAX_HEADING
        or len(block.lines) > 3
        or text.rstrip()[-1:] in ".,;。！？"
    ):
        return False
    if sum(ch.isalpha() for ch in text) < 3:
        return False
    size = block_size(block)
    bold = all(line.bold for line in block.lines)
    return size > 1.12 * body or (bold and size > body - 0.3)


def heading_text(block: Block) -> str:
    """Return the heading without the remains of a number whose digits cannot be read."""
    return _LEADING_NUMBER.sub("", block.text).strip()


def _heading_levels(pages: Sequence[Page], body: float) -> dict[float, int]:
    sizes = {
        _rounded(part)
        for page in pages
        for block in page.blocks
        for part in _split_headings(block, body)
        if is_heading(part, body)
    }
    return {size: level for level, size in enumerate(sorted(sizes, reverse=True))}


def _rounded(block: Block) -> float:
    return round(2 * block_size(block)) / 2


def _split_headings(block: Block, body: float) -> list[Block]:
    """Cut off a heading that the page sets in one block with the text below it."""
    for count in range(1, min(4, len(block.lines))):
        head, rest = Block(lines=block.lines[:count]), Block(lines=block.lines[count:])
        # "2. Build solutions from the bottom up. Write an algo-": a sentence begun in bold
        if rest.text[:1].islower():
            continue
        if is_heading(head, body) and not is_heading(Block(lines=rest.lines[:1]), body):
            larger = block_size(head) > 1.05 * rest.lines[0].size
            if larger or (all(li.bold for li in head.lines) and not rest.lines[0].bold):
                return [head, rest]
    return [block]


def _is_text(block: Block) -> bool:
    tokens = [word.text for line in block.lines for word in line.words]
    words = [token for token in tokens if _WORD.search(token)]
    if sum(len(_SPACELESS.findall(token)) for token in words) >= 6:
        return True
    # "The undirected graph has the edges P-Q 2, P-R 5, …": a sentence, though mostly data.
    opens = len(tokens) > _OPENING and all(_WORD.search(token) for token in tokens[:_OPENING])
    return len(words) >= 3 and (opens or len(words) >= 0.3 * len(tokens))


def _begins_item(block: Block) -> bool:
    """Whether a block is an item that asks something, be it of formulas: "3. Solve 5x = 9."."""
    number = ITEM.match(block.text + " ")
    rest = block.text[number.end() :] if number else ""
    return any(len(word) > 2 and word.isalpha() for word in rest.split())


def _leads_in(before: Paragraph, block: Block, page: int) -> bool:
    """Whether a block is a display below a paragraph that leads in: code, or what is no text."""
    is_code = all(line.mono for line in block.lines) and not before.lines[0].mono
    if before.page != page or before.small or before.item or not (is_code or not _is_text(block)):
        return False
    if len(before.displays) + len(block.lines) > _LONGEST_DISPLAY:
        return False
    height = before.lines[-1].y1 - before.lines[-1].y0
    gap = block.lines[0].y0 - before.lines[-1].y1
    is_below = -0.5 * height < gap < _DISPLAY_GAP * height
    is_within = block.lines[0].x0 >= before.lines[0].x0 - height
    leads = before.is_open or before.text.endswith(":")
    return is_below and is_within and (is_code or (leads and _is_readable(block)))


def _with_display(before: Paragraph, block: Block) -> Paragraph:
    lines = (*before.lines, *block.lines)
    displays = before.displays | set(range(len(before.lines), len(lines)))
    return replace(before, lines=lines, displays=displays)


def _is_readable(block: Block) -> bool:
    """Whether a display is more than loose signs, as of a large bracket or of printed music."""
    text = block.text
    known = sum(sign.isalnum() for sign in text) >= _READABLE * len(text.replace(" ", ""))
    return known and (_RELATES.search(text) is not None or _WORD.search(text) is not None)


def _continues(before: Paragraph, after: Paragraph) -> bool:
    """True if a hanging indent or a formula split one paragraph of a page into two blocks."""
    if before.page != after.page or before.small != after.small or not before.is_open:
        return False
    if before.item or after.item:
        return False
    gap = after.lines[0].y0 - before.lines[-1].y1
    height = before.lines[-1].y1 - before.lines[-1].y0
    first = after.text[:1]
    most = _DISPLAY_GAP if len(before.lines) - 1 in before.displays else 0.6
    return -height < gap < most * height and (first.islower() or before.text.endswith("-"))
