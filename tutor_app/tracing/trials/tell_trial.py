"""What came of trying a general claim, in words: how often it held, and one graph that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.tracing.algorithm import NAMES
from tutor_app.tracing.trials.general_claim import ESTIMATES, GeneralClaim
from tutor_app.tracing.trials.try_claim import TriedClaim, Witness
from tutor_app.wording.catalogue import Phrase, phrase, phrases_of

SUBJECTS: Final = {
    name: phrase(f"trace_trial_subjects.{name}")
    for name in ("mst", "shortest_path", "heuristic", "graph", "both_trees")
}
OF_TWO = phrase("trace_trial_subjects.of_two", "one", "other")
SETTINGS: Final = phrases_of("trace_trial_settings")
VERBS: Final = phrases_of("trace_trial_verbs")
SOMETIMES = phrase("trace_trials.sometimes", "setting", "subject", "verb")
SOMETIMES_BOTH = phrase("trace_trials.sometimes_both", "setting", "subject", "verb")
CAN = phrase("trace_trials.can", "setting", "subject", "verb")
CAN_BOTH = phrase("trace_trials.can_both", "setting", "subject", "verb")
ALWAYS = phrase("trace_trials.always", "setting", "subject", "verb", "count")
NEVER = phrase("trace_trials.never", "setting", "subject", "verb", "count")
SOMETIMES_IS = phrase("trace_trials.sometimes_is", "kind", "what")
ALWAYS_IS = phrase("trace_trials.always_is", "kind", "what", "count")
NEVER_IS = phrase("trace_trials.never_is", "kind", "what", "count")
KINDS: Final = phrases_of("trace_trial_heuristics")
SETTING = phrase("trace_trials.setting", "settings")
HERE = phrase("trace_trials.here", "told")
TOO_LARGE = phrase("trace_trials.too_large", "symbols")
TOLD: Final[Mapping[str, Phrase]] = {
    name.replace("__", "_"): phrase(f"trace_trials.{name}", *takes)
    for name, takes in {
        "cheapest_holds": ("subject", "path", "cost"),
        "cheapest_fails": ("subject", "path", "cost", "best", "least"),
        "fewest_edges_holds": ("subject", "path", "edges"),
        "fewest_edges_fails": ("subject", "path", "edges", "best", "fewest"),
        "same_path_holds": ("one",),
        "same_path_fails": ("first", "second", "one", "other"),
        "same_path_after_holds": ("path", "cost", "now"),
        "same_path_after_fails": ("path", "cost", "other", "after", "now"),
        "same_cost_holds": ("one",),
        "same_cost_fails": ("first", "second", "one", "other"),
        "same_tree_holds": ("one",),
        "same_tree_fails": ("first", "second", "one", "other"),
        "same_tree_after_holds": ("one",),
        "same_tree_after_fails": ("one", "other"),
        "tree_is_of_paths_holds": ("one", "weight"),
        "tree_is_of_paths_fails": ("one", "weight", "other", "more"),
        "one_tree_holds": ("one", "weight"),
        "one_tree_fails": ("one", "other", "weight"),
        "one_path_holds": ("one", "cost"),
        "one_path_fails": ("one", "other", "cost"),
        "has_edge_holds": ("tree", "edge"),
        "has_edge_fails": ("tree", "edge"),
        "cut_edge_holds": ("tree",),
        "cut_edge_fails": ("tree", "edge", "group", "rest"),
        "same_order_holds": ("one",),
        "same_order_fails": ("first", "second", "one", "other"),
        "fewer_nodes_holds": ("first", "second", "one", "other", "taken", "more"),
        "fewer_nodes_fails": ("first", "second", "one", "other", "taken", "more"),
        "changes_later_holds": ("node", "old", "new"),
        "changes_later_fails": (),
        "admissible_holds": (),
        "admissible_fails": ("symbols",),
        "consistent_holds": (),
        "consistent_fails": ("one", "other", "high", "low", "cost"),
        "done_early_holds": ("last", "rounds"),
        "done_early_fails": ("last", "rounds"),
        "extra_round_holds": ("rounds",),
        "extra_round_fails": ("rounds",),
    }.items()
}
_LOWERED: Final = frozenset({"bfs", "dfs", "ids", "ucs", "greedy"})  # their names are no persons'

Shown = Literal["holds", "fails"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTrial:
    """What is said of a trial: how often, and what the graph shows that is shown."""

    how_often: str
    shows: str
    witness: Witness


def tell_trial(tried: TriedClaim, shown: Shown, place: int = 0) -> ToldTrial:
    """Return what is said, with the graph on which the claim `holds` or `fails`, if there is one.

    `place` counts the graphs of that kind that were shown before.
    """
    found = (tried.holds if shown == "holds" else tried.fails) or tried.holds or tried.fails
    witness = found[place % len(found)]
    claim, told = tried.claim, witness.tried.told
    facts = {**witness.tried.facts, "subject": _subject(claim, 0)}
    if len(claim.subjects) > 1:
        facts |= {"first": _subject(claim, 0), "second": _subject(claim, 1)}
    shows = HERE(told=TOLD[told](**facts))
    if facts.get("symbols") and told.startswith("cheapest"):
        shows = f"{shows} {TOO_LARGE(**facts)}"
    return ToldTrial(how_often=_how_often(tried, shown), shows=shows, witness=witness)


def _how_often(tried: TriedClaim, shown: Shown) -> str:
    claim = tried.claim
    text = _of_heuristic(tried) if claim.subjects == ("heuristic",) else _of_runs(tried, shown)
    return text[:1].upper() + text[1:]


def _of_heuristic(tried: TriedClaim) -> str:
    kind = next((KINDS[one]() for one in ESTIMATES if one in tried.claim.setting), KINDS["any"]())
    what = VERBS[tried.claim.outcome]()
    match tried.how_often:
        case "sometimes":
            return SOMETIMES_IS(kind=kind, what=what)
        case "always":
            return ALWAYS_IS(kind=kind, what=what, count=tried.count)
        case "never":
            return NEVER_IS(kind=kind, what=what, count=tried.count)


def _of_runs(tried: TriedClaim, shown: Shown) -> str:
    claim, name = tried.claim, _verb(tried.claim)
    put = {"setting": _setting(claim), "subject": _all_subjects(claim)}
    if tried.how_often == "sometimes":
        one, both = (CAN, CAN_BOTH) if shown == "holds" else (SOMETIMES, SOMETIMES_BOTH)
        said = both if len(claim.subjects) > 1 and claim.outcome != "fewer_nodes" else one
        return said(**put, verb=VERBS[name]())
    said = ALWAYS if tried.how_often == "always" else NEVER
    return said(**put, verb=VERBS[f"past_{name}"](), count=tried.count)


def _verb(claim: GeneralClaim) -> str:
    if claim.change and claim.outcome in ("same_path", "same_tree"):
        return f"{claim.outcome}_after"
    if claim.outcome == "same_tree" and "mst" in claim.subjects:
        return "tree_is_of_paths"
    return claim.outcome


def _setting(claim: GeneralClaim) -> str:
    said = [SETTINGS[one]() for one in sorted(claim.setting)]
    return SETTING(settings=", ".join(said)) if said else ""


def _all_subjects(claim: GeneralClaim) -> str:
    match claim.outcome:
        case "one_tree" | "one_path":
            return SUBJECTS["graph"]()
        case "same_tree" if not claim.change and "mst" in claim.subjects:
            return SUBJECTS["both_trees"]()
        case "fewer_nodes":
            return _subject(claim, 0)
    names = [_subject(claim, place) for place in range(len(claim.subjects))]
    return OF_TWO(one=names[0], other=names[1]) if len(names) > 1 else names[0]


def _subject(claim: GeneralClaim, place: int) -> str:
    name = claim.subjects[place]
    if name in SUBJECTS:
        return SUBJECTS[name]()
    said = NAMES[name]()
    return said[:1].lower() + said[1:] if name in _LOWERED else said
