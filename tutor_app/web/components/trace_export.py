"""What a student takes away from a run: the table as Markdown or CSV, the picture as PNG."""

from __future__ import annotations

import pymupdf
import streamlit as st

from tutor_app.domain.values import TraceShown
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.picture import picture_svg
from tutor_app.tracing.run_tables import Table, places_seen, table_of, to_csv, to_markdown
from tutor_app.web.components.trace_html import PAGE_CELLS, page_rows
from tutor_app.web.page_pictures import PYMUPDF_LOCK
from tutor_app.wording.catalogue import phrase

TAKE_AWAY = phrase("page_traces.take_away")
FIRST_ROWS = phrase("page_traces.first_rows", "count", "total")

PNG_ZOOM = 2.0  # pixels for each unit of the picture
FILE_CELLS = 400_000  # entries of lists in one file; written in about a second


def draw_export(run: AlgorithmRun, shown: TraceShown, place: int, key: str) -> None:
    """Draw the three buttons; a file is made when its button is pressed."""
    name = f"{run.algorithm.id}-trace"
    rows, seen = export_rows(run), places_seen(run, shown.upto)
    only = FIRST_ROWS(count=f"{rows:,}", total=f"{seen:,}") if rows < seen else None

    def table() -> Table:
        return table_of(run, upto=shown.upto, stop=rows)

    def markdown() -> str:
        return to_markdown(table()) + (f"\n{only}.\n" if only else "")

    def comma_separated() -> str:
        return to_csv(table())

    def png() -> bytes:
        return svg_to_png(picture_svg(run.problem, run, place, wrong=shown.wrong_step, dark=False))

    with st.container(key=f"export-{key}", horizontal=True, gap="small"):
        st.html(f'<span class="el-more">{TAKE_AWAY()}</span>', width="content")
        kinds = (
            ("Markdown", markdown, f"{name}.md", "text/markdown", only),
            ("CSV", comma_separated, f"{name}.csv", "text/csv", only),
            ("PNG", png, f"{name}-{run.steps[place].number}.png", "image/png", None),
        )
        for label, make, file_name, mime, help_text in kinds:
            st.download_button(
                label,
                data=make,
                file_name=file_name,
                mime=mime,
                key=f"{label.lower()}-{key}",
                type="tertiary",
                on_click="ignore",
                help=help_text,
            )


def export_rows(run: AlgorithmRun) -> int:
    """Return how many rows a file holds at most: a file must not take minutes to write."""
    return page_rows(run) * (FILE_CELLS // PAGE_CELLS)


def svg_to_png(svg: str) -> bytes:
    """Return a picture as PNG, on its own ground."""
    with PYMUPDF_LOCK, pymupdf.open(stream=svg.encode(), filetype="svg") as document:
        page = document[0]
        return bytes(page.get_pixmap(matrix=pymupdf.Matrix(PNG_ZOOM, PNG_ZOOM)).tobytes("png"))
