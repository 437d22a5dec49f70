"""`elenchus train-reranker`: the cross-encoder adapted to a course, if that makes it better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tutor_app.domain.material import Chunk
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.course_index import CourseIndexes, read_query
from tutor_app.retrieval.course_rerankers import course_reranker_folder
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.reranker_training.adapt_reranker import adapt
from tutor_app.retrieval.reranker_training.course_pairs import pairs_of_course, split_by_section
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.retrieval.sentence_reranker import FOLDER, NETWORK
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.composition import build_embedder
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.wording.catalogue import phrase

READING = phrase("commands_models.reads_pairs")
LEARNING = phrase("commands_models.learns", "loss")
PAIRS = phrase("commands_models.pairs", "learned", "held_back")
TAKEN = phrase("commands_models.adapted", "before", "after", "low", "high")
KEPT = phrase("commands_models.kept_as_it_was", "before", "after", "low", "high")

# What answers stands among these as a rule; the others are what it must be told from.
_NEAREST = replace(PROFILES["default"], top_k=32, floor=0.0)


def train_reranker(settings: Settings, course: str, console: Console) -> None:
    """Adapt the cross-encoder to a course's headings and exercises; say what came of it.

    Raises:
        NotFound: there is no such course, or too little in it to learn from.
        IndexMissing, IndexOutdated: its files have not been read.
    """
    row = find_course(CourseRecords(open_database(settings)), course)
    embedder = build_embedder(settings, threads=0)
    index = CourseIndexes(settings, embedder)(row.id)

    def find(text: str) -> Sequence[Chunk]:
        query = read_query(text, embedder, index, as_typed=True)
        found = retrieve(query, index, _NEAREST, None)
        return [passage.chunk for passage in found.kept]

    with console.status(READING()):
        pairs = split_by_section(pairs_of_course(index, find))
    console.print(PAIRS(learned=len(pairs.learned), held_back=len(pairs.held_back)), markup=False)
    folder = course_reranker_folder(settings, row.id)
    base = folder if (folder / NETWORK).exists() else FOLDER
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console) as bars:
        task = bars.add_task("", total=None)

        def report(done: int, total: int, loss: float) -> None:
            label = LEARNING(loss=f"{loss:.2f}")
            bars.update(task, completed=done, total=total, description=label)

        adapted = adapt(pairs, base, folder, report)
    words = (TAKEN if adapted.is_better else KEPT)(
        before=f"{adapted.before:.3f}",
        after=f"{adapted.after:.3f}",
        low=f"{adapted.low:+.3f}",
        high=f"{adapted.high:+.3f}",
    )
    console.print(words, markup=False)
