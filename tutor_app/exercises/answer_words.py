"""What is said of the points of an answer. Each is a list of wordings, so that none comes twice."""

from __future__ import annotations

from collections.abc import Sequence

MOST_NAMED = 3
LONGEST = 14  # words of the student's own that are said back
WHICH = (
    "Which exercise is this an answer to? Name it, as in “exercise 2 of assignment 1”; your answer "
    "is kept.",
    "I still need to know which exercise it belongs to: its number, or some words of the task. "
    "Which is it?",
)
MAY_MISS = (
    "I go by the words: a point that you put in another way I may miss, so what I don't find is "
    "not wrong for that."
)

GUESSES = (
    "These are several values for the same thing. Which one do you stand by, and how do you get to "
    "it? One sentence that says so is enough."
)


def asks_for_answer(name: str) -> tuple[str, ...]:
    """Ask for the answer to an exercise, or for more of it."""
    return (
        f"Send your answer to {name}: I name the points that I find in it.",
        f"I have nothing of yours to look at in this. What do you have for {name} so far?",
        f"One sentence is enough to begin with. Which one would open your answer to {name}?",
    )


def all_there(count: int, source: str) -> tuple[str, ...]:
    """Say that nothing is missing; the later ones where that was so before."""
    first = f"Your answer has all {count} points of {source}. There is nothing to add."
    if count == 1:
        first = f"Your answer has what {source} has. There is nothing to add."
    return (
        first,
        "It was complete before, and still is. There is nothing to add.",
        "Nothing is missing: you can leave your answer as it is.",
    )


def some_there(quotes: Sequence[str], count: int, of: int, source: str) -> tuple[str, ...]:
    """Name the points that an answer has, in its own words."""
    return (f"Of the {of} points of {source}, your answer has {count}: {_named(quotes)}.",)


def some_more(quotes: Sequence[str], count: int, of: int) -> tuple[str, ...]:
    """Name what a message brings that was not there before."""
    named = _named(quotes)
    return (f"New in it: {named}. That makes {count} of {of} points.",)


def no_more(count: int, of: int, source: str) -> tuple[str, ...]:
    """Say that a message brings no point; its words are not called wrong."""
    if not count:
        return (
            f"I can't find the points of {source} in your answer by their words.",
            "By its words I find none of the points in this either.",
            "Still none that I can find.",
        )
    return (
        f"I find no further point in this: you have {count} of {of}.",
        f"{count} of {of} points, as before.",
        "This brings no other point that I can find.",
    )


def unsaid(ways: Sequence[str], said: Sequence[str]) -> str:
    """Return the first wording that was not said, the last where all were."""
    return next((way for way in ways if way not in said), ways[-1])


def _named(quotes: Sequence[str]) -> str:
    clipped = list(dict.fromkeys(_clip(text) for text in quotes))
    named = ", ".join(f"“{text}”" for text in clipped[:MOST_NAMED])
    return named if len(clipped) <= MOST_NAMED else f"{named}, and more"


def _clip(text: str) -> str:
    words = text.strip(" .;").split()
    return " ".join(words[:LONGEST]) + (" …" if len(words) > LONGEST else "")
