"""An array, heap, search tree or table at one step, as an SVG."""

from __future__ import annotations

from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.array_marks import ArrayMarks, marks_at
from tutor_app.tracing.pictures.binary_tree import CircleNode, tree_drawing
from tutor_app.tracing.pictures.captions import note_first_difference, title_step
from tutor_app.tracing.pictures.cell_drawing import Drawing, box, keys
from tutor_app.tracing.pictures.search_tree_picture import search_tree
from tutor_app.tracing.pictures.svg import (
    Key,
    Palette,
    PictureFrame,
    frame_drawing,
    number_text,
    palette,
    text_at,
)
from tutor_app.tracing.pictures.table_picture import table
from tutor_app.wording.catalogue import phrase

ARRAY_IS_EMPTY_TITLE = phrase("trace_pictures.array_is_empty_title", "words")
ARRAY_IS_EMPTY = phrase("trace_pictures.array_is_empty")
REST_OF_HEAP = phrase("trace_pictures.rest_of_heap", "size")
CELLS_SHOWN = phrase("trace_pictures.cells_shown", "first", "last", "length")
ARRAY_FROM = phrase("trace_pictures.array_from", "first", "values")
LABEL_AT = phrase("trace_pictures.label_at", "label", "value", "index")
CELLS_MOVED = phrase("trace_pictures.cells_moved", "places")
NO_CELLS_MOVED = phrase("trace_pictures.no_cells_moved")
CELLS_DONE = phrase("trace_pictures.cells_done", "places")
NO_CELLS_DONE = phrase("trace_pictures.no_cells_done")
PART_AT = phrase("trace_pictures.part_at", "first", "last", "words")

MOST_CELLS = 40
MOST_HEAP = 20  # of a larger one the tree shows the way to what moved
_PER_LINE = 12  # more in one line could not be read on a phone
_WIDE, _HIGH, _LINE = 44.0, 38.0, 92.0
_LEFT, _ABOVE = 14.0, 20.0  # room above the cells for their labels


def array_svg(
    problem: Problem, run: AlgorithmRun, place: int, *, wrong: int | None = None, dark: bool = False
) -> str:
    """Return the picture after `run.steps[place]`; `place` counts from 0.

    `wrong` is the number of the student's first wrong step: its picture is framed.
    """
    colours = palette(dark)
    if run.algorithm.id == "bst":
        drawn = search_tree(run, place, colours)
    elif run.algorithm.data in ("strings", "items"):
        drawn = table(problem, run, place, colours)
    else:
        drawn = _array(run, place, colours)
    frame = PictureFrame(
        title=title_step(run, place, drawn.words),
        description=drawn.description,
        notes=drawn.notes,
        keys=drawn.keys,
        wrong=note_first_difference(run, place, wrong),
    )
    return frame_drawing(drawn.body, drawn.width, drawn.height, frame, colours)


