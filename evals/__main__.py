"""`python -m evals …`: one command a capability; figures on standard output."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from evals.answers import (
    citations,
    cold_reading,
    decline,
    follow_ups,
    follow_ups_of_textbook,
    intents,
    measure_answers,
    planted_sentences,
)
from evals.answers.claim_verdicts_command import claim_verdicts_command
from evals.answers.claims_command import claims_command
from evals.answers.course_candidates import course_candidates_command
from evals.answers.explanations_command import explanations_command
from evals.answers.fitting_quotes_command import fitting_quotes_command
from evals.answers.general_questions import general_questions_command
from evals.answers.gold_questions import read_questions, read_questions_on
from evals.answers.question_dialogues import question_dialogues_command
from evals.answers.said_command import said_parts_command
from evals.answers.sentences_in_talk_command import sentences_in_talk_command
from evals.answers.work_speech_rows import said_at_work_command
from evals.assignments import assignment_commands
from evals.attack.attack_command import attack_command
from evals.calculations.calculations_command import calculations_command
from evals.calculations.fragment_roles_command import fragment_roles_command
from evals.calculations.word_problems_command import word_problems_command
from evals.course_map.course_map_command import course_map_command
from evals.hint_ladder import ladder_transitions, transcripts
from evals.load.load_command import load_command
from evals.material import adding_files, bad_material
from evals.model.model_command import model_command
from evals.model.recorded_command import recorded_command
from evals.pictures.pictures_command import pictures_command
from evals.practice.parts_command import parts_command
from evals.practice.practice_command import practice_command
from evals.privacy.privacy_command import privacy_command
from evals.program_sandbox.sandbox_command import sandbox_command
from evals.programs import debugging_command
from evals.programs.change_command import changes_command
from evals.programs.change_speech_command import change_speech_command
from evals.programs.programs_command import programs_command
from evals.programs.purposes_command import purposes_command
from evals.programs.rule_speech_command import rule_speech_command
from evals.programs.told_command import told_command
from evals.programs.told_ideas import told_ideas_command
from evals.readings.grade_command import grade_command
from evals.readings.pairs_command import pairs_app
from evals.reranker_training.reranker_command import reranker_training_command
from evals.retrieval import measure_retrieval, sweep
from evals.retrieval.language_courses import languages_command
from evals.retrieval.missing_wording import wording_command
from evals.retrieval.threshold_curve import threshold_command
from evals.robustness import hostile, killed_processes
from evals.robustness.fuzz.fuzz_command import fuzz_command
from evals.routing.newest_word import newest_word_command
from evals.routing.routing_command import routing_command
from evals.speed import latency, page_latency
from evals.speed.start_time import start_command
from evals.talk import talk_command
from evals.traces import trace_commands
from evals.traces.german_problems import german_problems_command
from evals.traces.plain_words.measure_told_claims import claims_on_runs_command
from evals.traces.plain_words.tree_claims import tree_claims_command
from evals.traces.told_graphs import told_graphs_command
from evals.traces.told_traces import told_traces_command
from evals.understanding.acts_command import acts_command
from evals.understanding.agreement import agreement_command
from evals.understanding.claim_command import claim_training_command, claims_heard_command
from evals.understanding.german_moves import german_moves_command
from evals.understanding.statement_command import (
    statement_training_command,
    statements_command,
)
from evals.understanding.train_command import understanding_command
from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import load_settings
from tutor_app.models.duties.duty_registry import duty_named
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.models.exams.exam_runner import Room
from tutor_app.models.exams.follow_up_exam import LeadsBack
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.evaluation_course import index_folder
from tutor_app.runtime.model_for_command import local_model

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)
out = Console()

Materials = Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)]
Questions = Annotated[Path, typer.Option(help="questions with gold pages", exists=True)]
Limit = Annotated[int | None, typer.Option(help="only the first so many questions")]
ModelName = Literal["none", "small", "default"]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]

app.command("acts")(acts_command)
app.command("acts-agreement")(agreement_command)
app.command("understanding")(understanding_command)
app.command("statements")(statements_command)
app.command("statement-training")(statement_training_command)
app.command("hostile")(hostile.hostile_command)
app.command("kill")(killed_processes.kill_command)
app.command("intents")(intents.intents_command)
app.command("follow-ups")(follow_ups.follow_ups_command)
app.command("claims")(claims_command)
app.command("course-candidates")(course_candidates_command)
app.command("claim-verdicts")(claim_verdicts_command)
app.command("explanations")(explanations_command)
app.command("fitting-quotes")(fitting_quotes_command)
app.command("sentences-in-talk")(sentences_in_talk_command)
app.command("question-dialogues")(question_dialogues_command)
app.command("follow-ups-of-textbook")(follow_ups_of_textbook.follow_ups_of_textbook_command)
app.command("course-map")(course_map_command)
app.command("practice")(practice_command)
app.command("practice-parts")(parts_command)
app.command("claims-heard")(claims_heard_command)
app.command("claim-training")(claim_training_command)
app.command("general-questions")(general_questions_command)
app.command("said-parts")(said_parts_command)
app.command("said-at-work")(said_at_work_command)
app.command("ladder")(ladder_transitions.ladder_command)
app.command("transcripts")(transcripts.transcripts_command)
app.command("assignments")(assignment_commands.assignments_command)
app.command("exercise-answers")(assignment_commands.exercise_answers_command)
app.command("guard")(assignment_commands.guard_command)
app.command("calculations")(calculations_command)
app.command("pictures")(pictures_command)
app.command("traces")(trace_commands.traces_command)
app.command("trace-answers")(trace_commands.answers_command)
app.command("load")(load_command)
app.command("model")(model_command)
app.command("recorded")(recorded_command)
app.command("routing")(routing_command)
app.command("newest-word")(newest_word_command)
app.command("languages")(languages_command)
app.command("privacy")(privacy_command)
app.command("german-problems")(german_problems_command)
app.command("german-moves")(german_moves_command)
app.command("threshold")(threshold_command)
app.command("wording")(wording_command)
app.command("adding")(adding_files.adding_command)
app.command("attack")(attack_command)
app.command("start")(start_command)
app.command("talk")(talk_command)
app.command("grade")(grade_command)
app.add_typer(pairs_app, name="pairs")
app.command("sandbox")(sandbox_command)
app.command("fuzz")(fuzz_command)
app.command("debugging")(debugging_command.debugging_command)
app.command("programs")(programs_command)
app.command("purposes")(purposes_command)
app.command("program-changes")(changes_command)
app.command("change-speech")(change_speech_command)
app.command("fragment-roles")(fragment_roles_command)
app.command("word-problems")(word_problems_command)
app.command("program-rules")(rule_speech_command)
app.command("program-ideas")(told_ideas_command)
app.command("told")(told_command)
app.command("reranker-training")(reranker_training_command)
app.command("traces-styles")(trace_commands.styles_command)
app.command("traces-told")(told_traces_command)
app.command("told-graphs")(told_graphs_command)
app.command("tree-claims")(tree_claims_command)
app.command("claims-on-runs")(claims_on_runs_command)
app.command("traces-contradictions")(trace_commands.contradictions_command)


@app.command("retrieval")
def retrieval_command(
    materials: Materials,
    questions: Questions,
    profile: Annotated[
        str,
        typer.Option(
            "--profile", "--profiles", help=f"all, or one or more of {', '.join(PROFILES)}"
        ),
    ] = "all",
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Hit@k, Recall@5 and MRR of retrieval profiles, by page."""
    names = list(PROFILES) if profile == "all" else profile.split(",")
    result = measure_retrieval.measure_retrieval(
        index_folder(materials), read_questions_on(materials, questions)[:limit], names
    )
    _print(result, as_json, _arms_table(result))


