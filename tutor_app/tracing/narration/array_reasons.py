"""Why a row is as it is: binary search, sorting, heap operations."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.domain.traces import Row
from tutor_app.tracing.narration.reason_words import Words, count_levels, fill, write_facts
from tutor_app.tracing.narration.values_in_words import write_cell, write_number
from tutor_app.wording.catalogue import Phrase, phrase

TARGET = phrase("trace_reasons.target", "target")
GOES_LEFT = phrase("trace_reasons.goes_left", "mid", "value", "target")
GOES_RIGHT = phrase("trace_reasons.goes_right", "mid", "value", "target")
TARGET_FOUND = phrase("trace_reasons.target_found", "mid", "value")
INSERTED = phrase("trace_reasons.inserted", "key", "count")
SELECTED = phrase("trace_reasons.selected", "selected", "other")
STAYS = phrase("trace_reasons.stays", "value")
PASS_SWAPS = phrase("trace_reasons.pass_swaps", "settled", "count")
NO_SWAPS = phrase("trace_reasons.no_swaps")
SINKS = phrase("trace_reasons.sinks", "value", "count")
SWAPPED_TO_THE_END = phrase("trace_reasons.swapped_to_the_end", "extracted")
PARTITIONED = phrase("trace_reasons.partitioned", "pivot", "at")
PARTS_MERGED = phrase("trace_reasons.parts_merged", "left", "right")
WIDTHS_MERGED = phrase("trace_reasons.widths_merged", "width", "sorted")
RISES = phrase("trace_reasons.rises", "value", "count")
EXTRACTED = phrase("trace_reasons.extracted", "extracted", "value", "count")
EXTRACTED_LAST = phrase("trace_reasons.extracted_last", "extracted")
HEAP_BUILT = phrase("trace_reasons.heap_built", "count")


def _insert(facts: Row) -> str:
    return INSERTED(key=write_number(facts["key"]), count=facts["shifted"])


def _stay(value: str) -> Words:
    return lambda facts: STAYS(value=write_number(facts[value]))


def _swap_in_pass(facts: Row) -> str:
    return PASS_SWAPS(settled=write_number(facts["settled"]), count=facts["swaps"])


def _sink(facts: Row) -> str:
    return _move_by_levels(SINKS, facts)


def _move_by_levels(sentence: Phrase, facts: Row) -> str:
    return sentence(value=write_number(facts["value"]), count=count_levels(facts))


def _swap_to_the_end(facts: Row) -> str:
    return f"{write_facts(SWAPPED_TO_THE_END, facts, 'extracted')} {_sink(facts)}"


def _merge(facts: Row) -> str:
    if "left" not in facts or "right" not in facts:
        return ""
    return PARTS_MERGED(
        left=write_cell("left", facts["left"]), right=write_cell("right", facts["right"])
    )


def _extract(facts: Row) -> str:
    return EXTRACTED(
        extracted=write_number(facts["extracted"]),
        value=write_number(facts["value"]),
        count=count_levels(facts),
    )


ARRAY_REASONS: Mapping[str, Words] = {
    "binary_search.start": fill(TARGET, "target"),
    "binary_search.left": fill(GOES_LEFT, "mid", "value", "target"),
    "binary_search.right": fill(GOES_RIGHT, "mid", "value", "target"),
    "binary_search.found": fill(TARGET_FOUND, "mid", "value"),
    "insertion_sort.inserted": _insert,
    "insertion_sort.stays": _stay("key"),
    "selection_sort.swapped": fill(SELECTED, "selected", "other"),
    "selection_sort.stays": _stay("selected"),
    "bubble_sort.swapped": _swap_in_pass,
    "bubble_sort.no_swaps": fill(NO_SWAPS),
    "heapsort.sifted": _sink,
    "heapsort.stays": _stay("value"),
    "heapsort.extracted": _swap_to_the_end,
    "quicksort.partitioned": fill(PARTITIONED, "pivot", "at"),
    "quicksort.partitioned_hoare": fill(PARTITIONED, "pivot", "at"),
    "merge_sort.merged": _merge,
    "merge_sort.merged_all": fill(WIDTHS_MERGED, "width", "sorted"),
    "heap_operations.inserted": lambda facts: _move_by_levels(RISES, facts),
    "heap_operations.extracted": _extract,
    "heap_operations.extracted_last": fill(EXTRACTED_LAST, "extracted"),
    "heap_operations.built": lambda facts: HEAP_BUILT(count=facts["swaps"]),
}
