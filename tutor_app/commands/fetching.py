"""`elenchus fetch`: the model files, with bars."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from tutor_app.embedded.download import Source, default_sources, fetch
from tutor_app.embedded.model_files import (
    DEFAULT_MODEL,
    EMBEDDER,
    RERANKER,
    SMALL_MODEL,
    TESSDATA,
    ModelFile,
    is_whole,
    megabytes,
    models_dir,
    models_needed,
)
from tutor_app.errors import DownloadFailed, NotFound
from tutor_app.settings import Settings

MODELS = {
    "default": DEFAULT_MODEL,
    "small": SMALL_MODEL,
    "embedder": EMBEDDER,
    "reranker": RERANKER,
    "tessdata": TESSDATA,
}
# Worth having, and nothing waits for them: what is said where they cannot be had.
OPTIONAL = {
    "tessdata": "No Tesseract data: scanned pages cannot be read. All else works without it.",
    "reranker": "No reranker: it comes from the model hub only, which is out of reach. "
    "Retrieval works without it.",
}


class Bars:
    """One bar for each model that is being fetched."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def starting(self, model: ModelFile, source: str) -> None:
        text = f"{model.title} from {source}"
        if model.target in self._tasks:
            self._bars.update(self._tasks[model.target], description=text)
        else:
            self._tasks[model.target] = self._bars.add_task(text, total=model.size)

    def arrived(self, model: ModelFile, size: int) -> None:
        self._bars.update(self._tasks[model.target], completed=min(size, model.size))


def fetch_models(
    settings: Settings,
    names: Sequence[str],
    console: Console,
    sources: Sequence[Source] | None = None,
) -> None:
    """Fetch the named models, or all that these settings use. What is there costs no network.

    Raises:
        NotFound: there is no model of that name.
        DownloadFailed, ModelFileInvalid: a model without which nothing works did not arrive.
    """
    unknown = [name for name in names if name not in MODELS]
    if unknown:
        raise NotFound(f"No model is called {unknown[0]}. There are: {', '.join(MODELS)}.")
    wanted = [MODELS[name] for name in names] or list(models_needed(settings))
    missing = [model for model in wanted if not is_whole(model, settings)]
    optional = [name for name in OPTIONAL if MODELS[name] in missing and name not in names]
    needed = [model for model in missing if model not in [MODELS[name] for name in optional]]
    if needed:
        total = megabytes(sum(model.size for model in needed))
        console.print(f"Fetching {total} of model files into {models_dir(settings)}, once:")
        for model in needed:
            console.print(f"  {model.title}, {megabytes(model.size)}")
    sources = default_sources() if sources is None else sources
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as bars:
        fetch(needed, settings, Bars(bars), sources)
        for name in optional:
            try:
                fetch([MODELS[name]], settings, Bars(bars), sources)
            except DownloadFailed:
                console.print(OPTIONAL[name], style="dim", soft_wrap=True)
    if needed:
        console.print("The model files are there; their SHA-256 is right.")
