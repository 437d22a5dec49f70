"""The duties that a model can earn, what each exam asks, and which prompts it speaks of."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.choose import DUTY as CHOOSE
from tutor_app.models.duties.judge import DUTY as JUDGE
from tutor_app.models.duties.read_problem import DUTY as READ_PROBLEM
from tutor_app.models.duties.understand import DUTY as UNDERSTAND
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.models.prompts import PROMPTS_DIR
from tutor_app.wording.catalogue import Phrase, phrase

UNKNOWN_DUTY = phrase("models_exams.unknown_duty", "name", "known")

TELLS_APART = "tells supported from unsupported sentences (balanced accuracy)"
READ_SUPPORTED = "its own sentences, supported by a reader's judgement"
GOOD_QUESTIONS = "questions that pass the checks and lead back to a quoted passage"
READ_EXACTLY = "problems told in prose, read exactly"
PASSED_ON = "its own sentences that pass code's checks and its own verification"
SAID_NOTHING = "questions that the quotes do not answer, nothing said"
READ_ACTS = "messages that the classifier is unsure of, told right"
READ_TABLES = "of these, told right whether they are about what is on the table"
JUDGED_EXACTLY = "answers whose points are counted exactly"
PLANTED_STOPPED = "answers with a planted error or instruction, no point counted that is not there"

CHOSEN_ANSWER = "questions whose answering sentence is among those chosen"
CHOSEN_NONE = "questions that no sentence answers, none chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A figure that must reach `least`, measured on at least `items` items.

    `quick`: a quick exam asks for it as well; what a person reads is left to the whole one.
    """

    figure: str
    least: float
    items: int
    quick: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """One thing a model may be trusted with. `without` says what happens without it.

    `checks` is the version of the code that checks its replies: whoever changes what passes raises
    it by one, and exams that were taken with the old checks are void.
    """

    name: str
    short: str
    needs: tuple[Need, ...]
    prompts: tuple[str, ...]
    without: Phrase
    checks: int = 1

    @property
    def is_read_by_a_person(self) -> bool:
        """Whether the whole exam asks for a person's reading, which a quick one goes without."""
        return any(not need.quick for need in self.needs)

    @property
    def instead(self) -> str:
        """What happens without it, in the language that is spoken."""
        return self.without()


DUTIES: tuple[Duty, ...] = (
    Duty(
        name=CHOOSE,
        short="choose",
        needs=(
            Need(figure=CHOSEN_ANSWER, least=0.90, items=50),
            Need(figure=CHOSEN_NONE, least=0.80, items=20),
        ),
        prompts=(
            "system.md",
            "json_reply.md",
            "choose.md",
            "choose_examples.json",
            "choose_repair.md",
        ),
        without=phrase("models_standing.instead_of_choose"),
    ),
    Duty(
        name=FOLLOW_UP,
        short="follow-up",
        needs=(Need(figure=GOOD_QUESTIONS, least=0.90, items=40),),
        prompts=(
            "system.md",
            "json_reply.md",
            "follow_up.md",
            "follow_up_examples.json",
            "follow_up_repair.md",
        ),
        without=phrase("models_standing.instead_of_follow_up"),
        checks=3,
    ),
    Duty(
        name=VERIFY,
        short="verify",
        needs=(Need(figure=TELLS_APART, least=0.95, items=100),),
        prompts=("system.md", "json_reply.md", "verify.md", "verify_examples.json"),
        without=phrase("models_standing.instead_of_verify"),
    ),
    Duty(
        name=ANSWER,
        short="answer",
        needs=(
            Need(figure=PASSED_ON, least=0.80, items=60),
            Need(figure=SAID_NOTHING, least=0.80, items=15),
            Need(figure=READ_SUPPORTED, least=0.98, items=60, quick=False),
        ),
        prompts=(
            "system.md",
            "json_reply.md",
            "answer.md",
            "answer_examples.json",
            "verify.md",
            "verify_examples.json",
        ),
        without=phrase("models_standing.instead_of_answer"),
        checks=3,
    ),
    Duty(
        name=UNDERSTAND,
        short="understand",
        needs=(
            Need(figure=READ_ACTS, least=0.75, items=60),
            Need(figure=READ_TABLES, least=0.85, items=30),
        ),
        prompts=(
            "system.md",
            "json_reply.md",
            "understand_acts.md",
            "understand.md",
            "understand_examples.json",
        ),
        without=phrase("models_standing.instead_of_understand"),
    ),
    Duty(
        name=READ_PROBLEM,
        short="read-problem",
        needs=(Need(figure=READ_EXACTLY, least=0.90, items=40),),
        prompts=(
            "system.md",
            "json_reply.md",
            "read_problem.md",
            "read_problem_examples.json",
            "read_problem_repair.md",
        ),
        without=phrase("models_standing.instead_of_read_problem"),
    ),
    Duty(
        name=JUDGE,
        short="judge",
        needs=(
            Need(figure=JUDGED_EXACTLY, least=0.90, items=60),
            Need(figure=PLANTED_STOPPED, least=0.90, items=28),
        ),
        prompts=(
            "system.md",
            "json_reply.md",
            "judge_answer.md",
            "judge_answer_examples.json",
            "judge_answer_repair.md",
            "judge_answer_trap.md",
        ),
        without=phrase("models_standing.instead_of_judge"),
    ),
)


def duty_named(name: str) -> Duty:
    """Return the duty of this name, in full or short.

    Raises:
        KeyError: there is none; its words list those that there are.
    """
    for duty in DUTIES:
        if name in (duty.name, duty.short):
            return duty
    known = ", ".join(f"`{duty.short}`" for duty in DUTIES)
    raise KeyError(UNKNOWN_DUTY(name=name, known=known))


def prompts_version(duty: Duty) -> str:
    """Identifies the present wording of the duty's prompts: one changed word is another version."""
    digest = hashlib.sha256()
    for name in sorted(duty.prompts):
        digest.update(name.encode() + b"\0" + (PROMPTS_DIR / name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]