@app.command("answers")
def answers_command(
    materials: Materials,
    questions: Questions,
    profile: Annotated[str, typer.Option()] = "default",
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Whether quoted answers cite, show and mark the evidence; declining; seconds."""
    course = index_folder(materials)
    asked = read_questions_on(materials, questions)[:limit]
    answered = measure_answers.answer_all(course, asked, profile)
    result = measure_answers.measure_answers(course, answered)
    _print(result, as_json, _flat_table(result))


@app.command("sweep")
def sweep_command(
    materials: Materials,
    questions: Questions,
    limit: Limit = None,
    to: Annotated[Path | None, typer.Option(help="folder to draw sweep.svg in")] = None,
    as_json: AsJson = False,
) -> None:
    """Chunk size, fusion, MMR, passages, paragraphs, sentences: each against the default."""
    course = index_folder(materials)
    asked = read_questions(questions, limit)
    result = sweep.compare(sweep.sweep(course, asked, sweep.configurations()))
    if to is not None:
        # Drawing needs a development package, measuring does not.
        from evals.retrieval.sweep_plot import draw_sweep  # noqa: PLC0415

        draw_sweep(result, to / "sweep.svg")
    _print(result, as_json, _sweep_table(result))


@app.command("citations")
def citations_command(
    materials: Materials, questions: Questions, limit: Limit = None, as_json: AsJson = False
) -> None:
    """Every citation resolves to a passage of its turn, and every quote stands on its page."""
    course = index_folder(materials)
    answered = measure_answers.answer_all(course, read_questions(questions, limit), "default")
    result = citations.check_citations(materials, answered)
    _print(result, as_json, _flat_table(result))
    raise typer.Exit(1 if result["problems"] else 0)


@app.command("decline")
def decline_command(
    materials: Materials,
    questions: Questions,
    profile: Annotated[str, typer.Option()] = "default",
    as_json: AsJson = False,
) -> None:
    """Declining what is out of scope: the questions alone, and with 40 of the project's own."""
    course = index_folder(materials)
    result = decline.measure_declining(course, read_questions(questions), profile)
    _print(result, as_json, _flat_table(result))


@app.command("latency")
def latency_command(  # noqa: PLR0913  (typer: one argument an option)
    materials: Materials,
    questions: Questions,
    model: Annotated[ModelName, typer.Option(help="asked for follow-up questions")] = "none",
    limit: Limit = 50,
    indexing: Annotated[bool, typer.Option(help="index beside it")] = False,
    as_json: AsJson = False,
) -> None:
    """Seconds by stage, first quote, the model's sentence; tokens a second."""
    result = latency.measure_latency(
        index_folder(materials), read_questions(questions), latency.Trial(model, limit, indexing)
    )
    _print(result, as_json, _flat_table(result))


@app.command("reading")
def reading_command(
    materials: Materials,
    questions: Questions,
    to: Annotated[Path, typer.Option(help="Markdown file to write")],
    count: Annotated[int, typer.Option(help="answers to write out")] = 40,
    seed: Annotated[int, typer.Option(help="of the choice")] = 40,
) -> None:
    """Write answers out for a person who reads them cold and says which ones answer."""
    course = index_folder(materials)
    chosen = cold_reading.choose(read_questions(questions), count, seed)
    cold_reading.write_out(measure_answers.answer_all(course, chosen, "default"), to)
    out.print(f"{len(chosen)} answers in {to}")


@app.command("page")
def page_command(
    url: Annotated[str, typer.Option(help="a running instance with the course open")],
    questions: Questions,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> None:
    """Seconds from Enter to the first quote on the page, in a real browser."""
    asked = [q for q in read_questions(questions) if q.answerable][:limit]
    result = page_latency.measure_page(url, asked)
    _print(result, as_json, _flat_table(result))


@app.command("checks")
def checks_command(
    model: Annotated[ModelName, typer.Option(help="asked for the verdicts it lacks")] = "none",
    limit: Annotated[int | None, typer.Option(help="at most so many verdicts now")] = None,
    as_json: AsJson = False,
) -> None:
    """How many planted and supported sentences a reader would be shown, by regime."""
    if model != "none":
        settings = load_settings().model_copy(update={"model": model, "model_base_url": ""})
        identity = identify_model(settings)
        room = Room(
            identity=identity, folder=settings.elenchus_home / "exam", leads_back=_no_search
        )
        sheet = planted_sentences.verdict_sheet(planted_sentences.short_name(identity))
        with local_model(settings, model) as opened:
            known = room.sheet(duty_named("verify")).answers
            planted_sentences.collect_verdicts(opened, sheet, known, limit)
    result = planted_sentences.measure_checks()
    _print(result, as_json, _checks_table(result))


def _no_search() -> LeadsBack:
    raise RuntimeError("Verdicts need no search.")


def _checks_table(result: dict[str, Any]) -> Table:
    table = Table("a reader is shown", "unsupported", "supported")
    for regime, shown in result["shown"].items():
        table.add_row(regime, shown["unsupported"], shown["supported"])
    table.add_section()
    for kind, stopped in result["stopped_by_code"].items():
        table.add_row(f"stopped by code: {kind}", stopped, "")
    return table


@app.command("bad-material")
def bad_material_command(
    materials: Annotated[
        list[Path], typer.Option(help="folder of good PDFs", exists=True, file_okay=False)
    ],
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """A hundred damaged or odd files: each indexed with a true report, or refused with a reason."""
    good = sorted(path for folder in materials for path in folder.glob("*.pdf"))
    settings = load_settings()
    outcomes = bad_material.measure_bad_material(
        good, settings, build_embedder(settings, threads=1), limit
    )
    result: dict[str, Any] = {
        "files": len(outcomes),
        **Counter(outcome.verdict for outcome in outcomes),
        "problems": sum(bool(outcome.problem) for outcome in outcomes),
        "longest_seconds": round(max(outcome.seconds for outcome in outcomes), 1),
    }
    table = Table("file", "verdict", "pages", "chunks", "seconds", "kept", "said", "problem")
    for o in outcomes:
        row = (o.file, o.verdict, str(o.pages), str(o.chunks), f"{o.seconds:.1f}")
        table.add_row(*row, f"{o.kept:.2f}", o.said, o.problem)
    table.caption = ", ".join(f"{key}: {value}" for key, value in result.items())
    _print({**result, "outcomes": [asdict(o) for o in outcomes]}, as_json, table)
    raise typer.Exit(1 if result["problems"] else 0)


def _print(result: dict[str, Any], as_json: bool, table: Table) -> None:
    if as_json:
        print(json.dumps(result))
    else:
        out.print(table)


def _arms_table(result: dict[str, Any]) -> Table:
    table = Table(title=f"{result['questions']} answerable questions")
    columns = [key for key in next(iter(result["arms"].values())) if key != "skipped"]
    table.add_column("profile")
    for column in columns:
        table.add_column(column, justify="right")
    for name, measures in result["arms"].items():
        note = " (no reranker)" if measures["skipped"] else ""
        table.add_row(name + note, *(f"{measures[column]:.3f}" for column in columns))
    return table


def _sweep_table(result: dict[str, Any]) -> Table:
    """The default with its intervals; below it values with their paired differences."""
    table = Table("factor", "value", *sweep.MEASURES, "seconds")
    table.caption = (
        f"{result['questions']} answerable questions; in brackets 95% intervals: of the default's "
        "figures, else of the paired difference to the default."
    )
    for row in result["configurations"]:
        cells = []
        for measure in sweep.MEASURES:
            figure = row["figures"][measure]
            first = row["factor"] == sweep.DEFAULT
            low, high = figure["interval" if first else "difference_interval"]
            difference = "" if first else f"{figure['difference']:+.3f} "
            cells.append(f"{figure['mean']:.3f}\n{difference}[{low:.3f}, {high:.3f}]")
        table.add_row(row["factor"], row["value"], *cells, f"{row['seconds']:.3f}")
    return table


def _flat_table(result: dict[str, Any]) -> Table:
    table = Table("measure", "value")
    for key, value in result.items():
        if isinstance(value, dict):
            for name, figure in value.items():
                table.add_row(f"{key}.{name}", str(figure))
        else:
            table.add_row(key, str(value))
    return table


def main() -> None:
    """Run a command; what a person can mend is said in words, without a traceback."""
    try:
        app()
    except TutorError as exc:
        Console(stderr=True).print(str(exc), style="red", markup=False, highlight=False)
        sys.exit(1)


if __name__ == "__main__":
    main()
