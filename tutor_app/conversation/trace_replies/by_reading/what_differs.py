"""What is said to one who objects: the tutor looks again, and says what is not as in the run."""

from __future__ import annotations

from tutor_app.conversation.trace_replies.answer_turn import step_of
from tutor_app.conversation.trace_replies.by_reading import asked_phrases as say
from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.tracing.answers.examine_answer import wrong_entry
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.narration.run_sentences import name_step


def differs(turn: ProblemTurn) -> str:
    """Return what in the student's rows is not as in the run; "" where they gave none."""
    if turn.student is None or not turn.student.rows:
        return ""
    verdict = judge_turn(turn)
    place = verdict.first_error_step
    if verdict.correct or verdict.missing or place is None:
        return say.STANDS()
    row = name_step(verdict.run.algorithm, place)
    node = wrong_entry(verdict)
    if node is not None:
        return say.DIFFERS_VALUE(node=node, row=row)
    own = next((each for each in verdict.student.rows if step_of(each) == place), None)
    taken = next((n for n in ExactFacts(verdict.run).order if own and own.get("node") == n), None)
    if taken is not None and ExactFacts(verdict.run).row_of(taken) != place:
        return say.DIFFERS_NODE(row=row)
    return say.DIFFERS_ROW(row=row)