def _array(run: AlgorithmRun, place: int, colours: Palette) -> Drawing:
    array = run.array_after(place)
    marks = marks_at(run, place, array)
    if not array:
        words = ARRAY_IS_EMPTY_TITLE(words=marks.words)
        return Drawing(body="", width=360, height=8, words=words, description=ARRAY_IS_EMPTY())
    shown = _window(len(array), marks.focus())
    base = 1 if run.problem.conventions.get("index_base") == 1 else 0
    lines = -(-len(shown) // _PER_LINE)
    line = -(-len(shown) // lines)  # lines of the same length
    body = "".join(_cell(array, at, marks, (shown.start, line), (base, colours)) for at in shown)
    width, height = line * _WIDE + 2 * _LEFT, lines * _LINE
    notes = _notes(array, shown, base)
    if marks.heap:
        tree, tree_wide, tree_high = _heap_tree(array, marks, colours)
        width = max(width, tree_wide + 2 * _LEFT)
        body += f'<g transform="translate({(width - tree_wide) / 2:.1f} {height:.1f})">{tree}</g>'
        height += tree_high
        if marks.heap > MOST_HEAP:
            notes.append(REST_OF_HEAP(size=marks.heap))
    states = {marks.state(at) for at in {*shown, *_heap_shown(marks)}}
    return Drawing(
        body=body,
        width=width,
        height=height,
        words=marks.words,
        description=_description(array, marks, shown, base),
        notes=notes,
        keys=[*keys(states, colours), *_part_key(marks, shown, colours)],
    )


def _window(length: int, focus: int) -> range:
    """Return the places that are drawn: all, or as many as can be read, around `focus`."""
    start = max(0, min(focus - MOST_CELLS // 2, length - MOST_CELLS))
    return range(start, min(start + MOST_CELLS, length))


def _notes(array: tuple[Number, ...], shown: range, base: int) -> list[str]:
    if len(shown) == len(array):
        return []
    first, last = shown.start + base, shown[-1] + base
    return [CELLS_SHOWN(first=first, last=last, length=len(array))]


def _cell(
    array: tuple[Number, ...],
    at: int,
    marks: ArrayMarks,
    lines: tuple[int, int],
    how: tuple[int, Palette],
) -> str:
    """Return one cell with its label above, its index and the bar of its part below.

    `lines`: the first place drawn and how many there are in a line; `how`: the index base, colours.
    """
    base, colours = how
    line, column = divmod(at - lines[0], lines[1])
    x, y = _LEFT + column * _WIDE, line * _LINE + _ABOVE
    state = marks.state(at)
    drawn = box((x + 1, y), (_WIDE - 2, _HIGH), number_text(array[at]), state, colours)
    middle = x + _WIDE / 2
    if at in marks.labels:
        size = min(12.0, 12 * (_WIDE + 4) / (7 * len(marks.labels[at])))
        drawn += text_at(
            middle, y - 6, marks.labels[at], colours.path, font_size=f"{size:.1f}", font_weight=700
        )
    drawn += text_at(middle, y + _HIGH + 15, str(at + base), colours.soft, font_size=11)
    in_part = False
    for part in marks.parts:
        if at in part:
            in_part = True
            drawn += _bar(x, y + _HIGH + 22, (at == part[0], at == part[-1]), colours)
    part_of = str(in_part).lower()
    return f'<g data-cell="{at}" data-state="{state}" data-part="{part_of}">{drawn}</g>'


def _bar(x: float, y: float, ends: tuple[bool, bool], colours: Palette) -> str:
    """Return the part of a bar that lies below one cell; a bar's ends bend upwards."""
    start, stop = x + 4 * ends[0], x + _WIDE - 4 * ends[1]
    up = f"M{start:.1f} {y - 5:.1f}V{y:.1f}" if ends[0] else f"M{start:.1f} {y:.1f}"
    down = f"V{y - 5:.1f}" if ends[1] else ""
    path = f"{up}H{stop:.1f}{down}"
    return f'<path d="{path}" fill="none" stroke="{colours.tree}" stroke-width="3"/>'


def _part_key(marks: ArrayMarks, shown: range, colours: Palette) -> list[Key]:
    if not any(part.start <= at < part.stop for part in marks.parts for at in shown):
        return []
    drawing = f'<g transform="translate(0 4) scale(0.6 1)">{_bar(0, 6, (True, True), colours)}</g>'
    return [Key(drawing=drawing, words=marks.part_words)]


def _heap_tree(
    array: tuple[Number, ...], marks: ArrayMarks, colours: Palette
) -> tuple[str, float, float]:
    size, shown = marks.heap or 0, _heap_shown(marks)
    rank = {at: number for number, at in enumerate(shown)}
    nodes = [
        CircleNode(
            text=number_text(array[at]),
            state=marks.state(at),
            caption=str(at),
            left=rank.get(2 * at + 1),
            right=rank.get(2 * at + 2),
            more=2 * at + 1 < size and 2 * at + 1 not in rank,
        )
        for at in shown
    ]
    return tree_drawing(nodes, colours, "data-heap")


def _heap_shown(marks: ArrayMarks) -> list[int]:
    """Return the places that the tree shows: all, or the way to what moved."""
    size = marks.heap or 0
    return sorted(range(size) if size <= MOST_HEAP else _way_to(marks.focus(), size))


def _way_to(place: int, size: int) -> set[int]:
    """Return the places from the root to this one, and their children."""
    way = {0, place}
    while place:
        place = (place - 1) // 2
        way.add(place)
    return way | {child for at in way for child in (2 * at + 1, 2 * at + 2) if child < size}


def _description(array: tuple[Number, ...], marks: ArrayMarks, shown: range, base: int) -> str:
    values = ", ".join(number_text(array[at]) for at in shown)
    first = shown.start + base
    sentences = [ARRAY_FROM(first=first, values=values)]
    for at, label in sorted(marks.labels.items()):
        value = number_text(array[at])
        sentences.append(LABEL_AT(label=label, value=value, index=at + base))
    for some, none, places in (
        (CELLS_MOVED, NO_CELLS_MOVED, marks.moved),
        (CELLS_DONE, NO_CELLS_DONE, marks.done),
    ):
        if places:
            indices = ", ".join(str(at + base) for at in sorted(places & set(shown)))
            sentences.append(some(places=indices) if indices else none())
    for part in marks.parts[:4]:
        if part:
            first, last = part[0] + base, part[-1] + base
            sentences.append(PART_AT(first=first, last=last, words=marks.part_words))
    return ". ".join(sentences)
