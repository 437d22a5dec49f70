"""Replies to claims about a run: what they deserve, then one question that leaves its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor_app.conversation.trace_replies.on_claims.claim_reasons import reason_covered, tell_reason
from tutor_app.conversation.trace_replies.on_claims.claim_words import (
    name_quantity,
    react_to_claims,
    write_claim,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.reply_parts import Course, Reply, ReplyOutcome, offers_of
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import GO_ON_WITH, open_row
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import JudgedClaim, JudgedClaims, row_told_of
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.narration.values_in_words import continue_sentence, join_items
from tutor_app.wording.catalogue import phrase

TAKEN_BACK = phrase("trace_reactions.taken_back")
ASK_VALUE = phrase("trace_claims.ask_value", "quantity", "node")
ASK_KEYS = phrase("trace_claims.ask_keys", "quantity")
HALF_DECIDES_NOT = phrase("trace_claims.half_decides_not")
ASK_WHICH = phrase("trace_claims.ask_which")
ASK_CHOICE = phrase("trace_claims.ask_choice")
ASK_DIST = phrase("trace_claims.ask_dist", "node")
ASK_G = phrase("trace_claims.ask_g", "node")
ASK_WHOLE = phrase("trace_claims.ask_whole", "quantity", "node")
ASK_CHEAPER = phrase("trace_claims.ask_cheaper", "node")
ASK_WAY = phrase("trace_claims.ask_way", "node")
ASK_PARENT = phrase("trace_claims.ask_parent", "node")
ASK_PATH = phrase("trace_claims.ask_path", "node")
ASK_PATH_AGAIN = phrase("trace_claims.ask_path_again", "node")
ASK_TAKEN = phrase("trace_claims.ask_taken")
NOT_SURE = phrase("trace_claims.not_sure", "said")
RIGHT_IN_IT = phrase("trace_claims.right_in_it", "said")
ALL_THERE = phrase("trace_claims.all_there")
_HALVES = frozenset(("h_alone", "g_alone", "edge_alone"))


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """A question about a run, and what would answer it."""

    text: str
    awaited: Expectation


def judge_what_is_claimed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """React to each claim, and ask for the first thing that is missing or wrong."""
    judged = turn.claims
    assert judged is not None
    if turn.taken_back and judged.of("right") and not judged.of("wrong"):
        yield Sentence(text=TAKEN_BACK(), role="verdict")
    yield Sentence(text=react_to_claims(judged, len(judged.claims)), role="verdict")
    wrong = judged.of("wrong")
    if any(each.cause in _HALVES for each in wrong):
        yield from course.cite(exact.algorithm)
    outcome = _answered(judged)
    if not wrong and (about := _whose_reason(turn, judged)) is not None:
        if _left_out_for_half(judged) == about.node:
            yield Sentence(text=HALF_DECIDES_NOT(), role="verdict")
        told = yield from tell_reason(about, judged)
        if told is not None:
            return replace(told, answered=outcome)
        return replace((yield from _go_on(turn, exact)), answered=outcome, reasoned=about.node)
    question = _after_trouble(judged) or _after_right(turn, judged)
    if question is not None:
        yield Sentence(text=question.text, role="question")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(awaited=question.awaited, answered=outcome)
    if _is_at_the_end(turn, judged):
        yield Sentence(text=ALL_THERE(), role="verdict")
        return ReplyOutcome(answered=outcome, awaited=Expectation(kind="result"))
    return replace((yield from _go_on(turn, exact)), answered=outcome)


def ask_what_is_claimed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Name what was read, where something is left of the message: it is not judged yet."""
    judged = turn.claims
    assert judged is not None
    said = dict.fromkeys(write_claim(each.claim, judged.facts) for each in judged.claims)
    wording = NOT_SURE if judged.of("wrong", "so_far", "open") else RIGHT_IN_IT
    yield Sentence(text=wording(said=join_items([*filter(None, said)])), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=turn.awaited, answered="cannot_tell")


def _answered(judged: JudgedClaims) -> AnswerOutcome:
    if judged.of("wrong"):
        return "partly" if judged.of("right", "so_far") or _keeps_some(judged) else "not_yet"
    if judged.of("so_far"):
        return "so_far"
    return "right" if judged.of("right") else "cannot_tell"


def _keeps_some(judged: JudgedClaims) -> bool:
    """Whether some of the nodes that were listed are right."""
    return any(
        each.cause in ("extra", "order") and set(each.claim.nodes) - set(each.nodes)
        for each in judged.of("wrong")
    )


