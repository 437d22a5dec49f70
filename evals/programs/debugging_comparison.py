"""Help with programs beside real dialogues: at every turn of the teacher the tutor gives its own.

The students' turns are the dialogue's; what the tutor said before is its own. Whether a reply helps
is for readers to say; here it is whether it leaks the fix, is about this program, repeats nothing,
and says of runs only what is so.
"""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from evals.answers.planted_sentences import short_name
from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_facts import fact_figures, facts_in
from evals.programs.debugging_leaks import leak_in, read_fix, tokens
from evals.programs.debugging_own import read_own
from evals.programs.program_rows import Split, plain_program, read_program_rows, read_rows
from evals.programs.program_talk import open_talk
from tutor_app.domain.values import Intent
from tutor_app.models.chat_model import ChatMessage, ChatModel
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.exams.take_exam import Answer, AnswerSheet, Question, take
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.programs.fault_analogues import ANALOGUES
from tutor_app.programs.program_structure import read_program

Json = dict[str, Any]
MAX_TOKENS = 120
MOST_WORDS = 120
_SPEAKER = re.compile(r"(?m)^\s?(User|Student|Assistant|Instructor|Teacher|Tutor)\s*:")
_TEACHERS = frozenset({"Assistant", "Instructor", "Teacher", "Tutor"})
_OTHER_WORDINGS = re.compile(r"(?s)\s*<alt>.*?(?=\n\s*<alt>|\n\s*<code>|\Z)")
_CODE = re.compile(r"(?s)<code>\n?(.*?)(?:</code>|\Z)")
_NUMBER = re.compile(r"(?m)^\s{0,2}\d+\.[ ]?")


