"""How students write down sorts and binary search."""

from __future__ import annotations

from collections.abc import Sequence

from evals.traces.styles.written_work import Work, WrittenWork, listed, number, shown, style
from tutor_app.domain.traces import Row, Value

SIMPLE = ("insertion_sort", "selection_sort", "bubble_sort")
SORTS = (*SIMPLE, "heapsort", "quicksort")
EVERY = (*SORTS, "merge_sort")
_OWN = {
    "insertion_sort": ("key", "key"),
    "selection_sort": ("selected", "picked"),
    "bubble_sort": ("swaps", "swaps"),
    "heapsort": ("phase", "phase"),
    "quicksort": ("pivot", "pivot"),
}


def _arrays(work: Work, lines: Sequence[str], between: str = "\n") -> WrittenWork:
    return WrittenWork(text=between.join(lines), trace=shown(work.rows, "array"))


@style(*SORTS)
def array_lines(work: Work) -> WrittenWork:
    return _arrays(work, [listed(r["array"], " ") for r in work.rows])


@style(*SORTS)
def step_and_list(work: Work) -> WrittenWork:
    return _arrays(work, [f"Step {r['step']}: [{listed(r['array'])}]" for r in work.rows])


@style(*SORTS)
def one_line_of_arrays(work: Work) -> WrittenWork:
    return _arrays(work, [f"[{listed(r['array'])}]" for r in work.rows], " -> ")


@style(*SORTS)
def cells_in_excel(work: Work) -> WrittenWork:
    return _arrays(work, [f"{r['step']}\t{listed(r['array'], chr(9))}" for r in work.rows])


@style(*SORTS)
def numbered_with_semicolons(work: Work) -> WrittenWork:
    return _arrays(work, [f"{r['step']}) {listed(r['array'], '; ')}" for r in work.rows])


@style(*SORTS)
def from_the_given_array(work: Work) -> WrittenWork:
    said = [listed(work.problem.array, ", "), *(listed(r["array"], ", ") for r in work.rows)]
    return _arrays(work, said)


@style(*SORTS)
def own_column(work: Work) -> WrittenWork:
    field, head = _OWN[work.problem.algorithm]
    lines = [f"| {r['step']} | {number(r[field])} | {listed(r['array'])} |" for r in work.rows]
    text = "\n".join([f"| step | {head} | array |", "|---|---|---|", *lines])
    fields = ("array",) if field == "phase" else (field, "array")
    return WrittenWork(text=text, trace=shown(work.rows, *fields))


@style(*SORTS)
def own_word_in_lines(work: Work) -> WrittenWork:
    field, head = _OWN[work.problem.algorithm]
    if field == "swaps":
        lines = [f"pass {r['step']}: {listed(r['array'])} ({r[field]} swaps)" for r in work.rows]
    else:
        lines = [f"{r['step']}. {head} {number(r[field])}: {listed(r['array'])}" for r in work.rows]
    fields = ("array",) if field == "phase" else (field, "array")
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, *fields))


@style(*EVERY)
def sorted_only(work: Work) -> WrittenWork:
    final: dict[str, Value] = {"array": work.final["array"]}
    return WrittenWork(text=f"result: {listed(final['array'])}", trace=shown((), final=final))


@style(*SIMPLE)
def told_in_sentences(work: Work) -> WrittenWork:
    first, *others = work.rows
    said = [f"After the first pass it is {listed(first['array'], ' ')}."]
    said += [f"Then {listed(r['array'], ' ')}." for r in others]
    return WrittenWork(text=" ".join(said), trace=shown(work.rows, "array"))


# --- merge sort ----------------------------------------------------------------------------------

_MERGES = ("left", "right", "merged")


def _merges(work: Work, lines: Sequence[str], between: str = "\n") -> WrittenWork | None:
    if "merged" not in work.columns:
        return None
    return WrittenWork(text=between.join(lines), trace=shown(work.rows, *_MERGES))


def _merged(work: Work, form: str, between: str) -> list[str]:
    """`form` with L, R and M for the two halves and what they give."""
    if "merged" not in work.columns:
        return []
    return [
        form.replace("L", listed(r["left"], between))
        .replace("R", listed(r["right"], between))
        .replace("M", listed(r["merged"], between))
        for r in work.rows
    ]


@style("merge_sort")
def merge_lines(work: Work) -> WrittenWork | None:
    return _merges(work, _merged(work, "merge [L] and [R] -> [M]", ", "))