def _go_on(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Ask for the row that is still open; where none is, nothing is asked."""
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        return ReplyOutcome()
    row = name_step(exact.algorithm, expected.step)
    question = continue_sentence(ask_for_row(exact, expected.step))
    yield Sentence(text=GO_ON_WITH(row=row, question=question), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)


def ask_value(facts: ExactFacts, node: str) -> NextQuestion | None:
    """Ask for the number by which a node is chosen; None where places decide."""
    key = facts.key
    if key is None or facts.value(node, key) is None:
        return None
    text = ASK_DIST(node=node) if key == "dist" else ASK_VALUE(quantity=key, node=node)
    return NextQuestion(text=text, awaited=Expectation(kind="value", node=node, quantity=key))


def _whose_reason(turn: ProblemTurn, judged: JudgedClaims) -> Expectation | None:
    """Return whose reason is talked about: that of a node which is never taken, once it is known.

    It is asked for where it was, or where its number has just been found.
    """
    asked, facts = turn.awaited, judged.facts
    if asked is not None and asked.kind == "reason":
        return replace(asked, covered=reason_covered(asked, judged))
    if (node := _left_out_for_half(judged)) is not None:
        about = Expectation(kind="reason", node=node)
        return replace(about, covered=reason_covered(about, judged))
    found = [
        each.claim.node
        for each in judged.of("right")
        if each.claim.kind == "value"
        and each.claim.node not in facts.order
        and name_quantity(each.claim.quantity, facts) == facts.key
    ]
    on_way = asked is not None and asked.kind == "value"
    if not on_way or not found or facts.goal not in facts.order:
        return None
    about = Expectation(kind="reason", node=found[-1])
    return replace(about, covered=reason_covered(about, judged))


def _left_out_for_half(judged: JudgedClaims) -> str | None:
    """Return the node that is left out, rightly, for h or g alone: "never U, h(U) is bigger"."""
    facts = judged.facts
    out = {each.claim.node for each in judged.of("right") if each.claim.kind == "left_out"}
    if facts.key != "f" or facts.goal not in facts.order:
        return None
    told = [
        (each.claim.node, each.claim.quantity)
        for each in judged.of("right")
        if each.claim.kind in ("value", "comparison")
    ]
    whole = {node for node, quantity in told if quantity in ("f", None)}
    return next(
        (node for node, quantity in told if node in out - whole and quantity in ("g", "h")), None
    )


# --- the question that follows ------------------------------------------------------------------


def _after_trouble(judged: JudgedClaims) -> NextQuestion | None:
    """Return the question that the first thing aims which is wrong or missing; None without."""
    for each in (*judged.of("wrong"), *judged.of("so_far")):
        question = _aimed_at(each, judged)
        if question is not None:
            return question
    return None


def _aimed_at(each: JudgedClaim, judged: JudgedClaims) -> NextQuestion | None:
    claim, facts = each.claim, judged.facts
    match claim.kind:
        case "taken":
            return _about_taken(each, facts)
        case "left_out" | "place" | "count":
            return NextQuestion(text=ASK_TAKEN(), awaited=Expectation(kind="taken"))
        case "value" if each.verdict == "wrong" and claim.node is not None:
            return _about_value(each, facts)
        case "next" | "waiting":
            return _about_choice(judged)
        case "before":
            return ask_value(facts, claim.nodes[0]) or ask_value(facts, claim.nodes[1])
        case "path" if each.verdict == "wrong":
            return _about_path(each, facts)
        case "path" | "cost" if facts.goal is not None or claim.nodes:
            node = facts.goal or claim.nodes[-1]
            return NextQuestion(
                text=ASK_PATH_AGAIN(node=node), awaited=Expectation(kind="path", node=node)
            )
        case "parent":
            return _ask_parent(claim.nodes[0])
        case _:
            return None


def _about_choice(judged: JudgedClaims) -> NextQuestion | None:
    """Ask for the numbers, or the places, that decide the choice which is told of."""
    facts = judged.facts
    row = row_told_of([each.claim for each in judged.claims], facts)
    if row is None:
        return None
    text = ASK_CHOICE() if facts.key in (None, "dist") else ASK_KEYS(quantity=facts.key)
    return NextQuestion(text=text, awaited=Expectation(kind="row", step=row))


def _about_taken(each: JudgedClaim, facts: ExactFacts) -> NextQuestion | None:
    if each.cause == "extra":
        asked = ask_value(facts, each.nodes[0])
        if asked is not None:
            return asked
    if each.cause == "missing":
        missed = facts.row_of(each.nodes[0])
    else:
        said = [node for node in dict.fromkeys(each.claim.nodes) if node in facts.order]
        parts = (
            n for n, pair in enumerate(zip(said, facts.order, strict=False)) if len({*pair}) > 1
        )
        missed = facts.row_of(facts.order[next(parts, len(said) - 1)])
    return None if missed is None else _ask_row(facts, missed)


def _ask_row(facts: ExactFacts, number: int) -> NextQuestion:
    return NextQuestion(
        text=ask_for_row(facts.run, number), awaited=Expectation(kind="row", step=number)
    )


def _about_value(each: JudgedClaim, facts: ExactFacts) -> NextQuestion | None:
    claim = each.claim
    assert claim.node is not None
    named = name_quantity(claim.quantity, facts)
    if each.cause == "h_alone" or (each.cause in ("another_way", "edge_alone") and named == "f"):
        awaited = Expectation(kind="value", node=claim.node, quantity="g", covered=(claim.node,))
        return NextQuestion(text=ASK_G(node=claim.node), awaited=awaited)
    awaited = Expectation(kind="value", node=claim.node, quantity=named)
    if each.cause == "g_alone":
        return NextQuestion(text=ASK_WHOLE(quantity="f", node=claim.node), awaited=awaited)
    if each.cause == "another_way":
        return NextQuestion(text=ASK_CHEAPER(node=claim.node), awaited=awaited)
    if named in ("g", "dist", "f"):
        return NextQuestion(text=ASK_WAY(node=claim.node), awaited=awaited)
    return None


def _about_path(each: JudgedClaim, facts: ExactFacts) -> NextQuestion | None:
    """Ask for the parent of the last node of a path that is reached from another one."""
    path = each.claim.nodes
    if path[-1] == facts.run.problem.start:
        path = path[::-1]
    for before, node in reversed(list(zip(path, path[1:], strict=False))):
        if facts.parents.get(node) not in (None, before):
            return _ask_parent(node, path[-1])
    return None


def _ask_parent(node: str, *target: str) -> NextQuestion:
    awaited = Expectation(kind="parent", node=node, covered=target)
    return NextQuestion(text=ASK_PARENT(node=node), awaited=awaited)


def _after_right(turn: ProblemTurn, judged: JudgedClaims) -> NextQuestion | None:
    """Return the question that a right answer to the last one leads on to."""
    asked, facts = turn.awaited, judged.facts
    if judged.of("wrong", "so_far"):
        return None
    if (then := _after_choice(judged, asked)) is not None:
        return then
    if asked is None:
        return None
    told = {(each.claim.node, name_quantity(each.claim.quantity, facts)) for each in judged.claims}
    if asked.kind == "value" and asked.covered and facts.key is not None:
        node = asked.covered[0]
        if (node, facts.key) not in told:
            awaited = Expectation(kind="value", node=node, quantity=facts.key)
            text = ASK_WHOLE(quantity=facts.key, node=node)
            return NextQuestion(
                text=ASK_DIST(node=node) if facts.key == "dist" else text, awaited=awaited
            )
    tells_path = any(each.claim.kind == "path" for each in judged.claims)
    if asked.kind == "parent" and asked.covered and not tells_path:
        node = asked.covered[0]
        return NextQuestion(
            text=ASK_PATH_AGAIN(node=node), awaited=Expectation(kind="path", node=node)
        )
    return None


def _after_choice(judged: JudgedClaims, asked: Expectation | None) -> NextQuestion | None:
    """Ask for the choice that follows the right ones which were told; None at the end of a run."""
    facts, order = judged.facts, judged.facts.order
    chosen = [each.claim.node for each in judged.of("right") if each.claim.kind == "next"]
    told = {each.claim.kind for each in judged.of("right")}
    if told & {"path", "cost", "taken", "left_out"}:
        return None
    node = chosen[-1] if chosen else None
    if node is None:
        waits = any(each.claim.kind == "waiting" for each in judged.of("right"))
        row = row_told_of([each.claim for each in judged.claims], facts)
        row = row if row is not None else asked.step if asked is not None else None
        if not waits or row is None:
            return None
        which = ASK_WHICH()
        return NextQuestion(text=which, awaited=Expectation(kind="row", step=row))
    if node not in order:
        return None
    if node == order[-1]:
        path = Expectation(kind="path", node=node)
        return NextQuestion(text=ASK_PATH(node=node), awaited=path) if facts.goal == node else None
    return _ask_row(facts, (facts.row_of(node) or 0) + 1)


def _is_at_the_end(turn: ProblemTurn, judged: JudgedClaims) -> bool:
    """Whether a right path with its cost is told after right rows, and no value changes any more.

    Where a search has a goal, its path and cost are the end of it.
    """
    facts = judged.facts
    right = {each.claim.kind for each in judged.of("right")}
    if "path" not in right or judged.of("wrong", "so_far"):
        return False
    seen, row = last_row_seen(turn), open_row(turn, facts.run)
    if row is None or row.step is None:
        return True
    some_rows = seen > facts.run.algorithm.first_step
    if facts.goal is not None:
        costs = any(each.claim.node == facts.goal for each in judged.of("right"))
        return some_rows and ("cost" in right or costs or facts.key is None)
    return some_rows and changes_nothing(facts, row.step)


def changes_nothing(facts: ExactFacts, number: int) -> bool:
    """Whether no distance changes from row `number` on."""
    behind = [row.get("dist") for row in facts.rows if int(str(row["step"])) >= number - 1]
    return None not in behind and all(each == behind[0] for each in behind)


def nodes_waiting(facts: ExactFacts, number: int) -> Sequence[str]:
    """Return the nodes that are taken after row `number`."""
    return [node for node in facts.order if (facts.row_of(node) or 0) > number]
