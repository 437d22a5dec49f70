"""The thinking that some models write before a reply, which is no part of it."""

from __future__ import annotations

import re

_CLOSED = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_OPENED_BY_PROMPT = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL)
_CUT = re.compile(r"<think(?:ing)?>.*\Z", re.DOTALL)


def without_thinking(text: str) -> str:
    """Return a reply without its thinking.

    Some servers open the thinking in the prompt, so that the reply holds its end alone; a reply
    that was cut holds its beginning alone.
    """
    if "<think" not in text and "</think" not in text:
        return text
    rest = _CLOSED.sub("", text)
    return _CUT.sub("", _OPENED_BY_PROMPT.sub("", rest)).lstrip()
