"""The sweep as one picture: a panel a factor, and the fusion's weights as two grids."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from evals.retrieval.sweep import CHUNK, FUSION, MMR, PARAGRAPHS, PASSAGES, SENTENCES, SHARES

_LINES = {"hit@1": "#555555", "cited": "#1f77b4", "shown": "#2ca02c", "marked": "#d62728"}
_PLACE = {CHUNK: "chunk", PASSAGES: "passages", PARAGRAPHS: "paragraphs", SENTENCES: "sentences"}
_GRIDS = ("hit@1", "marked")
_NO_MMR = 1.0  # λ of 1 leaves the order as it is

Row = dict[str, Any]


def draw_sweep(result: dict[str, Any], path: Path) -> None:
    """Write the picture of `sweep.compare`'s result, as SVG or PNG by the path's suffix.

    A bar is the 95% interval of the paired difference to the default, drawn around the value.
    """
    default, *others = result["configurations"]
    # The same figures give the same file, and text stays text.
    with mpl.rc_context({"svg.hashsalt": "sweep", "svg.fonttype": "none", "font.size": 8}):
        figure = Figure(figsize=(11, 5.4), layout="constrained")
        panels = figure.subplots(2, 4)
        places = (panels[0, 0], panels[0, 1], panels[0, 2], panels[1, 0], panels[1, 1])
        for axes, factor in zip(places, (CHUNK, PASSAGES, MMR, PARAGRAPHS, SENTENCES), strict=True):
            rows = [default, *(row for row in others if row["factor"] == factor)]
            _draw_factor(axes, factor, rows, default)
        fusions = [default, *(row for row in others if row["factor"] == FUSION)]
        for axes, measure in zip((panels[1, 2], panels[1, 3]), _GRIDS, strict=True):
            _draw_grid(axes, measure, fusions)
        handles, labels = panels[0, 0].get_legend_handles_labels()
        panels[0, 3].axis("off")
        panels[0, 3].legend(
            handles,
            labels,
            loc="center left",
            alignment="left",
            frameon=False,
            title=f"{result['questions']} questions; bars: 95% interval\n"
            "of the paired difference to the\ndefault (dotted)",
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        figure.savefig(path, dpi=110, metadata=metadata)


def _draw_factor(axes: Axes, factor: str, rows: list[Row], default: Row) -> None:
    rows = sorted(rows, key=lambda row: _x(row, factor))
    xs = [_x(row, factor) for row in rows]
    for measure, colour in _LINES.items():
        figures = [row["figures"][measure] for row in rows]
        means = [one["mean"] for one in figures]
        low = [max(0.0, one["difference"] - one["difference_interval"][0]) for one in figures]
        high = [max(0.0, one["difference_interval"][1] - one["difference"]) for one in figures]
        axes.errorbar(
            xs, means, yerr=[low, high], color=colour, marker="o", markersize=3, linewidth=1.2,
            elinewidth=0.6, capsize=2, label=measure,
        )  # fmt: skip
    axes.axvline(_x(default, factor), color="#999999", linewidth=0.8, linestyle=":")
    axes.set_title(factor)
    axes.set_ylim(0.2, 1.0)
    axes.grid(axis="y", linewidth=0.3)


def _x(row: Row, factor: str) -> float:
    if factor == MMR:
        return _NO_MMR if row["mmr_lambda"] is None else float(row["mmr_lambda"])
    return float(row[_PLACE[factor]])


def _draw_grid(axes: Axes, measure: str, rows: list[Row]) -> None:
    """Draw the means by the shares of sentences and BM25, where chunks have a share of 1."""
    known = {
        (row["weights"]["sentence"], row["weights"]["bm25"]): row["figures"][measure]["mean"]
        for row in rows
        if row["weights"]["dense"] == 1.0
    }
    grid = [[known.get((s, b), float("nan")) for b in SHARES[1]] for s in SHARES[0]]
    axes.imshow(grid, cmap="Blues", aspect="auto", interpolation="none")
    middle = (min(known.values()) + max(known.values())) / 2
    for y, line in enumerate(grid):
        for x, value in enumerate(line):
            colour = "white" if value > middle else "black"
            axes.text(x, y, f"{value:.2f}", ha="center", va="center", color=colour)
    axes.set_xticks(range(len(SHARES[1])), [f"{share:g}" for share in SHARES[1]])
    axes.set_yticks(range(len(SHARES[0])), [f"{share:g}" for share in SHARES[0]])
    axes.set_xlabel("BM25's share")
    axes.set_ylabel("best sentence's share")
    axes.set_title(f"{measure} (dense: 1)")
