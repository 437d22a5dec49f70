"""What a reader would be shown of planted sentences: under quotation, code's checks, verification.

200 sentences that the demo course does not support and 200 that it does, in pairs that differ in a
few words. A model's verdicts are kept beside them, so that the table can be printed
without the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.duty_registry import duty_named, prompts_version
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.duties.statement_checks import check_statement
from tutor_app.models.exams.exam_items import VERIFY, Claim, read_claims
from tutor_app.models.exams.take_exam import Answer, AnswerSheet, take
from tutor_app.models.exams.verify_exam import batches_of, verdict_questions, verdicts_in

PLANTED = Path(__file__).parents[1] / "questions" / "planted.jsonl"
VERDICTS = PLANTED.with_name("verdicts")


def all_claims() -> list[Claim]:
    """The exam's claims and those planted only here."""
    return [*read_claims(VERIFY), *read_claims(PLANTED)]


def verdict_sheet(name: str, folder: Path = VERDICTS) -> AnswerSheet:
    """The verdicts of one model with the prompts as they are."""
    return AnswerSheet(folder / f"{name}-{prompts_version(duty_named('verify'))}.jsonl")


def short_name(model: ModelIdentity) -> str:
    return f"{Path(model.name).stem if model.kind == 'local' else 'endpoint'}-{model.digest[:8]}"


def collect_verdicts(
    model: ChatModel, sheet: AnswerSheet, known: Mapping[str, Answer], limit: int | None
) -> None:
    """Take over the exam's verdicts and ask the model for those that are missing."""
    questions = verdict_questions(all_claims())
    for question in questions:
        if question.id in known and question.id not in sheet.answers:
            kept = {k: v for k, v in known[question.id].items() if k != "id"}
            sheet.add(question.id, kept)
    for _ in take(questions, sheet, model, limit):
        continue


def measure_checks(folder: Path = VERDICTS) -> dict[str, Any]:
    """Return for each regime how many planted sentences and paraphrases a reader is shown."""
    claims = all_claims()
    passing = {claim.id for claim in claims if passes_code(claim)}
    regimes: dict[str, Any] = {
        "quotation (no duty)": _shown(claims, set()),
        "code's checks alone": _shown(claims, passing),
    }
    version = prompts_version(duty_named("verify"))
    for path in sorted(folder.glob(f"*-{version}.jsonl")):
        answers = AnswerSheet(path).answers
        verdicts = verdicts_in(answers)
        asked = [one for batch in batches_of(claims) if batch.id in answers for one in batch.claims]
        said_yes = {claim.id for claim in asked if verdicts.get(claim.id)}
        name = path.stem.removesuffix(f"-{version}")
        regimes[f"code's checks, then {name}"] = _shown(asked, passing & said_yes)
        regimes[f"{name} alone"] = _shown(asked, said_yes)
    stopped = Counter(claim.kind for claim in claims if claim.id not in passing)
    kinds = Counter(claim.kind for claim in claims if not claim.is_supported)
    return {
        "shown": regimes,
        "stopped_by_code": {kind: f"{stopped[kind]} of {kinds[kind]}" for kind in sorted(kinds)},
    }


def passes_code(claim: Claim) -> bool:
    """Whether code's checks would let the sentence go on, beside its passage alone."""
    return check_statement(claim.sentence, [claim.passage.as_quote()], ()) is None


def _shown(claims: Sequence[Claim], ids: Collection[str]) -> dict[str, str]:
    return {
        label: f"{sum(c.id in ids for c in claims if c.is_supported is supported)} of "
        f"{sum(c.is_supported is supported for c in claims)}"
        for label, supported in (("unsupported", False), ("supported", True))
    }
