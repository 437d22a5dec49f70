"""What a test asks of a text: does it say the sentence of this key, with these facts?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from tutor_app.wording.catalogue import LANGUAGE, placeholders_of, read_language


def says(text: str, key: str, **facts: object) -> bool:
    """Return whether one wording of the sentence stands in the text, whatever fills its gaps.

    A placeholder named in `facts` must be filled with that.
    """
    entry = read_language(LANGUAGE)[key]
    wordings = (*entry.plain, *entry.singular)
    assert set(facts) <= set().union(*map(placeholders_of, wordings)), wordings
    return any(re.search(_as_pattern(wording, facts), text, re.DOTALL) for wording in wordings)


def _as_pattern(wording: str, facts: Mapping[str, object]) -> str:
    pattern = ""
    for words, name, _, _ in Formatter().parse(wording):
        pattern += re.escape(words)
        if name is not None:
            pattern += re.escape(str(facts[name])) if name in facts else ".+?"
    return pattern