@style("merge_sort")
def merges_in_a_line(work: Work) -> WrittenWork | None:
    return _merges(work, _merged(work, "[L][R] -> [M]", " "), ", ")


@style("merge_sort")
def merges_in_a_line_with_bars(work: Work) -> WrittenWork | None:
    return _merges(work, _merged(work, "L | R -> M", " "), "; ")


@style("merge_sort")
def merge_table(work: Work) -> WrittenWork | None:
    lines = [f"{n}\t{line}" for n, line in enumerate(_merged(work, "L\tR\tM", ", "), start=1)]
    return _merges(work, ["Step\tLeft\tRight\tMerged", *lines])


@style("merge_sort")
def merge_calls(work: Work) -> WrittenWork | None:
    return _merges(work, _merged(work, "merge([L], [R]) = [M]", ", "))


@style("merge_sort")
def merges_told(work: Work) -> WrittenWork | None:
    lines = _merged(work, "L and R to M", " ")
    return (
        _merges(work, [f"First I merge {lines[0]}", *(f"then {x}" for x in lines[1:])], ", ")
        if lines
        else None
    )


@style("merge_sort")
def merges_with_plus(work: Work) -> WrittenWork | None:
    return _merges(work, _merged(work, "L + R => M", ","))


@style("merge_sort")
def merged_results_only(work: Work) -> WrittenWork | None:
    if "merged" not in work.columns:
        return None
    lines = [f"[{listed(r['merged'])}]" for r in work.rows]
    return WrittenWork(text="\n".join(["Merged", *lines]), trace=shown(work.rows, "merged"))


# --- quicksort -----------------------------------------------------------------------------------


@style("quicksort")
def partition_table(work: Work) -> WrittenWork:
    lines = [
        f"{r['lo']}\t{r['hi']}\t{r['pivot']}\t{r['pivot_index']}\t{listed(r['array'])}"
        for r in work.rows
    ]
    text = "\n".join(["lo\thi\tpivot\tpivot index\tarray", *lines])
    return WrittenWork(
        text=text, trace=shown(work.rows, "lo", "hi", "pivot", "pivot_index", "array")
    )


@style("quicksort")
def pivots_told(work: Work) -> WrittenWork:
    lines = [f"pivot = {r['pivot']} -> {listed(r['array'], ' ')}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "pivot", "array"))


# --- binary search -------------------------------------------------------------------------------


def _bounds(row: Row) -> str:
    return f"lo={row['lo']} hi={row['hi']} mid={row['mid']}"


@style("binary_search")
def bounds_lines(work: Work) -> WrittenWork:
    lines = [f"{r['step']}. {_bounds(r)}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "lo", "hi", "mid"))


@style("binary_search")
def bounds_table(work: Work) -> WrittenWork:
    lines = [f"{r['step']}\t{r['lo']}\t{r['hi']}\t{r['mid']}\t{r['value']}" for r in work.rows]
    text = "\n".join(["Step\tlow\thigh\tmid\ta[mid]", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "lo", "hi", "mid", "value"))


@style("binary_search")
def bounds_in_a_line(work: Work) -> WrittenWork:
    text = ", ".join(f"[{r['lo']},{r['hi']}] mid {r['mid']}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "lo", "hi", "mid"))


@style("binary_search")
def looked_at(work: Work) -> WrittenWork:
    text = "I looked at " + ", then ".join(number(r["value"]) for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "value"))


@style("binary_search")
def index_only(work: Work) -> WrittenWork:
    if not work.final["found"]:
        return WrittenWork(text="it is not found", trace=shown((), final={"found": False}))
    final = {"found": True, "index": work.final["index"]}
    return WrittenWork(text=f"found at index {final['index']}", trace=shown((), final=final))


@style("binary_search")
def bounds_markdown(work: Work) -> WrittenWork:
    sides = {"left": "go left", "right": "go right", "found": "found"}
    lines = [
        f"| {r['lo']} | {r['hi']} | {r['mid']} | {number(r['value'])} | {sides[str(r['action'])]} |"
        for r in work.rows
    ]
    text = "\n".join(["| left | right | mid | value | action |", "|---|---|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "lo", "hi", "mid", "value", "action"))


@style("binary_search")
def bounds_in_words(work: Work) -> WrittenWork:
    lines = [
        f"low = {r['lo']}, high = {r['hi']}, mid = {r['mid']}, a[{r['mid']}] = {r['value']}"
        for r in work.rows
    ]
    fields = ("lo", "hi", "mid", "value")
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, *fields))
