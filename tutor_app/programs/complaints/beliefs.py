"""How far a reading of a student's words is believed: kept, asked about, or let go.

What a call must give decides whether a version is right. So it is kept only where the words say it
plainly, and never stands against what a task says. What is less sure is asked about once, of
exactly that call.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import NEGATIONS, NO_WORDS, YES_WORDS, read_word_lists
from tutor_app.programs.complaints.known_calls import is_shown, plain_value
from tutor_app.programs.complaints.message_parts import MessageParts
from tutor_app.programs.complaints.reading_model import ChosenReading, ReadingModel
from tutor_app.programs.complaints.readings import NEAR, Reading, case_with
from tutor_app.programs.run_values import Case

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_SAYING, _DENYING = _WORDS["saying"], _WORDS["denying"]
_ENDING = frozenset(".?!;\n")  # signs behind which something else may be spoken of
SHORT = 8  # words of a message
LIKELY_FROM = 0.4  # the probability from which a value is asked about
Fate = Literal["kept", "asked", "known", "dropped"]
_NAMING = ("call", "args", "arg", "place")  # pointers that no plan needs


@dataclass(frozen=True, slots=True)
class Belief:
    """What becomes of a reading, and how likely it is. "known": nothing new, or nothing to say."""

    fate: Fate
    likely: float


def believe(parts: MessageParts, chosen: ChosenReading, model: ReadingModel) -> Belief:
    """Return what becomes of a reading that was chosen."""
    reading = chosen.reading
    case = parts.calls[reading.call].case
    likely = _likely(parts, chosen, model)
    if _was_seen(parts, reading) or (case.is_decided and not case.is_students):
        return Belief("known", likely)
    if _is_unsaid(parts, reading) or (parts.asked.of_variable and not _is_of_call(parts, reading)):
        return Belief("dropped", likely)
    if case.is_decided and not takes_back(parts, reading.call):
        return Belief(_of_other_value(parts, reading, likely, model), likely)
    if parts.asked.is_test and likely >= model.sure_from and _is_asked(parts, reading):
        is_so = reading.value == parts.calls[reading.call].shown
        return Belief("kept" if is_so else "asked", likely)  # which of the two is right is open
    if case.guess == reading.value:  # said before and again
        likely = 1 - (1 - likely) * (1 - case.likely)
    if likely >= model.sure_from:
        return Belief("kept", likely)
    is_other = parts.asked.focus is not None and not _is_asked(parts, reading)
    if (parts.asked.is_open or is_other) and not parts.wants(reading):
        return Belief("dropped", likely)  # it answers what was asked, or is said of another call
    return Belief("asked" if likely >= LIKELY_FROM else "dropped", likely)


def _is_asked(parts: MessageParts, reading: Reading) -> bool:
    """Whether a reading is of the call that was asked about, or spoken of last."""
    return parts.calls[reading.call].text in (parts.asked.call, parts.asked.focus)


def _was_seen(parts: MessageParts, reading: Reading) -> bool:
    """Whether a value is what the call gives, and no word before it says that it must be so."""
    return reading.value == parts.calls[reading.call].shown and not parts.wants_next(reading)


def _of_other_value(
    parts: MessageParts, reading: Reading, likely: float, model: ReadingModel
) -> Fate:
    """What the student has said of a call stands until they take it back, or say so when asked."""
    call = parts.calls[reading.call]
    new = case_with(call, reading.value)
    if (new.expected, new.prints) == (call.case.expected, call.case.prints):
        return "known" if likely >= LIKELY_FROM else "dropped"
    if likely < model.sure_from:
        return "dropped"
    return "kept" if parts.wants_next(reading) else "asked"  # "it should be 3, my mistake"


def takes_back(parts: MessageParts, place: int) -> bool:
    """Whether a message denies what was kept of a call: "not 1", "I never said that".

    The word that denies stands right before the value, or it is denied that it was said.
    """
    call = parts.calls[place]
    kept = {value for value in (call.case.expected, call.case.prints) if value is not None}
    if not kept or not call.case.is_students:
        return False
    said = [r for r in parts.readings if r.call == place and r.value in kept]
    if any((NEGATIONS | NO_WORDS).intersection(parts.words_before(r)[-NEAR:]) for r in said):
        return True
    unsaid = [(start, end) for start, end in parts.sentences if _denies_saying(parts, start, end)]
    named = {p.call for p in parts.named for start, end in unsaid if start <= p.start < end}
    if not unsaid or not named <= {place}:
        return False
    others = [v for v in parts.values for start, end in unsaid if start <= v.start < end]
    is_bare = all(any(is_shown(plain_value(v.text), each) for each in kept) for v in others)
    is_focus = call.text == parts.asked.focus and is_bare
    return bool(named) or any(_is_unsaid(parts, r) for r in said) or is_focus


def _is_unsaid(parts: MessageParts, reading: Reading) -> bool:
    """Whether a value is what a sentence says that was never said: "I never said 1, I said 2"."""
    start, end = parts.sentence(reading)
    if reading.is_loose or not _denies_saying(parts, start, end):
        return False
    clause = parts.text.rfind(",", start, reading.start) + 1
    return not clause or _denies_saying(parts, clause, end)


def _is_of_call(parts: MessageParts, reading: Reading) -> bool:
    """Whether a value said after a question about a variable is said of a call."""
    return answers_outright(parts, reading) or parts.says_it_comes_out(reading)


def _denies_saying(parts: MessageParts, start: int, end: int) -> bool:
    """Whether a sentence says that something was not said: "I never said that".

    The word that denies stands right before the one for saying.
    """
    values = [span for span in parts.values if start <= span.start < end]
    here = (w for w in parts.words if start <= w.start and w.end <= end)
    here = (w for w in here if not any(s.start <= w.start < s.end for s in values))
    words = [word.text.replace("'", "") for word in here]
    words = words[2:] if words[1:2] == [","] else words  # "no, I said so" denies what was answered
    denying = NEGATIONS | _DENYING
    return "i" in words and any(
        word in _SAYING and denying.intersection(words[max(0, n - NEAR) : n])
        for n, word in enumerate(words)
    )


def _likely(parts: MessageParts, chosen: ChosenReading, model: ReadingModel) -> float:
    """Return how likely a reading is, when what speaks against it in any words is counted."""
    reading = chosen.reading
    outright = answers_outright(parts, reading) or _says_it_of_its_call(parts, reading)
    outright = outright or _says_it_of_the_only_call(parts, reading)
    if outright or _says_it_instead(parts, reading):
        return 1.0
    start, end = parts.sentence(reading)
    if _is_shown_by_named(parts, reading):
        return 0.0
    here = [p for p in parts.pointers if start <= p.start < end and p.call == reading.call]
    if parts.asked.focus is not None:  # "second" may be the variable that is spoken of
        here = [p for p in here if parts.text[p.start : p.end] not in parts.names]
    names_call = any(p.kind in _NAMING for p in here)
    if reading.form in ("value", "word") and parts.is_of_variable(reading) and not names_call:
        return 0.0  # said of what a name holds on the way
    guess = parts.act(reading)
    if guess is None or guess.act != "tell.idea":
        return chosen.probability
    if guess.sure or not parts.wants(reading):  # an idea or a change: no value is due by that
        is_of_call = parts.wants(reading) and names_call
        return min(chosen.probability, _less(model)) if is_of_call else 0.0
    return chosen.probability


def _is_shown_by_named(parts: MessageParts, reading: Reading) -> bool:
    """Whether a value is what another call gave that its sentence names, and its own is not."""
    start, end = parts.sentence(reading)
    if reading.is_loose:
        return False
    here = [p for p in parts.pointers if p.kind in _NAMING and start <= p.start < end]
    named = {p.call for p in here if not reading.start <= p.start < reading.end}
    shown = (is_shown(reading.value, parts.calls[place].shown) for place in named)
    return reading.call not in named and any(shown)


def _less(model: ReadingModel) -> float:
    """Return the highest probability of what has to be asked about."""
    return (LIKELY_FROM + model.sure_from) / 2


def answers_outright(parts: MessageParts, reading: Reading) -> bool:
    """Whether the message begins with a value where the tutor has asked what a call must give, or
    is short and tells no other."""
    asked = parts.asked.call
    if asked is None or parts.calls[reading.call].text != asked or reading.is_loose:
        return False
    start, end = parts.sentence(reading)
    if any(start <= p.start < end and p.call != reading.call for p in parts.named):
        return False  # it speaks of another call
    if _is_only_value(parts, reading):
        return True
    values = {each.start for each in parts.readings if not each.is_loose}
    telling = (w for w in parts.words if w.start in values or not _leads(w.text))
    first = next(telling, None)
    if first is None or not reading.start <= first.start < reading.end:
        return False
    return not any(p.kind in _NAMING and p.start <= first.start < p.end for p in parts.pointers)


def _leads(word: str) -> bool:
    """Whether a word or sign before an answer only says yes or no: "no!! dog"."""
    return word in YES_WORDS | NO_WORDS or not word[0].isalnum()


def _is_only_value(parts: MessageParts, reading: Reading) -> bool:
    """Whether a short message that only tells has one value for a call, beside what it gives."""
    if len(parts.words) > SHORT or any(word.text == "?" for word in parts.words):
        return False
    shown = parts.calls[reading.call].shown
    here = [r for r in parts.readings if r.call == reading.call and not r.is_loose]
    whole = [r for r in here if not any(o != r and _is_inside(r, o) for o in here)]
    values = {r.value for r in whole if r.value != shown}
    guess = parts.act(reading)
    is_idea = guess is not None and guess.act in ("tell.idea", "work.mended") and guess.sure
    denied = not NEGATIONS.isdisjoint(parts.words_before(reading)[-NEAR:])
    is_named = any(p.start <= reading.start < p.end for p in parts.named)
    of_name = parts.is_of_variable(reading)
    return values == {reading.value} and not (is_idea or denied or is_named or of_name)


def _is_inside(one: Reading, other: Reading) -> bool:
    inside = other.start <= one.start and one.end <= other.end
    return inside and (one.start, one.end) != (other.start, other.end)


def _says_it_of_its_call(parts: MessageParts, reading: Reading) -> bool:
    """Whether a call stands written out, and behind it what it must give: "f(2) should give 3"."""
    if reading.form != "value" or not parts.wants_next(reading):
        return False
    written = [p for p in parts.pointers if p.kind == "call" and p.end <= reading.start]
    last = max(written, key=lambda each: each.end, default=None)
    if last is None or last.call != reading.call:
        return False
    return _ENDING.isdisjoint(parts.text[last.end : reading.start])


def _says_it_of_the_only_call(parts: MessageParts, reading: Reading) -> bool:
    """Whether a sentence that only tells says what must be, where there is but one call."""
    if len(parts.calls) > 1 or reading.is_loose or not parts.wants_next(reading):
        return False
    start, end = parts.sentence(reading)
    asks = "?" in parts.words_between(start, end)
    return not (asks or parts.is_of_variable(reading)) and parts.tells(start, end)


def _says_it_instead(parts: MessageParts, reading: Reading) -> bool:
    """Whether a message says no to the value proposed, and names this other one last."""
    asked = parts.asked
    if asked.proposed is None or parts.calls[reading.call].text != asked.call or reading.is_loose:
        return False
    first = _end_of_answer(parts)
    here = [r for r in parts.readings if r.call == reading.call and r.start < first]
    is_last = all(r.start <= reading.start for r in here) and reading.start < first
    return is_last and reading.value != asked.proposed and says_yes(parts) is False


def _end_of_answer(parts: MessageParts) -> int:
    """Return where the first sentence ends that says more than yes or no."""
    first = next((word.start for word in parts.words if not _leads(word.text)), 0)
    return next((end for end in parts.ends if end > first), len(parts.text))


def proposed_case(parts: MessageParts) -> tuple[Case, ...]:
    """Return the case of a call whose value the tutor has proposed, where the student says yes."""
    asked, value = parts.asked.call, parts.asked.proposed
    call = next((each for each in parts.calls if each.text == asked), None)
    if call is None or value is None:
        return ()
    outright = (r for r in parts.readings if answers_outright(parts, r))
    is_said = any(each.value == plain_value(value) for each in outright)
    here = (r for r in parts.readings if parts.calls[r.call].text == asked)
    is_said = is_said and not any(r.value != value and parts.wants_next(r) for r in here)
    if says_yes(parts) is not True and not is_said:
        return ()
    return (case_with(call, plain_value(value)),)


def says_yes(parts: MessageParts) -> bool | None:
    """Whether a message's first sentence says yes or no; None where it says neither.

    "False" is no "no" where a call may give it.
    """
    values = {each.start for each in parts.readings if not each.is_loose}
    end = parts.ends[0] if parts.ends else len(parts.text)
    said = takewhile(lambda word: word.end <= end, parts.words)
    for word in said:
        if word.text in YES_WORDS | NO_WORDS and word.start not in values:
            return word.text in YES_WORDS
    return None


def add_guess(case: Case, value: str, likely: float) -> Case:
    """Return a case with a value that is only guessed."""
    return replace(case, guess=value, likely=round(likely, 3))
