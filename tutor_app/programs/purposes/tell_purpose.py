"""What a reply says of what the program is taken to be for, and how it does at that."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.values import Sentence
from tutor_app.programs.next_move.moves import Move
from tutor_app.programs.purposes.judge_by_purpose import PurposeVerdict
from tutor_app.programs.purposes.read_catalogue import catalogue
from tutor_app.programs.replies.examine_program import RunFacts
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.replies.program_reply import Reply
from tutor_app.programs.replies.program_topic import Topic
from tutor_app.wording.catalogue import phrase

TAKEN = phrase("programs_runs.purpose_taken", "function", "what")
ALL_RIGHT = phrase("programs_runs.purpose_all", "count")
GIVES = {
    each.name: phrase(f"programs_purposes.{each.name}", *(name for name, _ in each.variant))
    for each in catalogue()
}
_DONE = ("confirm", "keep", "nothing_fails", "verdict_of_change", "why_it_works")


def tell_purpose(reply: Reply, topic: Topic, facts: RunFacts, move: Move) -> Reply:
    """Return the reply with what the program is taken to be for, where that is new, and with how
    many small inputs it is right on, where it would be called done."""
    purpose = facts.purpose
    if purpose is None:
        return reply
    is_due = purpose.is_new or topic.is_changed or topic.asks_verdict
    is_right = purpose.passed == purpose.count and move.kind in _DONE and is_due
    texts = [ALL_RIGHT(count=purpose.count)] if is_right and facts.is_right else []
    texts += [_say_taken(purpose)] if purpose.is_new else []
    told = tuple(Sentence(text=text, role="verdict") for text in texts)
    asks = [n for n, sentence in enumerate(reply.sentences) if sentence.role == "question"]
    place = asks[0] if asks else len(reply.sentences)
    return replace(reply, sentences=(*reply.sentences[:place], *told, *reply.sentences[place:]))


def _say_taken(purpose: PurposeVerdict) -> str:
    found = purpose.found
    values = {name: as_code(value) for name, value in found.purpose.variant}
    said = GIVES[found.purpose.name](**values)
    return TAKEN(function=as_code(found.shape.function), what=said)
