"""Models that a scripted endpoint plays: a good one, a mediocre one, a bad one.

The good one knows the labels of the exams' items; elsewhere it says of quotes what stands in them
and verifies by what it has marked as untrue. The mediocre one errs in one reply of four, the bad
one always. So their figures say what the tutor does with such models, and nothing of any real one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import blake2b

from tests.doubles.chat_models import sentences_in
from tests.doubles.judges import judges_rightly
from tests.doubles.told_problems import reads_exactly
from tutor_app.models.exams.choose_exam import read_choice_items
from tutor_app.models.exams.exam_items import read_claims, read_quote_sets
from tutor_app.models.exams.understand_exam import read_act_items
from tutor_app.models.prompts import as_data

Reply = Callable[[str, frozenset[str]], str]
UNTRUE = "whatever the case may be"  # what a planted sentence ends with
ERRS = {"good": 0.0, "mediocre": 0.25, "bad": 1.0}


def played(kind: str) -> Reply:
    """Return what says the reply to a message with these fields in its schema."""

    def reply(message: str, fields: frozenset[str]) -> str:
        errs = _lot(message) < ERRS[kind]
        try:
            return _wrong(message, fields) if errs else _right(message, fields)
        except (KeyError, IndexError):
            return "I am not sure."

    return reply


def _right(message: str, fields: frozenset[str]) -> str:
    if "act" in fields:
        return _read(message)
    if "supported" in fields:
        known = _claims()
        said = enumerate(sentences_in(message), 1)
        return json.dumps(
            {"supported": [n for n, text in said if known.get(text, UNTRUE not in text)]}
        )
    if "sentences" in fields:
        return _answer(message, untrue=False)
    if fields == {"answers"}:
        item = _choices()[_asked(message)]
        return json.dumps({"answers": sorted(item)})
    if "covered" in fields:
        return judges_rightly(message, fields)
    if "question" in fields:
        return json.dumps({"question": f"What follows from {' and '.join(_terms(message))}?"})
    return reads_exactly(message, fields)


def _wrong(message: str, fields: frozenset[str]) -> str:
    if "act" in fields:
        told = {"act": "react.ack", "second": "meta.use", "about_table": False}
        return json.dumps({**told, "stands_alone": "Is Zanzibar an island?"})
    if "supported" in fields:
        return json.dumps({"supported": list(range(1, len(sentences_in(message)) + 1))})
    if "sentences" in fields:
        return _answer(message, untrue=True)
    if fields == {"answers"}:
        return json.dumps({"answers": [1, 2, 99]})
    return "Sure! Here is everything you need."


def _read(message: str) -> str:
    asked = _asked(message)
    item = next((one for one in read_act_items() if as_data(one.message) == asked), None)
    act = min(item.right) if item is not None else "ask.why"
    table = item.about_table if item is not None else "at: nothing" not in message
    told = {"act": act, "second": "ask.fact", "about_table": table, "stands_alone": asked}
    return json.dumps(told)


def _answer(message: str, *, untrue: bool) -> str:
    """Two sentences on each of the first two quotes, the second of them untrue where asked for."""
    quotes = re.findall(r"^\d+\. (.*)$", message.partition("</quotes>")[0], re.MULTILINE)[:2]
    if not untrue and not set(quotes) & _answering().get(_asked(message), set(quotes)):
        return json.dumps({"answers": [], "denies": False, "sentences": []})
    written = []
    for number, quote in enumerate(quotes, 1):
        words = [word.strip(".,:;()“”") for word in quote.split()]
        known = [word for word in dict.fromkeys(words) if word.isalpha() and word.islower()]
        terms = [word for word in known if len(word) > 5][:4]
        if len(terms) < 4:
            continue
        written.append((f"Here {terms[0]} goes with {terms[1]}.", number))
        end = f", {UNTRUE}" if untrue else ""
        written.append((f"It is {terms[2]} that matters for {terms[3]}{end}.", number))
    return json.dumps(
        {
            "answers": list(range(1, len(quotes) + 1))[:2],
            "denies": False,
            "sentences": [{"text": text, "rests_on": [number]} for text, number in written],
        }
    )


def _asked(message: str) -> str:
    return message.partition("<question>")[2].partition("</question>")[0]


def _terms(message: str) -> list[str]:
    words = [word.strip(".,:;()") for word in message.partition("<question>")[0].split()]
    return [word for word in words if word.isalpha() and word.islower() and len(word) > 6][:2]


def _lot(message: str) -> float:
    """A number from 0 to 1 that is the same for the same message."""
    return int.from_bytes(blake2b(message.encode(), digest_size=4).digest(), "big") / 2**32


@cache
def _claims() -> dict[str, bool]:
    return {as_data(claim.sentence): claim.is_supported for claim in read_claims()}


@cache
def _answering() -> dict[str, set[str]]:
    """The quotes that answer the questions of an exam."""
    return {
        as_data(one.question): {as_data(quote.text) for quote in one.quotes}
        for one in read_quote_sets()
    }


@cache
def _choices() -> dict[str, frozenset[int]]:
    return {as_data(item.question): item.answers for item in read_choice_items()}