# Progress stands beside the JSON, not in it.
_console = Console(stderr=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One reply to one turn of a student; `templated` where no model found its words."""

    turn: str
    text: str
    said_so_far: str
    program: str
    seconds: float
    templated: bool
    described: str | None = None


def read_dialogues(path: Path, limit: int | None = None, split: Split = "all") -> list[Dialogue]:
    """Return the dialogues of a JSON Lines file, or of a YAML file of our own, in its order."""
    if path.suffix == ".yaml":
        return read_own(path, split)[:limit]
    programs = {(row.statement, row.program): row for row in read_program_rows(path, split)}
    kept = {row["id"] for row in read_rows(path, "kept")}
    dialogues = (_dialogue(row, row["id"] in kept) for row in read_rows(path, split)[:limit])
    return [replace(each, row=programs.get((problem, each.program))) for each, problem in dialogues]


def _dialogue(row: Json, kept: bool) -> tuple[Dialogue, str]:
    """Return a dialogue and the statement of its problem."""
    numbered = row.get("bug_code", "")
    # In a few rows the dialogue stands below the statement as well.
    problem = _SPEAKER.split(row["problem"])[0].strip()
    said = [student for student, _ in exchanges(row["dialogue"])]
    below = f"\n\n<code>\n{numbered}\n</code>" if numbered else ""
    said[0] = f"{said[0]}\n\n{problem}{below}"
    program = plain_program(numbered)
    fix = read_fix(row["bug_fixes"], program)
    dialogue = Dialogue(id=row["id"], program=program, fix=fix, said=tuple(said), kept=kept)
    return dialogue, problem


def exchanges(dialogue: str) -> Iterator[tuple[str, str]]:
    """Yield each turn of the teacher, in its first wording, with what the student said before."""
    parts = _SPEAKER.split(dialogue)
    turn: list[str] = []
    for speaker, words in zip(parts[1::2], parts[2::2], strict=True):
        if speaker in _TEACHERS:
            if turn:
                yield "\n".join(turn), _OTHER_WORDINGS.sub("", words).strip()
            turn = []
        else:
            turn.append(_OTHER_WORDINGS.sub("", words).strip())


def tutor_replies(dialogue: Dialogue, wanted: Intent | None = None) -> list[Given]:
    """Let the tutor reply to each turn of a dialogue's student, who may have pressed a button."""
    talk = open_talk(dialogue.id)
    given: list[Given] = []
    for number, turn in enumerate(dialogue.said):
        started = time.perf_counter()
        reply, talk = talk.say(turn, wanted)
        said = "\n".join(dialogue.said[: number + 1])
        given.append(
            Given(
                turn=turn,
                text=reply.text,
                said_so_far=_beside(said, dialogue.program),
                program=_latest(dialogue, number),
                seconds=time.perf_counter() - started,
                templated=not any(sentence.by_model for sentence in reply.sentences),
                described=reply.described,
            )
        )
    return given


def _latest(dialogue: Dialogue, number: int) -> str:
    """The student's program as it is after a turn."""
    if dialogue.programs:
        return dialogue.programs[number]
    for turn in reversed(dialogue.said[: number + 1]):
        found = _CODE.findall(turn)
        if found:
            return plain_program(found[-1])
    return dialogue.program


def _beside(said: str, program: str) -> str:
    """What the student said, without the lines of the program that they came with."""
    own = {tokens(line) for line in program.splitlines()}
    plain = _NUMBER.sub("", said)
    return "\n".join(line for line in plain.splitlines() if tokens(line) not in own)


# --- the comparison --------------------------------------------------------------------------


def alone_sheet(folder: Path, model: ModelIdentity) -> AnswerSheet:
    """Return the replies of this model to the prompt as it is now."""
    words = (PROMPTS_DIR / "plain_socratic.md").read_bytes()
    version = hashlib.sha256(words).hexdigest()[:12]
    return AnswerSheet(folder / "debugging_alone" / f"{short_name(model)}-{version}.jsonl")


def choose(dialogues: Sequence[Dialogue], count: int, seed: int) -> list[Dialogue]:
    """Return some dialogues, the same for the same seed."""
    return random.Random(seed).sample(list(dialogues), min(count, len(dialogues)))


def ask_alone(
    dialogues: Sequence[Dialogue], sheet: AnswerSheet, model: ChatModel, limit: int | None = None
) -> Iterator[str]:
    """Let the model alone give the replies that the sheet lacks, at most `limit` of them now.

    Yields the id of each when it is kept.
    """
    turns = [(each, number) for each in dialogues for number in range(len(each.said))]
    questions = [
        Question(id=_reply_id(each, n), put=_TurnRequest(each, n, sheet)) for each, n in turns
    ]
    yield from take(questions, sheet, model, limit)


def is_asked(dialogue: Dialogue, sheet: AnswerSheet) -> bool:
    """Whether the sheet holds every reply to a dialogue."""
    return all(_reply_id(dialogue, n) in sheet.answers for n in range(len(dialogue.said)))


def _reply_id(dialogue: Dialogue, number: int) -> str:
    return f"{dialogue.id}#{number}"


@dataclass(frozen=True, slots=True)
class _TurnRequest:
    """Lets a model alone reply to one turn of a student, after its own replies before."""

    dialogue: Dialogue
    number: int
    sheet: AnswerSheet

    def __call__(self, model: ChatModel) -> Answer:
        prompt = [ChatMessage("system", render("plain_socratic"))]
        for earlier, turn in enumerate(self.dialogue.said[: self.number]):
            said = self.sheet.answers[_reply_id(self.dialogue, earlier)]["text"]
            prompt += [ChatMessage("user", turn), ChatMessage("assistant", said)]
        prompt.append(ChatMessage("user", self.dialogue.said[self.number]))
        reply = model.complete(prompt, None, MAX_TOKENS, lambda: False)
        return {"text": reply.text, "seconds": round(reply.seconds, 1)}


def alone_replies(dialogue: Dialogue, sheet: AnswerSheet) -> list[Given]:
    """Return the replies that the sheet holds for a dialogue, from its first turn on."""
    given: list[Given] = []
    for number, turn in enumerate(dialogue.said):
        reply = sheet.answers.get(_reply_id(dialogue, number))
        if reply is None:
            break
        given.append(
            Given(
                turn=turn,
                text=reply["text"],
                said_so_far=_beside("\n".join(dialogue.said[: number + 1]), dialogue.program),
                program=_latest(dialogue, number),
                seconds=reply["seconds"],
                templated=False,
            )
        )
    return given


# --- figures ---------------------------------------------------------------------------------


def measure(
    dialogues: Sequence[Dialogue], replies_of: Callable[[Dialogue], list[Given]]
) -> tuple[Json, list[Json]]:
    """Return the figures, shares of all replies, and what was said where."""
    rows: list[Json] = []
    for dialogue in track(dialogues, "Talking", console=_console, transient=True):
        before: set[str] = set()
        for number, given in enumerate(replies_of(dialogue)):
            about = dialogue.about[number] if dialogue.about else ()
            said = without_other_programs(given.text)
            rows.append(
                {
                    "id": dialogue.id,
                    "number": number,
                    "kept": dialogue.kept,
                    "turn": given.turn,
                    "reply": given.text,
                    "leak": leak_in(given.text, dialogue.fix, dialogue.program, given.said_so_far),
                    "specific": is_specific(given),
                    "taken_up": any(one in given.text for one in about) if about else None,
                    "templated": given.templated,
                    "repeated": given.text in before,
                    "words": len(said.split()),
                    "questions": given.text.count("?"),
                    "code_block": "```" in said or "\n" in said.strip(),
                    "seconds": given.seconds,
                    **facts_in(given.text, _programs(given), given.said_so_far, dialogue),
                }
            )
            before.add(given.text)
    count = max(len(rows), 1)
    slowest = max((row["seconds"] for row in rows), default=0.0)
    mean = sum(row["seconds"] for row in rows) / count
    marked = [row["taken_up"] for row in rows if row["taken_up"] is not None]
    return {
        "dialogues": len(dialogues),
        "replies": len(rows),
        "leaks": round(sum(row["leak"] is not None for row in rows) / count, 4),
        "specific": round(sum(row["specific"] for row in rows) / count, 4),
        **({"taken_up": round(sum(marked) / len(marked), 4)} if marked else {}),
        "templated": round(sum(row["templated"] for row in rows) / count, 4),
        "repeated": sum(row["repeated"] for row in rows),
        "too_long": sum(row["words"] > MOST_WORDS for row in rows),
        "several_questions": sum(row["questions"] > 1 for row in rows),
        "code_blocks": sum(row["code_block"] for row in rows),
        "seconds": {"mean": round(mean, 3), "slowest": round(slowest, 3)},
        **fact_figures(dialogues, rows),
    }, rows


def without_other_programs(reply: str) -> str:
    """Return a reply without the code of the other program that level 3 works."""
    for each in ANALOGUES:
        reply = reply.replace(f"\n\n{each.block}\n\n", " ")
    return reply


def _programs(given: Given) -> tuple[str, ...]:
    """The program as it is, and as the student has told to change it."""
    return (given.program,) if given.described is None else (given.program, given.described)


def is_specific(given: Given) -> bool:
    """Whether a reply names something of this program, its input, or the student's last words."""
    program = read_program(given.program)
    spans = re.findall(r"`([^`]+)`", given.text)
    in_code = {word for span in spans for word in re.findall(r"[A-Za-z_]\w*", span)}
    functions = {each.name for each in program.functions}
    odd = {name for name in program.names if re.search(r"_|\d|[a-z][A-Z]", name)}
    words = set(re.findall(r"[A-Za-z_]\w*", given.text))
    if in_code & program.names or words & (functions | odd):
        return True
    numbers = [int(number) for number in re.findall(r"\blines? (\d+)", given.text)]
    if any(0 < number <= len(program.lines) for number in numbers):
        return True
    turn = _CODE.sub(" ", given.turn).split("\n\n")[0].casefold()
    mine = set(re.findall(r"[a-z]{5,}", given.text.casefold())) - _COMMON
    return len(mine & set(re.findall(r"[a-z]{5,}", turn))) >= 2


# Words that a reply to any program shares with what any student says.
_COMMON = frozenset(
    """about after again always before being could course doesn every expected first function
    getting going great happens hello help input inside known later learn looks makes maybe needs
    never other output please print problem program question really right running should something
    still test thank thanks their there these thing think those trying understand using value
    values variable welcome where which while would write wrong""".split()
)
