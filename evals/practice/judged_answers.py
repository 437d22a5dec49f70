"""Generated answers to questions of practice: right ones must be credited, wrong ones never."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tutor_app.answering.course_map.map_values import Term
from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.answering.practice.questions.judge_answer import LETTERS, judge_practice
from tutor_app.answering.practice.questions.term_questions import other_names
from tutor_app.conversation.practice.answered_question import TELLING
from tutor_app.conversation.practice.round_words import words_of
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.run_sentences import find_asked_columns
from tutor_app.tracing.narration.values_in_words import write_cell
from tutor_app.understanding.act_classifier import ActClassifier

WORDINGS = Path(__file__).with_name("practice_answers.yaml")
_OTHERS = 3  # names of other terms tried at each question
_LONG = 7  # letters from which a slip is made
Wordings = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Variant:
    """A message, and whether it is a right answer."""

    text: str
    right: bool


def judge_variants(questions: Sequence[PracticeQuestion], terms: Sequence[Term]) -> dict[str, Any]:
    """Return by half: right answers credited or called wrong, wrong ones credited, by kind."""
    wordings = yaml.safe_load(WORDINGS.read_text(encoding="utf-8"))
    return {half: _judge(questions, terms, says) for half, says in wordings.items()}


def _judge(
    questions: Sequence[PracticeQuestion], terms: Sequence[Term], says: Wordings
) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    credited: list[str] = []
    missed: list[str] = []
    acts = ActClassifier()
    for number, question in enumerate(questions):
        names = list(other_names(question.item, terms))
        for variant in _variants(question, names[number % max(1, len(names)) :] + names, says):
            act = acts.classify("tutor_question", words_of(question), variant.text)
            tells = act.act.startswith(TELLING)
            verdict = judge_practice(variant.text, question, names, tells=tells)
            kind = "right" if variant.right else "wrong"
            counts[kind] += 1
            counts[f"{kind}: {verdict}"] += 1
            if variant.right and verdict != "right":
                counts[question.kind] += 1
            if not variant.right and verdict == "right":
                credited.append(f"{question.accepted[0]} | {variant.text}")
            if variant.right and verdict != "right":
                missed.append(f"{question.accepted[0]} | {variant.text} | {verdict}")
    return {
        "right": counts["right"],
        "right_credited": round(counts["right: right"] / max(1, counts["right"]), 4),
        "right_called_wrong": counts["right: wrong"],
        "right_not_credited": {kind: counts[kind] for kind in sorted({q.kind for q in questions})},
        "wrong": counts["wrong"],
        "wrong_credited": counts["wrong: right"],
        "credited_examples": credited[:10],
        "not_credited_examples": missed[:: max(1, len(missed) // 10)],
    }


def _variants(
    question: PracticeQuestion, others: Sequence[str], says: Wordings
) -> Iterator[Variant]:
    if question.kind == "row":
        yield from _of_rows(question, says)
    elif question.options:
        yield from _of_choices(question, says)
    else:
        yield from _of_terms(question, others, says)


def _of_terms(
    question: PracticeQuestion, others: Sequence[str], says: Wordings
) -> Iterator[Variant]:
    answer = question.accepted[0]
    # A name one slip away from the answer is the answer, slipped.
    wrong = [one for one in others if not is_right(one, question.accepted)][:_OTHERS]
    for wording in says["term"]:
        for form in {form for each in question.accepted for form in _forms(each)}:
            yield Variant(wording.format(value=form), True)
        for other in (*wrong, *question.others[:2]):
            yield Variant(wording.format(value=other), False)
    for wording in (*says["both"], *says["asks"]):
        for other in wrong[:1]:
            yield Variant(wording.format(value=answer, other=other), False)


def _of_choices(question: PracticeQuestion, says: Wordings) -> Iterator[Variant]:
    for letter, option in zip(LETTERS, question.options, strict=False):
        right = option in question.accepted
        for wording in says["letter"]:
            yield Variant(wording.format(value=letter), right)
            yield Variant(wording.format(value=letter.upper()), right)
        yield Variant(option, right)
        yield Variant(option.casefold().rstrip("."), right)
        if right and question.kind == "which":
            for wording in says["asks"]:
                yield Variant(wording.format(value=option, other=question.options[0]), False)
        if not right:
            chosen = LETTERS[question.options.index(question.accepted[0])]
            for wording in says["both"]:
                yield Variant(wording.format(value=chosen, other=letter), False)


def _of_rows(question: PracticeQuestion, says: Wordings) -> Iterator[Variant]:
    """Yield the cells that are asked for, and what other rows have there."""
    assert question.problem is not None and question.step is not None
    exact = run(question.problem)
    rows = list(exact.rows(0, len(exact.steps)))
    answer = question.accepted[0]
    columns = find_asked_columns(exact, question.step)
    told = {", ".join(write_cell(c, row[c]) for c in columns if c in row) for row in rows}
    for wording in says["row"]:
        yield Variant(wording.format(value=answer), True)
        for value in sorted(told - {"–", "", answer}):
            yield Variant(wording.format(value=value), False)


def _forms(name: str) -> tuple[str, ...]:
    """Return a name as students write it: in capitals, quoted, without signs, with a slip."""
    forms = [name, name.upper(), name.capitalize(), f"“{name}”", name.replace("-", " ")]
    forms.append(name.replace("’", "'"))
    longest = max(name.split(), key=len)
    if len(longest) >= _LONG and longest.isalpha() and longest[3] != longest[4]:
        slip = longest[:3] + longest[4] + longest[3] + longest[5:]  # two letters exchanged
        forms.append(name.replace(longest, slip))
    return tuple(dict.fromkeys(forms))
