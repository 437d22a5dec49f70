"""A page drawn without a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.testing.v1 import AppTest


def app_of(script: Callable[..., object], **arguments: Any) -> AppTest:
    """Return the app of a script that is called with these; it has not run yet.

    Streamlit's own limit for a run is 3 s, which a busy machine can take. One that hangs is ended
    by pytest's limit for the test.
    """
    return AppTest.from_function(script, default_timeout=100, kwargs=arguments)
