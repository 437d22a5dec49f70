"""What the buttons beside a hint ladder send: these exact texts are wishes, without a guess."""

from __future__ import annotations

from typing import Final

NEXT_HINT: Final = "I'm stuck"
SHOW_ALL: Final = "Show the whole table"
BUTTONS: Final = frozenset({NEXT_HINT, SHOW_ALL})
