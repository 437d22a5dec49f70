"""The one question that follows a reaction to claims: what is wrong or missing aims it."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.conversation.trace_replies.on_claims.claim_words import name_quantity
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.domain.teaching import Expectation
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import JudgedClaim, JudgedClaims, row_told_of
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.wording.catalogue import phrase

ASK_VALUE = phrase("trace_claims.ask_value", "quantity", "node")
ASK_KEYS = phrase("trace_claims.ask_keys", "quantity")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """A question about a run, and what would answer it."""

    text: str
    awaited: Expectation


def ask_after_trouble(judged: JudgedClaims) -> NextQuestion | None:
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


def ask_value(facts: ExactFacts, node: str) -> NextQuestion | None:
    """Ask for the number by which a node is chosen; None where places decide."""
    key = facts.key
    if key is None or facts.value(node, key) is None:
        return None
    text = ASK_DIST(node=node) if key == "dist" else ASK_VALUE(quantity=key, node=node)
    return NextQuestion(text=text, awaited=Expectation(kind="value", node=node, quantity=key))


def ask_after_right(turn: ProblemTurn, judged: JudgedClaims) -> NextQuestion | None:
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
