"""`python -m evals start`: how long a start takes and costs, and when the first answer comes."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.load.browser import StudentPage
from evals.load.processes import megabytes, processor_seconds
from evals.product import NO_MODEL, demo_home, running_product
from tutor_app.domain.settings import load_settings

QUESTIONS = ("What is breadth-first search?", "What is a priority queue used for?")
ANSWER_SECONDS = 120.0

out = Console()


def start_command(
    model: Annotated[str, typer.Option(help="none, or what MODEL takes")] = "none",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Seconds to "ready" and from there to the first answers; processor seconds and memory."""
    configuration = NO_MODEL if model == "none" else {"MODEL": model}
    cache = load_settings().elenchus_cache
    out.print("Indexing the demo course…", style="dim")
    with demo_home(cache) as home:
        begun = time.monotonic()
        with running_product(home, cache, configuration) as product:
            ready = time.monotonic() - begun
            result = {
                "seconds to ready": round(ready, 2),
                "processor seconds to ready": _rounded(processor_seconds(product.process.pid)),
                **asyncio.run(_ask(product.url)),
                "MB of memory then": _rounded(megabytes(product.process.pid)),
            }
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value")
    for name, value in result.items():
        table.add_row(name, json.dumps(value))
    out.print(table)


async def _ask(url: str) -> dict[str, Any]:
    """Open the page, and ask one question after the other; seconds from Enter to the page."""
    begun = time.monotonic()
    async with StudentPage(url) as page:
        opened = time.monotonic() - begun
        waits = []
        for count, question in enumerate(QUESTIONS, 1):
            asked = time.monotonic()
            await page.ask(question)
            async with asyncio.timeout(ANSWER_SECONDS):
                while page.answers < count:
                    await asyncio.sleep(0.02)
            waits.append(round(time.monotonic() - asked, 2))
    return {"seconds to the first page": round(opened, 2), "seconds to each answer": waits}


def _rounded(figures: dict[str, float]) -> dict[str, float]:
    return {name: round(figure, 1) for name, figure in sorted(figures.items())}
