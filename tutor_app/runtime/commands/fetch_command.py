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

from tutor_app.domain.errors import DownloadFailed, NotFound
from tutor_app.domain.settings import Settings
from tutor_app.models.download_sources import DownloadSource, default_sources
from tutor_app.models.fetch_models import fetch
from tutor_app.models.model_files import (
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
from tutor_app.wording.catalogue import phrase

MODELS = {
    "default": DEFAULT_MODEL,
    "small": SMALL_MODEL,
    "embedder": EMBEDDER,
    "reranker": RERANKER,
    "tessdata": TESSDATA,
}
# Worth having, and nothing waits for them: what is said where they cannot be had.
OPTIONAL = {
    "tessdata": phrase("commands_models.without_tessdata"),
    "reranker": phrase("commands_models.without_reranker"),
}
NO_MODEL = phrase("commands_models.no_model", "name", "known")
FETCHING = phrase("commands_models.fetching", "size", "folder")
WHOLE = phrase("commands_models.whole")
MODEL_FROM = phrase("commands_models.model_from", "model", "source")


class DownloadBars:
    """One bar for each model that is being fetched."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def begin(self, model: ModelFile, source: str) -> None:
        text = MODEL_FROM(model=model.title, source=source)
        if model.target in self._tasks:
            self._bars.update(self._tasks[model.target], description=text)
        else:
            self._tasks[model.target] = self._bars.add_task(text, total=model.size)

    def advance(self, model: ModelFile, size: int) -> None:
        self._bars.update(self._tasks[model.target], completed=min(size, model.size))


def fetch_models(
    settings: Settings,
    names: Sequence[str],
    console: Console,
    sources: Sequence[DownloadSource] | None = None,
) -> None:
    """Fetch the named models, or all that these settings use. Those already there need no network.

    Raises:
        NotFound: there is no model of that name.
        DownloadFailed, ModelFileInvalid: a model without which nothing works did not arrive.
    """
    unknown = [name for name in names if name not in MODELS]
    if unknown:
        raise NotFound(NO_MODEL(name=unknown[0], known=", ".join(MODELS)))
    wanted = [MODELS[name] for name in names] or list(models_needed(settings))
    missing = [model for model in wanted if not is_whole(model, settings)]
    optional = [name for name in OPTIONAL if MODELS[name] in missing and name not in names]
    needed = [model for model in missing if model not in [MODELS[name] for name in optional]]
    if needed:
        total = megabytes(sum(model.size for model in needed))
        console.print(FETCHING(size=total, folder=models_dir(settings)))
        for model in needed:
            console.print(f"  {model.title}, {megabytes(model.size)}")
    sources = default_sources() if sources is None else sources
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as bars:
        fetch(needed, settings, DownloadBars(bars), sources)
        for name in optional:
            try:
                fetch([MODELS[name]], settings, DownloadBars(bars), sources)
            except DownloadFailed:
                console.print(OPTIONAL[name](), style="dim", soft_wrap=True)
    if needed:
        console.print(WHOLE())
